//! Addresses in pages, and the files of the site to which they lead.

use super::BuiltSite;
use crate::percent;
use std::borrow::Cow;
use std::collections::HashMap;

/// The file to which an address in a page leads, or the reason why there is none.
#[derive(Debug)]
pub(super) enum Target<'s, 'a> {
    /// A file of the site, with the part after `#`.
    File(&'s str, Option<Cow<'a, str>>),
    /// The address leads to no file of the site. Contains the path of the missing file.
    Missing(String),
    /// The path of the address is outside of `baseurl`.
    Outside,
    /// An address on another site or of another kind, such as `mailto:`.
    Elsewhere,
}

/// The files of a site by the paths that a server accepts for them.
pub(super) struct Files<'s> {
    site: &'s BuiltSite,
    /// All files by their own paths.
    plain: HashMap<&'s str, &'s str>,
    /// Files named `index.html`, by the paths of their folders.
    indexes: HashMap<&'s str, &'s str>,
    /// HTML files by their paths without the extension.
    pages: HashMap<&'s str, &'s str>,
}

impl<'s> Files<'s> {
    pub(super) fn of(site: &'s BuiltSite) -> Self {
        let files = || site.files.iter().map(String::as_str);
        let index = |file: &'s str| Some((file.strip_suffix("index.html")?, file));
        let folder = |(path, file): (&'s str, &'s str)| match path {
            "" => Some((path, file)),
            _ => Some((path.strip_suffix('/')?, file)),
        };
        Files {
            site,
            plain: files().map(|file| (file, file)).collect(),
            indexes: files().filter_map(index).filter_map(folder).collect(),
            pages: files().filter_map(|file| Some((file.strip_suffix(".html")?, file))).collect(),
        }
    }

    /// Finds the target of `address` on the page with the path `page`. Ignores the query, and decodes escapes such as
    /// `%20`.
    pub(super) fn target<'a>(&self, page: &str, address: &'a str) -> Target<'s, 'a> {
        let address = address.trim();
        let (address, fragment) = match address.split_once('#') {
            Some((address, fragment)) => (address, Some(decoded(fragment))),
            None => (address, None),
        };
        let BuiltSite { url, baseurl, .. } = self.site;
        let own = address
            .strip_prefix(url.as_str())
            .filter(|rest| !url.is_empty() && (rest.is_empty() || rest.starts_with(['/', '?'])));
        let local = match own {
            Some(rest) => Cow::Owned(format!("/{}", rest.trim_start_matches('/'))),
            None if address.starts_with("//") || has_scheme(address) => return Target::Elsewhere,
            None => Cow::Borrowed(address),
        };
        let path = local.split_once('?').map_or(&*local, |(path, _)| path);
        if path.is_empty() {
            return self.plain.get(page).map_or(Target::Elsewhere, |file| Target::File(file, fragment));
        }
        let path = decoded(path);
        let absolute = match path.strip_prefix(baseurl.as_str()) {
            Some(rest) if path.starts_with('/') && (rest.is_empty() || rest.starts_with('/')) => Cow::Borrowed(rest),
            _ if path.starts_with('/') => return Target::Outside,
            _ => Cow::Owned(format!("/{}{path}", page.rfind('/').map_or("", |slash| &page[..=slash]))),
        };
        match self.file(&absolute) {
            Some(file) => Target::File(file, fragment),
            None => Target::Missing(absolute.into_owned()),
        }
    }

    /// The file that a server sends for a path. `None` if there is none.
    fn file(&self, path: &str) -> Option<&'s str> {
        let plain = normalized(path);
        let index = self.indexes.get(&*plain);
        if path.ends_with('/') {
            return index.copied();
        }
        self.plain.get(&*plain).or(index).or_else(|| self.pages.get(&*plain)).copied()
    }
}

/// Resolves `.` and `..` in a path, and removes empty names and the slashes at its ends.
fn normalized(path: &str) -> Cow<'_, str> {
    let inner = path.strip_prefix('/').unwrap_or(path);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.split('/').all(|name| !matches!(name, "" | "." | "..")) {
        return Cow::Borrowed(inner);
    }
    let mut names: Vec<&str> = Vec::new();
    for name in inner.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    Cow::Owned(names.join("/"))
}

fn decoded(text: &str) -> Cow<'_, str> {
    match text.contains('%') {
        true => Cow::Owned(String::from_utf8_lossy(&percent::decoded(text)).into_owned()),
        false => Cow::Borrowed(text),
    }
}

/// Whether an address starts with a scheme, such as `https:`.
fn has_scheme(address: &str) -> bool {
    address.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}
