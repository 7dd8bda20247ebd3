//! `--format json`: the diagnostics of `build` and `doctor` for programs. The fields are documented in `docs/commands.md`.

use crate::story::{Outcome, Site};
use serde_json::{Value, json};

/// The diagnostics on standard output, which contains nothing else.
fn diagnostics(outcome: &Outcome<'_>) -> Vec<Value> {
    let parsed = outcome.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object"));
    let parsed: Vec<Value> = parsed.collect();
    for one in &parsed {
        let keys: Vec<&str> = one.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(keys, ["file", "line", "column", "severity", "message", "hint"]);
    }
    parsed
}

#[test]
fn a_template_error_has_a_location_and_a_hint() {
    let site = Site::new().file("a.html", "---\ntitle: A\n---\n<p>\n  {% seo %}\n");
    let outcome = site.run(&["build", "--format", "json"]).fails();
    let expected = json!({
        "file": "a.html",
        "line": 5,
        "column": 3,
        "severity": "error",
        "message": "Liquid Exception: Liquid syntax error (line 2): Unknown tag 'seo' in a.html",
        "hint": "the plugin jekyll-seo-tag has a tag of this name; list it under 'plugins:'",
    });
    assert_eq!(diagnostics(&outcome), [expected]);
    assert_eq!(outcome.err, "", "neither progress nor advice");
}

#[test]
fn a_successful_build_has_only_warnings() {
    let site = Site::new()
        .file("a.html", "---\nlayout: nowhere\n---\n{{ 'a' | upcase 'b' }}")
        .file("b.html", "---\npermalink: /a.html\n---\n")
        .file("c.md", "---\ntitle: [\n---\n");
    let outcome = site.run(&["build", "--format", "json"]).succeeds();
    let found = diagnostics(&outcome);
    let about = |file: &str, message: &str| {
        let one = found.iter().find(|one| one["file"] == file).unwrap_or_else(|| panic!("{file}: {found:?}"));
        assert_eq!(one["severity"], "warning");
        assert!(one["message"].as_str().is_some_and(|text| text.starts_with(message)), "{one}");
        one["line"].clone()
    };
    assert_eq!(about("c.md", "YAML Exception reading <site>/c.md:"), 3);
    let layout = json!("Build Warning: Layout 'nowhere' requested in a.html does not exist.");
    assert!(found.iter().any(|one| one["message"] == layout && one["file"] == "a.html" && one["line"].is_null()));
    let liquid =
        found.iter().find(|one| one["message"].as_str().is_some_and(|text| text.starts_with("Liquid Warning:")));
    assert_eq!(liquid.map(|one| (&one["file"], &one["line"])), Some((&json!("a.html"), &json!(4))), "{found:?}");
    let conflict = found.iter().find_map(|one| one["message"].as_str().filter(|text| text.starts_with("Conflict:")));
    assert_eq!(conflict.map(|text| text.lines().count()), Some(5), "one diagnostic of several lines: {found:?}");
    assert_eq!(site.run(&["build", "--format", "json", "--quiet"]).succeeds().out, "");
    assert_eq!(site.run(&["build"]).succeeds().code(), outcome.code(), "the format does not change the exit code");
}

#[test]
fn an_invalid_configuration_is_one_diagnostic() {
    let site = Site::empty().file("_config.yml", "title: T\ntime: [\n");
    let outcome = site.run(&["build", "--format=json"]).fails();
    let [one] = &diagnostics(&outcome)[..] else { panic!("{}", outcome.out) };
    assert_eq!((&one["line"], &one["severity"]), (&json!(3), &json!("error")), "{one}");
    assert!(one["message"].as_str().is_some_and(|text| text.contains("did not find expected node content")), "{one}");
}

#[test]
fn doctor_reports_its_findings() {
    let site = Site::empty()
        .file("_config.yml", "url: https://a.example\ngems: [x]\n")
        .file("index.html", "---\n---\n")
        .file("_posts/hello.md", "---\n---\n");
    let outcome = site.run(&["doctor", "--format", "json"]).succeeds();
    let found = diagnostics(&outcome);
    let about = |file: Value| found.iter().find(|one| one["file"] == file).unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(about(json!("index.html"))["severity"], "info");
    let post = about(json!("_posts/hello.md"));
    assert_eq!(post["severity"], "warning");
    let text = "Advice: _posts/hello.md will not be rendered: its name is not YEAR-MONTH-DAY-title.EXTENSION.";
    assert_eq!(post["message"], text);
    assert!(!outcome.out.contains("test results"), "{}", outcome.out);
    let sick = Site::empty().file("_config.yml", "title: T\n");
    let outcome = sick.run(&["doctor", "--format", "json"]).fails();
    assert_eq!(
        diagnostics(&outcome)[0]["message"].as_str(),
        Some("You didn't set an URL in the config file, you may encounter problems with some plugins.",)
    );
}

#[test]
fn a_warning_about_the_configuration_has_its_file_and_line() {
    let site = Site::empty()
        .file("_config.yml", "title: T\npaginate: 5\nplugins:\n  # two\n  - jekyll-feed\n  - \"jekyll-algolia\"\n")
        .file("more.yml", "gems: []\njekyll_get_json: {data: a, json: 'https://a.example/b'}\n")
        .file("_plugins/a.rb", "puts 1")
        .file("index.html", "---\n---\n");
    let places = |arguments: &[&str]| {
        let outcome = site.run_with(arguments, &[("HASTIE_RUBY", "off")]).succeeds();
        let found = diagnostics(&outcome);
        let place = |one: &Value| (one["file"].as_str().map(str::to_owned), one["line"].as_u64());
        let about = |words: &str| {
            let one = found.iter().find(|one| one["message"].as_str().is_some_and(|text| text.contains(words)));
            place(one.unwrap_or_else(|| panic!("{words}: {found:?}")))
        };
        (about("jekyll-algolia"), about("_plugins/a.rb"), about("pagination"))
    };
    let at = |file: &str, line| (Some(file.to_owned()), line);
    let expected = (at("_config.yml", Some(6)), at("_plugins/a.rb", None), at("_config.yml", Some(2)));
    assert_eq!(places(&["build", "--format", "json"]), expected);
    assert_eq!(places(&["build", "--format", "json", "--config", "_config.yml,more.yml"]), expected);
}

#[test]
fn text_is_the_default_format() {
    let site = Site::new().file("a.txt", "a");
    assert_eq!(site.run(&["build", "--format", "text"]).succeeds().err, site.build().succeeds().err);
    let refused = site.run(&["build", "--format", "xml"]).fails();
    assert!(refused.err.contains("invalid argument: --format xml"), "{}", refused.err);
    assert!(refused.err.contains("Choose one of: text, json"), "{}", refused.err);
}
