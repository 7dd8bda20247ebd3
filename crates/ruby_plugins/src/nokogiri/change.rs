//! Operations that create, change and write nodes.

use super::{Table, handle, handles, node};
use crate::protocol::ChangeOperation;
use hastie_html::{
    Dialect, Doctype, Document, Inserted, NodeId, NodeKind, SaveOptions, WriteOptions, html4, html5, xml,
};
use hastie_liquid::{Abort, Value};

/// Applies an operation to a node of a document. Operations without a result, such as `Rename`, return nil.
///
/// # Errors
/// Fails if a fragment of an HTML5 document is nested too deeply.
pub(super) fn apply(document: &mut Document, id: NodeId, operation: &ChangeOperation<'_>) -> Result<Value, Abort> {
    match *operation {
        ChangeOperation::New { kind, name, text } => {
            let new = create(document, kind, name, text);
            return Ok(handle(document, new));
        }
        ChangeOperation::Fragment { text, options } => return fragment(document, id, text, options),
        ChangeOperation::ParseIn { text } => return Ok(parse_in(document, id, text)),
        ChangeOperation::Write { options, encoding, indent } => {
            let save = SaveOptions(u32::try_from(options).unwrap_or_default());
            return Ok(document.write(id, &WriteOptions { save, encoding, indent }).into());
        }
        ChangeOperation::Detach => document.detach(id),
        ChangeOperation::DetachChildren => document.detach_children(id),
        ChangeOperation::Rename { name } => document.rename(id, name),
        ChangeOperation::SetText { text } => document.set_text(id, text),
        ChangeOperation::SetValue { value } => document.set_value(id, value),
        ChangeOperation::Set { name, value } => {
            document.set_qualified_attribute(id, name, value);
        }
        ChangeOperation::Unset { name } => return Ok(unset(document, id, name)),
        ChangeOperation::Declare { prefix, href } => {
            let namespace = document.declare(id, prefix, href);
            return Ok(super::read::namespace(document, namespace));
        }
        ChangeOperation::SetNamespace { namespace } => {
            let index = namespace.and_then(|number| usize::try_from(number).ok());
            let namespace = index.and_then(|index| document.namespace_at(index));
            document.set_namespace(id, namespace);
        }
        ChangeOperation::RemoveNamespaces => document.remove_namespaces(NodeId::DOCUMENT),
        ChangeOperation::SetEncoding { name } => document.encoding = name.map(str::to_owned),
        ChangeOperation::SetDoctype { name, public, system } => {
            let (public, system) = (public.map(str::to_owned), system.map(str::to_owned));
            let node = document.set_doctype(name, Doctype { public, system, subset: None });
            return Ok(handle(document, node));
        }
    }
    Ok(Value::Nil)
}

/// Removes the attribute `name` from a node. Returns the attribute's handle, or nil if the node does not have the
/// attribute. If several attributes have the name, only the last one is removed, as in a hash.
fn unset(document: &mut Document, id: NodeId, name: &str) -> Value {
    let found = document.attributes(id).filter(|one| document.name(*one) == name).last();
    let Some(found) = found else { return Value::Nil };
    document.detach(found);
    handle(document, found)
}

fn create(document: &mut Document, kind: &str, name: &str, text: &str) -> NodeId {
    match kind {
        "text" => document.create_text(text),
        "cdata" => document.create_cdata(text),
        "comment" => document.create_comment(text),
        "instruction" => document.create_instruction(name, Some(text)),
        "attribute" => document.create_attribute(name, Some(text)),
        "entity_reference" => document.create_entity_reference(name),
        "fragment" => document.create_fragment(),
        _ => document.create_element(name),
    }
}

/// The options of the XML parser, from the bits of libxml2's `xmlParserOption`. Ignores all options except `NOENT`,
/// `NOBLANKS` and `NOCDATA`.
pub(super) fn xml_options(bits: i64) -> xml::ParseOptions {
    const EXPANDS_ENTITIES: i64 = 2;
    const DROPS_BLANKS: i64 = 256;
    const MERGES_CDATA: i64 = 16_384;
    xml::ParseOptions {
        drops_blanks: bits & DROPS_BLANKS != 0,
        merges_cdata: bits & MERGES_CDATA != 0,
        expands_entities: bits & EXPANDS_ENTITIES != 0,
    }
}

/// Parses `text` to the nodes of a new fragment, and returns the fragment. If `context` is an element, the text is
/// parsed as the content of this element.
fn fragment(document: &mut Document, context: NodeId, text: &str, options: i64) -> Result<Value, Abort> {
    let fragment = document.create_fragment();
    if document.dialect == Dialect::Html5 {
        let name = if document.is_element(context) { document.name(context).to_owned() } else { "body".to_owned() };
        html5::fill_fragment(document, fragment, &name, text).map_err(super::too_deep)?;
        return Ok(handle(document, fragment));
    }
    if document.dialect != Dialect::Xml {
        html4::fill_fragment(document, fragment, text);
        return Ok(handle(document, fragment));
    }
    let options = xml_options(options);
    if document.is_element(context) {
        let (nodes, errors) = xml::parse_in_context(document, context, text, &options);
        let is_good = errors.is_empty();
        document.errors.extend(errors);
        if is_good {
            for node in nodes {
                document.append(fragment, node);
            }
            return Ok(handle(document, fragment));
        }
        xml::fill_fragment(document, fragment, text, &options);
    } else {
        document.errors = xml::fill_fragment(document, fragment, text, &options);
    }
    Ok(handle(document, fragment))
}

/// Parses a text as the content of a node. Returns the new nodes, or nil if the text has errors.
fn parse_in(document: &mut Document, context: NodeId, text: &str) -> Value {
    let (nodes, errors) = match document.dialect {
        Dialect::Xml => xml::parse_in_context(document, context, text, &xml::ParseOptions::default()),
        _ => html4::parse_in_context(document, text),
    };
    let is_good = errors.is_empty();
    document.errors.extend(errors);
    if is_good { handles(document, nodes) } else { Value::Nil }
}

impl Table {
    /// Inserts the node `wanted` of the document `other` relative to the node `pivot` of the document `number`.
    /// `position` is `before`, `after` or `instead`. With any other `position`, the node becomes the last child of
    /// `pivot`.
    ///
    /// Returns the handle of the inserted node. Fails if the tree cannot contain the node at this position.
    pub(super) fn insert(
        &mut self,
        (number, pivot): (i64, i64),
        position: &str,
        (other, wanted): (i64, i64),
    ) -> Result<Value, Abort> {
        let position = match position {
            "before" => Inserted::Before,
            "after" => Inserted::After,
            "instead" => Inserted::Instead,
            _ => Inserted::Last,
        };
        let id = self.own(number, other, wanted)?;
        let document = self.document(number)?;
        let pivot = node(document, pivot)?;
        check(document, position, pivot, id)?;
        let placed = document.insert(position, pivot, id);
        if position == Inserted::Last && document.dialect != Dialect::Html5 {
            html4::reset_prefixed_attributes(document, placed);
        }
        Ok(handle(document, placed))
    }

    /// Moves a node of the document `other` into the document `number`, and returns its id there.
    fn own(&mut self, number: i64, other: i64, wanted: i64) -> Result<NodeId, Abort> {
        if number == other {
            return node(self.document(number)?, wanted);
        }
        let gone = || Abort::error("RuntimeError", "a document of Nokogiri was used after its end");
        let mut from = self.documents.remove(&other).ok_or_else(gone)?;
        let result = match node(&from, wanted) {
            Ok(original) => self.document(number).map(|document| {
                from.detach(original);
                document.import(&from, original, true)
            }),
            Err(error) => Err(error),
        };
        self.documents.insert(other, from);
        result
    }

    /// Copies a node into the document `target`, and returns the copy's handle. With `is_deep`, its descendants are
    /// copied as well.
    ///
    /// The copy of a document is a new document, so `target` is ignored. In this case, returns the number of the new
    /// document, and whether Ruby should collect its garbage.
    pub(super) fn copy(&mut self, (number, id): (i64, i64), is_deep: bool, target: i64) -> Result<Value, Abort> {
        let document = self.document(number)?;
        let id = node(document, id)?;
        if document.kind(id) == NodeKind::Document {
            let mut copy = Document::clone(document);
            if !is_deep {
                copy.detach_children(NodeId::DOCUMENT);
            }
            return Ok(self.add_new(copy));
        }
        if target == number {
            let copy = document.duplicate(id, is_deep);
            return Ok(handle(document, copy));
        }
        let gone = || Abort::error("RuntimeError", "a document of Nokogiri was used after its end");
        let from = self.documents.remove(&number).ok_or_else(gone)?;
        let copied = self.document(target).map(|document| {
            let copy = document.import(&from, id, is_deep);
            handle(document, copy)
        });
        self.documents.insert(number, from);
        copied
    }
}

/// Fails for positions that are impossible in a tree, as Nokogiri does.
fn check(document: &Document, position: Inserted, pivot: NodeId, id: NodeId) -> Result<(), Abort> {
    let parent = if position == Inserted::Last { Some(pivot) } else { document.parent(pivot) };
    let kind = document.kind(id);
    let parent_kind = parent.map(|parent| document.kind(parent));
    let fits = match parent_kind {
        Some(NodeKind::Document) => !matches!(
            kind,
            NodeKind::Document | NodeKind::Fragment | NodeKind::Attribute | NodeKind::Text | NodeKind::CData
        ),
        Some(NodeKind::Fragment) => !matches!(kind, NodeKind::Document | NodeKind::Fragment | NodeKind::Attribute),
        Some(NodeKind::Element) => !matches!(kind, NodeKind::Document | NodeKind::Fragment | NodeKind::Doctype),
        Some(NodeKind::Attribute) => kind == NodeKind::Text,
        Some(_) => false,
        None => true,
    };
    if !fits {
        let class = |kind: NodeKind| match kind {
            NodeKind::Element => "Nokogiri::XML::Element",
            NodeKind::Attribute => "Nokogiri::XML::Attr",
            NodeKind::Text => "Nokogiri::XML::Text",
            NodeKind::CData => "Nokogiri::XML::CDATA",
            NodeKind::Comment => "Nokogiri::XML::Comment",
            NodeKind::Instruction => "Nokogiri::XML::ProcessingInstruction",
            NodeKind::Document => "Nokogiri::XML::Document",
            NodeKind::Doctype => "Nokogiri::XML::DTD",
            NodeKind::Fragment => "Nokogiri::XML::DocumentFragment",
            NodeKind::EntityReference => "Nokogiri::XML::EntityReference",
        };
        let text =
            format!("cannot reparent {} there, as a child of {}", class(kind), parent_kind.map_or("nothing", class));
        return Err(Abort::error("ArgumentError", text));
    }
    if parent.is_some_and(|parent| document.contains(id, parent)) {
        return Err(Abort::error("RuntimeError", "Could not reparent node (1)"));
    }
    Ok(())
}
