//! HTML that browsers repair: elements that are not closed, end tags without an element, and elements in places that
//! the parser of HTML changes.

use super::super::{Finding, PageView, Tag, finding};

/// Elements without an end tag.
const VOID: [&str; 15] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    "frame",
];

/// Elements whose end tag may be omitted.
const OPTIONAL: [&str; 20] = [
    "html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup", "caption",
    "option", "optgroup", "rb", "rt", "rp",
];

/// Elements whose start tag closes an open paragraph.
const CLOSE_PARAGRAPH: [&str; 39] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dd",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "ul",
    "listing",
];

/// Elements whose content cannot close a paragraph or list item outside of them.
const SCOPE: [&str; 12] = [
    "html",
    "table",
    "td",
    "th",
    "caption",
    "button",
    "object",
    "template",
    "marquee",
    "applet",
    "foreignobject",
    "select",
];

/// The parts of a table, each with the open elements that its start tag closes.
const TABLE_PARTS: [(&str, &[&str]); 8] = [
    ("tr", &["tr", "td", "th", "caption", "colgroup"]),
    ("td", &["td", "th"]),
    ("th", &["td", "th"]),
    ("tbody", &["tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup"]),
    ("thead", &["tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup"]),
    ("tfoot", &["tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup"]),
    ("caption", &["caption", "colgroup"]),
    ("colgroup", &["caption", "colgroup"]),
];

/// The elements that may be directly in a table or its rows.
const IN_TABLE: [&str; 13] =
    ["tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col", "script", "style", "template", "form"];

/// Elements that cannot contain themselves.
const NOT_NESTED: [&str; 4] = ["a", "button", "form", "nobr"];

/// The maximum number of findings on a page. One fault often causes others.
const MAX_FINDINGS: usize = 10;

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    Checker { page, open: Vec::new(), found: Vec::new() }.run()
}

struct Checker<'c, 'p, 's> {
    page: &'c PageView<'p, 's>,
    open: Vec<Open<'p, 's>>,
    found: Vec<Finding>,
}

/// An element that is not closed yet.
#[derive(Clone, Copy)]
struct Open<'p, 's> {
    tag: Tag<'p, 's>,
    /// Whether the element's content is a drawing (SVG) or a formula (MathML), in which other rules hold.
    is_foreign: bool,
    /// Whether the element's content cannot close a paragraph or list item outside of the element.
    is_scope: bool,
}

impl<'p, 's> Checker<'_, 'p, 's> {
    fn run(mut self) -> Vec<Finding> {
        let page = self.page;
        let mut ends = page.ends.iter().peekable();
        for tag in &page.tags {
            while let Some(end) = ends.next_if(|end| end.offset < tag.offset) {
                self.end(&end.name, end.offset);
            }
            self.start(tag);
        }
        for end in ends {
            self.end(&end.name, end.offset);
        }
        while let Some(open) = self.open.pop() {
            self.require_closed(&open.tag, format_args!("the end of the page"));
        }
        self.found.truncate(MAX_FINDINGS);
        self.found
    }

    /// Whether the current element is in a drawing (SVG) or a formula (MathML).
    fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_foreign)
    }

    fn open(&mut self, tag: &Tag<'p, 's>) {
        let is_foreign = match tag.name {
            "svg" | "math" => true,
            "foreignobject" => false,
            _ => self.is_foreign(),
        };
        self.open.push(Open { tag: *tag, is_foreign, is_scope: SCOPE.contains(&tag.name) });
    }

    fn start(&mut self, tag: &Tag<'p, 's>) {
        let name = tag.name;
        if self.is_foreign() || matches!(name, "svg" | "math") {
            if !tag.is_closed {
                self.open(tag);
            }
            return;
        }
        self.report_repeated_attributes(tag);
        self.close_implied(name);
        let parent = self.open.last().map_or("", |parent| parent.tag.name);
        let is_hidden = name == "input" && tag.value("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"));
        if matches!(parent, "table" | "tbody" | "thead" | "tfoot" | "tr") && !IN_TABLE.contains(&name) && !is_hidden {
            self.report(tag, format!("<{name}> is directly in <{parent}>, so browsers move it before the table"));
        }
        if NOT_NESTED.contains(&name) && self.in_scope(&[name]).is_some() {
            self.report(tag, format!("<{name}> is in another <{name}>, which browsers do not allow"));
        }
        if !VOID.contains(&name) {
            self.open(tag);
        }
    }

    /// Closes the open elements that a start tag with this name closes.
    fn close_implied(&mut self, name: &str) {
        if let Some((_, closed)) = TABLE_PARTS.iter().find(|(part, _)| *part == name) {
            while self.open.last().is_some_and(|open| closed.contains(&open.tag.name) || open.tag.name == "p") {
                self.open.pop();
            }
            return;
        }
        let items: &[&str] = match name {
            "li" => &["li"],
            "dt" | "dd" => &["dt", "dd"],
            _ => &[],
        };
        if let Some(place) = self.in_scope(items).filter(|place| !self.has_list_after(*place)) {
            self.close_to(place, name);
        }
        let closes = match name {
            "option" => &["option"][..],
            "optgroup" => &["option", "optgroup"],
            "rt" | "rp" | "rb" => &["rt", "rp", "rb"],
            _ => &[],
        };
        while self.open.last().is_some_and(|open| closes.contains(&open.tag.name)) {
            self.open.pop();
        }
        if CLOSE_PARAGRAPH.contains(&name)
            && let Some(place) = self.in_scope(&["p"])
        {
            self.close_to(place, name);
        }
    }

    /// Whether a list is open within the open list item at index `place`. A new list item then belongs to this inner
    /// list.
    fn has_list_after(&self, place: usize) -> bool {
        self.open[place..].iter().any(|open| matches!(open.tag.name, "ul" | "ol" | "dl" | "menu" | "dir"))
    }

    /// The index of the innermost open element with one of these names. `None` if there is none, or if an element that
    /// is a scope (`is_scope`) is nearer.
    fn in_scope(&self, names: &[&str]) -> Option<usize> {
        if names.is_empty() {
            return None;
        }
        for (place, open) in self.open.iter().enumerate().rev() {
            if names.contains(&open.tag.name) {
                return Some(place);
            }
            if open.is_scope {
                return None;
            }
        }
        None
    }

    /// Closes the open element at `place` and all elements in it, because an element `by` starts. Reports each element
    /// whose end tag is required.
    fn close_to(&mut self, place: usize, by: &str) {
        while self.open.len() > place {
            if let Some(open) = self.open.pop() {
                self.require_closed(&open.tag, format_args!("<{by}>"));
            }
        }
    }

    fn end(&mut self, name: &str, offset: usize) {
        if VOID.contains(&name) {
            if name != "br" && !self.is_foreign() {
                self.report_end(name, offset, format!("</{name}> closes nothing: <{name}> has no content"));
            }
            return;
        }
        let Some(place) = self.open.iter().rposition(|open| open.tag.name == name) else {
            if name == "p" {
                self.report_end(name, offset, "</p> closes nothing, so browsers insert an empty paragraph".to_owned());
            } else if !matches!(name, "html" | "body" | "head") {
                self.report_end(name, offset, format!("</{name}> closes nothing"));
            }
            return;
        };
        // An end tag does not reach out of a cell.
        let is_beyond = |open: &Open<'_, '_>| matches!(open.tag.name, "td" | "th" | "caption");
        let is_table_part = matches!(name, "table" | "tr" | "tbody" | "thead" | "tfoot" | "td" | "th" | "caption");
        if !is_table_part && self.open[place + 1..].iter().any(is_beyond) {
            self.report_end(name, offset, format!("</{name}> closes nothing in this cell"));
            return;
        }
        while self.open.len() > place + 1 {
            if let Some(open) = self.open.pop() {
                self.require_closed(&open.tag, format_args!("</{name}>"));
            }
        }
        self.open.pop();
    }

    fn require_closed(&mut self, tag: &Tag<'_, '_>, by: std::fmt::Arguments<'_>) {
        if !OPTIONAL.contains(&tag.name) {
            self.report(tag, format!("<{}> is not closed before {by}", tag.name));
        }
    }

    fn report_repeated_attributes(&mut self, tag: &Tag<'_, '_>) {
        let names = tag.attributes.iter().map(|(name, _)| name);
        let repeated =
            names.enumerate().find(|(index, name)| tag.attributes[..*index].iter().any(|(other, _)| other == *name));
        if let Some((_, name)) = repeated {
            self.report(
                tag,
                format!("<{}> has the attribute '{name}' twice, and browsers ignore the second", tag.name),
            );
        }
    }

    fn report(&mut self, tag: &Tag<'_, '_>, message: String) {
        let cause = self.written(tag.offset);
        self.found.push(self.page.finding("nesting", tag, &cause, message));
    }

    fn report_end(&mut self, name: &str, offset: usize, message: String) {
        let cause = format!("</{name}>");
        self.found.push(finding("nesting", self.page.path, offset, &cause, message));
    }

    /// The text of the tag that starts at a byte offset of the page.
    fn written(&self, offset: usize) -> String {
        let rest = self.page.text.get(offset..).unwrap_or_default();
        rest.split_inclusive('>').next().unwrap_or_default().to_owned()
    }
}
