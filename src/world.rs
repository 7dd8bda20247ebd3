//! The only reader of files, environment and clock.
//!
//! Whatever a build depends on comes through here, so that it can be recorded and so that two builds
//! of the same site at the same clock are the same bytes. `clippy.toml` bans the raw calls elsewhere.
#![allow(clippy::disallowed_methods)]
