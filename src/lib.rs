//! Hastie builds an existing Jekyll site exactly as Ruby Jekyll does.

pub mod world;
