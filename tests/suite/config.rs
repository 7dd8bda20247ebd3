//! Configuration: files, options, defaults, front matter defaults, `include` and `exclude`.

use crate::story::Site;

/// A page that shows some configuration keys.
fn showing(expression: &str) -> String {
    format!("---\n---\n{{{{ {expression} | jsonify }}}}")
}

#[test]
fn later_files_and_options_take_precedence_and_keys_keep_their_order() {
    let site = Site::new()
        .file("_config.yml", "k: {a: 1, b: [1, 2]}\nm: one\nn: kept\nbaseurl: /x\n")
        .file("b.yml", "k: {b: [3], c: 4}\nm: two\nn:\n")
        .file("i.html", showing("site.k") + "{{ site.m }} {{ site.n }} {{ site.baseurl }}")
        .file("c.html", showing("site.config"))
        .file("e.html", showing("site.exclude"));
    site.run(&["build", "--config", "_config.yml,b.yml", "-b", "/y"])
        .succeeds()
        .wrote("i.html", "{\"a\":1,\"b\":[3],\"c\":4}two kept /y")
        .wrote(
            "e.html",
            "[\".sass-cache\",\".jekyll-cache\",\"gemfiles\",\"Gemfile\",\"Gemfile.lock\",\"node_modules\",\
             \"vendor/bundle/\",\"vendor/cache/\",\"vendor/gems/\",\"vendor/ruby/\"]",
        );
}

#[test]
fn toml_is_configuration_too() {
    let site = Site::empty()
        .file("_config.toml", "z = 1.5\na = \"text\"\n[t.u]\nd = 2020-01-01\nt = 2020-01-01T10:00:00Z\n[[r]]\nx = 1\n")
        .file("i.html", "---\n---\n{{ site.z }} {{ site.a }} {{ site.t.u.d }} {{ site.t.u.t }} {{ site.r[0].x }}");
    site.build()
        .succeeds()
        .says("Configuration file: <site>/_config.toml")
        .wrote("i.html", "1.5 text 2020-01-01 00:00:00 +0000 2020-01-01 10:00:00 +0000 1");
}

#[test]
fn a_numeric_key_is_found_by_its_text() {
    let site = Site::new().file("_config.yml", "404: page\n").file("i.html", "---\n---\n{{ site['404'] }}");
    site.build().succeeds().wrote("i.html", "page");
}

#[test]
fn the_sites_time_zone_replaces_the_systems() {
    let site = Site::new()
        .file("_config.yml", "timezone: America/New_York\ntime: 2026-01-15 12:00:00 +0000\n")
        .file("i.html", "---\nd: 2020-07-01 10:00:00 +0200\n---\n{{ site.time }} {{ page.d | date: '%H:%M %Z' }}");
    site.build().succeeds().wrote("i.html", "2026-01-15 07:00:00 -0500 10:00 ");
}

#[test]
fn front_matter_defaults_follow_path_and_type() {
    let config = "
defaults:
  - scope: {path: d/e}
    values: {w: deep}
  - scope: {path: ''}
    values: {w: root, v: {a: 1, b: 2}}
  - scope: {path: d}
    values: {w: d, v: {b: 3}}
  - scope: {path: '', type: pages}
    values: {t: typed}
  - scope: {path: '**/c.html'}
    values: {g: glob}
";
    let page = "---\n---\n{{ page.w }} {{ page.v | jsonify }} {{ page.t }} {{ page.g }}";
    let site = Site::new()
        .file("_config.yml", config)
        .file("a.html", page)
        .file("d/b.html", page)
        .file("d/e/c.html", page)
        .file("d/own.html", page.replacen("---\n", "---\nw: own\nv: {c: 4}\n", 1));
    site.build()
        .succeeds()
        .wrote("a.html", "root {\"a\":1,\"b\":2} typed ")
        .wrote("d/b.html", "d {\"a\":1,\"b\":3} typed ")
        .wrote("d/e/c.html", "deep {\"b\":2,\"a\":1} typed glob")
        .wrote("d/own.html", "own {\"a\":1,\"b\":3,\"c\":4} typed ");
}

#[test]
fn deprecated_types_are_renamed_with_a_warning() {
    let site = Site::new()
        .file("_config.yml", "defaults:\n  - scope: {path: '', type: page}\n    values: {a: 1}\n  - {values: 3}\n")
        .file("i.html", "---\n---\n{{ page.a }} {{ site.defaults[0].scope.type }}");
    site.build()
        .succeeds()
        .says("Defaults: The 'page' type has become 'pages'.")
        .says("Defaults: Please update your front-matter defaults to use 'type: pages'.")
        .says("Defaults: An invalid front-matter default set was found:")
        .says("{\"values\"=>3}")
        .wrote("i.html", "1 pages");
}

#[test]
fn include_and_exclude_are_relative_to_the_source() {
    let files = [
        "a.txt",
        "b.log",
        "d/c.txt",
        "d/e/f.log",
        ".hid/x",
        "_under/y.txt",
        "node_modules/n.js",
        "Gemfile",
        "#h#",
        "t~",
        "vendor/bundle/z",
        "vendor/q.txt",
    ];
    let with = |config: &str| {
        let site = files.iter().fold(Site::new(), |site, path| site.file(path, *path));
        site.file("_config.yml", config)
    };
    with("").build().succeeds().wrote_just(&["a.txt", "b.log", "d/c.txt", "d/e/f.log", "vendor/q.txt"]);
    with("exclude: ['*.log', d/e]").build().succeeds().wrote_just(&["a.txt", "d/c.txt", "vendor/q.txt"]);
    with("exclude: [d/]").build().succeeds().wrote_just(&["a.txt", "b.log", "vendor/q.txt"]);
    with("exclude: ['**/*.txt']").build().succeeds().wrote_just(&["a.txt", "b.log", "d/e/f.log"]);
    with("exclude: [/a.txt, ./b.log]").build().succeeds().wrote_just(&[
        "b.log",
        "d/c.txt",
        "d/e/f.log",
        "vendor/q.txt",
    ]);
    with("include: [.hid, _under, Gemfile]").build().succeeds().wrote_just(&[
        ".hid/x",
        "Gemfile",
        "_under/y.txt",
        "a.txt",
        "b.log",
        "d/c.txt",
        "d/e/f.log",
        "vendor/q.txt",
    ]);
}

#[test]
fn a_site_in_latin_1_keeps_its_bytes() {
    let site = Site::empty()
        .file("_config.yml", "encoding: iso-8859-1\n")
        .file("a.html", b"---\n---\nk\xf6rper\n")
        .file("b.md", b"---\n---\nk\xf6rper\n");
    site.build().succeeds();
    let read = |path: &str| std::fs::read(site.folder().join("_site").join(path)).unwrap();
    assert_eq!(read("a.html"), b"k\xf6rper\n");
    assert_eq!(read("b.html"), b"<p>k\xf6rper</p>\n");
}

#[test]
fn files_with_invalid_utf_8_end_the_build_where_ruby_fails() {
    let text = Site::empty().file("a.md", b"---\n---\nk\xf6rper\n");
    let output = text
        .build()
        .fails()
        .says("Conversion error: Jekyll::Converters::Markdown encountered an error while converting 'a.md':");
    output.says("The source text contains invalid characters for the used encoding UTF-8");
    let template = Site::empty().file("a.md", b"---\n---\n{{ 1 }} k\xf6rper\n");
    template.build().fails().says("Liquid Exception: invalid byte sequence in UTF-8 in a.md");
    let site = Site::empty().file("_includes/i.html", b"k\xf6rper").file("a.html", "---\n---\n{% include i.html %}\n");
    site.build().fails().says("Liquid Exception: invalid byte sequence in UTF-8 in a.html");
}

#[test]
fn an_unknown_highlighter_leaves_code_plain() {
    let site = Site::empty().file("_config.yml", "highlighter: none\n").file("a.md", "---\n---\n    x < 1\n\n`y`\n");
    let output = site.build().succeeds();
    output.wrote("a.html", "<pre><code>x &lt; 1\n</code></pre>\n\n<p><code>y</code></p>\n");
}

#[test]
fn a_scope_with_a_leading_slash_and_a_star_is_an_absolute_pattern() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"defaults:
- scope: {path: "/*en/*"}
  values: {of: slash}
- scope: {path: "a/*n"}
  values: {of: plain}
"#,
        )
        .file("a/en/b.html", "---\n---\n{{ page.of }}\n")
        .file("c.html", "---\n---\n{{ page.of }}\n");
    site.build().succeeds().wrote("a/en/b.html", "plain\n").wrote("c.html", "\n");
}
