//! A site as a story: write files, run a command, look at what came of it.
//!
//! ```ignore
//! let site = Site::new().file("a.html", "---\n---\n{{ 1 | plus: 1 }}");
//! site.build().succeeds().wrote("a.html", "2");
//! ```
//!
//! With `HASTIE_SUITE_BINARY` set to a Ruby Jekyll of the reference versions, the same stories run against it: that is
//! how their expectations are checked. Those that are ours alone then fail.
//!
//! Commands run as the recordings were made: UTC, `JEKYLL_ENV=production`, the clock at 2026-01-15 12:00.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// 2026-01-15 12:00 UTC
const CLOCK: &str = "1768478400";
/// 2026-01-10 08:00 UTC: when every file of a site was last changed.
const CHANGED: u64 = 1_768_032_000;

/// A site in a folder of its own, which goes when the test is over.
pub struct Site {
    folder: PathBuf,
}

impl Site {
    /// A site without files, but for a `_config.yml` that fixes `site.time`.
    pub fn new() -> Self {
        Site::empty().file("_config.yml", "time: 2026-01-15 12:00:00 +0000\n")
    }

    /// A folder without files.
    pub fn empty() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("site-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Site { folder: as_told(&fs::canonicalize(folder).expect("the folder just made")) }
    }

    /// Writes a file, folders above it included.
    pub fn file(self, path: &str, contents: impl AsRef<[u8]>) -> Self {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders above the file");
        fs::write(&file, contents).expect("the file");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(CHANGED);
        fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(time)).expect("its time");
        self
    }

    /// The folder, absolute.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// `hastie build`
    pub fn build(&self) -> Outcome<'_> {
        self.run(&["build"])
    }

    /// `hastie` with any arguments.
    pub fn run(&self, arguments: &[&str]) -> Outcome<'_> {
        self.run_with(arguments, &[])
    }

    /// Writes a file as an author does, now.
    pub fn write(&self, path: &str, contents: impl AsRef<[u8]>) {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders above the file");
        fs::write(&file, contents).expect("the file");
    }

    /// `hastie` with any arguments, to be started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env_remove("JEKYLL_LOG_LEVEL")
            .envs([("TZ", "UTC"), ("SOURCE_DATE_EPOCH", CLOCK), ("JEKYLL_ENV", "production"), ("LANG", "C.UTF-8")])
            .env("JEKYLL_NO_BUNDLER_REQUIRE", "true")
            .stdin(Stdio::null());
        if !arguments.contains(&"--network") && arguments.first() != Some(&"scholar") {
            command.env("HASTIE_OFFLINE", "1");
        }
        command
    }

    /// `hastie` with any arguments and more environment variables.
    pub fn run_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome<'_> {
        let mut command = self.command(arguments);
        command.envs(environment.iter().copied());
        self.outcome(command)
    }

    /// `hastie build` without one of the environment variables that recordings had.
    pub fn without(&self, variable: &str) -> Outcome<'_> {
        let mut command = self.command(&["build"]);
        command.env_remove(variable);
        self.outcome(command)
    }

    /// The same, with both streams as one: what is told, in the order in which it is told. It stands in `out`.
    pub fn run_on_one_stream(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome<'_> {
        let (mut told, stdout) = std::io::pipe().expect("a pipe");
        let mut command = self.command(arguments);
        command.envs(environment.iter().copied());
        command.stderr(stdout.try_clone().expect("the pipe's other name")).stdout(stdout);
        let mut child = command.spawn().expect("the binary runs");
        // The command holds the pipe's end as well: what is read ends with it.
        drop(command);
        let mut out = Vec::new();
        told.read_to_end(&mut out).expect("what was told");
        let code = child.wait().expect("an end").code();
        Outcome { site: self, code, out: self.text(&out), err: String::new() }
    }

    /// What comes of a command.
    pub fn outcome(&self, mut command: Command) -> Outcome<'_> {
        let output = command.output().expect("the binary runs");
        let (out, err) = (self.text(&output.stdout), self.text(&output.stderr));
        Outcome { site: self, code: output.status.code(), out, err }
    }

    /// What was told, without colours and without the folder's place.
    fn text(&self, told: &[u8]) -> String {
        let text = String::from_utf8_lossy(told).into_owned();
        let text = text.replace("\u{1b}[31m", "").replace("\u{1b}[33m", "").replace("\u{1b}[0m", "");
        text.replace(self.folder.to_str().expect("a path in UTF-8"), "<site>")
    }

    /// Makes every file as old as recorded sites' files are.
    pub fn age(&self) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(CHANGED);
        let mut found = Vec::new();
        list(&self.folder, "", &mut found);
        for path in found {
            let file = fs::File::options().write(true).open(self.folder.join(path)).expect("a file of the site");
            file.set_modified(time).expect("its time");
        }
    }

    /// A file's bytes as text; `None` where there is none.
    pub fn read(&self, path: &str) -> Option<String> {
        fs::read(self.folder.join(path)).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A path as the program tells it: with slashes, also on Windows.
fn as_told(path: &Path) -> PathBuf {
    if cfg!(windows) { PathBuf::from(hastie::path::text(path)) } else { path.to_owned() }
}

/// The program under test.
fn binary() -> String {
    std::env::var("HASTIE_SUITE_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_hastie").to_owned())
}

/// What came of a command. `<site>` stands for the site's folder in what it said.
pub struct Outcome<'a> {
    site: &'a Site,
    code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Outcome<'_> {
    /// The exit code; `None` where a signal ended the program.
    pub fn code(&self) -> Option<i32> {
        self.code
    }

    /// The exit code was 0.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self
    }

    /// The exit code was 1, and not a signal's or a panic's.
    #[track_caller]
    pub fn fails(self) -> Self {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        self
    }

    /// All that was said: standard output, then standard error.
    pub fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// A file of the destination holds exactly this.
    #[track_caller]
    pub fn wrote(self, path: &str, contents: &str) -> Self {
        assert_eq!(self.site.read(&format!("_site/{path}")).as_deref(), Some(contents), "{path}\n{}", self.err);
        self
    }

    /// The destination has just these files.
    #[track_caller]
    pub fn wrote_just(self, paths: &[&str]) -> Self {
        let mut found = Vec::new();
        list(&self.site.folder.join("_site"), "", &mut found);
        found.sort();
        let mut expected: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        expected.sort();
        assert_eq!(found, expected, "{}", self.err);
        self
    }

    /// A line of either stream is exactly this, white space at both ends aside.
    #[track_caller]
    pub fn says(self, line: &str) -> Self {
        let said = self.out.lines().chain(self.err.lines()).any(|said| said.trim() == line);
        assert!(said, "not said: {line}\n{}{}", self.out, self.err);
        self
    }

    /// Neither stream holds this anywhere.
    #[track_caller]
    pub fn does_not_say(self, text: &str) -> Self {
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
