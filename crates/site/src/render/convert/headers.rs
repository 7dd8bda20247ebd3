//! Lets a plugin write the headings of Markdown documents in place of kramdown
//! (`Kramdown::Converter::Html#convert_header`).

use crate::render::RenderContext;
use hastie_kramdown::{Header, HeaderWriter, Node, WrittenHeader};
use hastie_liquid::{Abort, Hash, Value};
use std::cell::RefCell;
use std::fmt::Debug;

/// A plugin's replacement for the way headings are written.
pub trait Headers: Debug + Send + Sync {
    /// Writes a heading. Returns its HTML, and its id if it belongs in the table of contents.
    ///
    /// `header` has the element as `node` (`kind`, `value`, `attr`, `children`), `level`, `raw_text`, `generated_id`,
    /// the HTML of its contents as `inner`, and `indent`.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn write(&self, header: Value, rendering: &mut RenderContext) -> Result<(String, Option<String>), Abort>;
}

/// Calls the plugin from kramdown. Keeps the first failure, after which the plugin is not called again.
pub(super) struct Writer<'a, 'r> {
    headers: &'a dyn Headers,
    rendering: RefCell<&'r mut RenderContext>,
    failure: RefCell<Option<Abort>>,
}

impl<'a, 'r> Writer<'a, 'r> {
    pub fn new(headers: &'a dyn Headers, rendering: &'r mut RenderContext) -> Self {
        Writer { headers, rendering: RefCell::new(rendering), failure: RefCell::new(None) }
    }

    /// The failure of a heading, if any.
    pub fn failure(self) -> Option<Abort> {
        self.failure.into_inner()
    }
}

impl HeaderWriter for Writer<'_, '_> {
    fn header(&self, header: Header) -> WrittenHeader {
        let nothing = WrittenHeader { html: String::new(), contents_id: None };
        if self.failure.borrow().is_some() {
            return nothing;
        }
        match self.headers.write(value(header), &mut self.rendering.borrow_mut()) {
            Ok((html, contents_id)) => WrittenHeader { html, contents_id },
            Err(abort) => {
                *self.failure.borrow_mut() = Some(abort);
                nothing
            }
        }
    }
}

fn value(header: Header) -> Value {
    let mut fields = Hash::new();
    fields.set("node", node(&header.node));
    fields.set("level", i64::from(header.level));
    fields.set("raw_text", header.raw_text);
    fields.set("generated_id", header.generated_id.map_or(Value::Nil, Value::from));
    fields.set("inner", header.inner);
    fields.set("indent", i64::try_from(header.indent).unwrap_or(0));
    Value::hash(fields)
}

fn node(node: &Node) -> Value {
    let mut attributes = Hash::new();
    for (name, value) in &node.attributes {
        attributes.set(name.as_str(), value.as_str());
    }
    let mut fields = Hash::new();
    fields.set("kind", node.kind);
    fields.set("value", node.value.as_deref().map_or(Value::Nil, Value::from));
    fields.set("attr", attributes);
    fields.set("children", Value::array(node.children.iter().map(self::node).collect::<Vec<_>>()));
    Value::hash(fields)
}
