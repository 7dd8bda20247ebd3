//! Parses `names` elements.

use super::formatting::{Formatting, SupportedAttributes};
use super::names::{EtAl, NameNode, NameOptions, NamePart, Names};
use super::read::{Reader, label, name_of};
use crate::error::Error;
use roxmltree::Node;

impl Reader {
    /// Parses a `names` element with its children. `delimiter` belongs to the nearest enclosing group or layout, and
    /// `depth` is the nesting of the element. Fails if a child occurs twice, or if an element at any depth is not
    /// allowed or nested too deeply.
    pub(super) fn names(&mut self, node: Node, delimiter: &str, depth: usize) -> Result<Names, Error> {
        let id = self.next_id();
        let mut names = Names {
            id,
            ancestors: self.enclosing.clone(),
            variables: node.attribute("variable").map(|v| v.split_ascii_whitespace().map(str::to_owned).collect()),
            delimiter: node.attribute("delimiter").map(str::to_owned),
            has_children: false,
            name: None,
            et_al: None,
            label: None,
            label_first: false,
            substitute: None,
        };
        for child in node.children().filter(Node::is_element) {
            names.has_children = true;
            let kind = name_of(child);
            match kind {
                "name" if names.name.is_none() => names.name = Some(name(child)?),
                "et-al" if names.et_al.is_none() => names.et_al = Some(et_al(child)),
                "label" if names.label.is_none() => {
                    names.label_first = names.name.is_none();
                    names.label = Some(label(child));
                }
                "substitute" if names.substitute.is_none() => {
                    self.enclosing.push(id);
                    let children = self.elements(child, delimiter, depth + 1);
                    self.enclosing.pop();
                    names.substitute = Some(children?);
                }
                _ => return Err(Error::Invalid(format!("not allowed to add {kind} to names"))),
            }
        }
        names.label_first &= names.name.is_some();
        Ok(names)
    }
}

fn name(node: Node) -> Result<NameNode, Error> {
    let mut parts = Vec::new();
    for child in node.children().filter(Node::is_element) {
        if name_of(child) != "name-part" {
            return Err(Error::Invalid(format!("not allowed to add {} to name", name_of(child))));
        }
        parts.push(NamePart {
            name: child.attribute("name").unwrap_or_default().to_owned(),
            formatting: Formatting::read(child, SupportedAttributes::CASE),
        });
    }
    Ok(NameNode {
        formatting: Formatting::read(node, SupportedAttributes::FONT),
        options: NameOptions::of_name(node),
        parts,
    })
}

fn et_al(node: Node) -> EtAl {
    EtAl {
        term: node.attribute("term").unwrap_or("et-al").to_owned(),
        formatting: Formatting::read(node, SupportedAttributes::CASE),
    }
}
