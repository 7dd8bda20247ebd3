//! State shared by all tags of a site: bibliographies, converted citations, styles, locales.

use super::memo::{Memo, Repository};
use hastie_bibtex::{Bibliography, Entry};
use hastie_citeproc::{Locale, Style};
use hastie_site::diagnostic::{Log, Message};
use hastie_site::locks::lock;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// A bibliography, or the error when reading it. The library caches either of them until the next build.
pub(super) type Read = Result<Arc<Bibliography>, hastie_liquid::Error>;

/// The result of citing an entry: the filtered entry or, with `separate_links`, the complete link. If tags are rendered
/// in order, the library caches the result by the entry's key.
#[derive(Debug, Clone)]
pub(super) enum Cited {
    /// The entry to which `bibtex_filters` were applied, with the bibliography that contains it.
    Entry(Arc<Entry>, Arc<Bibliography>),
    /// The text to print: usually an `a` element, but BibTeX for an entry that was cached without a link.
    Link(String),
}

/// The values that all tags of jekyll-scholar in a site share: bibliographies, citations, styles and locales.
#[derive(Default)]
pub(super) struct Library {
    bibliographies: Mutex<HashMap<String, Arc<OnceLock<Read>>>>,
    cited: Mutex<HashMap<String, Cited>>,
    styles: Mutex<HashMap<String, Arc<Style>>>,
    locales: Mutex<HashMap<String, Arc<Locale>>>,
    repositories: Mutex<HashMap<String, Arc<Repository>>>,
    gem: Mutex<Option<(Option<String>, Log)>>,
    memos: Mutex<HashMap<usize, Memo>>,
    tags: AtomicUsize,
    ordered: AtomicBool,
}

impl Library {
    /// Forgets everything that the previous build read or cached.
    pub(crate) fn clear(&self) {
        lock(&self.bibliographies).clear();
        lock(&self.cited).clear();
        lock(&self.styles).clear();
        lock(&self.locales).clear();
        lock(&self.repositories).clear();
        *lock(&self.gem) = None;
        lock(&self.memos).clear();
        self.ordered.store(false, Ordering::Release);
    }

    /// Records that the output depends on the order of documents. Documents with tags of jekyll-scholar are then
    /// rendered in order.
    pub(crate) fn follow_order(&self) {
        self.ordered.store(true, Ordering::Release);
    }

    /// Whether the output is known to depend on the order of documents.
    pub(crate) fn is_ordered(&self) -> bool {
        self.ordered.load(Ordering::Acquire)
    }

    /// A number that no other tag of the build has. The library keeps the tag's [`Memo`] by this number.
    pub(crate) fn number(&self) -> usize {
        self.tags.fetch_add(1, Ordering::Relaxed)
    }

    /// The bibliography in these files, read on first use. The second value is whether this call has read the files.
    pub(crate) fn bibliography(&self, files: &str, read: impl FnOnce() -> Read) -> (Read, bool) {
        let cell = Arc::clone(lock(&self.bibliographies).entry(files.to_string()).or_default());
        let mut fresh = false;
        let found = cell.get_or_init(|| {
            fresh = true;
            read()
        });
        (found.clone(), fresh)
    }

    /// The cached citation of the entry with this key. Only tags that are rendered in order store citations. `None` if
    /// none of them has cited the entry since a bibliography was last read.
    pub(crate) fn cited(&self, key: &str) -> Option<Cited> {
        lock(&self.cited).get(key).cloned()
    }

    pub(crate) fn keep_cited(&self, key: &str, cited: Cited) {
        lock(&self.cited).insert(key.to_string(), cited);
    }

    pub(crate) fn forget_cited(&self) {
        lock(&self.cited).clear();
    }

    /// The citation style with this name, read on first use. An error is not cached: the next call reads again.
    pub(crate) fn style<E>(&self, name: &str, read: impl FnOnce() -> Result<Style, E>) -> Result<Arc<Style>, E> {
        kept(&self.styles, name, read)
    }

    /// The locale with a language tag such as `de`, read on first use. An error is not cached: the next call reads
    /// again.
    pub(crate) fn locale<E>(&self, tag: &str, read: impl FnOnce() -> Result<Locale, E>) -> Result<Arc<Locale>, E> {
        kept(&self.locales, tag, read)
    }

    pub(crate) fn repository(&self, folder: &str, read: impl FnOnce() -> Repository) -> Arc<Repository> {
        let read = || Ok::<_, std::convert::Infallible>(read());
        match kept(&self.repositories, folder, read) {
            Ok(found) => found,
            Err(never) => match never {},
        }
    }

    /// The folder of the gem csl-styles, which `find` looks up on first use. `None` if the gem is not available.
    pub(crate) fn gem(&self, find: impl FnOnce() -> (Option<String>, Log)) -> Option<String> {
        lock(&self.gem).get_or_insert_with(find).0.clone()
    }

    /// The messages of the search for the gem csl-styles. Empty before the search.
    pub(crate) fn gem_messages(&self) -> Vec<Message> {
        lock(&self.gem).as_ref().map(|(_, log)| log.messages().to_vec()).unwrap_or_default()
    }

    /// Removes and returns the [`Memo`] of the tag with this number. `None` at the tag's first rendering. Tags in
    /// documents that are not rendered in order store no memo here.
    pub(crate) fn take_memo(&self, number: usize) -> Option<Memo> {
        lock(&self.memos).remove(&number)
    }

    pub(crate) fn keep_memo(&self, number: usize, memo: Memo) {
        lock(&self.memos).insert(number, memo);
    }
}

fn kept<T, E>(
    map: &Mutex<HashMap<String, Arc<T>>>,
    name: &str,
    read: impl FnOnce() -> Result<T, E>,
) -> Result<Arc<T>, E> {
    if let Some(found) = lock(map).get(name) {
        return Ok(Arc::clone(found));
    }
    let made = Arc::new(read()?);
    Ok(Arc::clone(lock(map).entry(name.to_string()).or_insert(made)))
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("ordered", &self.is_ordered()).finish_non_exhaustive()
    }
}
