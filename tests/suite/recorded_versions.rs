//! The versions of gems: `tools/record/versions.tsv` is the only place that decides them. Every other place that names a
//! gem with a version names one of these, and so does `site.github.versions`.

use crate::story::Site;
use crate::tree::{files, repository};
use regex::Regex;
use std::collections::BTreeMap;
use std::fs;

/// The versions of each gem: one for Jekyll 4, and one for GitHub Pages.
fn versions() -> BTreeMap<String, [String; 2]> {
    let table = fs::read_to_string(repository().join("tools/record/versions.tsv")).expect("the table of versions");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let read = |row: &str| {
        let cells: Vec<&str> = row.split('\t').collect();
        let cell = |index: usize| cells.get(index).copied().unwrap_or("-").to_owned();
        (cell(0), [cell(1), cell(5)])
    };
    rows.map(read).collect()
}

/// Names in texts that differ from the name of the gem.
const OTHER_NAMES: [(&str, &str); 2] = [("safeyaml", "safe_yaml"), ("ruby sass", "sass")];

/// Places that mean another version: what is named, and the end of the file's path.
const ON_PURPOSE: [(&str, &str); 4] = [
    // What Jekyll prints about its own past.
    ("Jekyll v3.0.0", "docs/troubleshooting.md"),
    ("Jekyll v3.0.0", "src/cli/doctor.rs"),
    ("Jekyll v3.0.0", "tests/suite/cli.rs"),
    // A Gemfile that is to be changed.
    ("jekyll 4.2.0", "tests/suite/migrate.rs"),
];

/// Pages, comments and manifests of this repository, by path.
fn texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut add = |path: String, bytes: Vec<u8>| {
        let is_text = [".md", ".rs", ".toml", ".tsv", ".sh"].iter().any(|end| path.ends_with(end));
        let is_recorded = path.starts_with("crates/") && path.contains("/tests/");
        let is_own = path.ends_with("versions.tsv") || path.ends_with("recorded_versions.rs");
        if is_text && !is_recorded && !is_own {
            texts.insert(path, String::from_utf8(bytes).expect("a text in UTF-8"));
        }
    };
    for folder in ["crates", "docs", "packaging", "src", "tests/suite", "tools"] {
        for (path, bytes) in files(&repository().join(folder)) {
            add(format!("{folder}/{path}"), bytes);
        }
    }
    for entry in fs::read_dir(repository()).expect("the repository").flatten().filter(|entry| entry.path().is_file()) {
        add(entry.file_name().into_string().expect("a name in UTF-8"), fs::read(entry.path()).expect("a file"));
    }
    texts
}

#[test]
fn all_places_name_the_versions_of_the_table() {
    let versions = versions();
    let names: Vec<String> = {
        // In texts, "Sass" alone is dart-sass, whose messages name releases to come.
        let gems = versions.keys().map(String::as_str).filter(|name| *name != "sass");
        let mut names: Vec<&str> = gems.chain(OTHER_NAMES.map(|(name, _)| name)).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.into_iter().map(regex::escape).collect()
    };
    let pattern = format!(r"(?i)(?:^|[^\w-])(({})(?:'s)? v?(\d+(?:\.\d+)+))", names.join("|"));
    let named = Regex::new(&pattern).expect("a pattern");
    let mut wrong = Vec::new();
    let mut count = 0;
    for (path, text) in texts() {
        for found in named.captures_iter(&text) {
            let name = found[2].to_lowercase();
            let gem = OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name.as_str(), |(_, gem)| *gem);
            let agrees = |version: &String| *version == found[3] || version.starts_with(&format!("{}.", &found[3]));
            let is_intended = ON_PURPOSE.iter().any(|(text, place)| *text == &found[1] && path.ends_with(place));
            if !versions[gem].iter().any(agrees) && !is_intended {
                wrong.push(format!("{path}: {}", &found[1]));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "not in tools/record/versions.tsv:\n{}", wrong.join("\n"));
    assert!(count > 150, "only {count} versions were found");
}

#[test]
fn github_pages_has_the_versions_of_the_table() {
    let site = Site::new()
        .file("_config.yml", "repository: ann/site\ntheme: null\n")
        .file("a.txt", "---\n---\n{% for entry in site.github.versions %}{{ entry[0] }} {{ entry[1] }}\n{% endfor %}");
    site.run(&["build", "--github-pages"]).succeeds();
    let built = site.read("_site/a.txt").expect("the page");
    let shown: BTreeMap<&str, &str> = built.lines().filter_map(|line| line.split_once(' ')).collect();
    assert!(shown.len() > 30, "{built}");
    for (gem, [_, version]) in versions().iter().filter(|(_, [_, version])| version != "-") {
        if let Some(found) = shown.get(gem.as_str()) {
            assert_eq!(found, version, "{gem}");
        }
    }
}
