//! Tests through the front door: sites built and served by the binary.
#![allow(clippy::disallowed_methods)] // tests look at files as anybody would

mod folder;
mod new;
mod serve;
mod theme;
