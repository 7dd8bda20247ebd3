//! `Site#hide_cache_dir_from_git`: the cache folder, kept out of version control.

use super::Configuration;
use crate::diagnostic::Log;
use crate::path::sanitized;
use std::io::Write;

/// Makes the cache folder and a `.gitignore` in it, unless the configuration wants no cache on disk. A source that
/// cannot be written to is built all the same.
pub fn hide_from_git(configuration: &Configuration, log: &mut Log) {
    let Some(folder) = folder(configuration) else { return };
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(&folder)?;
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(format!("{folder}/.gitignore"))?;
        file.write_all(b"# ignore everything in this directory\n*\n")
    };
    match write() {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            log.debug("Cache:", format!("{folder} cannot be written: {error}"));
        }
        _ => {}
    }
}

/// The cache folder, absolute; `None` where the configuration wants no cache on disk.
pub fn folder(configuration: &Configuration) -> Option<String> {
    // GitHub Pages imposes `safe`, so that there it says nothing about the user's wish.
    let safe = configuration.is_set("safe") && !configuration.reference.configuration.is_imposed;
    (!safe && !configuration.is_set("disable_disk_cache"))
        .then(|| sanitized(&configuration.source, name(configuration)))
}

/// The name of the cache folder, seen from the source. Jekyll 3 has neither the folder nor a default for it.
pub fn name(configuration: &Configuration) -> &str {
    configuration.text("cache_dir").unwrap_or(".jekyll-cache")
}
