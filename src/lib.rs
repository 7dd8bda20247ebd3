//! Hastie builds an existing Jekyll site exactly as Ruby Jekyll does.

pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod progress;
pub mod read;
pub mod world;
