//! Plugins in Ruby that run git. The expected output is git's own.

use super::ruby::build;
use super::ruby_confined_paths::{git, git_output};
use crate::story::Site;
use std::fs;
use std::path::Path;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn git_commands_of_hooks_have_the_answers_of_their_own_posts() {
    let hook = r##"Jekyll::Hooks.register :posts, :post_init do |post|
  count = `git rev-list --count HEAD "#{post.path}"`
  count << "!"
  post.data["commits"] = count.delete("\n")
  post.data["subject"] = `git log -1 --format=%s -- "#{post.path}"`.chomp if count.to_i > 1
  post.data["ok"] = $?.success?
end
"##;
    let page = "---\n---\n{% for post in site.posts reversed %}{{ post.title }} {{ post.commits }} {{ post.subject }} {{ post.ok }}|{% endfor %}";
    let site = Site::new().file("_plugins/a.rb", hook).file("index.html", page);
    let post = |number: u32| format!("_posts/2024-01-{number:02}-p.md");
    for number in 1..=9 {
        site.write(&post(number), format!("---\ntitle: P{number}\n---\n"));
    }
    if !git(site.folder(), &["init", "-q"]) {
        return;
    }
    git(site.folder(), &["add", "-A"]);
    git(site.folder(), &["commit", "-q", "-m", "first"]);
    for number in [2, 7, 8] {
        site.write(&post(number), format!("---\ntitle: Q{number}\n---\n"));
        git(site.folder(), &["commit", "-q", "-a", "-m", &format!("change {number}")]);
    }
    let row = |number: u32| match number {
        2 | 7 | 8 => format!("Q{number} 2! change {number} true|"),
        _ => format!("P{number} 1!  true|"),
    };
    build(&site).succeeds().wrote("index.html", &(1..=9).map(row).collect::<String>());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn git_prints_nothing_about_paths_outside_of_the_repository() {
    let hook = r##"Jekyll::Hooks.register :site, :post_read do |site|
  site.data["outside"] = [`git rev-list --count HEAD "../x.md"`, `git log -1 --format=%s -- /x.md`].inspect
end
"##;
    let site = Site::new().file("_plugins/a.rb", hook).file("index.html", "---\n---\n{{ site.data.outside }}");
    if !git(site.folder(), &["init", "-q"]) {
        return;
    }
    git(site.folder(), &["add", "-A"]);
    git(site.folder(), &["commit", "-q", "-m", "first"]);
    build(&site).succeeds().wrote("index.html", r#"["", ""]"#);
}

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

const PATHS: [&str; 9] = [
    "a.md",
    "b.md",
    "posts/c.md",
    "posts/d.md",
    "posts/2020/e.md",
    "posts/2020/f.md",
    "posts/2021/g.md",
    "late/h.md",
    "posts",
];

/// Writes, changes back or deletes a few files, and commits them.
fn change(folder: &Path, numbers: &mut Numbers, step: usize) {
    for _ in 0..=numbers.below(3) {
        let path = PATHS[numbers.below(if step < 12 { 6 } else { 8 })];
        let file = folder.join(path);
        if numbers.below(6) == 0 {
            let _ = fs::remove_file(file);
        } else {
            fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
            fs::write(file, format!("text {}\n", numbers.below(3))).expect("the file is written");
        }
    }
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", &format!("step {step}")]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn git_lists_the_commits_of_each_path_in_a_history_with_merges() {
    let hook = r##"Jekyll::Hooks.register :site, :post_read do |site|
  site.data["answers"] = File.readlines("paths.txt", chomp: true).map do |path|
    `git rev-list --count HEAD "#{path}"` + `git log --format=%H -- "#{path}"` + `git log -1 --first-parent --format=%s -- "#{path}"`
  end
end
"##;
    let page = "---\n---\n{{ site.data.answers | join: '|' }}";
    let site = Site::new().file("_plugins/a.rb", hook).file("index.html", page).file("paths.txt", PATHS.join("\n"));
    if !git(site.folder(), &["init", "-q", "-b", "main"]) {
        return;
    }
    let mut numbers = Numbers(1);
    for step in 0..40 {
        if step % 5 == 4 {
            git(site.folder(), &["checkout", "-q", "-b", &format!("branch-{step}")]);
            change(site.folder(), &mut numbers, step);
            change(site.folder(), &mut numbers, step);
            git(site.folder(), &["checkout", "-q", "main"]);
            change(site.folder(), &mut numbers, step);
            let branch = format!("branch-{step}");
            git(site.folder(), &["merge", "-q", "--no-edit", "--no-ff", "-s", "ours", &branch]);
            // Merges that take the files of the one branch, of the other, and of neither.
            if numbers.below(3) > 0 {
                git(site.folder(), &["checkout", "-q", &branch, "--", "."]);
                git(site.folder(), &["commit", "-q", "--allow-empty", "--amend", "--no-edit"]);
            } else if numbers.below(2) > 0 {
                fs::write(site.folder().join("a.md"), format!("merged {step}\n")).expect("the file is written");
                git(site.folder(), &["commit", "-q", "-a", "--amend", "--no-edit"]);
            }
        } else {
            change(site.folder(), &mut numbers, step);
        }
    }
    let asked = |arguments: &[&str]| git_output(site.folder(), arguments).expect("git is installed");
    let answer = |path: &str| {
        asked(&["rev-list", "--count", "HEAD", "--", path])
            + &asked(&["log", "--format=%H", "--", path])
            + &asked(&["log", "-1", "--first-parent", "--format=%s", "--", path])
    };
    build(&site).succeeds().wrote("index.html", &PATHS.map(answer).join("|"));
}
