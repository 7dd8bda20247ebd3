//! jekyll-relative-links 0.6.1, which only converts links without titles in Markdown sources. Excerpts are unchanged.

use super::{Target, is_absolute, relative_url, taken_as_markdown, targets};
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::render::Item;
use hastie_site::render::Setup;
use hastie_site::site::Site;
use regex::{Captures, Regex};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// `[text](path#fragment)`, or `[text]: path#fragment` on its own line.
static LINK: LazyLock<Regex> = LazyLock::new(|| {
    const BLANK: &str = r"[ \t\r\n\x0b\x0c]";
    let inline = r"\[(.*?)\]\(([^\)]+?)(#.+?)?\)";
    Regex::new(&format!(r"(?m){inline}|^{BLANK}*?\[(.*?)\]: (.+?)(#.+?)?{BLANK}*?$")).expect("a pattern of our own")
});

/// In Markdown pages, replaces links to source files by links to their output: `about.md` becomes `/about.html`. With
/// the option `collections`, also replaces such links in Markdown documents that are written.
pub(super) fn mend(site: &mut Site) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let mut known = Targets::default();
    let mut mended = Vec::new();
    for (index, page) in site.content.pages.iter().enumerate() {
        if !page.invalid && taken_as_markdown(Item::Page(page))? {
            mended.push((index, known.replace(site, &setup, page.relative_path(), &page.content.text())));
        }
    }
    let mut documents = Vec::new();
    for (index, collection) in site.content.collections.iter().enumerate() {
        for (number, document) in collection.docs.iter().enumerate() {
            let Some(content) = document.content.get().filter(|_| !document.invalid) else { continue };
            if taken_as_markdown(Item::Document(document))? && document.is_written() {
                documents.push((index, number, known.replace(site, &setup, &document.relative_path, &content)));
            }
        }
    }
    for (position, text) in mended {
        if let Some(text) = text? {
            site.content.pages[position].content = text.into();
        }
    }
    for (position, number, text) in documents {
        if let Some(text) = text? {
            site.content.collections[position].docs[number].content = text.into();
        }
    }
    Ok(())
}

/// The targets of links by path. `None` until the first link that may change, because collecting them checks whether
/// each document is written.
#[derive(Default)]
struct Targets<'s>(Option<HashMap<&'s str, Target<'s>>>);

impl<'s> Targets<'s> {
    /// Replaces each link in the Markdown text `source` whose target is a file of the site. The new link is the
    /// target's URL after the filter `relative_url`. `None` if no link changes.
    fn replace(
        &mut self,
        site: &'s Site,
        setup: &Arc<Setup>,
        own: &str,
        source: &str,
    ) -> Result<Option<String>, Failure> {
        if !source.contains('[') {
            return Ok(None);
        }
        let folder = path::dirname(own);
        let mut problem = None;
        let mut found_any = false;
        let text = LINK.replace_all(source, |link: &Captures<'_>| match self.replacement(site, setup, folder, link) {
            Ok(Some(text)) => {
                found_any = true;
                text
            }
            Ok(None) => link[0].to_string(),
            Err(failure) => {
                problem.get_or_insert(failure);
                link[0].to_string()
            }
        });
        match problem {
            Some(failure) => Err(failure),
            None => Ok(found_any.then(|| text.into_owned())),
        }
    }

    fn replacement(
        &mut self,
        site: &'s Site,
        setup: &Arc<Setup>,
        folder: &str,
        link: &Captures<'_>,
    ) -> Result<Option<String>, Failure> {
        let is_inline = link.get(1).is_some();
        let part = |index: usize| link.get(if is_inline { index } else { index + 3 }).map_or("", |part| part.as_str());
        let (text, file, fragment) = (part(1), part(2), part(3));
        if file.starts_with('#') || is_absolute(file) {
            return Ok(None);
        }
        let targets = self.0.get_or_insert_with(|| targets(site));
        let target = targets.get(&*below_source(setup, file, folder));
        let Some(url) = target.and_then(Target::url) else { return Ok(None) };
        let url = relative_url(setup, &url)
            .map_err(|abort| Failure::raised("Addressable::URI::InvalidURIError", abort.to_string()))?;
        Ok(Some(if is_inline { format!("[{text}]({url}{fragment})") } else { format!("\n[{text}]: {url}{fragment}") }))
    }
}

/// The path of a link's target, relative to the source. Every link is relative to `folder`, even if it starts with a
/// slash.
fn below_source(setup: &Setup, link: &str, folder: &str) -> String {
    let source = &setup.context.source;
    let full = path::expand(link.strip_prefix('/').unwrap_or(link), &path::join(source, folder));
    let below = full.strip_prefix(source.as_str()).and_then(|below| below.strip_prefix('/'));
    below.unwrap_or(&full).to_string()
}
