//! The folders that are open when the guest starts.
//!
//! The module has files of its own below `/usr/local`, such as Ruby's standard library, and hides the rest of the host's
//! `/usr`. A path is resolved in the open folder whose name is its longest beginning. So the host's folders below
//! `/usr` are visible only if they are open, too. They are the same on every machine, because an image contains them.

/// The names of the open folders. The first is the root of the host's files.
pub(crate) const PREOPENED: &[&str] = &[
    "/",
    "/usr/app",
    "/usr/gem",
    "/usr/home",
    "/usr/lib",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/opt",
    "/usr/pkg",
    "/usr/share",
    "/usr/site",
    "/usr/src",
    "/usr/var",
    "/usr/www",
    "/usr/local/Cellar",
    "/usr/local/Homebrew",
    "/usr/local/app",
    "/usr/local/bundle",
    "/usr/local/lib/ruby/gems/2.7.0",
    "/usr/local/lib/ruby/gems/3.0.0",
    "/usr/local/lib/ruby/gems/3.1.0",
    "/usr/local/lib/ruby/gems/3.3.0",
    "/usr/local/lib/ruby/gems/3.4.0",
    "/usr/local/lib/ruby/gems/4.0.0",
    "/usr/local/lib64",
    "/usr/local/opt",
    "/usr/local/rbenv",
    "/usr/local/rvm",
    "/usr/local/share",
    "/usr/local/site",
    "/usr/local/src",
    "/usr/local/var",
    "/usr/local/www",
];

/// The descriptor of the first open folder.
pub(crate) const FIRST: usize = 3;

/// The name of the open folder with this descriptor. `None` for all other descriptors.
pub(crate) fn name(descriptor: u32) -> Option<&'static str> {
    PREOPENED.get((descriptor as usize).checked_sub(FIRST)?).copied()
}

/// Whether the guest cannot see a folder of the host, because the module's own files hide the folder.
pub fn is_hidden(folder: &str) -> bool {
    let is_below = |name: &str| folder.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    is_below("/usr") && !PREOPENED.iter().any(|name| *name != "/" && is_below(name))
}

#[cfg(test)]
mod tests {
    use super::is_hidden;

    #[test]
    fn folders_below_usr_are_hidden_unless_they_are_open() {
        for folder in ["/home/ada/site", "/", "/usrs", "/usr/src", "/usr/src/app", "/usr/local/bundle/gems"] {
            assert!(!is_hidden(folder), "{folder}");
        }
        for folder in ["/usr", "/usr/srcs", "/usr/elsewhere/site", "/usr/local/lib/ruby"] {
            assert!(is_hidden(folder), "{folder}");
        }
    }
}
