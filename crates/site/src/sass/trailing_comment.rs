//! dart-sass's place for a comment behind a nested rule.
//!
//! In `.a {` … `.b { x: y } /* c */` … `}` the comment is the first child of a second `.a`, and dart-sass takes it to
//! stand behind that rule's brace, since the last brace in the source before it is on its line: `.a { /* c */ }`.
//! sasso looks for the rule's own brace. So such comments are [marked] in the source, in the one character after their
//! `/*`, and [set](place) where dart-sass has them in the CSS. Nothing else of Sass is decided here, and a comment that
//! follows both a declaration and an empty rule on its line stays with the declaration.

use super::source_map::Lines;

/// Placeholders for the character after `/*`, from here on: 128 for a comment behind a rule, 128 for one behind a rule
/// that is empty. sasso leaves that rule out, and dart-sass ends the rule around it all the same.
const BEHIND_RULE: u32 = 0xE300;
const BEHIND_EMPTY_RULE: u32 = 0xE380;

/// The construct that a block belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Rule {
        brace: usize,
    },
    /// An at-rule whose contents belong to the rule around it.
    Transparent,
    /// A block that becomes another parent of its contents: `@mixin`, nested properties.
    Barrier,
    Interpolation,
}

/// The SCSS with such comments marked; `None` where there is none.
pub(super) fn marked(source: &str) -> Option<String> {
    if !source.contains("/*") || has_marks(source) {
        return None;
    }
    let mut scan = Scan { source, at: 0, head: 0, blocks: Vec::new(), emptied: None, marks: Vec::new() };
    scan.run();
    if scan.marks.is_empty() {
        return None;
    }
    let mut marked = String::with_capacity(source.len() + 2 * scan.marks.len());
    let mut done = 0;
    for (at, base) in scan.marks {
        marked.push_str(&source[done..at]);
        marked.extend(char::from_u32(base + u32::from(source.as_bytes()[at])));
        done = at + 1;
    }
    marked.push_str(&source[done..]);
    Some(marked)
}

/// The text as it was before.
pub(super) fn unmarked(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut done = 0;
    for (at, mark, (_, character)) in marks(&text) {
        plain.push_str(&text[done..at]);
        plain.push(character);
        done = at + mark.len_utf8();
    }
    plain.push_str(&text[done..]);
    plain
}

fn has_marks(text: &str) -> bool {
    !text.is_ascii() && marks(text).next().is_some()
}

/// The marks of a text: where, which character, and what it stands for. Icon fonts use the same characters, but no comment
/// begins with one.
fn marks(text: &str) -> impl Iterator<Item = (usize, char, (u32, char))> {
    text.match_indices("/*").filter_map(|(at, open)| {
        let at = at + open.len();
        let mark = text[at..].chars().next()?;
        mark_of(mark).map(|meaning| (at, mark, meaning))
    })
}

/// Which mark a character is, and what it stands for.
fn mark_of(c: char) -> Option<(u32, char)> {
    let code = u32::from(c);
    let base = [BEHIND_RULE, BEHIND_EMPTY_RULE].into_iter().find(|base| (*base..base + 0x80).contains(&code))?;
    Some((base, char::from_u32(code - base)?))
}

struct Scan<'a> {
    source: &'a str,
    at: usize,
    /// Where the statement at hand begins.
    head: usize,
    blocks: Vec<Block>,
    /// The end of the last block, where it was a rule with nothing in it.
    emptied: Option<usize>,
    marks: Vec<(usize, u32)>,
}

impl Scan<'_> {
    fn run(&mut self) {
        let bytes = self.source.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'/' if bytes.get(self.at + 1) == Some(&b'*') => self.comment(),
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => {
                    let end = self.source[self.at..].find('\n').map_or(bytes.len(), |end| self.at + end);
                    self.skip(end);
                }
                b'"' | b'\'' => self.at = after_string(bytes, self.at),
                b'\\' => self.at += 2,
                b'(' if self.source[..self.at].ends_with("url") => self.at = after_url(bytes, self.at + 1),
                b'{' => self.open(),
                b'}' => self.close(),
                b';' => {
                    self.at += 1;
                    self.head = self.at;
                }
                _ => self.at += 1,
            }
        }
    }

    /// Goes past a comment, which is no part of a statement that it stands before.
    fn skip(&mut self, end: usize) {
        if self.source[self.head..self.at].trim().is_empty() {
            self.head = end;
        }
        self.at = end;
    }

    fn comment(&mut self) {
        self.marks.extend(self.mark());
        let end = self.source[self.at + 2..].find("*/").map_or(self.source.len(), |end| self.at + end + 4);
        self.skip(end);
    }

    /// The mark of the comment that begins here and its place, where it needs one.
    fn mark(&self) -> Option<(usize, u32)> {
        let next = *self.source.as_bytes().get(self.at + 2)?;
        if !matches!(next, b' '..=b'~') || matches!(next, b'*' | b'!' | b'#') {
            return None;
        }
        let own = self.rule()?;
        let last = own + self.source[own..self.at].rfind('{')?;
        let same_line = !self.source[last..self.at].contains('\n');
        let empty = self.emptied.is_some_and(|end| self.source[end..self.at].trim().is_empty());
        (last != own && same_line).then_some((self.at + 2, if empty { BEHIND_EMPTY_RULE } else { BEHIND_RULE }))
    }

    /// The brace of the rule that what stands here belongs to.
    fn rule(&self) -> Option<usize> {
        match self.blocks.iter().rev().find(|block| **block != Block::Transparent)? {
            Block::Rule { brace } => Some(*brace),
            _ => None,
        }
    }

    fn open(&mut self) {
        let head = self.source[self.head..self.at].trim();
        let block = if head.ends_with('#') {
            Block::Interpolation
        } else if ["@mixin", "@function", "@at-root"].iter().any(|rule| head.starts_with(rule)) || head.ends_with(':') {
            Block::Barrier
        } else if head.starts_with('@') {
            Block::Transparent
        } else {
            Block::Rule { brace: self.at }
        };
        self.at += 1;
        self.blocks.push(block);
        if block != Block::Interpolation {
            self.head = self.at;
        }
    }

    fn close(&mut self) {
        let block = self.blocks.pop();
        let closing = self.at;
        self.at += 1;
        if block == Some(Block::Interpolation) {
            return;
        }
        self.head = self.at;
        self.emptied = match block {
            Some(Block::Rule { brace }) => self.source[brace + 1..closing].trim().is_empty().then_some(self.at),
            _ => None,
        };
    }
}

fn after_string(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        end += 1;
        match byte {
            b'\\' => end += 1,
            // An unclosed string is for the compiler to complain of.
            b'\n' => return end,
            _ if byte == bytes[at] => return end,
            _ => {}
        }
    }
    bytes.len()
}

/// Past an URL without quotes, in which two slashes begin no comment.
fn after_url(bytes: &[u8], at: usize) -> usize {
    let end = bytes[at..].iter().position(|byte| matches!(byte, b')' | b'"' | b'\'' | b'{' | b'\n'));
    end.map_or(bytes.len(), |end| at + end)
}

/// The CSS with marked comments where dart-sass has them, and its map after it.
pub(super) fn place(css: String, map: Option<&mut String>) -> String {
    if !has_marks(&css) {
        return css;
    }
    let mut lines = map.as_ref().map(|map| Lines::decode(map));
    let mut placed = Placed { lines: Vec::new(), alone: None, unfinished: None };
    for (number, line) in css.split('\n').enumerate() {
        placed.add(line, number, lines.as_mut());
    }
    let mut css = placed.lines.join("\n");
    // Without the marks there may be nothing left that is not ASCII.
    if let Some(rest) = css.strip_prefix("@charset \"UTF-8\";\n").filter(|rest| rest.is_ascii()) {
        css = rest.to_owned();
        lines.iter_mut().for_each(|lines| lines.drop_first());
    }
    if let (Some(map), Some(lines)) = (map, lines) {
        *map = lines.encode();
    }
    css
}

struct Placed {
    lines: Vec<String>,
    /// The indentation of a comment that is the only child of its block so far, behind the block's brace.
    alone: Option<usize>,
    /// The indentation of such a comment that goes on in the next line.
    unfinished: Option<usize>,
}

impl Placed {
    fn add(&mut self, line: &str, number: usize, mut map: Option<&mut Lines>) {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        let mark = text.strip_prefix("/*").and_then(|rest| rest.chars().next()).and_then(mark_of);
        let plain = unmarked(line.to_owned());
        let alone = self.alone.take();
        if let Some(inner) = self.unfinished.take() {
            // Behind a brace, a comment's further lines are not indented with the block.
            self.lines.push(plain[inner.min(indent)..].to_owned());
            self.note_end(&plain, inner);
            map.iter_mut().for_each(|map| map.keep(number));
            return;
        }
        let first = self.lines.last().is_some_and(|last| last.ends_with('{'));
        match mark {
            Some((BEHIND_EMPTY_RULE, _)) if !first && indent >= 2 => {
                let header = self.header(indent - 2);
                self.end_block(indent - 2, alone, map.as_deref_mut());
                for (line, from) in header {
                    self.lines.push(line);
                    map.iter_mut().for_each(|map| map.copy(from));
                }
                self.join(&plain, indent, number, map);
            }
            Some(_) if first => self.join(&plain, indent, number, map),
            _ if text == "}" && alone.is_some_and(|inner| inner == indent + 2) => {
                self.end_block(indent, alone, None);
                map.iter_mut().for_each(|map| map.join(number, 0, 0));
            }
            _ => {
                self.lines.push(plain);
                map.iter_mut().for_each(|map| map.keep(number));
            }
        }
    }

    /// Sets a comment behind the line before it.
    fn join(&mut self, line: &str, indent: usize, number: usize, map: Option<&mut Lines>) {
        let text = &line[indent..];
        let Some(last) = self.lines.last_mut() else { return };
        let column = last.encode_utf16().count() + 1;
        last.push(' ');
        last.push_str(text);
        self.note_end(text, indent);
        map.into_iter().for_each(|map| map.join(number, indent, column));
    }

    /// The text after a whole comment with nothing behind it can close the block.
    fn note_end(&mut self, text: &str, indent: usize) {
        match text.find("*/") {
            Some(end) => self.alone = (end + 2 == text.len()).then_some(indent),
            None => self.unfinished = Some(indent),
        }
    }

    fn end_block(&mut self, indent: usize, alone: Option<usize>, map: Option<&mut Lines>) {
        match self.lines.last_mut().filter(|_| alone.is_some()) {
            Some(last) => last.push_str(" }"),
            None => {
                self.lines.push(format!("{}}}", " ".repeat(indent)));
                map.into_iter().for_each(Lines::add_empty);
            }
        }
    }

    /// The selector of the block at hand, which is indented so far: its lines and their places.
    fn header(&self, indent: usize) -> Vec<(String, usize)> {
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let opens = |line: &String| depth(line) == indent && line.contains('{');
        let Some(end) = self.lines.iter().rposition(opens) else { return Vec::new() };
        let mut start = end;
        while start > 0 && depth(&self.lines[start - 1]) == indent && self.lines[start - 1].ends_with(',') {
            start -= 1;
        }
        let cut = |line: &String| line.split_inclusive('{').next().unwrap_or_default().to_owned();
        (start..=end).map(|at| (cut(&self.lines[at]), at)).collect()
    }
}
