//! The priorities of generators, converters and hooks. Higher priorities run first. Mirrors
//! `Jekyll::Plugin::PRIORITIES`.

/// Runs first.
pub const HIGHEST: i32 = 100;
/// Runs before normal ones.
pub const HIGH: i32 = 10;
/// The default.
pub const NORMAL: i32 = 0;
/// Runs after normal ones.
pub const LOW: i32 = -10;
/// Runs last.
pub const LOWEST: i32 = -100;
