//! Builds into an existing destination. Either the whole new site is published or nothing, and unchanged files are not
//! touched.

use crate::story::{Outcome, Site, program};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// A site that was built and then changed completely.
fn changed() -> Site {
    let site =
        Site::new().file("a.html", "---\n---\nold a").file("sub/b.html", "---\n---\nold b").file("gone.txt", "x");
    site.build().succeeds();
    fs::remove_file(site.folder().join("gone.txt")).unwrap();
    site.file("a.html", "---\n---\nnew a").file("sub/b.html", "---\n---\nnew b").file("sub/c.html", "---\n---\nnew c")
}

/// Checks that the destination is the result of the first build of [`changed`].
#[track_caller]
fn is_old(outcome: Outcome<'_>) {
    outcome.wrote_just(&["a.html", "sub/b.html", "gone.txt"]).wrote("a.html", "old a").wrote("sub/b.html", "old b");
}

/// Checks that the destination is the result of the second build of [`changed`].
#[track_caller]
fn is_new(outcome: Outcome<'_>) {
    let outcome = outcome.succeeds().wrote_just(&["a.html", "sub/b.html", "sub/c.html"]);
    outcome.wrote("a.html", "new a").wrote("sub/b.html", "new b").wrote("sub/c.html", "new c");
}

/// The names of staging folders in the site's folder.
fn staging(site: &Site) -> Vec<String> {
    let names = fs::read_dir(site.folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.contains(".new-")).collect()
}

/// `hastie build` in a shell that sets limits first.
fn build_limited<'s>(site: &'s Site, limits: &str) -> Outcome<'s> {
    let build = site.command(&["build"]);
    let mut shell = program("sh");
    shell.args(["-c", &format!("ulimit -c 0; {limits}; exec \"$0\" build")]).arg(build.get_program());
    shell.current_dir(site.folder()).stdin(Stdio::null());
    shell.envs(build.get_envs().filter_map(|(name, value)| Some((name, value?))));
    site.outcome(shell)
}

#[test]
fn a_rebuild_replaces_what_differs() {
    is_new(changed().build());
}

/// A limit on file sizes simulates a full disk on systems where none can be mounted.
#[test]
fn a_write_error_keeps_the_old_site() {
    let site = changed().file("zbig.bin", vec![7; 300_000]);
    let outcome = build_limited(&site, "trap '' XFSZ; ulimit -f 64").fails();
    is_old(outcome.says("Reason: File too large @ copy_stream - <site>/_site/zbig.bin"));
    assert_eq!(staging(&site), [""; 0]);

    let page = format!("---\n---\n{}", "text ".repeat(60_000));
    let site = changed().file("zbig.html", page);
    let outcome = build_limited(&site, "trap '' XFSZ; ulimit -f 64").fails();
    is_old(outcome.says("Reason: File too large @ rb_sysopen - <site>/_site/zbig.html"));
}

#[test]
fn a_build_killed_while_writing_keeps_the_old_site() {
    let site = changed().file("zbig.bin", vec![7; 300_000]);
    let outcome = build_limited(&site, "ulimit -f 64");
    assert_eq!(outcome.code(), None, "a signal ends it");
    is_old(outcome);
    assert_eq!(staging(&site).len(), 1, "its unfinished files are beside the destination");

    fs::remove_file(site.folder().join("zbig.bin")).unwrap();
    is_new(site.build());
    assert_eq!(staging(&site), [""; 0], "the next build clears it away");
}

#[test]
fn a_killed_first_build_leaves_no_partial_site() {
    let site = Site::new().file("a.txt", "a").file("zbig.bin", vec![7; 300_000]);
    assert_eq!(build_limited(&site, "ulimit -f 64").code(), None);
    assert!(!site.folder().join("_site").exists());
    site.build().succeeds();
    assert_eq!(staging(&site), [""; 0]);
}

/// Whether the test can mount a file system in its own namespace.
fn can_mount() -> bool {
    let mut trial = program("unshare");
    trial.args(["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
    let mounts = trial.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !mounts {
        eprintln!("skipped: no file system can be mounted here");
    }
    mounts
}

#[test]
fn a_full_disk_keeps_the_old_site() {
    if !can_mount() {
        return;
    }
    // The destination is first a folder on the small disk, then the disk itself.
    for place in ["mnt/out", "mnt"] {
        let site = Site::new().file("a.html", "---\n---\nold").file("mnt/.keep", "").file(
            "run.sh",
            format!(
                "mount -t tmpfs -o size=256k tmpfs mnt || exit 9\n\"$0\" build -q -d {place} || exit 8\n\
                 cp -r {place}/. before; mv later.html a.html; mv big.txt zbig.txt\n\"$0\" build -d {place}\n\
                 echo \"code $?\"; rm -rf after; mkdir after; cp -r {place}/. after\ndf mnt >/dev/null; ls -A mnt\n"
            ),
        );
        let site = site
            .file("before/.keep", "")
            .file("_config.yml", "exclude: [mnt, before, after, run.sh, later.html, big.txt]\n");
        let site = site.file("later.html", "---\n---\nnew").file("big.txt", vec![b'x'; 600_000]);
        let mut shell = program("unshare");
        shell.args(["--map-root-user", "--mount", "sh", "run.sh"]).arg(site.command(&[]).get_program());
        // For `sh FILE ARGUMENT`, the argument is $1.
        fs::write(site.folder().join("run.sh"), site.read("run.sh").unwrap().replace("$0", "$1")).unwrap();
        shell.current_dir(site.folder());
        let outcome = site.outcome(shell).succeeds();
        let path = format!("<site>/{place}/zbig.txt");
        let outcome = outcome.says("code 1").says(&format!("Reason: No space left on device @ copy_stream - {path}"));
        outcome.does_not_say(".new-");
        assert_eq!(site.read("after/a.html").as_deref(), Some("old"));
        assert_eq!(site.read("after/zbig.txt"), None);
    }
}

#[test]
fn a_destination_that_cannot_be_created_is_an_error() {
    let site = Site::new().file("a.txt", "a").file("file", "mine");
    site.run(&["build", "-d", "file"]).fails().says("Reason: File exists @ dir_s_mkdir - <site>/file");
    site.run(&["build", "-d", "file/x"]).fails().says("Reason: File exists @ dir_s_mkdir - <site>/file");
    site.run(&["build", "-d", "/proc/x/y"]).fails().says("Reason: No such file or directory @ dir_s_mkdir - /proc/x");
    assert_eq!(site.read("file").as_deref(), Some("mine"));
}

/// If something cannot be moved, everything that was already moved is moved back. Root can write everywhere, so the
/// build runs as the user `nobody`.
#[test]
fn an_unwritable_folder_keeps_the_old_site() {
    const NOBODY: u32 = 65_534;
    let site = changed();
    let mut command = site.command(&["build"]);
    if fs::metadata(site.folder()).unwrap().uid() == 0 {
        for path in all_below(site.folder()) {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        command.uid(NOBODY).gid(NOBODY);
    }
    let folder = site.folder().join("_site/sub");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let outcome = site.outcome(command);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    if outcome.all().contains("<site>/_config.yml") {
        let outcome = outcome.fails();
        assert!(outcome.err.contains("Reason: Permission denied @ rb_sysopen - <site>/_site/sub/"), "{}", outcome.err);
        is_old(outcome);
    } else {
        eprintln!("skipped: nobody cannot get at the folder of the test");
    }
}

fn all_below(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_path_buf()];
    let mut next = 0;
    while next < all.len() {
        if all[next].is_dir() {
            all.extend(fs::read_dir(&all[next]).unwrap().map(|entry| entry.unwrap().path()));
        }
        next += 1;
    }
    all
}

/// A temporary folder on another file system, if there is one.
struct Elsewhere(PathBuf);

impl Elsewhere {
    fn of(site: &Site) -> Option<Self> {
        let folder = Path::new("/dev/shm").join(site.folder().file_name().unwrap());
        let device = |path: &Path| fs::metadata(path).map(|data| data.dev()).ok();
        if device(Path::new("/dev/shm")) == device(site.folder()) || fs::create_dir(&folder).is_err() {
            eprintln!("skipped: there is no second file system here");
            return None;
        }
        Some(Elsewhere(folder))
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_destination_may_be_a_link_even_to_another_file_system() {
    let site = Site::empty().file("_config.yml", "exclude: [out]\n").file("out/.keep", "");
    let link = site.folder().join("_site");
    let mut targets = vec![site.folder().join("out")];
    let elsewhere = Elsewhere::of(&site);
    targets.extend(elsewhere.iter().map(|elsewhere| elsewhere.0.clone()));
    let mut site = site;
    for target in targets {
        symlink(&target, &link).unwrap();
        site = site.file("a.html", "---\n---\nold");
        site.build().succeeds().wrote("a.html", "old");
        site = site.file("a.html", "---\n---\nnew");
        site.build().succeeds().wrote_just(&["a.html"]).wrote("a.html", "new");
        assert_eq!(fs::read_link(&link).unwrap(), target, "the link stays");
        assert_eq!(fs::read_dir(&target).unwrap().count(), 1, "no other files are left");
        fs::remove_file(&link).unwrap();
    }
}

#[test]
fn a_folder_of_the_destination_may_be_a_link_to_another_file_system() {
    let site = changed();
    let Some(elsewhere) = Elsewhere::of(&site) else { return };
    fs::remove_dir_all(site.folder().join("_site/sub")).unwrap();
    symlink(&elsewhere.0, site.folder().join("_site/sub")).unwrap();
    is_new(site.build());
    assert_eq!(fs::read_to_string(elsewhere.0.join("c.html")).unwrap(), "new c");
    assert_eq!(fs::read_dir(&elsewhere.0).unwrap().count(), 2);
}

#[test]
fn unchanged_files_are_not_touched() {
    let site = Site::new().file("a.html", "---\n---\na").file("sub/b.txt", "b").file("sub/c.html", "---\n---\nc");
    site.build().succeeds();
    let state = |path: &str| {
        let data = fs::metadata(site.folder().join(path)).unwrap();
        (data.ino(), data.ctime(), data.ctime_nsec())
    };
    let paths = ["_site", "_site/a.html", "_site/sub", "_site/sub/b.txt", "_site/sub/c.html"];
    let before = paths.map(state);
    site.build().succeeds();
    assert_eq!(paths.map(state), before);

    site.write("a.html", "---\n---\nother");
    site.build().succeeds().wrote("a.html", "other");
    assert_eq!(paths.map(state)[2..], before[2..]);
    assert_ne!(state("_site/a.html"), before[1]);
}

#[test]
fn files_and_folders_may_replace_each_other() {
    let site = Site::new().file("a", "file").file("b/c.txt", "c");
    site.build().succeeds().wrote_just(&["a", "b/c.txt"]);
    fs::remove_file(site.folder().join("a")).unwrap();
    fs::remove_dir_all(site.folder().join("b")).unwrap();
    let site = site.file("a/d.txt", "d").file("b", "file");
    site.build().succeeds().wrote_just(&["a/d.txt", "b"]).wrote("b", "file");
}

#[test]
fn kept_files_are_kept() {
    let site = Site::new().file("_config.yml", "keep_files: [.git, mine]\n").file("a.txt", "a");
    site.write("_site/.git/HEAD", "head");
    site.write("_site/mine/own.txt", "own");
    site.write("_site/stale/old.txt", "old");
    let outcome = site.build().succeeds().wrote_just(&["a.txt", ".git/HEAD", "mine/own.txt"]);
    outcome.wrote(".git/HEAD", "head");
    assert!(!site.folder().join("_site/stale").exists());
}

/// The files of a destination with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, String> {
    let files = all_below(folder).into_iter().filter(|file| file.is_file());
    files.map(|file| (file.strip_prefix(folder).unwrap().to_owned(), fs::read_to_string(&file).unwrap())).collect()
}

/// Writes a version of a site: pages that stay the same, others that change, and some that exist in it alone.
fn write_version(site: &Site, version: usize) -> BTreeMap<PathBuf, String> {
    let mut expected = BTreeMap::new();
    let _ = fs::remove_dir_all(site.folder().join("source"));
    for number in 0..60 {
        let name = match number % 5 == version % 5 {
            true => format!("only-{version}/{number}.html"),
            false => format!("{}/{number}.html", number % 7),
        };
        let text = if number % 3 == 0 { "the same".to_owned() } else { format!("version {version}") };
        site.write(&format!("source/{name}"), format!("---\n---\n{text}"));
        expected.insert(PathBuf::from(name), text);
    }
    expected
}

/// `tools/destination/killed` does the same with more builds.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_build_leaves_the_whole_old_site_or_the_whole_new_one() {
    let site = Site::empty();
    let command = || {
        let mut command = site.command(&["build", "-q", "-s", "source", "-d", "out"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut old = write_version(&site, 0);
    assert!(command().status().unwrap().success());
    for version in 1..=12 {
        let new = write_version(&site, version);
        let mut build = command().spawn().unwrap();
        while staging(&site).is_empty() && build.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_micros(800 * version as u64));
        build.kill().unwrap();
        build.wait().unwrap();
        let found = contents(&site.folder().join("out"));
        assert!(found == old || found == new, "version {version}: {found:?}");
        if found == new {
            old = new;
        }
    }
    let new = write_version(&site, 13);
    assert!(command().status().unwrap().success());
    assert_eq!(contents(&site.folder().join("out")), new);
    assert_eq!(staging(&site), [""; 0]);
}

/// A page that takes seconds to render, after others that are written early.
fn with_slow_page() -> Site {
    let site = Site::empty();
    for number in 0..40 {
        site.write(&format!("source/{number}.html"), format!("---\n---\npage {number}"));
    }
    site.write(
        "source/z.html",
        "---\n---\n{% for i in (1..1500000) %}{% assign x = i | times: 3 | minus: 1 %}{% endfor %}",
    );
    site
}

/// Starts a build of [`with_slow_page`], and sends it a signal as soon as it writes pages. Returns its exit code.
fn interrupted(site: &Site, command: &[&str], signal: &str) -> Option<i32> {
    let mut build = site.command(command);
    let mut build = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_writing = || staging(site).iter().any(|name| all_below(&site.folder().join(name)).len() > 20);
    while !is_writing() {
        assert!(build.try_wait().unwrap().is_none(), "the build ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(program("kill").args([signal, &build.id().to_string()]).status().unwrap().success());
    build.wait().unwrap().code()
}

#[test]
fn an_interrupted_build_leaves_the_old_site_and_no_staging_folder() {
    let site = with_slow_page();
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        assert_eq!(interrupted(&site, &["build", "-s", "source", "-d", "first"], signal), Some(code));
        assert!(!site.folder().join("first").exists());
        assert_eq!(staging(&site), [""; 0]);
    }
    site.write("out/old.html", "old");
    let old = contents(&site.folder().join("out"));
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        assert_eq!(interrupted(&site, &["build", "-s", "source", "-d", "out"], signal), Some(code));
        assert_eq!(contents(&site.folder().join("out")), old);
        assert_eq!(staging(&site), [""; 0]);
    }
}

#[test]
fn a_server_that_is_interrupted_in_its_first_build_leaves_no_staging_folder() {
    let site = with_slow_page();
    let serve = ["serve", "-s", "source", "-d", "out", "--port", "0"];
    assert_eq!(interrupted(&site, &serve, "-INT"), Some(0));
    assert!(!site.folder().join("out").exists());
    assert_eq!(staging(&site), [""; 0]);
}

#[test]
fn simultaneous_first_builds_all_succeed() {
    for _ in 0..5 {
        let site = Site::empty();
        let expected = write_version(&site, 0);
        let start = |_| site.command(&["build", "-q", "-s", "source", "-d", "out"]).spawn().unwrap();
        let builds: Vec<_> = (0..4).map(start).collect();
        for mut build in builds {
            assert!(build.wait().unwrap().success());
        }
        assert_eq!(contents(&site.folder().join("out")), expected);
        assert_eq!(staging(&site), [""; 0]);
    }
}

/// The folder is exchanged for a new one. Unchanged files are the same files in it.
#[test]
fn files_of_an_exchanged_folder_keep_their_inode_time_and_mode() {
    let site = Site::new().file("_config.yml", "keep_files: [mine]\n").file("same/b.txt", "b").file("gone.txt", "x");
    let site = site.file("a.html", "---\n---\na").file("c.html", "---\n---\nc");
    site.build().succeeds();
    let out = site.folder().join("_site");
    site.write("_site/mine/deep/own.txt", "own");
    symlink("own.txt", out.join("mine/deep/link")).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o750)).unwrap();
    fs::set_permissions(out.join("mine"), fs::Permissions::from_mode(0o2711)).unwrap();
    let state = |path: &str| {
        let data = fs::symlink_metadata(out.join(path)).unwrap();
        (data.ino(), data.mode(), data.mtime(), data.mtime_nsec(), data.nlink())
    };
    let files = ["same/b.txt", "mine/deep/own.txt", "mine/deep/link"];
    let folders = ["same", "mine", "mine/deep"];
    let (before, before_folders) = (files.map(state), folders.map(|folder| fs::metadata(out.join(folder)).unwrap()));
    fs::remove_file(site.folder().join("gone.txt")).unwrap();
    site.write("a.html", "---\n---\nnew a");
    site.write("c.html", "---\n---\nnew c");
    site.build().succeeds().wrote("a.html", "new a").wrote("c.html", "new c");
    assert_eq!(files.map(state), before);
    for (folder, before) in folders.iter().zip(before_folders) {
        let now = fs::metadata(out.join(folder)).unwrap();
        assert_eq!((now.mode(), now.modified().unwrap()), (before.mode(), before.modified().unwrap()), "{folder}");
    }
    assert_eq!(fs::metadata(&out).unwrap().mode() & 0o7777, 0o750);
    assert_eq!(fs::read_link(out.join("mine/deep/link")).unwrap(), Path::new("own.txt"));
    assert!(!out.join("gone.txt").exists());
    assert_eq!(staging(&site), [""; 0]);
}

/// Only the folder with the changes is exchanged, and no folder in which a process works.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_which_a_process_works_stays() {
    let site = changed();
    let out = site.folder().join("_site");
    let mut worker = program("sleep").arg("60").current_dir(&out).spawn().unwrap();
    let inode = fs::metadata(&out).unwrap().ino();
    is_new(site.build());
    assert_eq!(fs::metadata(&out).unwrap().ino(), inode);
    worker.kill().unwrap();
    worker.wait().unwrap();

    site.write("a.html", "---\n---\na");
    site.write("sub/b.html", "---\n---\nb");
    site.build().succeeds();
    assert_ne!(fs::metadata(&out).unwrap().ino(), inode);

    let inode = fs::metadata(&out).unwrap().ino();
    site.write("sub/b.html", "---\n---\nb 2");
    site.write("sub/c.html", "---\n---\nc 2");
    site.build().succeeds().wrote("sub/b.html", "b 2").wrote("sub/c.html", "c 2");
    assert_eq!(fs::metadata(&out).unwrap().ino(), inode);
}
