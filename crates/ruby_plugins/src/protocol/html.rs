//! Operations on the documents of Ruby's Nokogiri. Documents have numbers, and nodes have handles (see `nokogiri`).

use super::requests;
use hastie_liquid::Value;

requests! {
    /// An operation on the table of documents, or on several documents.
    DocumentsOperation {
        /// Creates an empty document. Removes the documents in `released`, which Ruby no longer uses.
        "create" => Create { released: &'a [Value] = 0, kind: &'a str = 1 },
        /// Parses a document. Removes the documents in `released`.
        "parse" => Parse {
            released: &'a [Value] = 0,
            kind: &'a str = 1,
            text: &'a str = 2,
            options: i64 = 3,
            encoding: Option<&'a str> = 4,
        },
        /// Removes documents that Ruby no longer uses.
        "release" => Release { documents: &'a [Value] = 0 },
        /// Searches below nodes. The kind of the rules is `css`, `xpath` or `search`.
        "query" => Query {
            document: i64 = 0,
            nodes: &'a [Value] = 1,
            kind: &'a str = 2,
            rules: &'a [Value] = 3,
            prefixes: &'a [Value] = 4,
            namespaces: &'a Value = 5,
            variables: &'a Value = 6,
        },
        /// Translates a CSS selector to XPath expressions.
        "translate" => Translate {
            selector: &'a str = 0,
            prefixes: &'a [Value] = 1,
            has_default_namespace: bool = 2,
            any_namespace: bool = 3,
        },
        /// Inserts a node of any document at a position relative to `pivot`. Returns the node's new handle.
        "insert" => Insert {
            document: i64 = 0,
            pivot: i64 = 1,
            position: &'a str = 2,
            from: i64 = 3,
            node: i64 = 4,
        },
        /// Copies a node, with its children if `is_deep`. A document is copied as a whole.
        "copy" => Copy { document: i64 = 0, node: i64 = 1, is_deep: bool = 2, to: i64 = 3 },
    }
}

requests! {
    /// An operation that reads a node. The first two arguments of all of these are the document and the node.
    ReadOperation {
        /// The node's name without the prefix of its namespace.
        "name" => Name,
        /// The text of the node and everything in it.
        "text" => Text,
        /// The value of an attribute or text.
        "value" => Value,
        /// The number of the line on which the node starts in the parsed source.
        "line" => Line,
        /// The node's parent, which may be the document.
        "parent" => Parent,
        /// The next sibling, which may be a text or comment.
        "next" => Next,
        /// The previous sibling, which may be a text or comment.
        "previous" => Previous,
        /// The first child, which Nokogiri's `child` returns.
        "child" => FirstChild,
        /// The node's children, without its attributes.
        "children" => Children,
        /// The node's children that are elements.
        "elements" => ElementChildren,
        /// The next sibling that is an element.
        "next_element" => NextElement,
        /// The previous sibling that is an element.
        "previous_element" => PreviousElement,
        /// The last child that is an element.
        "last_element" => LastElement,
        /// The node's ancestors, innermost first.
        "ancestors" => Ancestors,
        /// The root element of the document.
        "root" => Root,
        /// The document type: handle, public and system identifier.
        "doctype" => Doctype,
        /// The node's attributes, as nodes.
        "attributes" => Attributes,
        /// The names and values of the node's attributes.
        "attribute_pairs" => AttributePairs,
        /// The value of the node's attribute `name`. nil if the node does not have it.
        "get" => Get { name: &'a str = 2 },
        /// The node's attribute `name`, as a node.
        "attribute" => Attribute { name: &'a str = 2 },
        /// The node's attribute `name` in the namespace `href`, as a node.
        "attribute_in" => AttributeIn { name: &'a str = 2, href: Option<&'a str> = 3 },
        /// The namespace that the node is in; nil for none.
        "namespace" => Namespace,
        /// The namespaces that the node declares.
        "declarations" => Declarations,
        /// The namespaces that are visible at the node.
        "scope" => Scope,
        /// An XPath expression that finds the node.
        "path" => Path,
        /// The order of two nodes in the document: -1 if `other` comes later, 1 if it comes earlier, and 0 for the same
        /// node.
        "compare" => Compare { other: i64 = 2 },
        /// Encoding, version, `standalone` and quirks mode of the document.
        "facts" => Facts,
        /// The messages of the parser about invalid text.
        "errors" => Errors,
        /// The document as a stream of start tags, texts and end tags.
        "events" => Events,
    }
}

requests! {
    /// An operation that creates, changes or writes nodes. The first two arguments of all of these are the document and
    /// the node.
    ChangeOperation {
        /// Creates a node of the type `kind`, such as `text` or `comment`, and returns it. An unknown `kind` means an
        /// element called `name`. Ignores the node of the request.
        "new" => New { kind: &'a str = 2, name: &'a str = 3, text: &'a str = 4 },
        /// Parses `text` to a fragment. If the node is an element, the text is parsed as the content of this element.
        "fragment" => Fragment { text: &'a str = 2, options: i64 = 3 },
        /// Parses a text as the content of the node.
        "parse_in" => ParseIn { text: &'a str = 2 },
        /// Writes the node as a text.
        "write" => Write { options: i64 = 2, encoding: Option<&'a str> = 3, indent: &'a str = 4 },
        /// Removes the node from its parent.
        "detach" => Detach,
        /// Removes the children of the node.
        "detach_children" => DetachChildren,
        /// Changes the local name of an element, attribute or instruction.
        "rename" => Rename { name: &'a str = 2 },
        /// Replaces the content of the node with a text.
        "set_text" => SetText { text: &'a str = 2 },
        /// Sets the value of an attribute, text, comment or other node that has one.
        "set_value" => SetValue { value: &'a str = 2 },
        /// Sets or adds an attribute of the node. The attribute's name may have a prefix.
        "set" => Set { name: &'a str = 2, value: &'a str = 3 },
        /// Removes an attribute of the node, and returns it.
        "unset" => Unset { name: &'a str = 2 },
        /// Adds a declaration of a namespace to the node, and returns the namespace.
        "declare" => Declare { prefix: Option<&'a str> = 2, href: &'a str = 3 },
        /// Moves the node to a namespace, or to none.
        "set_namespace" => SetNamespace { namespace: Option<i64> = 2 },
        /// Removes all namespaces of the document.
        "remove_namespaces" => RemoveNamespaces,
        /// Changes the encoding that the document names, or removes it without `name`.
        "set_encoding" => SetEncoding { name: Option<&'a str> = 2 },
        /// Replaces the document type, such as `<!DOCTYPE html>`.
        "set_doctype" => SetDoctype { name: &'a str = 2, public: Option<&'a str> = 3, system: Option<&'a str> = 4 },
    }
}

/// An operation on Nokogiri's documents. The program keeps their trees, and Ruby refers to documents and nodes by
/// number.
#[derive(Debug)]
pub(crate) enum HtmlOperation<'a> {
    /// An operation on the table of documents, or on several documents.
    Documents(DocumentsOperation<'a>),
    /// A query about a node, which leaves the document unchanged.
    Read(Target, ReadOperation<'a>),
    /// An operation that creates, changes or writes a node.
    Change(Target, ChangeOperation<'a>),
}

/// The node that a request refers to, by the numbers that Ruby holds for document and node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    /// The number under which the bridge keeps the parsed document.
    pub document: i64,
    /// The handle of the node. `None` for the document itself.
    pub node: Option<i64>,
}

impl<'a> HtmlOperation<'a> {
    /// Decodes an operation. `None` if its name is unknown.
    pub(crate) fn decode(name: &str, arguments: &'a [Value]) -> Option<Self> {
        if let Some(operation) = DocumentsOperation::decode(name, arguments) {
            return Some(HtmlOperation::Documents(operation));
        }
        let number = |index: usize| match arguments.get(index) {
            None | Some(Value::Nil) => None,
            Some(Value::Int(number)) => Some(*number),
            Some(_) => Some(0),
        };
        let target = Target { document: number(0).unwrap_or(0), node: number(1) };
        let read = ReadOperation::decode(name, arguments).map(|operation| HtmlOperation::Read(target, operation));
        read.or_else(|| {
            ChangeOperation::decode(name, arguments).map(|operation| HtmlOperation::Change(target, operation))
        })
    }
}
