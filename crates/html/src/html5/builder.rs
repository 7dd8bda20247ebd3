//! The tree builder's state: open elements, scopes, and the positions at which nodes are inserted.

use super::MAX_DEPTH;
use super::foreign::MATHML;
use super::formatting::Formatting;
use super::tokenizer::{Content, Tag, Token, Tokenizer};
use crate::error::Positions;
use crate::tree::{Document, NamespaceId, NodeId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InSelect,
    InSelectInTable,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
    Select,
}

pub(super) struct Builder<'a> {
    pub(super) tree: &'a mut Document,
    pub(super) root: NodeId,
    pub(super) tokenizer: Tokenizer,
    pub(super) mode: Mode,
    pub(super) original_mode: Mode,
    pub(super) template_modes: Vec<Mode>,
    pub(super) open: Vec<NodeId>,
    pub(super) formatting: Vec<Formatting>,
    pub(super) head: Option<NodeId>,
    pub(super) form: Option<NodeId>,
    pub(super) fosters: bool,
    pub(super) allows_frameset: bool,
    pub(super) table_text: String,
    /// The line at which the text in `table_text` starts. This text was read directly inside of a table.
    pub(super) table_line: u32,
    positions: Positions,
    /// The line at which the current token starts, from 1.
    pub(super) line: u32,
    /// Whether a line break at the start of the next text is dropped.
    pub(super) skips_newline: bool,
    /// The name of a fragment's context element. `None` for a whole page.
    pub(super) context: Option<String>,
    pub(super) is_stopped: bool,
    pub is_too_deep: bool,
    pub(super) svg: Option<NamespaceId>,
    pub(super) mathml: Option<NamespaceId>,
}

const SPECIAL: &[&str] = &[
    "address",
    "applet",
    "area",
    "article",
    "aside",
    "base",
    "basefont",
    "bgsound",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "iframe",
    "img",
    "input",
    "keygen",
    "li",
    "link",
    "listing",
    "main",
    "marquee",
    "menu",
    "meta",
    "nav",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "ol",
    "p",
    "param",
    "plaintext",
    "pre",
    "script",
    "section",
    "select",
    "source",
    "style",
    "summary",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
    "wbr",
    "xmp",
];

impl<'a> Builder<'a> {
    pub(super) fn new(tree: &'a mut Document, root: NodeId, text: &str) -> Self {
        Builder {
            tree,
            root,
            tokenizer: Tokenizer::new(text),
            mode: Mode::Initial,
            original_mode: Mode::InBody,
            template_modes: Vec::new(),
            open: Vec::new(),
            formatting: Vec::new(),
            head: None,
            form: None,
            fosters: false,
            allows_frameset: true,
            table_text: String::new(),
            table_line: 1,
            positions: Positions::new(),
            line: 1,
            skips_newline: false,
            context: None,
            is_stopped: false,
            is_too_deep: false,
            svg: None,
            mathml: None,
        }
    }

    /// Prepares the builder for a fragment: the content of an element named `context`.
    pub(super) fn begin_fragment(&mut self, context: &str) {
        let html = self.tree.create_element("html");
        self.tree.append(self.root, html);
        self.open.push(html);
        self.context = Some(context.to_owned());
        self.tokenizer.content = content_of(context);
        context.clone_into(&mut self.tokenizer.last_tag);
        if context == "template" {
            self.template_modes.push(Mode::InTemplate);
        }
        self.reset_mode();
    }

    pub(super) fn run(&mut self) {
        while !self.is_stopped {
            self.tokenizer.in_foreign = self.context.is_none() | (self.open.len() > 1) && self.current_is_foreign();
            let token = self.tokenizer.next();
            let (text, start) = self.tokenizer.token_start();
            self.line = self.positions.of(text.as_bytes(), start).0;
            let is_end = matches!(token, Token::Eof);
            let created = self.tree.len();
            self.process(token);
            self.number_lines(created, self.line);
            if is_end || self.open.len() > MAX_DEPTH {
                self.is_too_deep = self.open.len() > MAX_DEPTH;
                return;
            }
        }
    }

    /// Sets the line of the nodes from index `created` on that have no line yet. An implied element has the line of the
    /// token that implies it, as in Nokogiri.
    pub(super) fn number_lines(&mut self, created: usize, line: u32) {
        for index in created..self.tree.len() {
            if let Some(node) = self.tree.node_at(index)
                && self.tree.line(node) == 0
            {
                self.tree.set_line(node, line);
            }
        }
    }

    /// Processes a token by the rules of the insertion mode, or by the rules for foreign content (SVG and MathML).
    pub(super) fn process(&mut self, token: Token) {
        let token = match token {
            Token::Text(text) if self.skips_newline => {
                self.skips_newline = false;
                let text = text.strip_prefix('\n').map_or(text.clone(), str::to_owned);
                if text.is_empty() {
                    return;
                }
                self.line += 1;
                Token::Text(text)
            }
            token => token,
        };
        self.skips_newline = false;
        if self.is_for_html(&token) { self.by_mode(token) } else { self.in_foreign_content(token) }
    }

    // Elements

    pub(super) fn is_html(&self, node: NodeId, name: &str) -> bool {
        self.tree.namespace_of(node).is_none() && self.tree.name(node) == name
    }

    pub(super) fn current_is(&self, names: &[&str]) -> bool {
        self.open.last().is_some_and(|one| names.iter().any(|name| self.is_html(*one, name)))
    }

    pub(super) fn is_special(&self, node: NodeId) -> bool {
        let name = self.tree.name(node);
        match self.tree.href(node) {
            None => SPECIAL.contains(&name),
            Some(MATHML) => matches!(name, "mi" | "mo" | "mn" | "ms" | "mtext" | "annotation-xml"),
            Some(_) => matches!(name, "foreignObject" | "desc" | "title"),
        }
    }

    fn bounds(&self, node: NodeId, scope: Scope) -> bool {
        let name = self.tree.name(node);
        if self.tree.namespace_of(node).is_some() {
            return !matches!(scope, Scope::Table | Scope::Select) && self.is_special(node);
        }
        let is_default =
            matches!(name, "applet" | "caption" | "html" | "table" | "td" | "th" | "marquee" | "object" | "template");
        match scope {
            Scope::Default => is_default,
            Scope::ListItem => is_default || matches!(name, "ol" | "ul"),
            Scope::Button => is_default || name == "button",
            Scope::Table => matches!(name, "html" | "table" | "template"),
            Scope::Select => !matches!(name, "optgroup" | "option"),
        }
    }

    pub(super) fn has_in_scope(&self, names: &[&str], scope: Scope) -> bool {
        for node in self.open.iter().rev() {
            if names.iter().any(|name| self.is_html(*node, name)) {
                return true;
            }
            if self.bounds(*node, scope) {
                return false;
            }
        }
        false
    }

    pub(super) fn is_in_scope(&self, wanted: NodeId) -> bool {
        for node in self.open.iter().rev() {
            if *node == wanted {
                return true;
            }
            if self.bounds(*node, Scope::Default) {
                return false;
            }
        }
        false
    }

    /// Closes open elements, up to and including the innermost HTML element with one of `names`. Closes all elements if
    /// there is no such element.
    pub(super) fn pop_until(&mut self, names: &[&str]) {
        while let Some(node) = self.open.pop() {
            if names.iter().any(|name| self.is_html(node, name)) {
                return;
            }
        }
    }

    pub(super) fn imply_end_tags(&mut self, except: &str) {
        const IMPLIED: &[&str] = &["dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"];
        while self.open.last().is_some_and(|one| {
            self.tree.namespace_of(*one).is_none()
                && self.tree.name(*one) != except
                && IMPLIED.contains(&self.tree.name(*one))
        }) {
            self.open.pop();
        }
    }

    pub(super) fn imply_all_end_tags(&mut self) {
        const IMPLIED: &[&str] = &[
            "caption", "colgroup", "dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc", "tbody", "td",
            "tfoot", "th", "thead", "tr",
        ];
        while self.current_is(IMPLIED) {
            self.open.pop();
        }
    }

    pub(super) fn close_p(&mut self) {
        if self.has_in_scope(&["p"], Scope::Button) {
            self.imply_end_tags("p");
            self.pop_until(&["p"]);
        }
    }

    // Insertion

    pub(super) fn create_html(&mut self, name: &str, attributes: &[(String, String)]) -> NodeId {
        let node = self.tree.create_element(name);
        for (name, value) in attributes {
            self.tree.push_attribute(node, name, None, Some(value));
        }
        node
    }

    pub(super) fn insert_html(&mut self, name: &str, attributes: &[(String, String)]) -> NodeId {
        let node = self.create_html(name, attributes);
        let target = self.open.last().copied().unwrap_or(self.root);
        self.place(node, target);
        self.open.push(node);
        node
    }

    pub(super) fn insert(&mut self, tag: &Tag) -> NodeId {
        self.insert_html(&tag.name, &tag.attributes)
    }

    /// Inserts an element that has no content, such as `col`, and closes the element at once.
    pub(super) fn insert_void(&mut self, tag: &Tag) {
        self.insert(tag);
        self.open.pop();
    }

    /// Adds a node at the end of a target. A node that the standard does not allow in a table is added before the table
    /// instead. If this is impossible, for example in a template, the node is added at the end of another open element.
    pub(super) fn place(&mut self, node: NodeId, target: NodeId) {
        match self.foster_parent(target) {
            Some((_, Some(table))) => self.tree.insert_before(table, node),
            Some((parent, None)) => self.tree.append(parent, node),
            None => self.tree.append(target, node),
        }
    }

    /// The parent for a node that may not be in a table, and the table before which the node is inserted. The table is
    /// `None` if the node becomes the last child. The result is `None` if the node may be in `target`.
    fn foster_parent(&self, target: NodeId) -> Option<(NodeId, Option<NodeId>)> {
        let is_table = ["table", "tbody", "tfoot", "thead", "tr"].iter().any(|name| self.is_html(target, name));
        if !self.fosters || !is_table {
            return None;
        }
        let template = self.open.iter().rposition(|one| self.is_html(*one, "template"));
        let table = self.open.iter().rposition(|one| self.is_html(*one, "table"));
        match (template, table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => Some((self.open[template], None)),
            (_, None) => self.open.first().map(|html| (*html, None)),
            (_, Some(table)) => {
                let node = self.open[table];
                match self.tree.parent(node) {
                    Some(parent) => Some((parent, Some(node))),
                    None => Some((self.open[table.saturating_sub(1)], None)),
                }
            }
        }
    }

    pub(super) fn insert_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let target = self.open.last().copied().unwrap_or(self.root);
        if target == NodeId::DOCUMENT {
            return;
        }
        let before = match self.foster_parent(target) {
            Some((_, Some(table))) => self.tree.previous(table),
            Some((parent, None)) => self.tree.last_child(parent),
            None => self.tree.last_child(target),
        };
        if let Some(before) = before.filter(|before| self.tree.is_text(*before)) {
            self.tree.node_mut(before).value.get_or_insert_default().push_str(text);
            return;
        }
        let node = self.tree.create_text(text);
        self.place(node, target);
    }

    pub(super) fn insert_comment(&mut self, text: &str) {
        let target = self.open.last().copied().unwrap_or(self.root);
        self.comment_in(target, text);
    }

    pub(super) fn comment_in(&mut self, target: NodeId, text: &str) {
        let node = self.tree.create_comment(text);
        self.place(node, target);
    }

    /// Sets the insertion mode from the open elements, as the standard prescribes. In a fragment, the context
    /// element replaces the root.
    pub(super) fn reset_mode(&mut self) {
        for index in (0..self.open.len()).rev() {
            let is_last = index == 0;
            let own =
                if self.tree.namespace_of(self.open[index]).is_some() { "" } else { self.tree.name(self.open[index]) };
            let name = match &self.context {
                Some(context) if is_last => context.clone(),
                _ => own.to_owned(),
            };
            self.mode = match name.as_str() {
                "select" => {
                    let around = self.open[..index].iter().rev();
                    let table = around
                        .take_while(|one| !self.is_html(**one, "template"))
                        .any(|one| self.is_html(*one, "table"));
                    if table { Mode::InSelectInTable } else { Mode::InSelect }
                }
                "td" | "th" if !is_last => Mode::InCell,
                "tr" => Mode::InRow,
                "tbody" | "thead" | "tfoot" => Mode::InTableBody,
                "caption" => Mode::InCaption,
                "colgroup" => Mode::InColumnGroup,
                "table" => Mode::InTable,
                "template" => self.template_modes.last().copied().unwrap_or(Mode::InTemplate),
                "head" if !is_last => Mode::InHead,
                "body" => Mode::InBody,
                "frameset" => Mode::InFrameset,
                "html" => {
                    if self.head.is_none() {
                        Mode::BeforeHead
                    } else {
                        Mode::AfterHead
                    }
                }
                _ if is_last => Mode::InBody,
                _ => continue,
            };
            return;
        }
    }

    /// Inserts an element, and makes the tokenizer read everything up to its end tag as text. `content` decides whether
    /// references in this text are resolved.
    pub(super) fn begin_text(&mut self, tag: &Tag, content: Content) {
        self.insert(tag);
        self.tokenizer.content = content;
        self.original_mode = self.mode;
        self.mode = Mode::Text;
    }
}

fn content_of(name: &str) -> Content {
    match name {
        "title" | "textarea" => Content::Escapable,
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Content::Raw,
        "script" => Content::Script,
        "plaintext" => Content::Plain,
        _ => Content::Data,
    }
}
