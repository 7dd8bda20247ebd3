//! Mirrors Ruby's `File` path arithmetic and Jekyll's `PathManager`.
//!
//! Jekyll's output depends on how Ruby cuts paths (an extension of `.htaccess` is empty, joins squeeze
//! slashes, a sanitized path never leaves its base), so paths of the site are plain strings with `/`
//! and these functions cut them. Nothing here effects the file system.

/// `File.extname`: the last extension with its dot, empty for dotfiles.
pub fn extname(path: &str) -> &str {
    let name = basename(path);
    let start = name.len() - name.trim_start_matches('.').len();
    match name[start..].rfind('.') {
        // A leading dot is no extension, nor is anything in a name made of dots alone.
        Some(at) => &name[start + at..],
        None => "",
    }
}

/// `File.basename(path)`: what follows the last slash.
pub fn basename(path: &str) -> &str {
    let path = trim_slashes(path);
    match path.rfind('/') {
        Some(_) if path == "/" => "/",
        Some(at) => &path[at + 1..],
        None => path,
    }
}

/// `File.basename(path, ".*")`: the base name without its extension.
pub fn stem(path: &str) -> &str {
    let name = basename(path);
    &name[..name.len() - extname(name).len()]
}

/// `File.dirname`: what precedes the last slash, `.` where there is none.
pub fn dirname(path: &str) -> &str {
    let path = trim_slashes(path);
    match path.rfind('/') {
        Some(at) => {
            let dir = path[..at].trim_end_matches('/');
            if dir.is_empty() { "/" } else { dir }
        }
        None => ".",
    }
}

fn trim_slashes(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.is_empty() { "/" } else { trimmed }
}

/// `File.join` of two parts: exactly one slash between them.
pub fn join(base: &str, item: &str) -> String {
    let mut joined = String::with_capacity(base.len() + item.len() + 1);
    joined.push_str(base.trim_end_matches('/'));
    joined.push('/');
    joined.push_str(item.trim_start_matches('/'));
    joined
}

/// `File.expand_path(path, base)` without `~`: absolute, `.` and `..` resolved in the text alone.
pub fn expand(path: &str, base: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let relative = !path.starts_with('/');
    let segments = if relative { base.split('/') } else { "".split('/') };
    for segment in segments.chain(path.split('/')) {
        match segment {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    let mut expanded = String::with_capacity(path.len() + base.len() + 2);
    for part in &parts {
        expanded.push('/');
        expanded.push_str(part);
    }
    if expanded.is_empty() {
        expanded.push('/');
    }
    expanded
}

/// `Jekyll.sanitized_path`: `questionable` below `base`, wherever its `..` point; a path that is
/// already below `base` stays as it is.
pub fn sanitized(base: &str, questionable: &str) -> String {
    let clean = match questionable.strip_prefix('~') {
        Some(_) => expand(&format!("/{questionable}"), "/"),
        None => expand(questionable, "/"),
    };
    if clean == base {
        return clean;
    }
    let below = clean.strip_prefix(base).is_some_and(|rest| base.ends_with('/') || rest.starts_with('/'));
    if below { clean } else { join(base, &clean) }
}

/// Ruby's `gsub(/\.*\z/, "")`: all trailing periods go.
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
        assert_eq!(basename("/a/b/"), "b");
    }

    #[test]
    fn a_sanitized_path_never_leaves_its_base() {
        assert_eq!(sanitized("/site", "../../etc/passwd"), "/site/etc/passwd");
        assert_eq!(sanitized("/site", "/site/a"), "/site/a");
        assert_eq!(sanitized("/site", "/sitemap"), "/site/sitemap");
        assert_eq!(sanitized("/site", "a//b/./c"), "/site/a/b/c");
        assert_eq!(sanitized("/site", ""), "/site/");
    }
}
