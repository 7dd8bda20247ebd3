//! jekyll-last-modified-at in Git repositories, compared with the program `git` if it is installed. Error messages are
//! Ruby's.

use crate::story::{Outcome, Site, program};
use std::fs;
use std::path::Path;

const CONFIG: &str = "plugins: [jekyll-last-modified-at]\n";
const PAGE: &str = "---\n---\n{{ page.last_modified_at | date: '%s' }}\n";

/// Unix timestamps for git. Commits are a thousand seconds apart.
fn time(commit: u32) -> String {
    (1_700_000_000 + u64::from(commit) * 1000).to_string()
}

fn git_at(folder: &Path, commit: u32, arguments: &[&str]) -> Option<String> {
    let date = format!("{} +0100", time(commit));
    let output = program("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "protocol.file.allow=always"])
        .args(["-c", "safe.directory=*", "-c", "gc.auto=0", "-c", "core.autocrlf=false"])
        .args(arguments)
        .current_dir(folder)
        .envs([("GIT_AUTHOR_DATE", date.as_str()), ("GIT_COMMITTER_DATE", &date)])
        .env("GIT_CONFIG_GLOBAL", folder.join("no such file"))
        .output();
    let output = output.ok()?;
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() || arguments[0] == "merge", "git {arguments:?}: {told}");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    git_at(folder, 0, arguments).unwrap_or_default()
}

fn git_is_missing() -> bool {
    let is_missing = program("git").arg("--version").output().is_err();
    if is_missing {
        eprintln!("skipped: there is no git here");
    }
    is_missing
}

/// Changes pages in a reproducible way.
struct Author {
    state: u32,
    commit: u32,
}

impl Author {
    fn below(&mut self, limit: u32) -> u32 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.state >> 16) % limit
    }

    /// Makes a commit that writes, moves or removes one or two pages.
    fn work(&mut self, folder: &Path) {
        for _ in 0..=self.below(2) {
            let (folders, number) = (["", "a/", "a/b/", "c d/"], self.below(5));
            let path = format!("{}p{number}.html", folders[self.below(4) as usize]);
            let file = folder.join(&path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            if self.below(8) == 0 && file.exists() {
                fs::remove_file(file).unwrap();
            } else {
                fs::write(file, format!("{PAGE}{}\n", self.below(3))).unwrap();
            }
        }
        self.commit(folder);
    }

    fn commit(&mut self, folder: &Path) {
        self.commit += 1;
        git(folder, &["add", "-A"]);
        git_at(folder, self.commit, &["commit", "-q", "--allow-empty", "-m", "Work"]);
    }
}

/// A repository with branches and merges.
fn repository(site: &Site) -> Author {
    let folder = site.folder();
    let mut author = Author { state: 7, commit: 0 };
    git(folder, &["init", "-q", "-b", "main"]);
    fs::write(folder.join(".gitignore"), "_site\n.jekyll-cache\n").unwrap();
    author.commit(folder);
    for round in 0..12 {
        let branch = format!("side{round}");
        author.work(folder);
        git(folder, &["checkout", "-q", "-b", &branch]);
        for _ in 0..3 {
            author.work(folder);
        }
        git(folder, &["checkout", "-q", "main"]);
        if round % 3 != 0 {
            author.work(folder);
        }
        let strategy = ["ours", "theirs"][round % 2];
        git_at(folder, author.commit, &["merge", "-q", "--no-ff", "--no-commit", "-X", strategy, &branch]);
        author.commit(folder);
    }
    author
}

/// Checks that all pages of the site have the same times as in git.
fn agrees(site: &Site, below: &str) {
    let source = site.folder().join(below);
    let outcome = site.run(&["build", "-s", below, "-d", "_site"]).succeeds();
    let outcome: &Outcome<'_> = &outcome;
    assert!(!outcome.all().contains("Last Modified"), "{}", outcome.all());
    let listed = git(&source, &["ls-files", "*.html"]);
    assert!(listed.lines().count() > 3, "{listed}");
    for path in listed.lines() {
        let wanted = git(&source, &["log", "-n", "1", "--format=%ct", "--", path]);
        let made = fs::read_to_string(site.folder().join("_site").join(path)).unwrap();
        assert_eq!(made.lines().next(), Some(wanted.as_str()), "{path}");
    }
}

#[test]
fn every_page_has_the_same_time_as_in_git() {
    if git_is_missing() {
        return;
    }
    let site = Site::empty().file("_config.yml", CONFIG).file("p0.html", PAGE);
    let mut author = repository(&site);
    agrees(&site, ".");
    git(site.folder(), &["gc", "-q"]);
    agrees(&site, ".");
    // Some objects are packed, and some are not.
    author.work(site.folder());
    agrees(&site, ".");
    // The site is in a subfolder of the repository.
    fs::write(site.folder().join("a/_config.yml"), CONFIG).unwrap();
    author.commit(site.folder());
    agrees(&site, "a");
}

#[test]
fn clones_and_work_trees_are_supported() {
    if git_is_missing() {
        return;
    }
    let site = Site::empty().file("_config.yml", CONFIG).file("p0.html", PAGE);
    repository(&site);
    let address = format!("file://{}", site.folder().display());
    for arguments in [
        &["clone", "-q", "--depth", "4", &address, "clone"][..],
        &["clone", "-q", "--shared", &address[7..], "clone"],
        &["worktree", "add", "-q", "--detach", "clone"],
    ] {
        git(site.folder(), arguments);
        agrees(&site, "clone");
        git(&site.folder().join("clone"), &["pack-refs", "--all"]);
        agrees(&site, "clone");
        fs::remove_dir_all(site.folder().join("clone")).unwrap();
    }
}

#[test]
fn uncommitted_files_have_their_modification_time_or_that_of_their_removal() {
    if git_is_missing() {
        return;
    }
    let site = Site::empty().file("_config.yml", CONFIG).file("gone.html", PAGE).file("kept.html", PAGE);
    let mut author = Author { state: 1, commit: 0 };
    git(site.folder(), &["init", "-q", "-b", "main"]);
    author.commit(site.folder());
    fs::remove_file(site.folder().join("gone.html")).unwrap();
    author.commit(site.folder());
    author.work(site.folder());
    // A file that was changed but not staged, and an untracked one.
    let site = site.file("gone.html", PAGE).file("new.html", PAGE);
    let outcome = site.build().succeeds();
    let outcome = outcome.wrote("kept.html", &format!("{}\n", time(1))).wrote("gone.html", &format!("{}\n", time(2)));
    outcome.wrote("new.html", "1768032000\n");
}

#[test]
fn an_unreadable_history_is_reported_once() {
    let site = Site::empty().file("_config.yml", CONFIG).file("a.html", PAGE).file("b.html", PAGE);
    let site = site.file(".git/HEAD", "ref: refs/heads/main\n").file(".git/config", "");
    let site = site.file(".git/refs/heads/main", "0123456789abcdef0123456789abcdef01234567\n");
    let outcome = site.build().succeeds().wrote("a.html", "1768032000\n");
    let text = "Last Modified At: the history in <site> cannot be read: the object \
                0123456789abcdef0123456789abcdef01234567 is missing or broken. The times of the files themselves are used.";
    assert_eq!(outcome.says(text).all().matches("Last Modified At:").count(), 1);
}

#[test]
fn excerpts_and_generated_pages_end_the_build_as_in_ruby() {
    let post = "---\n---\n{% last_modified_at %}\n\nMore.\n";
    let site = Site::empty().file("_config.yml", CONFIG).file("_posts/2024-01-01-a.md", post);
    let site = site.file("a.html", "---\n---\n{{ site.posts[0].excerpt }}\n");
    let text = "No such file or directory - <site>/_posts/2024-01-01-a.md/#excerpt does not exist!";
    assert!(site.build().fails().all().contains(text));
    let config = "plugins: [jekyll-last-modified-at, jekyll-feed]\n";
    let page = "---\n---\n{% assign pages = site.pages | sort: 'last_modified_at' %}";
    let site = Site::empty().file("_config.yml", config).file("a.html", page);
    assert!(
        site.build().fails().all().contains("No such file or directory - <site>/feed.xml does not exist! in a.html")
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn documents_that_a_generator_has_changed_keep_their_time() {
    let generator = r#"
class Marks < Jekyll::Generator
  def generate(site)
    site.collections["notes"].docs.each { |note| note.data["mark"] = note.data["last_modified_at"].nil? ? "none" : "some" }
  end
end
"#;
    let note = "---\n---\n{{ page.mark }} {{ page.last_modified_at | date: '%s' }}\n";
    let config = "plugins: [jekyll-last-modified-at]\ncollections: {notes: {output: true}}\n";
    let site = Site::empty().file("_config.yml", config).file("_plugins/marks.rb", generator);
    let site = site.file("_notes/a.html", note);
    let module = std::env::var("HASTIE_RUBY_WASM").unwrap_or_default();
    let outcome = site.run_with(&["build"], &[("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", &module)]);
    outcome.succeeds().wrote("notes/a.html", "some 1768032000\n");
}
