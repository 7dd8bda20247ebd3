//! Reads posts from `_posts` and drafts from `_drafts` of any folder. Mirrors `Jekyll::PostReader`.

use super::documents::{self, date_name, in_parallel};
use super::entry_filter::EntryFilter;
use super::{is_folder, tree};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{Content, DocId, Document, SiteContext};
use crate::path;
use std::path::Path;
use std::sync::Arc;

/// Adds the published posts in `dir/_posts` and, if drafts are enabled, the published drafts in `dir/_drafts`. Skips
/// YAML files, and files that cannot be read or are not UTF-8. With a `collections_dir`, does nothing for a `dir`
/// outside of it.
///
/// # Errors
/// Same as [`documents::read`].
pub fn read(context: &Arc<SiteContext>, content: &mut Content, dir: &str, log: &mut Log) -> Result<(), Failure> {
    let container = &context.collections_dir;
    if !container.is_empty() && !dir.starts_with(&format!("/{container}")) {
        return Ok(());
    }
    let folders = context.reference().reading.dated_folders_are_posts;
    read_publishable(context, content, dir, "_posts", |entry| date_name(entry, folders).is_some(), log)?;
    if context.settings().show_drafts() {
        read_publishable(context, content, dir, "_drafts", |entry| path::basename(entry).contains('.'), log)?;
    }
    Ok(())
}

fn read_publishable(
    context: &Arc<SiteContext>,
    content: &mut Content,
    dir: &str,
    magic: &str,
    is_post: impl Fn(&str) -> bool + Sync,
    log: &mut Log,
) -> Result<(), Failure> {
    let base = path::join(&context.in_source(dir), magic);
    if !context.world.exists(Path::new(&base)) {
        return Ok(());
    }
    let filter = EntryFilter::new(&context.entry_patterns, &base);
    let info = Arc::clone(&content.posts_mut(context).info);
    let chosen = in_parallel(tree::entries_below(&context.world, &base, false), |(entry, kind)| {
        let mut log = Log::new();
        let file = path::join(&base, &entry);
        let is_read = filter.keeps(&entry, &mut log) && !is_folder(&context.world, &file, kind) && is_post(&entry);
        (log, is_read.then_some(file))
    });
    let mut files = Vec::with_capacity(chosen.len());
    for (messages, file) in chosen {
        log.append(messages);
        files.extend(file);
    }
    let DocId(first) = context.next_doc_ids(u32::try_from(files.len()).unwrap_or(u32::MAX));
    let numbered: Vec<_> = (first..).zip(files).collect();
    let documents = in_parallel(numbered, |(id, file)| Document::numbered(DocId(id), context, &info, &file));
    let read = documents::read_all_of(context, documents, log)?;
    content.posts_mut(context).docs.reserve_exact(read.len());
    for mut document in read {
        if !context.settings().future() {
            // Jekyll's publisher reads the date here. The first read determines the date for the rest of the build.
            let date = document.date();
            document.data.set("date", date);
        }
        if document.content.is_none() || document.invalid {
            let why = if document.invalid { "is not valid UTF-8" } else { "has no content" };
            log.push(Message::new(Level::Debug, "Skipping:", format!("{} {why}", document.relative_path)));
        } else if context.keeps_read(&document.data, || Some(document.date())) {
            content.posts_mut(context).docs.push(document);
        } else if context.reference().reading.logs_future_posts
            && !context.settings().future()
            && context.is_in_future(&document.date())
        {
            let text = format!("{} has a future date", document.relative_path);
            log.push(Message::new(Level::Warn, "Skipping:", text).about(&*document.relative_path, 0));
        }
    }
    Ok(())
}
