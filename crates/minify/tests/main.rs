//! The minifiers: the parts that they preserve, and bad input. Scripts are shortened with the feature `javascript`.

mod bad_input;
mod html;
mod json;
