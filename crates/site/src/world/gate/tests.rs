//! Tests of the paths that a gate allows, with links that change while they are followed.

use super::{Gate, Outside};
use crate::world::{Kind, World};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs};

/// A temporary folder with a site full of links, and a secret file beside the site.
struct Folders(PathBuf);

impl Folders {
    fn new(name: &str) -> Self {
        let top = env::temp_dir().join(format!("hastie-gate-{}-{name}", std::process::id()));
        let top = fs::create_dir_all(top.join("site/inner")).and_then(|()| fs::canonicalize(top)).expect("a folder");
        fs::create_dir_all(top.join("elsewhere")).expect("a folder");
        for (file, text) in [("site/a.txt", "a"), ("site/inner/b.txt", "b"), ("elsewhere/secret", "secret")] {
            fs::write(top.join(file), text).expect("a file");
        }
        for (link, target) in [
            ("site/in", "inner"),
            ("site/in-file", "in/../a.txt"),
            ("site/out", "../elsewhere"),
            ("site/out-file", "../elsewhere/secret"),
            ("site/twice", "out/secret"),
            ("site/again", "again"),
            ("site/inner/up", ".."),
            ("site/root", "/"),
            ("site/back", "../elsewhere/../site/a.txt"),
            ("site/nowhere", "missing"),
        ] {
            symlink(target, top.join(link)).expect("a link");
        }
        symlink(top.join("site/a.txt"), top.join("site/absolute")).expect("a link");
        Folders(top)
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    fn world(&self) -> (World, Arc<Gate>) {
        let gate = Arc::new(Gate::new().readable(self.path("site")));
        (World::fixed(self.path("site"), 0).within(Arc::clone(&gate)), gate)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn links_are_followed_within_the_folders() {
    let folders = Folders::new("within");
    let (world, gate) = folders.world();
    let files = ["a.txt", "in-file", "absolute", "inner/up/a.txt", "in/up/in/up/a.txt", "back", "./x/../a.txt"];
    for file in files {
        let path = folders.path("site").join(file);
        assert_eq!(world.read(&path).ok().as_deref(), Some(&b"a"[..]), "{file}");
        assert_eq!(world.real_path(&path).ok(), Some(folders.path("site/a.txt")), "{file}");
        assert!(world.is_file(&path) && world.open(&path).is_ok(), "{file}");
    }
    assert_eq!(world.read(Path::new("in/b.txt")).ok().as_deref(), Some(&b"b"[..]), "relative to the working directory");
    let names = |folder: &str| world.list(&folders.path(folder)).map(|entries| entries.len()).ok();
    assert_eq!((names("site/in"), names("site/inner/up"), names("site")), (Some(2), Some(12), Some(12)));
    assert_eq!(world.stat_link(&folders.path("site/in")).map(|stat| stat.kind).ok(), Some(Kind::Link));
    assert_eq!(world.stat(&folders.path("site/in")).map(|stat| stat.kind).ok(), Some(Kind::Folder));
    assert_eq!(gate.refused(), None);
}

#[test]
fn nothing_outside_exists() {
    let folders = Folders::new("outside");
    let outside = [
        folders.path("elsewhere/secret"),
        folders.path("site/../elsewhere/secret"),
        folders.path("site/out-file"),
        folders.path("site/out/secret"),
        folders.path("site/twice"),
        folders.path("site/in/up/out/secret"),
        folders.path("site/root/etc/passwd"),
        folders.path(""),
        PathBuf::from("/etc/passwd"),
        PathBuf::from("/proc/self/environ"),
        PathBuf::from("/dev/zero"),
        PathBuf::from("/"),
        PathBuf::from("../elsewhere/secret"),
    ];
    for path in &outside {
        let (world, gate) = folders.world();
        assert!(!world.exists(path) && world.stat_link(&path.join("x")).is_err(), "{path:?}");
        assert!(gate.is_outside(&world.folder().join(path)), "{path:?}");
        assert_eq!(gate.refused(), None, "a look at what does not exist is nothing to report: {path:?}");
        assert!(world.read(path).is_err_and(|error| Outside::is(&error)), "{path:?}");
        assert_eq!(gate.refused(), Some(world.folder().join(path)));
        assert!(world.open(path).is_err() && world.list(path).is_err() && world.real_path(path).is_err(), "{path:?}");
    }
    let (world, gate) = folders.world();
    let kind = |path: &str| world.read(&folders.path(path)).map_err(|error| error.kind()).err();
    assert_eq!(kind("site/missing"), Some(io::ErrorKind::NotFound));
    assert_eq!(kind("site/nowhere"), Some(io::ErrorKind::NotFound));
    assert_eq!(kind("site/missing/x"), Some(io::ErrorKind::NotFound));
    assert_eq!(kind("site/a.txt/x"), Some(io::ErrorKind::NotADirectory));
    assert_eq!(kind("site/inner"), Some(io::ErrorKind::IsADirectory));
    assert_eq!(kind("site/a\0b"), Some(io::ErrorKind::InvalidInput));
    assert!(kind("site/again").is_some() && gate.refused().is_none());
}

#[test]
fn writes_stay_below_the_destination() {
    let folders = Folders::new("writes");
    fs::create_dir(folders.path("site/_site")).expect("a folder");
    symlink("../../elsewhere", folders.path("site/_site/out")).expect("a link");
    symlink("deep", folders.path("site/_site/in")).expect("a link");
    let gate = Gate::new().readable(folders.path("site")).writable(folders.path("site/_site"));
    for path in ["site/_site/a", "site/_site/new/b", "site/_site/x/../a", "site/_site/in/c"] {
        assert!(gate.check_write(&folders.path(path)).is_ok(), "{path}");
    }
    for path in
        ["site/a.txt", "site/_site", "site/_site/../a.txt", "site/_site/out/a", "elsewhere/secret", "site/_site/a\0"]
    {
        assert!(gate.check_write(&folders.path(path)).is_err(), "{path}");
    }
}

#[test]
fn folders_that_are_named_by_a_link_count_as_what_they_are() {
    let folders = Folders::new("named");
    symlink("site", folders.path("alias")).expect("a link");
    let gate = Arc::new(Gate::new().readable(folders.path("alias")));
    let world = World::fixed(&folders.0, 0).within(gate);
    assert_eq!(world.read(&folders.path("alias/in/b.txt")).ok().as_deref(), Some(&b"b"[..]));
    assert_eq!(world.read(&folders.path("site/absolute")).ok().as_deref(), Some(&b"a"[..]));
    assert!(world.read(&folders.path("alias/out-file")).is_err());
}

/// Tells another thread on drop that the test is over, even if it has failed.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_folder_that_becomes_a_link_meanwhile_does_not_lead_out() {
    let folders = Folders::new("changing");
    let (world, _) = folders.world();
    fs::write(folders.path("elsewhere/b.txt"), "secret").expect("a file");
    let changing = folders.path("site/changing");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let _ = fs::create_dir(&changing).and_then(|()| fs::write(changing.join("b.txt"), "b"));
                let _ = fs::remove_dir_all(&changing);
                let _ = symlink("../elsewhere", &changing);
                let _ = fs::remove_file(&changing);
            }
        });
        let _end = AtEnd(&done);
        for _ in 0..3000 {
            let file = changing.join("b.txt");
            assert!(!world.read(&file).is_ok_and(|bytes| bytes == b"secret"));
            assert!(!world.list(&changing).is_ok_and(|entries| entries.iter().any(|entry| entry.name == "secret")));
            assert!(!world.stat(&file).is_ok_and(|stat| stat.size == 6));
        }
    });
}

#[test]
fn a_pipe_is_not_waited_for() {
    let folders = Folders::new("pipe");
    let (world, _) = folders.world();
    let pipe = folders.path("site/pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).expect("a pipe");
    assert!(world.read(&pipe).is_err() && world.open(&pipe).is_err());
    assert_eq!(world.stat(&pipe).map(|stat| stat.kind).ok(), Some(Kind::Other));
}
