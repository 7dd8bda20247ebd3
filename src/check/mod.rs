//! Faults of a built site that its author cannot see in the source: broken links and anchors, missing images, duplicate
//! ids, and pages without a link to them. Each rule is one file in `rules`. Nothing here reads files or prints.

mod address;
pub mod image;
pub mod rules;
mod tags;

pub use image::Image;
pub use rules::{RULES, Rule};

use address::{Files, Target};
use rayon::prelude::*;
use rules::{Find, anchors, hreflang, images, oversized_images, unreachable};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tags::{Tag, Tags};

/// The input of all rules, such as the files of a destination and the bibliographies of the site.
#[derive(Debug, Default)]
pub struct BuiltSite {
    /// The paths of all files of the site, relative to the destination.
    pub files: BTreeSet<String>,
    /// The HTML files that rules check.
    pub pages: Vec<Page>,
    /// The texts of XML files, by path relative to the destination.
    pub feeds: BTreeMap<String, String>,
    /// The sizes of the image files, by path relative to the destination.
    pub images: BTreeMap<String, Image>,
    /// The links to other sites that do not work: the problem, by the link's address without the part after `#`. Empty
    /// if no requests were sent.
    pub external: BTreeMap<String, String>,
    /// The bibliographies of jekyll-scholar. Empty if the site does not use it.
    pub bibliographies: Vec<Bibliography>,
    /// The sources that may cite works of the bibliographies.
    pub sources: Vec<SourceText>,
    /// The ids of the works in the citation data. `None` if the site has no citation data.
    pub cited_works: Option<BTreeSet<String>>,
    /// `url` of the configuration, without a slash at the end. May be empty.
    pub url: String,
    /// `baseurl` of the configuration, with a slash at the start and none at the end. May be empty.
    pub baseurl: String,
}

/// A file in the source that may cite works of the bibliographies.
#[derive(Debug)]
pub struct SourceText {
    /// The file's path, relative to the source.
    pub path: String,
    /// The whole text of the file.
    pub text: String,
}

/// A BibTeX file in the source, for the rules about bibliographies.
#[derive(Debug, Default)]
pub struct Bibliography {
    /// The file's path, relative to the source.
    pub path: String,
    /// The entries of the file, in order.
    pub entries: Vec<BibliographyEntry>,
    /// The line and the message of the first syntax error in the file. `None` if there is none.
    pub error: Option<(usize, String)>,
}

/// An entry of a BibTeX file, with its line.
#[derive(Debug, Default)]
pub struct BibliographyEntry {
    /// The key with which pages cite the entry, such as `knuth84`.
    pub key: String,
    /// The type of the entry in lower case, such as `article`.
    pub kind: String,
    /// The line on which the entry starts, from 1.
    pub line: usize,
    /// Whether the entry has a year or a date.
    pub has_year: bool,
    /// The entry's field `doi` as it is written, such as `10.1000/182`. `None` without this field.
    pub doi: Option<String>,
}

/// An HTML file of a site: its path and its text.
#[derive(Debug)]
pub struct Page {
    /// The file's path, relative to the destination.
    pub path: String,
    /// The whole HTML of the file.
    pub text: String,
}

impl Page {
    /// A page to check. `path` is relative to the destination, and `text` is the content of the file.
    pub fn new(path: String, text: String) -> Self {
        Page { path, text }
    }
}

/// Something that is wrong in a built site, with its place: an offset in a built file, or a line of a file in the
/// source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The name of the rule that the built site breaks, such as `links`. `--disable` accepts this name.
    pub rule: &'static str,
    /// The path of the file with the fault, relative to the source if `line` is set, and otherwise to the destination.
    pub file: String,
    /// The position of the fault in a file of the destination: a byte offset. 0 for a file of the source.
    pub offset: usize,
    /// The line of the fault, from 1, if the fault is in a file of the source.
    pub line: Option<usize>,
    /// The text in the source that causes the fault, such as a link's address. Empty if no single text causes the
    /// fault.
    pub cause: String,
    /// The sentence that a report shows about the fault, such as "'a.html' does not exist".
    pub message: String,
}

/// Checks a site by all rules whose names are not in `disabled`. The findings are in the order of rules and files.
pub fn check(site: &BuiltSite, disabled: &[String]) -> Vec<Finding> {
    let files = Files::of(site);
    let is_active = |rule: &Rule| !disabled.iter().any(|name| name == rule.name);
    let rules: Vec<&Rule> = RULES.iter().filter(|rule| is_active(rule)).collect();
    let seen: Vec<_> = site.pages.par_iter().map(|page| look_at(page, site, &files, &rules)).collect();
    let mut found: Vec<Vec<Finding>> = rules.iter().map(|_| Vec::new()).collect();
    let mut outlines = Vec::with_capacity(seen.len());
    for (outline, findings) in seen {
        outlines.push(outline);
        for (of_rule, findings) in found.iter_mut().zip(findings) {
            of_rule.extend(findings);
        }
    }
    let view = View::new(site, &files, outlines);
    found.par_iter_mut().zip(&rules).for_each(|(found, rule)| {
        if let Find::Site(find) = rule.find {
            *found = find(&view);
        }
    });
    found.into_iter().flatten().collect()
}

/// Reads a page, and applies the rules for single pages. Returns the page's outline and the findings of each rule.
fn look_at<'s>(
    page: &'s Page,
    site: &'s BuiltSite,
    files: &Files<'s>,
    rules: &[&Rule],
) -> (Outline<'s>, Vec<Vec<Finding>>) {
    let tags = Tags::of(&page.text);
    let page = PageView::new(page, site, files, &tags);
    let of_page = |rule: &&Rule| match rule.find {
        Find::Page(find) => find(&page),
        Find::Site(_) => Vec::new(),
    };
    (page.outline(), rules.iter().map(of_page).collect())
}

/// The addresses on other sites to which pages link, or from which pages load files. The part from `#` on is removed.
pub fn external_addresses(site: &BuiltSite) -> BTreeSet<String> {
    let files = Files::of(site);
    let mut found = BTreeSet::new();
    for page in &site.pages {
        let tags = Tags::of(&page.text);
        let page = PageView::new(page, site, &files, &tags);
        for (_, address) in page.addresses() {
            let is_web = address.trim().get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http"));
            if is_web && matches!(page.target(address), Target::Elsewhere) {
                found.insert(rules::without_fragment(address).to_owned());
            }
        }
    }
    found
}

/// A page in the form that rules read: its tags, and what the addresses on the page lead to.
struct PageView<'p, 's> {
    path: &'s str,
    text: &'s str,
    site: &'s BuiltSite,
    files: &'p Files<'s>,
    tags: Vec<Tag<'p, 's>>,
    ends: &'p [tags::EndTag<'s>],
    /// The `a` and `area` elements that have an address, in order.
    links: Vec<Link<'p, 's>>,
    /// The elements that load files, each with the address of one file.
    loaded: Vec<(Tag<'p, 's>, &'p str)>,
}

/// An `a` or `area` element with its address, and the target of the address.
struct Link<'p, 's> {
    tag: Tag<'p, 's>,
    address: &'p str,
    target: Target<'s, 'p>,
}

/// The parts of a page that rules for whole sites compare.
struct Outline<'s> {
    path: &'s str,
    /// The ids and names to which addresses with `#` lead.
    anchors: Vec<Cow<'s, str>>,
    /// The links of the page to an id in a file of the site.
    fragments: Vec<anchors::Fragment<'s>>,
    /// The files of the site to which links and frames of the page lead.
    linked: Vec<&'s str>,
    /// Whether visitors reach the page without a link.
    is_entrance: bool,
    /// The links to the versions of the page in other languages.
    alternates: Vec<hreflang::Alternate<'s>>,
    /// The images that are too large, each with its finding. Each image is reported only for the first page that
    /// contains it.
    large_images: Vec<(&'s str, Finding)>,
}

impl<'p, 's> PageView<'p, 's> {
    fn new(page: &'s Page, site: &'s BuiltSite, files: &'p Files<'s>, tags: &'p Tags<'s>) -> Self {
        let (path, ends) = (page.path.as_str(), &tags.ends);
        let tags: Vec<Tag<'p, 's>> = tags.starts().collect();
        let links = tags.iter().filter(|tag| matches!(tag.name, "a" | "area"));
        let link = |tag: &Tag<'p, 's>| {
            let address = tag.value("href")?;
            Some(Link { tag: *tag, address, target: files.target(path, address) })
        };
        let links = links.filter_map(link).collect();
        let loaded = tags.iter().flat_map(|tag| images::addresses(tag).into_iter().map(|address| (*tag, address)));
        let loaded = loaded.collect();
        PageView { path, text: &page.text, site, files, tags, ends, links, loaded }
    }

    /// The file to which an address on this page leads, or the reason why it leads to none.
    fn target<'a>(&self, address: &'a str) -> Target<'s, 'a> {
        self.files.target(self.path, address)
    }

    /// The start tags of all elements with this name, in order.
    fn tags_named(&self, name: &str) -> impl Iterator<Item = &Tag<'p, 's>> {
        self.tags.iter().filter(move |tag| tag.name == name)
    }

    /// The addresses of links, and of files that a browser loads.
    fn addresses(&self) -> Vec<(Tag<'p, 's>, &'p str)> {
        let links = self.links.iter().map(|link| (link.tag, link.address));
        let mut addresses: Vec<_> = links.chain(self.loaded.iter().copied()).collect();
        addresses.sort_by_key(|(tag, _)| tag.offset);
        addresses
    }

    fn outline(&self) -> Outline<'s> {
        Outline {
            path: self.path,
            anchors: anchors::of(self),
            fragments: anchors::fragments(self),
            linked: unreachable::linked(self),
            is_entrance: unreachable::is_entrance(self),
            alternates: hreflang::alternates(self),
            large_images: oversized_images::of(self),
        }
    }

    fn finding(&self, rule: &'static str, tag: &Tag<'_, '_>, cause: &str, message: String) -> Finding {
        finding(rule, self.path, tag.offset, cause, message)
    }
}

/// A finding at an offset of a file in the destination.
fn finding(rule: &'static str, file: &str, offset: usize, cause: &str, message: String) -> Finding {
    Finding { rule, file: file.to_owned(), offset, line: None, cause: cause.to_owned(), message }
}

/// A site with the outlines of its pages.
struct View<'v, 's> {
    site: &'s BuiltSite,
    files: &'v Files<'s>,
    outlines: Vec<Outline<'s>>,
    by_path: HashMap<&'s str, usize>,
}

impl<'v, 's> View<'v, 's> {
    fn new(site: &'s BuiltSite, files: &'v Files<'s>, outlines: Vec<Outline<'s>>) -> Self {
        let by_path = outlines.iter().enumerate().map(|(index, outline)| (outline.path, index)).collect();
        View { site, files, outlines, by_path }
    }

    fn outline(&self, path: &str) -> Option<&Outline<'s>> {
        self.by_path.get(path).map(|index| &self.outlines[*index])
    }
}
