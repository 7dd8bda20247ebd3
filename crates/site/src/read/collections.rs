//! Mirrors `Jekyll::CollectionReader` and the parts of `Jekyll::Collection` that read and sort.

use super::entry_filter::EntryFilter;
use super::{documents, has_yaml_header, is_folder, tree};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{CollectionInfo, Content, Document, SiteContext, StaticFile};
use crate::path;
use hastie_liquid::Value;
use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;

/// Reads every collection except posts and data.
///
/// # Errors
/// Fails if the settings of a collection are truthy but not a hash, or if a file cannot be read. See also
/// [`documents::read`].
pub fn read(context: &Arc<SiteContext>, content: &mut Content, log: &mut Log) -> Result<(), Failure> {
    for index in 0..content.collections.len() {
        let info = Arc::clone(&content.collections[index].info);
        if matches!(info.label.as_str(), "posts" | "data") {
            continue;
        }
        if let Value::Hash(entries) = context.settings().collections()
            && let Some(odd) = entries.get(&info.label).filter(|entry| entry.truthy() && entry.as_hash().is_none())
        {
            return Err(context.no_method("[]", odd));
        }
        let (mut docs, files) = read_one(context, &info, log)?;
        if context.reference().reading.collection_files_are_static_files {
            content.static_files.extend(files.iter().cloned());
        }
        sort(context, &info, &mut docs, log)?;
        content.collections[index].docs = docs;
        content.collections[index].files = files;
    }
    Ok(())
}

type Contents = (Vec<Document>, Vec<Arc<StaticFile>>);

fn read_one(context: &Arc<SiteContext>, info: &Arc<CollectionInfo>, log: &mut Log) -> Result<Contents, Failure> {
    let (mut docs, mut files) = (Vec::new(), Vec::new());
    let filter = EntryFilter::new(&context.entry_patterns, &info.relative_directory).with_folder(&info.directory);
    if !context.world.is_folder(Path::new(&info.directory)) || filter.is_symlink(&info.directory) {
        return Ok((docs, files));
    }
    for (entry, kind) in tree::entries_below(&context.world, &info.directory, true) {
        let file = path::join(&info.directory, &entry);
        if !filter.keeps(&entry, log) || is_folder(&context.world, &file, kind) || filter.is_symlink(&file) {
            continue;
        }
        let has_header = match has_yaml_header(context, &file) {
            Ok(has_header) => has_header,
            // An earlier document may have an error, which comes first.
            Err(failure) => return documents::read_each(context, docs, log).and(Err(failure)),
        };
        if has_header {
            docs.push(Document::new(context, info, &file));
        } else {
            let folder = match path::dirname(&entry) {
                "." => info.relative_directory.clone(),
                folder => path::sanitized(&info.relative_directory, folder),
            };
            let name = path::basename(&file);
            files.push(Arc::new(StaticFile::new(context, &context.source, &folder, name, Some(info))));
        }
    }
    let mut docs = documents::read_each(context, docs, log)?;
    docs.retain(|document| context.settings().unpublished() || document.is_published());
    Ok((docs, files))
}

/// `Collection#sort_docs!`: sorts by the configured order, by a front matter key, or by date and path.
fn sort(context: &SiteContext, info: &CollectionInfo, docs: &mut Vec<Document>, log: &mut Log) -> Result<(), Failure> {
    let metadata = |key| {
        let is_read = context.reference().reading.sorts_collections_by_key;
        info.metadata.get(key).filter(|_| is_read)
    };
    match (metadata("order"), metadata("sort_by")) {
        (Some(Value::Array(order)), _) => {
            crate::model::sort_documents(docs);
            rearrange(context, info, docs, order);
        }
        // Comparisons of documents with and without dates are inconsistent, so the order before matters.
        (_, Some(Value::Str(key))) => sort_by_key(context, docs, key, log)?,
        _ => crate::model::sort_documents(docs),
    }
    Ok(())
}

/// Moves the documents listed in `order` to the front, in that order.
fn rearrange(context: &SiteContext, info: &CollectionInfo, docs: &mut [Document], order: &[Value]) {
    let wanted: Vec<String> =
        order.iter().map(|entry| path::join(&info.relative_directory, &context.text(entry))).collect();
    let place =
        |document: &Document| wanted.iter().position(|path| **path == *document.relative_path).unwrap_or(wanted.len());
    docs.sort_by_key(place);
}

/// Sorts by a front matter key. Documents without the key come last. As in Jekyll, each comparison with such a document
/// logs a warning.
fn sort_by_key(context: &SiteContext, docs: &mut Vec<Document>, key: &str, log: &mut Log) -> Result<(), Failure> {
    let keyed: Vec<(Value, usize)> =
        docs.iter().enumerate().map(|(position, doc)| (doc.field(key), position)).collect();
    let mut host = context.quiet_host();
    let mut compare = |a: &(Value, usize), b: &(Value, usize)| {
        let order = match (a.0.is_nil(), b.0.is_nil()) {
            (true, false) | (false, true) => {
                let missing = if a.0.is_nil() { a.1 } else { b.1 };
                let text = format!("'{key}' not defined in {}", docs[missing].relative_path);
                log.push(Message::new(Level::Warn, "Sort warning:", text).about(&*docs[missing].relative_path, 0));
                Some(if a.0.is_nil() { Ordering::Greater } else { Ordering::Less })
            }
            _ => a.0.compare(&b.0, &mut host).ok().flatten(),
        };
        match order {
            None | Some(Ordering::Equal) => docs[a.1].compare(&docs[b.1]),
            Some(order) => order,
        }
    };
    let mut sorted = keyed;
    crate::model::sort(&mut sorted, &mut compare);
    let mut taken: Vec<Option<Document>> = std::mem::take(docs).into_iter().map(Some).collect();
    docs.extend(sorted.into_iter().filter_map(|(_, position)| taken[position].take()));
    Ok(())
}
