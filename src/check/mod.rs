//! Faults of a built site that its author cannot see in the source: broken links and anchors, missing images, duplicate ids,
//! and pages without a link to them. Each rule is one file in `rules`. Nothing here reads files or prints.

mod address;
pub mod rules;
mod tags;

pub use rules::{RULES, Rule};
pub use tags::Tag;

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The files of a destination, and the addresses under which they are published.
#[derive(Debug, Default)]
pub struct BuiltSite {
    /// The paths of all files, relative to the destination.
    pub files: BTreeSet<String>,
    /// The HTML files.
    pub pages: Vec<Page>,
    /// The texts of XML files by path.
    pub feeds: BTreeMap<String, String>,
    /// `url` of the configuration, without a slash at the end. May be empty.
    pub url: String,
    /// `baseurl` of the configuration, with a slash at the start and none at the end. May be empty.
    pub baseurl: String,
}

/// An HTML file of a site.
#[derive(Debug)]
pub struct Page {
    /// The path relative to the destination.
    pub path: String,
    /// The text of the file.
    pub text: String,
    /// Its tags, in order.
    pub tags: Vec<Tag>,
    /// The ids and names to which addresses with `#` lead.
    anchors: BTreeSet<String>,
}

impl Page {
    /// A page with its tags.
    pub fn new(path: String, text: String) -> Self {
        let tags = tags::of(&text);
        let anchors = tags
            .iter()
            .flat_map(|tag| [tag.value("id"), tag.value("name").filter(|_| tag.name == "a")])
            .flatten()
            .map(str::to_owned)
            .collect();
        Page { path, text, tags, anchors }
    }

    /// The tags with one of these names.
    fn tags_named<'p>(&'p self, names: &'p [&str]) -> impl Iterator<Item = &'p Tag> {
        self.tags.iter().filter(move |tag| names.contains(&tag.name.as_str()))
    }
}

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The name of the rule.
    pub rule: &'static str,
    /// The file in the destination.
    pub file: String,
    /// The offset in the file, in bytes.
    pub offset: usize,
    /// The text in the source that causes the fault, such as a link's address. Empty if it is the whole page.
    pub cause: String,
    /// The description of the fault.
    pub message: String,
}

/// Checks a site by all rules except the disabled ones. The findings are in the order of rules and files.
pub fn check(site: &BuiltSite, disabled: &[String]) -> Vec<Finding> {
    let pages = site.pages.iter().enumerate().map(|(index, page)| (page.path.as_str(), index)).collect();
    let view = View { site, pages };
    let active = RULES.iter().filter(|rule| !disabled.iter().any(|name| name == rule.name));
    active.flat_map(|rule| (rule.find)(&view)).collect()
}

/// A site with an index of its pages.
pub struct View<'s> {
    site: &'s BuiltSite,
    pages: HashMap<&'s str, usize>,
}

impl View<'_> {
    fn page(&self, path: &str) -> Option<&Page> {
        self.pages.get(path).map(|index| &self.site.pages[*index])
    }
}

impl Tag {
    fn finding(&self, rule: &'static str, page: &Page, cause: &str, message: String) -> Finding {
        Finding { rule, file: page.path.clone(), offset: self.offset, cause: cause.to_owned(), message }
    }
}
