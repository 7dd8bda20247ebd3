//! Splits a page into tags, texts, comments and document types.

use super::references::reference;
use crate::characters::is_html_space;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Data,
    /// Text in which references are resolved but tags are not recognized, as in `title` and `textarea`.
    Escapable,
    /// Text in which neither tags nor references are recognized, as in `style`.
    Raw,
    Script,
    /// Text that extends to the end of the page, after `plaintext`.
    Plain,
}

#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub is_self_closing: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Token {
    Start(Tag),
    End(String),
    /// A text. In `Content::Data`, it is either all white space, or has none at its start.
    Text(String),
    Comment(String),
    Doctype {
        name: String,
        public: Option<String>,
        system: Option<String>,
        forces_quirks: bool,
    },
    Eof,
}

pub(super) struct Tokenizer {
    text: String,
    position: usize,
    /// The position at which the last token starts.
    start: usize,
    pub content: Content,
    /// The name of the last start tag. If the content is text, as in a script, only the end tag of this name ends it.
    pub last_tag: String,
    /// Whether CDATA sections are allowed, because the current element is foreign.
    pub in_foreign: bool,
}

impl Tokenizer {
    pub(super) fn new(text: &str) -> Self {
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() };
        Tokenizer { text, position: 0, start: 0, content: Content::Data, last_tag: String::new(), in_foreign: false }
    }

    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    /// The page's text, in which all line breaks are line feeds, and the offset of the token that [`Tokenizer::next`]
    /// returned last.
    pub(super) fn token_start(&self) -> (&str, usize) {
        (&self.text, self.start)
    }

    pub(super) fn next(&mut self) -> Token {
        self.start = self.position;
        if self.position >= self.text.len() {
            return Token::Eof;
        }
        match self.content {
            Content::Data => self.data(),
            Content::Plain => {
                let text = self.rest().replace('\0', "\u{FFFD}");
                self.position = self.text.len();
                Token::Text(text)
            }
            Content::Escapable => self.escapable(),
            Content::Raw | Content::Script => self.raw(),
        }
    }

    fn data(&mut self) -> Token {
        let rest = self.rest();
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some('<'), Some('!')) => self.declaration(),
            (Some('<'), Some('?')) => self.bogus_comment(1),
            (Some('<'), Some('/')) => match chars.next() {
                Some(c) if c.is_ascii_alphabetic() => self.end_tag(),
                Some('>') => {
                    self.position += 3;
                    self.next()
                }
                Some(_) => self.bogus_comment(2),
                None => self.take_text(2),
            },
            (Some('<'), Some(c)) if c.is_ascii_alphabetic() => self.start_tag(),
            (Some('<'), _) => self.take_text(1),
            (Some('&'), _) => self.reference_or_text(),
            (Some(first), _) => {
                let blank = is_html_space(first);
                let length = rest
                    .find(|c: char| matches!(c, '<' | '&') || is_html_space(c) != blank && blank)
                    .unwrap_or(rest.len());
                self.take_text(length)
            }
            (None, _) => Token::Eof,
        }
    }

    fn take_text(&mut self, length: usize) -> Token {
        let text = self.text[self.position..self.position + length].to_owned();
        self.position += length;
        Token::Text(text)
    }

    fn reference_or_text(&mut self) -> Token {
        match reference(self.rest(), false) {
            Some((text, length)) => {
                self.position += length;
                Token::Text(text)
            }
            None => self.take_text(1),
        }
    }

    /// The position of the first end tag for the element `last_tag` at or after `from`. `None` if there is none.
    fn content_end(&self, from: usize) -> Option<usize> {
        let mut position = from;
        while let Some(found) = self.text[position..].find("</") {
            position += found;
            let name = position + 2..position + 2 + self.last_tag.len();
            let is_name = self.text.get(name.clone()).is_some_and(|name| name.eq_ignore_ascii_case(&self.last_tag));
            let follows = self.text.as_bytes().get(name.end);
            if is_name && matches!(follows, Some(b' ' | b'\t' | b'\n' | b'\x0c' | b'/' | b'>')) {
                return Some(position);
            }
            position += 2;
        }
        None
    }

    fn escapable(&mut self) -> Token {
        let end = self.content_end(self.position).unwrap_or(self.text.len());
        if end == self.position {
            self.content = Content::Data;
            return self.end_tag();
        }
        let text = decoded(&self.text[self.position..end], false);
        self.position = end;
        Token::Text(text)
    }

    fn raw(&mut self) -> Token {
        let end = match self.content {
            Content::Script => self.script_end(),
            _ => self.content_end(self.position),
        };
        let end = end.unwrap_or(self.text.len());
        if end == self.position {
            self.content = Content::Data;
            return self.end_tag();
        }
        let text = self.text[self.position..end].replace('\0', "\u{FFFD}");
        self.position = end;
        Token::Text(text)
    }

    /// The offset at which the content of a script ends. Inside of `<!--`, another script may begin and end. `None`
    /// without an end tag.
    fn script_end(&self) -> Option<usize> {
        let mut position = self.position;
        loop {
            let end = self.content_end(position)?;
            let Some(comment) = self.text[position..end].find("<!--").map(|found| position + found) else {
                return Some(end);
            };
            let close = self.text[comment + 2..].find("-->").map(|found| comment + 2 + found + 3);
            // Start tags of scripts inside of the comment pair with end tags.
            let limit = close.unwrap_or(self.text.len());
            let mut inner = comment + 4;
            loop {
                let end = self.content_end(inner).filter(|end| *end < limit);
                let Some(end) = end else { break };
                match self.script_start(inner, end) {
                    Some(start) => inner = end.max(start) + 2,
                    None => return Some(end),
                }
            }
            position = close?;
        }
    }

    fn script_start(&self, from: usize, to: usize) -> Option<usize> {
        let mut position = from;
        while let Some(found) = self.text.get(position..to)?.find('<') {
            position += found + 1;
            let is_name = self.text.get(position..position + 6).is_some_and(|name| name.eq_ignore_ascii_case("script"));
            if is_name
                && matches!(self.text.as_bytes().get(position + 6), Some(b' ' | b'\t' | b'\n' | b'\x0c' | b'/' | b'>'))
            {
                return Some(position);
            }
        }
        None
    }

    fn end_tag(&mut self) -> Token {
        self.position += 2;
        match self.tag() {
            Some(tag) => Token::End(tag.name),
            None => Token::Eof,
        }
    }

    fn start_tag(&mut self) -> Token {
        self.position += 1;
        match self.tag() {
            Some(tag) => {
                self.last_tag.clone_from(&tag.name);
                Token::Start(tag)
            }
            None => Token::Eof,
        }
    }

    /// Reads a tag from its name on. `None` if the text ends within the tag.
    fn tag(&mut self) -> Option<Tag> {
        let rest = self.rest();
        let length = rest.find(|c: char| is_html_space(c) || matches!(c, '/' | '>')).unwrap_or(rest.len());
        let name = rest[..length].to_ascii_lowercase().replace('\0', "\u{FFFD}");
        self.position += length;
        let mut tag = Tag { name, attributes: Vec::new(), is_self_closing: false };
        let mut seen = std::collections::HashSet::new();
        loop {
            let rest = self.rest();
            self.position += rest.len() - rest.trim_start_matches(is_html_space).len();
            let rest = self.rest();
            let first = rest.chars().next();
            match first {
                None => {
                    self.position = self.text.len();
                    return None;
                }
                Some('>') => {
                    self.position += 1;
                    return Some(tag);
                }
                Some('/') => {
                    if rest[1..].starts_with('>') {
                        tag.is_self_closing = true;
                        self.position += 2;
                        return Some(tag);
                    }
                    self.position += 1;
                }
                Some(first) => {
                    let (name, value) = self.attribute(first)?;
                    if seen.insert(name.clone()) {
                        tag.attributes.push((name, value));
                    }
                }
            }
        }
    }

    fn attribute(&mut self, first: char) -> Option<(String, String)> {
        let rest = self.rest();
        let skipped = first.len_utf8();
        let length = rest[skipped..]
            .find(|c: char| is_html_space(c) || matches!(c, '/' | '>' | '='))
            .map_or(rest.len(), |length| skipped + length);
        let name = rest[..length].to_ascii_lowercase().replace('\0', "\u{FFFD}");
        self.position += length;
        let rest = self.rest();
        let Some(after) = rest.trim_start_matches(is_html_space).strip_prefix('=') else {
            return Some((name, String::new()));
        };
        let after = after.trim_start_matches(is_html_space);
        let start = self.text.len() - after.len();
        self.position = start;
        let after = &self.text[start..];
        let quote = after.chars().next()?;
        let value = match quote {
            '"' | '\'' => {
                let Some(length) = after[1..].find(quote) else {
                    self.position = self.text.len();
                    return None;
                };
                let value = after[1..=length].to_owned();
                self.position += length + 2;
                value
            }
            '>' => String::new(),
            _ => {
                let length = after.find(|c: char| is_html_space(c) || c == '>').unwrap_or(after.len());
                let value = after[..length].to_owned();
                self.position += length;
                value
            }
        };
        Some((name, decoded(&value, true)))
    }

    fn declaration(&mut self) -> Token {
        let rest = &self.text[self.position + 2..];
        if let Some(after) = rest.strip_prefix("--") {
            let (text, length) = comment(after);
            self.position += 4 + length;
            return Token::Comment(text.replace('\0', "\u{FFFD}"));
        }
        if rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("doctype")) {
            self.position += 9;
            return self.doctype();
        }
        if self.in_foreign
            && let Some(after) = rest.strip_prefix("[CDATA[")
        {
            let length = after.find("]]>");
            let text = after[..length.unwrap_or(after.len())].to_owned();
            self.position += 9 + length.map_or(after.len(), |length| length + 3);
            return if text.is_empty() { self.next() } else { Token::Text(text) };
        }
        self.bogus_comment(2)
    }

    fn bogus_comment(&mut self, skipped: usize) -> Token {
        let rest = &self.text[self.position + skipped..];
        let length = rest.find('>');
        let text = rest[..length.unwrap_or(rest.len())].replace('\0', "\u{FFFD}");
        self.position += skipped + length.map_or(rest.len(), |length| length + 1);
        Token::Comment(text)
    }

    fn doctype(&mut self) -> Token {
        let rest = self.rest();
        let end = rest.find('>');
        let written = rest[..end.unwrap_or(rest.len())].to_owned();
        self.position += end.map_or(written.len(), |end| end + 1);
        let mut forces_quirks = end.is_none();
        let body = written.trim_start_matches(is_html_space);
        let length = body.find(is_html_space).unwrap_or(body.len());
        let name = body[..length].to_ascii_lowercase().replace('\0', "\u{FFFD}");
        forces_quirks |= name.is_empty();
        let mut rest = body[length..].trim_start_matches(is_html_space);
        let (mut public, mut system) = (None, None);
        let keyword = rest.get(..6).unwrap_or_default().to_ascii_lowercase();
        if keyword == "public" || keyword == "system" {
            rest = rest[6..].trim_start_matches(is_html_space);
            let first = literal(&mut rest);
            forces_quirks |= first.is_none();
            if keyword == "public" {
                public = first;
                rest = rest.trim_start_matches(is_html_space);
                system = literal(&mut rest);
            } else {
                system = first;
            }
        } else if !rest.is_empty() {
            forces_quirks = true;
        }
        Token::Doctype { name, public, system, forces_quirks }
    }
}

fn literal(rest: &mut &str) -> Option<String> {
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let text = &rest[1..];
    match text.find(quote) {
        Some(length) => {
            *rest = &text[length + 1..];
            Some(text[..length].to_owned())
        }
        None => {
            *rest = "";
            Some(text.to_owned())
        }
    }
}

/// The text of a comment whose `<!--` precedes `text`, and its length together with the mark that ends the comment.
fn comment(text: &str) -> (&str, usize) {
    if text.starts_with('>') {
        return ("", 1);
    }
    if text.starts_with("->") {
        return ("", 2);
    }
    let mut from = 0;
    while let Some(found) = text[from..].find("--") {
        let position = from + found;
        if text[position..].starts_with("-->") {
            return (&text[..position], position + 3);
        }
        if text[position..].starts_with("--!>") {
            return (&text[..position], position + 4);
        }
        from = position + 1;
    }
    let end = ["--!", "--", "-"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
    (end, text.len())
}

/// Text with its character references decoded, and U+FFFD for null characters.
fn decoded(text: &str, is_attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('&') {
        out.push_str(&rest[..position]);
        rest = &rest[position..];
        match reference(rest, is_attribute) {
            Some((text, length)) => {
                out.push_str(&text);
                rest = &rest[length..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out.replace('\0', "\u{FFFD}")
}
