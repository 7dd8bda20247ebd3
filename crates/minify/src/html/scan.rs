//! A page divided into tags, text, comments, and parts that stay unchanged.
//!
//! Scanning takes linear time: a search that failed, such as one for `-->`, is not repeated.

use std::collections::HashSet;
use std::iter::FusedIterator;
use std::ops::Range;

/// Elements whose contents are not HTML, or keep their white space.
const CONTENTS: &[&str] = &["pre", "textarea", "script", "style"];

/// A token of HTML, such as a text, a tag or a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Text between tags.
    Text(&'a str),
    /// A start tag or an end tag, with its brackets.
    Tag(&'a str),
    /// A comment, with its marks.
    Comment(&'a str),
    /// A declaration, such as `<!DOCTYPE html>`.
    Doctype(&'a str),
    /// A conditional comment, which some browsers interpret.
    Conditional {
        /// The condition with its marks, such as `<!--[if IE]>`.
        open: &'a str,
        /// The markup that the condition governs.
        inner: &'a str,
        /// The end mark, such as `<![endif]-->`.
        close: &'a str,
    },
    /// The content of a `pre`, `textarea`, `script` or `style` element. The start tag is also a token of its own.
    Content {
        /// The start tag, with its brackets.
        tag: &'a str,
        /// The content up to the end tag.
        text: &'a str,
    },
    /// Text that stays unchanged.
    Verbatim(&'a str),
}

/// An iterator over the tokens of a page.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    position: usize,
    preserved: &'a [Range<usize>],
    /// The last start tag and the name of its element, if the content of this element follows.
    open: Option<(&'a str, &'static str)>,
    /// Marks, such as `-->`, that do not occur in the rest of the page.
    absent: HashSet<&'static str>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, preserved: &'a [Range<usize>]) -> Self {
        Scanner { text, position: 0, preserved, open: None, absent: HashSet::new() }
    }

    /// The next valid range in `preserved` that begins at or after the current position. Drops all ranges before it.
    fn next_preserved(&mut self) -> Option<Range<usize>> {
        while let Some(first) = self.preserved.first() {
            let is_sound =
                first.start >= self.position && first.start < first.end && self.text.get(first.clone()).is_some();
            if is_sound {
                return Some(first.clone());
            }
            self.preserved = &self.preserved[1..];
        }
        None
    }

    /// The offset of the next `mark` from `from` on, in upper or lower case. `None` if there is no further one.
    fn find(&mut self, mark: &'static str, from: usize) -> Option<usize> {
        if self.absent.contains(mark) {
            return None;
        }
        let rest = self.text.as_bytes().get(from..)?;
        let found = rest.windows(mark.len()).position(|window| window.eq_ignore_ascii_case(mark.as_bytes()));
        if found.is_none() {
            self.absent.insert(mark);
        }
        found.map(|position| from + position)
    }

    fn take(&mut self, end: usize) -> &'a str {
        let taken = self.text.get(self.position..end).unwrap_or_default();
        self.position = end;
        taken
    }

    fn content(&mut self, tag: &'a str, name: &'static str) -> Option<Token<'a>> {
        let close = match name {
            "pre" => "</pre",
            "textarea" => "</textarea",
            "script" => "</script",
            _ => "</style",
        };
        let end = self.find(close, self.position)?;
        let text = self.take(end);
        (!text.is_empty()).then_some(Token::Content { tag, text })
    }

    /// The token that begins with the `<` at the current position.
    fn markup(&mut self) -> Token<'a> {
        let rest = &self.text[self.position..];
        if rest.starts_with("<!--") {
            return self.comment();
        }
        if rest.starts_with("<![CDATA[") {
            return Token::Verbatim(self.take(self.position + 9));
        }
        if rest.starts_with("<![") {
            return self.conditional().unwrap_or_else(|| self.tag());
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            let end = self.find(">", self.position).map_or(self.text.len(), |end| end + 1);
            return Token::Doctype(self.take(end)).verbatim_unless(rest.as_bytes().get(1) == Some(&b'!'));
        }
        if rest[1..].starts_with(|c: char| c == '/' || c.is_ascii_alphabetic()) {
            return self.tag();
        }
        Token::Text(self.take(self.position + 1))
    }

    fn comment(&mut self) -> Token<'a> {
        if let Some(token) = self.skipped() {
            return token;
        }
        if let Some(token) = self.conditional() {
            return token;
        }
        if self.text[self.position..].starts_with("<!-->") {
            return Token::Comment(self.take(self.position + 5));
        }
        match self.find("-->", self.position + 4) {
            Some(end) if self.text[self.position..].starts_with("<!--[") => Token::Verbatim(self.take(end + 3)),
            Some(end) => Token::Comment(self.take(end + 3)),
            None => Token::Verbatim(self.take(self.text.len())),
        }
    }

    /// The part from `<!-- {{{ -->` to `<!-- }}} -->`, which stays unchanged. `None` for other comments.
    fn skipped(&mut self) -> Option<Token<'a>> {
        let inner = self.text[self.position + 4..].trim_ascii_start();
        let behind = inner.strip_prefix("{{{")?.trim_ascii_start();
        behind.strip_prefix("-->")?;
        let end = self.find("}}}", self.position)?;
        let end = self.find("-->", end)?;
        Some(Token::Verbatim(self.take(end + 3)))
    }

    fn conditional(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.position..];
        let condition = rest.strip_prefix("<!--[").or_else(|| rest.strip_prefix("<!["))?;
        let bracket = condition.find([']', '<'])?;
        condition[bracket..].strip_prefix("]>")?;
        let open = rest.len() - condition.len() + bracket + 2;
        let inner_start = self.position + open;
        let close_start = self.find("<![endif]-->", inner_start)?;
        let open = self.take(inner_start);
        let inner = self.take(close_start);
        let close = self.take(close_start + "<![endif]-->".len());
        Some(Token::Conditional { open, inner, close })
    }

    fn tag(&mut self) -> Token<'a> {
        let Some(end) = tag_end(&self.text[self.position..]) else {
            return Token::Verbatim(self.take(self.text.len()));
        };
        let tag = self.take(self.position + end);
        let name = tag[1..].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let name = CONTENTS.iter().find(|known| known.eq_ignore_ascii_case(name));
        self.open = name.filter(|_| !tag.ends_with("/>")).map(|name| (tag, *name));
        Token::Tag(tag)
    }
}

impl<'a> Token<'a> {
    fn verbatim_unless(self, keeps: bool) -> Token<'a> {
        match self {
            Token::Doctype(text) if !keeps => Token::Verbatim(text),
            token => token,
        }
    }
}

/// The end of a tag: after its first `>` outside of quotes.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_value = false;
    for (position, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if is_value => quote = Some(byte),
            (None, b'>') => return Some(position + 1),
            _ => {}
        }
        is_value = byte == b'=' || (is_value && byte.is_ascii_whitespace());
    }
    None
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some((tag, name)) = self.open.take()
            && let Some(token) = self.content(tag, name)
        {
            return Some(token);
        }
        if self.position >= self.text.len() {
            return None;
        }
        let preserved = self.next_preserved();
        if let Some(range) = preserved.clone().filter(|range| range.start == self.position) {
            return Some(Token::Verbatim(self.take(range.end)));
        }
        if self.text[self.position..].starts_with('<') {
            return Some(self.markup());
        }
        let end = self.text[self.position..].find('<').map_or(self.text.len(), |end| self.position + end);
        let end = preserved.map_or(end, |range| end.min(range.start));
        Some(Token::Text(self.take(end)))
    }
}

impl FusedIterator for Scanner<'_> {}
