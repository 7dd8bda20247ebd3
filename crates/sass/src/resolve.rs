//! Resolution of the URLs of `@use`, `@forward` and `@import` to files, by dart-sass's rules.

use hastie_sass_core::loader::{Loader, join};

/// The path of a file that a URL resolves to, and how the file was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The path by which the loader finds the file.
    pub(crate) path: String,
    /// Whether the file was found in a load path.
    pub(crate) through_load_path: bool,
}

/// Resolves `url`, first in the folder of the file `base` and then in `load_paths`. An empty URL is the file `base`
/// itself, if there is one. With `import`, an import-only file (`name.import.scss`) takes precedence. `None` if no file
/// matches. Fails with the paths if several files match in one folder, such as `a.scss` and `_a.scss` for `a`.
pub(crate) fn find(
    loader: &dyn Loader,
    url: &str,
    base: Option<&str>,
    load_paths: &[String],
    import: bool,
) -> Result<Option<Found>, Vec<String>> {
    let decoded = percent_decode(url);
    let path = match decoded.strip_prefix("file://") {
        Some(path) => path,
        None if has_scheme(url) => return Ok(None),
        None => &decoded,
    };
    if let Some(base) = base {
        // An empty URL refers to the file itself.
        if path.is_empty() {
            return Ok(Some(Found { path: base.to_owned(), through_load_path: false }));
        }
        let folder = base.rsplit_once('/').map_or("", |(folder, _)| if folder.is_empty() { "/" } else { folder });
        if let Some(path) = resolve(loader, &join(folder, path), import)? {
            return Ok(Some(Found { path, through_load_path: false }));
        }
    }
    for load_path in load_paths {
        if let Some(path) = resolve(loader, &join(load_path, path), import)? {
            return Ok(Some(Found { path, through_load_path: true }));
        }
    }
    Ok(None)
}

fn has_scheme(url: &str) -> bool {
    url.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

fn percent_decode(url: &str) -> String {
    if !url.contains('%') {
        return url.to_owned();
    }
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = |position: usize| tail.get(position).and_then(|byte| (*byte as char).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = tail.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| url.to_owned())
}

fn resolve(loader: &dyn Loader, path: &str, import: bool) -> Result<Option<String>, Vec<String>> {
    for extension in [".sass", ".scss", ".css"] {
        if let Some(stem) = path.strip_suffix(extension) {
            if import && let Some(found) = exactly_one(candidates(loader, &format!("{stem}.import{extension}")))? {
                return Ok(Some(found));
            }
            return exactly_one(candidates(loader, path));
        }
    }
    if import && let Some(found) = exactly_one(with_extensions(loader, &format!("{path}.import")))? {
        return Ok(Some(found));
    }
    if let Some(found) = exactly_one(with_extensions(loader, path))? {
        return Ok(Some(found));
    }
    if !loader.is_folder(path) {
        return Ok(None);
    }
    if import && let Some(found) = exactly_one(with_extensions(loader, &join(path, "index.import")))? {
        return Ok(Some(found));
    }
    exactly_one(with_extensions(loader, &join(path, "index")))
}

/// The files that exist at a path and at the path of its partial, such as `a/_b` for `a/b`.
fn candidates(loader: &dyn Loader, path: &str) -> Vec<String> {
    let partial = match path.rsplit_once('/') {
        Some((folder, name)) => format!("{folder}/_{name}"),
        None => format!("_{path}"),
    };
    [partial, path.to_owned()].into_iter().filter(|path| loader.is_file(path)).collect()
}

fn with_extensions(loader: &dyn Loader, path: &str) -> Vec<String> {
    let mut found = candidates(loader, &format!("{path}.sass"));
    found.append(&mut candidates(loader, &format!("{path}.scss")));
    if found.is_empty() { candidates(loader, &format!("{path}.css")) } else { found }
}

fn exactly_one(mut paths: Vec<String>) -> Result<Option<String>, Vec<String>> {
    if paths.len() > 1 { Err(paths) } else { Ok(paths.pop()) }
}
