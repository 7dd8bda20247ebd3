//! Reads a site: files become documents, pages, static files, layouts and data. Mirrors [`Jekyll::Reader`] and its
//! readers.
//!
//! [`read`] reads everything in Jekyll's order and adds it to a [`Content`]. It calls one module for each kind of
//! content: [`layouts`], [`posts`], [`pages`], [`static_files`], [`data`], [`collections`] and [`theme_assets`]. All of
//! them use [`entry_filter`] for `include` and `exclude`, and [`front_matter`] to split files. Nothing is rendered
//! here.
//!
//! [`Jekyll::Reader`]: https://github.com/jekyll/jekyll/blob/v4.4.1/lib/jekyll/reader.rb

pub mod collections;
mod contents;
pub mod data;
pub mod documents;
pub mod entry_filter;
pub mod front_matter;
pub mod gemspec;
pub mod layouts;
pub mod pages;
pub mod posts;
pub mod static_files;
pub mod theme;
pub mod theme_assets;
pub mod tree;

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Content, SiteContext, sort_documents};
use crate::path;
use crate::world::kept::{Generations, Part};
use crate::world::{Entry, Kind, Version, World};
use entry_filter::EntryFilter;
use hastie_liquid::Value;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// `Reader#read`: reads the whole site, in Jekyll's order.
///
/// # Errors
/// Fails if a reader fails, for example on an invalid date or data file. Errors that Jekyll only logs do not count.
pub fn read(context: &Arc<SiteContext>, content: &mut Content, log: &mut Log) -> Result<(), Failure> {
    content.layouts = layouts::read(context, log)?;
    read_directories(context, content, "", log)?;
    if context.reference().reading.reads_included_files_below_excluded {
        read_included_files(context, content, log)?;
    }
    for collection in &mut content.collections {
        sort_documents(&mut collection.docs);
    }
    content.pages.sort_by(|a, b| a.name.cmp(&b.name));
    content.static_files.sort_by(|a, b| a.relative_path.cmp(&b.relative_path));
    collections::read(context, content, log)?;
    theme_assets::read(context, content, log)?;
    let theme_data = data::theme_folder(context);
    content.data = Value::hash(data::read(&context.world, &context.config, &context.entry_patterns, theme_data, log)?);
    Ok(())
}

/// `Reader#read_directories`: reads the posts, subfolders, pages and static files of `dir`. `dir` is empty for the
/// source itself and otherwise starts with a slash.
fn read_directories(
    context: &Arc<SiteContext>,
    content: &mut Content,
    dir: &str,
    log: &mut Log,
) -> Result<(), Failure> {
    let base = if dir.is_empty() { context.source.clone() } else { context.in_source(dir) };
    if !context.world.is_folder(Path::new(&base)) {
        return Ok(());
    }
    let filter = EntryFilter::new(&context.entry_patterns, &base);
    let mut entries = entries_in(context, &base, |name| !filter.excludes(name))?;
    entries.retain(|entry| filter.keeps(&entry.name, log));
    let (mut folders, mut pages, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for Entry { name, kind } in entries {
        let file = path::join(&base, &name);
        if is_folder(&context.world, &file, kind) {
            folders.push(name);
        } else if has_yaml_header(context, &file)? {
            pages.push(name);
        } else {
            files.push(name);
        }
    }
    posts::read(context, content, dir, log)?;
    for folder in folders {
        let below = path::join(dir, &folder);
        if context.destination.trim_end_matches('/') != path::join(&base, &folder) {
            read_directories(context, content, &below, log)?;
        }
    }
    for name in pages {
        if let Some(page) = pages::read(context, &context.source, dir, &name, log)? {
            content.pages.push(page);
        }
    }
    content.static_files.extend(files.iter().map(|name| Arc::new(static_files::read(context, dir, name))));
    Ok(())
}

/// `Reader#read_included_excludes`: reads files that `include` lists by path.
fn read_included_files(context: &Arc<SiteContext>, content: &mut Content, log: &mut Log) -> Result<(), Failure> {
    let filter = EntryFilter::new(&context.entry_patterns, "");
    for entry in context.entry_patterns.included() {
        let file = context.in_source(entry);
        if !context.world.is_file(Path::new(&file)) || filter.is_symlink(&file) {
            continue;
        }
        let dir = path::dirname(&file).replacen(&context.source, "", 1);
        let name = path::basename(&file).to_string();
        if has_yaml_header(context, &file)? {
            let there = content.pages.iter().any(|page| context.in_source(page.relative_path()) == file);
            if let (false, Some(page)) = (there, pages::read(context, &context.source, &dir, &name, log)?) {
                content.pages.push(page);
            }
        } else if !content.static_files.iter().any(|other| context.in_source(&other.relative_path) == file) {
            content.static_files.push(Arc::new(static_files::read(context, &dir, &name)));
        }
    }
    Ok(())
}

/// The entries of a folder. Records a name that is not UTF-8 as refused if `belongs` accepts it, so that the build
/// fails.
fn entries_in(context: &SiteContext, folder: &str, belongs: impl Fn(&str) -> bool) -> Result<Vec<Entry>, Failure> {
    let entries = context.world.list_all(Path::new(folder), belongs);
    entries.map_err(|error| Failure::unreadable("dir_initialize", folder, &error))
}

/// Whether an entry of this kind is a folder or a link to one.
fn is_folder(world: &World, path: &str, kind: Kind) -> bool {
    match kind {
        Kind::Folder => true,
        Kind::File => false,
        Kind::Link | Kind::Other => world.is_folder(Path::new(path)),
    }
}

/// The answers of `has_yaml_header` for earlier builds, by path. Each is stored with the version that the file had.
#[derive(Default)]
struct KeptHeaders(Generations<String, (Version, bool)>);

impl Part for KeptHeaders {
    fn drop_unused(&self) {
        self.0.drop_unused();
    }
}

/// `Utils.has_yaml_header?`: whether the first line of a file is `---`. The other lines are not checked.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn has_yaml_header(context: &SiteContext, file: &str) -> Result<bool, Failure> {
    let Some(kept) = context.world.kept().map(|kept| kept.part::<KeptHeaders>()) else {
        return read_header(context, file);
    };
    let Some(version) = context.world.version(Path::new(file)) else { return read_header(context, file) };
    if let Some((then, has_header)) = kept.0.get(file)
        && version.is_still(&then)
    {
        return Ok(has_header);
    }
    let has_header = read_header(context, file)?;
    kept.0.insert(file.to_owned(), (version, has_header));
    Ok(has_header)
}

fn read_header(context: &SiteContext, file: &str) -> Result<bool, Failure> {
    let problem = |error: std::io::Error| Failure::unreadable("rb_sysopen", file, &error);
    let mut open = context.world.open(Path::new(file)).map_err(problem)?;
    let mut line = Vec::new();
    let mut buffer = [0; 64];
    loop {
        let count = open.read(&mut buffer).map_err(problem)?;
        line.extend_from_slice(&buffer[..count]);
        let settled = count == 0 || line.contains(&b'\n') || (line.len() >= 3 && !line.starts_with(b"---"));
        if settled {
            let end = line.iter().position(|byte| *byte == b'\n').map_or(line.len(), |position| position + 1);
            return Ok(front_matter::has_header(&line[..end]));
        }
    }
}
