//! Hastie builds an existing Jekyll site exactly as Ruby Jekyll does.

pub mod bundled;
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod generate;
pub mod model;
pub mod percent;
pub mod plugins;
pub mod profile;
pub mod progress;
pub mod read;
pub mod render;
pub mod sass;
pub mod serve;
pub mod setup;
pub mod site;
pub mod world;
pub mod write;
