//! `Jekyll::Plugin::PRIORITIES`: the order of generators, converters and hooks, the highest first.

/// Before all others.
pub const HIGHEST: i32 = 100;
/// Before the ordinary.
pub const HIGH: i32 = 10;
/// The ordinary.
pub const NORMAL: i32 = 0;
/// After the ordinary.
pub const LOW: i32 = -10;
/// After all others.
pub const LOWEST: i32 = -100;
