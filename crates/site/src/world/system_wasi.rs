//! Replacements for features that WASI lacks: processes, and a function for real paths. See `system.rs`.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, io};

/// The number of links after which a path is taken for a loop, as on Linux.
const MAX_LINKS: usize = 40;

/// A number that no other running process is likely to have, for the names of temporary files.
pub fn process_id() -> u32 {
    static NUMBER: OnceLock<u32> = OnceLock::new();
    *NUMBER.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (now.as_secs() as u32).wrapping_mul(1000).wrapping_add(now.subsec_millis())
    })
}

/// Resolves all links in `path` (Ruby's `File.realpath`).
pub(super) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    let mut real = PathBuf::from("/");
    let mut parts = reversed(&env::current_dir()?.join(path));
    let mut links = 0;
    while let Some(part) = parts.pop() {
        if part == ".." {
            real.pop();
            continue;
        }
        let next = real.join(part);
        if !fs::symlink_metadata(&next)?.is_symlink() {
            real = next;
            continue;
        }
        links += 1;
        if links > MAX_LINKS {
            return Err(io::Error::other("too many levels of symbolic links"));
        }
        let target = fs::read_link(&next)?;
        if target.is_absolute() {
            real = PathBuf::from("/");
        }
        parts.extend(reversed(&target));
    }
    Ok(real)
}

/// The working directory of the process, absolute and with links resolved. A WASI program starts in `/`, so its caller
/// passes the folder as `PWD`.
pub(super) fn working_folder() -> io::Result<PathBuf> {
    if let Some(folder) = env::var_os("PWD") {
        env::set_current_dir(canonicalize(Path::new(&folder))?)?;
    }
    env::current_dir()
}

/// The names in a path, last one first.
fn reversed(path: &Path) -> Vec<OsString> {
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_) | Component::ParentDir);
    path.components().rev().filter(is_name).map(|part| part.as_os_str().to_owned()).collect()
}
