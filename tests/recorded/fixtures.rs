//! The fixtures in `tests/sites`. Each is built on one thread and on several, and compared with the recorded output of
//! Ruby Jekyll.

use crate::story::Site;
use crate::tree;
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of threads with which every fixture is built.
const THREADS: [&str; 3] = ["1", "2", "8"];

/// The prefixes of log lines that every build prints.
const ROUTINE: [&str; 7] = [
    "Configuration file:",
    "Source:",
    "Destination:",
    "Incremental build:",
    "Generating...",
    "done in ",
    "Auto-regeneration:",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites")
}

fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .expect("tests/sites")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| folder().join(name).join("source").is_dir())
        .collect();
    names.sort();
    names
}

/// Builds a fixture with this number of threads, and compares files and messages with the recording.
fn check(name: &str, threads: &str) {
    let fixture = folder().join(name);
    let site = Site::empty();
    tree::copy(&fixture.join("source"), &site, "");
    let arguments = fs::read_to_string(fixture.join("args")).unwrap_or_default();
    let mut command = vec!["build"];
    command.extend(arguments.lines().filter(|line| !line.is_empty()));
    site.age();
    let environment = fs::read_to_string(fixture.join("env")).unwrap_or_default();
    let mut variables = vec![("RAYON_NUM_THREADS", threads)];
    variables.extend(environment.lines().filter_map(|line| line.split_once('=')));
    let outcome = site.run_on_one_stream(&command, &variables);
    let expected = fixture.join("expected");
    if let Some(reason) = cannot_be_held(name) {
        assert!(outcome.all().contains(reason), "{name} on {threads} threads: {}", outcome.all());
    } else if expected.is_dir() {
        let outcome = outcome.succeeds();
        assert_eq!(messages(&outcome.all()), log(&fixture), "{name} on {threads} threads");
        tree::assert_same(&site.folder().join("_site"), &expected);
    } else {
        let outcome = outcome.fails();
        assert_eq!(messages(&outcome.all()), log(&fixture), "{name} on {threads} threads");
    }
}

/// Fixtures with file names that are not possible on Windows, and the message about the invalid name or the overwritten
/// page. Their recordings cannot be checked out there either.
const NOT_ON_WINDOWS: [(&str, &str); 7] = [
    ("plugin-archives-odd", "Windows does not allow the name ':year'"),
    ("plugin-archives-v2-odd", "Windows does not allow the name ':year'"),
    ("plugin-feed-tags", "differ only in case"),
    ("plugin-paginate-v2-odd", "Windows does not allow the name 'index.'"),
    ("plugin-redirect-from", "Windows does not allow the name 'https:'"),
    ("plugin-redirect-from-defaults", "Windows does not allow the name 'a:b'"),
    ("plugin-sitemap-glob", "Windows does not allow the name 'q?a=1&b=2.html'"),
];

fn cannot_be_held(name: &str) -> Option<&'static str> {
    let found = NOT_ON_WINDOWS.iter().find(|(fixture, _)| cfg!(windows) && *fixture == name);
    found.map(|(_, words)| *words)
}

fn log(fixture: &Path) -> Vec<String> {
    let recorded = fs::read_to_string(fixture.join("log")).unwrap_or_default();
    recorded.lines().map(str::to_owned).collect()
}

/// The log without routine lines.
fn messages(output: &str) -> Vec<String> {
    let lines = output.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.bytes().all(|byte| byte == b'-'))
        .filter(|line| !ROUTINE.iter().any(|routine| line.starts_with(routine)))
        .map(str::to_owned)
        .collect()
}

/// The tests: one for each fixture and number of threads.
pub(crate) fn trials() -> Vec<Trial> {
    let names = names();
    assert!(!names.is_empty(), "no fixtures in {}", folder().display());
    let each = names.iter().flat_map(|name| THREADS.map(|threads| (name.clone(), threads)));
    each.map(|(name, threads)| {
        Trial::test(format!("fixtures::{name}::threads_{threads}"), move || {
            check(&name, threads);
            Ok(())
        })
    })
    .collect()
}
