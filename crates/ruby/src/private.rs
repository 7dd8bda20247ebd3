//! Files that only the user can write: compiled code, and the image of the started interpreter.
//!
//! On Unix, a file is private if it is a regular file without further hard links, belongs to the user, and cannot be
//! written by others. On other systems, access rights are not checked. The user's cache folder on Windows is private
//! by default.
#![allow(clippy::disallowed_methods, reason = "owners and modes of the program's own files are looked at here")]

#[cfg(not(unix))]
pub use everywhere::{is_file, make_file, make_folder};
#[cfg(unix)]
pub use unix::{is_file, make_file, make_folder};

#[cfg(unix)]
mod unix {
    use std::fs::{self, DirBuilder, Permissions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
    use std::path::Path;

    /// The bits of a mode that allow others to write.
    const OTHERS: u32 = 0o022;

    /// Creates a folder if it is missing, and denies other users write access. Returns false if they had write access
    /// before.
    ///
    /// # Errors
    /// Fails if the folder belongs to another user, is a link, or cannot be created or made private.
    pub fn make_folder(folder: &Path) -> io::Result<bool> {
        if fs::symlink_metadata(folder).is_err() {
            // Another process may create it first.
            let _ = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        }
        let data = fs::symlink_metadata(folder)?;
        if !data.is_dir() || data.uid() != own_user(folder)? {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        if data.mode() & OTHERS == 0 {
            return Ok(true);
        }
        fs::set_permissions(folder, Permissions::from_mode(data.mode() & 0o7777 & !OTHERS))?;
        Ok(false)
    }

    /// Makes a file readable and writable for its owner only.
    ///
    /// # Errors
    /// Fails if its mode cannot be changed.
    pub fn make_file(file: &Path) -> io::Result<()> {
        fs::set_permissions(file, Permissions::from_mode(0o600))
    }

    /// Whether a file is private: it is a regular file of this user without other hard links, and other users cannot
    /// write it. False if it is missing or a link.
    pub fn is_file(file: &Path) -> bool {
        let folder = file.parent().unwrap_or(file);
        fs::symlink_metadata(file).is_ok_and(|data| {
            let is_ours = || own_user(folder).is_ok_and(|user| data.uid() == user);
            data.is_file() && data.mode() & OTHERS == 0 && data.nlink() == 1 && is_ours()
        })
    }

    /// The id of the user who runs this process: the owner of `/proc/self`. Without `/proc`, the owner of a new file in
    /// `folder`.
    fn own_user(folder: &Path) -> io::Result<u32> {
        if let Ok(data) = fs::metadata("/proc/self") {
            return Ok(data.uid());
        }
        let probe = folder.join(format!("probe.{}.new", std::process::id()));
        let user = fs::File::create(&probe)?.metadata().map(|data| data.uid());
        let _ = fs::remove_file(probe);
        user
    }
}

#[cfg(not(unix))]
mod everywhere {
    use std::fs;
    use std::io;
    use std::path::Path;

    /// Creates a folder if it is missing. Always returns true.
    ///
    /// # Errors
    /// Fails if it cannot be created.
    pub fn make_folder(folder: &Path) -> io::Result<bool> {
        fs::create_dir_all(folder).map(|()| true)
    }

    /// Does nothing, because only Unix has file modes.
    ///
    /// # Errors
    /// Never fails.
    pub fn make_file(_file: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Whether a path is a regular file. False if it is missing or a link.
    pub fn is_file(file: &Path) -> bool {
        fs::symlink_metadata(file).is_ok_and(|data| data.is_file())
    }
}
