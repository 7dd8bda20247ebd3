//! Finds files in the destination that do not belong to the site. Mirrors `Jekyll::Cleaner`.

use crate::model::SiteContext;
use crate::path;
use crate::world::{Kind, World};
use hastie_liquid::Value;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The files and folders in the destination that must be removed, because they are not among the new files. `made`
/// lists files and folders of plugins, which may not be on disk yet. Paths that start with an entry of `keep` (the
/// setting `keep_files`) stay, with their parent folders. However, a file in the way of a new folder is always removed.
pub fn obsolete<'f>(
    context: &SiteContext,
    keep: &Value,
    new_files: impl Iterator<Item = &'f str>,
    made: Vec<(String, Kind)>,
) -> Vec<String> {
    let destination = &context.destination;
    let mut found = existing(&context.world, destination);
    if found.is_empty() && made.is_empty() {
        return Vec::new();
    }
    let new_files: HashSet<&str> = new_files.collect();
    let keep = keep_files(context, keep);
    let kept_files: Vec<String> = keep.iter().map(|file| path::sanitized(destination, file)).collect();
    let kept_folders = folders_of(destination, kept_files.iter().map(String::as_str));
    let new_folders = folders_of(destination, new_files.iter().copied());
    let prefixes: Vec<String> = keep.iter().map(|file| format!("{destination}/{file}")).collect();

    let mut gone = Vec::new();
    if !made.is_empty() {
        let known: HashSet<String> = found.iter().map(|(file, _)| file.clone()).collect();
        found.extend(made.into_iter().filter(|(file, _)| !known.contains(file)));
    }
    for (file, kind) in found {
        let name = file.as_str();
        let kept = prefixes.iter().any(|prefix| name.starts_with(prefix.as_str())) || kept_folders.contains(name);
        let replaced = new_folders.contains(name) && kind != Kind::Folder && !context.world.is_folder(Path::new(name));
        if replaced || (!kept && !new_files.contains(name) && !new_folders.contains(name)) {
            gone.push(file);
        }
    }
    gone
}

fn keep_files(context: &SiteContext, keep: &Value) -> Vec<String> {
    match keep {
        Value::Array(files) => files.iter().map(|file| context.text(file)).collect(),
        _ => Vec::new(),
    }
}

/// All folders that contain one of the files and are below the destination.
fn folders_of<'a>(destination: &str, files: impl Iterator<Item = &'a str>) -> HashSet<&'a str> {
    let mut folders = HashSet::new();
    for file in files {
        let mut folder = path::dirname(file);
        // If a folder is known, its parents are known, too.
        while folder != destination && folder.len() > destination.len() && folders.insert(folder) {
            folder = path::dirname(folder);
        }
    }
    folders
}

/// Everything below the destination. Symbolic links are not followed. A name that is not UTF-8 makes the build fail.
fn existing(world: &World, destination: &str) -> Vec<(String, Kind)> {
    let mut listed = listings(world, destination);
    let mut found = Vec::new();
    let mut waiting = vec![destination.to_string()];
    while let Some(folder) = waiting.pop() {
        for (file, kind) in listed.remove(&folder).unwrap_or_default() {
            if kind == Kind::Folder {
                waiting.push(file.clone());
            }
            found.push((file, kind));
        }
    }
    found
}

/// The entries of the destination and of all folders below it. Each key is the path of a folder. Reads the folders in
/// parallel.
fn listings(world: &World, destination: &str) -> HashMap<String, Vec<(String, Kind)>> {
    let list = |folder: String| {
        let entries = world.list_all(Path::new(&folder), |_| true).unwrap_or_default();
        let entries = entries.into_iter().map(|entry| (path::join(&folder, &entry.name), entry.kind)).collect();
        (folder, entries)
    };
    let mut all: HashMap<String, Vec<(String, Kind)>> = HashMap::new();
    let mut level = vec![destination.to_string()];
    while !level.is_empty() {
        let listed: Vec<(String, Vec<(String, Kind)>)> = level.into_par_iter().map(list).collect();
        let folders = listed.iter().flat_map(|(_, entries)| entries).filter(|(_, kind)| *kind == Kind::Folder);
        level = folders.map(|(folder, _)| folder.clone()).collect();
        all.extend(listed);
    }
    all
}
