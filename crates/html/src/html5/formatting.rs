//! The list of active formatting elements, and the adoption agency algorithm.

use super::builder::Builder;
use crate::tree::NodeId;

#[derive(Debug, Clone)]
pub(super) enum Formatting {
    Marker,
    Element { node: NodeId, name: String, attributes: Vec<(String, String)> },
}

impl Formatting {
    fn node(&self) -> Option<NodeId> {
        match self {
            Formatting::Marker => None,
            Formatting::Element { node, .. } => Some(*node),
        }
    }
}

impl Builder<'_> {
    /// Adds an element to the list of formatting elements. If the list already has three equal elements after its last
    /// marker, removes the earliest of them.
    pub(super) fn push_formatting(&mut self, node: NodeId, name: &str, attributes: &[(String, String)]) {
        let mut sorted = attributes.to_vec();
        sorted.sort();
        let mut equal = Vec::new();
        for (index, one) in self.formatting.iter().enumerate().rev() {
            match one {
                Formatting::Marker => break,
                Formatting::Element { name: other, attributes: others, .. } if other == name => {
                    let mut others = others.clone();
                    others.sort();
                    if others == sorted {
                        equal.push(index);
                    }
                }
                Formatting::Element { .. } => {}
            }
        }
        if equal.len() >= 3 {
            self.formatting.remove(equal[equal.len() - 1]);
        }
        self.formatting.push(Formatting::Element { node, name: name.to_owned(), attributes: attributes.to_vec() });
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(one) = self.formatting.pop() {
            if matches!(one, Formatting::Marker) {
                break;
            }
        }
    }

    pub(super) fn formatting_since_marker(&self, wanted: &str) -> Option<NodeId> {
        for one in self.formatting.iter().rev() {
            match one {
                Formatting::Marker => return None,
                Formatting::Element { node, name, .. } if name == wanted => return Some(*node),
                Formatting::Element { .. } => {}
            }
        }
        None
    }

    pub(super) fn remove_formatting(&mut self, node: NodeId) {
        self.formatting.retain(|one| one.node() != Some(node));
    }

    /// Opens formatting elements such as `b` again if they were closed without their own end tag, as in
    /// `<p><b>one<p>two`.
    pub(super) fn reconstruct_formatting(&mut self) {
        let is_open = |this: &Self, one: &Formatting| match one {
            Formatting::Marker => true,
            Formatting::Element { node, .. } => this.open.contains(node),
        };
        let Some(last) = self.formatting.last() else { return };
        if is_open(self, last) {
            return;
        }
        let mut index = self.formatting.len() - 1;
        while index > 0 && !is_open(self, &self.formatting[index - 1]) {
            index -= 1;
        }
        for index in index..self.formatting.len() {
            let Formatting::Element { node: original, name, attributes } = self.formatting[index].clone() else {
                continue;
            };
            let node = self.insert_html(&name, &attributes);
            self.keep_line(original, node);
            self.formatting[index] = Formatting::Element { node, name, attributes };
        }
    }

    /// Gives a copy of a formatting element the line of the original, as Nokogiri does.
    fn keep_line(&mut self, original: NodeId, copy: NodeId) {
        let line = self.tree.line(original);
        self.tree.set_line(copy, if line == 0 { self.line } else { line });
    }

    /// Processes the end tag of a formatting element with the name `subject`. Returns false if the caller must process
    /// the tag like any other end tag.
    pub(super) fn adopt(&mut self, subject: &str) -> bool {
        if let Some(current) = self.open.last().copied()
            && self.is_html(current, subject)
            && !self.formatting.iter().any(|one| one.node() == Some(current))
        {
            self.open.pop();
            return true;
        }
        for _ in 0..8 {
            let Some(formatting) = self.formatting_since_marker(subject) else { return false };
            let Some(index) = self.open.iter().position(|one| *one == formatting) else {
                self.remove_formatting(formatting);
                return true;
            };
            if !self.is_in_scope(formatting) {
                return true;
            }
            let furthest = self.open[index + 1..].iter().copied().find(|one| self.is_special(*one));
            let Some(furthest) = furthest else {
                self.open.truncate(index);
                self.remove_formatting(formatting);
                return true;
            };
            self.adopt_once(index, formatting, furthest);
        }
        true
    }

    fn adopt_once(&mut self, depth: usize, formatting: NodeId, furthest: NodeId) {
        let ancestor = self.open[depth.saturating_sub(1)];
        let mut bookmark = self.formatting.iter().position(|one| one.node() == Some(formatting)).unwrap_or(0);
        let mut index = self.open.iter().position(|one| *one == furthest).unwrap_or(depth);
        let mut last = furthest;
        let mut count = 0;
        loop {
            count += 1;
            index -= 1;
            let node = self.open[index];
            if node == formatting {
                break;
            }
            let mut entry = self.formatting.iter().position(|one| one.node() == Some(node));
            if let Some(position) = entry.filter(|_| count > 3) {
                self.formatting.remove(position);
                if position < bookmark {
                    bookmark -= 1;
                }
                entry = None;
            }
            let Some(entry) = entry else {
                self.open.remove(index);
                continue;
            };
            let Formatting::Element { name, attributes, .. } = self.formatting[entry].clone() else { continue };
            let clone = self.create_html(&name, &attributes);
            self.keep_line(node, clone);
            self.formatting[entry] = Formatting::Element { node: clone, name, attributes };
            self.open[index] = clone;
            if last == furthest {
                bookmark = entry + 1;
            }
            self.tree.append(clone, last);
            last = clone;
        }
        self.tree.detach(last);
        self.place(last, ancestor);
        let known = self.formatting.iter().position(|one| one.node() == Some(formatting));
        let Some(known) = known else { return };
        let Formatting::Element { name, attributes, .. } = self.formatting[known].clone() else { return };
        let clone = self.create_html(&name, &attributes);
        self.keep_line(formatting, clone);
        let children: Vec<NodeId> = self.tree.children(furthest).collect();
        for child in children {
            self.tree.append(clone, child);
        }
        self.tree.append(furthest, clone);
        self.formatting.remove(known);
        if known < bookmark {
            bookmark -= 1;
        }
        let bookmark = bookmark.min(self.formatting.len());
        self.formatting.insert(bookmark, Formatting::Element { node: clone, name, attributes });
        self.open.retain(|one| *one != formatting);
        let below = self.open.iter().position(|one| *one == furthest).map_or(self.open.len(), |depth| depth + 1);
        self.open.insert(below, clone);
    }
}
