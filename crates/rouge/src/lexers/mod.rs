//! The lexers, a file a language; `registry.rs` has a line for each.

/// What every lexer's file uses.
mod prelude {
    pub(super) use crate::engine::Cx;
    #[allow(unused_imports)]
    pub(super) use crate::grammar::{Go, Grammar, POP, goto, push};
    pub(super) use crate::token::Token::*;
    #[allow(unused_imports)]
    pub(super) use crate::words::Words;
}

pub(crate) mod json;
pub(crate) mod plaintext;
