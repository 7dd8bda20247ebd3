//! Sites written to keep a build busy, or to use all memory. Each build ends with an error that names the exceeded
//! limit, and the old destination is unchanged.

use crate::story::{Outcome, Site};

/// An array of nine arrays of nine arrays and so on, with nine aliases to a line.
fn bomb(depth: usize) -> String {
    let line = |level: usize| format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(","));
    "a0: &a0 [lol,lol]\n".to_string() + &(1..=depth).map(line).collect::<String>()
}

/// Builds a site that has been built before.
fn rebuilt<'s>(site: &'s Site, page: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome<'s> {
    site.write("index.html", "---\n---\nold");
    site.build().succeeds();
    site.write("index.html", page);
    let outcome = site.run_with(arguments, environment).fails();
    assert_eq!(site.read("_site/index.html").as_deref(), Some("old"));
    outcome
}

/// Each value of an alias counts each time that it occurs, wherever it is: templates, plugins and settings visit it as
/// often.
#[test]
fn a_few_aliases_in_yaml_end_at_a_limit() {
    let front_matter = format!("---\n{}tags: *a12\n---\n", bomb(12));
    let configuration = format!("{}defaults: *a12\n", bomb(12));
    let files = [("_data/bomb.yml", bomb(12)), ("page.html", front_matter), ("_config.yml", configuration)];
    for (file, text) in files {
        let site = Site::new().file("index.html", "---\n---\nold");
        site.build().succeeds();
        site.write(file, text);
        let output = match file {
            // As in Jekyll, a page whose front matter cannot be read is an error only with this option.
            "page.html" => site.run(&["build", "--strict_front_matter"]).fails().all(),
            _ => site.build().fails().all(),
        };
        assert!(
            output.contains("the values of YAML aliases, repeated for each alias, are too large"),
            "{file}: {output}"
        );
        assert_eq!(site.read("_site/index.html").as_deref(), Some("old"));
    }
    let few =
        Site::new().file("_data/few.yml", bomb(5)).file("index.html", "---\n---\n{{ site.data.few.a5 | join | size }}");
    few.build().succeeds().wrote("index.html", "472391");
}

/// Arrays that contain each other many times over.
#[test]
fn the_text_of_nested_arrays_ends_at_a_limit() {
    let nested = "{% assign none = '' | split: ',' %}{% assign a = 'x' | split: ',' %}\
                  {% for i in (1..40) %}{% assign a = none | push: a | push: a %}{% endfor %}";
    for template in ["{{ a | jsonify }}", "{{ a }}", "{{ a | inspect | size }}"] {
        let site = Site::new();
        let page = format!("---\n---\n{nested}{template}");
        let output = rebuilt(&site, &page, &["build"], &[]).all();
        let expected = ["a text is larger than 32 MB", "an array of more than 10000000 items"];
        assert!(expected.iter().any(|limit| output.contains(limit)), "{template}: {output}");
    }
}

/// No engine counts the memory of a parsed page. The limits for the whole process end such a build.
#[cfg(target_os = "linux")]
#[test]
fn a_build_ends_at_its_limit_for_memory() {
    let site = Site::new().file("index.html", "---\n---\nold");
    site.build().succeeds();
    site.write("page.md", "---\n---\n{% for i in (1..5000000) %}|{% endfor %}");
    let output = site.build().fails().all();
    assert_eq!(site.read("_site/page.html"), None);
    assert!(output.contains("Memory: the build used more than 900 MB after it rendered "), "{output}");
    assert!(output.contains("The destination is unchanged. Set HASTIE_LIMITS=200 to allow twice as much."), "{output}");
    site.run_with(&["build"], &[("HASTIE_LIMITS", "off")]).succeeds();
}

/// Each step is small, but it searches, copies or compares a large value.
#[test]
fn style_sheets_with_large_values_end_at_a_limit() {
    let large = "$s: 'ab'; @for $i from 1 through 20 { $s: $s + $s } $t: $s + 'c'; ";
    for step in ["$x: $s + $t", "$x: $t == $s + 'c'", "$x: str-length($s)"] {
        let site = Site::new();
        site.write("a.scss", format!("---\n---\n{large}@for $i from 1 through 999999 {{ {step} }}"));
        let output = site.build().fails().all();
        assert!(output.contains("This compilation takes too many steps."), "{step}: {output}");
        let output = site.run(&["build", "--github-pages"]).fails().all();
        assert!(output.contains("This style sheet takes too long."), "{step}: {output}");
    }
}

/// A loop that reads elements of a large list and keys of a large map does not copy them.
#[test]
fn style_sheets_may_read_parts_of_large_values_often() {
    let site = Site::new();
    let sheet = "$l: a b; @for $i from 1 through 12 { $l: join($l, $l) } $m: (a: $l); $x: 0; \
                 @for $i from 1 through 100000 { $x: $x + length($l); $y: nth($l, 2); $z: map-get($m, a); } \
                 a { b: $x; c: map-has-key($m, a) }";
    site.write("a.scss", format!("---\n---\n{sheet}"));
    for arguments in [&["build"][..], &["build", "--github-pages"]] {
        site.run(arguments).succeeds();
        let css = site.read("_site/a.css").unwrap_or_default().replace(' ', "");
        assert!(css.contains("b:819200000;") && css.contains("c:true"), "{css}");
    }
}

/// A search of the whole page for each span, emoji or formula would take minutes.
#[test]
fn pages_with_thousands_of_spans_and_emoji_take_linear_time() {
    let site = Site::new().file("_config.yml", "plugins: [jekyll-spaceship]");
    site.write("page.md", "---\n---\n{% for i in (1..4000) %}`a{{ i }}` :smile: $b_{{ i }}$ {% endfor %}");
    site.build().succeeds();
    let page = site.read("_site/page.html").unwrap_or_default();
    assert_eq!(page.matches("<code").count(), 4000);
    assert_eq!(page.matches("raw=\"\u{1f604}\"").count(), 4000);
}

/// Each step of this page reads a file, so that the limit for steps comes late. The percentage leaves enough memory for a build that
/// needs little.
#[test]
fn a_build_ends_at_its_limit_for_processor_time() {
    let site = Site::new().file("b.txt", "x");
    let page = "---\n---\n{% for i in (1..10000000) %}{% include_relative b.txt %}{% endfor %}";
    let output = rebuilt(&site, page, &["build"], &[("HASTIE_LIMITS", "3")]).all();
    assert!(output.contains("Timeout: the build took more than "), "{output}");
    assert!(output.contains(" seconds of processor time after it rendered 0 of 1 pages and documents"), "{output}");
}

/// A search up to the end of the page for each beginning of a tag or comment would take hours.
#[test]
fn pages_of_unclosed_tags_and_comments_take_linear_time() {
    for (configuration, start) in
        [("", "<!--"), ("", "<?"), ("markdown: CommonMark\nplugins: [jekyll-commonmark]", "<a ")]
    {
        let site = Site::new().file("_config.yml", configuration);
        site.write("page.md", format!("---\n---\na {{% for i in (1..1000000) %}}{start}{{% endfor %}}"));
        site.build().succeeds();
        assert_eq!(site.read("_site/page.html").unwrap_or_default().matches("&lt;").count(), 1_000_000, "{start}");
    }
}

#[test]
fn markdown_that_a_few_lines_make_ends_at_a_limit() {
    let site = Site::new();
    let page = "---\n---\n{% for i in (1..1000000) %}*a* `b` {% endfor %}";
    site.write("page.md", page);
    let output = site.build().fails().all();
    assert!(output.contains("a template made more than 6 MB of Markdown"), "{output}");
    site.write("page.md", format!("---\n---\n{}", "a b\n".repeat(1_700_000)));
    site.build().succeeds();
}

/// Each page is within all limits, and all of them take longer than a second.
#[test]
fn a_build_ends_at_its_timeout() {
    let site = Site::new();
    let loops = "{% for i in (1..3000) %}{% for j in (1..3000) %}{% endfor %}{% endfor %}";
    for number in 0..40 {
        site.write(&format!("p{number}.html"), "---\nlayout: none\n---\n");
    }
    let plain = site.file("x.txt", "x");
    plain.write("index.html", "---\n---\nold");
    plain.build().succeeds();
    for number in 0..40 {
        plain.write(&format!("p{number}.html"), format!("---\n---\n{loops}"));
    }
    let output = plain.run(&["build", "--timeout", "1"]).fails().all();
    let expected = "Timeout: the build took longer than 1 seconds and was stopped during ";
    assert!(output.contains(expected), "{output}");
    assert!(output.contains(".html. The destination is unchanged."), "{output}");
    let json = plain.run(&["build", "--timeout", "1", "--format", "json"]).fails().out;
    assert!(json.contains("\"severity\":\"error\",\"message\":\"Timeout: the build took longer"), "{json}");
    assert_eq!(plain.read("_site/p0.html").as_deref(), Some(""));
    let mut names = std::fs::read_dir(plain.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.all(|name| !name.to_string_lossy().contains(".new-")));
}

#[test]
fn a_timeout_is_a_number_of_seconds() {
    for value in ["0", "-1", "soon"] {
        Site::new().run(&["build", &format!("--timeout={value}")]).fails();
    }
    Site::new().file("a.html", "---\n---\na").run(&["build", "--timeout", "600"]).succeeds().wrote("a.html", "a");
}

/// A site whose filter `run` evaluates Ruby code.
fn ruby() -> Site {
    let filter =
        "module Run\n  def run(code)\n    eval(code).to_s\n  end\nend\nLiquid::Template.register_filter(Run)\n";
    Site::new().file("_plugins/run.rb", filter)
}

/// The output of a build whose page runs this code. `None` without the module.
fn run(code: &str, arguments: &[&str]) -> Option<String> {
    let module = std::env::var("HASTIE_RUBY_WASM").ok().filter(|file| !file.is_empty())?;
    let environment = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str())];
    let site = ruby().file("index.html", format!("---\ncode: |\n  {code}\n---\n{{{{ page.code | run }}}}"));
    Some(site.run_with(arguments, &environment).all() + &site.read("_site/index.html").unwrap_or_default())
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn ruby_without_an_end_is_stopped_with_the_name_of_the_plugin() {
    for code in ["loop {}", "loop { STDERR.puts 'x' }", "('a' * 40) =~ /(b?)(a|a|a?)*\\1[^a]/"] {
        let Some(output) = run(code, &["build", "--timeout", "3"]) else { return };
        let expected = "Ruby was stopped at the end of --timeout (during the filter 'run')";
        assert!(output.contains(expected), "{code}: {output:.2000}");
        assert!(output.contains("--> index.html:5:1"), "{code}: {output:.2000}");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn ruby_that_sleeps_goes_on_at_once() {
    let Some(output) = run("sleep(100_000)", &["build"]) else { return };
    assert!(output.ends_with("100000"), "{output}");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_log_of_ruby_is_shown_up_to_a_limit() {
    let Some(output) = run("100.times { STDERR.puts 'x' * 1_000_000 }; 'done'", &["build"]) else { return };
    assert!(output.contains("Ruby: The plugins printed more than 16 MB. The rest is not shown."), "{}", output.len());
    assert!(output.len() < 17 << 20 && output.ends_with("done"), "{}", output.len());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn ruby_s_files_have_a_limit() {
    let full = "rescue Errno::ENOSPC => e; e.message; end";
    let big = format!("begin; 3.times {{ |i| File.write(\"/tmp/#{{i}}\", 'x' * (100 << 20)) }}; {full}");
    let open =
        format!("begin; 3.times.map {{ |i| File.open(\"/tmp/#{{i}}\", 'w') {{ |f| f.truncate(100 << 20) }} }}; {full}");
    for code in [big, open] {
        let Some(output) = run(&code, &["build"]) else { return };
        assert!(output.contains("No space left on device"), "{code}: {output}");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_overflow_of_ruby_s_stack_is_named() {
    let Some(output) = run("def again; [1].each { again }; end; again", &["build"]) else { return };
    let expected = "Ruby's stack overflowed: its code nests too deeply (during the filter 'run')";
    assert!(output.contains(expected), "{output}");
}

/// The image of the started interpreter is data in the user's cache. A changed image is created again.
#[cfg(unix)]
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_changed_image_of_ruby_is_made_again() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let Some(module) = std::env::var("HASTIE_RUBY_WASM").ok().filter(|file| !file.is_empty()) else { return };
    let site = ruby().file("index.html", "---\n---\n{{ '6 * 7' | run }}");
    let cache = site.folder().join(".cache");
    let cache_text = cache.to_string_lossy().into_owned();
    let environment =
        [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str()), ("XDG_CACHE_HOME", cache_text.as_str())];
    let build = || site.run_with(&["build"], &environment).succeeds().wrote("index.html", "42").all();
    assert!(!build().contains("image of the started Ruby"));
    let image = cache.join("hastie/hastie-ruby-3.2.image");
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&image), mode(&cache.join("hastie"))), (0o600, 0o700));
    let mut bytes = fs::read(&image).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&image, bytes).unwrap();
    let output = build();
    assert!(
        output.contains("the image of the started Ruby was changed. Ruby is started from its module again."),
        "{output}"
    );
    assert!(!build().contains("image of the started Ruby"));
    for path in [image, cache.join("hastie")] {
        let old = mode(&path);
        fs::set_permissions(&path, fs::Permissions::from_mode(old | 0o022)).unwrap();
        let output = build();
        assert!(output.contains("others could change the image of the started Ruby."), "{output}");
        assert_eq!(mode(&path), old);
        assert!(!build().contains("image of the started Ruby"));
    }
}

/// Each page is within all limits of one rendering.
#[test]
fn all_pages_of_a_small_site_have_a_limit_together() {
    let site = Site::new();
    let layout =
        "{% for i in (1..500000) %}0123456789012345678901234567890123456789012345678901234567890123456789{% endfor %}";
    site.write("_layouts/a.html", layout);
    site.write("_config.yml", "defaults: [{scope: {path: ''}, values: {layout: a}}]");
    for number in 0..30 {
        site.write(&format!("p{number}.html"), "---\n---\n");
    }
    let output = site.build().fails().all();
    assert!(output.contains("the templates of this site make more than 223 MB of text"), "{output}");
    assert_eq!(site.read("_site/p0.html"), None);
}
