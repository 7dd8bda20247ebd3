//! The folder of compiled code.
//!
//! Code from this folder runs outside of the sandbox, and the compiler's own cache does not detect damage. So a file is
//! used only if its SHA-256 is in a record, which belongs to one module and one version of the program. Other users
//! must not be able to write the file, the record or their folders. Everything else is removed before the compiler
//! reads the folder, and the module is compiled again.
//!
//! A module may have two folders: for optimized code, and for code that was compiled quickly. Each contains the
//! compiler's cache, in which code has names without a dot, and the record. The record has a line with its key, and a
//! line with hash and path for each file.
#![allow(clippy::disallowed_methods, reason = "the compiled code of the program itself is kept here")]

use crate::module::{digest, hexadecimal};
use crate::private;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The first word of a record, with the version of its format.
const FORMAT: &str = "hastie-code-1";

/// The version of the compiler's settings. Other settings make other code.
const SETTINGS: &str = "2";

/// The name of the file with the checksums of the compiled code.
const RECORD: &str = "record.txt";

/// The name of the folder for the compiler's own cache.
const CODE: &str = "code";

/// The maximum number of folders of other modules and versions that are kept.
const MOST_OTHERS: usize = 6;

/// The number of bytes that are read at once. They fit in the processor's cache.
const CHUNK: u64 = 1 << 17;

/// The degree of optimization: `Optimized` code takes half a minute to compile, and runs two to three times as fast as
/// `Quick` code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// Code that the first build compiles in about two seconds.
    Quick,
    /// Code that takes about half a minute to compile, and runs two to three times as fast as `Quick` code.
    Optimized,
}

impl Code {
    /// The key of a module's code, which is different for each version of the program.
    fn key(self, module: &str) -> String {
        let kind = match self {
            Code::Quick => "",
            Code::Optimized => " optimized",
        };
        digest(format!("{} {module}{kind} {SETTINGS}", env!("CARGO_PKG_VERSION")).as_bytes())
    }

    /// The folder of a module's code below the folder of all compiled code.
    fn folder(self, all: &Path, module: &str) -> PathBuf {
        let key = self.key(module);
        all.join(key.get(..16).unwrap_or(&key))
    }
}

/// The folder with the compiled code of one module. `CodeCache::open` removes code that must not be run.
#[derive(Debug)]
pub(crate) struct CodeCache {
    folder: PathBuf,
    key: String,
    code: Code,
    /// Whether the folder contained intact code when it was opened.
    is_filled: bool,
}

impl CodeCache {
    /// Opens the folder of a module's code in `all`, the folder of all compiled code. Removes code that others could
    /// change, or that differs from its record. `module` is the module's SHA-256. `messages` receives the reason if
    /// recorded code is removed.
    ///
    /// # Errors
    /// Fails if the folder cannot be created or made private, or if files that must not be run cannot be removed.
    /// Nothing is cached then.
    pub(crate) fn open(all: &Path, module: &str, code: Code, messages: &mut Vec<String>) -> io::Result<Self> {
        let folder = code.folder(all, module);
        let mut cache = CodeCache { folder: folder.clone(), key: code.key(module), code, is_filled: false };
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
                Self::remove_others(all, &[Code::Quick, Code::Optimized].map(|code| code.folder(all, module)));
            }
        }
        Ok(cache)
    }

    /// Whether the folder `all` has a record of compiled code for the module. The code may still be damaged:
    /// `CodeCache::open` verifies it.
    pub(crate) fn exists(all: &Path, module: &str, code: Code) -> bool {
        code.folder(all, module).join(RECORD).exists()
    }

    /// Whether the folder is for quick or for optimized code.
    pub(crate) fn code(&self) -> Code {
        self.code
    }

    /// Whether the folder contained intact code when it was opened.
    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// The subfolder for the compiler's own cache. The record is not in this subfolder, because the compiler removes
    /// files that it does not know.
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
        for file in self.code_files()? {
            private::make_file(&self.folder.join(&file))?;
            let sum = digest_of(fs::File::open(self.folder.join(&file))?)?;
            text.push_str(&format!("{sum} {file}\n"));
        }
        let new = self.folder.join(format!("record.{}.new", std::process::id()));
        fs::write(&new, text)?;
        private::make_file(&new)?;
        fs::rename(&new, self.folder.join(RECORD))
    }

    /// The number of code files in the folder. `None` if the record is invalid, or if files and checksums differ from
    /// the record.
    fn verified(&self) -> Option<usize> {
        let mut text = String::new();
        self.open_private(RECORD)?.read_to_string(&mut text).ok()?;
        let (head, lines) = text.split_once('\n')?;
        if head != format!("{FORMAT} {}", self.key) || !(text.ends_with('\n')) {
            return None;
        }
        let files = self.code_files().ok()?;
        if lines.lines().count() != files.len() {
            return None;
        }
        let is_recorded = |file: &String| {
            let sum = digest_of(self.open_private(file)?).ok()?;
            lines.lines().any(|line| line == format!("{sum} {file}")).then_some(())
        };
        files.iter().try_for_each(is_recorded)?;
        Some(files.len())
    }

    /// Opens a regular file that others cannot write. `None` for any other file.
    fn open_private(&self, file: &str) -> Option<fs::File> {
        let path = self.folder.join(file);
        let is_private = private::is_file(&path);
        if is_private { fs::File::open(path).ok() } else { None }
    }

    /// The files that the compiler could use as code, by path.
    fn code_files(&self) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        if self.folder().exists() {
            collect(&self.folder(), CODE, &mut found)?;
        }
        found.sort();
        Ok(found)
    }

    /// Removes all code and the record.
    fn clear(&self) -> io::Result<()> {
        for file in self.code_files()?.into_iter().chain([RECORD.to_string()]) {
            match fs::remove_file(self.folder.join(file)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the folders of other modules and versions if there are many. `own` are the folders of this module.
    fn remove_others(all: &Path, own: &[PathBuf]) {
        let entries = fs::read_dir(all).into_iter().flatten().flatten().map(|entry| entry.path());
        let others: Vec<PathBuf> = entries.filter(|path| !own.contains(path)).collect();
        if others.len() > MOST_OTHERS {
            for other in others {
                let _ = fs::remove_dir_all(other);
            }
        }
    }
}

/// The SHA-256 of a file, without a copy of the whole file in memory.
fn digest_of(mut file: fs::File) -> io::Result<String> {
    let (mut sum, mut chunk) = (Sha256::new(), Vec::new());
    while file.by_ref().take(CHUNK).read_to_end(&mut chunk)? > 0 {
        sum.update(&chunk);
        chunk.clear();
    }
    Ok(hexadecimal(&sum.finalize()))
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
