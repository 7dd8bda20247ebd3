//! The folders that a build with sandboxed Ruby may use: those for Ruby, and more for the program.
//!
//! Ruby sees the source, the destination, the plugins folders, the gem folders and the folders in
//! `HASTIE_RUBY_FOLDERS`. The program may also read the working directory, the git repository around the source, the
//! theme and its own cache. If the configuration names a source, destination or plugins folder elsewhere, the build
//! fails, unless the user has named the folder on the command line, too.
//!
//! The answer to an access elsewhere depends on who reads the file:
//!
//! - Ruby's own functions, such as `File.read`, find no file there (`Errno::ENOENT`), as
//!   [`GuestFiles`](super::guest_files::GuestFiles) says.
//! - If Ruby asks the program to read or write such a file, as for `Jekyll::Page.new`, Ruby gets a `SecurityError`. The
//!   build then fails even if Ruby rescues the error, because the program records the path.
//! - If the program itself reads such a file, as for a symbolic link in the source, the build fails, too.

use super::module;
use hastie_liquid::Abort;
use hastie_plugins::git::Repository;
use hastie_plugins::local;
use hastie_site::config::Configuration;
use hastie_site::failure::Failure;
use hastie_site::model::Theme;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::world::{Gate, RubyMode, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The gates of a build with sandboxed Ruby: what Ruby may read and write, and what the program may read and write.
#[derive(Debug, Clone)]
pub(crate) struct Confinement {
    /// The files, the environment and the clock that Ruby can use, as far as `guest_gate` allows.
    guest: World,
    /// The gate for files that Ruby reads and writes.
    guest_gate: Arc<Gate>,
    /// The gate for files that the program reads and writes.
    program_gate: Arc<Gate>,
}

impl Confinement {
    /// The gates for a configuration. Ruby may read the site's folders, the gem folders and the folders in
    /// `HASTIE_RUBY_FOLDERS`, and may write to the destination. The program may read more folders, such as the
    /// repository.
    ///
    /// # Errors
    /// Fails if the configuration names a source, destination or plugins folder that the site may not use.
    pub(crate) fn of(config: &Configuration, world: &World) -> Result<Self, Failure> {
        let user = config.named.iter().fold(Gate::new(), |gate, folder| gate.readable(folder));
        let user = world.options().ruby_folders.iter().fold(user, |gate, folder| gate.readable(folder));
        refuse(&user, "source", "--source", &config.source)?;
        refuse(&user, "destination", "--destination", &config.destination)?;
        let plugins: Vec<PathBuf> = local::folders(world, config).into_iter().map(PathBuf::from).collect();
        for folder in plugins.iter().filter(|folder| world.exists(folder)) {
            refuse(&user, "plugins_dir", "--plugins", &folder.to_string_lossy())?;
        }
        let mut read = vec![PathBuf::from(&config.source)];
        read.extend(plugins);
        read.extend(world.options().ruby_folders.iter().map(PathBuf::from));
        read.extend(gem_folders(config, world));
        let gate = || read.iter().fold(Gate::new().writable(&config.destination), |gate, folder| gate.readable(folder));
        let guest_gate = Arc::new(gate());
        let program_gate = around(config, world).iter().fold(gate(), |gate, folder| gate.readable(folder));
        let program_gate = Arc::new(linked(config).iter().fold(program_gate, |gate, folder| gate.linked(folder)));
        let guest = world.clone().within(Arc::clone(&guest_gate));
        Ok(Confinement { guest, guest_gate, program_gate })
    }

    /// The world in which Ruby reads files. It is limited to Ruby's folders.
    pub(crate) fn guest(&self) -> &World {
        &self.guest
    }

    /// The world in which the program builds the site. It is limited to Ruby's folders and to the folders that only the
    /// program may read.
    pub(crate) fn program_world(&self, world: &World) -> World {
        world.clone().within(Arc::clone(&self.program_gate))
    }

    /// Adds the folder of the site's theme to the folders that the program may read. Ruby may read this folder only if
    /// the program may use it even without the theme. Otherwise a site's configuration could open any folder to Ruby by
    /// naming it as a theme.
    pub(crate) fn add_theme(&self, theme: &Theme) {
        if self.program_gate.real_path(Path::new(&theme.root)).is_ok() {
            self.guest_gate.add_readable(&theme.root);
        }
        self.program_gate.add_readable(&theme.root);
    }

    /// Checks a path that the program is to read for Ruby.
    ///
    /// # Errors
    /// Fails with a `SecurityError` if the path leads out of Ruby's folders. Also records the path, so that the build
    /// fails even if Ruby rescues the error.
    pub(crate) fn check_read(&self, file: &str) -> Result<(), Abort> {
        let path = self.guest.folder().join(file);
        match self.guest_gate.is_outside(&path) {
            true => Err(self.refused(&path, "may not be read by this site's Ruby")),
            false => Ok(()),
        }
    }

    /// Checks that the folder of a git command is in a folder that the program may read, such as the site's repository.
    ///
    /// # Errors
    /// Fails with a `SecurityError` if the folder is elsewhere. Also records the folder, so that the build fails even
    /// if Ruby rescues the error.
    pub(crate) fn check_repository(&self, folder: &Path) -> Result<(), Abort> {
        match self.program_gate.is_outside(folder) {
            true => Err(self.refused(folder, "is not in this site's repository")),
            false => Ok(()),
        }
    }

    /// Checks a path to which the program is to write for Ruby, and returns it as an absolute path without `..`.
    ///
    /// # Errors
    /// Fails with a `SecurityError` if the path is not below the destination. Also records the path, so that the build
    /// fails even if Ruby rescues the error.
    pub(crate) fn check_write(&self, file: &str) -> Result<String, Abort> {
        let path = self.guest.folder().join(file);
        match self.program_gate.check_write(&path) {
            Ok(()) => Ok(path::text(&self.guest.expand(&path::text(&path)))),
            Err(_) => Err(self.refused(&path, "is not below the destination")),
        }
    }

    fn refused(&self, path: &Path, why: &str) -> Abort {
        self.program_gate.refuse(path);
        Abort::error("SecurityError", format!("{} {why}", path.display()))
    }
}

/// The world for reading the files of a site's own Ruby before they run. If the sandbox will run the files, this world
/// is limited to the folders that the program may read.
///
/// # Errors
/// Fails if `_config.yml` names folders that the site may not use.
pub(crate) fn reader(config: &Configuration, world: &World) -> Result<World, Failure> {
    let has_ruby = || local::folders(world, config).iter().any(|folder| world.exists(Path::new(folder)));
    let runs = world.options().ruby == RubyMode::Sandbox
        && !config.settings().safe()
        && has_ruby()
        && module::find(world).is_some();
    if runs { Ok(Confinement::of(config, world)?.program_world(world)) } else { Ok(world.clone()) }
}

/// Fails if the configuration's folder `folder` is outside of the folders in `user`, which the user has named.
fn refuse(user: &Gate, key: &str, option: &str, folder: &str) -> Result<(), Failure> {
    if !user.is_outside(Path::new(folder)) {
        return Ok(());
    }
    let text = format!(
        "the configuration's '{key}' leads to {folder}, which is outside of the source. A site with its own Ruby may use it \
         only if {option} names it"
    );
    Err(Failure::raised("SecurityError", text))
}

/// The gem folders of the environment and the system, and the gem specifications beside them. Gem folders in the source
/// are readable as part of the source.
fn gem_folders(config: &Configuration, world: &World) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for gems in theme::gem_folders(config, world).into_iter().map(PathBuf::from) {
        if !gems.starts_with(&config.source) {
            folders.extend(gems.parent().map(|home| home.join("specifications")));
            folders.push(gems);
        }
    }
    folders
}

/// Further folders that the program may read: the working directory, the repository, the folders that contain gem
/// folders, and the program's cache.
fn around(config: &Configuration, world: &World) -> Vec<PathBuf> {
    let home = world.home().map(PathBuf::from);
    // A build that is started in the home folder must not make all of it readable.
    let is_small =
        |folder: &PathBuf| folder.parent().is_some() && !home.as_ref().is_some_and(|home| home.starts_with(folder));
    let mut folders = vec![world.folder().to_path_buf()];
    folders.extend(world.variable("GEM_HOME").map(|home| PathBuf::from(path::native(home))));
    folders.extend(world.folders_of("GEM_PATH").into_iter().map(PathBuf::from));
    if let Some(repository) = Repository::around(world, Path::new(&config.source)) {
        folders.push(repository.top().to_path_buf());
        folders.extend(repository.folders_elsewhere(world));
    }
    folders.extend(theme::gem_parents(world).into_iter().map(PathBuf::from));
    folders.extend(world.cache_folder().map(|cache| PathBuf::from(cache).join("hastie")));
    folders.retain(is_small);
    folders
}

/// The folders of includes and layouts. Links in them may lead elsewhere, because sites share templates in this way.
fn linked(config: &Configuration) -> Vec<String> {
    let folders = ["includes_dir", "layouts_dir"].into_iter().filter_map(|key| config.text(key));
    folders.map(|folder| path::sanitized(&config.source, folder)).filter(|folder| *folder != config.source).collect()
}
