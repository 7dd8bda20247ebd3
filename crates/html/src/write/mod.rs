//! Writes trees as HTML, XML or XHTML, with libxml2's line breaks and escapes.

mod escape;
mod html;
mod html5;
mod xhtml;
mod xml;

use crate::tree::{Dialect, Document, NodeId, NodeKind};

/// Options for serializing nodes, as bits with the numbers of libxml2 and Nokogiri.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveOptions(pub u32);

impl SaveOptions {
    /// Indents XML, and breaks lines between the blocks of HTML.
    pub const FORMAT: u32 = 1;
    /// Leaves out the XML declaration.
    pub const NO_DECLARATION: u32 = 2;
    /// Writes an empty element as `<a></a>` instead of `<a/>`.
    pub const NO_EMPTY_TAGS: u32 = 4;
    /// Ignores the document type, so that only `AS_XHTML` selects the rules of XHTML.
    pub const NO_XHTML: u32 = 8;
    /// Writes by the rules of XHTML. A whole document with a document type other than XHTML's is still written as XML,
    /// unless `NO_XHTML` is set.
    pub const AS_XHTML: u32 = 16;
    /// Writes by the rules of XML, even in HTML. A whole document with an XHTML document type is still written as XHTML,
    /// unless `NO_XHTML` is set.
    pub const AS_XML: u32 = 32;
    /// Writes by the rules of HTML, even in an XML document.
    pub const AS_HTML: u32 = 64;
    /// The options of Nokogiri's `to_html`.
    pub const HTML: SaveOptions =
        SaveOptions(Self::FORMAT | Self::NO_DECLARATION | Self::NO_EMPTY_TAGS | Self::AS_HTML);
    /// The options of Nokogiri's `to_xml`.
    pub const XML: SaveOptions = SaveOptions(Self::FORMAT | Self::AS_XML);
    /// The options of Nokogiri's `to_xhtml`.
    pub const XHTML: SaveOptions = SaveOptions(Self::FORMAT | Self::NO_DECLARATION | Self::AS_XHTML);

    fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

/// The options for writing nodes: format, encoding and indentation.
#[derive(Debug, Clone, Copy)]
pub struct WriteOptions<'o> {
    /// The bits for serialization, such as [`SaveOptions::FORMAT`].
    pub save: SaveOptions,
    /// The encoding in which the caller will store the text. Characters that this encoding lacks are written as
    /// references. The result is always a `String`. With `None`, the document or page can name the encoding.
    pub encoding: Option<&'o str>,
    /// The white space for one level of indentation in XML.
    pub indent: &'o str,
}

impl WriteOptions<'_> {
    /// Options with UTF-8 and an indentation of two spaces.
    pub fn new(save: SaveOptions) -> Self {
        WriteOptions { save, encoding: Some("UTF-8"), indent: "  " }
    }
}

impl Document {
    /// Writes a node and its descendants. If a node of a page with a head is written as HTML 4 in a known encoding, the
    /// head changes: a `meta` element names the encoding. If a node other than the document is written as XHTML,
    /// boolean attributes without a value, or with an empty one, get their name as the value.
    ///
    /// ```
    /// use hastie_html::{NodeId, SaveOptions, WriteOptions, html4};
    /// let (mut document, fragment) = html4::parse_fragment("<p>a<br>b");
    /// let p = document.first_child(fragment).unwrap();
    /// assert_eq!(document.write(p, &WriteOptions::new(SaveOptions::HTML)), "<p>a<br>b</p>");
    /// assert_eq!(document.write(p, &WriteOptions::new(SaveOptions::XHTML)), "<p>a<br />b</p>");
    /// ```
    pub fn write(&mut self, id: NodeId, options: &WriteOptions<'_>) -> String {
        let save = options.save;
        let is_page = self.dialect != Dialect::Xml;
        if self.dialect == Dialect::Html5 && !save.has(SaveOptions::AS_XML | SaveOptions::AS_XHTML) {
            return escape::limited(html5::write(self, id), options.encoding);
        }
        let as_html = save.has(SaveOptions::AS_HTML)
            || (is_page && !save.has(SaveOptions::AS_XML) && !save.has(SaveOptions::AS_XHTML));
        if self.kind(id) == NodeKind::Document {
            if as_html {
                return html::write(self, id, options);
            }
            return xml::write_document(self, options);
        }
        if save.has(SaveOptions::AS_XHTML) {
            return xhtml::write(self, id, options);
        }
        if as_html {
            return html::write(self, id, options);
        }
        xml::write(self, id, options)
    }

    /// The encoding that a page names in `<meta http-equiv="Content-Type">`. `None` if it names none.
    pub fn meta_encoding(&self) -> Option<String> {
        html::meta_encoding(self)
    }

    /// Names the encoding in the `head` of a page. Does nothing if the page has no `head`, or for the encoding `HTML`.
    pub fn set_meta_encoding(&mut self, encoding: &str) {
        html::set_meta_encoding(self, encoding);
    }

    /// Serializes a node in UTF-8, as Nokogiri's `to_html` does.
    pub fn to_html(&mut self, id: NodeId) -> String {
        if self.kind(id) == NodeKind::Fragment {
            return self.inner_html(id);
        }
        self.write(id, &WriteOptions::new(SaveOptions::HTML))
    }

    /// The HTML of a node's children, in UTF-8.
    pub fn inner_html(&mut self, id: NodeId) -> String {
        let children: Vec<NodeId> = self.children(id).collect();
        children.into_iter().map(|child| self.write(child, &WriteOptions::new(SaveOptions::HTML))).collect()
    }

    /// Serializes a node in UTF-8, as Nokogiri's `to_xml` does.
    pub fn to_xml(&mut self, id: NodeId) -> String {
        self.write(id, &WriteOptions::new(SaveOptions::XML))
    }
}
