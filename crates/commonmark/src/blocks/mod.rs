//! Divides a document into blocks, line by line. Each line continues some of the open blocks, may start new ones, and
//! adds its text to the innermost block.
//!
//! [`start`] recognizes the start of a block, and [`finish`] processes its end.

mod finish;
mod line;
mod start;
mod table;

use crate::characters::trim_end;
use crate::html_tag;
use crate::labels::Labels;
use crate::tree::{Fence, Kind, List, NodeId, Position, Span, Tree};
use crate::{MAX_DEPTH, Options};
use line::Line;
use std::borrow::Cow;

/// The blocks of a text and the links that it defines. `None` if blocks are nested too deeply.
pub(crate) fn read(source: &str, options: &Options) -> Option<(Tree, Labels)> {
    let source = with_plain_ends(source);
    let mut blocks = Blocks {
        // Most of the source is copied into the text of the tree, once.
        tree: Tree::new(source.len() + 64),
        labels: Labels::default(),
        options,
        line: Line::default(),
        current: Tree::ROOT,
        number: 0,
        last_length: 0,
        full_length: 0,
        is_ended: false,
    };
    for line in source.split_inclusive('\n') {
        blocks.read_line(line.as_bytes())?;
    }
    blocks.is_ended = true;
    blocks.close_to(Tree::ROOT);
    blocks.finish(Tree::ROOT);
    Some((blocks.tree, blocks.labels))
}

/// The source with `\n` at the end of each line, including the last one, and with U+FFFD instead of NUL.
fn with_plain_ends(source: &str) -> Cow<'_, str> {
    let is_plain = memchr::memchr2(b'\r', 0, source.as_bytes()).is_none();
    if is_plain && (source.is_empty() || source.ends_with('\n')) {
        return Cow::Borrowed(source);
    }
    let mut plain = source.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
    if !plain.ends_with('\n') {
        plain.push('\n');
    }
    Cow::Owned(plain)
}

struct Blocks<'s, 'o> {
    tree: Tree,
    labels: Labels,
    options: &'o Options,
    line: Line<'s>,
    /// The innermost block that is open.
    current: NodeId,
    /// The number of the current line, from 1.
    number: usize,
    /// The length of the previous line in bytes, without its line break.
    last_length: usize,
    /// The length of the current line without its line break, including the marks that close a header.
    full_length: usize,
    /// Whether all lines are read.
    is_ended: bool,
}

/// The effect of the current line on open blocks.
#[derive(Clone, Copy)]
struct LineState {
    /// Whether the line continues all open blocks.
    is_all_matched: bool,
    /// Whether the line may continue an open paragraph.
    may_be_lazy: bool,
}

/// The result of comparing a line with the open blocks.
enum Match {
    /// The innermost open block that the line continues, and whether the line continues all open blocks.
    Until(NodeId, bool),
    /// The line is a fence that closes a code block.
    Closed,
}

impl<'s> Blocks<'s, '_> {
    fn read_line(&mut self, bytes: &'s [u8]) -> Option<()> {
        self.line = Line::new(bytes);
        if self.number == 0 && bytes.starts_with("\u{feff}".as_bytes()) {
            self.line.offset = 3;
        }
        self.number += 1;
        self.full_length = bytes.strip_suffix(b"\n").unwrap_or(bytes).len();
        let (matched, depth) = self.match_open_blocks();
        if let Match::Until(matched, is_all) = matched {
            let container = self.open_blocks(matched, is_all, depth)?;
            self.add_text(container, matched);
        }
        let read = self.line.bytes;
        self.last_length = read.strip_suffix(b"\n").unwrap_or(read).len();
        Some(())
    }

    /// Finds the open blocks that the line continues, and counts them.
    fn match_open_blocks(&mut self) -> (Match, usize) {
        let mut container = Tree::ROOT;
        let mut depth = 0;
        while let Some(child) = self.tree.node(container).last.filter(|&id| self.tree.node(id).is_open) {
            self.line.find_content();
            if let Kind::CodeBlock { fence: Some(fence), .. } = self.tree.kind(child) {
                if self.closes(fence) {
                    self.current = self.finish(child);
                    return (Match::Closed, depth);
                }
                for _ in 0..fence.offset {
                    if !self.line.skip_blank() {
                        break;
                    }
                }
            } else if !self.goes_on(child) {
                return (Match::Until(container, false), depth);
            }
            container = child;
            depth += 1;
        }
        (Match::Until(container, true), depth)
    }

    fn closes(&self, fence: Fence) -> bool {
        let is_fence = self.line.indent <= 3 && self.line.at(self.line.content) == fence.mark;
        is_fence && start::closing_fence(self.line.rest()).is_some_and(|length| length >= fence.length)
    }

    /// Whether the line continues an open block. Reads the block's marker.
    fn goes_on(&mut self, id: NodeId) -> bool {
        let line = &mut self.line;
        match self.tree.kind(id) {
            Kind::BlockQuote => {
                let goes_on = line.indent <= 3 && line.at(line.content) == b'>';
                if goes_on {
                    line.skip_columns(line.indent + 1);
                    line.skip_blank();
                }
                goes_on
            }
            Kind::Item(List { offset, padding, .. }, _) => {
                let is_filled = self.tree.node(id).first.is_some();
                if line.indent >= offset + padding {
                    line.skip_columns(offset + padding);
                } else if line.is_blank && is_filled {
                    line.skip_to(line.content);
                } else {
                    return false;
                }
                true
            }
            Kind::CodeBlock { .. } if line.is_indented() => {
                line.skip_columns(4);
                true
            }
            Kind::CodeBlock { .. } if line.is_blank => {
                line.skip_to(line.content);
                true
            }
            Kind::FootnoteDefinition if line.is_indented() => {
                line.skip_columns(4);
                true
            }
            Kind::FootnoteDefinition => line.at(0) == b'\n',
            Kind::HtmlBlock(number) => number <= 5 || !line.is_blank,
            Kind::Paragraph => !line.is_blank,
            Kind::Table(_) => self.goes_on_table(),
            Kind::CodeBlock { .. } | Kind::Heading { .. } | Kind::TableRow { .. } | Kind::TableCell => false,
            _ => true,
        }
    }

    /// Opens the blocks that the line starts, and returns the innermost one. `None` if they are nested too deeply.
    fn open_blocks(&mut self, matched: NodeId, is_all_matched: bool, mut depth: usize) -> Option<NodeId> {
        let mut container = matched;
        // Indented code does not end a paragraph.
        let mut may_be_lazy = matches!(self.tree.kind(self.current), Kind::Paragraph);
        while !matches!(self.tree.kind(container), Kind::CodeBlock { .. } | Kind::HtmlBlock(_)) {
            self.line.find_content();
            let Some(opened) = self.open_block(container, LineState { is_all_matched, may_be_lazy }) else { break };
            container = opened;
            if takes_lines(self.tree.kind(container)) {
                break;
            }
            may_be_lazy = false;
            depth += 1;
            if depth > MAX_DEPTH {
                return None;
            }
        }
        Some(container)
    }

    /// Opens the block that begins at the current position.
    fn open_block(&mut self, container: NodeId, state: LineState) -> Option<NodeId> {
        let kind = self.tree.kind(container);
        let in_paragraph = matches!(kind, Kind::Paragraph);
        if !self.line.is_indented()
            && let Some(opened) = self.open_unindented(container, state.is_all_matched)
        {
            return Some(opened);
        }
        if self.line.indent < 4
            && let Some((list, length)) = start::item(self.line.rest(), in_paragraph)
        {
            return Some(self.open_item(container, list, length));
        }
        if self.line.is_indented() && !state.may_be_lazy && !self.line.is_blank {
            self.line.skip_columns(4);
            let code = Kind::CodeBlock { info: Span::default(), fence: None };
            return Some(self.add(container, code, self.line.offset + 1));
        }
        self.open_extension(container)
    }

    fn open_unindented(&mut self, container: NodeId, is_all_matched: bool) -> Option<NodeId> {
        let in_paragraph = matches!(self.tree.kind(container), Kind::Paragraph);
        let (text, content) = (self.line.rest(), self.line.content);
        if text.first() == Some(&b'>') {
            self.line.skip_to(content + 1);
            self.line.skip_blank();
            return Some(self.add(container, Kind::BlockQuote, content + 1));
        }
        if let Some((level, length)) = start::header(text) {
            self.line.skip_to(content + length);
            return Some(self.add(container, Kind::Heading { level, is_underlined: false }, content + 1));
        }
        if let Some((mark, length)) = start::opening_fence(text) {
            // cmark-gfm keeps the length in a byte.
            let fence = Fence { mark, length: length.min(255), offset: content - self.line.offset };
            self.line.skip_to(content + length);
            return Some(self.add(
                container,
                Kind::CodeBlock { info: Span::default(), fence: Some(fence) },
                content + 1,
            ));
        }
        let html = html_tag::block_start(text).or_else(|| (!in_paragraph && html_tag::is_tag_alone(text)).then_some(7));
        if let Some(number) = html {
            return Some(self.add(container, Kind::HtmlBlock(number), content + 1));
        }
        if in_paragraph && let Some(level) = start::underline(text) {
            if self.take_definitions(container) {
                self.tree.node_mut(container).kind = Kind::Heading { level, is_underlined: true };
                self.line.skip_all();
            }
            return Some(container);
        }
        if (is_all_matched || !in_paragraph) && start::is_rule(text) {
            let rule = self.add(container, Kind::ThematicBreak, content + 1);
            self.line.skip_all();
            return Some(rule);
        }
        let (name, length) = start::footnote(text).filter(|_| self.options.footnotes)?;
        self.line.skip_to(content + length);
        let footnote = self.add(container, Kind::FootnoteDefinition, content + length + 1);
        self.tree.node_mut(footnote).text = self.tree.write(&text[2..name]);
        Some(footnote)
    }

    fn open_item(&mut self, container: NodeId, mut list: List, length: usize) -> NodeId {
        let (content, indent) = (self.line.content, self.line.indent);
        self.line.skip_to(content + length);
        let mark = self.line.mark();
        let column = self.line.column;
        while self.line.column - column <= 5 && self.line.skip_blank() {}
        let spaces = self.line.column - column;
        let is_empty = matches!(self.line.at(self.line.offset), b'\n' | b'\r');
        if (1..5).contains(&spaces) && !is_empty {
            list.padding = length + spaces;
        } else {
            list.padding = length + 1;
            self.line.rewind(mark);
            if spaces > 0 {
                self.line.skip_columns(1);
            }
        }
        list.offset = indent;
        let goes_on = matches!(self.tree.kind(container), Kind::List(open) if open.marker == list.marker);
        let around = if goes_on { container } else { self.add(container, Kind::List(list), content + 1) };
        self.add(around, Kind::Item(list, None), content + 1)
    }

    /// Opens a table or a task, which are extensions.
    fn open_extension(&mut self, container: NodeId) -> Option<NodeId> {
        match self.tree.kind(container) {
            Kind::Item(list, _) if self.options.task_lists > 0 && start::is_task(self.line.bytes) => {
                let is_done =
                    [b"[x]", b"[X]"].iter().any(|mark| memchr::memmem::find(self.line.bytes, *mark).is_some());
                self.tree.node_mut(container).kind = Kind::Item(list, Some(is_done));
                self.line.skip_to(self.line.offset + 3 * self.options.task_lists);
                None
            }
            Kind::Paragraph if self.options.tables && !self.line.is_indented() => {
                self.open_table(container).then_some(container)
            }
            Kind::Table(_) if !self.line.is_indented() => self.add_row(container),
            _ => None,
        }
    }

    /// Adds the rest of the line to the block that it belongs to.
    fn add_text(&mut self, container: NodeId, matched: NodeId) {
        self.line.find_content();
        self.note_blank_line(container);
        let is_lazy = self.current != matched
            && container == matched
            && !self.line.is_blank
            && matches!(self.tree.kind(self.current), Kind::Paragraph);
        if is_lazy {
            self.add_line(self.current);
            return;
        }
        self.close_to(matched);
        self.current = match self.tree.kind(container) {
            Kind::CodeBlock { .. } => {
                self.add_line(container);
                container
            }
            Kind::HtmlBlock(number) => {
                self.add_line(container);
                let is_ended = html_tag::ends_block(number, self.line.rest());
                if is_ended { self.finish(container) } else { container }
            }
            _ if self.line.is_blank => container,
            kind if takes_lines(kind) => {
                if matches!(kind, Kind::Heading { is_underlined: false, .. }) {
                    self.line.bytes = without_closing_marks(self.line.bytes);
                }
                self.line.skip_to(self.line.content);
                self.add_line(container);
                container
            }
            _ => {
                let paragraph = self.add(container, Kind::Paragraph, self.line.content + 1);
                self.line.skip_to(self.line.content);
                self.add_line(paragraph);
                paragraph
            }
        };
    }

    /// Records which blocks end with a blank line. This decides later whether lists are tight.
    fn note_blank_line(&mut self, container: NodeId) {
        let is_blank = self.line.is_blank;
        let node = *self.tree.node(container);
        if let Some(last) = node.last.filter(|_| is_blank) {
            self.tree.node_mut(last).ends_blank = true;
        }
        let counts = match node.kind {
            Kind::BlockQuote | Kind::Heading { .. } | Kind::ThematicBreak => false,
            Kind::CodeBlock { fence, .. } => fence.is_none(),
            Kind::Item(..) => node.first.is_some() || node.start.line != self.number,
            _ => true,
        };
        self.tree.node_mut(container).ends_blank = is_blank && counts;
        let mut around = node.parent;
        while let Some(id) = around {
            self.tree.node_mut(id).ends_blank = false;
            around = self.tree.node(id).parent;
        }
    }

    /// Adds the rest of the line to a block's text.
    fn add_line(&mut self, id: NodeId) {
        let spaces = self.line.rest_of_tab();
        let mut text = self.tree.node(id).text;
        if text.end != self.tree.buffer.len() {
            let copy = self.tree.bytes(text).to_vec();
            text = self.tree.write(&copy);
        }
        self.tree.buffer.resize(text.end + spaces, b' ');
        let added = self.tree.write(self.line.unread());
        self.tree.node_mut(id).text = Span::new(text.start, added.end);
    }

    /// Opens a block in `parent`, or in the nearest ancestor that can contain such a block.
    fn add(&mut self, mut parent: NodeId, kind: Kind, column: usize) -> NodeId {
        while !self.can_hold(parent, kind) {
            parent = self.finish(parent);
        }
        let id = self.tree.make(kind, Span::default());
        self.tree.append(parent, id);
        let node = self.tree.node_mut(id);
        node.is_open = true;
        node.start = Position { line: self.number, column };
        node.end.line = self.number;
        id
    }

    fn can_hold(&self, id: NodeId, kind: Kind) -> bool {
        if let Some(holds) = table::holds(&self.tree, id, kind) {
            return holds;
        }
        match self.tree.kind(id) {
            Kind::Document => true,
            Kind::Item(_, Some(_)) => true,
            Kind::BlockQuote | Kind::FootnoteDefinition | Kind::Item(..) => !matches!(kind, Kind::Item(..)),
            Kind::List(_) => matches!(kind, Kind::Item(..)),
            _ => false,
        }
    }
}

fn takes_lines(kind: Kind) -> bool {
    matches!(kind, Kind::Paragraph | Kind::Heading { .. } | Kind::CodeBlock { .. })
}

/// A header's line without the `#` at its end.
fn without_closing_marks(line: &[u8]) -> &[u8] {
    let line = trim_end(line);
    let marks = line.iter().rev().take_while(|&&byte| byte == b'#').count();
    match line[..line.len() - marks].split_last() {
        Some((b' ' | b'\t', rest)) if marks > 0 => trim_end(rest),
        _ => line,
    }
}
