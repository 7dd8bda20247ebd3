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

pub(crate) mod c;
pub(crate) mod console;
pub(crate) mod cpp;
pub(crate) mod css;
pub(crate) mod cuda;
pub(crate) mod diff;
pub(crate) mod erb;
pub(crate) mod escape;
pub(crate) mod html;
pub(crate) mod irb;
pub(crate) mod irb_output;
pub(crate) mod javascript;
pub(crate) mod json;
pub(crate) mod json5;
pub(crate) mod jsx;
pub(crate) mod liquid;
pub(crate) mod markdown;
pub(crate) mod objective_c;
pub(crate) mod objective_cpp;
pub(crate) mod plaintext;
pub(crate) mod plist;
pub(crate) mod python;
pub(crate) mod ruby;
pub(crate) mod sass;
mod sass_common;
pub(crate) mod scss;
pub(crate) mod shell;
pub(crate) mod svelte;
pub(crate) mod tsx;
pub(crate) mod typescript;
pub(crate) mod vue;
pub(crate) mod xml;
pub(crate) mod yaml;
