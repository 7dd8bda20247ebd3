//! The extension `autolink`: addresses of the web in the text.

use super::{Reader, may_precede_address};
use crate::characters::{first_char, is_punctuation, is_space, is_unicode_space};
use crate::tree::{Kind, NodeId, Span};

impl Reader<'_> {
    /// Reads an address that begins with `www.`, and returns its link. `None` inside brackets, and if no address begins
    /// at the position.
    pub(super) fn web_address(&mut self) -> Option<NodeId> {
        let is_free = self.position == self.start || may_precede_address(self.tree.buffer[self.position - 1]);
        let text = self.rest();
        if self.is_in_bracket() || !is_free || !text.starts_with(b"www.") {
            return None;
        }
        let host = host_length(text, false)?;
        let length = address_length(text, host)?;
        let text = Span::new(self.position, self.position + length);
        let address = self.with_prefix("http://", text);
        self.position += length;
        Some(self.make_link(address, text))
    }

    /// Reads an address at its `://`, and returns its link. Removes the scheme from the text that was read before.
    /// `None` inside brackets, for schemes other than `http`, `https` and `ftp`, and without a host.
    pub(super) fn address(&mut self) -> Option<NodeId> {
        let text = self.rest();
        if self.is_in_bracket() || text.len() < 4 || !text.starts_with(b"://") {
            return None;
        }
        let before = &self.tree.buffer[self.start..self.position];
        let scheme = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let name = &before[before.len() - scheme..];
        let is_known = ["http", "https", "ftp"].iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        if !is_known || !is_host_character(&text[3..]) {
            return None;
        }
        let host = host_length(&text[3..], true)?;
        let length = address_length(text, 3 + host)?;
        let span = Span::new(self.position - scheme, self.position + length);
        self.take_back(scheme);
        self.position += length;
        Some(self.make_link(span, span))
    }

    /// Removes `count` bytes from the end of the text that was read before, even if it consists of several nodes.
    fn take_back(&mut self, mut count: usize) {
        let mut last = self.tree.node(self.block).last;
        while let Some(id) = last.filter(|&id| count > 0 && self.tree.kind(id) == Kind::Text) {
            let node = self.tree.node_mut(id);
            let taken = count.min(node.text.len());
            node.text.end -= taken;
            count -= taken;
            last = node.previous;
        }
    }
}

/// Whether the text begins with a character that a host's name may contain.
fn is_host_character(text: &[u8]) -> bool {
    first_char(text).is_some_and(|c| !is_unicode_space(c) && !is_punctuation(c))
}

/// The length of a host's name. The name needs a dot unless `may_be_short`, and its last two parts must not contain an
/// underscore. A character outside of ASCII ends the name, but its first byte still counts.
fn host_length(text: &[u8], may_be_short: bool) -> Option<usize> {
    let (mut dots, mut underscores, mut underscores_before) = (0, 0, 0);
    let mut position = 1;
    while position + 1 < text.len() {
        match text[position] {
            b'_' => underscores += 1,
            b'.' => {
                underscores_before = underscores;
                underscores = 0;
                dots += 1;
            }
            b'-' => {}
            _ if is_host_character(&text[position..]) => {}
            _ => break,
        }
        position += 1;
    }
    let is_good = underscores == 0 && underscores_before == 0 && (may_be_short || dots > 0);
    is_good.then_some(position)
}

/// The length of an address whose host ends at offset `host`. Punctuation at the end is not included. `None` if the
/// length is 0.
fn address_length(text: &[u8], host: usize) -> Option<usize> {
    let more = text.get(host..)?.iter().take_while(|&&byte| !is_space(byte)).count();
    Some(without_ending(&text[..host + more])).filter(|&length| length > 0)
}

/// The length of the address at the start of `text`, up to a `<`. Punctuation, an entity such as `&lt;` and an unpaired
/// `)` at its end are not included.
pub(super) fn without_ending(text: &[u8]) -> usize {
    let text = &text[..memchr::memchr(b'<', text).unwrap_or(text.len())];
    let count = |mark: u8| text.iter().filter(|&&byte| byte == mark).count();
    let (opening, mut closing) = (count(b'('), count(b')'));
    let mut end = text.len();
    while let Some(&last) = text[..end].last() {
        match last {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => end -= 1,
            b';' => {
                let letters = text[..end - 1].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
                let amp = (end - 1).checked_sub(letters + 1);
                end = amp.filter(|&amp| letters > 0 && text[amp] == b'&').unwrap_or(end - 1);
            }
            b')' if closing > opening => {
                closing -= 1;
                end -= 1;
            }
            _ => break,
        }
    }
    end
}
