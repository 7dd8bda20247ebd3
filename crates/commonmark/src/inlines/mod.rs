//! The inline content of paragraphs, headers and cells. The text is read from left to right, from one special character
//! to the next.

mod brackets;
pub(crate) mod definition;
mod delimiters;
mod links;
mod mail;
mod target;

pub(crate) use mail::link_mail_addresses;

use crate::characters::{is_blank, is_space, trim_end};
use crate::labels::Labels;
use crate::tree::{Kind, NodeId, Span, Tree};
use crate::{Options, entities, html_tag};
use brackets::Bracket;
use delimiters::Delimiters;
use target::write_if_changed;

/// Reads the inline content of all headers, paragraphs and table cells.
pub(crate) fn read_all(tree: &mut Tree, labels: &Labels, options: &Options) {
    let special = special_characters(options);
    let mut next = Some(Tree::ROOT);
    while let Some(id) = next {
        // Nodes that this call inserts have no text of their own.
        next = tree.following(id, Tree::ROOT);
        if matches!(tree.kind(id), Kind::Paragraph | Kind::Heading { .. } | Kind::TableCell) {
            Reader::new(tree, labels, options, &special, id).read();
        }
    }
}

/// For each byte, whether it ends a piece of plain text, as `*` does.
fn special_characters(options: &Options) -> [bool; 256] {
    let mut special = [false; 256];
    let mut mark = |characters: &[u8]| characters.iter().for_each(|&byte| special[usize::from(byte)] = true);
    mark(b"\r\n\\`&_*[]<!");
    if options.smart {
        mark(b"\"'.-");
    }
    if options.autolink {
        mark(b":w");
    }
    if options.strikethrough {
        mark(b"~");
    }
    special
}

/// Reads the text of one block.
struct Reader<'t> {
    tree: &'t mut Tree,
    labels: &'t Labels,
    options: &'t Options,
    special: &'t [bool; 256],
    /// The block whose text is read.
    block: NodeId,
    start: usize,
    position: usize,
    end: usize,
    /// The number to add to an offset to get its column.
    column_shift: isize,
    delimiters: Delimiters,
    brackets: Vec<Bracket>,
    ticks: Ticks,
    failed_searches: html_tag::FailedSearches,
    liberal_line: html_tag::LiberalLine,
}

/// The last run of backticks of each length that a search has found. The table is complete once a search has reached
/// the end of the text.
#[derive(Default)]
struct Ticks {
    last: Vec<usize>,
    is_complete: bool,
}

/// The maximum length of a run of backticks that encloses code. Longer runs are text.
const MOST_TICKS: usize = 80;

impl<'t> Reader<'t> {
    fn new(
        tree: &'t mut Tree,
        labels: &'t Labels,
        options: &'t Options,
        special: &'t [bool; 256],
        block: NodeId,
    ) -> Self {
        let span = tree.node(block).text;
        let end = span.start + trim_end(tree.bytes(span)).len();
        Reader {
            tree,
            labels,
            options,
            special,
            block,
            start: span.start,
            position: span.start,
            end,
            column_shift: -(span.start as isize),
            delimiters: Delimiters::default(),
            brackets: Vec::new(),
            ticks: Ticks::default(),
            failed_searches: html_tag::FailedSearches::default(),
            liberal_line: html_tag::LiberalLine::default(),
        }
    }

    fn read(mut self) {
        while self.position < self.end {
            if let Some(id) = self.next() {
                self.tree.append(self.block, id);
            }
        }
        self.pair_delimiters(None);
    }

    /// The byte at an offset. 0 after the end.
    fn peek(&self, position: usize) -> u8 {
        if position < self.end { self.tree.buffer[position] } else { 0 }
    }

    /// The tree's buffer up to the end of the block. It includes everything before the block, so that offsets in the
    /// buffer can be used.
    fn text(&self) -> &[u8] {
        &self.tree.buffer[..self.end]
    }

    fn rest(&self) -> &[u8] {
        &self.tree.buffer[self.position..self.end]
    }

    fn column(&self, position: usize) -> isize {
        position as isize + self.column_shift
    }

    fn make_text(&mut self, start: usize, end: usize) -> NodeId {
        self.tree.make(Kind::Text, Span::new(start, end))
    }

    fn write_text(&mut self, text: &str) -> NodeId {
        let span = self.tree.write(text.as_bytes());
        self.tree.make(Kind::Text, span)
    }

    /// Reads one byte as text.
    fn take_one(&mut self) -> NodeId {
        self.position += 1;
        self.make_text(self.position - 1, self.position)
    }

    /// Reads the next piece of text. Returns a node for it, unless it was added to another node.
    fn next(&mut self) -> Option<NodeId> {
        let node = match self.peek(self.position) {
            b'\n' => self.line_end(),
            b'`' => self.code(),
            b'\\' => self.escape(),
            b'&' => self.entity(),
            b'<' => self.angle_brackets(),
            mark @ (b'*' | b'_' | b'\'' | b'"') => self.delimiter_run(mark),
            b'-' => self.dashes(),
            b'.' => self.dots(),
            b'[' => self.open_bracket(false),
            b'!' if self.peek(self.position + 1) == b'[' && self.peek(self.position + 2) != b'^' => {
                self.open_bracket(true)
            }
            b'!' => self.take_one(),
            b']' => return self.close_bracket(),
            b'~' if self.options.strikethrough => self.tildes(),
            b':' if self.options.autolink => self.address().unwrap_or_else(|| self.plain()),
            b'w' if self.options.autolink => self.web_address().unwrap_or_else(|| self.plain()),
            _ => self.plain(),
        };
        Some(node)
    }

    /// Reads text up to the next special character.
    fn plain(&mut self) -> NodeId {
        let start = self.position;
        let rest = &self.rest()[1..];
        let length = rest.iter().position(|&byte| self.special[usize::from(byte)]).unwrap_or(rest.len());
        self.position += 1 + length;
        let mut end = self.position;
        if self.peek(self.position) == b'\n' {
            end = start + trim_end(&self.tree.buffer[start..end]).len();
        }
        self.make_text(start, end)
    }

    fn line_end(&mut self) -> NodeId {
        let position = self.position;
        self.position += 1;
        self.column_shift = -(self.position as isize);
        while is_blank(self.peek(self.position)) {
            self.position += 1;
        }
        let is_hard = position > self.start + 1 && self.tree.buffer[position - 2..position] == *b"  ";
        self.tree.make(if is_hard { Kind::LineBreak } else { Kind::SoftBreak }, Span::default())
    }

    fn code(&mut self) -> NodeId {
        let opening = self.position;
        while self.peek(self.position) == b'`' {
            self.position += 1;
        }
        let (start, length) = (self.position, self.position - opening);
        let Some(end) = self.closing_ticks(length) else {
            self.position = start;
            return self.make_text(opening, start);
        };
        self.position = end;
        let code = write_if_changed(self.tree, Span::new(start, end - length), normalized_code);
        self.note_lines(end - start, length);
        self.tree.make(Kind::Code, code)
    }

    /// The end of the next run of `length` backticks.
    fn closing_ticks(&mut self, length: usize) -> Option<usize> {
        if length > MOST_TICKS {
            return None;
        }
        self.ticks.last.resize(MOST_TICKS + 1, 0);
        if self.ticks.is_complete && self.ticks.last[length] <= self.position {
            return None;
        }
        let mut position = self.position;
        while let Some(found) = memchr::memchr(b'`', &self.tree.buffer[position..self.end]) {
            let start = position + found;
            position = start;
            while self.peek(position) == b'`' {
                position += 1;
            }
            if let Some(last) = self.ticks.last.get_mut(position - start) {
                *last = start;
            }
            if position - start == length {
                return Some(position);
            }
        }
        self.ticks.is_complete = true;
        None
    }

    /// After a construct with several lines, counts columns from its last line break on. The construct is `length`
    /// bytes long and ends `extra` bytes before the current position.
    fn note_lines(&mut self, length: usize, extra: usize) {
        if !self.options.counts_columns {
            return;
        }
        let end = self.position - extra;
        let text = &self.tree.buffer[end - length..end];
        if let Some(last) = memchr::memrchr(b'\n', text) {
            self.column_shift = (length - last - 1 + extra) as isize - self.position as isize;
        }
    }

    fn escape(&mut self) -> NodeId {
        match self.peek(self.position + 1) {
            next if next.is_ascii_punctuation() => {
                self.position += 2;
                self.make_text(self.position - 1, self.position)
            }
            b'\n' => {
                self.position += 2;
                self.tree.make(Kind::LineBreak, Span::default())
            }
            _ => self.take_one(),
        }
    }

    fn entity(&mut self) -> NodeId {
        match entities::entity(&self.rest()[1..]) {
            Some((characters, length)) => {
                self.position += 1 + length;
                self.write_text(&characters)
            }
            None => self.take_one(),
        }
    }

    /// Reads a construct in angle brackets, such as an address or an HTML tag. Any other `<` is text.
    fn angle_brackets(&mut self) -> NodeId {
        let text = &self.tree.buffer[self.position + 1..self.end];
        if let Some(length) = html_tag::address(text) {
            return self.autolink_in_brackets(length, false);
        }
        if let Some(length) = html_tag::mail_address(text) {
            return self.autolink_in_brackets(length, true);
        }
        let after = self.position + 1;
        let is_liberal = self.options.liberal_tags;
        let liberal = || is_liberal.then(|| self.liberal_line.piece(&self.tree.buffer, after, self.end)).flatten();
        let Some(length) = html_tag::inline_html_end(text, after, &mut self.failed_searches).or_else(liberal) else {
            return self.take_one();
        };
        let start = self.position;
        self.position += 1 + length;
        self.note_lines(length, 1);
        self.tree.make(Kind::Html, Span::new(start, self.position))
    }

    fn autolink_in_brackets(&mut self, length: usize, is_mail: bool) -> NodeId {
        let inner = Span::new(self.position + 1, self.position + length);
        self.position += 1 + length;
        let text = write_if_changed(self.tree, inner, entities::without_entities);
        let address = if is_mail { self.with_prefix("mailto:", text) } else { text };
        self.make_link(address, text)
    }

    /// Writes the prefix and the text to the tree's buffer, and returns the span of both.
    fn with_prefix(&mut self, prefix: &str, text: Span) -> Span {
        let joined = [prefix.as_bytes(), self.tree.bytes(text)].concat();
        self.tree.write(&joined)
    }

    fn make_link(&mut self, address: Span, text: Span) -> NodeId {
        let link = self.tree.make(Kind::Link { address, title: Span::default() }, Span::default());
        let text = self.tree.make(Kind::Text, text);
        self.tree.append(link, text);
        link
    }

    /// Reads hyphens. The option `smart` turns two hyphens into a short dash, and three into a long one. For more
    /// hyphens, all dashes have the same length if possible.
    fn dashes(&mut self) -> NodeId {
        let count = self.rest().iter().take_while(|&&byte| byte == b'-').count();
        if !self.options.smart || count == 1 {
            return self.take_one();
        }
        self.position += count;
        let (long, short) = match (count % 3, count % 2) {
            (0, _) => (count / 3, 0),
            (_, 0) => (0, count / 2),
            (2, _) => ((count - 2) / 3, 1),
            _ => ((count - 4) / 3, 2),
        };
        self.write_text(&("—".repeat(long) + &"–".repeat(short)))
    }

    fn dots(&mut self) -> NodeId {
        let count = self.rest().iter().take(3).take_while(|&&byte| byte == b'.').count();
        match count {
            3 if self.options.smart => {
                self.position += 3;
                self.write_text("…")
            }
            2 if self.options.smart => {
                self.position += 2;
                self.make_text(self.position - 2, self.position)
            }
            _ => self.take_one(),
        }
    }
}

/// The text of code: line ends become spaces, and one space at each end is removed, unless there is nothing else.
fn normalized_code(code: &[u8]) -> Vec<u8> {
    let mut code: Vec<u8> = code.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }).collect();
    let is_padded = code.len() > 1 && code.first() == Some(&b' ') && code.last() == Some(&b' ');
    if is_padded && code.iter().any(|byte| *byte != b' ') {
        code.pop();
        code.remove(0);
    }
    code
}

/// Whether a byte may precede an address that begins with `www.`.
fn may_precede_address(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'*' | b'_' | b'~' | b'(')
}
