//! The rules that decide which nodes are omitted from the output.

use super::{NodeId, NodeKind, Tree};
use crate::Style;

/// Whether bogus selectors, and comments that compressed CSS omits, count as invisible.
#[derive(Clone, Copy)]
struct Criteria {
    bogus: bool,
    comments: bool,
}

impl Tree {
    /// Whether the node produces no output in the expanded style, which keeps all comments.
    #[must_use]
    pub(crate) fn is_invisible(&self, id: NodeId) -> bool {
        self.is_invisible_by(id, Criteria { bogus: true, comments: false })
    }

    /// Whether the node produces no output in `style`. The compressed style also hides comments that do not start with
    /// `/*!`.
    #[must_use]
    pub(crate) fn is_invisible_in(&self, id: NodeId, style: Style) -> bool {
        self.is_invisible_by(id, Criteria { bogus: true, comments: style == Style::Compressed })
    }

    /// Whether the node produces no output for a reason other than bogus selectors.
    #[must_use]
    pub(crate) fn is_invisible_beyond_bogus(&self, id: NodeId) -> bool {
        self.is_invisible_by(id, Criteria { bogus: false, comments: false })
    }

    fn is_invisible_by(&self, id: NodeId, criteria: Criteria) -> bool {
        match self.kind(id) {
            NodeKind::Declaration { .. } | NodeKind::Import { .. } | NodeKind::AtRule { .. } => return false,
            NodeKind::Comment { text } => return criteria.comments && !is_preserved(text),
            NodeKind::Style { selector, .. } => {
                let selector = selector.get();
                let invisible =
                    if criteria.bogus { selector.is_invisible() } else { selector.is_invisible_beyond_bogus() };
                if invisible {
                    return true;
                }
            }
            _ => {}
        }
        self.children(id).iter().all(|child| self.is_invisible_by(*child, criteria))
    }
}

/// Whether compressed CSS keeps a comment: it starts with `/*!`.
pub(crate) fn is_preserved(comment: &str) -> bool {
    comment.as_bytes().get(2) == Some(&b'!')
}
