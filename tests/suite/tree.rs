//! File trees: copying, listing, and comparison with recordings.

use crate::story::Site;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The path of this repository.
pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Copies a folder of the repository into a site.
pub(crate) fn copy(from: &Path, site: &Site, to: &str) {
    for (name, bytes) in files(from) {
        site.write(&format!("{to}{name}"), bytes);
    }
}

/// All files below a folder with their contents, by relative path.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![folder.to_path_buf()];
    while let Some(inner) = ahead.pop() {
        for entry in fs::read_dir(&inner).unwrap_or_else(|error| panic!("{}: {error}", inner.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                ahead.push(path);
            } else {
                let name = hastie::path::text(path.strip_prefix(folder).unwrap());
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Checks that a built folder matches the recording.
pub(crate) fn assert_same(built: &Path, recorded: &Path) {
    let (built, recorded) = (files(built), files(recorded));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&built), names(&recorded), "the lists of files differ");
    for (name, bytes) in &built {
        if bytes != &recorded[name] {
            let (ours, theirs) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&recorded[name]));
            let line = ours.lines().zip(theirs.lines()).position(|(ours, theirs)| ours != theirs);
            let at = line.unwrap_or_else(|| ours.lines().count().min(theirs.lines().count()));
            let show = |text: &str| text.lines().nth(at).unwrap_or("(nothing)").to_owned();
            panic!("{name}, line {}:\n   ours: {}\n  Ruby's: {}", at + 1, show(&ours), show(&theirs));
        }
    }
}

/// The Rust files below a folder.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
