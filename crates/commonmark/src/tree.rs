//! The tree of a document: a vector of nodes that are linked by their indices, and one buffer for all of their texts.
//!
//! Texts are spans of that buffer, so taking a word out of a paragraph copies nothing. Only text that entities and
//! escapes change is written to the end of the buffer.

use std::borrow::Cow;

/// The index of a node in its tree, in the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

/// A range of bytes in the tree's buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte in the tree's buffer.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`. Empty if `end` is not after `start`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end: end.max(start) }
    }

    /// The span of the same length that starts `by` bytes later.
    pub(crate) fn moved(self, by: usize) -> Self {
        Span { start: self.start + by, end: self.end + by }
    }

    /// The length of the span in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the span contains no byte: the end is the start.
    pub fn is_empty(self) -> bool {
        self.end == self.start
    }
}

/// A line and a column in the source, both numbered from 1 on. The column is 0 if a block ends with an empty line, and
/// for a cell that completes a row with too few cells. Both are 0 for a node without a position in the source, such as
/// an inline element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

/// The alignment of a table's column, set by the colons in the delimiter row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// `---`: the column is not aligned.
    None,
    /// `:--`
    Left,
    /// `:-:`
    Center,
    /// `--:`
    Right,
}

/// The marker in front of the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `-`, `+` or `*`.
    Bullet(u8),
    /// A number and `.` or `)`.
    Number(u8),
}

/// The properties of a list, such as its marker. Each item also has a value of this type, with its own number in
/// `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// The character of the bullets, or the character after the numbers.
    pub marker: Marker,
    /// The number that the list, or item, begins with; 0 for bullets.
    pub start: usize,
    /// Whether paragraphs in the items are written without `<p>`.
    pub is_tight: bool,
    /// The indentation of the marker, in columns.
    pub(crate) offset: usize,
    /// The number of columns of the marker and the spaces after it.
    pub(crate) padding: usize,
}

/// The backticks or tildes that opened a code block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    pub(crate) mark: u8,
    pub(crate) length: usize,
    pub(crate) offset: usize,
}

/// The type of a node: a block such as a list, or an inline element such as emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The root of the tree.
    Document,
    /// Blocks quoted by `>`.
    BlockQuote,
    /// A bulleted or numbered list.
    List(List),
    /// An item of a list. For a task, `Some` tells whether the task is done.
    Item(List, Option<bool>),
    /// A block of code, either fenced or indented.
    CodeBlock {
        /// The info string after the opening fence. Empty for indented code.
        info: Span,
        /// The fence. `None` for indented code.
        fence: Option<Fence>,
    },
    /// A block of HTML. Contains the number of CommonMark's start condition that its first line meets, from 1 to 7.
    HtmlBlock(u8),
    /// Text between other blocks.
    Paragraph,
    /// A header, marked by `#` or by an underline.
    Heading {
        /// The level of the header, from 1 to 6.
        level: u8,
        /// Whether the header is written with an underline instead of `#`.
        is_underlined: bool,
    },
    /// A horizontal rule, such as `---`.
    ThematicBreak,
    /// A footnote. The text of the node is the footnote's name.
    FootnoteDefinition,
    /// A table. Contains the table's index for `Tree::alignments`.
    Table(usize),
    /// A row of a table, with cells as children.
    TableRow {
        /// Whether the row is the header of its table.
        is_header: bool,
    },
    /// A cell of a row, with inline elements as children.
    TableCell,
    /// Plain text, in which escapes and entities are already replaced by their characters.
    Text,
    /// An end of line in the source.
    SoftBreak,
    /// A hard line break: `\` or two spaces at the end of a line.
    LineBreak,
    /// A code span in a line of text.
    Code,
    /// An HTML tag or another HTML construct in a line of text.
    Html,
    /// `*text*`
    Emphasis,
    /// `**text**`
    Strong,
    /// `~~text~~`
    Strikethrough,
    /// A link with an address, or an automatic link.
    Link {
        /// The address of the link, without escapes.
        address: Span,
        /// The title without its quotes. Empty if the source has none.
        title: Span,
    },
    /// An image. Its children are the alternative text.
    Image {
        /// The address of the image, without escapes.
        address: Span,
        /// The title without its quotes. Empty if the source has none.
        title: Span,
    },
    /// A reference to a footnote. The text of the node is the footnote's number.
    FootnoteReference,
}

/// A block or an inline element, linked to its neighbours by their ids.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The type of the node, with the data of this type.
    pub kind: Kind,
    /// The text of nodes such as [`Kind::Text`] and [`Kind::Code`].
    pub text: Span,
    /// The position at which the block starts. Zeros for inline elements.
    pub start: Position,
    /// The position at which the block ends. Zeros for inline elements.
    pub end: Position,
    /// The node that contains this node. `None` for the root.
    pub parent: Option<NodeId>,
    /// The previous sibling. `None` for the first child.
    pub previous: Option<NodeId>,
    /// The next sibling. `None` for the last child.
    pub next: Option<NodeId>,
    /// The first child. `None` without children.
    pub first: Option<NodeId>,
    /// The last child. `None` without children.
    pub last: Option<NodeId>,
    /// Whether later lines can belong to the block.
    pub(crate) is_open: bool,
    /// Whether the last line of the block was blank.
    pub(crate) ends_blank: bool,
}

/// A parsed document: its nodes, and the text that they refer to.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    pub(crate) buffer: Vec<u8>,
    pub(crate) tables: Vec<Vec<Alignment>>,
}

impl Tree {
    /// The id of the document node, which is the same in every tree.
    pub const ROOT: NodeId = NodeId(0);

    pub(crate) fn new(capacity: usize) -> Self {
        let mut tree = Tree { nodes: Vec::new(), buffer: Vec::with_capacity(capacity), tables: Vec::new() };
        let root = tree.make(Kind::Document, Span::default());
        let first = Position { line: 1, column: 1 };
        *tree.node_mut(root) = Node { start: first, is_open: true, ..*tree.node(root) };
        tree
    }

    /// The data of a node. Panics if the tree has no node with this id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The type of a node, with the data of this type, such as a header's level.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    pub(crate) fn bytes(&self, span: Span) -> &[u8] {
        self.buffer.get(span.start..span.end).unwrap_or_default()
    }

    /// The text of a span in the tree's buffer. Invalid UTF-8 becomes replacement characters.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(span))
    }

    /// The alignments of a table's columns. `table` is the index in [`Kind::Table`].
    pub fn alignments(&self, table: usize) -> &[Alignment] {
        self.tables.get(table).map(Vec::as_slice).unwrap_or_default()
    }

    /// The direct children of a node, in the order of the text.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.node(id).first, |&child| self.node(child).next)
    }

    /// The next node after `id` in the order of the text, which may be the first child of `id`. `None` if `within`
    /// contains no later node.
    pub(crate) fn following(&self, id: NodeId, within: NodeId) -> Option<NodeId> {
        self.node(id).first.or_else(|| self.after(id, within))
    }

    /// The next node after `id` and its descendants, in the order of the text. `None` if `within` contains no later
    /// node.
    pub(crate) fn after(&self, mut id: NodeId, within: NodeId) -> Option<NodeId> {
        while id != within {
            if let Some(next) = self.node(id).next {
                return Some(next);
            }
            id = self.node(id).parent?;
        }
        None
    }

    /// Appends a text to the tree's buffer, and returns its span.
    pub(crate) fn write(&mut self, text: &[u8]) -> Span {
        let start = self.buffer.len();
        self.buffer.extend_from_slice(text);
        Span::new(start, self.buffer.len())
    }

    /// Creates a node that is not part of the tree yet.
    pub(crate) fn make(&mut self, kind: Kind, text: Span) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            kind,
            text,
            start: Position::default(),
            end: Position::default(),
            parent: None,
            previous: None,
            next: None,
            first: None,
            last: None,
            is_open: false,
            ends_blank: false,
        });
        id
    }

    /// Takes a node out of the tree, with its descendants.
    pub(crate) fn unlink(&mut self, id: NodeId) {
        let Node { parent, previous, next, .. } = *self.node(id);
        match previous {
            Some(previous) => self.node_mut(previous).next = next,
            None => {
                if let Some(parent) = parent {
                    self.node_mut(parent).first = next;
                }
            }
        }
        match next {
            Some(next) => self.node_mut(next).previous = previous,
            None => {
                if let Some(parent) = parent {
                    self.node_mut(parent).last = previous;
                }
            }
        }
        *self.node_mut(id) = Node { parent: None, previous: None, next: None, ..*self.node(id) };
    }

    /// Moves the node `id` and its descendants to the end of the children of `parent`.
    pub(crate) fn append(&mut self, parent: NodeId, id: NodeId) {
        self.unlink(id);
        let last = self.node(parent).last;
        *self.node_mut(id) = Node { parent: Some(parent), previous: last, ..*self.node(id) };
        match last {
            Some(last) => self.node_mut(last).next = Some(id),
            None => self.node_mut(parent).first = Some(id),
        }
        self.node_mut(parent).last = Some(id);
    }

    /// Moves the node `id` and its descendants directly in front of `sibling`.
    pub(crate) fn insert_before(&mut self, sibling: NodeId, id: NodeId) {
        self.unlink(id);
        let Node { parent, previous, .. } = *self.node(sibling);
        *self.node_mut(id) = Node { parent, previous, next: Some(sibling), ..*self.node(id) };
        self.node_mut(sibling).previous = Some(id);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next = Some(id),
            (None, Some(parent)) => self.node_mut(parent).first = Some(id),
            (None, None) => {}
        }
    }

    /// Moves the node `id` and its descendants directly behind `sibling`.
    pub(crate) fn insert_after(&mut self, sibling: NodeId, id: NodeId) {
        match (self.node(sibling).next, self.node(sibling).parent) {
            (Some(next), _) => self.insert_before(next, id),
            (None, Some(parent)) => self.append(parent, id),
            (None, None) => {}
        }
    }

    /// Moves the siblings after `from` to the end of `parent`, up to the sibling `to`, which stays. With `None`, all of
    /// them move.
    pub(crate) fn adopt(&mut self, parent: NodeId, from: NodeId, to: Option<NodeId>) {
        let mut next = self.node(from).next;
        while let Some(id) = next.filter(|&id| Some(id) != to) {
            next = self.node(id).next;
            self.append(parent, id);
        }
    }
}
