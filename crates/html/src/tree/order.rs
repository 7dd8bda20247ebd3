//! The document order of nodes. It is computed on first use after a change of the tree.

use super::{Document, NodeId};
use std::cmp::Ordering;
use std::sync::Arc;

impl Document {
    /// Records that the tree has changed, so that the next comparison of nodes computes their order again.
    pub(super) fn touch(&mut self) {
        *self.order.get_mut() = None;
    }

    /// The position of each node in document order, by node index. Nodes outside the tree have the last positions.
    pub(crate) fn positions(&self) -> Arc<Vec<u32>> {
        if let Some(known) = &*self.order.borrow() {
            return Arc::clone(known);
        }
        let mut positions = vec![0u32; self.nodes.len()];
        let mut next = 1u32;
        for index in 0..self.nodes.len() {
            let top = NodeId::at(index);
            if self.node(top).parent.is_some() {
                continue;
            }
            let mut current = Some(top);
            while let Some(id) = current {
                positions[id.index()] = next;
                next = next.saturating_add(1);
                for attribute in self.attributes(id) {
                    positions[attribute.index()] = next;
                    next = next.saturating_add(1);
                }
                current = self.node(id).first.or_else(|| self.after(id, top));
            }
        }
        let positions = Arc::new(positions);
        *self.order.borrow_mut() = Some(Arc::clone(&positions));
        positions
    }

    /// Compares two nodes by document order. A node that is not in the tree comes after all nodes of the tree.
    pub fn compare(&self, one: NodeId, other: NodeId) -> Ordering {
        let positions = self.positions();
        positions[one.index()].cmp(&positions[other.index()])
    }
}

#[cfg(test)]
mod tests {
    use crate::{NodeId, html4};
    use std::cmp::Ordering;

    #[test]
    fn a_node_created_after_a_comparison_comes_last() {
        let mut page = html4::parse("<p>a</p>");
        let root = page.root().expect("a root");
        assert_eq!(page.compare(NodeId::DOCUMENT, root), Ordering::Less);
        let created = page.create_element("b");
        assert_eq!(page.compare(root, created), Ordering::Less);
    }
}
