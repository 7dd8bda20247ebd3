//! Syntax highlighting with the tokens and short classes of Rouge 4.6.1.
//!
//! A text goes through a [`Lexer`] and becomes [`Tokens`]; a function of [`html`] makes HTML of them.
//!
//! kramdown's adapter and Jekyll's `highlight` tag use it so:
//!
//! ```
//! use hastie_rouge::{Lexer, Lookup, find_fancy, html};
//!
//! // `Rouge::Lexer.find_fancy(lang, code)`; Jekyll's tag takes plain text where it is nil, kramdown no highlighter.
//! let Lookup::Found(info, options) = find_fancy(Some("json"), "") else { panic!() };
//! // Plain text comes out where the lexer is not written yet; the caller says so once a language.
//! assert!(info.is_supported());
//! let tokens = Lexer::new(info, options).lex("[1]");
//! assert_eq!(html::spans(&tokens), r#"<span class="p">[</span><span class="mi">1</span><span class="p">]</span>"#);
//!
//! // kramdown, a block: `HTMLLegacy` with its frame and, where asked for, line numbers.
//! let options = html::Legacy { css_class: "highlight", wrap: true, line_numbers: None };
//! assert!(html::legacy(&tokens, &options).starts_with(r#"<div class="highlight"><pre class="highlight"><code>"#));
//!
//! // Jekyll's tag with `mark_lines` and `linenos`: the lines are marked first, the table goes around them.
//! let inner = html::marked_lines(&tokens, &[1]);
//! let table = html::Table { gutter_class: "gutter", code_class: "code", ..html::Table::default() };
//! assert!(html::table(&tokens, &inner, &table).starts_with(r#"<table class="rouge-table">"#));
//! ```
//!
//! How a lexer is written is told in LEXERS.md beside this crate's `src`.

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
