//! Finds the headings of a text and builds the list of them. Mirrors `TableOfContents::Parser` and its configuration.

use crate::libxml::Selector;
use crate::libxml::{NodeId, Tree};
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::model::SiteContext;
use hastie_site::model::slug;
use hastie_site::pattern::Pattern;
use hastie_site::percent;
use hastie_value::text::{Apostrophe, escape_html};
use std::collections::{HashMap, HashSet};

/// The settings below `toc` in the configuration.
pub(crate) struct Options {
    /// The heading elements: `h1`, `h2`, ...
    names: Vec<String>,
    /// Selectors for headings to skip.
    left_out: Vec<Selector>,
    is_ordered: bool,
    list_id: String,
    list_class: String,
    sublist_class: Value,
    item_class: String,
    item_prefix: String,
}

/// The limit for `min_level` and `max_level`. A larger level is an error.
const MAX_LEVEL: i64 = 100;

impl Options {
    /// Reads the options of a site. `no_toc_section_class` can be one class or an array of classes.
    ///
    /// # Errors
    /// Fails if `min_level` or `max_level` is invalid or too large, or if only one of them is a string. Also fails if a
    /// class is invalid, or if there are no levels or no classes.
    pub(crate) fn of(context: &SiteContext, own: &Hash) -> Result<Self, Abort> {
        let text = |key: &str, other: &str| own.get(key).map_or_else(|| other.to_owned(), |value| context.text(value));
        let names = names(context, own)?;
        let classes = match own.get("no_toc_section_class") {
            Some(Value::Array(classes)) => classes.iter().map(|class| context.text(class)).collect(),
            _ => vec![text("no_toc_section_class", "no_toc_section")],
        };
        if names.is_empty() || classes.is_empty() {
            // The gem evaluates an empty selector.
            return Err(Abort::error("Nokogiri::CSS::SyntaxError", "unexpected '$' after ''"));
        }
        let mut left_out = Vec::new();
        for class in &classes {
            for name in &names {
                let Some(mut found) = Selector::list(&format!(".{class} {name}")) else {
                    let text = format!("jekyll-toc: `no_toc_section_class` must be a class, but is {class:?}");
                    return Err(Abort::error("Nokogiri::CSS::SyntaxError", text));
                };
                left_out.append(&mut found);
            }
        }
        Ok(Options {
            names,
            left_out,
            is_ordered: own.get("ordered_list").is_some_and(Value::truthy),
            list_id: text("list_id", "toc"),
            list_class: text("list_class", "section-nav"),
            sublist_class: own.get("sublist_class").cloned().unwrap_or_else(|| Value::from("")),
            item_class: text("item_class", "toc-entry"),
            item_prefix: text("item_prefix", "toc-"),
        })
    }
}

/// The element names from `min_level` to `max_level`.
fn names(context: &SiteContext, own: &Hash) -> Result<Vec<String>, Abort> {
    let level = |key: &str, other: i64| {
        let value = own.get(key).cloned().unwrap_or(Value::Int(other));
        let found = match &value {
            Value::Int(level) => Some(*level),
            Value::Float(level) if key == "max_level" => Some(level.floor() as i64),
            Value::Str(digits) => digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit())),
            _ => None,
        };
        found.filter(|level| level.abs() <= MAX_LEVEL).map(|level| (level, value.as_str().is_some())).ok_or_else(|| {
            let text = format!("jekyll-toc: `{key}` must be a number, but is {}", context.inspect(&value));
            Abort::error("ArgumentError", text)
        })
    };
    let ((least, is_text), (most, is_also_text)) = (level("min_level", 1)?, level("max_level", 6)?);
    if is_text != is_also_text {
        return Err(Abort::error("ArgumentError", "bad value for range"));
    }
    Ok((least..=most).map(|level| format!("h{level}")).collect())
}

/// A heading, as an entry of the table of contents.
struct Heading {
    node: NodeId,
    id: String,
    /// The heading's text, escaped for HTML.
    text: String,
    level: i64,
}

/// A page's HTML, with the headings that belong to the table of contents.
pub(crate) struct Headings {
    tree: Tree,
    options: Options,
    found: Vec<Heading>,
}

impl Headings {
    /// Finds the headings in `html` that the options select. Omits headings with the class `no_toc`.
    pub(crate) fn of(html: &str, options: Options) -> Self {
        let tree = Tree::fragment(html);
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut found = Vec::new();
        let left_out = Selector::select(&options.left_out, &tree, tree.top());
        let left_out: HashSet<NodeId> = left_out.into_iter().collect();
        for node in tree.elements() {
            let name = tree.name(node);
            if !options.names.iter().any(|heading| heading == name) {
                continue;
            }
            let level = name[1..].parse().unwrap_or_default();
            if tree.has_class(node, "no_toc") || left_out.contains(&node) {
                continue;
            }
            let text = tree.all_text(node);
            let id = match tree.attribute(node, "id") {
                // In Ruby, these ids are different keys even if they are equal.
                Some(id) => id.to_owned(),
                None => {
                    let id = generated_id(&text);
                    let count = counts.entry(id.clone()).or_default();
                    *count += 1;
                    if *count == 1 { id } else { format!("{id}-{}", *count - 1) }
                }
            };
            found.push(Heading { node, id, text: escape_html(&text, Apostrophe::Number), level });
        }
        Headings { tree, options, found }
    }

    /// Adds an anchor at the start of each heading, and returns the HTML. The anchor links to the heading's id.
    ///
    /// # Errors
    /// Fails if a heading is empty, as the gem does.
    pub(crate) fn with_anchors(&mut self) -> Result<String, Abort> {
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
        Ok(self.tree.html())
    }

    /// The table of contents as nested lists.
    ///
    /// # Errors
    /// Fails if there are nested lists and `sublist_class` is neither a string nor an array nor a hash.
    pub(crate) fn list(&self, context: &SiteContext) -> Result<String, Abort> {
        let Options { list_id, list_class, .. } = &self.options;
        let tag = self.tag();
        let items = self.items(&self.found, context)?;
        Ok(format!("<{tag} id=\"{list_id}\" class=\"{list_class}\">\n{items}</{tag}>"))
    }

    /// The attribute `class="..."` of nested lists, with a leading space. Empty if `sublist_class` is empty.
    fn sublist_class(&self, context: &SiteContext) -> Result<String, Abort> {
        let class = &self.options.sublist_class;
        let is_empty = match class {
            Value::Str(class) => class.is_empty(),
            Value::Array(classes) => classes.is_empty(),
            Value::Hash(classes) => classes.is_empty(),
            other => return Err(context.no_method("empty?", other).into()),
        };
        Ok(if is_empty { String::new() } else { format!(" class=\"{}\"", context.text(class)) })
    }

    fn tag(&self) -> &'static str {
        if self.options.is_ordered { "ol" } else { "ul" }
    }

    /// The items for headings, with nested items for deeper levels.
    fn items(&self, headings: &[Heading], context: &SiteContext) -> Result<String, Abort> {
        let Options { item_class, item_prefix, .. } = &self.options;
        let Some(top) = headings.iter().map(|heading| heading.level).min() else { return Ok(String::new()) };
        let (tag, mut out, mut position) = (self.tag(), String::new(), 0);
        while let Some(heading) = headings.get(position) {
            let below = headings[position + usize::from(heading.level == top)..].iter();
            let below = below.take_while(|heading| heading.level != top).count();
            if heading.level == top {
                let Heading { id, text, level, .. } = heading;
                out.push_str(&format!("<li class=\"{item_class} {item_prefix}h{level}\"><a href=\"#{id}\">{text}</a>"));
                if below > 0 {
                    let class = self.sublist_class(context)?;
                    let inner = self.items(&headings[position + 1..position + 1 + below], context)?;
                    out.push_str(&format!("\n<{tag}{class}>\n{inner}</{tag}>\n"));
                }
                out.push_str("</li>\n");
                position += 1 + below;
            } else {
                out.push_str(&self.items(&headings[position..position + below], context)?);
                position += below;
            }
        }
        Ok(out)
    }
}

/// An id generated from the words of a heading.
fn generated_id(text: &str) -> String {
    static OTHER: Pattern = Pattern::new(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]");
    let text = slug::downcase(text);
    let text = OTHER.replace_all(&text, "").into_owned();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.*~".contains(&byte);
    percent::encoded(text.replace(' ', "-"), plain)
}
