//! The folder of compiled code.
//!
//! Code from this folder runs outside of the sandbox, and the compiler's own cache does not detect damage. So a file is
//! used only if its SHA-256 is in a record, which belongs to one module and one version of the program. Other users
//! must not be able to write the file, the record or their folders. Everything else is removed before the compiler
//! reads the folder, and the module is compiled again.
//!
//! The folder of a module contains the compiler's cache, in which code has names without a dot, and the record. The
//! record has a line with its key, and a line with hash and path for each file.
#![allow(clippy::disallowed_methods, reason = "the compiled code of the program itself is kept here")]

use crate::module::digest;
use crate::private;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The first word of a record, with the version of its format.
const FORMAT: &str = "hastie-code-1";

/// The name of the record.
const RECORD: &str = "record.txt";

/// The name of the folder for the compiler's own cache.
const CODE: &str = "code";

/// The maximum number of folders of other modules and versions that are kept.
const MOST_OTHERS: usize = 3;

/// The folder with the compiled code of one module. It contains only code that may be run.
#[derive(Debug)]
pub(crate) struct CodeCache {
    folder: PathBuf,
    key: String,
    /// Whether the folder contained the code.
    is_filled: bool,
}

impl CodeCache {
    /// Opens the folder of a module below the folder of all compiled code, and removes files that must not be run.
    /// `messages` receives a description of such files.
    ///
    /// # Errors
    /// Fails if the folder cannot be created or made private, or if files that must not be run cannot be removed.
    /// Nothing is cached then.
    pub(crate) fn open(all: &Path, module: &[u8], messages: &mut Vec<String>) -> io::Result<Self> {
        let module = digest(module);
        let key = digest(format!("{} {module}", env!("CARGO_PKG_VERSION")).as_bytes());
        let folder = all.join(key.get(..16).unwrap_or(&key));
        let mut cache = CodeCache { folder: folder.clone(), key, is_filled: false };
        let again = |reason: &str| format!("{}: {reason}. The Ruby module is compiled again.", folder.display());
        let above = all.parent().map(Path::to_path_buf).into_iter();
        for one in above.chain([all.to_path_buf(), folder.clone()]) {
            // If others could change the folder, it may contain anything.
            if !private::make_folder(&one)? && folder.join(RECORD).exists() {
                messages.push(again("others could change the compiled code"));
                cache.clear()?;
            }
        }
        match cache.verified() {
            Some(count) => cache.is_filled = count > 0,
            None => {
                if folder.join(RECORD).exists() {
                    messages.push(again("the compiled code was changed"));
                }
                cache.clear()?;
                cache.remove_others(all);
            }
        }
        Ok(cache)
    }

    /// The subfolder for the compiler's own cache. The compiler removes all files in it that do not belong to this
    /// cache.
    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.join(CODE)
    }

    /// Records the code that was just compiled. Does nothing if the cache already had the code.
    ///
    /// # Errors
    /// Fails if the record cannot be written. The next build then compiles the module again.
    pub(crate) fn record(&self) -> io::Result<()> {
        if self.is_filled {
            return Ok(());
        }
        let mut text = format!("{FORMAT} {}\n", self.key);
        for file in self.code()? {
            private::make_file(&self.folder.join(&file))?;
            let sum = digest(&fs::read(self.folder.join(&file))?);
            text.push_str(&format!("{sum} {file}\n"));
        }
        let new = self.folder.join(format!("record.{}.new", std::process::id()));
        fs::write(&new, text)?;
        private::make_file(&new)?;
        fs::rename(&new, self.folder.join(RECORD))
    }

    /// The number of files of code, if they are exactly the files in the record.
    fn verified(&self) -> Option<usize> {
        let text = self.read(RECORD)?;
        let text = std::str::from_utf8(&text).ok()?;
        let (head, lines) = text.split_once('\n')?;
        if head != format!("{FORMAT} {}", self.key) || !(text.ends_with('\n')) {
            return None;
        }
        let files = self.code().ok()?;
        let is_recorded = |file: &String| {
            let sum = digest(&self.read(file)?);
            lines.lines().any(|line| line == format!("{sum} {file}")).then_some(())
        };
        files.iter().try_for_each(is_recorded)?;
        Some(files.len())
    }

    /// The bytes of a regular file that others cannot write.
    fn read(&self, file: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(file);
        let is_private = private::is_file(&path);
        if is_private { fs::read(path).ok() } else { None }
    }

    /// The files that the compiler could use as code, by path.
    fn code(&self) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        if self.folder().exists() {
            collect(&self.folder(), CODE, &mut found)?;
        }
        found.sort();
        Ok(found)
    }

    /// Removes all code and the record.
    fn clear(&self) -> io::Result<()> {
        for file in self.code()?.into_iter().chain([RECORD.to_string()]) {
            match fs::remove_file(self.folder.join(file)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the folders of other modules and versions if there are many.
    fn remove_others(&self, all: &Path) {
        let entries = fs::read_dir(all).into_iter().flatten().flatten().map(|entry| entry.path());
        let others: Vec<PathBuf> = entries.filter(|path| *path != self.folder).collect();
        if others.len() > MOST_OTHERS {
            for other in others {
                let _ = fs::remove_dir_all(other);
            }
        }
    }
}

fn collect(folder: &Path, below: &str, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{below}/{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &path, found)?;
        } else if !name.contains('.') {
            found.push(path);
        }
    }
    Ok(())
}
