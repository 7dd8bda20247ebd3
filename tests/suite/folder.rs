//! Folders that are gone after a test, and the binary run in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// The clock of everything that was recorded: 2026-01-15 12:00 UTC.
pub const CLOCK: &str = "1768478400";

/// A folder of its own for a test.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// An empty one.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hastie-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder { path: path.canonicalize().unwrap() }
    }

    /// One that holds these files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn write(&self, name: &str, text: &str) {
        let file = self.path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Copies a folder of the repository into this one.
    pub fn copy(&self, from: &Path, to: &str) {
        for (name, bytes) in files(from) {
            let file = self.path.join(to).join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
    }

    /// Runs `hastie` here, at the clock of the recordings.
    pub fn hastie(&self, arguments: &[&str]) -> Output {
        hastie().current_dir(&self.path).args(arguments).output().unwrap()
    }

    /// Runs `hastie` here and wants it to succeed.
    pub fn hastie_ok(&self, arguments: &[&str]) -> Output {
        let output = self.hastie(arguments);
        assert!(output.status.success(), "hastie {arguments:?}:\n{}", words(&output));
        output
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The binary, in the surroundings of the recordings.
pub fn hastie() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hastie"));
    command.env("SOURCE_DATE_EPOCH", CLOCK).env("JEKYLL_ENV", "production").env("JEKYLL_NO_BUNDLER_REQUIRE", "true");
    command.env("TZ", "UTC").env_remove("JEKYLL_LOG_LEVEL");
    command
}

/// All a program said.
pub fn words(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// All files below a folder with their bytes, by path relative to it.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![folder.to_path_buf()];
    while let Some(inner) = ahead.pop() {
        for entry in fs::read_dir(&inner).unwrap_or_else(|error| panic!("{}: {error}", inner.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                ahead.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Wants a built folder to be what was recorded, file by file.
pub fn assert_same(built: &Path, recorded: &Path) {
    let (built, recorded) = (files(built), files(recorded));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&built), names(&recorded), "the lists of files differ");
    for (name, bytes) in &built {
        if bytes != &recorded[name] {
            let (ours, theirs) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&recorded[name]));
            let line = ours.lines().zip(theirs.lines()).position(|(ours, theirs)| ours != theirs);
            let at = line.unwrap_or_else(|| ours.lines().count().min(theirs.lines().count()));
            let show = |text: &str| text.lines().nth(at).unwrap_or("(nothing)").to_owned();
            panic!("{name}, line {}:\n   ours: {}\n  Ruby's: {}", at + 1, show(&ours), show(&theirs));
        }
    }
}
