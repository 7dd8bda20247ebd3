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

pub(crate) mod apache;
pub(crate) mod batchfile;
pub(crate) mod bibtex;
pub(crate) mod c;
pub(crate) mod cmake;
pub(crate) mod common_lisp;
pub(crate) mod conf;
pub(crate) mod console;
pub(crate) mod cpp;
pub(crate) mod csharp;
pub(crate) mod css;
pub(crate) mod cuda;
pub(crate) mod dart;
pub(crate) mod diff;
pub(crate) mod docker;
pub(crate) mod erb;
pub(crate) mod escape;
pub(crate) mod fsharp;
pub(crate) mod go;
pub(crate) mod gradle;
pub(crate) mod groovy;
pub(crate) mod html;
pub(crate) mod http;
pub(crate) mod ini;
pub(crate) mod irb;
pub(crate) mod irb_output;
pub(crate) mod java;
pub(crate) mod javascript;
pub(crate) mod json;
pub(crate) mod json5;
pub(crate) mod jsx;
pub(crate) mod kotlin;
pub(crate) mod liquid;
pub(crate) mod make;
pub(crate) mod markdown;
pub(crate) mod mathematica;
pub(crate) mod matlab;
pub(crate) mod nginx;
pub(crate) mod objective_c;
pub(crate) mod objective_cpp;
pub(crate) mod pascal;
pub(crate) mod plaintext;
pub(crate) mod plist;
pub(crate) mod powershell;
pub(crate) mod properties;
pub(crate) mod python;
pub(crate) mod r;
pub(crate) mod ruby;
pub(crate) mod rust;
pub(crate) mod sass;
mod sass_common;
pub(crate) mod scala;
pub(crate) mod scss;
pub(crate) mod shell;
pub(crate) mod sql;
pub(crate) mod svelte;
pub(crate) mod swift;
pub(crate) mod tex;
pub(crate) mod toml;
pub(crate) mod tsx;
pub(crate) mod typescript;
pub(crate) mod vb;
pub(crate) mod viml;
pub(crate) mod vue;
pub(crate) mod xml;
pub(crate) mod yaml;
pub(crate) mod zig;
