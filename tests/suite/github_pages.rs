//! Which reference a build follows: Jekyll 4, or GitHub's.

use crate::story::Site;

/// A page that says which Jekyll it is.
fn site(configuration: &str) -> Site {
    let facts = "theme: null\ntitle: a\ndescription: b\nurl: https://a.example\nbaseurl: ''\n";
    Site::empty()
        .file("_config.yml", format!("{facts}{configuration}"))
        .file("a.html", "---\n---\n{{ jekyll.version }}")
}

const TOLD: &str = "Reference: GitHub Pages";

#[test]
fn an_option_wins_over_the_configuration() {
    let plain = site("");
    plain.run(&["build"]).succeeds().wrote("a.html", "4.4.1");
    let outcome = plain.run(&["build", "--github-pages"]).succeeds();
    assert!(outcome.all().contains(TOLD), "{}", outcome.all());
    outcome.wrote("a.html", "3.10.0");
    let by_key = site("github_pages: true\n");
    by_key.run(&["build"]).succeeds().wrote("a.html", "3.10.0");
    let outcome = by_key.run(&["build", "--no-github-pages"]).succeeds();
    assert!(!outcome.all().contains(TOLD));
    outcome.wrote("a.html", "4.4.1");
}

#[test]
fn a_gemfile_counts_unless_bundler_is_not_to_be_asked() {
    let gemfile = "source 'https://gems.example.org'\ngem 'github-pages', group: :jekyll_plugins\n";
    let site_of = |key: &str| site(key).file("Gemfile", gemfile);
    let by_gemfile = site_of("");
    by_gemfile.run(&["build"]).succeeds().wrote("a.html", "4.4.1");
    by_gemfile.without("JEKYLL_NO_BUNDLER_REQUIRE").succeeds().wrote("a.html", "3.10.0");
    site_of("github_pages: false\n").without("JEKYLL_NO_BUNDLER_REQUIRE").succeeds().wrote("a.html", "4.4.1");
    let by_lock =
        site("").file("Gemfile.lock", "GEM\n  specs:\n    github-pages (232)\n\nDEPENDENCIES\n  github-pages\n");
    by_lock.without("JEKYLL_NO_BUNDLER_REQUIRE").succeeds().wrote("a.html", "3.10.0");
}

#[test]
fn the_doctor_says_which_it_is() {
    let outcome = site("github_pages: true\n").run(&["doctor"]).succeeds().all().to_owned();
    assert!(outcome.contains(TOLD), "{outcome}");
}

#[test]
fn scripts_in_coffeescript_are_told_of_where_there_are_any() {
    let words = "jekyll-coffeescript is not supported yet";
    let none = site("").run(&["build", "--github-pages"]).succeeds().all().to_owned();
    assert!(!none.contains(words), "{none}");
    let some = site("").file("a.coffee", "---\n---\na = 1\n");
    let told = some.run(&["build", "--github-pages"]).succeeds().all().to_owned();
    assert!(told.contains(words), "{told}");
    assert!(some.run(&["build", "--github-pages", "--strict"]).fails().all().contains(words));
}
