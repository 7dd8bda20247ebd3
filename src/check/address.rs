//! Addresses in pages, and the files of the site to which they lead.

use super::{BuiltSite, Page, View};
use crate::percent;

/// What an address in a page leads to.
pub(super) enum Target<'v> {
    /// A file of the site, with the part after `#`.
    File(&'v str, Option<String>),
    /// No file of the site. Contains the path that was looked for.
    Missing(String),
    /// A path of the site's server outside of `baseurl`.
    Outside,
    /// An address on another site or of another kind, such as `mailto:`.
    Elsewhere,
}

impl View<'_> {
    /// What an address in `page` leads to.
    pub(super) fn target(&self, page: &Page, address: &str) -> Target<'_> {
        let address = address.trim();
        let BuiltSite { url, baseurl, .. } = self.site;
        let own = address
            .strip_prefix(url.as_str())
            .filter(|rest| !url.is_empty() && (rest.is_empty() || rest.starts_with(['/', '?', '#'])));
        let local = match own {
            Some(rest) => format!("/{}", rest.trim_start_matches('/')),
            None if address.starts_with("//") || has_scheme(address) => return Target::Elsewhere,
            None => address.to_owned(),
        };
        let (local, fragment) = match local.split_once('#') {
            Some((path, fragment)) => (path.to_owned(), Some(decoded(fragment))),
            None => (local, None),
        };
        let path = local.split_once('?').map_or(local.as_str(), |(path, _)| path);
        if path.is_empty() {
            return self.site.files.get(&page.path).map_or(Target::Elsewhere, |file| Target::File(file, fragment));
        }
        let path = decoded(path);
        let absolute = match path.strip_prefix(baseurl.as_str()) {
            Some(rest) if path.starts_with('/') && (rest.is_empty() || rest.starts_with('/')) => rest.to_owned(),
            _ if path.starts_with('/') => return Target::Outside,
            _ => format!("/{}{path}", page.path.rfind('/').map_or("", |slash| &page.path[..=slash])),
        };
        match self.file(&absolute) {
            Some(file) => Target::File(file, fragment),
            None => Target::Missing(absolute),
        }
    }

    /// The file that a server sends for a path.
    fn file(&self, path: &str) -> Option<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in path.split('/') {
            match name {
                "" | "." => {}
                ".." => {
                    names.pop();
                }
                name => names.push(name),
            }
        }
        let plain = names.join("/");
        let index = if plain.is_empty() { "index.html".to_owned() } else { format!("{plain}/index.html") };
        let page = format!("{plain}.html");
        let is_folder = path.ends_with('/');
        let tried = if is_folder { vec![index] } else { vec![plain, index, page] };
        tried.iter().find_map(|file| self.site.files.get(file)).map(String::as_str)
    }
}

fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&percent::decoded(text)).into_owned()
}

/// Whether an address starts with a scheme, such as `https:`.
fn has_scheme(address: &str) -> bool {
    address.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}
