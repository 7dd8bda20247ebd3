//! HTML from the tree of a text, as `CommonMarker::HtmlRenderer` writes it.

use crate::tree::{Alignment, Kind, List, Marker, NodeId, Position, Span, Tree};
use std::collections::HashMap;
use std::fmt::Write;

/// Options for writing HTML. With the default, the output is cmark-gfm's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HtmlOptions {
    /// `UNSAFE`: HTML in the source is written unchanged. Otherwise, a comment replaces it.
    pub keeps_html: bool,
    /// `HARDBREAKS`: line breaks in the source become `<br />`.
    pub hard_breaks: bool,
    /// `NOBREAKS`: line breaks in the source become spaces.
    pub no_breaks: bool,
    /// `GITHUB_PRE_LANG`: the language of code is an attribute of `pre`.
    pub pre_lang: bool,
    /// `SOURCEPOS`: blocks have their source positions as an attribute.
    pub source_positions: bool,
    /// The extension `tagfilter`: some tags are escaped.
    pub filters_tags: bool,
    /// Headers get ids from their text, like in jekyll-commonmark-ghpages.
    pub header_ids: bool,
}

/// A fenced or indented code block, as a [`CodeBlockWriter`] receives it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CodeBlock<'a> {
    /// The info string of the fence. Empty for indented code.
    pub info: &'a str,
    /// The code as plain text, not yet escaped for HTML.
    pub code: &'a str,
    /// The attribute with the source position of the block, after a space. Empty without
    /// [`HtmlOptions::source_positions`].
    pub position: &'a str,
    /// Whether the language is to be an attribute of `pre`, as [`HtmlOptions::pre_lang`] requests.
    pub pre_lang: bool,
}

/// Replaces cmark-gfm's HTML for code blocks, for example by highlighted code.
pub trait CodeBlockWriter {
    /// Appends a code block to `out`, which may or may not end with a line break. Returns false, and appends nothing,
    /// to request cmark-gfm's own layout.
    fn write(&self, block: &CodeBlock<'_>, out: &mut String) -> bool;
}

impl Tree {
    /// Writes the document as HTML.
    ///
    /// ```
    /// use hastie_commonmark::{HtmlOptions, Options, parse};
    ///
    /// let tree = parse("# Title\n\nSome *text*.\n", &Options::default()).expect("not nested deeply");
    /// assert_eq!(tree.to_html(&HtmlOptions::default()), "<h1>Title</h1>\n<p>Some <em>text</em>.</p>\n");
    /// ```
    #[must_use]
    pub fn to_html(&self, options: &HtmlOptions) -> String {
        self.to_html_with(options, None)
    }

    /// The HTML of the document. `code_blocks` writes the code blocks, for example with highlighting. Without it,
    /// code blocks have cmark-gfm's HTML.
    #[must_use]
    pub fn to_html_with(&self, options: &HtmlOptions, code_blocks: Option<&dyn CodeBlockWriter>) -> String {
        render(self, *options, code_blocks)
    }
}

fn render(tree: &Tree, style: HtmlOptions, code_blocks: Option<&dyn CodeBlockWriter>) -> String {
    let mut writer = Writer {
        tree,
        style,
        code_blocks,
        out: String::with_capacity(tree.buffer.len() * 3 / 2),
        is_tight: false,
        lists: Vec::new(),
        image: None,
        header_start: 0,
        used_ids: HashMap::new(),
        alignments: &[],
        column: 0,
        in_header_row: false,
        has_body: false,
        footnotes: 0,
        last_return: 0,
    };
    writer.walk();
    writer.out
}

struct Writer<'a> {
    tree: &'a Tree,
    style: HtmlOptions,
    code_blocks: Option<&'a dyn CodeBlockWriter>,
    out: String,
    /// Whether paragraphs in the innermost list are written without `<p>`.
    is_tight: bool,
    /// `is_tight` for each enclosing list, outermost first.
    lists: Vec<bool>,
    /// The enclosing image. Only the text of its content is written.
    image: Option<NodeId>,
    /// The offset of the text of the header being written.
    header_start: usize,
    used_ids: HashMap<String, usize>,
    alignments: &'a [Alignment],
    column: usize,
    in_header_row: bool,
    has_body: bool,
    footnotes: usize,
    /// The number of the footnote whose link back to the text was written last.
    last_return: usize,
}

impl Writer<'_> {
    /// Visits each node at its start and at its end, in order. Does not recurse, so that deep nesting cannot overflow
    /// the stack.
    fn walk(&mut self) {
        let mut id = Tree::ROOT;
        loop {
            self.start(id);
            if let Some(first) = self.tree.node(id).first {
                id = first;
                continue;
            }
            loop {
                self.end(id);
                match (self.tree.node(id).next, self.tree.node(id).parent) {
                    (Some(next), _) => {
                        id = next;
                        break;
                    }
                    (None, Some(parent)) => id = parent,
                    (None, None) => return,
                }
            }
        }
    }

    /// Starts a new line, unless the output is at the start of one.
    fn fresh_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn start(&mut self, id: NodeId) {
        let kind = self.tree.kind(id);
        if self.image.is_some() {
            match kind {
                Kind::Text => self.text(id),
                Kind::SoftBreak => self.soft_break(),
                _ => {}
            }
            return;
        }
        match kind {
            Kind::Document | Kind::Strikethrough | Kind::Emphasis | Kind::Strong => self.out.push_str(opening(kind)),
            Kind::BlockQuote => self.start_block(id, "blockquote", "", "\n"),
            Kind::List(list) => self.start_list(id, list),
            Kind::Item(_, task) => self.start_block(id, "li", "", task_box(task)),
            Kind::CodeBlock { info, .. } => self.code_block(id, info),
            Kind::HtmlBlock(_) => {
                self.fresh_line();
                self.html(id);
            }
            Kind::Paragraph if self.is_bare(id) => {}
            Kind::Paragraph => self.start_block(id, "p", "", ""),
            Kind::Heading { level, .. } => {
                self.start_block(id, &format!("h{level}"), "", "");
                self.header_start = self.out.len();
            }
            Kind::ThematicBreak => self.start_block(id, "hr", " /", ""),
            Kind::FootnoteDefinition => self.start_footnote(),
            Kind::FootnoteReference => self.footnote_reference(id),
            Kind::Table(table) => {
                (self.alignments, self.has_body) = (self.tree.alignments(table), false);
                self.open_tag(id, "table", "", "\n");
            }
            Kind::TableRow { is_header } => self.start_row(id, is_header),
            Kind::TableCell => self.start_cell(id),
            Kind::Text => self.text(id),
            Kind::SoftBreak => self.soft_break(),
            Kind::LineBreak => self.out.push_str("<br />\n"),
            Kind::Code => {
                self.out.push_str("<code>");
                self.text(id);
                self.out.push_str("</code>");
            }
            Kind::Html => self.html(id),
            Kind::Link { address, title } => {
                self.attribute("<a href=\"", address);
                self.title(title);
                self.out.push('>');
            }
            Kind::Image { address, .. } => {
                self.image = Some(id);
                self.attribute("<img src=\"", address);
                self.out.push_str(" alt=\"");
            }
        }
    }

    fn footnote_reference(&mut self, id: NodeId) {
        let number = self.tree.text(self.tree.node(id).text);
        self.out.push_str(&format!(
            "<sup class=\"footnote-ref\"><a href=\"#fn{number}\" id=\"fnref{number}\">{number}</a></sup>"
        ));
    }

    fn end(&mut self, id: NodeId) {
        let kind = self.tree.kind(id);
        match (self.image, kind) {
            (Some(image), Kind::Image { title, .. }) if image == id => {
                self.image = None;
                self.out.push('"');
                self.title(title);
                self.out.push_str(" />");
                return;
            }
            (Some(_), _) => return,
            (None, _) => {}
        }
        match kind {
            Kind::Document if self.last_return > 0 => self.out.push_str("</ol>\n</section>\n"),
            Kind::BlockQuote => self.end_block("</blockquote>"),
            Kind::List(list) => {
                self.end_block(if matches!(list.marker, Marker::Bullet(_)) { "</ul>" } else { "</ol>" });
                self.is_tight = self.lists.pop().unwrap_or_default();
            }
            Kind::Item(..) => self.end_block("</li>"),
            Kind::HtmlBlock(_) | Kind::ThematicBreak => self.fresh_line(),
            Kind::Paragraph if self.is_bare(id) => {}
            Kind::Paragraph => self.end_paragraph(id),
            Kind::Heading { level, .. } => self.end_header(level),
            Kind::FootnoteDefinition => {
                if self.write_return() {
                    self.out.push('\n');
                }
                self.out.push_str("</li>\n");
            }
            Kind::Table(_) => self.out.push_str(if self.has_body { "</tbody>\n</table>\n" } else { "</table>\n" }),
            Kind::TableRow { is_header } => {
                self.in_header_row = false;
                self.out.push_str(if is_header { "</tr>\n</thead>\n" } else { "</tr>\n" });
            }
            Kind::TableCell => self.out.push_str(if self.in_header_row { "</th>\n" } else { "</td>\n" }),
            Kind::Strikethrough => self.out.push_str("</del>"),
            Kind::Emphasis => self.out.push_str("</em>"),
            Kind::Strong => self.out.push_str("</strong>"),
            Kind::Link { .. } => self.out.push_str("</a>"),
            _ => {}
        }
    }

    /// The position of a block in the source, as an attribute.
    fn position(&self, id: NodeId) -> String {
        if !self.style.source_positions {
            return String::new();
        }
        let node = self.tree.node(id);
        let show = |position: Position| format!("{}:{}", position.line, position.column);
        format!(" data-sourcepos=\"{}-{}\"", show(node.start), show(node.end))
    }

    fn open_tag(&mut self, id: NodeId, tag: &str, more: &str, behind: &str) {
        self.out.push('<');
        self.out.push_str(tag);
        self.out.push_str(&self.position(id));
        self.out.push_str(more);
        self.out.push('>');
        self.out.push_str(behind);
    }

    fn start_block(&mut self, id: NodeId, tag: &str, more: &str, behind: &str) {
        self.fresh_line();
        self.open_tag(id, tag, more, behind);
    }

    fn end_block(&mut self, tag: &str) {
        self.out.push_str(tag);
        self.out.push('\n');
    }

    fn start_list(&mut self, id: NodeId, list: List) {
        self.lists.push(std::mem::replace(&mut self.is_tight, list.is_tight));
        match (list.marker, list.start) {
            (Marker::Bullet(_), _) => self.start_block(id, "ul", "", "\n"),
            (Marker::Number(_), 1) => self.start_block(id, "ol", "", "\n"),
            (Marker::Number(_), start) => self.start_block(id, &format!("ol start=\"{start}\""), "", "\n"),
        }
    }

    /// Whether a paragraph is written without `<p>`, as in a tight list. A paragraph directly in a block quote always
    /// has `<p>`.
    fn is_bare(&self, id: NodeId) -> bool {
        self.is_tight && self.parent_kind(id) != Some(Kind::BlockQuote)
    }

    fn parent_kind(&self, id: NodeId) -> Option<Kind> {
        self.tree.node(id).parent.map(|parent| self.tree.kind(parent))
    }

    fn end_paragraph(&mut self, id: NodeId) {
        let ends_footnote = self.tree.node(id).next.is_none();
        if ends_footnote && self.parent_kind(id) == Some(Kind::FootnoteDefinition) {
            self.out.push(' ');
            self.write_return();
        }
        self.end_block("</p>");
    }

    fn start_footnote(&mut self) {
        if self.footnotes == 0 {
            self.out.push_str("<section class=\"footnotes\">\n<ol>\n");
        }
        self.footnotes += 1;
        self.out.push_str(&format!("<li id=\"fn{}\">\n", self.footnotes));
    }

    /// Writes the link from a footnote back to the text, unless the footnote already has this link. Returns whether the
    /// link was written.
    fn write_return(&mut self) -> bool {
        let is_first = self.last_return != self.footnotes;
        if is_first {
            self.last_return = self.footnotes;
            self.out.push_str(&format!("<a href=\"#fnref{}\" class=\"footnote-backref\">↩</a>", self.footnotes));
        }
        is_first
    }

    fn start_row(&mut self, id: NodeId, is_header: bool) {
        self.column = 0;
        self.in_header_row = is_header;
        if is_header {
            self.out.push_str("<thead>\n");
        } else if !self.has_body {
            self.has_body = true;
            self.out.push_str("<tbody>\n");
        }
        self.open_tag(id, "tr", "", "\n");
    }

    fn start_cell(&mut self, id: NodeId) {
        let tag = if self.in_header_row { "th" } else { "td" };
        let align = match self.alignments.get(self.column) {
            Some(Alignment::Left) => " align=\"left\"",
            Some(Alignment::Right) => " align=\"right\"",
            Some(Alignment::Center) => " align=\"center\"",
            _ => "",
        };
        self.column += 1;
        self.open_tag(id, &format!("{tag}{align}"), "", "");
    }

    fn text(&mut self, id: NodeId) {
        escape_html(&mut self.out, &self.tree.text(self.tree.node(id).text));
    }

    fn soft_break(&mut self) {
        self.out.push_str(match self.style {
            HtmlOptions { hard_breaks: true, .. } => "<br />\n",
            HtmlOptions { no_breaks: true, .. } => " ",
            _ => "\n",
        });
    }

    fn html(&mut self, id: NodeId) {
        let html = self.tree.text(self.tree.node(id).text);
        match self.style {
            HtmlOptions { keeps_html: false, .. } => self.out.push_str("<!-- raw HTML omitted -->"),
            HtmlOptions { filters_tags: true, .. } => filter_tags(&mut self.out, &html),
            _ => self.out.push_str(&html),
        }
    }

    fn attribute(&mut self, start: &str, value: Span) {
        self.out.push_str(start);
        address(&mut self.out, &self.tree.text(value));
        self.out.push('"');
    }

    fn title(&mut self, title: Span) {
        if !title.is_empty() {
            self.out.push_str(" title=\"");
            escape_html(&mut self.out, &self.tree.text(title));
            self.out.push('"');
        }
    }

    fn end_header(&mut self, level: u8) {
        if self.style.header_ids {
            let id = self.header_id();
            self.out.insert_str(self.header_start - 1, &format!(" id=\"{id}\""));
        }
        self.end_block(&format!("</h{level}>"));
    }

    /// A unique id from the header's HTML, like in jekyll-commonmark-ghpages.
    fn header_id(&mut self) -> String {
        let mut id = String::new();
        for line in self.out[self.header_start..].split_inclusive('\n') {
            let text = line.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
            id.extend(text.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_ascii_alphanumeric() || c == '-' => Some(c.to_ascii_lowercase()),
                _ => None,
            }));
        }
        if id.is_empty() {
            id.push_str("section");
        }
        match self.used_ids.get_mut(&id) {
            Some(count) => {
                *count += 1;
                format!("{id}-{count}")
            }
            None => {
                self.used_ids.insert(id.clone(), 0);
                id
            }
        }
    }

    fn code_block(&mut self, id: NodeId, info: Span) {
        let (info, text) = (self.tree.text(info), self.tree.text(self.tree.node(id).text));
        let position = self.position(id);
        let block = CodeBlock { info: &info, code: &text, position: &position, pre_lang: self.style.pre_lang };
        if self.code_blocks.is_some_and(|writer| writer.write(&block, &mut self.out)) {
            return;
        }
        self.fresh_line();
        let language = info.split(|c: char| c == ' ' || ('\t'..='\r').contains(&c)).next().unwrap_or_default();
        let mut name = String::new();
        escape_html(&mut name, language);
        // Writing to a string cannot fail.
        let _ = match (name.is_empty(), self.style.pre_lang) {
            (true, _) => write!(self.out, "<pre{position}><code>"),
            (false, true) => write!(self.out, "<pre{position} lang=\"{name}\"><code>"),
            (false, false) => write!(self.out, "<pre{position}><code class=\"language-{name}\">"),
        };
        escape_html(&mut self.out, &text);
        self.out.push_str("</code></pre>\n");
    }
}

fn opening(kind: Kind) -> &'static str {
    match kind {
        Kind::Strikethrough => "<del>",
        Kind::Emphasis => "<em>",
        Kind::Strong => "<strong>",
        _ => "",
    }
}

fn task_box(task: Option<bool>) -> &'static str {
    match task {
        Some(true) => "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> ",
        Some(false) => "<input type=\"checkbox\" disabled=\"\" /> ",
        None => "",
    }
}

/// Appends text with entities for `<`, `>`, `&` and `"`. Apostrophes stay unchanged.
pub fn escape_html(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

/// Appends an address, escaped for an attribute as in cmark.
fn address(out: &mut String, url: &str) {
    for byte in url.bytes() {
        match byte {
            b'&' => out.push_str("&amp;"),
            b'\'' => out.push_str("&#x27;"),
            byte if byte.is_ascii_alphanumeric() || b"!#$%()*+,-./:;=?@_~".contains(&byte) => out.push(byte as char),
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}

/// Escapes the tags that the extension `tagfilter` forbids.
fn filter_tags(out: &mut String, html: &str) {
    const NAMES: [&str; 9] =
        ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext"];
    let mut pieces = html.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let is_filtered = NAMES.iter().any(|name| {
            let (Some(found), Some(after)) = (piece.get(..name.len()), piece.get(name.len()..)) else { return false };
            let is_end = |c: char| matches!(c, ' ' | '\t'..='\r' | '>');
            found.eq_ignore_ascii_case(name) && (after.starts_with(is_end) || after.starts_with("/>"))
        });
        out.push_str(if is_filtered { "&lt;" } else { "<" });
        out.push_str(piece);
    }
}
