#![doc = include_str!("../README.md")]

mod edition;
mod engine;
mod grammar;
mod guess;
pub mod html;
mod lexers;
mod pattern;
mod registry;
pub mod theme;
mod token;
mod words;

pub use edition::Edition;
pub use engine::{Lexer, Options, Tokens};
pub use guess::{Lookup, ambiguous_message, find_fancy, find_fancy_in};
pub use registry::{LEXERS, LexerInfo, find, find_in};
pub use token::Token;

/// Lexes a text. `tag` is the tag or alias of a language. `None` if Rouge does not have the language.
pub fn lex(tag: &str, text: &str) -> Option<Tokens> {
    lex_in(Edition::V4_6, tag, text)
}

/// Like [`lex`], for an edition of Rouge.
pub fn lex_in(edition: Edition, tag: &str, text: &str) -> Option<Tokens> {
    find_in(edition, tag).map(|info| Lexer::new_in(edition, info, Options::new()).lex(text))
}
