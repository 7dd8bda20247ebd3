//! The cache of unpacked gems. Each gem is in a folder of its own in RubyGems' layout, under the checksum of its
//! package. A package in the cache therefore need not be verified again.

use super::package::Package;
use hastie_site::config::Configuration;
use hastie_site::path;
use hastie_site::world::World;
use std::fs;
use std::path::Path;

/// A folder of downloaded gems, each in a subfolder named after the package's SHA-256.
#[derive(Debug)]
pub(crate) struct Store<'a> {
    home: String,
    world: &'a World,
}

/// A failure of `Store::keep`: the package is another gem or cannot be unpacked, or the cache cannot be written.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The package is another gem, or cannot be unpacked. Contains the reason.
    Package(String),
    /// The cache cannot be written. Contains the reason.
    Unwritable(String),
}

impl<'a> Store<'a> {
    /// The cache of this name in the user's cache folder. If the user has no cache folder, the cache is in the site's
    /// `.jekyll-cache`.
    pub(crate) fn new(name: &str, config: &Configuration, world: &'a World) -> Self {
        let home = match world.cache_folder() {
            Some(cache) => path::join(&cache, &format!("hastie/{name}")),
            None => path::join(&path::sanitized(&config.source, ".jekyll-cache"), &format!("Hastie/{name}")),
        };
        Store { home, world }
    }

    /// The folder for a package with this checksum, which may not exist.
    fn folder(&self, sha256: &str, name: &str, version: &str) -> String {
        path::join(&self.home, &format!("{sha256}/gems/{name}-{version}"))
    }

    /// The folder of a gem in the cache. `None` if the cache lacks the gem, or if `version` has characters other than
    /// ASCII letters, digits and periods.
    pub(crate) fn find(&self, sha256: &str, name: &str, version: &str) -> Option<String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let folder = self.folder(sha256, name, version);
        (version.chars().all(is_plain) && self.world.is_folder(Path::new(&folder))).then_some(folder)
    }

    /// Unpacks a package into a temporary folder, and moves this folder into the cache. Returns the folder with the
    /// gem's files.
    ///
    /// # Errors
    /// Fails if the package is another gem or version, cannot be unpacked, or cannot be stored. A package with names or
    /// links that lead out of it is not unpacked.
    pub(crate) fn keep(&self, package: &Package, sha256: &str, name: &str, version: &str) -> Result<String, Refused> {
        let (own, own_version) = (&package.specification.name, package.specification.version.as_str());
        if own != name || own_version != version {
            let why = format!("the gem is another one: {own} {own_version}, not {name} {version}");
            return Err(Refused::Package(why));
        }
        let partial =
            path::join(&self.home, &format!("partial-{}-{}", hastie_site::world::process_id(), &sha256[..16]));
        let _ = fs::remove_dir_all(&partial);
        let outcome = self.settle(package, &partial, &path::join(&self.home, sha256));
        let _ = fs::remove_dir_all(&partial);
        outcome.map(|()| self.folder(sha256, name, version))
    }

    fn settle(&self, package: &Package, partial: &str, home: &str) -> Result<(), Refused> {
        let unkept = |error| Refused::Unwritable(format!("it cannot be stored in {home}: {error}"));
        let name = format!("{}-{}", package.specification.name, package.specification.version.as_str());
        let files = path::join(partial, &format!("gems/{name}"));
        package.unpack(Path::new(&files)).map_err(Refused::Package)?;
        let folder = path::join(partial, "specifications");
        fs::create_dir_all(&folder).map_err(unkept)?;
        let specification = path::join(&folder, &format!("{name}.gemspec"));
        fs::write(specification, package.specification.to_ruby()).map_err(unkept)?;
        // Another process may have stored the same package in the meantime.
        if fs::rename(partial, home).is_ok()
            || self.world.is_folder(Path::new(&path::join(home, &format!("gems/{name}"))))
        {
            return Ok(());
        }
        let _ = fs::remove_dir_all(home);
        fs::rename(partial, home).map_err(unkept)
    }
}
