//! Serialization of nodes in Ruby Sass's four styles.

use super::{CommentKind, CssDeclaration, Node, NodeKind};
use crate::Style;
use crate::lexical;
use crate::selector::{Complex, Mode};

/// The CSS of a style sheet. Output with non-ASCII characters starts with `@charset` or, in compressed style, with a
/// byte order mark.
pub(crate) fn serialized(nodes: &[Node], style: Style) -> String {
    let mut writer = Writer { style, out: String::new(), tabs: 0, skip_space: false };
    for node in nodes.iter().filter(|node| !node.is_invisible(style == Style::Compressed)) {
        writer.node(node);
        if style != Style::Compressed {
            writer.put("\n");
        }
    }
    writer.trim_end();
    writer.drop_semicolon();
    let mut out = writer.out;
    if out.is_empty() {
        return out;
    }
    out.push('\n');
    if !out.is_ascii() {
        out.insert_str(0, if style == Style::Compressed { "\u{feff}" } else { "@charset \"UTF-8\";\n" });
    }
    out
}

struct Writer {
    style: Style,
    out: String,
    tabs: usize,
    /// Whether to skip whitespace at the start of the following text.
    skip_space: bool,
}

fn indent(tabs: usize) -> String {
    "  ".repeat(tabs)
}

impl Writer {
    fn is(&self, style: Style) -> bool {
        self.style == style
    }

    fn compressed(&self) -> bool {
        self.is(Style::Compressed)
    }

    fn put(&mut self, text: &str) {
        let text = if std::mem::take(&mut self.skip_space) { text.trim_start() } else { text };
        self.out.push_str(text);
    }

    fn trim_end(&mut self) {
        let kept = self.out.trim_end_matches(lexical::is_space_char).len();
        self.out.truncate(kept);
    }

    fn has_semicolon(&self) -> bool {
        self.out.ends_with(';') && !self.out.ends_with("\\;")
    }

    /// In the compressed style, removes the semicolon at the end of the output, if there is one.
    fn drop_semicolon(&mut self) {
        if self.compressed() && self.has_semicolon() {
            self.out.pop();
        }
    }

    fn with_tabs(&mut self, tabs: usize, write: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.tabs, tabs);
        write(self);
        self.tabs = before;
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Rule(list) => self.with_tabs(self.tabs + node.tabs, |writer| writer.rule(node, &list.members)),
            NodeKind::Declaration(declaration) => self.declaration(node, declaration),
            NodeKind::Comment(text, kind) => self.comment(node, text, *kind),
            NodeKind::Media(_) | NodeKind::Supports(..) => {
                self.with_tabs(self.tabs + node.tabs, |writer| writer.directive(node));
                if !self.compressed() && node.group_end {
                    self.put("\n");
                }
            }
            NodeKind::Directive(_) | NodeKind::Import(_) | NodeKind::Keyframe(_) => self.directive(node),
            NodeKind::Charset | NodeKind::AtRoot(_) | NodeKind::Extend(..) | NodeKind::Bubble => {}
        }
    }

    fn declaration(&mut self, node: &Node, declaration: &CssDeclaration) {
        if declaration.value.is_empty() && !declaration.custom {
            return;
        }
        self.put(&indent(self.tabs + node.tabs));
        self.put(&declaration.name);
        self.put(":");
        if !self.compressed() && !declaration.custom {
            self.put(" ");
        }
        if declaration.custom {
            let value = self.custom_value(declaration);
            self.put(&value);
        } else {
            self.put(&declaration.value);
        }
        if !self.compressed() {
            self.put(";");
        }
    }

    /// The value of a custom property, with reindented lines.
    fn custom_value(&self, declaration: &CssDeclaration) -> String {
        let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\x0c' | '\n');
        let written = &declaration.value;
        let trimmed = written.trim_end_matches(is_space);
        let end = &written[trimmed.len()..];
        let value = match end.find('\n') {
            Some(position) => format!("{trimmed}{} ", &end[..position]),
            None => written.clone(),
        };
        if matches!(self.style, Style::Compact | Style::Compressed) || !value.contains('\n') {
            return joined_lines(written);
        }
        let mut lines = value.split('\n');
        let first = lines.next().unwrap_or_default();
        let lines: Vec<&str> = lines.collect();
        let margin = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let least = lines.iter().filter(|line| margin(line) > 0).min_by_key(|line| margin(line));
        let base = least.map_or("", |line| line.get(..margin(line).min(declaration.column - 1)).unwrap_or_default());
        let mut out = first.to_owned();
        for line in lines {
            out.push('\n');
            match line.strip_prefix(base) {
                Some(rest) => {
                    out.push_str(&indent(self.tabs));
                    out.push_str(rest);
                }
                None => out.push_str(line),
            }
        }
        out
    }

    fn comment(&mut self, node: &Node, text: &str, kind: CommentKind) {
        if node.is_invisible(self.compressed()) {
            return;
        }
        let margin = text.len() - text.trim_start_matches(' ').len();
        let spaces = indent(self.tabs.saturating_sub(margin));
        self.put(&spaces);
        let text = text.trim_end_matches('\n');
        let mut content = text.split('\n').collect::<Vec<_>>().join(&format!("\n{spaces}"));
        if matches!(self.style, Style::Compact | Style::Compressed) && kind != CommentKind::Loud {
            content = on_one_line(&content);
        }
        self.put(&content);
    }

    fn directive(&mut self, node: &Node) {
        let text = node.kind.directive_text().unwrap_or_default();
        let margin = indent(self.tabs);
        if node.children.is_empty() {
            self.put(&margin);
            self.put(&text);
            let end = match (node.has_children, self.compressed()) {
                (true, true) => "{}",
                (true, false) => " {}",
                (false, _) => ";",
            };
            self.put(end);
            return;
        }
        if !self.compressed() {
            self.put(&margin);
        }
        self.put(&text);
        self.put(match self.style {
            Style::Compressed => "{",
            Style::Compact => " { ",
            _ => " {\n",
        });
        match self.style {
            Style::Compact => self.compact_children(node),
            Style::Compressed => self.compressed_children(node),
            _ => {
                for child in node.children.iter().filter(|child| !child.is_invisible(false)) {
                    self.with_tabs(self.tabs + 1, |writer| writer.node(child));
                    self.put("\n");
                }
            }
        }
        self.trim_end();
        self.drop_semicolon();
        match self.style {
            Style::Expanded => self.put(&format!("\n{margin}}}")),
            Style::Compressed => self.put("}"),
            _ => self.put(" }"),
        }
    }

    fn compact_children(&mut self, node: &Node) {
        let (mut first, mut had_children) = (true, true);
        for child in node.children.iter().filter(|child| !child.is_invisible(false)) {
            let deeper = self.tabs + 1;
            if matches!(child.kind, NodeKind::Declaration(_)) {
                let tabs = if first || !had_children { 0 } else { deeper };
                self.with_tabs(tabs, |writer| writer.node(child));
                self.put(" ");
            } else {
                if !had_children {
                    self.out.pop();
                    self.put("\n");
                }
                let before = self.skip_space;
                self.skip_space |= first;
                self.with_tabs(deeper, |writer| writer.node(child));
                self.skip_space &= before;
                self.trim_end();
                self.put("\n");
            }
            had_children = child.has_children;
            first = false;
        }
    }

    fn compressed_children(&mut self, node: &Node) {
        let mut had_children = true;
        for child in node.children.iter().filter(|child| !child.is_invisible(true)) {
            if !had_children && !self.has_semicolon() {
                self.put(";");
            }
            self.with_tabs(0, |writer| writer.node(child));
            had_children = child.has_children;
        }
    }

    fn rule(&mut self, node: &Node, members: &[Complex]) {
        let margin = indent(self.tabs);
        let selector = self.selector(members);
        self.put(&margin);
        self.put(&selector);
        let (open, separator, tabs) = match self.style {
            Style::Compact => (" { ", " ", 0),
            Style::Compressed => ("{", ";", 0),
            _ => (" {\n", "\n", self.tabs + 1),
        };
        self.put(open);
        self.with_tabs(tabs, |writer| {
            for (index, child) in node.children.iter().enumerate() {
                if index > 0 {
                    writer.drop_semicolon();
                    writer.put(separator);
                }
                writer.node(child);
            }
        });
        self.drop_semicolon();
        match self.style {
            Style::Expanded => self.put(&format!("\n{margin}")),
            Style::Compressed => {}
            _ => self.put(" "),
        }
        self.put("}");
        if node.group_end && !self.compressed() {
            self.put("\n");
        }
    }

    /// The selectors of a rule that produce output, separated by commas. The style determines what replaces their line
    /// breaks.
    fn selector(&self, members: &[Complex]) -> String {
        let mode = Mode::Output { compressed: self.compressed() };
        let texts = members.iter().filter(|complex| !complex.is_invisible()).map(|complex| {
            let text = complex.write(mode);
            if self.compressed() { shortened(text) } else { text }
        });
        let joined = texts.collect::<Vec<_>>().join(if self.compressed() { "," } else { ", " });
        let joined = lexical::trimmed_start(&joined);
        if !joined.contains('\n') {
            return joined.to_owned();
        }
        let line_break = match self.style {
            Style::Compressed => String::new(),
            Style::Compact => " ".to_owned(),
            _ => format!("\n{}", indent(self.tabs)),
        };
        with_line_breaks(joined, |_| line_break.as_str())
    }
}

/// Replaces line breaks and the whitespace around them. `replacement` is called with the text before a line break.
fn with_line_breaks<'a>(text: &str, replacement: impl Fn(&str) -> &'a str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('\n') {
        out.push_str(rest[..position].trim_end_matches(lexical::is_space_char));
        rest = rest[position..].trim_start_matches(lexical::is_space_char);
        let line_break = replacement(&out);
        out.push_str(line_break);
    }
    out.push_str(rest);
    out
}

/// Shortens a selector for the compressed style: `a > b` becomes `a>b`.
fn shortened(text: String) -> String {
    let mut out = text;
    if out.contains('\n') {
        // A line break after a comma, or at the start, is removed when the selectors are joined.
        out = with_line_breaks(&out, |before| if before.is_empty() || before.ends_with(',') { "\n" } else { " " });
    }
    if out.contains(['+', '>']) {
        out = without_space_around(&out, &['+', '>']);
    }
    if let Some(position) = out.find("nth") {
        out = format!("{}{}", &out[..position], positions_shortened(&out[position..]));
    }
    let trimmed = lexical::trimmed(&out);
    let changed = (trimmed.len() != out.len()).then(|| trimmed.into_owned());
    changed.unwrap_or(out)
}

fn without_space_around(text: &str, signs: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find(signs) {
        out.push_str(rest[..position].trim_end_matches(lexical::is_space_char));
        out.push_str(&rest[position..=position]);
        rest = rest[position + 1..].trim_start_matches(lexical::is_space_char);
    }
    out.push_str(rest);
    out
}

/// Removes spaces, tabs and line breaks from `:nth-child()` and similar selectors: `:nth-child(2n + 1)` becomes
/// `:nth-child(2n+1)`.
fn positions_shortened(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find("nth") {
        out.push_str(&rest[..position]);
        rest = &rest[position..];
        let open = rest.find(['(', ' ']).filter(|open| rest.as_bytes().get(*open) == Some(&b'('));
        let close = open.and_then(|open| rest[open..].find(')').map(|close| open + close));
        match close {
            Some(close) => {
                out.extend(rest[..=close].chars().filter(|c| !matches!(c, ' ' | '\t' | '\n')));
                rest = &rest[close + 1..];
            }
            None => {
                out.push_str(&rest[..3]);
                rest = &rest[3..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// A value with spaces instead of line breaks.
fn joined_lines(text: &str) -> String {
    let before = |c: char| matches!(c, ' ' | '\t' | '\r' | '\x0c');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('\n') {
        out.push_str(rest[..position].trim_end_matches(before));
        out.push(' ');
        rest = rest[position..].trim_start_matches(|c: char| before(c) || c == '\n');
    }
    out.push_str(rest);
    out
}

/// A comment whose indented lines are joined, without leading stars.
fn on_one_line(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let rest = line.trim_start_matches(' ');
        if rest.len() == line.len() {
            out.push('\n');
            out.push_str(line);
            continue;
        }
        out.push(' ');
        let Some(starred) = rest.strip_prefix('*') else {
            out.push_str(rest);
            continue;
        };
        let behind = starred.trim_start_matches(' ');
        let blanks = starred.len() - behind.len();
        // Removes the star and the spaces after it, except for those that separate it from a slash.
        if !behind.starts_with('/') {
            out.push_str(behind);
        } else if blanks > 0 {
            out.push_str(&starred[blanks - 1..]);
        } else {
            out.push_str(rest);
        }
    }
    out
}
