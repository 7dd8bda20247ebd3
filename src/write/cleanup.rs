//! Mirrors `Jekyll::Cleaner`: what lies in the destination and belongs to no part of the site.

use crate::model::path;
use crate::setup::Setup;
use crate::world::{Kind, World};
use hastie_liquid::Value;
use std::collections::HashSet;
use std::path::Path;

/// Files and folders of the destination that are to go, given the files that are to be there. What
/// `keep_files` names stays, and the folders above it.
pub fn obsolete(setup: &Setup, new_files: &HashSet<&str>) -> Vec<String> {
    let destination = &setup.destination;
    let keep = keep_files(setup);
    let kept_folders: HashSet<String> =
        keep.iter().flat_map(|file| parents(destination, &path::sanitized(destination, file))).collect();
    let new_folders: HashSet<String> = new_files.iter().flat_map(|file| parents(destination, file)).collect();
    let prefixes: Vec<String> = keep.iter().map(|file| format!("{destination}/{file}")).collect();

    let mut gone = Vec::new();
    for (file, kind) in existing(&setup.world, destination) {
        let kept = prefixes.iter().any(|prefix| file.starts_with(prefix.as_str())) || kept_folders.contains(&file);
        let replaced = new_folders.contains(&file) && kind != Kind::Folder && !setup.world.is_folder(Path::new(&file));
        if replaced || (!kept && !new_files.contains(file.as_str()) && !new_folders.contains(&file)) {
            gone.push(file);
        }
    }
    gone
}

fn keep_files(setup: &Setup) -> Vec<String> {
    match setup.config("keep_files") {
        Value::Array(files) => files.iter().map(|file| setup.text(file)).collect(),
        _ => Vec::new(),
    }
}

/// The folders between a file and the destination.
fn parents(destination: &str, file: &str) -> Vec<String> {
    let mut parents = Vec::new();
    let mut folder = path::dirname(file);
    while folder != destination && folder.len() > destination.len() {
        parents.push(folder.to_string());
        folder = path::dirname(folder);
    }
    parents
}

/// Everything below the destination, links not entered.
fn existing(world: &World, destination: &str) -> Vec<(String, Kind)> {
    let mut found = Vec::new();
    let mut waiting = vec![destination.to_string()];
    while let Some(folder) = waiting.pop() {
        for entry in world.list(Path::new(&folder)).unwrap_or_default() {
            let file = path::join(&folder, &entry.name);
            if entry.kind == Kind::Folder {
                waiting.push(file.clone());
            }
            found.push((file, entry.kind));
        }
    }
    found
}
