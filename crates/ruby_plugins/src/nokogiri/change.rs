//! Operations that create, change and write nodes.

use super::{Arguments, Table, handle, handles, node};
use hastie_html::{
    Dialect, Doctype, Document, Inserted, NodeId, NodeKind, SaveOptions, WriteOptions, html4, html5, xml,
};
use hastie_liquid::{Abort, Value};

/// Performs an operation on one document.
pub(super) fn apply(
    document: &mut Document,
    id: NodeId,
    operation: &str,
    arguments: &Arguments<'_>,
) -> Result<Value, Abort> {
    match operation {
        "new" => {
            let new = create(document, arguments);
            return Ok(handle(document, new));
        }
        "fragment" => return fragment(document, id, arguments),
        "parse_in" => return Ok(parse_in(document, id, arguments)),
        "write" => {
            let options = WriteOptions {
                save: SaveOptions(u32::try_from(arguments.int(2)).unwrap_or_default()),
                encoding: arguments.optional_text(3),
                indent: arguments.text(4),
            };
            return Ok(document.write(id, &options).into());
        }
        "detach" => document.detach(id),
        "detach_children" => document.detach_children(id),
        "rename" => document.rename(id, arguments.text(2)),
        "set_text" => document.set_text(id, arguments.text(2)),
        "set_value" => document.set_value(id, arguments.text(2)),
        "set" => {
            document.set_qualified_attribute(id, arguments.text(2), arguments.text(3));
        }
        "unset" => {
            // If names are equal, the last one wins, as in a hash.
            let found = document.attributes(id).filter(|one| document.name(*one) == arguments.text(2)).last();
            if let Some(found) = found {
                document.detach(found);
                return Ok(handle(document, found));
            }
        }
        "declare" => {
            let namespace = document.declare(id, arguments.optional_text(2), arguments.text(3));
            return Ok(super::read::namespace(document, namespace));
        }
        "set_namespace" => {
            let namespace = match arguments.value(2) {
                Value::Int(number) => usize::try_from(*number).ok().and_then(|index| document.namespace_at(index)),
                _ => None,
            };
            document.set_namespace(id, namespace);
        }
        "remove_namespaces" => document.remove_namespaces(NodeId::DOCUMENT),
        "set_encoding" => document.encoding = arguments.optional_text(2).map(str::to_owned),
        "set_meta_encoding" => document.set_meta_encoding(arguments.text(2)),
        "meta_encoding" => return Ok(document.meta_encoding().map_or(Value::Nil, Value::from)),
        "set_doctype" => {
            let doctype = Doctype {
                public: arguments.optional_text(3).map(str::to_owned),
                system: arguments.optional_text(4).map(str::to_owned),
                subset: None,
            };
            let node = document.set_doctype(arguments.text(2), doctype);
            return Ok(handle(document, node));
        }
        _ => {
            return Err(Abort::error("NotImplementedError", format!("the operation {operation} does not exist")));
        }
    }
    Ok(Value::Nil)
}

fn create(document: &mut Document, arguments: &Arguments<'_>) -> NodeId {
    let (name, text) = (arguments.text(3), arguments.text(4));
    match arguments.text(2) {
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

/// The options of the XML parser, from libxml2's bits.
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

/// A fragment with the nodes of a text, which may be parsed in the context of an element: `[document, context, text, options]`.
fn fragment(document: &mut Document, context: NodeId, arguments: &Arguments<'_>) -> Result<Value, Abort> {
    let fragment = document.create_fragment();
    let text = arguments.text(2);
    if document.dialect == Dialect::Html5 {
        let name = if document.is_element(context) { document.name(context).to_owned() } else { "body".to_owned() };
        html5::fill_fragment(document, fragment, &name, text).map_err(super::too_deep)?;
        return Ok(handle(document, fragment));
    }
    if document.dialect != Dialect::Xml {
        html4::fill_fragment(document, fragment, text);
        return Ok(handle(document, fragment));
    }
    let options = xml_options(arguments.int(3));
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

/// The nodes of a text that is parsed as the content of a node, if it has no errors. Otherwise nil.
fn parse_in(document: &mut Document, context: NodeId, arguments: &Arguments<'_>) -> Value {
    let text = arguments.text(2);
    let (nodes, errors) = match document.dialect {
        Dialect::Xml => xml::parse_in_context(document, context, text, &xml::ParseOptions::default()),
        _ => html4::parse_in_context(document, text),
    };
    let is_good = errors.is_empty();
    document.errors.extend(errors);
    if is_good { handles(document, nodes) } else { Value::Nil }
}

impl Table {
    /// Inserts a node, which may be in another document: `[document, pivot, position, other document, node]`. Returns the handle that
    /// the node has then.
    pub(super) fn insert(&mut self, arguments: &Arguments<'_>) -> Result<Value, Abort> {
        let (number, other) = (arguments.int(0), arguments.int(3));
        let position = match arguments.text(2) {
            "before" => Inserted::Before,
            "after" => Inserted::After,
            "instead" => Inserted::Instead,
            _ => Inserted::Last,
        };
        let id = self.own(number, other, arguments.int(4))?;
        let document = self.document(number)?;
        let pivot = node(document, arguments.int(1))?;
        check(document, position, pivot, id)?;
        let placed = document.insert(position, pivot, id);
        if position == Inserted::Last && document.dialect != Dialect::Html5 {
            html4::reset_prefixed_attributes(document, placed);
        }
        Ok(handle(document, placed))
    }

    /// Moves a node of another document into this one, and returns its new id.
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

    /// Copies a node: `[document, node, deep, document of the copy]`. A document is copied as a whole. Returns the number of
    /// the document and the handle.
    pub(super) fn copy(&mut self, arguments: &Arguments<'_>) -> Result<Value, Abort> {
        let number = arguments.int(0);
        let document = self.document(number)?;
        let id = node(document, arguments.int(1))?;
        if document.kind(id) == NodeKind::Document {
            let mut copy = Document::clone(document);
            if !arguments.truthy(2) {
                copy.detach_children(NodeId::DOCUMENT);
            }
            let new = self.add(copy);
            let wants_collection = self.wants_collection();
            return Ok(Value::array(vec![Value::Int(new), Value::Bool(wants_collection)]));
        }
        let target = arguments.int(3);
        if target == number {
            let copy = document.duplicate(id, arguments.truthy(2));
            return Ok(handle(document, copy));
        }
        let gone = || Abort::error("RuntimeError", "a document of Nokogiri was used after its end");
        let from = self.documents.remove(&number).ok_or_else(gone)?;
        let copied = self.document(target).map(|document| {
            let copy = document.import(&from, id, arguments.truthy(2));
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
