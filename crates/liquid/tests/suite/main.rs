//! Tests of the engine through its public interface: comparisons with Ruby, and limits.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "the cases are our own")]

mod bounds;
mod filters;
mod hostile;
mod limits;
mod memo;
mod program;
mod recorded;
