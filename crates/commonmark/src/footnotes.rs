//! Footnotes are numbered in the order of the first references to them, and moved to the end in that order. Footnotes
//! without references are omitted, and references to missing footnotes are text.

use crate::labels::normalized;
use crate::tree::{Kind, NodeId, Tree};
use std::collections::HashMap;

/// Numbers the footnotes in the order of their first references, and moves them to the end of the document. Footnotes
/// without references are removed, and references without a footnote become text.
pub(crate) fn number(tree: &mut Tree) {
    let (definitions, references) = collect(tree);
    let mut by_name = HashMap::new();
    for &definition in &definitions {
        if let Some(name) = normalized(tree.bytes(tree.node(definition).text)) {
            by_name.entry(name).or_insert(definition);
        }
    }
    let mut order: Vec<NodeId> = Vec::new();
    let mut numbers = HashMap::new();
    for reference in references {
        let text = tree.node(reference).text;
        let name = tree.bytes(text);
        let found = (!name.is_empty() && name.len() <= crate::labels::MAX_LENGTH)
            .then(|| normalized(name).and_then(|name| by_name.get(&name).copied()))
            .flatten();
        let (kind, shown) = match found {
            Some(definition) => {
                let number = *numbers.entry(definition).or_insert_with(|| {
                    order.push(definition);
                    order.len()
                });
                (Kind::FootnoteReference, number.to_string().into_bytes())
            }
            None => (Kind::Text, [b"[^", name, b"]"].concat()),
        };
        let text = tree.write(&shown);
        let node = tree.node_mut(reference);
        (node.kind, node.text) = (kind, text);
    }
    for definition in definitions {
        // A definition that no reference can name stays in its place.
        if normalized(tree.bytes(tree.node(definition).text)).is_some() {
            tree.unlink(definition);
        }
    }
    for definition in order {
        tree.append(Tree::ROOT, definition);
    }
}

/// The definitions (inner ones first) and the references, both in the order of the text.
fn collect(tree: &Tree) -> (Vec<NodeId>, Vec<NodeId>) {
    let (mut definitions, mut references) = (Vec::new(), Vec::new());
    let mut id = Tree::ROOT;
    loop {
        if tree.kind(id) == Kind::FootnoteReference {
            references.push(id);
        }
        if let Some(first) = tree.node(id).first {
            id = first;
            continue;
        }
        loop {
            let node = tree.node(id);
            if node.kind == Kind::FootnoteDefinition {
                definitions.push(id);
            }
            match (node.next, node.parent) {
                (Some(next), _) => {
                    id = next;
                    break;
                }
                (None, Some(parent)) => id = parent,
                (None, None) => return (definitions, references),
            }
        }
    }
}
