#![doc = include_str!("../README.md")]

mod engine;
mod grammar;
mod guess;
pub mod html;
mod lexers;
mod pattern;
mod registry;
pub mod theme;
mod token;
mod version;
mod words;

pub use engine::{Lexer, Options, Tokens};
pub use guess::{Lookup, ambiguous_message, find_fancy, find_fancy_in};
pub use registry::{LEXERS, LexerInfo, find, find_in};
pub use token::Token;
pub use version::Version;

/// Lexes a text. `tag` is the tag or alias of a language. `None` if Rouge does not have the language.
pub fn lex(tag: &str, text: &str) -> Option<Tokens> {
    lex_in(Version::V4_6, tag, text)
}

/// Like [`lex`], with the lexers of a release of Rouge. `None` if that release lacks the language.
pub fn lex_in(version: Version, tag: &str, text: &str) -> Option<Tokens> {
    find_in(version, tag).map(|info| Lexer::new_in(version, info, Options::new()).lex(text))
}
