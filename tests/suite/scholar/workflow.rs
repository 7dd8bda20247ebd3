//! The weekly workflows, run step by step as on GitHub, with a local repository.

use super::{PROFILE, good_server, page};
use crate::github::Server;
use crate::story::{Outcome, Site, program};

/// The workflow written by `hastie new`.
const MAIN: &str = include_str!("../../../src/bundled/workflows/citations.yml");

/// The workflow for sites that read the counts from a branch.
const BRANCH: &str = include_str!("../../../docs/citations-branch.yml");

/// The names and scripts of a workflow's steps, and whether the workflow continues after an error.
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

/// A checkout of a repository with a site. The repository is `origin`.
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
    let mut command = program("bash");
    command.args(["-e", "-c", script]).current_dir(site.folder().join(folder));
    command.envs(site.command(&["scholar"]).get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("HOME", site.folder());
    site.outcome(command)
}

/// Runs a workflow. `hastie` is the tested binary, and the service is the local server.
fn run(site: &Site, workflow: &str, address: &str) {
    let hastie = site.command(&[]).get_program().to_string_lossy().into_owned();
    for (name, script, goes_on) in steps(workflow) {
        let asking =
            format!("hastie() {{ '{hastie}' \"$@\" --pause 0 --from scholar --scholar-url {address}; }}\n{script}");
        let outcome = shell(site, "work", &asking);
        assert!(goes_on || outcome.code() == Some(0), "{name}: {}", outcome.all());
    }
}

/// The subjects of the commits on a branch.
fn commits(site: &Site, branch: &str) -> Vec<String> {
    let outcome = shell(site, "origin", &format!("git log --format=%s {branch}")).succeeds();
    outcome.out.lines().map(str::to_owned).collect()
}

#[test]
fn counts_are_committed_only_if_they_changed() {
    let site = checkout();
    let server = good_server();
    run(&site, MAIN, &server.address);
    assert_eq!(commits(&site, "main"), ["Citation counts", "Site"]);
    shell(&site, "origin", "git show main:assets/scholar/gs_data.json | grep -q '\"citedby\": 120'").succeeds();
    run(&site, MAIN, &server.address);
    assert_eq!(commits(&site, "main"), ["Citation counts", "Site"], "equal numbers are not committed");
    let more = Server::new(&[(PROFILE, page(130, &[("break", "A", 80), ("murmur", "B", 50)]).into())]);
    run(&site, MAIN, &more.address);
    assert_eq!(commits(&site, "main").len(), 3);
}

#[test]
fn a_week_without_a_response_changes_nothing_and_does_not_fail() {
    let site = checkout();
    run(&site, MAIN, "http://127.0.0.1:9");
    assert_eq!(commits(&site, "main"), ["Site"]);
}

#[test]
fn counts_are_pushed_even_after_concurrent_pushes() {
    let site = checkout();
    let other =
        "git clone -q origin other && cd other && echo x > x && git add x && git commit -qm Other && git push -q";
    shell(&site, ".", other).succeeds();
    run(&site, MAIN, &good_server().address);
    assert_eq!(commits(&site, "main"), ["Citation counts", "Other", "Site"]);
}

#[test]
fn the_branch_for_acad_homepage_is_created_and_updated() {
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
