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

/// The file and line of the first diagnostic of `build` that contains some words.
fn place(site: &Site, arguments: &[&str], words: &str) -> (Option<String>, Option<u64>) {
    let outcome = site.run_with(&[arguments, &["--format", "json"]].concat(), &[("HASTIE_RUBY", "off")]);
    let found = diagnostics(&outcome);
    let one = found.iter().find(|one| one["message"].as_str().is_some_and(|text| text.contains(words)));
    let one = one.unwrap_or_else(|| panic!("{words}: {found:?} {}", outcome.err));
    (one["file"].as_str().map(str::to_owned), one["line"].as_u64())
}

fn at(file: &str, line: u64) -> (Option<String>, Option<u64>) {
    (Some(file.to_owned()), Some(line))
}

fn in_file(file: &str) -> (Option<String>, Option<u64>) {
    (Some(file.to_owned()), None)
}

#[test]
fn warnings_of_tags_have_the_place_of_the_tag() {
    let tags = [
        ("jekyll-gist", "{% gist a/1 %}", "for your gist a/1"),
        ("jekyll-twitter-plugin", "{% twitter https://twitter.com/a/status/1 %}", "is not fetched"),
        ("jekyll-jupyter-notebook", "{% jupyter_notebook nowhere %}", "Jupyter Notebook path"),
        ("jekyll-diagrams", "{% graphviz %}a{% endgraphviz %}", "Command Not Found: dot"),
    ];
    for (plugin, tag, words) in tags {
        let site = Site::empty()
            .file("_config.yml", format!("time: 2026-01-15 12:00:00 +0000\nplugins: [{plugin}]\n"))
            .file("_includes/part.html", format!("one\n{tag}"))
            .file("a.html", format!("---\ntitle: A\n---\ntext\n{tag}\n"));
        assert_eq!(place(&site, &["build"], words), at("a.html", 5), "{plugin}");
        site.write("a.html", "---\n---\n{% include part.html %}\n");
        assert_eq!(place(&site, &["build"], words), at("_includes/part.html", 2), "{plugin}");
    }
}

#[test]
fn a_warning_without_a_place_of_its_own_has_the_file_that_was_rendered() {
    let site = Site::new().file("a.html", "---\n---\n{{ '!' | slugify }}\n");
    assert_eq!(place(&site, &["build"], "Empty `slug`"), in_file("a.html"));
    let site = Site::empty()
        .file("_config.yml", "kramdown: {show_warnings: true}\n")
        .file("_posts/2026-01-01-a.md", "---\n---\n[a][b]\n{: #x .y}\n*[HTML]: \n");
    assert_eq!(place(&site, &["build"], "Kramdown warning:"), in_file("_posts/2026-01-01-a.md"));
}

#[test]
fn style_sheets_and_what_they_import_have_their_lines() {
    let site = Site::new()
        .file("_sass/part.scss", "a { b: c }\n@warn 'part';\n")
        .file("main.scss", "---\n---\n\n@import 'part';\n@warn 'main';\n");
    for _ in 0..2 {
        // The second build reads the messages from the cache.
        assert_eq!(place(&site, &["build"], "part"), at("_sass/part.scss", 2));
        assert_eq!(place(&site, &["build"], "main"), at("main.scss", 5));
    }
    site.write("_sass/part.scss", "a {\n  b: $c;\n}\n");
    assert_eq!(place(&site, &["build"], "Undefined variable"), at("_sass/part.scss", 2));
    site.write("_sass/part.scss", "a { b: c }\n");
    site.write("main.scss", "---\ntitle: Main\n---\n\na {\n  b: $c;\n}\n");
    assert_eq!(place(&site, &["build"], "Undefined variable"), at("main.scss", 6));
}

#[test]
fn bibliographies_and_data_have_their_lines() {
    let site = Site::empty()
        .file("_config.yml", "plugins: [jekyll-scholar]\nscholar: {style: apa.csl, locale: en}\n")
        .file("apa.csl", "")
        .file("_bibliography/references.bib", "@book{a, title = {A}}\n\n@book{b, title = {B}\n")
        .file("a.html", "---\n---\n{% bibliography %}\n");
    assert_eq!(place(&site, &["build"], "references.bib:"), at("_bibliography/references.bib", 4));
    let site = Site::new().file("_data/a.yml", "a: [1\nb: }\n").file("a.txt", "a");
    assert_eq!(place(&site, &["build"], "_data/a.yml"), at("_data/a.yml", 1));
}

#[test]
fn the_gemfile_has_the_line_of_the_gem() {
    let site = Site::new()
        .file("Gemfile", "source 'https://gems.example'\ngroup :jekyll_plugins do\n  gem 'jekyll-algolia'\nend\n")
        .file("a.txt", "a");
    let mut command = site.command(&["build", "--format", "json"]);
    command.env_remove("JEKYLL_NO_BUNDLER_REQUIRE").env("HASTIE_RUBY", "off");
    let found = diagnostics(&site.outcome(command));
    assert_eq!((&found[0]["file"], &found[0]["line"]), (&json!("Gemfile"), &json!(3)), "{found:?}");
}

#[test]
fn settings_have_the_line_of_their_key() {
    let about = |config: &str, command: &str, words: &str| {
        let site = Site::empty().file("_config.yml", config).file("a.md", "---\n---\na\n");
        place(&site, &[command], words)
    };
    for (config, words) in [
        ("title: T\nmarkdown: nothing\n", "is not a valid Markdown processor"),
        ("title: T\ndefaults: [{values: 1}]\n", "An invalid front-matter default set"),
        ("title: T\ndefaults: [{scope: {type: post}, values: {}}]\n", "The 'post' type has become"),
        ("title: T\nexclude: 3\n", "'exclude' should be set as an array"),
        ("title: T\nplugins: jekyll-feed\n", "should be set as an array of gem-names"),
        ("title: T\ntheme: 3\n", "value of 'theme' in config should be String"),
        ("title: T\nscholar_stats: true\n", "run 'hastie scholar fetch'"),
    ] {
        assert_eq!(about(config, "build", words), at("_config.yml", 2), "{config}");
    }
    for (config, words) in [
        ("title: T\nurl: a\n", "does not seem to be absolute"),
        ("title: T\ngems: [x]\n", "'x' under 'gems' does nothing"),
        ("title: T\npaginate: 5\n", "You appear to have pagination turned on"),
        ("title: T\nhighlighter: pygments\n", "it was removed in Jekyll 4"),
        ("title: T\nkramdown: {enable_coderay: true}\n", "'kramdown: enable_coderay': it needs the gem"),
    ] {
        assert_eq!(about(config, "doctor", words), at("_config.yml", 2), "{config}");
    }
    assert_eq!(about("title: T\n", "doctor", "You didn't set an URL"), in_file("_config.yml"), "a key that is missing");
}

#[test]
fn conflicts_and_uses_name_the_first_file() {
    let site = Site::empty()
        .file("_config.yml", "url: https://a.example\n")
        .file("a.html", "---\n---\n")
        .file("b.html", "---\npermalink: /A.html\n---\n");
    assert_eq!(place(&site, &["doctor"], "only differ by case"), in_file("a.html"));
    let site = site.file("c.html", "---\npermalink: /a.html\n---\n");
    assert_eq!(place(&site, &["build"], "Conflict:"), in_file("a.html"));
    let site = Site::new()
        .file("_plugins/a.rb", "class Shout < Liquid::Tag\nend\nLiquid::Template.register_tag('shout', Shout)\n")
        .file("a.html", "---\n---\n\n{% if x %}{% shout %}{% endif %}\n");
    assert_eq!(place(&site, &["doctor"], "The tag 'shout'"), at("a.html", 4));
}
