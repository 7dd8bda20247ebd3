//! Markdown in kramdown 2.5.1's dialect.
//!
//! This crate knows nothing of Liquid or of sites; highlighting reaches it as a trait object.
