//! The choice of the reference for a build: Jekyll 4 or GitHub Pages.

use crate::story::Site;

/// A page that shows the Jekyll version.
fn site(configuration: &str) -> Site {
    let facts = "theme: null\ntitle: a\ndescription: b\nurl: https://a.example\nbaseurl: ''\n";
    Site::empty()
        .file("_config.yml", format!("{facts}{configuration}"))
        .file("a.html", "---\n---\n{{ jekyll.version }}")
}

const TOLD: &str = "Reference: GitHub Pages";

#[test]
fn an_option_takes_precedence_over_the_configuration() {
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
fn a_gemfile_is_used_unless_bundler_is_disabled() {
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
fn doctor_shows_the_reference() {
    let outcome = site("github_pages: true\n").run(&["doctor"]).succeeds().all().to_owned();
    assert!(outcome.contains(TOLD), "{outcome}");
}

#[test]
fn coffeescript_files_are_reported() {
    let words = "jekyll-coffeescript is not supported yet";
    let none = site("").run(&["build", "--github-pages"]).succeeds().all().to_owned();
    assert!(!none.contains(words), "{none}");
    let some = site("").file("js/a.coffee", "---\n---\na = 1\n").file("b.coffee", "no front matter");
    let told = some.run(&["build", "--github-pages"]).succeeds().all().to_owned();
    let line = format!("Plugin: {words}. js/a.coffee is copied unchanged, and js/a.js is not created.");
    assert!(told.contains(&line), "{told}");
    assert!(!told.contains("b.coffee"), "{told}");
    assert!(some.run(&["build", "--github-pages", "--strict"]).fails().all().contains(words));
}

#[test]
fn templates_see_the_versions_of_github_pages() {
    let page = "---\n---\n{% assign v = site.github.versions %}{{ v.jekyll }} {{ v.kramdown }} {{ v.sass }} {{ v.github-pages }}";
    let site = site("repository: ada/ada.github.io\n").file("v.html", page);
    site.run(&["build", "--github-pages"]).succeeds().wrote("v.html", "3.10.0 2.4.0 3.7.4 232");
}

#[test]
fn a_missing_theme_has_the_error_of_jekyll_3() {
    let site = Site::empty().file("_config.yml", "theme: no-such-theme\n");
    let outcome = site.run(&["build", "--github-pages"]).fails();
    assert!(
        outcome.all().contains("jekyll 3.10.0 | Error:  The no-such-theme theme could not be found."),
        "{}",
        outcome.all()
    );
}

#[test]
fn the_advice_on_an_excerpt_that_was_closed_is_in_the_words_of_each_jekyll() {
    let post = "---\n---\n{% if true %}\nThe first half.\n\nThe second half.\n{% endif %}\n{{ page.excerpt }}";
    let site = site("").file("_posts/2026-01-05-open.md", post);
    let newer = "Feel free to define a custom excerpt or excerpt_separator in the\n";
    assert!(site.run(&["build"]).succeeds().all().contains(newer));
    let older = "Feel free to define a custom excerpt or excerpt_separator in the document's front matter if the generated \
                 excerpt is unsatisfactory.";
    assert!(site.run(&["build", "--github-pages"]).succeeds().all().contains(older));
}
