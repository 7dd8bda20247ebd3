//! The test harness: write the files of a site, run a command, and check the results.
//!
//! ```ignore
//! let site = Site::new().file("a.html", "---\n---\n{{ 1 | plus: 1 }}");
//! site.build().succeeds().wrote("a.html", "2");
//! ```
//!
//! If `HASTIE_SUITE_BINARY` is the path of a Ruby Jekyll of the reference version, the tests run against it, which
//! verifies the expected results. Tests of Hastie's own features then fail.
//!
//! Commands run in the same environment as the recordings: UTC, `JEKYLL_ENV=production`, and the time 2026-01-15 12:00.
//! They have a home folder of their own and none of the user's variables ([`program`]), so that tests do not depend on the
//! user's caches, settings, time zone and language.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// 2026-01-15 12:00 UTC
const CLOCK: &str = "1768478400";
/// 2026-01-10 08:00 UTC, the modification time of all files.
const CHANGED: u64 = 1_768_032_000;

/// The variables that programs need to start. Those of Ruby's side are for tests against `HASTIE_SUITE_BINARY`.
const KEPT: [&str; 12] = [
    "PATH",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SYSTEMROOT",
    "COMSPEC",
    "PATHEXT",
    "WINEPREFIX",
    "RUST_BACKTRACE",
    "LLVM_PROFILE_FILE",
    "HASTIE_SUITE_BINARY",
    "REF_DIR",
];

/// A program that tests start. It has a fixed environment, in which the user has no home folder.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.env_clear();
    command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.envs([("TZ", "UTC"), ("LANG", "C.UTF-8"), ("GIT_CONFIG_NOSYSTEM", "1")]);
    command
}

/// The cache of all commands that run Ruby: the image of the started interpreter takes seconds to make.
pub(crate) fn ruby_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("ruby-cache")
}

/// A site in a temporary folder.
pub(crate) struct Site {
    folder: PathBuf,
}

impl Site {
    /// A site with only a `_config.yml` that sets `site.time`.
    pub(crate) fn new() -> Self {
        Site::empty().file("_config.yml", "time: 2026-01-15 12:00:00 +0000\n")
    }

    /// An empty folder.
    pub(crate) fn empty() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("site-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Site { folder: as_shown(&fs::canonicalize(folder).expect("the folder just made")) }
    }

    /// Writes a file and creates its parent folders.
    pub(crate) fn file(self, path: &str, contents: impl AsRef<[u8]>) -> Self {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders above the file");
        fs::write(&file, contents).expect("the file");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(CHANGED);
        fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(time)).expect("its time");
        self
    }

    /// The absolute path of the folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// `hastie build`
    pub(crate) fn build(&self) -> Outcome<'_> {
        self.run(&["build"])
    }

    /// `hastie` with any arguments.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome<'_> {
        self.run_with(arguments, &[])
    }

    /// Writes a file with the current modification time, like an author.
    pub(crate) fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders above the file");
        fs::write(&file, contents).expect("the file");
    }

    /// Writes a file in one step. A watcher never sees a part of the change.
    pub(crate) fn write_at_once(&self, path: &str, contents: impl AsRef<[u8]>) {
        let file = self.folder.join(path);
        let new = self.folder.with_extension("new");
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders above the file");
        fs::write(&new, contents).expect("the new file");
        fs::rename(&new, &file).expect("the file");
    }

    /// The command `hastie` with any arguments, not started yet.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(binary());
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("HOME", self.home())
            .envs([("SOURCE_DATE_EPOCH", CLOCK), ("JEKYLL_ENV", "production"), ("JEKYLL_NO_BUNDLER_REQUIRE", "true")])
            .stdin(Stdio::null());
        if !arguments.iter().any(|argument| argument.starts_with("--network")) && arguments.first() != Some(&"scholar")
        {
            command.env("HASTIE_OFFLINE", "1");
        }
        command
    }

    /// The home folder of the user who builds the site, next to the site. It does not exist until a command creates it.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.with_extension("home")
    }

    /// `hastie` with any arguments and additional environment variables.
    pub(crate) fn run_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome<'_> {
        let mut command = self.command(arguments);
        if environment.iter().any(|(name, _)| *name == "HASTIE_RUBY_WASM") {
            command.env("XDG_CACHE_HOME", ruby_cache());
        }
        command.envs(environment.iter().copied());
        self.outcome(command)
    }

    /// `hastie build` without one of the usual environment variables.
    pub(crate) fn without(&self, variable: &str) -> Outcome<'_> {
        let mut command = self.command(&["build"]);
        command.env_remove(variable);
        self.outcome(command)
    }

    /// Like `run_with`, but with both streams in `out`, in the order of output.
    pub(crate) fn run_on_one_stream(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome<'_> {
        let (mut told, stdout) = std::io::pipe().expect("a pipe");
        let mut command = self.command(arguments);
        command.envs(environment.iter().copied());
        command.stderr(stdout.try_clone().expect("the pipe's other name")).stdout(stdout);
        let mut child = command.spawn().expect("the binary runs");
        // The command also holds the write end of the pipe, and reading only ends when it is closed.
        drop(command);
        let mut out = Vec::new();
        told.read_to_end(&mut out).expect("what was told");
        let code = child.wait().expect("an end").code();
        Outcome { site: self, code, out: self.text(&out), err: String::new() }
    }

    /// Runs a command.
    pub(crate) fn outcome(&self, mut command: Command) -> Outcome<'_> {
        let output = command.output().expect("the binary runs");
        let (out, err) = (self.text(&output.stdout), self.text(&output.stderr));
        Outcome { site: self, code: output.status.code(), out, err }
    }

    /// The output without colors, and with the path of the folder replaced.
    fn text(&self, told: &[u8]) -> String {
        let text = String::from_utf8_lossy(told).into_owned();
        let text = text.replace("\u{1b}[31m", "").replace("\u{1b}[33m", "").replace("\u{1b}[0m", "");
        text.replace(self.folder.to_str().expect("a path in UTF-8"), "<site>")
    }

    /// Sets the modification time of all files to the time of recorded sites.
    pub(crate) fn age(&self) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(CHANGED);
        let mut found = Vec::new();
        list(&self.folder, "", &mut found);
        for path in found {
            let file = fs::File::options().write(true).open(self.folder.join(path)).expect("a file of the site");
            file.set_modified(time).expect("its time");
        }
    }

    /// The text of a file, if it exists.
    pub(crate) fn read(&self, path: &str) -> Option<String> {
        fs::read(self.folder.join(path)).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The paths of all files in a folder, sorted.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        list(&self.folder.join(folder), "", &mut found);
        found.sort();
        found
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
        let _ = fs::remove_dir_all(self.home());
    }
}

/// A path as shown by the program, with slashes even on Windows.
fn as_shown(path: &Path) -> PathBuf {
    if cfg!(windows) { PathBuf::from(hastie::path::text(path)) } else { path.to_owned() }
}

/// The path of the tested program.
fn binary() -> String {
    std::env::var("HASTIE_SUITE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_hastie").to_owned())
}

/// The result of a command. In its output, `<site>` is the site's folder.
pub(crate) struct Outcome<'a> {
    site: &'a Site,
    code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Outcome<'_> {
    /// The exit code. `None` if the process was killed by a signal.
    pub(crate) fn code(&self) -> Option<i32> {
        self.code
    }

    /// Checks that the exit code is 0.
    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self
    }

    /// Checks that the exit code is 1, so there was neither a signal nor a panic.
    #[track_caller]
    pub(crate) fn fails(self) -> Self {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        self
    }

    /// Standard output, followed by standard error.
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// Checks the contents of a file in the destination.
    #[track_caller]
    pub(crate) fn wrote(self, path: &str, contents: &str) -> Self {
        assert_eq!(self.site.read(&format!("_site/{path}")).as_deref(), Some(contents), "{path}\n{}", self.err);
        self
    }

    /// Checks that the destination contains exactly these files.
    #[track_caller]
    pub(crate) fn wrote_just(self, paths: &[&str]) -> Self {
        let found = self.site.files("_site");
        let mut expected: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        expected.sort();
        assert_eq!(found, expected, "{}", self.err);
        self
    }

    /// Checks that one of the streams contains this line, ignoring surrounding whitespace.
    #[track_caller]
    pub(crate) fn says(self, line: &str) -> Self {
        let said = self.out.lines().chain(self.err.lines()).any(|said| said.trim() == line);
        assert!(said, "missing in the output: {line}\n{}{}", self.out, self.err);
        self
    }

    /// Checks that neither stream contains this text.
    #[track_caller]
    pub(crate) fn does_not_say(self, text: &str) -> Self {
        assert!(!self.out.contains(text) && !self.err.contains(text), "{}{}", self.out, self.err);
        self
    }
}

fn list(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push(name);
        }
    }
}
