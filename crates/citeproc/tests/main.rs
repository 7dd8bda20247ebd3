//! The processor of citations: recorded cases, and bad input.

mod bad_input;
mod recorded;
