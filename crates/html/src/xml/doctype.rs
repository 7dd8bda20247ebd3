//! Document types with their internal subsets. Only general entities are evaluated.

use super::parser::{Parser, code};
use crate::tree::Doctype;

impl Parser<'_> {
    pub(super) fn doctype(&mut self) {
        self.position += "<!DOCTYPE".len();
        self.skip_blanks();
        let Some(name) = self.name().map(str::to_owned) else {
            self.fail(code::NAME_REQUIRED, "xmlParseDocTypeDecl : no DOCTYPE name !");
            return;
        };
        self.skip_blanks();
        let mut doctype = Doctype::default();
        if self.looks_at("PUBLIC") {
            self.position += 6;
            doctype.public = self.literal();
            doctype.system = self.literal();
        } else if self.looks_at("SYSTEM") {
            self.position += 6;
            doctype.system = self.literal();
        }
        self.skip_blanks();
        if self.byte(0) == b'[' {
            doctype.subset = Some(self.subset());
        }
        self.skip_blanks();
        if self.byte(0) == b'>' {
            self.position += 1;
        } else {
            self.fail(code::DOCTYPE_NOT_FINISHED, "DOCTYPE improperly terminated");
        }
        self.tree.set_doctype(&name, doctype);
    }

    fn literal(&mut self) -> Option<String> {
        self.skip_blanks();
        let quote = char::from(self.byte(0));
        if !matches!(quote, '"' | '\'') {
            return None;
        }
        let (text, _) = self.text[self.position + 1..].split_once(quote)?;
        self.position += text.len() + 2;
        Some(text.to_owned())
    }

    /// Reads the declarations between brackets, and returns them one on each line.
    fn subset(&mut self) -> String {
        self.position += 1;
        let mut written = String::new();
        loop {
            self.skip_blanks();
            let start = self.position;
            if self.byte(0) == b']' {
                self.position += 1;
                return written;
            }
            if self.looks_at("<!--") {
                let length = self.text[self.position..]
                    .find("-->")
                    .map_or(self.text.len() - self.position, |position| position + 3);
                self.position += length;
            } else if self.byte(0) == b'<' {
                self.subset_declaration();
            } else if self.byte(0) == b'%' {
                let length = self.text[self.position..]
                    .find(';')
                    .map_or(self.text.len() - self.position, |position| position + 1);
                self.position += length;
            } else {
                return written;
            }
            written.push_str(&self.text[start..self.position]);
            written.push('\n');
        }
    }

    /// Reads a declaration up to its `>`, ignoring any `>` in quotes. If it declares an entity with a value, stores
    /// that value.
    fn subset_declaration(&mut self) {
        let start = self.position;
        let mut quote = None;
        let length = self.text[start..].find(|c: char| match quote {
            Some(open) => {
                if c == open {
                    quote = None;
                }
                false
            }
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                false
            }
            None => c == '>',
        });
        self.position = length.map_or(self.text.len(), |length| start + length + 1);
        let declaration = self.text[start..self.position].trim_end_matches('>');
        let Some(rest) = declaration.strip_prefix("<!ENTITY") else { return };
        let rest = rest.trim_start();
        let Some((name, rest)) = rest.split_once([' ', '\t', '\n', '\r']) else { return };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return };
        if let Some((value, _)) = rest[1..].split_once(quote)
            && name != "%"
        {
            self.entities.entry(name.to_owned()).or_insert_with(|| value.to_owned());
        }
    }
}
