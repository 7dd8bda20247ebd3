//! The converter: recorded documents and warnings, extremes, highlighting.

mod extremes;
mod highlighting;
mod recorded;
mod warnings;
