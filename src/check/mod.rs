//! Faults of a built site that its author cannot see in the source: broken links and anchors, missing images, duplicate ids,
//! and pages without a link to them. Each rule is one file in `rules`. Nothing here reads files or prints.

mod address;
pub mod image;
pub mod rules;
mod tags;

pub use image::Image;
pub use rules::{RULES, Rule};
pub use tags::{EndTag, Tag};

use rayon::prelude::*;
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
    /// The image files by path.
    pub images: BTreeMap<String, Image>,
    /// The problems of addresses on other sites, by address without the part after `#`. Empty if these were not requested.
    pub external: BTreeMap<String, String>,
    /// The bibliographies of jekyll-scholar. Empty if the site does not use it.
    pub bibliographies: Vec<Bibliography>,
    /// The sources that may cite works of the bibliographies.
    pub sources: Vec<SourceText>,
    /// The ids of the works in the citation data. `None` if the site has none.
    pub cited_works: Option<BTreeSet<String>>,
    /// `url` of the configuration, without a slash at the end. May be empty.
    pub url: String,
    /// `baseurl` of the configuration, with a slash at the start and none at the end. May be empty.
    pub baseurl: String,
}

/// A file that an error message may point to.
#[derive(Debug)]
pub struct SourceText {
    /// The path relative to the source.
    pub path: String,
    /// The whole file.
    pub text: String,
}

/// A BibTeX file in the source, for the rules about bibliographies.
#[derive(Debug, Default)]
pub struct Bibliography {
    /// The path relative to the source.
    pub path: String,
    /// The entries in order.
    pub entries: Vec<BibliographyEntry>,
    /// The line and the message of the first error.
    pub error: Option<(usize, String)>,
}

/// An entry of a BibTeX file.
#[derive(Debug, Default)]
pub struct BibliographyEntry {
    /// The name with which pages cite it.
    pub key: String,
    /// The type in lower case.
    pub kind: String,
    /// The line on which it starts, from 1.
    pub line: usize,
    /// Whether it has a year or a date.
    pub has_year: bool,
    /// The field `doi`.
    pub doi: Option<String>,
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
    /// Its end tags, in order.
    pub ends: Vec<EndTag>,
    /// The ids and names to which addresses with `#` lead.
    anchors: BTreeSet<String>,
}

impl Page {
    /// Parses the tags of a page's text.
    pub fn new(path: String, text: String) -> Self {
        let (tags, ends) = tags::of(&text);
        let anchors = tags
            .iter()
            .flat_map(|tag| [tag.value("id"), tag.value("name").filter(|_| tag.name == "a")])
            .flatten()
            .map(str::to_owned)
            .collect();
        Page { path, text, tags, ends, anchors }
    }

    /// The tags with one of these names.
    fn tags_named<'p>(&'p self, names: &'p [&str]) -> impl Iterator<Item = &'p Tag> {
        self.tags.iter().filter(move |tag| names.contains(&tag.name.as_str()))
    }
}

/// Something that is wrong in a built site, with the file and line to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The name that `--disable` accepts, such as `links`.
    pub rule: &'static str,
    /// The file in the destination, or in the source if the line is known.
    pub file: String,
    /// The offset in the file, in bytes.
    pub offset: usize,
    /// The line in the source, from 1, if the fault is in a file of the source.
    pub line: Option<usize>,
    /// The text in the source that causes the fault, such as a link's address. Empty if it is the whole page.
    pub cause: String,
    /// The description of the fault.
    pub message: String,
}

/// Checks a site by all rules except the disabled ones. The findings are in the order of rules and files.
pub fn check(site: &BuiltSite, disabled: &[String]) -> Vec<Finding> {
    let pages = site.pages.iter().enumerate().map(|(index, page)| (page.path.as_str(), index)).collect();
    let view = View { site, pages };
    let active = RULES.par_iter().filter(|rule| !disabled.iter().any(|name| name == rule.name));
    active.flat_map_iter(|rule| (rule.find)(&view)).collect()
}

/// The addresses on other sites to which pages lead or from which they load files, without the parts after `#`.
pub fn external_addresses(site: &BuiltSite) -> BTreeSet<String> {
    let view = View { site, pages: HashMap::new() };
    let mut found = BTreeSet::new();
    for page in &site.pages {
        for tag in &page.tags {
            for address in rules::addresses(tag) {
                let is_web = address.trim().get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http"));
                if is_web && matches!(view.target(page, address), address::Target::Elsewhere) {
                    found.insert(rules::without_fragment(address).to_owned());
                }
            }
        }
    }
    found
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
        Finding { rule, file: page.path.clone(), offset: self.offset, line: None, cause: cause.to_owned(), message }
    }
}
