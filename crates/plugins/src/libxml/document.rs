//! Whole documents: `Nokogiri::HTML` and its serialization, with a document type and a `meta` for the encoding.

use super::{Attribute, Kind, NodeId, Tree, parser};

/// A document: its tree and document type.
#[derive(Debug)]
pub struct Document {
    /// The tree, including comments outside of the root element.
    pub tree: Tree,
    doctype: String,
}

/// The document type that libxml2 adds if there is none.
const LOOSE: &str = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\" \
                     \"http://www.w3.org/TR/REC-html40/loose.dtd\">";

/// The content type with the encoding.
const CONTENT_TYPE: &str = "text/html; charset=UTF-8";

impl Document {
    /// `Nokogiri::HTML`
    pub fn parse(markup: &str) -> Document {
        let mut tree = Tree { nodes: Vec::new(), top: NodeId(0) };
        tree.top = tree.add(Kind::Root);
        let top = tree.top;
        let doctype = parser::parse_page(&mut tree, top, markup);
        Document { tree, doctype: doctype.unwrap_or_else(|| LOOSE.to_owned()) }
    }

    /// `Document#to_s`
    pub fn written(mut self) -> String {
        self.name_encoding();
        format!("{}\n{}\n", self.doctype, self.tree.to_html())
    }

    /// `htmlSetMetaEncoding`: adds a `meta` with the encoding to the head.
    fn name_encoding(&mut self) {
        let tree = &mut self.tree;
        let child = |tree: &Tree, parent: NodeId, name: &str| {
            tree.nodes[parent.0].children.iter().copied().find(|child| tree.name(*child) == name)
        };
        let html = child(tree, tree.top, "html");
        let Some(head) = html.and_then(|html| child(tree, html, "head")) else { return };
        let found = tree.nodes[head.0].children.iter().copied().find(|child| {
            let kind = tree.attribute(*child, "http-equiv");
            let is_type = kind.is_some_and(|kind| kind.eq_ignore_ascii_case("Content-Type"));
            tree.name(*child) == "meta" && is_type && tree.attribute(*child, "content").is_some_and(|c| !c.is_empty())
        });
        if let Some(meta) = found {
            let content = tree.attribute(meta, "content").unwrap_or_default().to_ascii_lowercase();
            if !content.contains("utf-8") {
                tree.set_attribute(meta, "content", CONTENT_TYPE);
            }
            return;
        }
        let attribute = |name: &str, value: &str| Attribute { name: name.into(), value: Some(value.into()) };
        let attributes = vec![attribute("http-equiv", "Content-Type"), attribute("content", CONTENT_TYPE)];
        let meta = tree.add(Kind::Element { name: "meta".to_owned(), attributes });
        tree.nodes[meta.0].parent = Some(head);
        tree.nodes[head.0].children.insert(0, meta);
    }
}
