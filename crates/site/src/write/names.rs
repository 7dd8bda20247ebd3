//! Checks file names that the operating system does not allow, before anything is written.

use crate::failure::Failure;
use crate::path::windows::refusal;

/// With `windows`, rejects file names that Windows cannot store. `aux.html` would be written to a device, and `a:b` to
/// a hidden stream of the file `a`.
///
/// # Errors
/// The error names the first such destination and the reason.
pub(super) fn check<'d>(destination: &str, files: impl Iterator<Item = &'d str>, windows: bool) -> Result<(), Failure> {
    if !windows {
        return Ok(());
    }
    for file in files {
        let below = file.strip_prefix(destination).unwrap_or(file).trim_start_matches('/');
        let refused = below.split('/').find_map(|name| Some((name, refusal(name)?)));
        if let Some((name, why)) = refused {
            let text =
                format!("Invalid argument @ rb_sysopen - {file}: Windows does not allow the name '{name}': {why}");
            return Err(Failure::raised("Errno::EINVAL", text));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn devices_and_streams_are_refused_on_windows_alone() {
        let refused = |file: &str| check("C:/site/_site", [file].into_iter(), true).is_err();
        assert!(refused("C:/site/_site/aux.html"));
        assert!(refused("C:/site/_site/tags/c:d/index.html"));
        assert!(refused("C:/site/_site/nul/index.html"));
        assert!(!refused("C:/site/_site/a/index.html"));
        assert!(check("/site/_site", ["/site/_site/aux.html"].into_iter(), false).is_ok());
    }
}
