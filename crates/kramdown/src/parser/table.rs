//! Tables.

use super::block_boundary::before_block_boundary;
use super::spans::Spans;
use super::{Parser, Step};
use crate::Error;
use crate::element::{Align, Element, Extra, Kind};
use crate::scanner::Scanner;
use crate::text::{line_end, opt_space, ruby_lines, skip_while, strip};

/// `\||.*?[^\\\n]\|`: whether a line has a pipe at its start, or one that is not escaped.
fn has_pipe(line: &[u8]) -> bool {
    line.first() == Some(&b'|') || memchr::memchr_iter(b'|', line).any(|at| at > 0 && line[at - 1] != b'\\')
}

/// The end of a table line here.
fn table_line(bytes: &[u8], at: usize) -> Option<usize> {
    let end = line_end(bytes, at);
    let line = bytes[at..end].strip_suffix(b"\n")?;
    has_pipe(line).then_some(end)
}

/// The end of a line made of `rule` marks: at least one `needed` among `+|: \t` and itself.
fn rule_line(bytes: &[u8], at: usize, needed: u8) -> Option<usize> {
    let end = line_end(bytes, at);
    let line = bytes[at..end].strip_suffix(b"\n")?;
    let good = line.iter().all(|&b| b == needed || matches!(b, b'+' | b'|' | b':' | b' ' | b'\t'));
    (good && line.contains(&needed)).then_some(end)
}

/// The alignments a separator line gives.
fn alignments(line: &str) -> Vec<Align> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'-' {
            at += 1;
            continue;
        }
        let end = skip_while(bytes, at, |b| b == b'-');
        let (left, right) = (at > 0 && bytes[at - 1] == b':', bytes.get(end) == Some(&b':'));
        found.push(match (left, right) {
            (false, false) => Align::Default,
            (true, false) => Align::Left,
            (false, true) => Align::Right,
            (true, true) => Align::Center,
        });
        at = end + usize::from(right);
    }
    found
}

/// A table while its rows are gathered.
#[derive(Default)]
struct Rows<'a> {
    sections: Vec<Element<'a>>,
    rows: Vec<Element<'a>>,
    alignment: Vec<Align>,
    has_footer: bool,
    columns: usize,
}

impl<'a> Rows<'a> {
    fn add_section(&mut self, kind: Kind, force: bool) {
        if !self.has_footer || kind != Kind::Tbody || force {
            let mut section = Element::new(kind, 0);
            section.children = std::mem::take(&mut self.rows);
            self.sections.push(section);
        }
    }
}

impl<'a> Parser<'a> {
    pub(super) fn parse_table(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> Result<Step, Error> {
        let bytes = src.bytes();
        let first = opt_space(bytes, src.pos);
        if bytes.get(first).is_none_or(|&b| crate::text::is_space(b)) || table_line(bytes, first).is_none() {
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
                // The attribute list was given to the table, and is gone with it.
                src.pos = start;
                Ok(Step::No)
            }
        }
    }

    fn gather_rows(&mut self, src: &mut Scanner<'a>, line: u32) -> Result<Rows<'a>, Error> {
        let bytes = src.bytes();
        let mut rows = Rows::default();
        let leading = skip_while(bytes, src.pos, crate::text::is_space);
        let leading_pipe = bytes.get(leading) == Some(&b'|');
        if let Some(end) = rule_line(bytes, src.pos, b'-') {
            src.pos = end;
        }
        while let Some(end) = table_line(bytes, src.pos) {
            if rule_line(bytes, src.pos, b'-').is_some() {
                let text = src.take_to(end);
                if rows.rows.is_empty() {
                    continue;
                }
                if rows.alignment.is_empty() && !rows.has_footer {
                    rows.add_section(Kind::Thead, false);
                    rows.alignment = alignments(text);
                } else {
                    rows.add_section(Kind::Tbody, false);
                }
            } else if rule_line(bytes, src.pos, b'=').is_some() {
                src.pos = end;
                if !rows.rows.is_empty() {
                    rows.add_section(Kind::Tbody, true);
                }
                rows.has_footer = true;
            } else {
                let text = src.take_to(end).trim_end_matches('\n').trim_end_matches([' ', '\t']);
                let row = self.table_row(text, leading_pipe, line)?;
                rows.columns = rows.columns.max(row.children.len());
                rows.rows.push(row);
            }
        }
        Ok(rows)
    }

    fn table_row(&mut self, text: &'a str, leading_pipe: bool, line: u32) -> Result<Element<'a>, Error> {
        let mut cells: Vec<String> = Vec::new();
        for (is_code, part) in split_code_elements(text) {
            if is_code {
                push_text(&mut cells, part);
                continue;
            }
            let mut root = Element::new(Kind::Root, line);
            self.parse_alone(&mut root, part, line, Spans::Code, Kind::RawText)?;
            for child in &root.children {
                if child.kind == Kind::RawText {
                    let mut pieces = split_cells(child.value).into_iter();
                    if let Some(first) = pieces.next() {
                        push_text(&mut cells, &first);
                    }
                    cells.extend(pieces);
                } else {
                    push_text(&mut cells, &quoted_code(child.value));
                }
            }
        }
        if leading_pipe && cells.first().is_some_and(|cell| strip(cell).is_empty()) {
            cells.remove(0);
        }
        if cells.last().is_some_and(|cell| strip(cell).is_empty()) {
            cells.pop();
        }
        let mut row = Element::new(Kind::Tr, line);
        for cell in cells {
            let mut td = Element::new(Kind::Td, line);
            td.children.push(Element::with_value(Kind::RawText, self.keep(strip(&cell)), line));
            row.children.push(td);
        }
        Ok(row)
    }

    /// Whether each line has a pipe that is not inside code or HTML.
    fn is_table(&mut self, text: &'a str, line: u32) -> Result<bool, Error> {
        let mut root = Element::new(Kind::Root, line);
        self.parse_alone(&mut root, text, line, Spans::CodeAndHtml, Kind::RawText)?;
        let mut pipe_on_line = false;
        for child in &root.children {
            let lines: Vec<&str> = ruby_lines(child.value).collect();
            if child.kind == Kind::Codespan {
                if lines.len() > 2 || (lines.len() == 2 && !pipe_on_line) {
                    break;
                }
                if lines.len() == 2 {
                    pipe_on_line = false;
                }
            } else {
                let pipe_in = |line: Option<&&str>| line.is_some_and(|line| has_pipe(line.as_bytes()));
                if lines.len() > 1 && !pipe_on_line && !pipe_in(lines.first()) {
                    break;
                }
                pipe_on_line = (lines.len() <= 1 && pipe_on_line) || pipe_in(lines.last());
            }
        }
        Ok(pipe_on_line)
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
                row.children.push(Element::new(Kind::Td, line));
            }
        }
        rows.alignment.resize(rows.columns, Align::Default);
        let mut table = Element::new(Kind::Table, line);
        table.extra = Extra::Table { alignment: self.arena.alloc_slice_copy(&rows.alignment) };
        table.children = rows.sections;
        Some(table)
    }
}

fn push_text(cells: &mut Vec<String>, text: &str) {
    match cells.last_mut() {
        Some(cell) => cell.push_str(text),
        None => cells.push(text.to_owned()),
    }
}

/// Splits off `<code ...>...</code>`; `true` marks those parts.
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

/// Splits at pipes that are not escaped, and takes the backslashes of the others away.
fn split_cells(text: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut rest = text;
    while let Some(at) = rest.find('|') {
        let last = cells.len() - 1;
        if rest[..at].ends_with('\\') {
            cells[last].push_str(&rest[..at - 1]);
            cells[last].push('|');
        } else {
            cells[last].push_str(&rest[..at]);
            cells.push(String::new());
        }
        rest = &rest[at + 1..];
    }
    let last = cells.len() - 1;
    cells[last].push_str(rest);
    cells
}

/// Code with backticks around it again, enough of them for what is inside.
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
