//! The extension `autolink`: email and XMPP addresses, which are searched for after the whole document was read.

use super::links::without_ending;
use crate::tree::{Kind, NodeId, Span, Tree};

/// Turns email and XMPP addresses in texts into links, except inside links.
pub(crate) fn link_mail_addresses(tree: &mut Tree) {
    let mut next = Some(Tree::ROOT);
    while let Some(id) = next {
        next = match tree.kind(id) {
            Kind::Link { .. } => tree.after(id, Tree::ROOT),
            Kind::Text => {
                join_texts(tree, id);
                let next = tree.after(id, Tree::ROOT);
                link_in(tree, id);
                next
            }
            _ => tree.following(id, Tree::ROOT),
        };
    }
}

/// Joins the text node `id` with the text nodes that directly follow it.
fn join_texts(tree: &mut Tree, id: NodeId) {
    let is_text = |tree: &Tree, id: &NodeId| tree.kind(*id) == Kind::Text;
    let Some(next) = tree.node(id).next.filter(|next| is_text(tree, next)) else { return };
    let mut text = tree.bytes(tree.node(id).text).to_vec();
    let mut more = Some(next);
    while let Some(next) = more {
        text.extend_from_slice(tree.bytes(tree.node(next).text));
        more = tree.node(next).next.filter(|next| is_text(tree, next));
        tree.unlink(next);
    }
    tree.node_mut(id).text = tree.write(&text);
}

/// Turns the email and XMPP addresses in a text node into links.
fn link_in(tree: &mut Tree, text: NodeId) {
    /// The maximum number of `@` that cmark-gfm examines in one text.
    const MOST: usize = 1001;
    let mut node = text;
    let mut from = tree.node(text).text.start;
    for _ in 0..MOST {
        let span = tree.node(node).text;
        let Some(found) = memchr::memchr(b'@', tree.bytes(Span::new(from, span.end))) else { return };
        let position = from + found;
        let Some(address) = address(tree.bytes(span), from - span.start, position - span.start) else {
            from = position + 1;
            continue;
        };
        let inner = Span::new(span.start + address.start, span.start + address.end);
        let target = match address.has_scheme {
            true => inner,
            false => {
                let target = [b"mailto:", tree.bytes(inner)].concat();
                tree.write(&target)
            }
        };
        let link = tree.make(Kind::Link { address: target, title: Span::default() }, Span::default());
        let shown = tree.make(Kind::Text, inner);
        tree.append(link, shown);
        let rest = tree.make(Kind::Text, Span::new(inner.end, span.end));
        tree.insert_after(node, link);
        tree.insert_after(link, rest);
        tree.node_mut(node).text = Span::new(span.start, inner.start);
        (node, from) = (rest, inner.end);
    }
}

struct Address {
    start: usize,
    end: usize,
    has_scheme: bool,
}

/// The email or XMPP address around the `@` at offset `position`. It begins at offset `from` or later. `None` if the
/// text around the `@` is not an address.
fn address(text: &[u8], from: usize, position: usize) -> Option<Address> {
    let mut start = position;
    let (mut has_scheme, mut is_xmpp) = (false, false);
    while start > from {
        match text[start - 1] {
            byte if byte.is_ascii_alphanumeric() || b".+-_".contains(&byte) => {}
            b':' if ends_with_scheme(&text[..start], b"mailto:") => has_scheme = true,
            b':' if ends_with_scheme(&text[..start], b"xmpp:") => (has_scheme, is_xmpp) = (true, true),
            _ => break,
        }
        start -= 1;
    }
    let mut dots = 0;
    let mut length = 1;
    let tail = &text[position..];
    while let Some(&byte) = tail.get(length) {
        match byte {
            b'@' => return None,
            b'.' if tail.get(length + 1).is_some_and(u8::is_ascii_alphanumeric) => dots += 1,
            b'/' if is_xmpp => {}
            b'-' | b'_' => {}
            byte if byte.is_ascii_alphanumeric() => {}
            _ => break,
        }
        length += 1;
    }
    let ends_well = tail[length - 1].is_ascii_alphabetic() || tail[length - 1] == b'.';
    if start == position || length < 2 || dots == 0 || !ends_well {
        return None;
    }
    let length = without_ending(&tail[..length]);
    (length > 0).then_some(Address { start, end: position + length, has_scheme })
}

/// Whether the text ends with a scheme that is not the end of a longer word.
fn ends_with_scheme(text: &[u8], scheme: &[u8]) -> bool {
    text.strip_suffix(scheme).is_some_and(|before| !before.last().is_some_and(u8::is_ascii_alphanumeric))
}
