//! Copies themes and gems into a site.
//!
//! A gem is copied to `vendor/bundle`, which is searched before all other gem folders and which Jekyll excludes. A
//! theme from a repository is copied to `vendor/gems`, and the configuration has to refer to it.

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::Theme;
use crate::path;
use crate::world::{Gate, Kind, World, write_below};
use std::fs;
use std::io;
use std::path::Path;

/// The topic of messages about themes.
pub(crate) const THEME: &str = "Theme:";

/// The folder for gems, with Bundler's layout.
const GEMS: &str = "vendor/bundle/ruby/hastie";

/// The folder for themes from repositories.
const OTHERS: &str = "vendor/gems";

/// The maximum nesting of folders.
const DEPTH: usize = 64;

/// Copies folders of gems into a site. Fails for links, for other files that are not regular, and for extreme nesting
/// of folders.
pub(crate) struct Copier<'a> {
    /// The configuration of the site into which the gems are copied.
    pub config: &'a Configuration,
    pub world: &'a World,
    /// Whether copies are only announced in the log, and not made.
    pub dry_run: bool,
}

impl Copier<'_> {
    /// Copies the theme's files into the site, and logs the target folder. Copies nothing in a dry run, or if the site
    /// already contains the theme or a copy.
    pub(crate) fn theme(&self, theme: &Theme, log: &mut Log) -> Result<(), Failure> {
        let source = &self.config.source;
        let real_source = self.world.real_path(Path::new(source)).unwrap_or_else(|_| source.clone().into());
        let root = Path::new(&theme.root);
        let cache = real_source.join(self.config.settings().cache_dir());
        // Names that start with a period are caches.
        let is_hidden = |below: &Path| below.to_string_lossy().starts_with('.');
        if root.strip_prefix(&real_source).is_ok_and(|below| !is_hidden(below)) && !root.starts_with(cache) {
            log.info(THEME, format!("{} is already part of the site, in {}", theme.name, theme.root));
            return Ok(());
        }
        if self.config.settings().remote_theme().as_str().is_none() {
            return self.gem(THEME, &theme.root, (&theme.name, &theme.version), log);
        }
        let below = format!("{OTHERS}/{}", path::basename(&theme.name));
        let shown = format!("{} {}", theme.name, theme.version);
        if self.folder(THEME, &theme.root, &below, &shown, log)? {
            log.info(
                THEME,
                format!("{} copied to {below}. Set `remote_theme: ./{below}` to build with it", theme.name),
            );
        }
        Ok(())
    }

    /// Copies a gem from the folder `root`, with its specification. `gem` is the name and the version of the gem, and
    /// `topic` is the topic of the messages. Copies nothing in a dry run, or if the site already contains a copy.
    pub(crate) fn gem(&self, topic: &str, root: &str, gem: (&str, &str), log: &mut Log) -> Result<(), Failure> {
        let (name, version) = gem;
        let (below, shown) = (format!("{GEMS}/gems/{name}-{version}"), format!("{name} {version}"));
        if self.folder(topic, root, &below, &shown, log)? {
            self.specification(root, &format!("{name}-{version}")).map_err(|error| unwritten(&below, &error))?;
            log.info(topic, format!("{shown} copied to {below}, which builds search"));
        }
        Ok(())
    }

    /// Copies a folder to a place in the source. Returns whether it was copied.
    fn folder(&self, topic: &str, root: &str, below: &str, shown: &str, log: &mut Log) -> Result<bool, Failure> {
        let target = path::sanitized(&self.config.source, below);
        if self.world.is_folder(Path::new(&target)) {
            log.info(topic, format!("{below} already exists"));
            return Ok(false);
        }
        if self.dry_run {
            log.info(topic, format!("would copy {shown} to {below}"));
            return Ok(false);
        }
        // Links in an untrusted site must not lead a copy elsewhere.
        let gate = Gate::new().writable(&self.config.source);
        gate.check_write(Path::new(&target)).map_err(|error| unwritten(below, &error))?;
        let partial = format!("{target}.partial-{}", crate::world::process_id());
        let copied = copy(self.world, Path::new(root), Path::new(&partial), DEPTH);
        let outcome = copied.and_then(|()| fs::rename(&partial, &target));
        if outcome.is_err() {
            let _ = fs::remove_dir_all(&partial);
        }
        outcome.map(|()| true).map_err(|error| unwritten(below, &error))
    }

    /// Copies the specification of a gem into the site, to the folder in which RubyGems searches. Does nothing for a
    /// gem without a specification.
    fn specification(&self, root: &str, name: &str) -> io::Result<()> {
        let file = format!("specifications/{}.gemspec", path::basename(root));
        let kept = path::join(path::dirname(path::dirname(root)), &file);
        if !self.world.is_file(Path::new(&kept)) {
            return Ok(());
        }
        let target = path::sanitized(&self.config.source, &format!("{GEMS}/specifications/{name}.gemspec"));
        write_below(Path::new(&self.config.source), Path::new(&target), &self.world.read(Path::new(&kept))?)
    }
}

fn unwritten(below: &str, error: &io::Error) -> Failure {
    Failure::raised("SystemCallError", format!("{below} cannot be written: {error}"))
}

fn copy(world: &World, from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in world.list(from)? {
        let (source, target) = (from.join(&entry.name), to.join(&entry.name));
        match entry.kind {
            Kind::File => fs::write(target, world.read(&source)?)?,
            Kind::Folder if depth > 0 => copy(world, &source, &target, depth - 1)?,
            _ => return Err(io::Error::other(format!("{} is not a regular file", source.display()))),
        }
    }
    Ok(())
}
