//! Standard folders of the user: home folder, cache folder, and search paths.

use super::World;
use crate::path;

impl World {
    /// The user's home folder, from the environment. `None` if it is not set.
    pub fn home(&self) -> Option<String> {
        let set = |name: &str| self.variable(name).filter(|folder| !folder.is_empty());
        let home = if path::WINDOWS { set("HOME").or_else(|| set("USERPROFILE")) } else { self.variable("HOME") };
        home.map(path::native)
    }

    /// The user's cache folder. `None` if the environment names neither an absolute cache folder nor an absolute home
    /// folder.
    pub fn cache_folder(&self) -> Option<String> {
        let set = |name: &str| self.variable(name).map(path::native).filter(|folder| path::is_absolute(folder));
        let local = || if path::WINDOWS { set("LOCALAPPDATA") } else { None };
        let home = || self.home().filter(|home| path::is_absolute(home)).map(|home| path::join(&home, ".cache"));
        set("XDG_CACHE_HOME").or_else(local).or_else(home)
    }

    /// The folders in an environment variable like `PATH`, separated by colons, or by semicolons on Windows.
    pub fn folders_of(&self, variable: &str) -> Vec<String> {
        folders_in(self.variable(variable).unwrap_or_default())
    }
}

/// The folders in a list like `PATH`. Empty entries are skipped.
pub(super) fn folders_in(list: &str) -> Vec<String> {
    let separator = if path::WINDOWS { ';' } else { ':' };
    list.split(separator).filter(|folder| !folder.is_empty()).map(path::native).collect()
}

#[cfg(test)]
mod tests {
    use super::World;

    #[test]
    fn caches_are_where_the_system_wants_them() {
        let world = World::fixed("/site", 0);
        assert_eq!(world.cache_folder(), None);
        let home = if cfg!(windows) { r"C:\Users\mara" } else { "/home/mara" };
        let world = world.with_variable("HOME", home);
        assert_eq!(world.cache_folder(), Some(format!("{}/.cache", home.replace('\\', "/"))));
        let world = world.with_variable("XDG_CACHE_HOME", "relative");
        assert_eq!(world.cache_folder(), Some(format!("{}/.cache", home.replace('\\', "/"))));
    }

    #[test]
    fn lists_of_folders_are_cut_as_the_system_cuts_them() {
        let (list, folders) = if cfg!(windows) { (r"C:\a;;D:\b", ["C:/a", "D:/b"]) } else { ("/a::/b", ["/a", "/b"]) };
        assert_eq!(World::fixed("/site", 0).with_variable("GEM_PATH", list).folders_of("GEM_PATH"), folders);
        assert!(World::fixed("/site", 0).folders_of("GEM_PATH").is_empty());
    }
}
