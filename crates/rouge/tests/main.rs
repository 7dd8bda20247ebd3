//! The lexers and themes: recorded samples, and random text.

mod lexers;
mod random;
mod themes;
