//! The folder to which paths are relative in the commands for posts, drafts and pages. Mirrors `ArgParser#source`.

use crate::cli::Context;
use crate::config::Configuration;
use crate::path;
use hastie_liquid::Value;

/// The folder `collections_dir` in the source. If it is below the current folder, the path is relative to the current
/// folder. Empty if it is the current folder itself.
pub(super) fn root(config: &Configuration, context: &Context) -> String {
    let collections = match config.settings().collections_dir() {
        Value::Str(folder) => folder.to_string(),
        _ => String::new(),
    };
    let folder = path::join(&config.source, &collections);
    let current = context.world.folder().to_string_lossy();
    match folder.strip_prefix(&*current) {
        Some(below) if below.is_empty() || below.starts_with('/') => below.trim_start_matches('/').to_owned(),
        _ => folder,
    }
}

/// Joins `file` to the folder `root`. If `root` is empty, returns only `file`.
pub(super) fn below(root: &str, file: &str) -> String {
    if root.is_empty() { file.to_owned() } else { path::join(root, file) }
}
