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
mod words;

pub use engine::{Lexer, Options, Tokens};
pub use guess::{Lookup, ambiguous_message, find_fancy};
pub use registry::{LEXERS, LexerInfo, find};
pub use token::Token;

/// The tokens of a text in a language by its tag or alias, `None` where Rouge has no such language.
pub fn lex(tag: &str, text: &str) -> Option<Tokens> {
    find(tag).map(|info| Lexer::new(info, Options::new()).lex(text))
}
