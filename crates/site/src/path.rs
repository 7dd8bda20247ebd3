//! Mirrors Ruby's `File` path functions and Jekyll's `PathManager`.
//!
//! Jekyll's output depends on how Ruby splits paths: `.htaccess` has no extension, `a/` and `/b` join to `a/b`, and a
//! sanitized path never leaves its base. Paths of the site are therefore strings with `/`, and these functions
//! split them. Nothing here accesses the file system.
//!
//! On Windows, absolute paths start with a drive or a share. The world converts backslashes to slashes.

pub mod windows;

use std::borrow::Cow;
use std::path::Path;

/// Whether paths follow Windows' rules, such as drives and backslashes.
pub const WINDOWS: bool = cfg!(windows);

/// Converts a path to a string with slashes. Bytes that are not UTF-8 become U+FFFD.
pub fn text(path: &Path) -> String {
    native(&path.to_string_lossy())
}

/// On Windows, the path with slashes instead of backslashes, and without a prefix such as `\\?\`. On other systems, the
/// unchanged path.
pub fn native(path: &str) -> String {
    if WINDOWS { windows::slashed(path) } else { path.to_owned() }
}

/// Whether a path is absolute: starts with a slash or, on Windows, with a drive or a network share.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || WINDOWS && !windows::root(&windows::slashed(path)).is_empty()
}

/// `File.extname`: the last extension including the dot. Dots at the start of the name do not count, so `.gitignore`
/// has no extension.
pub fn extname(path: &str) -> &str {
    let name = basename(path);
    let start = name.len() - name.trim_start_matches('.').len();
    match memchr::memrchr(b'.', &name.as_bytes()[start..]) {
        // An extension does not start with a leading dot, or with a dot in a name that consists only of dots.
        Some(position) => &name[start + position..],
        None => "",
    }
}

/// `File.basename(path)`: the part after the last slash. Slashes at the end do not count.
pub fn basename(path: &str) -> &str {
    let path = trim_slashes(path);
    match memchr::memrchr(b'/', path.as_bytes()) {
        Some(_) if path == "/" => "/",
        Some(position) => &path[position + 1..],
        None => path,
    }
}

/// `File.basename(path, ".*")`: the base name without its extension.
pub fn stem(path: &str) -> &str {
    let name = basename(path);
    &name[..name.len() - extname(name).len()]
}

/// `File.dirname`: the part before the last slash, or `.` without a slash. Slashes at the end do not count, and several
/// slashes at the start become one.
pub fn dirname(path: &str) -> &str {
    let path = trim_slashes(path);
    let doubled = path.bytes().take_while(|byte| *byte == b'/').count().saturating_sub(1);
    // On Windows, two slashes start the name of a share.
    let path = if WINDOWS { path } else { &path[doubled..] };
    match memchr::memrchr(b'/', path.as_bytes()) {
        Some(position) => {
            let dir = path[..position].trim_end_matches('/');
            if dir.is_empty() { "/" } else { dir }
        }
        None => ".",
    }
}

fn trim_slashes(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.is_empty() { "/" } else { trimmed }
}

/// `File.join`: joins two parts with a slash. Slashes at the start of `item` replace the slashes at the end of `base`.
pub fn join(base: &str, item: &str) -> String {
    let base = if item.starts_with('/') { base.trim_end_matches('/') } else { base };
    let mut joined = String::with_capacity(base.len() + item.len() + 1);
    joined.push_str(base);
    if !item.starts_with('/') && !base.ends_with('/') {
        joined.push('/');
    }
    joined.push_str(item);
    joined
}

/// `File.expand_path(path, base)` without `~`: makes a path absolute and resolves `.` and `..` without accessing files.
pub fn expand(path: &str, base: &str) -> String {
    expand_on(path, base, WINDOWS)
}

fn expand_on(path: &str, base: &str, windows: bool) -> String {
    let path = with_slashes(path, windows);
    let root_of = |path| if windows { windows::root(path) } else { "" };
    let (own, of_base) = (root_of(&path), root_of(base));
    let relative = own.is_empty() && !path.starts_with('/');
    let root = if own.is_empty() { of_base } else { own };
    let above = if relative { base.get(of_base.len()..).unwrap_or_default() } else { "" };
    let below = path.get(own.len()..).unwrap_or_default();
    let mut parts: Vec<&str> = Vec::new();
    for segment in above.split('/').chain(below.split('/')) {
        match segment {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    let mut expanded = String::with_capacity(path.len() + base.len() + 2);
    expanded.push_str(root);
    for part in &parts {
        expanded.push('/');
        expanded.push_str(part);
    }
    if parts.is_empty() {
        expanded.push('/');
    }
    expanded
}

/// Replaces backslashes by slashes if `windows` is true.
fn with_slashes(path: &str, windows: bool) -> Cow<'_, str> {
    if windows && path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) }
}

/// `Jekyll.sanitized_path`: joins `questionable` to `base`, unless `questionable` is already a path below `base`. `..`
/// cannot lead out of `base`. Also resolves `.` and `..` and removes needless slashes.
pub fn sanitized(base: &str, questionable: &str) -> String {
    sanitized_on(base, questionable, WINDOWS)
}

fn sanitized_on(base: &str, questionable: &str, windows: bool) -> String {
    let questionable = with_slashes(questionable, windows);
    // Two slashes start a share on Windows, but count as one if the path must be below the base.
    let is_share = windows && questionable.starts_with("//") && !questionable.starts_with(base);
    let given = if is_share {
        &questionable[questionable.len() - questionable.trim_start_matches('/').len() - 1..]
    } else {
        &questionable
    };
    let clean = match given.strip_prefix('~') {
        Some(_) => expand_on(&format!("/{given}"), "/", windows),
        None => expand_on(given, "/", windows),
    };
    if clean == base {
        return clean;
    }
    let below = clean.strip_prefix(base).is_some_and(|rest| base.ends_with('/') || rest.starts_with('/'));
    if below {
        return clean;
    }
    let root = if windows { windows::root(&clean).len() } else { 0 };
    join(base, clean.get(root..).unwrap_or_default())
}

/// Ruby's `gsub(/\.*\z/, "")`: removes all trailing periods.
pub fn without_trailing_periods(name: &str) -> &str {
    name.trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_as_ruby_cuts_them() {
        assert_eq!(extname("a/b.tar.gz"), ".gz");
        assert_eq!(extname(".htaccess"), "");
        assert_eq!(extname(".a.b"), ".b");
        assert_eq!(extname("a."), ".");
        assert_eq!(extname("a.b/c"), "");
        assert_eq!(stem("a/b.tar.gz"), "b.tar");
        assert_eq!(dirname("a"), ".");
        assert_eq!(dirname("/a"), "/");
        assert_eq!(dirname("/a/b/"), "/a");
        #[cfg(not(windows))]
        assert_eq!(dirname("//a//b//c"), "/a//b");
        assert_eq!(basename("/a/b/"), "b");
    }

    #[test]
    fn paths_are_joined_as_ruby_joins_them() {
        assert_eq!(join("a", "b"), "a/b");
        assert_eq!(join("a/", "/b"), "a/b");
        assert_eq!(join("a//", "b"), "a//b");
        assert_eq!(join("a", "//b"), "a//b");
        assert_eq!(join("a//", "/b"), "a/b");
        assert_eq!(join("/", "/b"), "/b");
        assert_eq!(join("", "b"), "/b");
        assert_eq!(join("a", ""), "a/");
    }

    #[test]
    fn a_sanitized_path_never_leaves_its_base() {
        assert_eq!(sanitized("/site", "../../etc/passwd"), "/site/etc/passwd");
        assert_eq!(sanitized("/site", "/site/a"), "/site/a");
        assert_eq!(sanitized("/site", "/sitemap"), "/site/sitemap");
        assert_eq!(sanitized("/site", "a//b/./c"), "/site/a/b/c");
        assert_eq!(sanitized("/site", ""), "/site/");
    }

    #[test]
    fn drives_and_shares_are_where_paths_of_windows_begin() {
        let expand = |path, base| expand_on(path, base, true);
        assert_eq!(expand("a/../b", "C:/site"), "C:/site/b");
        assert_eq!(expand("..\\other", "C:/site"), "C:/other");
        assert_eq!(expand("../../../x", "C:/site"), "C:/x");
        assert_eq!(expand("D:/x/./y", "C:/site"), "D:/x/y");
        assert_eq!(expand("/x", "C:/site"), "C:/x");
        assert_eq!(expand("..", "C:/site"), "C:/");
        assert_eq!(expand("../../x", "//server/share/site"), "//server/share/x");
        assert_eq!(expand("/x", "/"), "/x");
        assert_eq!(expand_on("C:/x", "/site", false), "/site/C:/x");
        assert_eq!(expand_on("a\\b", "/site", false), "/site/a\\b");
    }

    #[test]
    fn a_sanitized_path_of_windows_never_leaves_its_base() {
        let sanitized = |path| sanitized_on("C:/site", path, true);
        assert_eq!(sanitized("..\\..\\Windows\\win.ini"), "C:/site/Windows/win.ini");
        assert_eq!(sanitized("C:/site/a"), "C:/site/a");
        assert_eq!(sanitized("C:/Windows"), "C:/site/Windows");
        assert_eq!(sanitized("D:\\site"), "C:/site/site");
        assert_eq!(sanitized("//server/share/a"), "C:/site/server/share/a");
        assert_eq!(sanitized("\\\\server\\share\\a"), "C:/site/server/share/a");
        assert_eq!(sanitized("a//b"), "C:/site/a/b");
        assert_eq!(sanitized_on("//server/share/site", "//server/share/site/a", true), "//server/share/site/a");
        assert_eq!(sanitized_on("//server/share/site", "//server/other", true), "//server/share/site/server/other");
    }
}
