//! Parses comments, processing instructions and document types.

use super::{Kind, Parser, is_blank};

impl Parser<'_> {
    /// `htmlParseComment`. Drops a comment without an end.
    pub(super) fn comment(&mut self) {
        self.at += 4;
        let start = self.at;
        let Some(length) = comment_length(&self.text[start..]) else {
            self.complain();
            self.at = self.bytes.len();
            return;
        };
        self.at = start + length;
        let text = self.cleaned(start);
        if self.looks_at("--!>") {
            self.complain();
            self.at += 1;
        }
        self.at += 3;
        self.put(Kind::Comment(text));
    }

    /// `htmlParsePI`
    pub(super) fn instruction(&mut self) {
        self.at += 2;
        let Some(name) = self.any_name().map(str::to_owned) else {
            self.complain();
            return;
        };
        if self.byte(0) == b'>' {
            self.at += 1;
            self.put(Kind::Instruction { name, text: None });
            return;
        }
        if !is_blank(self.byte(0)) {
            self.complain();
        }
        self.skip_blanks();
        let start = self.at;
        self.skip_while(|byte| byte != b'>');
        let text = self.cleaned(start);
        if self.byte(0) == b'>' {
            self.at += 1;
            self.put(Kind::Instruction { name, text: Some(text) });
        } else {
            self.complain();
        }
    }

    /// Parses comments and instructions before the document type or the content.
    pub(super) fn prolog(&mut self) {
        while !self.is_halted && (self.looks_at("<!--") || self.looks_at("<?")) {
            let before = self.at;
            if self.looks_at("<!--") {
                self.comment()
            } else {
                self.instruction()
            }
            self.skip_blanks();
            if self.at == before {
                break;
            }
        }
    }

    /// `htmlParseDocTypeDecl`: returns the declaration in libxml2's format.
    pub(super) fn declaration(&mut self) -> String {
        self.at += 9;
        self.skip_blanks();
        let name = self.any_name().map_or_else(String::new, str::to_owned);
        self.skip_blanks();
        let ahead = self.text.get(self.at..self.at + 6).unwrap_or_default();
        let is_public = ahead.eq_ignore_ascii_case("PUBLIC");
        let mut written = format!("<!DOCTYPE {}", if name.is_empty() { "html" } else { &name });
        if is_public || ahead.eq_ignore_ascii_case("SYSTEM") {
            self.at += 6;
            let first = self.literal();
            let second = if is_public { self.literal() } else { None };
            match (is_public, first, second) {
                (true, Some(public), None) => written.push_str(&format!(" PUBLIC \"{public}\"")),
                (true, Some(public), Some(system)) => {
                    written.push_str(&format!(" PUBLIC \"{public}\" \"{system}\""));
                }
                (false, Some(system), _) if system != "about:legacy-compat" => {
                    written.push_str(&format!(" SYSTEM \"{system}\""));
                }
                _ => {}
            }
        }
        self.skip_while(|byte| byte != b'>');
        if self.byte(0) == b'>' {
            self.at += 1;
        }
        written.push('>');
        written
    }

    /// A quoted string after white space.
    fn literal(&mut self) -> Option<String> {
        self.skip_blanks();
        let quote = self.byte(0);
        if !matches!(quote, b'"' | b'\'') {
            return None;
        }
        self.at += 1;
        let start = self.at;
        self.skip_while(|byte| byte != quote);
        let text = self.text.get(start..self.at).map(str::to_owned);
        if self.byte(0) == quote {
            self.at += 1;
        }
        text
    }

    /// `htmlParseDocTypeDecl` inside of a document, where it is dropped.
    pub(super) fn doctype(&mut self) {
        self.complain();
        self.skip_while(|byte| byte != b'>');
        if self.byte(0) == b'>' {
            self.at += 1;
        }
    }
}

/// The length of a comment that ends in `-->` or, incorrectly, `--!>`.
fn comment_length(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find("--") {
        let at = from + at;
        if text[at..].starts_with("-->") || text[at..].starts_with("--!>") {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
