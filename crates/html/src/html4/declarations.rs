//! Comments, processing instructions and document types.

use super::parser::{Parser, code};
use crate::characters::is_xml_space;
use crate::tree::{Doctype, NodeId};

impl Parser<'_> {
    /// Parses a comment. A comment without an end is dropped, with the rest of the text.
    pub(super) fn comment(&mut self) {
        self.position += 4;
        let start = self.position;
        let Some(length) = comment_length(&self.text[start..]) else {
            let shown: String = self.text[start..].chars().take(50).collect();
            self.position = self.text.len();
            self.fail(code::COMMENT_NOT_FINISHED, format!("Comment not terminated \n<!--{shown}"));
            return;
        };
        self.position = start + length;
        let text = self.cleaned(start, "comment");
        if self.looks_at("--!>") {
            self.fail(code::COMMENT_NOT_FINISHED, "Comment incorrectly closed by '--!>'");
            self.position += 1;
        }
        self.position += 3;
        let node = self.tree.create_comment(&text);
        self.put(node);
    }

    /// Parses a processing instruction, which ends at the first `>`. An instruction without `>` is dropped, with the
    /// rest of the text.
    pub(super) fn instruction(&mut self) {
        self.position += 2;
        let Some(name) = self.any_name().map(str::to_owned) else {
            self.fail(code::INSTRUCTION_NOT_STARTED, "PI is not started correctly");
            return;
        };
        if self.byte(0) == b'>' {
            self.position += 1;
            let node = self.tree.create_instruction(&name, None);
            self.put(node);
            return;
        }
        if !is_xml_space(self.byte(0)) {
            let message = format!("ParsePI: PI {name} space expected");
            self.fail_about(code::SPACE_REQUIRED, message, Some(&name), None);
        }
        self.skip_blanks();
        let start = self.position;
        self.skip_while(|byte| byte != b'>');
        let text = self.cleaned(start, "processing instruction");
        if self.byte(0) == b'>' {
            self.position += 1;
            let node = self.tree.create_instruction(&name, Some(&text));
            self.put(node);
        } else {
            let message = format!("ParsePI: PI {name} never end ...");
            self.fail_about(code::INSTRUCTION_NOT_FINISHED, message, Some(&name), None);
        }
    }

    /// Parses comments and processing instructions (`<? ... >`) in front of the document type or the content.
    pub(super) fn prolog(&mut self) {
        while !self.is_halted && (self.looks_at("<!--") || self.looks_at("<?")) {
            let before = self.position;
            if self.looks_at("<!--") {
                self.comment();
            } else {
                self.instruction();
            }
            self.skip_blanks();
            if self.position == before {
                break;
            }
        }
    }

    /// Parses a document type. It becomes the first node of the page, even if it is not at the start of the text. It is
    /// ignored in fragments, and if the page already has one.
    pub(super) fn declaration(&mut self) {
        self.position += 9;
        self.skip_blanks();
        let name = self.any_name().map_or_else(String::new, str::to_owned);
        if name.is_empty() {
            self.fail(code::NAME_REQUIRED, "htmlParseDocTypeDecl : no DOCTYPE name !");
        }
        self.skip_blanks();
        let ahead = self.text.get(self.position..self.position + 6).unwrap_or_default();
        let is_public = ahead.eq_ignore_ascii_case("PUBLIC");
        let mut doctype = Doctype::default();
        if is_public || ahead.eq_ignore_ascii_case("SYSTEM") {
            self.position += 6;
            let first = self.literal();
            if is_public {
                doctype.public = first;
                doctype.system = self.literal();
            } else {
                doctype.system = first;
            }
        }
        self.skip_blanks();
        if self.byte(0) != b'>' {
            self.fail(code::DOCTYPE_NOT_FINISHED, "DOCTYPE improperly terminated");
        }
        self.skip_while(|byte| byte != b'>');
        if self.byte(0) == b'>' {
            self.position += 1;
        }
        if self.root != NodeId::DOCUMENT || self.tree.doctype_node().is_some() {
            return;
        }
        let node = self.tree.set_doctype(if name.is_empty() { "html" } else { &name }, doctype);
        if let Some(first) = self.tree.first_child(NodeId::DOCUMENT) {
            self.tree.insert_before(first, node);
        }
    }

    /// Reads a quoted string after white space. `None` if no quote follows. A string without its closing quote extends
    /// to the end.
    fn literal(&mut self) -> Option<String> {
        self.skip_blanks();
        let quote = self.byte(0);
        if !matches!(quote, b'"' | b'\'') {
            return None;
        }
        self.position += 1;
        let start = self.position;
        self.skip_while(|byte| byte != quote);
        let text = self.text.get(start..self.position).map(str::to_owned);
        if self.byte(0) == quote {
            self.position += 1;
        }
        text
    }

    /// Parses a document type inside of the content, and records an error. The document type is ignored in fragments,
    /// and if the page already has one.
    pub(super) fn misplaced_doctype(&mut self) {
        self.fail(code::STRUCTURE, "Misplaced DOCTYPE declaration");
        self.declaration();
    }
}

/// The length of a comment's text. The comment ends in `-->` or, incorrectly, in `--!>`. `None` if it does not end.
fn comment_length(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(position) = text[from..].find("--") {
        let position = from + position;
        if text[position..].starts_with("-->") || text[position..].starts_with("--!>") {
            return Some(position);
        }
        from = position + 1;
    }
    None
}
