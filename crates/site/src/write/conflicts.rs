//! Warns of destinations that several files share. Mirrors `Doctor.conflicting_urls`.

use super::case;
use super::new_file::NewFile;
use crate::diagnostic::{Level, Log, Message};
use crate::model::page::PageKind;
use crate::render::Written;
use crate::render::{Item, OwnedItem, SiteView};
use indexmap::IndexMap;

/// Warns of destinations that differ only in case. Does nothing if the system treats such destinations as different
/// files.
pub fn warn_of_case(files: &[NewFile<'_>], log: &mut Log) {
    case::warn(files.iter().map(|file| file.destination.as_str()), case::FOLDED, log);
}

/// Warns of destinations to which several files are written. Returns whether there are any. Pages of
/// jekyll-redirect-from do not count.
pub fn warn(view: &SiteView, log: &mut Log) -> bool {
    let mut sources: IndexMap<String, Vec<String>> = IndexMap::new();
    for written in view.written() {
        let (destination, path) = match written {
            Written::File(file) => (file.destination(&view.setup.context.destination), file.path.clone()),
            Written::Item(index) => {
                let slot = &view.slots[index];
                if may_share(&slot.owned) {
                    continue;
                }
                let item = slot.item();
                let Ok(destination) = item.destination(&view.setup.context.destination) else { continue };
                (destination, path_of(item))
            }
        };
        sources.entry(destination).or_default().push(path);
    }
    let mut shared = false;
    for (destination, paths) in sources.into_iter().filter(|(_, paths)| paths.len() > 1) {
        shared = true;
        let text = "The following destination is shared by multiple files.";
        let file = view.setup.context.below_source(&paths[0]);
        log.push(Message::new(Level::Warn, "Conflict:", text).about(file, 0));
        let mut warn = |topic: &str, text: String| log.push(Message::new(Level::Warn, topic, text));
        warn("", "The written file may end up with unexpected contents.".to_string());
        warn("", destination);
        for path in paths {
            warn("", format!(" - {path}"));
        }
        warn("", String::new());
    }
    shared
}

fn path_of(item: Item<'_>) -> String {
    item.path()
}

/// Whether the item is a redirect, which may share the destination of its target.
fn may_share(owned: &OwnedItem) -> bool {
    matches!(owned, OwnedItem::Page(page) if page.kind == PageKind::Generated("JekyllRedirectFrom::RedirectPage"))
}
