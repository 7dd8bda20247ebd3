//! Downloads themes that are gems and are not installed, once, into a cache. Gems with data for a plugin are downloaded
//! in the same way.
//!
//! The version comes from `Gemfile.lock`, otherwise from GitHub Pages or the plugin, and otherwise from the lock file
//! next to the configuration. If none of them has a version, it is the latest one that the Gemfile allows. The lock
//! file pins the checksum of the package. The unpacked gem is in the user's cache, in RubyGems' own layout, under its
//! checksum.

use crate::fetched::lock::{self, Lock, Pin, PinKind};
use crate::fetched::tree::hex;
use crate::gemfile;
use crate::gems::is_name;
use crate::gems::package::Package;
use crate::gems::resolve::Missing;
use crate::gems::server::{Release, Server};
use crate::gems::store::{Refused, Store};
use crate::gems::version::Requirement;
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::Theme;
use hastie_site::read::theme;
use hastie_site::world::{RequestError, World};
use sha2::{Digest, Sha256};

/// The purpose of a gem, which affects messages and the version.
#[derive(Debug, Clone, Copy)]
enum Purpose {
    /// The gem is the theme of the site.
    Theme,
    /// The gem has data for a plugin. Contains the version that the plugin expects.
    Data(&'static str),
}

/// The themes of GitHub Pages, with their versions.
pub(crate) const OF_GITHUB_PAGES: [(&str, &str); 15] = [
    ("minima", "2.5.1"),
    ("jekyll-swiss", "1.0.0"),
    ("jekyll-theme-primer", "0.6.0"),
    ("jekyll-theme-architect", "0.2.0"),
    ("jekyll-theme-cayman", "0.2.0"),
    ("jekyll-theme-dinky", "0.2.0"),
    ("jekyll-theme-hacker", "0.2.0"),
    ("jekyll-theme-leap-day", "0.2.0"),
    ("jekyll-theme-merlot", "0.2.0"),
    ("jekyll-theme-midnight", "0.2.0"),
    ("jekyll-theme-minimal", "0.2.0"),
    ("jekyll-theme-modernist", "0.2.0"),
    ("jekyll-theme-slate", "0.2.0"),
    ("jekyll-theme-tactile", "0.2.0"),
    ("jekyll-theme-time-machine", "0.2.0"),
];

/// The gems that GitHub Pages' default theme requires, which are enabled even if the theme is not available.
pub(crate) const NEEDED_BY_DEFAULT_THEME: [&str; 2] = ["jekyll-github-metadata", "jekyll-seo-tag"];

/// The theme in a gem, from the cache or from a server. `Ok(None)` if `name` is not a valid name of a gem, if the
/// download is not allowed, or if an optional theme cannot be downloaded. Warns if an optional theme is missing, unless
/// a remote theme replaces it.
///
/// # Errors
/// Fails if the download of a required theme fails, if a download does not match the pin, or if the lock file is
/// invalid.
pub(crate) fn find(name: &str, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
    if !is_name(name) {
        return Ok(None);
    }
    let gem = Gem { name, purpose: Purpose::Theme, config, world };
    let why = match gem.folder_of_pinned(log) {
        Ok(Some(folder)) => return Ok(Some(theme::open(world, name, &folder))),
        Ok(None) if config.has_optional_theme() => RequestError::Forbidden.to_string(),
        Ok(None) => return Ok(None),
        Err(Unavailable::Unreachable(why)) if config.has_optional_theme() => why,
        Err(unavailable) => return Err(gem.failure(unavailable)),
    };
    // A remote theme replaces the default theme.
    if !config.settings().remote_theme().truthy() {
        let text = format!(
            "{name}, GitHub's default theme, could not be fetched: {why}. The site is built without its layouts, \
             includes and style sheet"
        );
        log.warn(gem.topic(), text);
    }
    Ok(None)
}

/// The folder of a gem whose data a plugin needs, from the cache or from a server. The gem has the version `version`,
/// unless `Gemfile.lock` contains another one. `None` if the gem is not in the cache and must not be downloaded.
///
/// # Errors
/// Fails if the download fails or does not match the pin, or if the lock file is invalid.
pub(crate) fn data(
    name: &str,
    version: &'static str,
    config: &Configuration,
    world: &World,
    log: &mut Log,
) -> Result<Option<String>, Failure> {
    let gem = Gem { name, purpose: Purpose::Data(version), config, world };
    gem.folder_of_pinned(log).map_err(|unavailable| gem.failure(unavailable))
}

/// The reason why a gem is not available.
enum Unavailable {
    /// The server has no suitable version of the gem or cannot be reached, or the gem cannot be stored.
    Unreachable(String),
    /// The package does not match its checksum or is invalid. Contains the reason.
    Rejected(String),
    /// The lock file is invalid.
    Failed(Failure),
}

fn unreachable(missing: Missing) -> Unavailable {
    Unavailable::Unreachable(missing.reason)
}

/// A gem that is configured as the theme, or that a plugin needs.
struct Gem<'a> {
    name: &'a str,
    purpose: Purpose,
    config: &'a Configuration,
    world: &'a World,
}

impl Gem<'_> {
    /// The folder with the gem's files. Downloads the gem if it is not in the cache. `None` if the download is not
    /// allowed.
    fn folder_of_pinned(&self, log: &mut Log) -> Result<Option<String>, Unavailable> {
        let lock = Lock::read(&self.config.source, self.world).map_err(Unavailable::Failed)?;
        let asked = self.asked_version();
        let pin = lock.gem(self.name).filter(|pin| asked.as_deref().is_none_or(|version| version == pin.reference));
        if let Some(pin) = pin
            && let Some(folder) = self.store().find(&pin.sha256, self.name, &pin.reference)
        {
            return Ok(Some(folder));
        }
        if self.world.is_offline() {
            return Ok(None);
        }
        let pin = pin.cloned();
        self.fetch(lock, asked, pin, log).map(Some)
    }

    /// The version that `Gemfile.lock`, GitHub Pages or a plugin requests. `None` if any version may be used.
    fn asked_version(&self) -> Option<String> {
        let of_pages = || {
            let has_imposed_settings = self.config.reference.configuration.has_imposed_settings;
            OF_GITHUB_PAGES
                .iter()
                .find(|(name, _)| has_imposed_settings && *name == self.name)
                .map(|(_, it)| (*it).to_owned())
        };
        let usual = || match self.purpose {
            Purpose::Theme => of_pages(),
            Purpose::Data(version) => Some(version.to_owned()),
        };
        gemfile::locked_version(self.world, self.name).or_else(usual)
    }

    /// The cache for themes and data that are gems.
    fn store(&self) -> Store<'_> {
        Store::new("themes", self.config, self.world)
    }

    /// Downloads the package, verifies its checksum, unpacks it and pins it. Returns the folder with the gem's files.
    fn fetch(&self, lock: Lock, asked: Option<String>, pin: Option<Pin>, log: &mut Log) -> Result<String, Unavailable> {
        let server = Server::new(self.world);
        let (version, sum) = match &pin {
            Some(pin) => (pin.reference.clone(), Some(pin.sha256.clone())),
            None => {
                let release = self.choose(&server, asked)?;
                (release.version.as_str().to_owned(), release.sha256)
            }
        };
        let bytes = server.package(self.name, &version).map_err(unreachable)?;
        let sha256 = hex(&Sha256::digest(&bytes));
        if let Some(sum) = sum.filter(|sum| *sum != sha256) {
            let (whose, advice) = match pin {
                Some(_) => (lock::FILE, ". Remove the entry from the lock if you trust it"),
                None => ("its index", ""),
            };
            let why = format!("the checksum of {version} is {sha256}, but {whose} says {sum}{advice}");
            return Err(Unavailable::Rejected(why));
        }
        let package = Package::open(&bytes).map_err(Unavailable::Rejected)?;
        let folder = self.store().keep(&package, &sha256, self.name, &version).map_err(|refused| match refused {
            Refused::Package(why) => Unavailable::Rejected(why),
            Refused::Unwritable(why) => Unavailable::Unreachable(why),
        })?;
        if pin.is_none() {
            let pin = Pin {
                kind: PinKind::Theme,
                source: format!("{}/gems/{}", server.address, self.name),
                reference: version.clone(),
                commit: None,
                sha256,
            };
            if let Err(error) = lock.write(&self.config.source, [pin]) {
                log.warn_about(lock::FILE, 0, self.topic(), format!("{} cannot be written: {error}", lock::FILE));
            }
        }
        log.info(
            self.topic(),
            format!("{} {version} fetched from {}, pinned in {}", self.name, server.address, lock::FILE),
        );
        Ok(folder)
    }

    /// The release to download: the requested version, or the latest that the Gemfile allows.
    fn choose(&self, server: &Server<'_>, asked: Option<String>) -> Result<Release, Unavailable> {
        let mut releases = server.releases(self.name).map_err(unreachable)?;
        let required = gemfile::requirements(self.world, self.name);
        match &asked {
            Some(version) => releases.retain(|release| release.version.as_str() == version),
            None => {
                let conditions: Vec<Requirement> =
                    required.iter().filter_map(|text| Requirement::parse(text)).collect();
                releases.retain(|release| conditions.iter().all(|condition| condition.accepts(&release.version)));
                if releases.iter().any(|release| !release.version.is_prerelease()) {
                    releases.retain(|release| !release.version.is_prerelease());
                }
            }
        }
        let newest = releases.into_iter().max_by(|a, b| a.version.compare(&b.version));
        newest.ok_or_else(|| {
            let wanted = asked.unwrap_or_else(|| required.join(", "));
            Unavailable::Unreachable(format!("{} has no version {wanted} of it", server.address))
        })
    }

    fn topic(&self) -> &'static str {
        match self.purpose {
            Purpose::Theme => "Theme:",
            Purpose::Data(_) => "Gem:",
        }
    }

    /// Jekyll's error for a missing theme, followed by the reason.
    fn failure(&self, unavailable: Unavailable) -> Failure {
        let why = match unavailable {
            Unavailable::Unreachable(why) | Unavailable::Rejected(why) => why,
            Unavailable::Failed(failure) => return failure,
        };
        if matches!(self.purpose, Purpose::Data(_)) {
            let message = format!("the gem {} is not installed and could not be fetched: {why}", self.name);
            return Failure::raised("Jekyll::Errors::MissingDependencyException", message);
        }
        let message = format!("The {} theme could not be found.", self.name);
        let mut failure = Failure::fatal("Jekyll::Errors::MissingDependencyException", message);
        let hint = format!("it is not installed and could not be fetched: {why}");
        let location = hastie_site::diagnostic::Diagnostic::at("_config.yml", None, 0, 0).with_hint(hint);
        failure.location = Some(Box::new(location));
        failure
    }
}
