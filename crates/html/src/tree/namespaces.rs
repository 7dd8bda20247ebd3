//! Namespaces: their declarations on elements, and the lookup of prefixes.

use super::{Document, NodeId};

/// The address of the namespace with the prefix `xml`.
pub(crate) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// A prefix, and the address of the namespace that it abbreviates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Namespace {
    /// The prefix. `None` for a default namespace.
    pub prefix: Option<String>,
    /// The address that identifies the namespace.
    pub href: String,
}

/// The id of a namespace, valid only in its own document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamespaceId(u32);

impl NamespaceId {
    /// The position of the namespace among all namespaces of its document, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Document {
    /// The prefix and address of a namespace of this document.
    pub fn namespace(&self, id: NamespaceId) -> &Namespace {
        &self.namespaces[id.index()]
    }

    /// The id of the namespace with this index, counted from 0 in the order of creation. `None` beyond the last
    /// namespace.
    pub fn namespace_at(&self, index: usize) -> Option<NamespaceId> {
        (index < self.namespaces.len()).then(|| NamespaceId(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    /// The namespace of an element or attribute. `None` for names without a namespace.
    pub fn namespace_of(&self, id: NodeId) -> Option<NamespaceId> {
        self.node(id).namespace
    }

    /// The address of the namespace of an element or attribute. `None` for names without a namespace.
    pub fn href(&self, id: NodeId) -> Option<&str> {
        self.node(id).namespace.map(|namespace| self.namespace(namespace).href.as_str())
    }

    /// The prefix of the namespace of an element or attribute. `None` if the namespace is a default one, or if there is
    /// none.
    pub fn prefix(&self, id: NodeId) -> Option<&str> {
        self.node(id).namespace.and_then(|namespace| self.namespace(namespace).prefix.as_deref())
    }

    /// Sets the namespace of an element or attribute, or removes it for `None`. Does not declare the namespace on the
    /// element.
    pub fn set_namespace(&mut self, id: NodeId, namespace: Option<NamespaceId>) {
        self.node_mut(id).namespace = namespace;
    }

    /// Creates a namespace that is not declared on any element yet. The prefix `None` means a default namespace.
    pub fn create_namespace(&mut self, prefix: Option<&str>, href: &str) -> NamespaceId {
        self.namespaces.push(Namespace { prefix: prefix.map(str::to_owned), href: href.to_owned() });
        NamespaceId(u32::try_from(self.namespaces.len() - 1).unwrap_or(u32::MAX))
    }

    /// Declares a namespace on an element. If the element already declares the prefix, returns the existing namespace,
    /// whatever its address.
    pub fn declare(&mut self, id: NodeId, prefix: Option<&str>, href: &str) -> NamespaceId {
        let known = self.node(id).declared.iter().copied().find(|known| {
            let known = self.namespace(*known);
            known.prefix.as_deref() == prefix
        });
        if let Some(known) = known {
            return known;
        }
        let namespace = self.create_namespace(prefix, href);
        self.node_mut(id).declared.push(namespace);
        namespace
    }

    /// The namespaces that are declared on the element, without the namespaces that it inherits from its ancestors.
    pub fn declarations(&self, id: NodeId) -> &[NamespaceId] {
        &self.node(id).declared
    }

    /// Looks up a prefix among the declarations of an element and its ancestors. The prefix `None` means the default
    /// namespace. Returns `None` if none of them declares the prefix.
    pub fn lookup_prefix(&self, id: NodeId, prefix: Option<&str>) -> Option<NamespaceId> {
        std::iter::once(id).chain(self.ancestors(id)).find_map(|node| {
            let declared = &self.node(node).declared;
            declared.iter().copied().find(|one| self.namespace(*one).prefix.as_deref() == prefix)
        })
    }

    /// The nearest namespace with this address in scope. Namespaces whose prefix is declared again nearer to the
    /// element are skipped. `None` if no namespace is left.
    pub fn lookup_href(&self, id: NodeId, href: &str) -> Option<NamespaceId> {
        std::iter::once(id).chain(self.ancestors(id)).find_map(|node| {
            let declared = &self.node(node).declared;
            declared.iter().copied().find(|one| {
                let namespace = self.namespace(*one);
                namespace.href == href && self.lookup_prefix(id, namespace.prefix.as_deref()) == Some(*one)
            })
        })
    }

    /// Looks up a prefix on an element and its ancestors. The prefix `xml` needs no declaration. `None` for any other
    /// prefix that is not declared.
    pub(crate) fn lookup_or_xml(&mut self, id: NodeId, prefix: &str) -> Option<NamespaceId> {
        if prefix == "xml" {
            return Some(self.xml_namespace());
        }
        self.lookup_prefix(id, Some(prefix))
    }

    pub(crate) fn xml_namespace(&mut self) -> NamespaceId {
        let known = self.namespaces.iter().position(|one| one.prefix.as_deref() == Some("xml"));
        match known.and_then(|index| self.namespace_at(index)) {
            Some(known) => known,
            None => self.create_namespace(Some("xml"), XML_NAMESPACE),
        }
    }

    /// The namespaces in scope in an element: nearest first, each prefix once.
    pub fn namespaces_in_scope(&self, id: NodeId) -> Vec<NamespaceId> {
        let mut found: Vec<NamespaceId> = Vec::new();
        for node in std::iter::once(id).chain(self.ancestors(id)) {
            for one in &self.node(node).declared {
                let prefix = &self.namespace(*one).prefix;
                if !found.iter().any(|known| self.namespace(*known).prefix == *prefix) {
                    found.push(*one);
                }
            }
        }
        found
    }

    /// Removes all namespaces from a node and everything in it, as Nokogiri's `remove_namespaces!` does.
    pub fn remove_namespaces(&mut self, id: NodeId) {
        let nodes: Vec<NodeId> = std::iter::once(id).chain(self.descendants(id)).collect();
        for node in nodes {
            let entry = self.node_mut(node);
            entry.namespace = None;
            entry.declared.clear();
            let attributes: Vec<NodeId> = self.attributes(node).collect();
            for attribute in attributes {
                self.node_mut(attribute).namespace = None;
            }
        }
    }
}
