//! Reading: mirrors `Jekyll::Reader` and its readers. Files become documents, pages, static files,
//! layouts and data; nothing is rendered here.

pub mod collections;
pub mod data;
pub mod documents;
pub mod entry_filter;
pub mod front_matter;
pub mod gemspec;
pub mod glob;
pub mod layouts;
pub mod pages;
pub mod posts;
pub mod static_files;
pub mod theme;
pub mod theme_assets;
pub mod tree;

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::path;
use crate::setup::Setup;
use crate::site::Site;
use entry_filter::EntryFilter;
use hastie_liquid::Value;
use std::cmp::Ordering;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// `Reader#read`: everything of the site, in Jekyll's order.
///
/// # Errors
/// What ends the build.
pub fn read(site: &mut Site, log: &mut Log) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    site.layouts = layouts::read(&site.setup, log)?;
    read_directories(site, "", log)?;
    read_included_files(site, log)?;
    for collection in &mut site.collections {
        sort(&mut collection.docs, |a, b| a.compare(b));
    }
    site.pages.sort_by(|a, b| a.name.cmp(&b.name));
    site.static_files.sort_by(|a, b| a.relative_path.cmp(&b.relative_path));
    collections::read(site, log)?;
    theme_assets::read(site, log)?;
    let theme_data = setup.theme.as_ref().and_then(|theme| theme.data.as_deref());
    site.data = Value::hash(data::read(&setup.world, &setup.config, &setup.rules, theme_data, log)?);
    Ok(())
}

/// Sorts as Ruby does: by merging, so that a comparison that contradicts itself (posts with and without
/// dates) gives what it gives there.
pub fn sort<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    // The comparison never fails, so neither does the sort.
    let _ = hastie_liquid::value::sort::sort_by(&mut order, &mut |a, b| Ok(compare(&items[*a], &items[*b])));
    let mut taken: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| taken[at].take()));
}

/// `Reader#read_directories`: the posts, folders, pages and static files of `dir` (empty for the
/// source itself, otherwise beginning with a slash).
fn read_directories(site: &mut Site, dir: &str, log: &mut Log) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let base = if dir.is_empty() { setup.source.clone() } else { setup.in_source(dir) };
    if !setup.world.is_folder(Path::new(&base)) {
        return Ok(());
    }
    let entries = EntryFilter::new(&setup.rules, &base).filter(names_in(&setup, &base)?, log);
    let (mut folders, mut pages, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries {
        let file = path::join(&base, &entry);
        if setup.world.is_folder(Path::new(&file)) {
            folders.push(entry);
        } else if has_yaml_header(&setup, &file)? {
            pages.push(entry);
        } else {
            files.push(entry);
        }
    }
    posts::read(site, dir, log)?;
    for folder in folders {
        let below = path::join(dir, &folder);
        if setup.destination.trim_end_matches('/') != path::join(&base, &folder) {
            read_directories(site, &below, log)?;
        }
    }
    for name in pages {
        if let Some(page) = pages::read(&setup, &setup.source, dir, &name, log)? {
            site.pages.push(page);
        }
    }
    site.static_files.extend(files.iter().map(|name| Arc::new(static_files::read(&setup, dir, name))));
    Ok(())
}

/// `Reader#read_included_excludes`: files that `include` names outright.
fn read_included_files(site: &mut Site, log: &mut Log) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let filter = EntryFilter::new(&setup.rules, "");
    for entry in setup.rules.included() {
        let file = setup.in_source(entry);
        if !setup.world.is_file(Path::new(&file)) || filter.is_symlink(&file) {
            continue;
        }
        let dir = path::dirname(&file).replacen(&setup.source, "", 1);
        let name = path::basename(&file).to_string();
        if has_yaml_header(&setup, &file)? {
            let there = site.pages.iter().any(|page| setup.in_source(page.relative_path()) == file);
            if let (false, Some(page)) = (there, pages::read(&setup, &setup.source, &dir, &name, log)?) {
                site.pages.push(page);
            }
        } else if !site.static_files.iter().any(|other| setup.in_source(&other.relative_path) == file) {
            site.static_files.push(Arc::new(static_files::read(&setup, &dir, &name)));
        }
    }
    Ok(())
}

/// The names in a folder, sorted by byte.
fn names_in(setup: &Setup, folder: &str) -> Result<Vec<String>, Failure> {
    let entries = setup.world.list(Path::new(folder)).map_err(|error| unreadable("dir_initialize", folder, &error))?;
    Ok(entries.into_iter().map(|entry| entry.name).collect())
}

/// `Utils.has_yaml_header?` of a file; only its first line is read.
///
/// # Errors
/// Where the file cannot be read.
pub fn has_yaml_header(setup: &Setup, file: &str) -> Result<bool, Failure> {
    let problem = |error: std::io::Error| unreadable("rb_sysopen", file, &error);
    let mut open = setup.world.open(Path::new(file)).map_err(problem)?;
    let mut line = Vec::new();
    let mut buffer = [0; 64];
    loop {
        let count = open.read(&mut buffer).map_err(problem)?;
        line.extend_from_slice(&buffer[..count]);
        let settled = count == 0 || line.contains(&b'\n') || (line.len() >= 3 && !line.starts_with(b"---"));
        if settled {
            let end = line.iter().position(|byte| *byte == b'\n').map_or(line.len(), |at| at + 1);
            return Ok(front_matter::has_header(&line[..end]));
        }
    }
}

/// Ruby's words for a file that cannot be read.
pub fn unreadable(call: &str, file: &str, error: &std::io::Error) -> Failure {
    let (class, words) = match error.kind() {
        std::io::ErrorKind::NotFound => ("Errno::ENOENT", "No such file or directory".to_string()),
        std::io::ErrorKind::PermissionDenied => ("Errno::EACCES", "Permission denied".to_string()),
        std::io::ErrorKind::IsADirectory => ("Errno::EISDIR", "Is a directory".to_string()),
        _ => ("SystemCallError", error.to_string()),
    };
    Failure::raised(class, format!("{words} @ {call} - {file}"))
}
