//! Writes paragraphs, headers, lists, table cells and other blocks.

use super::transliteration::transliterate;
use super::{Writer, changed};
use crate::attributes::Attributes;
use crate::element::{Align, Category, Element, Extra, Kind, Model};
use crate::parser::is_without_body;
use std::borrow::Cow;

impl<'d> Writer<'d> {
    pub(super) fn paragraph(&mut self, el: &'d Element<'d>, indent: i32) {
        if el.is_transparent() {
            self.children(el, indent);
        } else if let [only] = el.children.as_slice()
            && only.kind == Kind::Image
            && only.has_ref("standalone")
        {
            self.standalone_image(el, only, indent);
        } else {
            self.block("p", &el.attr, el, indent);
        }
    }

    /// Writes a figure: an image with `{: standalone}` that is the only content of its paragraph.
    fn standalone_image(&mut self, el: &'d Element<'d>, image: &'d Element<'d>, indent: i32) {
        let mut figure = el.attr.clone();
        let mut attr = image.attr.clone();
        for name in ["class", "id"] {
            if figure.get(name).is_none()
                && let Some(value) = attr.remove(name)
            {
                figure.set(name, value);
            }
        }
        self.indent(indent);
        self.open("figure", &figure);
        self.out.push_str(">\n");
        self.indent(indent + 2);
        self.open("img", &attr);
        self.out.push_str(" />\n");
        self.indent(indent + 2);
        self.out.push_str("<figcaption>");
        self.out.push_str(attr.get("alt").unwrap_or(""));
        self.out.push_str("</figcaption>\n");
        self.indent(indent);
        self.out.push_str("</figure>\n");
    }

    pub(super) fn header(&mut self, el: &'d Element<'d>, indent: i32) {
        let Extra::Header { level, raw_text } = &el.extra else { return };
        let mut attr = Cow::Borrowed(&el.attr);
        if self.options.auto_ids && attr.get("id").is_none() {
            let id = self.generate_id(raw_text);
            attr.to_mut().set("id", id);
        }
        self.add_to_toc(el, *level, &attr);
        let name = ["h1", "h2", "h3", "h4", "h5", "h6"]
            [(i64::from(*level) + self.options.header_offset).clamp(1, 6) as usize - 1];
        self.indent(indent);
        self.open(name, &attr);
        self.out.push('>');
        if self.options.header_links
            && let Some(id) = attr.get("id").filter(|id| !id.is_empty())
        {
            let mut link = Attributes::default();
            link.set("href", format!("#{id}"));
            self.open("a", &link);
            self.out.push_str("></a>");
        }
        self.children(el, indent);
        self.close(name);
        self.out.push('\n');
    }

    /// Generates a unique id for a header from its text.
    fn generate_id(&mut self, text: &str) -> String {
        let mut id =
            if self.options.transliterated_header_ids { basic_id(&transliterate(text)) } else { basic_id(text) };
        if id.is_empty() {
            id.push_str("section");
        }
        match self.used_ids.get_mut(&id) {
            Some(count) => {
                *count += 1;
                id = format!("{id}-{count}");
            }
            None => {
                self.used_ids.insert(id.clone(), 0);
            }
        }
        format!("{}{id}", self.options.auto_id_prefix)
    }

    pub(super) fn list(&mut self, el: &'d Element<'d>, indent: i32) {
        if self.toc_place.is_none() && el.has_ref("toc") {
            self.toc_place = Some((el, self.placeholder()));
        } else if self.footnote_place.is_none() && el.has_ref("footnotes") {
            self.footnote_place = Some(self.placeholder());
        } else {
            self.indented_block(el.kind.tag(), el, indent);
        }
    }

    pub(super) fn list_item(&mut self, el: &'d Element<'d>, indent: i32) {
        self.indent(indent);
        self.open(el.kind.tag(), &el.attr);
        self.out.push('>');
        let tight = el.children.first().is_none_or(|first| first.kind == Kind::Paragraph && first.is_transparent());
        if tight {
            let start = self.out.len();
            self.children(el, indent);
            if self.out[start..].ends_with('\n') {
                self.indent(indent);
            }
        } else {
            self.out.push('\n');
            self.children(el, indent);
            self.indent(indent);
        }
        self.close(el.kind.tag());
        self.out.push('\n');
    }

    pub(super) fn term(&mut self, el: &'d Element<'d>, indent: i32) {
        let list = self.stack.last().and_then(|list| list.ial.as_ref());
        let attr = changed(&el.attr, |attr| {
            if attr.get("id").is_none()
                && let Some(list) = list
                && let Some(prefix) = list.refs.iter().find_map(|name| auto_id_prefix(name))
                && let Extra::Term { raw_text } = &el.extra
            {
                attr.set("id", format!("{prefix}{}", basic_id(raw_text)));
            }
        });
        self.block("dt", &attr, el, indent);
    }

    pub(super) fn cell(&mut self, el: &'d Element<'d>, indent: i32) {
        let depth = self.stack.len();
        let name = match self.stack.get(depth.wrapping_sub(2)) {
            Some(section) if section.kind == Kind::Thead => "th",
            _ => "td",
        };
        let align = match self.stack.get(depth.wrapping_sub(3)).map(|table| &table.extra) {
            Some(Extra::Table { alignment }) => alignment.get(self.index).copied(),
            _ => None,
        };
        let align = match align {
            Some(Align::Left) => Some("left"),
            Some(Align::Right) => Some("right"),
            Some(Align::Center) => Some("center"),
            _ => None,
        };
        self.indent(indent);
        match align {
            Some(align) if el.attr.get("style").is_none() => {
                self.open(name, &el.attr);
                self.out.push_str(" style=\"text-align: ");
                self.out.push_str(align);
                self.out.push('"');
            }
            Some(align) => {
                let attr = changed(&el.attr, |attr| {
                    let before = attr.get("style").map(|style| format!("{style}; ")).unwrap_or_default();
                    attr.set("style", format!("{before}text-align: {align}"));
                });
                self.open(name, &attr);
            }
            None => self.open(name, &el.attr),
        }
        self.out.push('>');
        let start = self.out.len();
        self.children(el, indent);
        if self.out.len() == start {
            self.entity(0xa0, Some("nbsp"), None);
        }
        self.close(name);
        self.out.push('\n');
    }

    /// Whether the parent is an HTML element whose content is not parsed, so that white space is significant.
    fn in_raw_html(&self) -> bool {
        self.stack.last().is_some_and(|outer| outer.kind == Kind::Html && outer.is_raw_html())
    }

    /// Writes `@` as a placeholder for text that is inserted when the whole document is written, such as the table of
    /// contents. Returns the position of the placeholder. Because of it, the parent counts as not empty.
    fn placeholder(&mut self) -> usize {
        self.out.push('@');
        self.out.len() - 1
    }

    pub(super) fn html_element(&mut self, el: &'d Element<'d>, indent: i32) {
        let Extra::Html { category, model, closed } = el.extra else { return };
        let name = el.value;
        if category == Category::Span {
            self.open(name, &el.attr);
            self.out.push('>');
            let start = self.out.len();
            self.children(el, indent);
            if self.out.len() == start && is_without_body(name) {
                self.out.truncate(start - 1);
                self.out.push_str(" />");
            } else {
                self.close(name);
            }
            return;
        }
        let in_raw = self.in_raw_html();
        if !in_raw {
            self.indent(indent);
        }
        self.open(name, &el.attr);
        let tag_end = self.out.len();
        self.out.push_str(if model == Model::Block { ">\n" } else { ">" });
        let start = self.out.len();
        self.children(el, indent);
        if closed && model == Model::Raw {
            self.out.truncate(tag_end);
            self.out.push_str(" />");
        } else if self.out.len() > start && model != Model::Block {
            self.close(name);
        } else if self.out.len() > start {
            if !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            self.indent(indent);
            self.close(name);
        } else {
            self.out.truncate(tag_end);
            if is_without_body(name) {
                self.out.push_str(" />");
            } else {
                self.out.push('>');
                self.close(name);
            }
        }
        if !in_raw {
            self.out.push('\n');
        }
    }

    pub(super) fn xml(&mut self, el: &'d Element<'d>, indent: i32) {
        if el.is_block() && !self.in_raw_html() {
            self.indent(indent);
            self.out.push_str(el.value);
            self.out.push('\n');
        } else {
            self.out.push_str(el.value);
        }
    }

    pub(super) fn comment(&mut self, el: &'d Element<'d>, indent: i32) {
        let block = el.is_block();
        if block {
            self.indent(indent);
        }
        self.out.push_str("<!-- ");
        self.out.push_str(el.value);
        self.out.push_str(" -->");
        if block {
            self.out.push('\n');
        }
    }

    pub(super) fn raw(&mut self, el: &'d Element<'d>) {
        let Extra::Raw { category, types } = &el.extra else { return };
        if types.is_empty() || types.contains(&"html") {
            self.out.push_str(el.value);
            if *category == Category::Block {
                self.out.push('\n');
            }
        }
    }
}

/// Generates an id from a text: keeps ASCII letters in lower case, ASCII digits and hyphens, and turns spaces into
/// hyphens. On each line, removes everything before the first ASCII letter.
fn basic_id(text: &str) -> String {
    let mut id = String::with_capacity(text.len());
    // Characters before the first letter are removed on every line.
    let mut at_start = true;
    for c in text.chars() {
        at_start = (at_start || c == '\n') && !c.is_ascii_alphabetic();
        if at_start {
            continue;
        }
        match c {
            'a'..='z' | '0'..='9' | '-' => id.push(c),
            'A'..='Z' => id.push(c.to_ascii_lowercase()),
            ' ' => id.push('-'),
            _ => {}
        }
    }
    id
}

/// The prefix of generated ids, from the name of a reference: `x` for `{:auto_ids-x}`, and empty for `{:auto_ids}`.
/// `None` for any other name.
fn auto_id_prefix(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("auto_ids")?;
    match rest.strip_prefix('-') {
        Some(prefix) => {
            let end = crate::text::skip_while(prefix.as_bytes(), 0, |b| crate::text::is_word(b) || b == b'-');
            Some(&prefix[..end])
        }
        None => Some(""),
    }
}
