//! Tables: rows of cells between `|`, and separator lines.

use super::block_boundary::before_block_boundary;
use super::spans::Spans;
use super::{Parser, Step};
use crate::Error;
use crate::element::{Align, Children, Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{line_end, opt_space, skip_while, strip};
use bumpalo::Bump;

/// `\||.*?[^\\\n]\|`: whether a line starts with a pipe or contains one that is not escaped.
fn has_pipe(line: &[u8]) -> bool {
    line.first() == Some(&b'|')
        || memchr::memchr_iter(b'|', line).any(|position| position > 0 && line[position - 1] != b'\\')
}

/// The line at `start` without its line break. `None` if the line does not belong to a table.
fn table_line(text: &str, start: usize) -> Option<&str> {
    let end = line_end(text.as_bytes(), start);
    text[start..end].strip_suffix('\n').filter(|line| has_pipe(line.as_bytes()))
}

/// Whether a line contains the character `needed`, and otherwise only the characters `+|: \t`.
fn is_rule(line: &str, needed: u8) -> bool {
    let good = |b: &u8| *b == needed || matches!(b, b'+' | b'|' | b':' | b' ' | b'\t');
    line.bytes().all(|b| good(&b)) && line.as_bytes().contains(&needed)
}

/// The alignments of the columns, from a separator line such as `|:--|--:|`.
fn alignments(line: &str) -> Vec<Align> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let (mut position, mut used) = (0, 0);
    while position < bytes.len() {
        if bytes[position] != b'-' {
            position += 1;
            continue;
        }
        let end = skip_while(bytes, position, |b| b == b'-');
        // A colon belongs to one column only.
        let left = position > used && bytes[position - 1] == b':';
        let right = bytes.get(end) == Some(&b':');
        found.push(match (left, right) {
            (false, false) => Align::Default,
            (true, false) => Align::Left,
            (false, true) => Align::Right,
            (true, true) => Align::Center,
        });
        position = end + usize::from(right);
        used = position;
    }
    found
}

/// A table whose rows are being collected.
struct Rows<'a> {
    sections: Children<'a>,
    rows: Children<'a>,
    alignment: Vec<Align>,
    has_footer: bool,
    columns: usize,
}

impl<'a> Rows<'a> {
    fn new(arena: &'a Bump) -> Self {
        Rows {
            sections: Children::new_in(arena),
            rows: Children::new_in(arena),
            alignment: Vec::new(),
            has_footer: false,
            columns: 0,
        }
    }

    fn add_section(&mut self, kind: Kind, force: bool) {
        if !self.has_footer || kind != Kind::Tbody || force {
            let arena = self.rows.bump();
            let mut section = Element::new(arena, kind, 0);
            section.children = std::mem::replace(&mut self.rows, Children::new_in(arena));
            self.sections.push(section);
        }
    }
}

impl<'a> Parser<'a> {
    pub(super) fn parse_table(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let bytes = src.bytes();
        let first = opt_space(bytes, src.pos);
        if bytes.get(first).is_none_or(|&b| crate::text::is_space(b)) || table_line(src.text, first).is_none() {
            return Ok(Step::No);
        }
        if !self.after_block_boundary(el) {
            return Ok(Step::No);
        }
        let (start, line) = (src.pos, src.line());
        let saved_ial = self.block_ial.take();
        let rows = self.gather_rows(src, line)?;
        let is_table = before_block_boundary(src) && self.is_table(&src.text[start..src.pos - 1], src.line())?;
        let table = if is_table { self.finish_table(rows, line) } else { None };
        match table {
            Some(mut table) => {
                table.ial = saved_ial;
                el.children.push(table);
                Ok(Step::Yes)
            }
            None => {
                // The attribute list was already assigned to the table and is lost with it.
                src.pos = start;
                Ok(Step::No)
            }
        }
    }

    fn gather_rows(&mut self, src: &mut Scanner<'a>, line: u32) -> Result<Rows<'a>, Error> {
        let bytes = src.bytes();
        let mut rows = Rows::new(self.arena);
        let leading = skip_while(bytes, src.pos, crate::text::is_space);
        let leading_pipe = bytes.get(leading) == Some(&b'|');
        let first_end = line_end(bytes, src.pos);
        if src.text[src.pos..first_end].strip_suffix('\n').is_some_and(|line| is_rule(line, b'-')) {
            src.pos = first_end;
        }
        while let Some(text) = table_line(src.text, src.pos) {
            src.pos += text.len() + 1;
            if is_rule(text, b'-') {
                if rows.rows.is_empty() {
                    continue;
                }
                if rows.alignment.is_empty() && !rows.has_footer {
                    rows.add_section(Kind::Thead, false);
                    rows.alignment = alignments(text);
                } else {
                    rows.add_section(Kind::Tbody, false);
                }
            } else if is_rule(text, b'=') {
                if !rows.rows.is_empty() {
                    rows.add_section(Kind::Tbody, true);
                }
                rows.has_footer = true;
            } else {
                let row = self.table_row(text.trim_end_matches([' ', '\t']), leading_pipe, rows.columns, line);
                rows.columns = rows.columns.max(row.children.len());
                rows.rows.push(row);
            }
        }
        Ok(rows)
    }

    fn table_row(&mut self, text: &'a str, leading_pipe: bool, columns: usize, line: u32) -> Element<'a> {
        let mut cells = Vec::with_capacity(columns + 2);
        if !plain_cells(text, &mut cells) {
            cells.clear();
            cells.extend(self.difficult_cells(text).iter().map(|cell| self.keep(cell)));
        }
        let from = usize::from(leading_pipe && cells.first().is_some_and(|cell| strip(cell).is_empty()));
        if cells[from..].last().is_some_and(|cell| strip(cell).is_empty()) {
            cells.pop();
        }
        let mut row = Element::new(self.arena, Kind::Tr, line);
        row.children.reserve_exact((cells.len() - from).max(columns));
        for cell in &cells[from..] {
            // In kramdown, cells have no location, so lines in them count from one.
            let mut td = Element::new(self.arena, Kind::Td, 1);
            td.children.push(Element::with_value(self.arena, Kind::RawText, strip(cell), 1));
            row.children.push(td);
        }
        row
    }

    /// The cells of a line that contains escaped pipes, or code with an unusual notation.
    fn difficult_cells(&self, text: &'a str) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        for (is_code, part) in split_code_elements(text) {
            if is_code {
                push_text(&mut cells, part);
                continue;
            }
            for (is_code, value) in code_spans(part) {
                if is_code {
                    push_text(&mut cells, &quoted_code(value));
                } else {
                    let mut pieces = split_cells(value).into_iter();
                    if let Some(first) = pieces.next() {
                        push_text(&mut cells, &first);
                    }
                    cells.extend(pieces);
                }
            }
        }
        cells
    }

    /// Whether each line has a pipe outside of code and HTML.
    fn is_table(&mut self, text: &'a str, line: u32) -> Result<bool, Error> {
        if !text.contains('<') {
            return Ok(has_pipes_on_all_lines(code_spans(text)));
        }
        let mut root = Element::new(self.arena, Kind::Root, line);
        self.parse_alone(&mut root, text, line, Spans::CodeAndHtml, Kind::RawText)?;
        Ok(has_pipes_on_all_lines(root.children.iter().map(|child| (child.kind == Kind::Codespan, child.value))))
    }

    fn finish_table(&mut self, mut rows: Rows<'a>, line: u32) -> Option<Element<'a>> {
        if !rows.rows.is_empty() {
            rows.add_section(if rows.has_footer { Kind::Tfoot } else { Kind::Tbody }, false);
        }
        if !rows.sections.iter().any(|section| section.kind == Kind::Tbody) {
            self.warn(format!("Found table without body on line {line} - ignoring it"));
            return None;
        }
        for row in rows.sections.iter_mut().flat_map(|section| &mut section.children) {
            while row.children.len() < rows.columns {
                row.children.push(Element::new(self.arena, Kind::Td, line));
            }
        }
        rows.alignment.resize(rows.columns, Align::Default);
        let mut table = Element::new(self.arena, Kind::Table, line);
        table.extra = Extra::Table { alignment: self.arena.alloc_slice_copy(&rows.alignment) };
        table.children = rows.sections;
        Some(table)
    }
}

/// Whether each line has a pipe outside of code. `spans` are the texts and code spans (`true`) of the lines.
fn has_pipes_on_all_lines<'t>(spans: impl Iterator<Item = (bool, &'t str)>) -> bool {
    let mut pipe_on_line = false;
    for (is_code, text) in spans {
        let text = text.trim_end_matches('\n');
        let (first, last) = (memchr::memchr(b'\n', text.as_bytes()), memchr::memrchr(b'\n', text.as_bytes()));
        let Some((first, last)) = first.zip(last) else {
            // All on one line.
            if !is_code {
                pipe_on_line |= has_pipe(text.as_bytes());
            }
            continue;
        };
        if is_code {
            if first != last || !pipe_on_line {
                break;
            }
            pipe_on_line = false;
        } else {
            if !pipe_on_line && !has_pipe(&text.as_bytes()[..first]) {
                break;
            }
            pipe_on_line = has_pipe(&text.as_bytes()[last + 1..]);
        }
    }
    pipe_on_line
}

/// The parts of a text without HTML: code spans (`true`) and the text between them.
fn code_spans(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let bytes = text.as_bytes();
    let mut position = 0;
    let mut found: Option<(usize, &str)> = None;
    // The length of a run of backticks that does not occur again.
    let mut missing = usize::MAX;
    std::iter::from_fn(move || {
        if let Some((end, code)) = found.take() {
            position = end;
            return Some((true, code));
        }
        let from = position;
        let mut search = position;
        while let Some(open) = memchr::memchr(b'`', &bytes[search..]).map(|offset| search + offset) {
            let after = skip_while(bytes, open, |b| b == b'`');
            let count = after - open;
            search = after;
            if count >= missing || super::codespan::is_lone_backtick(bytes, open, after) {
                continue;
            }
            match memchr::memmem::find(&bytes[after..], &bytes[open..after]) {
                Some(length) => {
                    let code = super::codespan::content(&text[after..after + length], count);
                    let end = after + length + count;
                    if open == from {
                        position = end;
                        return Some((true, code));
                    }
                    found = Some((end, code));
                    return Some((false, &text[from..open]));
                }
                None => missing = count,
            }
        }
        position = text.len();
        (from < position).then(|| (false, &text[from..]))
    })
}

/// Splits a line into cells that are slices of the line. Returns false if this is not possible.
fn plain_cells<'t>(text: &'t str, cells: &mut Vec<&'t str>) -> bool {
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut position = 0;
    while let Some(next) = memchr::memchr3(b'|', b'`', b'<', &bytes[position..]).map(|offset| position + offset) {
        position = next + 1;
        match bytes[next] {
            b'|' if next > 0 && bytes[next - 1] == b'\\' => return false,
            b'|' => {
                cells.push(&text[from..next]);
                from = position;
            }
            b'<' if bytes[next..].starts_with(b"<code") => return false,
            b'`' if bytes.get(position) == Some(&b'`') => return false,
            b'`' if !super::codespan::is_lone_backtick(bytes, next, position) => {
                match memchr::memchr(b'`', &bytes[position..]) {
                    Some(length) if bytes.get(position + length + 1) == Some(&b'`') => return false,
                    Some(length) => position += length + 1,
                    None => return false,
                }
            }
            _ => {}
        }
    }
    cells.push(&text[from..]);
    true
}

fn push_text(cells: &mut Vec<String>, text: &str) {
    match cells.last_mut() {
        Some(cell) => cell.push_str(text),
        None => cells.push(text.to_owned()),
    }
}

/// Splits a text into elements `<code ...>...</code>`, marked with `true`, and the text between them.
fn split_code_elements(text: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut search = 0;
    while let Some(open) = text[search..].find("<code").map(|offset| search + offset) {
        let end = text[open + 5..].find('>').and_then(|gt| {
            let body = open + 5 + gt + 1;
            text[body..].find("</code>").map(|length| body + length + 7)
        });
        match end {
            Some(end) => {
                parts.push((false, &text[from..open]));
                parts.push((true, &text[open..end]));
                from = end;
                search = end;
            }
            None => break,
        }
    }
    if from < text.len() || parts.is_empty() {
        parts.push((false, &text[from..]));
    }
    parts
}

/// Splits a line into cells at each `|` without a backslash before it. `\|` becomes `|` in the text of a cell.
fn split_cells(text: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut rest = text;
    while let Some(position) = rest.find('|') {
        let last = cells.len() - 1;
        if rest[..position].ends_with('\\') {
            cells[last].push_str(&rest[..position - 1]);
            cells[last].push('|');
        } else {
            cells[last].push_str(&rest[..position]);
            cells.push(String::new());
        }
        rest = &rest[position + 1..];
    }
    let last = cells.len() - 1;
    cells[last].push_str(rest);
    cells
}

/// Puts code between runs of backticks that are one longer than the longest run in the code.
fn quoted_code(code: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for byte in code.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let delimiter = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{delimiter}{space}{code}{space}{delimiter}")
}
