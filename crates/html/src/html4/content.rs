//! Texts, and the content of scripts and styles.

use super::parser::{Parser, code};
use crate::characters::is_xml_space;
use crate::tree::NodeKind;

impl Parser<'_> {
    /// Adds text to the innermost open element. If the last child of this element is a text node, extends that node.
    /// Without an open element, drops the text.
    pub(super) fn characters(&mut self, text: &str) {
        let Some(parent) = self.open.last() else { return };
        if let Some(last) = self.tree.last_child(*parent)
            && self.tree.is_text(last)
        {
            self.tree.node_mut(last).value.get_or_insert_default().push_str(text);
            return;
        }
        let node = self.tree.create_text(text);
        self.put(node);
    }

    /// Reads the content of a script or style up to the element's end tag.
    pub(super) fn script(&mut self) {
        let name = self.name().unwrap_or_default().to_owned();
        let start = self.position;
        loop {
            self.skip_while(|byte| byte != b'<');
            if self.byte(0) == 0 {
                break;
            }
            if self.byte(1) == b'/' {
                let ahead = self.text.as_bytes().get(self.position + 2..self.position + 2 + name.len());
                if ahead.is_some_and(|ahead| ahead.eq_ignore_ascii_case(name.as_bytes())) {
                    break;
                }
                self.fail(code::CDATA_CLOSE, format!("Element {name} embeds close tag"));
            }
            self.position += 1;
        }
        let text = self.cleaned(start, "CDATA");
        if text.is_empty() {
            return;
        }
        let last = self.open.last().and_then(|open| self.tree.last_child(*open));
        match last.filter(|last| self.tree.kind(*last) == NodeKind::CData) {
            Some(last) => self.tree.node_mut(last).value.get_or_insert_default().push_str(&text),
            None => {
                let node = self.tree.create_cdata(&text);
                self.put(node);
            }
        }
    }

    /// Reads a text up to the next `<` or `&`.
    pub(super) fn character_data(&mut self) {
        let start = self.position;
        self.skip_while(|byte| byte != b'<' && byte != b'&');
        let text = self.cleaned(start, "CDATA");
        if text.is_empty() {
            return;
        }
        let is_between = matches!(self.byte(0), 0 | b'<') && text.bytes().all(is_xml_space);
        if !is_between {
            self.imply_paragraph();
        }
        self.characters(&text);
    }
}
