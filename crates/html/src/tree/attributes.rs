//! Finds, sets and adds attributes of elements.

use super::{Document, NamespaceId, NodeId, NodeKind, XML_NAMESPACE};

impl Document {
    /// The attributes of an element, in the order in which they were added.
    pub fn attributes(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_attribute, |attribute| self.node(*attribute).next)
    }

    /// The value of the first attribute with this local name, in any namespace or in none. Empty if the attribute has
    /// no value, and `None` if the element has no such attribute.
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attribute_node(id, name).map(|attribute| self.value(attribute).unwrap_or_default())
    }

    /// The first attribute with this local name, in any namespace or in none. `None` if the element has no such
    /// attribute.
    pub fn attribute_node(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.attributes(id).find(|attribute| self.name(*attribute) == name)
    }

    /// The attribute with this local name in the namespace with the address `href`. If `href` is `None`, the attribute
    /// of this name without a namespace. Returns `None` if the element has no such attribute.
    pub fn attribute_in(&self, id: NodeId, name: &str, href: Option<&str>) -> Option<NodeId> {
        self.attributes(id).find(|attribute| self.name(*attribute) == name && self.href(*attribute) == href)
    }

    /// Finds an attribute by a name that may have a prefix, as libxml2 does. First, the local name is looked up in the
    /// namespace of the prefix. Then the whole name is looked up without a namespace. `None` if neither exists.
    pub fn attribute_by_qualified_name(&self, id: NodeId, name: &str) -> Option<NodeId> {
        if let Some((prefix, local)) = name.split_once(':') {
            let namespace =
                self.lookup_prefix(id, Some(prefix)).map(|namespace| self.namespace(namespace).href.as_str());
            let href = if prefix == "xml" { Some(XML_NAMESPACE) } else { namespace };
            let found = href.and_then(|href| self.attribute_in(id, local, Some(href)));
            if found.is_some() {
                return found;
            }
        }
        self.attribute_in(id, name, None)
    }

    /// Sets an attribute without a namespace. An existing attribute keeps its position.
    pub fn set_attribute(&mut self, id: NodeId, name: &str, value: &str) -> NodeId {
        match self.attribute_in(id, name, None) {
            Some(attribute) => {
                self.set_value(attribute, value);
                attribute
            }
            None => self.push_attribute(id, name, None, Some(value)),
        }
    }

    /// Sets an attribute whose name may have a prefix. An existing attribute keeps its position. A new attribute gets
    /// the namespace of its prefix if the prefix is `xml`, or if the element or an ancestor declares it.
    pub fn set_qualified_attribute(&mut self, id: NodeId, name: &str, value: &str) -> NodeId {
        if let Some(attribute) = self.attribute_by_qualified_name(id, name) {
            self.set_value(attribute, value);
            return attribute;
        }
        if let Some((prefix, local)) = name.split_once(':')
            && let Some(namespace) = self.lookup_or_xml(id, prefix)
        {
            return self.push_attribute(id, local, Some(namespace), Some(value));
        }
        self.push_attribute(id, name, None, Some(value))
    }

    /// Adds an attribute as the last attribute of the element, even if an attribute of the same name exists. `None` for
    /// `value` means an attribute without `=`.
    pub fn push_attribute(
        &mut self,
        id: NodeId,
        name: &str,
        namespace: Option<NamespaceId>,
        value: Option<&str>,
    ) -> NodeId {
        let attribute = self.create_attribute(name, value);
        self.node_mut(attribute).namespace = namespace;
        self.attach_attribute(id, attribute);
        attribute
    }

    /// Adds an attribute node as the last attribute of the element, even if an attribute of the same name exists.
    pub fn attach_attribute(&mut self, id: NodeId, attribute: NodeId) {
        let last = self.attributes(id).last();
        let node = self.node_mut(attribute);
        node.parent = Some(id);
        node.previous = last;
        node.next = None;
        match last {
            Some(last) => self.node_mut(last).next = Some(attribute),
            None => self.node_mut(id).first_attribute = Some(attribute),
        }
        self.touch();
    }

    pub(super) fn detach_attribute(&mut self, attribute: NodeId) {
        debug_assert_eq!(self.kind(attribute), NodeKind::Attribute);
        let (parent, previous, next) = {
            let node = self.node_mut(attribute);
            (node.parent.take(), node.previous.take(), node.next.take())
        };
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next = next,
            (None, Some(parent)) => self.node_mut(parent).first_attribute = next,
            _ => {}
        }
        if let Some(next) = next {
            self.node_mut(next).previous = previous;
        }
        self.touch();
    }
}
