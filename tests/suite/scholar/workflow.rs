//! The workflows that fetch every week, run step by step as GitHub's machines do, with a repository on this machine.

use super::{PROFILE, good_server, page};
use crate::github::Server;
use crate::story::{Outcome, Site};
use std::process::Command;

/// The one that `hastie new` writes.
const MAIN: &str = include_str!("../../../src/bundled/workflows/citations.yml");

/// The one for sites that read the numbers from a branch.
const BRANCH: &str = include_str!("../../../docs/citations-branch.yml");

/// The scripts of a workflow's steps with their names, and whether a failure goes on.
fn steps(workflow: &str) -> Vec<(String, String, bool)> {
    let value =
        hastie_yaml::load_file(workflow.as_bytes(), "citations.yml").map(|value| hastie::scholar::json::of(&value));
    let value = value.unwrap_or_else(|error| panic!("{}", error.message));
    let steps = value["jobs"]["fetch"]["steps"].as_array().expect("steps").clone();
    let scripts = steps.iter().filter_map(|step| {
        let name = step["name"].as_str()?.to_owned();
        Some((name, step["run"].as_str()?.to_owned(), step["continue-on-error"] == true))
    });
    scripts.filter(|(name, ..)| name != "Install Hastie").collect()
}

/// A checkout of a repository with a site. `origin` is the repository.
fn checkout() -> Site {
    let site = Site::empty()
        .file("work/_config.yml", "author:\n  googlescholar: OTTILIE\n")
        .file("work/index.html", "---\n---\n")
        .file(".gitconfig", "[user]\n\tname = Ottilie\n\temail = o@marrow.example\n[init]\n\tdefaultBranch = main\n");
    let script = "git init -q --bare origin && cd work && git init -q && git add . && git commit -qm Site && \
                  git remote add origin ../origin && git push -q --set-upstream origin main";
    shell(&site, ".", script).succeeds();
    site
}

fn shell<'s>(site: &'s Site, folder: &str, script: &str) -> Outcome<'s> {
    let mut command = Command::new("bash");
    command.args(["-e", "-c", script]).current_dir(site.folder().join(folder));
    command.envs(site.command(&["scholar"]).get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("HOME", site.folder()).env("GIT_CONFIG_NOSYSTEM", "1").env_remove("GIT_DIR");
    site.outcome(command)
}

/// Runs a workflow. `hastie` is the binary under test, which asks the server.
fn run(site: &Site, workflow: &str, address: &str) {
    let hastie = site.command(&[]).get_program().to_string_lossy().into_owned();
    for (name, script, goes_on) in steps(workflow) {
        let asking =
            format!("hastie() {{ '{hastie}' \"$@\" --pause 0 --from scholar --scholar-url {address}; }}\n{script}");
        let outcome = shell(site, "work", &asking);
        assert!(goes_on || outcome.code() == Some(0), "{name}: {}", outcome.all());
    }
}

/// The subjects of the commits of a branch in the repository.
fn commits(site: &Site, branch: &str) -> Vec<String> {
    let outcome = shell(site, "origin", &format!("git log --format=%s {branch}")).succeeds();
    outcome.out.lines().map(str::to_owned).collect()
}

#[test]
fn numbers_are_committed_when_they_changed_and_only_then() {
    let site = checkout();
    let server = good_server();
    run(&site, MAIN, &server.address);
    assert_eq!(commits(&site, "main"), ["Citation counts", "Site"]);
    shell(&site, "origin", "git show main:assets/scholar/gs_data.json | grep -q '\"citedby\": 120'").succeeds();
    run(&site, MAIN, &server.address);
    assert_eq!(commits(&site, "main"), ["Citation counts", "Site"], "the same numbers are no news");
    let more = Server::new(&[(PROFILE, page(130, &[("break", "A", 80), ("murmur", "B", 50)]).into())]);
    run(&site, MAIN, &more.address);
    assert_eq!(commits(&site, "main").len(), 3);
}

#[test]
fn a_week_without_an_answer_changes_nothing_and_fails_nothing() {
    let site = checkout();
    run(&site, MAIN, "http://127.0.0.1:9");
    assert_eq!(commits(&site, "main"), ["Site"]);
}

#[test]
fn numbers_reach_a_repository_that_somebody_has_pushed_to_meanwhile() {
    let site = checkout();
    let other =
        "git clone -q origin other && cd other && echo x > x && git add x && git commit -qm Other && git push -q";
    shell(&site, ".", other).succeeds();
    run(&site, MAIN, &good_server().address);
    assert_eq!(commits(&site, "main"), ["Citation counts", "Other", "Site"]);
}

#[test]
fn the_branch_that_acad_homepage_reads_is_made_and_kept() {
    let site = checkout();
    let server = good_server();
    run(&site, BRANCH, &server.address);
    assert_eq!(commits(&site, "google-scholar-stats"), ["Citation counts"]);
    let files = shell(&site, "origin", "git ls-tree --name-only google-scholar-stats").succeeds().out.clone();
    assert_eq!(files, "gs_data.json\ngs_data_shieldsio.json\n");
    let again = |address: &str| {
        shell(&site, "work", "git worktree remove --force ../stats").succeeds();
        run(&site, BRANCH, address);
    };
    again(&server.address);
    again("http://127.0.0.1:9");
    assert_eq!(commits(&site, "google-scholar-stats"), ["Citation counts"]);
    let fewer = Server::new(&[(PROFILE, page(130, &[("break", "A", 80)]).into())]);
    again(&fewer.address);
    assert_eq!(
        commits(&site, "google-scholar-stats"),
        ["Citation counts"],
        "the last good numbers are known there, too"
    );
    let more = Server::new(&[(PROFILE, page(130, &[("break", "A", 80), ("murmur", "B", 50)]).into())]);
    again(&more.address);
    assert_eq!(commits(&site, "google-scholar-stats").len(), 2);
    assert_eq!(commits(&site, "main"), ["Site"]);
}
