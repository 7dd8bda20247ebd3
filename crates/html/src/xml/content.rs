//! Texts, CDATA sections, comments and instructions.

use super::parser::{Parser, code};
use crate::characters::is_xml_space;
use crate::html4::is_character;
use crate::tree::NodeKind;

impl Parser<'_> {
    /// Adds text to the innermost open element. If the last child of this element is a text node, extends that node.
    pub(super) fn characters(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let parent = self.parent();
        if let Some(last) = self.tree.last_child(parent)
            && self.tree.is_text(last)
        {
            self.tree.node_mut(last).value.get_or_insert_default().push_str(text);
            return;
        }
        let node = self.tree.create_text(text);
        self.put(node);
    }

    /// Reads a text up to the next `<` or `&`, or up to `]]>`, which is an error.
    pub(super) fn character_data(&mut self) {
        let rest = &self.text[self.position..];
        let length = rest.find(['<', '&']).unwrap_or(rest.len());
        let mut text = &rest[..length];
        if let Some(position) = text.find("]]>") {
            text = &text[..position];
            self.position += position;
            self.fail(code::CDATA_END, "Sequence ']]>' not allowed in content");
            // libxml2 drops the first bracket.
            self.position += 1;
        } else {
            self.position += text.len();
        }
        let text = self.cleaned(text);
        if self.options.drops_blanks && self.is_between_elements(&text) {
            return;
        }
        self.characters(&text);
    }

    /// Whether a text is white space that only separates elements. This is a guess from the text and its neighbours.
    fn is_between_elements(&self, text: &str) -> bool {
        if !text.bytes().all(is_xml_space) || !matches!(self.byte(0), b'<' | b'\r') {
            return false;
        }
        let parent = self.parent();
        match (self.tree.first_child(parent), self.tree.last_child(parent)) {
            (None, _) => self.byte(1) != b'/',
            (Some(first), Some(last)) => {
                let is_text = |node| matches!(self.tree.kind(node), NodeKind::Text | NodeKind::CData);
                !is_text(first) && !is_text(last)
            }
            _ => false,
        }
    }

    /// Converts line breaks to `\n`, and removes characters that XML does not allow, with an error for each.
    pub(super) fn cleaned(&mut self, text: &str) -> String {
        let mut cleaned = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\r' => {
                    if chars.peek() != Some(&'\n') {
                        cleaned.push('\n');
                    }
                }
                c if is_character(u32::from(c)) => cleaned.push(c),
                c => {
                    let message = format!("PCDATA invalid Char value {}", u32::from(c));
                    self.fail(code::INVALID_CHARACTER, message);
                }
            }
        }
        cleaned
    }

    pub(super) fn cdata(&mut self) {
        self.position += "<![CDATA[".len();
        let rest = &self.text[self.position..];
        let Some(length) = rest.find("]]>") else {
            self.position = self.text.len();
            let shown: String = rest.chars().take(50).collect();
            self.fail(code::CDATA_NOT_FINISHED, format!("CData section not finished\n{shown}"));
            return;
        };
        let text = self.cleaned(&rest[..length]);
        self.position += length + 3;
        if self.options.merges_cdata {
            self.characters(&text);
            return;
        }
        let node = self.tree.create_cdata(&text);
        self.put(node);
    }

    pub(super) fn comment(&mut self) {
        self.position += 4;
        let rest = &self.text[self.position..];
        let Some(length) = rest.find("-->") else {
            self.position = self.text.len();
            self.fail(code::COMMENT_NOT_FINISHED, "Comment not terminated ");
            return;
        };
        if rest[..length].contains("--") {
            let shown: String = rest.chars().take(50).collect();
            self.fail(code::HYPHEN_IN_COMMENT, format!("Double hyphen within comment: <!--{shown}"));
        }
        let text = self.cleaned(&rest[..length]);
        self.position += length + 3;
        let node = self.tree.create_comment(&text);
        self.put(node);
    }

    pub(super) fn instruction(&mut self) {
        self.position += 2;
        let Some(name) = self.name().map(str::to_owned) else {
            self.fail(code::INSTRUCTION_NOT_STARTED, "xmlParsePI : no target name");
            return;
        };
        if name.eq_ignore_ascii_case("xml") {
            self.fail(code::RESERVED_NAME, "XML declaration allowed only at the start of the document");
        }
        self.skip_blanks();
        let rest = &self.text[self.position..];
        let Some(length) = rest.find("?>") else {
            self.position = self.text.len();
            let message = format!("ParsePI: PI {name} never end ...");
            self.fail(code::INSTRUCTION_NOT_FINISHED, message);
            return;
        };
        let text = self.cleaned(&rest[..length]);
        self.position += length + 2;
        let node = self.tree.create_instruction(&name, Some(&text).filter(|text| !text.is_empty()).map(String::as_str));
        self.put(node);
    }
}
