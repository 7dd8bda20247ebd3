//! Checks that a build only writes below its destination.

use crate::failure::Failure;
use crate::path;
use crate::world::{Gate, Outside};
use memchr::{memchr, memmem};
use std::collections::BTreeMap;
use std::path::{Component, Path};

/// Fails if a file to write or remove is not below the destination. Plugins can set any path, although URLs cannot lead
/// outside.
///
/// # Errors
/// The error names the first such file.
pub(super) fn check<'d>(destination: &str, mut files: impl Iterator<Item = &'d str>) -> Result<(), Failure> {
    match files.find(|file| !is_below(destination, file)) {
        Some(file) => Err(Failure::raised("SecurityError", format!("{file} is not below the destination"))),
        None => Ok(()),
    }
}

/// Fails if a file to write or remove is below a link that leads out of the destination. The destination itself may be
/// a link.
///
/// # Errors
/// The error names one such file.
pub(super) fn check_links<'d>(destination: &str, files: impl Iterator<Item = &'d str>) -> Result<(), Failure> {
    let gate = Gate::new().writable(destination);
    let first_of_folder: BTreeMap<&str, &str> = files.map(|file| (path::dirname(file), file)).collect();
    for file in first_of_folder.into_values() {
        if gate.check_write(Path::new(file)).is_err_and(|error| Outside::is(&error)) {
            let text = format!("{file} is below a link that leads out of the destination");
            return Err(Failure::raised("SecurityError", text));
        }
    }
    Ok(())
}

fn is_below(destination: &str, file: &str) -> bool {
    let rest =
        file.strip_prefix(destination).map(|rest| if destination.ends_with('/') { rest } else { path_after(rest) });
    rest.is_some_and(|rest| {
        let has_dots = memmem::find(rest.as_bytes(), b"..").is_some();
        let leads_up = || Path::new(rest).components().any(|part| part == Component::ParentDir);
        let is_refused = rest.is_empty() || memchr(0, rest.as_bytes()).is_some() || (has_dots && leads_up());
        !is_refused
    })
}

/// Removes the separator at the start of `rest`, the part of a path after the destination. Empty if `rest` starts
/// without a separator: `/_sites/a` is not below `/_site`.
fn path_after(rest: &str) -> &str {
    let separators: &[char] = if path::WINDOWS { &['/', '\\'] } else { &['/'] };
    rest.strip_prefix(separators).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_below;

    #[test]
    fn only_files_in_the_destination_are_below_it() {
        for file in ["/s/_site/a", "/s/_site/a/..b", "/s/_site/a..", "/s/_site/.a/b"] {
            assert!(is_below("/s/_site", file), "{file}");
        }
        for file in
            ["/s/_site", "/s/_site/", "/s/_sites/a", "/s/_site/../a", "/s/_site/a/../../b", "/etc/passwd", "", "a"]
        {
            assert!(!is_below("/s/_site", file), "{file}");
        }
        assert!(!is_below("/s/_site", "/s/_site/a\0b"));
        assert!(is_below("/", "/a") && !is_below("/", "/../a"));
    }
}
