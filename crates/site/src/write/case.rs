//! Handles destinations that differ only in upper and lower case, on file systems that ignore case.
//!
//! If a page was `Blog.html` and is now `blog.html`, the old name must not be removed as stale, because it is the same
//! file. If two pages of one site differ only in case, one overwrites the other, and a warning is logged.

use super::new_file::NewFile;
use crate::diagnostic::Log;
use crate::path;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Whether file names ignore case, which is the default on Windows and macOS.
pub(super) const FOLDED: bool = cfg!(any(windows, target_os = "macos"));

/// The files and folders in the destination that the new site does not contain.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Stale {
    /// Files to remove.
    pub gone: Vec<String>,
    /// Files to rename because only their case changed, as pairs of old and new name.
    pub renamed: Vec<(String, String)>,
}

/// Divides `obsolete` into paths to remove and paths to rename, without changing their order. If `folded`, an old path
/// is renamed if it differs from a new path only in case.
pub(super) fn stale(obsolete: &[String], files: &[NewFile<'_>], folded: bool) -> Stale {
    if !folded || obsolete.is_empty() {
        return Stale { gone: obsolete.to_vec(), renamed: Vec::new() };
    }
    let mut new: HashMap<String, &str> = HashMap::new();
    for file in files {
        let mut place = file.destination.as_str();
        while place.len() > 1 && new.insert(place.to_lowercase(), place).is_none() {
            place = path::dirname(place);
        }
    }
    let mut stale = Stale::default();
    for old in obsolete {
        match new.get(&old.to_lowercase()) {
            Some(name) => stale.renamed.push((old.clone(), (*name).to_owned())),
            None => stale.gone.push(old.clone()),
        }
    }
    stale
}

/// Warns of destinations that differ only in case. Does nothing unless `folded`, which means that this system treats
/// such destinations as the same file.
pub(super) fn warn<'d>(destinations: impl Iterator<Item = &'d str>, folded: bool, log: &mut Log) {
    if !folded {
        return;
    }
    let mut known: HashSet<&str> = HashSet::new();
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for destination in destinations.filter(|destination| known.insert(destination)) {
        alike.entry(destination.to_lowercase()).or_default().push(destination);
    }
    for names in alike.into_values().filter(|names| names.len() > 1) {
        log.warn("Conflict:", "These destinations differ only in case, and are the same file on this system:");
        for name in names {
            log.warn("", name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_file::Contents;
    use super::{NewFile, stale, warn};
    use crate::diagnostic::Log;
    use std::borrow::Cow;

    fn files(names: &[&str]) -> Vec<NewFile<'static>> {
        let file =
            |name: &&str| NewFile { destination: (*name).to_owned(), contents: Contents::Text(Cow::Borrowed(b"")) };
        names.iter().map(file).collect()
    }

    #[test]
    fn a_page_whose_name_changed_its_case_is_renamed_and_not_removed() {
        let obsolete = ["/s/Blog".to_owned(), "/s/Blog/One.html".to_owned(), "/s/old.html".to_owned()];
        let new = files(&["/s/blog/one.html", "/s/index.html"]);
        let folded = stale(&obsolete, &new, true);
        assert_eq!(folded.gone, ["/s/old.html"]);
        let renamed = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(folded.renamed, [renamed("/s/Blog", "/s/blog"), renamed("/s/Blog/One.html", "/s/blog/one.html")]);
        assert_eq!(stale(&obsolete, &new, false).gone, obsolete);
    }

    #[test]
    fn pages_that_differ_in_case_alone_are_told_where_they_are_one_file() {
        let names = ["/s/A.html", "/s/a.html", "/s/b.html", "/s/b.html"];
        let said = |folded| {
            let mut log = Log::new();
            warn(names.into_iter(), folded, &mut log);
            log.messages().iter().map(|message| message.to_string().trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(said(true).len(), 3, "{:?}", said(true));
        assert!(said(false).is_empty());
    }
}
