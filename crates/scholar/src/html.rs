//! Scans a page of HTML for its elements, their attributes and their text.
//!
//! The scanner is written for the pages of citation services, but scans any text without an error. Open tags end as
//! browsers end them in tables and lists, and a stray end tag ends nothing outside of its table cell. The effort is
//! linear in the page's length. Elements that are nested more deeply than [`DEEPEST`] have no content. Misnested
//! formatting is not repaired, and content is never moved out of a table.

mod references;

use references::{Place, decode};
use std::ops::Range;

/// The maximum number of open elements. Elements that are nested more deeply have no content.
const DEEPEST: usize = 200;

/// Elements that never have content, such as `br`.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// Elements whose content is neither markup nor visible text.
const RAW: [&str; 9] = ["iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"];
/// Elements whose start ends a paragraph.
const BLOCKS: [&str; 20] = [
    "article",
    "aside",
    "blockquote",
    "div",
    "dl",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "table",
    "ul",
];

/// An HTML page of a service, as a list of elements and a text without tags.
#[derive(Debug)]
pub(crate) struct Document {
    /// All elements, each before its children.
    elements: Vec<Data>,
    /// The text of the whole page, without tags.
    text: String,
}

#[derive(Debug)]
struct Data {
    name: String,
    attributes: Vec<(String, String)>,
    /// The index of the next element outside of this one.
    after: usize,
    /// The range of the element's text in the page's text.
    text: Range<usize>,
}

/// An element of a page: its start tag, its text and its descendants.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'d> {
    document: &'d Document,
    position: usize,
}

impl Document {
    /// Scans the tags and texts of a page. Never fails, because pages of services change.
    pub(crate) fn parse(html: &str) -> Self {
        let mut scanner =
            Scanner { rest: html, document: Self { elements: Vec::new(), text: String::new() }, open: Vec::new() };
        scanner.scan();
        scanner.document
    }

    /// All elements with this tag name and class, in document order. An empty `name` matches every tag.
    pub(crate) fn with_class<'d>(&'d self, name: &'d str, class: &'d str) -> impl Iterator<Item = Element<'d>> {
        with_class(self, 0..self.elements.len(), name, class)
    }

    /// The first element, in document order, whose `id` is exactly this text. `None` if there is none.
    pub(crate) fn with_id(&self, id: &str) -> Option<Element<'_>> {
        let index = self.elements.iter().position(|element| element.attribute("id") == Some(id))?;
        Some(Element { document: self, position: index })
    }
}

impl<'d> Element<'d> {
    /// The descendants with this tag name and class, in document order. An empty `name` matches every tag.
    pub(crate) fn with_class(self, name: &'d str, class: &'d str) -> impl Iterator<Item = Element<'d>> {
        with_class(self.document, self.inside(), name, class)
    }

    /// The first descendant with this tag name, in document order. `None` if no descendant has this name.
    pub(crate) fn first(self, name: &str) -> Option<Element<'d>> {
        let position = self.inside().find(|position| self.document.elements[*position].name == name)?;
        Some(Element { document: self.document, position })
    }

    /// The tag name in lower case, such as `td`.
    pub(crate) fn name(self) -> &'d str {
        &self.document.elements[self.position].name
    }

    /// The value of an attribute, with character references such as `&amp;` resolved. `None` if the element does not
    /// have it.
    pub(crate) fn attribute(self, name: &str) -> Option<&'d str> {
        self.document.elements[self.position].attribute(name)
    }

    /// The trimmed text of the element and its descendants, without the content of elements such as `script` and
    /// `title`. Each run of white space becomes one space.
    pub(crate) fn text(self) -> String {
        let text = &self.document.text[self.document.elements[self.position].text.clone()];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn inside(self) -> Range<usize> {
        self.position + 1..self.document.elements[self.position].after
    }
}

impl Data {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

fn with_class<'d>(
    document: &'d Document,
    range: Range<usize>,
    name: &'d str,
    class: &'d str,
) -> impl Iterator<Item = Element<'d>> {
    range.map(move |position| Element { document, position }).filter(move |element| {
        let has = |classes: &str| classes.split_ascii_whitespace().any(|one| one == class);
        (name.is_empty() || element.name() == name) && element.attribute("class").is_some_and(has)
    })
}

struct Scanner<'h> {
    rest: &'h str,
    document: Document,
    /// The indices of the open elements in the document, innermost last.
    open: Vec<usize>,
}

impl<'h> Scanner<'h> {
    fn scan(&mut self) {
        while let Some(position) = self.rest.find('<') {
            self.text(position);
            let next = self.rest.as_bytes().get(1).copied().unwrap_or_default();
            match next {
                b'a'..=b'z' | b'A'..=b'Z' => self.start_tag(),
                b'/' if self.rest.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic) => self.end_tag(),
                b'!' if self.rest.starts_with("<!--") => self.skip_past("-->"),
                b'!' | b'?' | b'/' => self.skip_past(">"),
                _ => self.text(1),
            }
        }
        self.text(self.rest.len());
        self.end_from(0);
    }

    /// Reads the next `end` bytes as text: decodes their character references, and appends them to the document's text.
    fn text(&mut self, end: usize) {
        let (text, rest) = self.rest.split_at(end);
        decode(text, Place::Text, &mut self.document.text);
        self.rest = rest;
    }

    fn skip_past(&mut self, end: &str) {
        self.rest = self.rest.find(end).map_or("", |position| &self.rest[position + end.len()..]);
    }

    fn start_tag(&mut self) {
        self.rest = &self.rest[1..];
        let name = self.take_while(|byte| !is_space(byte) && byte != b'/' && byte != b'>').to_ascii_lowercase();
        let mut attributes: Vec<(String, String)> = Vec::new();
        loop {
            self.take_while(|byte| is_space(byte) || byte == b'/');
            if self.rest.is_empty() {
                return;
            }
            if self.rest.starts_with('>') {
                self.rest = &self.rest[1..];
                break;
            }
            if let Some((key, value)) = self.attribute()
                && !attributes.iter().any(|(known, _)| *known == key)
            {
                attributes.push((key, value));
            }
        }
        self.end_before(&name);
        let (position, start) = (self.document.elements.len(), self.document.text.len());
        if RAW.contains(&name.as_str()) {
            self.skip_raw(&name);
        } else if !VOID.contains(&name.as_str()) && self.open.len() < DEEPEST {
            self.open.push(position);
        }
        self.document.elements.push(Data { name, attributes, after: position + 1, text: start..start });
    }

    /// Reads an attribute. `None` if the page ends in its quoted value.
    fn attribute(&mut self) -> Option<(String, String)> {
        // A name may begin with "=".
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let length = self.rest.as_bytes()[first..].iter().position(|byte| is_space(*byte) || b"/>=".contains(byte));
        let (key, rest) = self.rest.split_at(length.map_or(self.rest.len(), |length| first + length));
        self.rest = rest;
        self.take_while(is_space);
        if !self.rest.starts_with('=') {
            return Some((key.to_ascii_lowercase(), String::new()));
        }
        self.rest = &self.rest[1..];
        self.take_while(is_space);
        let value = match self.rest.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => {
                let inner = &self.rest[1..];
                let end = inner.find(char::from(*quote));
                self.rest = end.map_or("", |end| &inner[end + 1..]);
                &inner[..end?]
            }
            _ => self.take_while(|byte| !is_space(byte) && byte != b'>'),
        };
        let mut decoded = String::new();
        decode(value, Place::Attribute, &mut decoded);
        Some((key.to_ascii_lowercase(), decoded))
    }

    fn take_while(&mut self, holds: impl Fn(u8) -> bool) -> &'h str {
        let end = self.rest.bytes().position(|byte| !holds(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Skips the content of a raw element such as `script`, and its end tag.
    fn skip_raw(&mut self, name: &str) {
        while let Some(position) = self.rest.find("</") {
            self.rest = &self.rest[position + 2..];
            let named = self.rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
            let ended = self.rest.as_bytes().get(name.len()).is_none_or(|byte| is_space(*byte) || b"/>".contains(byte));
            if named && ended {
                return self.skip_past(">");
            }
        }
        self.rest = "";
    }

    fn end_tag(&mut self) {
        self.rest = &self.rest[2..];
        let name = self.take_while(|byte| !is_space(byte) && byte != b'/' && byte != b'>').to_ascii_lowercase();
        self.skip_past(">");
        let within: &[&str] = match name.as_str() {
            "table" => &[],
            "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => &["table"],
            _ => &["table", "td", "th"],
        };
        self.end_nearest(&[&name], within);
    }

    /// Ends the open elements that the start tag `name` ends implicitly. For example, `td` ends an open `td`.
    fn end_before(&mut self, name: &str) {
        match name {
            "td" | "th" => self.end_nearest(&["td", "th"], &["table", "tr"]),
            "tr" => self.end_nearest(&["tr"], &["table"]),
            "tbody" | "tfoot" | "thead" => self.end_nearest(&["tbody", "tfoot", "thead"], &["table"]),
            "li" => self.end_nearest(&["li"], &["ol", "table", "td", "th", "ul"]),
            "option" => self.end_nearest(&["option"], &["select"]),
            "a" => self.end_nearest(&["a"], &["table", "td", "th"]),
            "button" => self.end_nearest(&["button"], &["table", "td", "th"]),
            _ => {}
        }
        if BLOCKS.contains(&name) {
            self.end_nearest(&["p"], &["button", "table", "td", "th"]);
        }
    }

    /// Ends the innermost open element with one of the names, and everything inside it. Does nothing if an element in
    /// `within` is nearer.
    fn end_nearest(&mut self, names: &[&str], within: &[&str]) {
        for depth in (0..self.open.len()).rev() {
            let name = self.document.elements[self.open[depth]].name.as_str();
            if names.contains(&name) {
                return self.end_from(depth);
            }
            if within.contains(&name) {
                return;
            }
        }
    }

    fn end_from(&mut self, depth: usize) {
        let (after, text) = (self.document.elements.len(), self.document.text.len());
        for position in self.open.drain(depth..) {
            self.document.elements[position].after = after;
            self.document.elements[position].text.end = text;
        }
    }
}

/// Escapes `&`, `<`, `>` and `"`, for HTML text and for attributes in double quotes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of each cell with the class `c`.
    fn cells(html: &str) -> Vec<String> {
        Document::parse(html).with_class("td", "c").map(Element::text).collect()
    }

    #[test]
    fn text_and_attributes_are_decoded() {
        let page = Document::parse(
            "<B ID=x Class='one two' data-x=\"a&amp;b&copy=1\" id=y>A &amp;&nbsp;&lt;<i>b</i>\n c</B> d",
        );
        let found = page.with_id("x").expect("an element");
        assert_eq!((found.name(), found.text().as_str()), ("b", "A & <b c"));
        assert_eq!(found.attribute("data-x"), Some("a&b&copy=1"));
        assert!(page.with_id("y").is_none());
        assert_eq!(page.with_class("", "two").count(), 1);
    }

    #[test]
    fn cells_and_rows_end_where_the_next_ones_begin() {
        let row = "<table><tr><td class=c>1<td class=c>2<tr><td class=c>3</table>";
        assert_eq!(cells(row), ["1", "2", "3"]);
        assert_eq!(
            cells(&format!("<table><tr><td class=c>0{row}4<td class=c>5")),
            ["0 1 2 3 4".replace(' ', ""), "1".into(), "2".into(), "3".into(), "5".into()]
        );
    }

    #[test]
    fn a_stray_end_tag_ends_nothing_outside_of_its_cell() {
        assert_eq!(
            cells("<div><table><tr><td class=c>1</div></p>2</td><td class=c>3</td></tr></table></div>"),
            ["12", "3"]
        );
    }

    #[test]
    fn scripts_and_comments_are_no_text() {
        let html =
            "<td class=c>1<!-- <td class=c>2 --><script>'<td class=c>3</scripted>'</SCRIPT >4<?x?><!x></ x>5</td>";
        assert_eq!(cells(html), ["145"]);
    }

    #[test]
    fn a_page_may_end_anywhere() {
        let page = "<table><tr><td class='c' id=\"x\">&am&#x41;</td><!-- x --><script>y</script></table>";
        for end in 0..page.len() {
            Document::parse(&page[..end]);
        }
    }

    #[test]
    fn deep_nesting_is_flat_below_a_limit() {
        let page = Document::parse(&format!("<p class=c>{}x", "<div class=c>".repeat(100_000)));
        assert_eq!(page.with_class("div", "c").count(), 100_000);
        assert_eq!(page.with_class("div", "c").next().map(Element::text).as_deref(), Some("x"));
    }
}
