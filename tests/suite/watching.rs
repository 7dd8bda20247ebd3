//! `hastie build --watch` over real files: however an editor, a shell or version control changes the source, the site is
//! built again. None of these tests depends on the number of builds.

use crate::story::Site;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The maximum time that a busy machine may need.
const PATIENCE: Duration = Duration::from_secs(120);

/// A build that watches the source of a site until the end of the test.
struct Watching<'s> {
    site: &'s Site,
    child: Child,
    lines: Receiver<String>,
}

impl<'s> Watching<'s> {
    fn start(site: &'s Site, options: &[&str]) -> Self {
        let watching = Watching::of(site, site.command(&[&["build", "--watch"], options].concat()));
        watching.until(|line| line.contains("Auto-regeneration: enabled"));
        watching
    }

    fn of(site: &'s Site, mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        Watching { site, child, lines }
    }

    /// Waits for a line of the output.
    fn until(&self, is_wanted: impl Fn(&str) -> bool) {
        while !is_wanted(&self.lines.recv_timeout(PATIENCE).expect("another line")) {}
    }

    /// Waits until the destination fulfils a condition. A build may see only a part of a change.
    #[track_caller]
    fn writes(&self, path: &str, is_wanted: impl Fn(Option<&str>) -> bool) {
        let began = Instant::now();
        let read = || self.site.read(&format!("_site/{path}"));
        while !is_wanted(read().as_deref()) {
            assert!(began.elapsed() < PATIENCE, "{path}: {:?}", read());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            // The test may have ended.
            let _ = sender.send(line);
        }
    });
    lines
}

fn blog() -> Site {
    Site::new()
        .file("_layouts/post.html", "post: {{ content }}")
        .file("_posts/2026-01-01-one.md", "---\nlayout: post\n---\none\n")
        .file("_data/words.yml", "word: data\n")
        .file("_sass/part.scss", "a { b: c }\n")
        .file("main.scss", "---\n---\n@import \"part\";\n")
        .file(
            "index.html",
            "---\n---\n{{ site.data.words.word }} {{ site.title }} {% for p in site.posts %}{{ p.title }},{% endfor %}",
        )
}

#[test]
fn every_kind_of_source_file_is_watched() {
    let site = blog();
    let watching = Watching::start(&site, &[]);
    site.write("_layouts/post.html", "new: {{ content }}");
    watching.writes("2026/01/01/one.html", |text| text == Some("new: <p>one</p>\n"));
    site.write("_data/words.yml", "word: facts\n");
    watching.writes("index.html", |text| text == Some("facts  One,"));
    site.write("_sass/part.scss", "a { b: d }\n");
    watching.writes("main.css", |text| text.is_some_and(|css| css.contains("b: d")));
    site.write("_config.yml", "title: Title\ntime: 2026-01-15 12:00:00 +0000\n");
    watching.writes("index.html", |text| text == Some("facts Title One,"));
    site.write("static.txt", "static");
    watching.writes("static.txt", |text| text == Some("static"));
    fs::remove_file(site.folder().join("static.txt")).unwrap();
    watching.writes("static.txt", |text| text.is_none());
}

/// Editors write a file under another name, and rename it.
#[test]
fn a_file_that_is_replaced_is_seen() {
    let site = blog();
    let watching = Watching::start(&site, &[]);
    let post = site.folder().join("_posts/2026-01-01-one.md");
    for text in ["two", "three"] {
        let modified = fs::metadata(&post).unwrap().modified().unwrap();
        let other = site.folder().join("_posts/.2026-01-01-one.md.swp");
        fs::write(&other, format!("---\nlayout: post\n---\n{text}\n")).unwrap();
        fs::File::options().write(true).open(&other).unwrap().set_modified(modified).unwrap();
        fs::rename(&other, &post).unwrap();
        watching.writes("2026/01/01/one.html", |found| found == Some(&format!("post: <p>{text}</p>\n")));
    }
}

#[test]
fn a_folder_that_is_removed_and_created_again_is_still_watched() {
    let site = blog();
    let watching = Watching::start(&site, &[]);
    let folder = site.folder().join("_posts");
    for (round, text) in ["again", "and again"].iter().enumerate() {
        match round {
            0 => fs::remove_dir_all(&folder).unwrap(),
            _ => fs::rename(&folder, site.folder().join("_old")).unwrap(),
        }
        site.write("_posts/2026-01-01-one.md", format!("---\nlayout: post\n---\n{text}\n"));
        watching.writes("2026/01/01/one.html", |found| found == Some(&format!("post: <p>{text}</p>\n")));
        site.write("_posts/deep/2026-01-02-two.md", format!("---\nlayout: post\n---\n{text}\n"));
        watching.writes("2026/01/02/two.html", |found| found == Some(&format!("post: <p>{text}</p>\n")));
        site.write("_posts/deep/2026-01-02-two.md", "---\nlayout: post\n---\nlast\n");
        watching.writes("2026/01/02/two.html", |found| found == Some("post: <p>last</p>\n"));
    }
}

#[test]
fn a_switch_of_branches_with_5_000_files_is_seen_as_a_whole() {
    let site = blog();
    let watching = Watching::start(&site, &[]);
    for number in 0..5000 {
        site.write(&format!("branch/{}/{number}.txt", number % 10), "other branch");
    }
    site.write("index.html", "---\n---\nother branch");
    watching.writes("index.html", |text| text == Some("other branch"));
    watching.writes("branch/9/4999.txt", |text| text == Some("other branch"));
    fs::remove_dir_all(site.folder().join("branch")).unwrap();
    site.write("index.html", "---\n---\nfirst branch");
    watching.writes("index.html", |text| text == Some("first branch"));
    watching.writes("branch/9/4999.txt", |text| text.is_none());
    assert_eq!(site.files("_site/branch"), Vec::<String>::new());
}

#[test]
fn files_are_compared_at_intervals_if_wanted() {
    let site = blog();
    let watching = Watching::start(&site, &["--force_polling"]);
    site.write("_posts/deep/2026-01-02-two.md", "---\nlayout: post\n---\ntwo\n");
    watching.writes("2026/01/02/two.html", |found| found == Some("post: <p>two</p>\n"));
}

/// The limit holds in a namespace of its own, so that it concerns no other program.
#[cfg(target_os = "linux")]
#[test]
fn files_are_compared_at_intervals_if_the_system_cannot_watch_more_folders() {
    const LIMIT: &str = "echo 2 > /proc/sys/user/max_inotify_watches";
    let in_namespace = |script: &str| {
        let mut command = crate::story::program("unshare");
        command.args(["--user", "--map-root-user", "sh", "-c", script]);
        command
    };
    // Some systems forbid such namespaces.
    if !in_namespace(LIMIT).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        return;
    }
    let site = blog();
    let build = site.command(&["build", "--watch"]);
    let mut command = in_namespace(&format!("{LIMIT}; exec \"$0\" \"$@\" 2>&1"));
    command.arg(build.get_program()).args(build.get_args());
    for (name, value) in build.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(site.folder());
    let watching = Watching::of(&site, command);
    watching
        .until(|line| line.contains("the system cannot watch more folders, so all files are compared twice a second"));
    site.write("_posts/deep/2026-01-02-two.md", "---\nlayout: post\n---\ntwo\n");
    watching.writes("2026/01/02/two.html", |found| found == Some("post: <p>two</p>\n"));
}

#[test]
fn a_theme_and_configuration_files_in_other_folders_are_watched() {
    let site = Site::empty()
        .file("home/_config.yml", "theme: plain\n")
        .file("home/index.html", "---\nlayout: default\n---\n{{ site.title }}")
        .file("settings/more.yml", "title: First\n")
        .file("gems/gems/plain-1.0.0/_layouts/default.html", "old: {{ content }}")
        .file("gems/gems/plain-1.0.0/assets/theme.css", "a {}");
    let options = ["-s", "home", "-d", "_site", "--config", "home/_config.yml,settings/more.yml"];
    let mut command = site.command(&[&["build", "--watch"], options.as_slice()].concat());
    command.env("GEM_HOME", site.folder().join("gems"));
    let watching = Watching::of(&site, command);
    watching.until(|line| line.contains("Auto-regeneration: enabled"));
    site.write("gems/gems/plain-1.0.0/_layouts/default.html", "new: {{ content }}");
    watching.writes("index.html", |text| text == Some("new: First"));
    site.write("settings/more.yml", "title: Second\n");
    watching.writes("index.html", |text| text == Some("new: Second"));
    site.write("gems/gems/plain-1.0.0/assets/theme.css", "b {}");
    watching.writes("assets/theme.css", |text| text == Some("b {}"));
}

#[test]
fn a_new_destination_in_the_configuration_is_not_watched() {
    let site = blog();
    let watching = Watching::start(&site, &[]);
    site.write("_config.yml", "title: one\ndestination: ./made\n");
    watching.until(|line| line.contains("done in"));
    assert!(site.read("made/index.html").is_some_and(|page| page.contains("one")));
    site.write("_config.yml", "title: two\ndestination: ./made\n");
    watching.until(|line| {
        assert!(!line.contains("made/"), "{line}");
        line.contains("done in")
    });
    assert!(site.read("made/index.html").is_some_and(|page| page.contains("two")));
}

#[test]
fn a_failed_build_keeps_the_site_and_the_next_one_is_exact() {
    let site = blog();
    let watching = Watching::start(&site, &[]);
    site.write("index.html", "---\n---\n{% nope %}");
    watching.until(|line| line.contains("Unknown tag 'nope'") || line.contains("Regenerating"));
    site.write("_posts/2026-01-01-one.md", "---\nlayout: post\n---\nrepaired\n");
    site.write("index.html", "---\n---\nrepaired");
    watching.writes("index.html", |text| text == Some("repaired"));
    watching.writes("2026/01/01/one.html", |text| text == Some("post: <p>repaired</p>\n"));
}

#[test]
fn an_edit_of_a_plugin_builds_the_site_again() {
    let site = blog().file("_plugins/note.rb", "# nothing yet\n");
    let watching = Watching::start(&site, &[]);
    site.write("_plugins/note.rb", "# still nothing\n");
    watching.until(|line| line.trim() == "_plugins/note.rb");
    watching.until(|line| line.contains("...done in"));
}
