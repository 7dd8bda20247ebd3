//! The nodes that are left out of the CSS.

use super::{NodeId, NodeKind, Tree};
use crate::Style;

/// The rules by which a node counts as invisible.
#[derive(Clone, Copy)]
struct Rules {
    bogus: bool,
    comments: bool,
}

impl Tree {
    /// Whether nothing of the node is written, in a style that keeps comments.
    #[must_use]
    pub fn is_invisible(&self, id: NodeId) -> bool {
        self.is_invisible_by(id, Rules { bogus: true, comments: false })
    }

    /// Whether nothing of the node is written in `style`.
    #[must_use]
    pub fn is_invisible_in(&self, id: NodeId, style: Style) -> bool {
        self.is_invisible_by(id, Rules { bogus: true, comments: style == Style::Compressed })
    }

    /// Whether nothing of the node would be written even if bogus selectors were.
    #[must_use]
    pub fn is_invisible_beyond_bogus(&self, id: NodeId) -> bool {
        self.is_invisible_by(id, Rules { bogus: false, comments: false })
    }

    fn is_invisible_by(&self, id: NodeId, rules: Rules) -> bool {
        match self.kind(id) {
            NodeKind::Declaration { .. } | NodeKind::Import { .. } | NodeKind::AtRule { .. } => return false,
            NodeKind::Comment { text } => return rules.comments && !is_preserved(text),
            NodeKind::Style { selector, .. } => {
                let selector = selector.get();
                let invisible =
                    if rules.bogus { selector.is_invisible() } else { selector.is_invisible_beyond_bogus() };
                if invisible {
                    return true;
                }
            }
            _ => {}
        }
        self.children(id).iter().all(|child| self.is_invisible_by(*child, rules))
    }
}

/// Whether a comment stays in compressed CSS.
pub(crate) fn is_preserved(comment: &str) -> bool {
    comment.as_bytes().get(2) == Some(&b'!')
}
