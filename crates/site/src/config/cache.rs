//! The cache folder, which is hidden from version control. Mirrors `Site#hide_cache_dir_from_git`.

use super::Configuration;
use crate::diagnostic::Log;
use crate::path::sanitized;
use crate::world::{World, write_below};
use std::path::Path;

/// Creates the cache folder with a `.gitignore`, unless the `.gitignore` exists or builds may not use the disk cache.
/// If the source is not writable, the build continues without a cache.
pub fn hide_from_git(configuration: &Configuration, world: &World, log: &mut Log) {
    let Some(folder) = folder(configuration) else { return };
    let file = Path::new(&folder).join(".gitignore");
    if world.exists(&file) {
        return;
    }
    let text = b"# ignore everything in this directory\n*\n";
    if let Err(error) = write_below(Path::new(&configuration.source), &file, text) {
        log.debug("Cache:", format!("{folder} cannot be written: {error}"));
    }
}

/// The absolute path of the cache folder. `None` if `disable_disk_cache` or `safe` is set. On GitHub Pages, which
/// always sets `safe`, only `disable_disk_cache` counts.
pub fn folder(configuration: &Configuration) -> Option<String> {
    // GitHub Pages always sets `safe`, so there it does not reflect the user's choice.
    let safe = configuration.settings().safe() && !configuration.reference.configuration.has_imposed_settings;
    (!safe && !configuration.settings().disable_disk_cache()).then(|| path(configuration))
}

/// The absolute path of `cache_dir`, whether or not builds may use it.
pub fn path(configuration: &Configuration) -> String {
    sanitized(&configuration.source, configuration.settings().cache_dir())
}
