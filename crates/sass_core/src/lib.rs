#![doc = include_str!("../README.md")]

pub mod characters;
pub mod color_names;
pub mod loader;
pub mod read_ahead;
pub mod result_cache;
pub mod shared_map;
pub mod symbol;
pub mod tree_size;

/// The stack size of a compilation in bytes. The nesting depths that the parsers and evaluators allow need much less.
pub const STACK: usize = 512 << 20;
