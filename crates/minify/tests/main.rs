//! The minifiers: what they keep, and bad input. Scripts are shortened with the feature `javascript`.

mod bad_input;
mod html;
mod json;
