//! The priorities of generators, converters and hooks. Higher priorities run first. Mirrors
//! `Jekyll::Plugin::PRIORITIES`.

/// The priority `:highest`, which runs first.
pub const HIGHEST: i32 = 100;
/// The priority `:high`, before the default.
pub const HIGH: i32 = 10;
/// The priority `:normal`, which is the default.
pub const NORMAL: i32 = 0;
/// The priority `:low`, after the default.
pub const LOW: i32 = -10;
/// The priority `:lowest`, which runs last.
pub const LOWEST: i32 = -100;
