//! The gem jekyll-remote-theme 0.5: `remote_theme` names a theme that is not a gem.
//!
//! A theme in a local folder is used directly. A theme on GitHub is downloaded once into the cache folder, unless the
//! user forbids it. Its commit and the checksum of its files are stored in a lock file next to the configuration
//! (`fetched/lock.rs`). Later builds send no requests. If the theme is not in the cache and must not be downloaded, the
//! site is built without it, with a warning.

mod download;
mod gemspec;
mod name;

use crate::fetched::archive::{self, Wrapping};
use crate::fetched::lock::{self, Lock, Pin, PinKind};
use crate::fetched::tree;
use download::failed;
use hastie_liquid::Value;
use hastie_site::config::{Configuration, cache, inspect};
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::model::Theme;
use hastie_site::path;
use hastie_site::plugin::Plugin;
use hastie_site::read::theme;
use hastie_site::world::World;
use name::{Named, Repository};
use std::fs;
use std::path::Path;

const TOPIC: &str = "Remote Theme:";

/// Replaces the site's theme by the one that `remote_theme` names.
#[derive(Debug)]
pub(crate) struct RemoteTheme;

impl Plugin for RemoteTheme {
    fn name(&self) -> &'static str {
        "jekyll-remote-theme"
    }

    fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        let setting = config.settings().remote_theme();
        // Ruby converts any value to a string, but strings of other types never name a theme.
        let text = match setting {
            Value::Nil | Value::Bool(false) => return Ok(None),
            other => other.as_str().unwrap_or_default(),
        };
        if text.trim().is_empty() && setting.as_str().is_some() {
            return Err(Failure::raised("NoMethodError", "undefined method `match' for nil:NilClass"));
        }
        let named = Named::parse(text.trim(), world);
        if let Some(Named::Folder(folder)) = &named {
            log.debug("Theme:", text.trim());
            log.debug("Theme source:", folder.as_str());
        }
        match named {
            Some(Named::Folder(folder)) if world.is_folder(Path::new(&folder)) => {
                let name = path::basename(&folder).to_owned();
                log.info(TOPIC, format!("Using theme local/{name}"));
                log.debug(TOPIC, format!("Using local theme at {folder}"));
                Ok(Some(open(world, &name, &folder)))
            }
            Some(Named::Repository(repository)) => {
                let theme = Fetched { repository: &repository, config, world }.theme(log)?;
                if theme.is_none() {
                    without(&repository, config, log)?;
                }
                Ok(theme)
            }
            _ => {
                let text = format!("{} is not a valid remote theme", inspect(Some(setting)));
                log.push(Message::new(Level::Error, TOPIC, text).about_setting("remote_theme"));
                Ok(None)
            }
        }
    }
}

/// Describes the theme in a folder, with the metadata of its gemspec.
fn open(world: &World, name: &str, folder: &str) -> Theme {
    let mut theme = theme::open(world, name, folder);
    gemspec::describe(&mut theme, world);
    theme
}

/// Warns that a theme is not fetched, because the build is offline. Fails instead if the site is strict.
fn without(repository: &Repository, config: &Configuration, log: &mut Log) -> Result<(), Failure> {
    let text = format!(
        "{} is not fetched, because the build is offline (--offline or HASTIE_OFFLINE). Build once without this \
         option to cache it, or clone it and name its folder (remote_theme: ../theme)",
        repository.with_reference()
    );
    if config.settings().strict() {
        return Err(failed(text));
    }
    log.warn_of_setting("remote_theme", TOPIC, text);
    Ok(())
}

/// A theme in a repository, which is downloaded unless the cache has it.
struct Fetched<'a> {
    repository: &'a Repository,
    config: &'a Configuration,
    world: &'a World,
}

impl Fetched<'_> {
    /// The theme, from the cache or from its server. `None` if the theme is not in the cache and the build is offline.
    fn theme(&self, log: &mut Log) -> Result<Option<Theme>, Failure> {
        let lock = Lock::read(&self.config.source, self.world)?;
        let pin = lock.pin(&self.repository.address(), &self.repository.reference).cloned();
        let kept = pin.as_ref().map(|pin| self.folder(&pin.sha256)).filter(|it| self.world.is_folder(Path::new(it)));
        let folder = match (kept, &pin) {
            (Some(folder), Some(pin)) => {
                self.check(&folder, pin)?;
                log.debug(TOPIC, format!("Using existing {}", self.repository));
                folder
            }
            _ if self.world.is_offline() => return Ok(None),
            _ => self.fetch(lock, pin, log)?,
        };
        log.info(TOPIC, format!("Using theme {}", self.repository));
        Ok(Some(open(self.world, &self.repository.name, &folder)))
    }

    /// The cache folder for a theme with this checksum.
    fn folder(&self, sha256: &str) -> String {
        let name = format!("{}-{}-{}", self.repository.owner, self.repository.name, &sha256[..16]);
        path::join(&self.themes(), &name)
    }

    /// The cache folder for themes. It is needed even with `disable_disk_cache`.
    fn themes(&self) -> String {
        path::join(&cache::path(self.config), "Hastie/themes")
    }

    /// Checks that the cached theme matches the pin.
    fn check(&self, folder: &str, pin: &Pin) -> Result<(), Failure> {
        match tree::sum(self.world, Path::new(folder)) {
            Ok(sum) if sum == pin.sha256 => Ok(()),
            _ => Err(failed(format!(
                "the files of {} in {folder} do not match {}. Delete the folder and build again",
                self.repository.with_reference(),
                lock::FILE
            ))),
        }
    }

    /// Downloads the theme at the pinned commit. Without a pin, downloads the configured reference and pins it. Returns
    /// the folder of the theme in the cache.
    fn fetch(&self, lock: Lock, pin: Option<Pin>, log: &mut Log) -> Result<String, Failure> {
        let reference = match (pin.as_ref().and_then(|pin| pin.commit.clone()), self.repository.reference.as_str()) {
            (Some(commit), _) => commit,
            (None, "latest") => download::latest(self.repository, self.world, log),
            (None, reference) => reference.to_owned(),
        };
        let bytes = download::archive(self.repository, &reference, self.world, log)?;
        let partial = path::join(&self.themes(), &format!("partial-{}", hastie_site::world::process_id()));
        let outcome = self.settle(&bytes, Path::new(&partial), pin);
        // Already moved away on success.
        let _ = fs::remove_dir_all(&partial);
        let (folder, new) = outcome?;
        if let Some(pin) = new {
            let position = pin.commit.as_ref().map_or(String::new(), |commit| format!(" at {commit}"));
            log.info(TOPIC, format!("{} is pinned{position} in {}", self.repository.with_reference(), lock::FILE));
            if let Err(error) = lock.write(&self.config.source, [pin]) {
                log.warn_about(lock::FILE, 0, TOPIC, format!("{} cannot be written: {error}", lock::FILE));
            }
        }
        Ok(folder)
    }

    /// Unpacks an archive to a temporary folder, compares its files with the pin, and moves the folder into the cache.
    /// Returns the folder, and a new pin if there was none.
    fn settle(&self, bytes: &[u8], partial: &Path, pin: Option<Pin>) -> Result<(String, Option<Pin>), Failure> {
        let named = self.repository.with_reference();
        let _ = fs::remove_dir_all(partial);
        let commit =
            archive::unpack(bytes, partial, Wrapping::Folder).map_err(|why| failed(format!("{named}: {why}")))?;
        let unkept = |error: std::io::Error| failed(format!("{named} cannot be stored in {}: {error}", self.themes()));
        let sha256 = tree::sum(self.world, partial).map_err(unkept)?;
        if let Some(pin) = &pin
            && pin.sha256 != sha256
        {
            return Err(failed(format!(
                "the server's version of {named} differs from the one in {}: the checksum of its files is {sha256}. Remove the entry \
                 from the lock if you trust it",
                lock::FILE
            )));
        }
        let folder = self.folder(&sha256);
        // An existing folder was not checked, but the new one was.
        let _ = fs::remove_dir_all(&folder);
        fs::rename(partial, &folder).map_err(unkept)?;
        let (theme, reference) = (self.repository.address(), self.repository.reference.clone());
        let new = pin.is_none().then_some(Pin { kind: PinKind::Theme, source: theme, reference, commit, sha256 });
        Ok((folder, new))
    }
}
