//! Mirrors `TableOfContents::Parser` and its configuration: the headings of a text, and the list of them.

use crate::model::slug;
use crate::percent;
use crate::plugins::libxml::{NodeId, Tree};
use crate::setup::Setup;
use hastie_liquid::{Abort, Hash, Value};
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The options under `toc`.
pub struct Options {
    levels: std::ops::RangeInclusive<i64>,
    is_ordered: bool,
    /// Classes of elements whose headings do not count.
    no_toc: Vec<String>,
    list_id: String,
    list_class: String,
    sublist_class: String,
    item_class: String,
    item_prefix: String,
}

impl Options {
    /// The options of a site.
    ///
    /// # Errors
    /// A level that is no number.
    pub fn of(setup: &Setup, own: &Hash) -> Result<Self, Abort> {
        let text = |key: &str, other: &str| own.get(key).map_or_else(|| other.to_owned(), |value| setup.text(value));
        let level = |key: &str, other: i64| match own.get(key) {
            None => Ok(other),
            Some(Value::Int(level)) => Ok(*level),
            Some(value) => setup.text(value).parse().map_err(|_| {
                let text = format!("jekyll-toc: `{key}` has to be a number, and is {}", setup.inspect(value));
                Abort::error("ArgumentError", text)
            }),
        };
        let levels = level("min_level", 1)?..=level("max_level", 6)?;
        if levels.is_empty() || matches!(own.get("no_toc_section_class"), Some(Value::Array(none)) if none.is_empty()) {
            // The gem asks for the elements of an empty selector.
            return Err(Abort::error("Nokogiri::CSS::SyntaxError", "unexpected '$' after ''"));
        }
        Ok(Options {
            levels,
            is_ordered: own.get("ordered_list").is_some_and(Value::truthy),
            no_toc: match own.get("no_toc_section_class") {
                Some(Value::Array(classes)) => classes.iter().map(|class| setup.text(class)).collect(),
                _ => vec![text("no_toc_section_class", "no_toc_section")],
            },
            list_id: text("list_id", "toc"),
            list_class: text("list_class", "section-nav"),
            sublist_class: text("sublist_class", ""),
            item_class: text("item_class", "toc-entry"),
            item_prefix: text("item_prefix", "toc-"),
        })
    }
}

/// A heading.
struct Heading {
    node: NodeId,
    id: String,
    /// Its text, escaped.
    text: String,
    level: i64,
}

/// The headings of a text.
pub struct Headings {
    tree: Tree,
    options: Options,
    found: Vec<Heading>,
}

impl Headings {
    /// Finds the headings.
    pub fn of(html: &str, options: Options) -> Self {
        let tree = Tree::fragment(html);
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut found = Vec::new();
        for node in tree.elements() {
            let name = tree.name(node);
            let level = name.strip_prefix('h').and_then(|level| level.parse().ok());
            let Some(level) = level.filter(|level| options.levels.contains(level)) else { continue };
            let is_left_out = tree.has_class(node, "no_toc")
                || tree.ancestors(node).any(|around| options.no_toc.iter().any(|class| tree.has_class(around, class)));
            if is_left_out {
                continue;
            }
            let text = tree.all_text(node);
            let id = match tree.attribute(node, "id") {
                // Ruby counts these as different even where they are equal.
                Some(id) => id.to_owned(),
                None => {
                    let id = generated_id(&text);
                    let count = counts.entry(id.clone()).or_default();
                    *count += 1;
                    if *count == 1 { id } else { format!("{id}-{}", *count - 1) }
                }
            };
            found.push(Heading { node, id, text: escape(&text), level });
        }
        Headings { tree, options, found }
    }

    /// The text, an anchor in each heading.
    ///
    /// # Errors
    /// A heading without contents, at which the gem fails.
    pub fn with_anchors(&mut self) -> Result<String, Abort> {
        for heading in &self.found {
            let anchor = format!(
                "<a class=\"anchor\" href=\"#{}\" aria-hidden=\"true\"><span class=\"octicon octicon-link\"></span></a>",
                heading.id
            );
            if !self.tree.insert_first(heading.node, &anchor) {
                let text = "undefined method `add_previous_sibling' for nil:NilClass";
                return Err(Abort::error("NoMethodError", text));
            }
        }
        Ok(self.tree.to_html())
    }

    /// The list of headings.
    pub fn list(&self) -> String {
        let Options { list_id, list_class, .. } = &self.options;
        let tag = self.tag();
        let items = self.items(&self.found);
        format!("<{tag} id=\"{list_id}\" class=\"{list_class}\">\n{items}</{tag}>")
    }

    fn tag(&self) -> &'static str {
        if self.options.is_ordered { "ol" } else { "ul" }
    }

    /// The items for headings and, in them, those of deeper levels: at most as deep as there are levels.
    fn items(&self, headings: &[Heading]) -> String {
        let Options { item_class, item_prefix, sublist_class, .. } = &self.options;
        let Some(top) = headings.iter().map(|heading| heading.level).min() else { return String::new() };
        let (tag, mut out, mut at) = (self.tag(), String::new(), 0);
        while let Some(heading) = headings.get(at) {
            let below = headings[at + usize::from(heading.level == top)..].iter();
            let below = below.take_while(|heading| heading.level != top).count();
            if heading.level == top {
                let Heading { id, text, level, .. } = heading;
                out.push_str(&format!("<li class=\"{item_class} {item_prefix}h{level}\"><a href=\"#{id}\">{text}</a>"));
                if below > 0 {
                    let class =
                        if sublist_class.is_empty() { String::new() } else { format!(" class=\"{sublist_class}\"") };
                    let inner = self.items(&headings[at + 1..at + 1 + below]);
                    out.push_str(&format!("\n<{tag}{class}>\n{inner}</{tag}>\n"));
                }
                out.push_str("</li>\n");
                at += 1 + below;
            } else {
                out.push_str(&self.items(&headings[at..at + below]));
                at += below;
            }
        }
        out
    }
}

/// `CGI.escapeHTML`
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// An id of a heading's words.
fn generated_id(text: &str) -> String {
    static OTHER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]").ok());
    let text = slug::downcase(text);
    let text = OTHER.as_ref().map_or(text.clone(), |other| other.replace_all(&text, "").into_owned());
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.*~".contains(&byte);
    percent::encoded(text.replace(' ', "-"), plain)
}
