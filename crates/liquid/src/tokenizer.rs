//! Splits a source into text, `{% tags %}` and `{{ variables }}`. Mirrors `Liquid::Tokenizer`.

use memchr::memchr;

/// Splits the source of a template into texts, tags and variables.
#[derive(Debug)]
pub(crate) struct Tokenizer<'s> {
    source: &'s str,
    position: usize,
    line: u32,
    /// Whether the rest of the source may contain `%}`. A failed search is not repeated.
    may_end_tag: bool,
    may_end_variable: bool,
}

/// A text, a tag such as `{% if x %}`, or a variable such as `{{ x }}`, as it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'s> {
    pub(crate) text: &'s str,
    pub(crate) start: usize,
}

impl<'s> Tokenizer<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Tokenizer { source, position: 0, line: 1, may_end_tag: true, may_end_variable: true }
    }

    /// The whole source of the template, including the part that is already split.
    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    /// The line at which the next token starts, counted from 1.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    /// The next token, which is never empty. `None` at the end of the source.
    pub(crate) fn shift(&mut self) -> Option<Token<'s>> {
        let start = self.position;
        let rest = &self.source[start..];
        if rest.is_empty() {
            return None;
        }
        let length = match rest.as_bytes() {
            [b'{', b'%', ..] => self.tag_length(rest),
            [b'{', b'{', ..] => self.variable_length(rest),
            bytes => text_length(bytes),
        };
        self.position += length;
        let text = &rest[..length];
        self.line += u32::try_from(memchr::memchr_iter(b'\n', text.as_bytes()).count()).unwrap_or(u32::MAX);
        Some(Token { text, start })
    }

    fn tag_length(&mut self, rest: &str) -> usize {
        let mut from = 2;
        while self.may_end_tag
            && let Some(percent) = memchr(b'%', &rest.as_bytes()[from..])
        {
            from += percent + 1;
            if rest.as_bytes().get(from) == Some(&b'}') {
                return from + 1;
            }
        }
        self.may_end_tag = false;
        2
    }

    /// The length of the variable token at the start of `rest`. One closing brace ends it, too: `{{ a }` is a token,
    /// which the parser rejects.
    fn variable_length(&mut self, rest: &str) -> usize {
        if self.may_end_variable
            && let Some(end) = memchr(b'}', &rest.as_bytes()[2..])
        {
            return end + 3 + usize::from(rest.as_bytes().get(end + 3) == Some(&b'}'));
        }
        self.may_end_variable = false;
        2
    }
}

/// The length of a text, which ends in front of the next `{%` or `{{`.
fn text_length(bytes: &[u8]) -> usize {
    let mut from = 0;
    while let Some(found) = memchr(b'{', &bytes[from..]) {
        if matches!(bytes.get(from + found + 1), Some(b'%' | b'{')) {
            return from + found;
        }
        from += found + 1;
    }
    bytes.len()
}
