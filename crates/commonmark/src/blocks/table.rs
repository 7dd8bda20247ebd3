//! Tables: a delimiter row turns the last line of the paragraph above it into the table's header.

use super::Blocks;
use super::start;
use crate::characters::{is_line_space, trim};
use crate::tree::{Alignment, Kind, NodeId, Position, Tree};

/// A cell in a row of a table, with its place in the line.
struct Cell {
    /// The text, trimmed, without the backslashes before bars.
    text: Vec<u8>,
    /// The offset of the cell's first byte, after the bar.
    start: usize,
    /// The offset of the cell's last byte.
    end: usize,
}

/// The end of a cell's text: a bar without a backslash before it, or the end of the line.
fn cell_end(text: &[u8], from: usize) -> usize {
    let mut position = from;
    while let Some(&byte) = text.get(position) {
        let is_bar = byte == b'|' && (position == from || text[position - 1] != b'\\');
        if is_bar || matches!(byte, b'\n' | b'\r') {
            break;
        }
        position += 1;
    }
    position
}

/// The offset after a bar at `from` and the spaces that follow it. `from` itself if there is no bar.
fn past_bar(text: &[u8], from: usize) -> usize {
    if text.get(from) != Some(&b'|') {
        return from;
    }
    from + 1 + text[from + 1..].iter().take_while(|&&byte| is_line_space(byte)).count()
}

/// The text without the backslashes before bars.
fn without_escaped_bars(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (position, &byte) in text.iter().enumerate() {
        if byte != b'\\' || text.get(position + 1) != Some(&b'|') {
            out.push(byte);
        }
    }
    out
}

/// The cells of the row that begins at offset `from` of `text` and ends at the end of `text`.
fn cells(text: &[u8], from: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut position = past_bar(text, from);
    while position < text.len() {
        let end = cell_end(text, position);
        let next = past_bar(text, end);
        if next == position {
            break;
        }
        let cell = trim(&without_escaped_bars(&text[position..end])).to_vec();
        let start = text[..position].iter().rposition(|&byte| byte == b'|').map_or(0, |bar| bar + 1);
        cells.push(Cell { text: cell, start, end: end.saturating_sub(1) });
        if next == end {
            break;
        }
        position = next;
    }
    cells
}

impl Blocks<'_, '_> {
    /// Whether the current line has cells, and so continues a table.
    pub(super) fn goes_on_table(&self) -> bool {
        !cells(self.line.rest(), 0).is_empty()
    }

    /// Turns the last line of an open paragraph into the header of a table, if the current line is a delimiter row with
    /// as many cells as this last line. Earlier lines stay a paragraph. Returns whether a table was created.
    pub(super) fn open_table(&mut self, paragraph: NodeId) -> bool {
        if !start::is_table_ruler(self.line.rest()) {
            return false;
        }
        let ruler = cells(self.line.rest(), 0);
        let node = *self.tree.node(paragraph);
        let text = self.tree.bytes(node.text).to_vec();
        let line_before = text.len().saturating_sub(1);
        let from = memchr::memrchr(b'\n', &text[..line_before]).map_or(0, |end| end + 1);
        let header = cells(&text, from);
        if header.is_empty() || header.len() != ruler.len() {
            return false;
        }
        if from > 0 {
            self.split_paragraph(paragraph, &text[..from]);
        }
        let table = self.tree.tables.len();
        self.tree.tables.push(ruler.iter().map(|cell| alignment(&cell.text)).collect());
        self.tree.node_mut(paragraph).kind = Kind::Table(table);
        let row = self.add(paragraph, Kind::TableRow { is_header: true }, node.start.column);
        let end = (node.start.column + text.len()).saturating_sub(2);
        let position = |column| Position { line: node.start.line, column };
        (self.tree.node_mut(row).start, self.tree.node_mut(row).end) = (position(node.start.column), position(end));
        for cell in header {
            let id = self.add_cell(row, node.start.column, cell);
            self.tree.node_mut(id).start.line = node.start.line;
            self.tree.node_mut(id).end.line = node.start.line;
        }
        self.line.skip_all();
        true
    }

    /// Inserts a paragraph with `text`, the lines before the table's header. The new paragraph has no source position.
    fn split_paragraph(&mut self, paragraph: NodeId, text: &[u8]) {
        let text = self.tree.write(trim(&without_escaped_bars(text)));
        let before = self.tree.make(Kind::Paragraph, text);
        self.tree.insert_before(paragraph, before);
    }

    /// Adds the current line as a row of a table. The row gets as many cells as the table has columns. `None` if the
    /// line is not a row.
    pub(super) fn add_row(&mut self, table: NodeId) -> Option<NodeId> {
        let Kind::Table(index) = self.tree.kind(table) else { return None };
        let cells = cells(self.line.rest(), 0);
        if self.line.is_blank || cells.is_empty() {
            return None;
        }
        let Position { column, .. } = self.tree.node(table).start;
        let row = self.add(table, Kind::TableRow { is_header: false }, column);
        let columns = self.tree.alignments(index).len();
        let missing = columns.saturating_sub(cells.len());
        for cell in cells.into_iter().take(columns) {
            self.add_cell(row, column, cell);
        }
        for _ in 0..missing {
            let id = self.add(row, Kind::TableCell, 0);
            self.tree.node_mut(id).end.column = 0;
        }
        self.line.skip_all();
        Some(row)
    }

    fn add_cell(&mut self, row: NodeId, column: usize, cell: Cell) -> NodeId {
        let id = self.add(row, Kind::TableCell, column + cell.start);
        let text = self.tree.write(&cell.text);
        let node = self.tree.node_mut(id);
        node.text = text;
        node.end.column = column + cell.end;
        id
    }
}

fn alignment(ruler: &[u8]) -> Alignment {
    match (ruler.first() == Some(&b':'), ruler.last() == Some(&b':')) {
        (true, true) => Alignment::Center,
        (true, false) => Alignment::Left,
        (false, true) => Alignment::Right,
        (false, false) => Alignment::None,
    }
}

/// Whether the table or table row `id` may contain a block of the type `kind`. `None` if `id` is neither a table nor a
/// row.
pub(super) fn holds(tree: &Tree, id: NodeId, kind: Kind) -> Option<bool> {
    match tree.kind(id) {
        Kind::Table(_) => Some(matches!(kind, Kind::TableRow { .. })),
        Kind::TableRow { .. } => Some(matches!(kind, Kind::TableCell)),
        _ => None,
    }
}
