//! HTML that browsers repair: elements that are not closed, end tags without an element, and elements in places that the
//! parser of HTML changes.

use super::super::{Finding, Page, Tag, View};

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

/// Elements that close an open paragraph.
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

/// Elements beyond which no paragraph or list item is closed.
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

/// The parents in which a table's parts may be, and those that the part closes.
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

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    view.site.pages.iter().flat_map(|page| Checker::of(page).run()).collect()
}

struct Checker<'p> {
    page: &'p Page,
    open: Vec<&'p Tag>,
    found: Vec<Finding>,
}

impl<'p> Checker<'p> {
    fn of(page: &'p Page) -> Self {
        Checker { page, open: Vec::new(), found: Vec::new() }
    }

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
        while let Some(tag) = self.open.pop() {
            self.require_closed(tag, "the end of the page");
        }
        self.found.truncate(MAX_FINDINGS);
        self.found
    }

    /// Whether the current element is a drawing or a formula, in which other rules hold.
    fn is_foreign(&self) -> bool {
        let is_outer = |tag: &&&Tag| matches!(tag.name.as_str(), "svg" | "math" | "foreignobject");
        self.open.iter().rev().find(is_outer).is_some_and(|tag| tag.name != "foreignobject")
    }

    fn start(&mut self, tag: &'p Tag) {
        let name = tag.name.as_str();
        if self.is_foreign() || matches!(name, "svg" | "math") {
            if !tag.is_closed {
                self.open.push(tag);
            }
            return;
        }
        self.report_repeated_attributes(tag);
        self.close_implied(name);
        let parent = self.open.last().map_or("", |parent| parent.name.as_str());
        let is_hidden = name == "input" && tag.value("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"));
        if matches!(parent, "table" | "tbody" | "thead" | "tfoot" | "tr") && !IN_TABLE.contains(&name) && !is_hidden {
            self.report(tag, format!("<{name}> is directly in <{parent}>, so browsers move it before the table"));
        }
        if NOT_NESTED.contains(&name) && self.in_scope(&[name]).is_some() {
            self.report(tag, format!("<{name}> is in another <{name}>, which browsers do not allow"));
        }
        if !VOID.contains(&name) {
            self.open.push(tag);
        }
    }

    /// Closes the elements that the start of another one closes.
    fn close_implied(&mut self, name: &str) {
        if let Some((_, closed)) = TABLE_PARTS.iter().find(|(part, _)| *part == name) {
            while self.open.last().is_some_and(|tag| closed.contains(&tag.name.as_str()) || tag.name == "p") {
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
        while self.open.last().is_some_and(|tag| closes.contains(&tag.name.as_str())) {
            self.open.pop();
        }
        if CLOSE_PARAGRAPH.contains(&name)
            && let Some(place) = self.in_scope(&["p"])
        {
            self.close_to(place, name);
        }
    }

    /// Whether a list starts in the item at this place, so that items belong to the inner list.
    fn has_list_after(&self, place: usize) -> bool {
        self.open[place..].iter().any(|tag| matches!(tag.name.as_str(), "ul" | "ol" | "dl" | "menu" | "dir"))
    }

    /// The index of the innermost open element with one of these names.
    fn in_scope(&self, names: &[&str]) -> Option<usize> {
        for (place, tag) in self.open.iter().enumerate().rev() {
            if names.contains(&tag.name.as_str()) {
                return Some(place);
            }
            if SCOPE.contains(&tag.name.as_str()) {
                return None;
            }
        }
        None
    }

    /// Closes the elements from a place on because another one starts. The element at the place needs no end tag.
    fn close_to(&mut self, place: usize, by: &str) {
        let by = format!("<{by}>");
        while self.open.len() > place {
            if let Some(tag) = self.open.pop() {
                self.require_closed(tag, &by);
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
        let Some(place) = self.open.iter().rposition(|tag| tag.name == name) else {
            if name == "p" {
                self.report_end(name, offset, "</p> closes nothing, so browsers insert an empty paragraph".to_owned());
            } else if !matches!(name, "html" | "body" | "head") {
                self.report_end(name, offset, format!("</{name}> closes nothing"));
            }
            return;
        };
        // An end tag does not reach out of a cell.
        let is_beyond = |tag: &&Tag| matches!(tag.name.as_str(), "td" | "th" | "caption");
        let is_table_part = matches!(name, "table" | "tr" | "tbody" | "thead" | "tfoot" | "td" | "th" | "caption");
        if !is_table_part && self.open[place + 1..].iter().any(is_beyond) {
            self.report_end(name, offset, format!("</{name}> closes nothing in this cell"));
            return;
        }
        let by = format!("</{name}>");
        while self.open.len() > place + 1 {
            if let Some(tag) = self.open.pop() {
                self.require_closed(tag, &by);
            }
        }
        self.open.pop();
    }

    fn require_closed(&mut self, tag: &Tag, by: &str) {
        if !OPTIONAL.contains(&tag.name.as_str()) {
            self.report(tag, format!("<{}> is not closed before {by}", tag.name));
        }
    }

    fn report_repeated_attributes(&mut self, tag: &Tag) {
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

    fn report(&mut self, tag: &Tag, message: String) {
        let cause = self.written(tag.offset);
        self.found.push(tag.finding("nesting", self.page, &cause, message));
    }

    fn report_end(&mut self, name: &str, offset: usize, message: String) {
        let file = self.page.path.clone();
        self.found.push(Finding { rule: "nesting", file, offset, cause: format!("</{name}>"), line: None, message });
    }

    /// The tag as it is in the page.
    fn written(&self, offset: usize) -> String {
        let rest = self.page.text.get(offset..).unwrap_or_default();
        rest.split_inclusive('>').next().unwrap_or_default().to_owned()
    }
}
