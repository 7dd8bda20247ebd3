//! `raw`: prints its content verbatim.

use super::{Tag, TagParse};
use crate::context::Context;
use crate::lax_markup::{skip_spaces, skip_word};
use crate::tokenizer::Tokenizer;
use crate::value::text::is_space;
use crate::value::{Abort, Error};
use memchr::memmem;

#[derive(Debug)]
struct Raw(String);

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    if !tag.markup().bytes().all(is_space) {
        let name = tag.name();
        return Err(Error::syntax(format!("Syntax Error in '{name}' - Valid syntax: {name}")));
    }
    Ok(Box::new(Raw(tag.raw_body()?)))
}

/// The text of the source up to the tag `end<name>`, which is consumed. As in Ruby, that tag must begin with `{%`, not
/// with `{%-`. Fails without the tag.
pub(super) fn body(name: &str, tokens: &mut Tokenizer<'_>) -> Result<String, Error> {
    let mut body = String::new();
    while let Some(token) = tokens.shift() {
        if let Some((before, tag)) = last_tag(token.text) {
            body.push_str(before);
            if tag.strip_prefix("end") == Some(name) {
                return Ok(body);
            }
        }
        // As in Ruby, text before another tag in the same token is printed twice.
        body.push_str(token.text);
    }
    Err(Error::syntax(format!("'{name}' tag was never closed")))
}

/// Splits a token that ends with `%}` into the text before its last tag, and the name of this tag: `a{% endraw %}`
/// gives `a` and `endraw`.
fn last_tag(token: &str) -> Option<(&str, &str)> {
    let inside = token.strip_suffix("%}")?;
    let mut end = inside.len();
    while let Some(start) = memmem::rfind(&inside.as_bytes()[..end], b"{%") {
        let word = skip_spaces(inside, start + 2);
        let stop = skip_word(inside, word);
        if stop > word {
            return Some((&token[..start], &inside[word..stop]));
        }
        end = start;
    }
    None
}

impl Tag for Raw {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        match &cx.marks {
            Some(marks) => marks.write_text_of_tag(&self.0, out),
            None => out.push_str(&self.0),
        }
        Ok(())
    }

    fn blank(&self) -> bool {
        self.0.is_empty()
    }

    fn is_block(&self) -> bool {
        true
    }

    fn is_reusable(&self) -> bool {
        true
    }
}
