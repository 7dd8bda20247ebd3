//! Quoted strings, and declaration values as plain text.

use super::{Scanner, is_newline, is_whitespace};
use crate::Result;

impl Scanner<'_> {
    /// Reads a quoted string and returns its contents, with escapes resolved. `#{` is ordinary text. Fails if the
    /// string is missing or not closed.
    pub(crate) fn string(&mut self) -> Result<String> {
        let quote = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => quote,
            None => return self.fail("expected more input."),
            Some(_) => return self.fail("Expected string."),
        };
        self.position += 1;
        let mut out = String::new();
        loop {
            let chunk = self.position;
            while self.peek().is_some_and(|byte| byte != quote && byte != b'\\' && !is_newline(byte)) {
                self.position += 1;
            }
            out.push_str(self.since(chunk));
            match self.peek() {
                Some(byte) if byte == quote => {
                    self.position += 1;
                    return Ok(out);
                }
                Some(b'\\') if self.peek_at(1).is_some_and(is_newline) => self.position += 2,
                Some(b'\\') => out.push(self.escaped_char()?),
                _ => return self.fail(&format!("Expected {}.", quote as char)),
            }
        }
    }

    /// Reads a declaration value as plain text, up to an unmatched closing bracket or a semicolon outside of brackets.
    /// Fails if a bracket or string is not closed, or if the value is empty and `allow_empty` is not set.
    pub(crate) fn declaration_value(&mut self, allow_empty: bool) -> Result<String> {
        let mut text = String::new();
        let mut brackets = Vec::new();
        let mut after_newline = false;
        while let Some(next) = self.peek() {
            let mut newline = false;
            match next {
                b' ' | b'\t' => {
                    if after_newline || !self.peek_at(1).is_some_and(is_whitespace) {
                        text.push(' ');
                    }
                    self.position += 1;
                    newline = after_newline;
                }
                b'\n' | b'\r' | 0x0c => {
                    if !self.previous().is_some_and(is_newline) {
                        text.push('\n');
                    }
                    self.position += 1;
                    newline = true;
                }
                b'(' | b'[' | b'{' => {
                    text.push(next as char);
                    self.position += 1;
                    brackets.push(closing(next));
                }
                b')' | b']' | b'}' => {
                    let Some(expected) = brackets.pop() else { break };
                    self.expect_byte(expected)?;
                    text.push(next as char);
                }
                b';' if brackets.is_empty() => break,
                _ => self.value_token(next, &mut text)?,
            }
            after_newline = newline;
        }
        if let Some(expected) = brackets.last() {
            self.expect_byte(*expected)?;
        }
        if text.is_empty() && !allow_empty { self.fail("Expected token.") } else { Ok(text) }
    }

    fn value_token(&mut self, next: u8, text: &mut String) -> Result<()> {
        let start = self.position;
        match next {
            b'\\' => return self.escape(true, text),
            b'"' | b'\'' => {
                self.string()?;
                text.push_str(self.since(start));
            }
            b'/' if self.peek_at(1) == Some(b'*') => {
                self.loud_comment()?;
                text.push_str(self.since(start));
            }
            b'u' | b'U' => match self.url() {
                Some(url) => text.push_str(&url),
                None => text.push(self.read()?),
            },
            _ if self.looking_at_identifier() => text.push_str(&self.identifier()?),
            _ => text.push(self.read()?),
        }
        Ok(())
    }

    /// Reads `url(…)` with unquoted contents if it is next, and otherwise returns `None`.
    fn url(&mut self) -> Option<String> {
        let start = self.position;
        let found = self.raw_url();
        if found.is_none() {
            self.position = start;
        }
        found
    }

    fn raw_url(&mut self) -> Option<String> {
        if !self.scan_identifier("url").ok()? || !self.scan_byte(b'(') {
            return None;
        }
        self.whitespace().ok()?;
        let mut text = String::from("url(");
        loop {
            match self.peek()? {
                b'\\' => self.escape(false, &mut text).ok()?,
                b'%' | b'&' | b'#' | b'*'..=b'~' | 0x80.. => text.push(self.read().ok()?),
                b')' => {
                    self.position += 1;
                    text.push(')');
                    return Some(text);
                }
                next if is_whitespace(next) => {
                    self.whitespace().ok()?;
                    if self.peek() != Some(b')') {
                        return None;
                    }
                }
                _ => return None,
            }
        }
    }
}

/// The closing bracket for an opening one, such as `)` for `(`.
const fn closing(bracket: u8) -> u8 {
    match bracket {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
