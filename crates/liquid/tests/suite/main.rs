//! The engine from outside: what Ruby made of our templates, and what is always bounded.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "the cases are our own")]

mod bounds;
mod filters;
mod hostile;
mod limits;
mod program;
mod recorded;
