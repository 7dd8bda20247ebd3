//! Reports files in `_posts` folders that are not posts of this build, with the reason.

use super::TOPIC;
use crate::diagnostic::{Level, Log, Message};
use crate::model::Document;
use crate::path;
use crate::read::documents::{self, date_name};
use crate::read::entry_filter::EntryFilter;
use crate::read::tree;
use crate::render::Setup;
use crate::site::Site;
use crate::world::Kind;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// Warns about posts that will not be rendered, with the reason for each.
pub(super) fn advise(site: &Site, log: &mut Log) {
    let posts: HashSet<&str> = site.content.posts().iter().map(|post| &*post.path).collect();
    for folder in folders_of_posts(&site.setup) {
        for entry in tree::below(&site.setup.context.world, &folder, false) {
            let file = path::join(&folder, &entry);
            if posts.contains(file.as_str()) || !site.setup.context.world.is_file(Path::new(&file)) {
                continue;
            }
            if let Some(why) = reason(site, &folder, &entry) {
                let shown = file.strip_prefix(&site.setup.context.source).unwrap_or(&file).trim_start_matches('/');
                let text = format!("{shown} will not be rendered: {why}.");
                log.push(Message::new(Level::Warn, TOPIC, text).about(shown, 0));
            }
        }
    }
}

/// The absolute paths of all `_posts` folders from which the site is read.
fn folders_of_posts(setup: &Setup) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![setup.context.source.clone()];
    while let Some(folder) = waiting.pop() {
        let entries = setup.context.world.list(Path::new(&folder)).unwrap_or_default();
        let folders: Vec<String> =
            entries.into_iter().filter(|entry| entry.kind == Kind::Folder).map(|entry| entry.name).collect();
        if folders.iter().any(|name| name == "_posts") {
            found.push(path::join(&folder, "_posts"));
        }
        let inner = EntryFilter::new(&setup.context.entry_patterns, &folder).filter(folders, &mut Log::new());
        waiting.extend(
            inner
                .into_iter()
                .rev()
                .map(|name| path::join(&folder, &name))
                .filter(|folder| folder.as_str() != setup.context.destination),
        );
    }
    let collections = path::join(&setup.context.collections_path, "_posts");
    if !found.contains(&collections) && setup.context.world.is_folder(Path::new(&collections)) {
        found.push(collections);
    }
    found
}

/// The reason why a file is not a post. `None` if it is one.
fn reason(site: &Site, folder: &str, entry: &str) -> Option<String> {
    let setup = &site.setup;
    if date_name(entry, setup.context.reference().reading.dated_folders_are_posts).is_none() {
        return Some("its name is not YEAR-MONTH-DAY-title.EXTENSION".to_string());
    }
    if !setup.context.collections_dir.is_empty()
        && !folder.starts_with(setup.context.collections_path.trim_end_matches('/'))
    {
        return Some(format!("it is not in 'collections_dir' ({})", setup.context.collections_dir));
    }
    if EntryFilter::new(&setup.context.entry_patterns, folder)
        .filter(vec![entry.to_string()], &mut Log::new())
        .is_empty()
    {
        return Some("it is excluded, or Jekyll ignores files of this name".to_string());
    }
    let info = Arc::clone(&site.content.collections.iter().find(|collection| collection.label() == "posts")?.info);
    let mut document = Document::new(&setup.context, &info, &path::join(folder, entry));
    documents::init(&mut document);
    // Problems in its front matter were logged when the site was read.
    let _ = documents::read(&mut document, &mut Log::new());
    let date = document.date();
    if document.invalid {
        Some("it is not valid UTF-8".to_string())
    } else if document.content.is_none() {
        Some("it has no content".to_string())
    } else if document.data.get("published").is_some_and(|published| !published.truthy())
        && !setup.context.settings().unpublished()
    {
        Some("its front matter says 'published: false' (see '--unpublished')".to_string())
    } else if setup.context.is_in_future(&date) {
        Some(format!("it is dated in the future, {} (see '--future')", setup.context.text(&date)))
    } else if setup.context.settings().post_limit().is_some() {
        Some("it exceeds 'limit_posts'".to_string())
    } else {
        None
    }
}
