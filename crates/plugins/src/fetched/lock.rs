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

/// The file name, relative to the source. Jekyll ignores names that start with a period.
pub const FILE: &str = ".hastie.lock";

const HEAD: &str = "\
# What a build has fetched: gems at their versions with the sums of their packages, and repositories at their commits
# with the sums of their files. Keep this file with the site. An entry that is taken out is fetched anew.
";

/// A pinned theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// `https://HOST/OWNER/NAME`, or `SERVER/gems/NAME`
    pub theme: String,
    /// The reference in the configuration: a branch, a tag, a commit, `latest` or `HEAD`. For a gem, its version.
    pub reference: String,
    /// The commit, if the archive contains it.
    pub commit: Option<String>,
    /// The digest of the files (see `tree.rs`) or of a gem's package, in hexadecimal.
    pub sha256: String,
}

/// All pins of a site.
#[derive(Debug, Default)]
pub struct Lock {
    pins: Vec<Pin>,
}

impl Lock {
    /// Reads the lock file of a site. Empty if there is none.
    ///
    /// # Errors
    /// Fails if the file is not a lock file.
    pub fn read(source: &str, world: &World) -> Result<Self, Failure> {
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
        let Some(themes) = table.get("theme") else { return Ok(Lock::default()) };
        let themes = themes.as_array().ok_or("`theme` is not a list of tables")?;
        let pins = themes.iter().map(|theme| {
            let value = |key: &str| theme.get(key).and_then(toml::Value::as_str).map(str::to_owned);
            let needed = |key: &str| value(key).ok_or_else(|| format!("a theme without `{key}`"));
            let pin = Pin {
                theme: needed("source")?,
                reference: needed("ref")?,
                commit: value("commit"),
                sha256: needed("sha256")?.to_lowercase(),
            };
            let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
            if pin.sha256.len() != 64 || !is_hex(&pin.sha256) || pin.commit.as_deref().is_some_and(|it| !is_commit(it))
            {
                return Err(format!("{}: `sha256` has 64 hexadecimal digits, `commit` 40 or 64", pin.theme));
            }
            Ok(pin)
        });
        Ok(Lock { pins: pins.collect::<Result<_, String>>()? })
    }

    /// The pin of the theme at this address with this reference.
    pub fn pin(&self, address: &str, reference: &str) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.theme == address && pin.reference == reference)
    }

    /// The pin of a gem on any server.
    pub fn gem(&self, name: &str) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.theme.rsplit_once("/gems/").is_some_and(|(_, gem)| gem == name))
    }

    /// Writes the file of a site with an additional pin. A link in its place is not followed.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub fn write(self, source: &str, pin: Pin) -> io::Result<()> {
        write_whole(Path::new(&path::join(source, FILE)), self.with(pin).as_bytes())
    }

    /// Adds a pin, replacing one for the same theme, and returns the file's new text.
    fn with(mut self, pin: Pin) -> String {
        self.pins.retain(|other| other.theme != pin.theme);
        self.pins.push(pin);
        self.pins.sort_by(|a, b| a.theme.cmp(&b.theme));
        let mut text = HEAD.to_owned();
        for pin in &self.pins {
            let _ = write!(text, "\n[[theme]]\nsource = \"{}\"\nref = \"{}\"\n", pin.theme, pin.reference);
            if let Some(commit) = &pin.commit {
                let _ = writeln!(text, "commit = \"{commit}\"");
            }
            let _ = writeln!(text, "sha256 = \"{}\"", pin.sha256);
        }
        text
    }
}

/// Whether a text is a full commit id.
pub fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let pin = Pin {
            theme: "https://github.com/ada/hearth".to_owned(),
            reference: "v1.0".to_owned(),
            commit: Some("a".repeat(40)),
            sha256: "0".repeat(64),
        };
        let text = Lock::default().with(pin.clone());
        let lock = Lock::parse(&text).expect("what was just written");
        assert_eq!(lock.pins, std::slice::from_ref(&pin));
        let newer = Pin { reference: "v2.0".to_owned(), commit: None, ..pin };
        assert_eq!(Lock::parse(&lock.with(newer.clone())).expect("a lock").pins, [newer]);
    }

    #[test]
    fn a_lock_that_pins_nothing_certain_is_refused() {
        for text in ["[[theme]]\nsource = \"x\"", "theme = 1", "[[theme]]\nsource='x'\nref='y'\nsha256='12'", "]"] {
            assert!(Lock::parse(text).is_err(), "{text}");
        }
    }
}
