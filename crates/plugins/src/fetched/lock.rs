//! The lock file, which stores the commit of each theme and the version of each gem with which a site is built. It is
//! next to the configuration.
//!
//! The file should be committed with the site's source. If the theme is cached, a build needs no network access.
//! Otherwise the theme is downloaded again, and the build fails if it differs.

use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::world::{World, write_whole};
use std::fmt::Write;
use std::io;
use std::path::Path;

/// The name of the lock file in the site's source folder. Because of the period at its start, Jekyll does not copy the
/// file into the site.
pub(crate) const FILE: &str = ".hastie.lock";

const HEAD: &str = "\
# The gems and repositories that builds have fetched: gems with their versions and the checksums of their packages,
# repositories with their commits and the checksums of their files. Keep this file with the site. To fetch something
# again, remove its entry.
";

/// The two kinds of pins, for themes and for plugins. In the lock file, each kind has its own array of TOML tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PinKind {
    /// Themes, and gems whose data a plugin needs, such as csl-styles.
    Theme,
    /// Plugins that are gems, and the gems that they need.
    Gem,
}

impl PinKind {
    const ALL: [PinKind; 2] = [PinKind::Theme, PinKind::Gem];

    fn key(self) -> &'static str {
        match self {
            PinKind::Theme => "theme",
            PinKind::Gem => "gem",
        }
    }
}

/// An entry of `.hastie.lock`: the exact version of a downloaded theme or gem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pin {
    /// The kind of the pin, which decides the array in the lock file that contains it.
    pub kind: PinKind,
    /// The address: `https://HOST/OWNER/NAME` of a repository, or `SERVER/gems/NAME` of a gem.
    pub source: String,
    /// The reference in the configuration: a branch, a tag, a commit, `latest` or `HEAD`. For a gem, its version.
    pub reference: String,
    /// The commit, if the archive contains it.
    pub commit: Option<String>,
    /// The digest of the files (see `tree.rs`) or of a gem's package, in hexadecimal.
    pub sha256: String,
}

impl Pin {
    fn read(kind: PinKind, entry: &toml::Value) -> Result<Self, String> {
        let value = |key: &str| entry.get(key).and_then(toml::Value::as_str).map(str::to_owned);
        let needed = |key: &str| value(key).ok_or_else(|| format!("a {} without `{key}`", kind.key()));
        let pin = Pin {
            kind,
            source: needed("source")?,
            reference: needed("ref")?,
            commit: value("commit"),
            sha256: needed("sha256")?.to_lowercase(),
        };
        let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if pin.sha256.len() != 64 || !is_hex(&pin.sha256) || pin.commit.as_deref().is_some_and(|it| !is_commit(it)) {
            return Err(format!("{}: `sha256` has 64 hexadecimal digits, `commit` 40 or 64", pin.source));
        }
        Ok(pin)
    }

    /// The name of the fetched gem. `None` for a repository.
    pub(crate) fn gem(&self) -> Option<&str> {
        // A repository may belong to the account `gems`. Only the archive of a repository contains a commit.
        self.source.rsplit_once("/gems/").filter(|_| self.commit.is_none()).map(|(_, name)| name)
    }

    /// The theme or gem that is pinned: the address of a theme, or the name of a gem from any server. A site has at
    /// most one pin for each.
    fn subject(&self) -> (PinKind, &str) {
        let gem = self.gem().filter(|_| self.kind == PinKind::Gem);
        (self.kind, gem.unwrap_or(&self.source))
    }
}

/// The contents of `.hastie.lock`: the pins of downloaded themes and gems.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lock {
    pins: Vec<Pin>,
}

impl Lock {
    /// Reads the lock file of a site. Empty if there is none.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a lock file.
    pub(crate) fn read(source: &str, world: &World) -> Result<Self, Failure> {
        let file = path::join(source, FILE);
        if !world.exists(Path::new(&file)) {
            return Ok(Lock::default());
        }
        let broken = |why: String| Failure::raised("Jekyll::RemoteTheme::DownloadError", format!("{FILE}: {why}"));
        let bytes = world.read(Path::new(&file)).map_err(|error| broken(error.to_string()))?;
        Lock::parse(&String::from_utf8_lossy(&bytes)).map_err(broken)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let mut pins = Vec::new();
        for list in PinKind::ALL {
            let Some(entries) = table.get(list.key()) else { continue };
            let entries = entries.as_array().ok_or_else(|| format!("`{}` is not a list of tables", list.key()))?;
            for entry in entries {
                pins.push(Pin::read(list, entry)?);
            }
        }
        Ok(Lock { pins })
    }

    /// The pin of the theme at `address`. `reference` is the reference in the configuration, such as a branch or a
    /// commit. `None` if no pin has both this address and this reference.
    pub(crate) fn pin(&self, address: &str, reference: &str) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.source == address && pin.reference == reference)
    }

    /// The pin of a gem, whatever its server. `None` if the tables of themes and plugins both lack the gem.
    pub(crate) fn gem(&self, name: &str) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.gem() == Some(name))
    }

    /// The pins of a table, in the order of the file.
    pub(crate) fn of(&self, kind: PinKind) -> impl Iterator<Item = &Pin> {
        self.pins.iter().filter(move |pin| pin.kind == kind)
    }

    /// Writes the lock file of a site, with `pins` added.
    ///
    /// # Errors
    /// Returns the operating system's error. Also fails if the lock file is a symbolic link, which is neither followed
    /// nor replaced.
    pub(crate) fn write(self, source: &str, pins: impl IntoIterator<Item = Pin>) -> io::Result<()> {
        write_whole(Path::new(&path::join(source, FILE)), self.with(pins).as_bytes())
    }

    /// Adds pins, and replaces existing pins of the same themes and gems. Returns the file's new text.
    pub(crate) fn with(mut self, pins: impl IntoIterator<Item = Pin>) -> String {
        for pin in pins {
            self.pins.retain(|other| other.subject() != pin.subject());
            self.pins.push(pin);
        }
        self.pins.sort_by(|a, b| (a.kind, &a.source).cmp(&(b.kind, &b.source)));
        let mut text = HEAD.to_owned();
        for pin in &self.pins {
            let (key, source, reference) = (pin.kind.key(), &pin.source, &pin.reference);
            let _ = write!(text, "\n[[{key}]]\nsource = \"{source}\"\nref = \"{reference}\"\n");
            if let Some(commit) = &pin.commit {
                let _ = writeln!(text, "commit = \"{commit}\"");
            }
            let _ = writeln!(text, "sha256 = \"{}\"", pin.sha256);
        }
        text
    }
}

/// Whether a text is a full commit id: 40 or 64 hexadecimal digits.
pub(crate) fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let pin = Pin {
            kind: PinKind::Theme,
            source: "https://github.com/ada/hearth".to_owned(),
            reference: "v1.0".to_owned(),
            commit: Some("a".repeat(40)),
            sha256: "0".repeat(64),
        };
        let text = Lock::default().with([pin.clone()]);
        let lock = Lock::parse(&text).expect("what was just written");
        assert_eq!(lock.pins, std::slice::from_ref(&pin));
        let newer = Pin { reference: "v2.0".to_owned(), commit: None, ..pin };
        assert_eq!(Lock::parse(&lock.with([newer.clone()])).expect("a lock").pins, [newer]);
    }

    #[test]
    fn a_gem_is_pinned_once_whatever_its_server() {
        let pin = |kind, server: &str, version: &str| Pin {
            kind,
            source: format!("{server}/gems/bell"),
            reference: version.to_owned(),
            commit: None,
            sha256: "0".repeat(64),
        };
        let (theme, old) = (pin(PinKind::Theme, "https://a", "1"), pin(PinKind::Gem, "https://a", "1"));
        let new = pin(PinKind::Gem, "https://b", "2");
        let text = Lock::default().with([theme.clone(), old, new.clone()]);
        let lock = Lock::parse(&text).expect("what was just written");
        assert_eq!(lock.of(PinKind::Gem).collect::<Vec<_>>(), [&new]);
        assert_eq!(lock.pins, [theme, new]);
    }

    #[test]
    fn a_theme_of_the_account_gems_is_not_a_gem() {
        let pin = |source: &str, commit: Option<String>| Pin {
            kind: PinKind::Theme,
            source: source.to_owned(),
            reference: "1.0".to_owned(),
            commit,
            sha256: "0".repeat(64),
        };
        let (theme, gem) = (pin("https://a/gems/bell", Some("a".repeat(40))), pin("https://b/gems/bell", None));
        let lock = Lock::parse(&Lock::default().with([theme, gem.clone()])).expect("what was just written");
        assert_eq!(lock.gem("bell"), Some(&gem));
    }

    #[test]
    fn a_lock_that_pins_nothing_certain_is_refused() {
        for text in
            ["[[theme]]\nsource = \"x\"", "theme = 1", "gem = 1", "[[theme]]\nsource='x'\nref='y'\nsha256='12'", "]"]
        {
            assert!(Lock::parse(text).is_err(), "{text}");
        }
    }
}
