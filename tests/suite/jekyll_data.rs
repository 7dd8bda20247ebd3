//! The `--verbose` output of jekyll-data about a theme's data and the site's, recorded from the gem.

use crate::story::{Outcome, Site};

/// A theme in a folder where RubyGems would find it.
const THEME: &str = "gems/gems/hearth-1.2.3";

fn site(config: &str) -> Site {
    let gemspec = "Gem::Specification.new do |s|\n  s.name = \"hearth\".freeze\n  s.version = \"1.2.3\"\nend\n";
    Site::empty()
        .file("_config.yml", format!("theme: hearth\nplugins: [jekyll-data]\n{config}"))
        .file("gems/specifications/hearth-1.2.3.gemspec", gemspec)
        .file(&format!("{THEME}/_data/nav.yml"), "a: theme\nb: theme\n")
        .file(&format!("{THEME}/_data/table.csv"), "a,b\n1,2\n")
        .file(&format!("{THEME}/_data/deep/one.yml"), "x: \"y\"\n")
        .file("_data/word.yml", "plain text\n")
        .file("index.html", "---\n---\n{{ site.data.nav.a }} {{ site.data.nav.b }}")
}

fn build<'a>(site: &'a Site, arguments: &[&str]) -> Outcome<'a> {
    let gems = site.folder().join("gems").display().to_string();
    site.run_with(arguments, &[("GEM_HOME", gems.as_str())])
}

fn lines(outcome: &Outcome<'_>) -> String {
    outcome.out.replace("\x1b[36m", "").lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_files_of_a_theme_are_listed() {
    let site = site("");
    let outcome = build(&site, &["build", "--verbose"]).succeeds();
    let folder = format!("<site>/{THEME}/_data");
    let expected = format!(
        "           Reading: Theme Data Files...\n                    {folder}/deep/one.yml\n                    \
         {folder}/nav.yml\n                    {folder}/table.csv\n\n           Merging: Theme Data Hash...\n\
         \u{20}                   use --show-data with --verbose to output merged Data Hash.\n\n\
         \u{20}          Reading: _data/nav.yml\n           Reading: _data/table.csv\n\
         \u{20}          Reading: _data/deep/one.yml\n"
    );
    assert!(lines(&outcome).contains(&expected), "{}", outcome.out);
}

const SHOWN: &str = "        Inspecting: Site Data >>

                    Data Key: ====================== nav =======================

                           a: theme
                           b: site
                        long: A text that is longer than the fifty characters
                              that one line has
                              ---------------------- list ----------------------
                            - one
                            - two
                              ---------------------- menu ----------------------
                         top: --------------------------------------------------
                       label: Top
                        tags: --------------------------------------------------
                            - x
                        name: menu

                    Data Key: ===================== table ======================

                           a: 1
                           b: 2

                    Data Key: ====================== deep ======================

                              ---------------------- one -----------------------
                           x: y

                    Data Key: ====================== word ======================

                              \"plain text\"
";

const NAV: &str = "b: site
long: \"A text that is longer than the fifty characters that one line has\"
list: [one, two]
menu:
  top: {label: Top}
  tags: [x]
  name: menu
  count: 3
";

#[test]
fn the_data_of_site_and_theme_is_shown() {
    let asked = site("").file("_data/nav.yml", NAV);
    let configured = site("show-data: true\n").file("_data/nav.yml", NAV);
    for (site, arguments) in
        [(&asked, &["build", "--verbose", "--show-data"][..]), (&configured, &["build", "--verbose"])]
    {
        let outcome = build(site, arguments).succeeds();
        let shown = lines(&outcome);
        assert!(shown.contains(SHOWN), "{shown}");
        outcome.wrote("index.html", "theme site");
    }
    // The messages are shown only with `--verbose`.
    let outcome = build(&configured, &["build"]).succeeds();
    assert!(!outcome.out.contains("Inspecting:"));
}

#[test]
fn numeric_data_ends_a_verbose_build_as_in_the_gem() {
    let site = site("show-data: true\n").file("_data/nav.yml", "count: 3\n");
    let outcome = build(&site, &["build", "--verbose"]).fails();
    assert!(outcome.all().contains("undefined method `length' for 3:Integer"));
    build(&site, &["build"]).succeeds();
}
