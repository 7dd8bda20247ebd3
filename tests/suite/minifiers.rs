//! jekyll-minifier and jekyll-terser. The expected output is our own and not recorded.

use crate::story::Site;

/// Whether scripts are shortened. Without the feature they stay as they are, and the build prints a warning.
const SHORTENS: bool = cfg!(feature = "javascript");

const SCRIPT: &str = "// about\nfunction greet(person) {\n  var greeting = 'Hello, ' + person;\n  console.log(greeting);\n  \
                      return greeting;\n}\n";

fn site(config: &str) -> Site {
    Site::empty()
        .file("_config.yml", config)
        .file("index.html", "---\n---\n<!DOCTYPE html>\n<body>\n  <!-- a comment -->\n  <p >one\n  two</p>\n<pre>\n a\n  b\n</pre>\n</body>\n")
        .file("script.js", SCRIPT)
        .file("ready.min.js", SCRIPT)
        .file("style.css", "a {\n  color: #ff0000;\n}\n/* about */\n")
        .file("data.json", "{ \"a\" : [1, 2] }\n")
}

#[test]
fn pages_styles_scripts_and_data_are_minified_in_production() {
    let site = site("plugins: [jekyll-minifier]\n");
    site.build()
        .succeeds()
        .wrote("index.html", "<!DOCTYPE html> <body> <p>one two</p> <pre>\n a\n  b\n</pre> </body>")
        .wrote(
            "script.js",
            if SHORTENS { "function greet(e){var t=`Hello, `+e;return console.log(t),t}" } else { SCRIPT },
        )
        .wrote("ready.min.js", SCRIPT)
        .wrote("style.css", "a{color:red}")
        .wrote("data.json", "{\"a\":[1,2]}");
}

#[test]
fn nothing_is_minified_in_other_environments() {
    let site = site("plugins: [jekyll-minifier]\n");
    site.without("JEKYLL_ENV").succeeds().wrote("style.css", "a {\n  color: #ff0000;\n}\n/* about */\n");
}

#[test]
fn excluded_and_disabled_files_are_unchanged() {
    let config = "plugins: [jekyll-minifier]\njekyll-minifier:\n  exclude: [index.html, '*.json']\n  \
                  compress_javascript: false\n";
    let site = site(config);
    site.build()
        .succeeds()
        .wrote("script.js", SCRIPT)
        .wrote("data.json", "{ \"a\" : [1, 2] }\n")
        .wrote("style.css", "a{color:red}");
    assert!(site.read("_site/index.html").unwrap().contains("<!-- a comment -->"));
}

#[test]
#[cfg_attr(not(feature = "javascript"), ignore = "needs the feature `javascript`")]
fn jekyll_terser_minifies_static_scripts_in_any_environment() {
    let site = site("plugins: [jekyll-terser]\nterser:\n  compress:\n    drop_console: true\n");
    site.without("JEKYLL_ENV")
        .succeeds()
        .wrote("script.js", "function greet(e){return`Hello, `+e}")
        .wrote("ready.min.js", SCRIPT)
        .wrote("style.css", "a {\n  color: #ff0000;\n}\n/* about */\n");
}

#[test]
fn files_that_cannot_be_parsed_are_copied_and_reported() {
    let site = Site::empty()
        .file("_config.yml", "plugins: [jekyll-minifier, jekyll-terser]\n")
        .file("broken.js", "function (")
        .file("broken.css", "a { color")
        .file("broken.json", "{")
        .file("deep.js", format!("x = {}1", "!".repeat(100_000)))
        .file("deep.css", "a{".repeat(100_000));
    let outcome = site.build().succeeds().wrote("broken.js", "function (").wrote("broken.json", "{");
    let output = outcome.all();
    for (name, is_read) in [
        ("broken.js ", SHORTENS),
        ("broken.css", true),
        ("broken.json", true),
        ("deep.js", SHORTENS),
        ("deep.css", true),
    ] {
        assert_eq!(output.matches(name).count(), usize::from(is_read), "{name}: {output}");
    }
}

#[test]
#[cfg(not(feature = "javascript"))]
fn a_program_without_the_feature_says_what_scripts_need() {
    let lacks = |plugin: &str| {
        format!(
            "Plugin: {plugin} needs the feature `javascript`, which this program was compiled without. Left out: shorter \
             scripts. Install a package of Hastie, or compile it with `--features full`."
        )
    };
    let terser = site("plugins: [jekyll-terser]\n");
    terser.build().succeeds().says(&lacks("jekyll-terser")).wrote("script.js", SCRIPT);
    let strict = terser.run(&["build", "--strict"]).fails();
    assert!(
        strict.all().contains("jekyll-terser needs the feature `javascript`, which was not compiled (--strict)"),
        "{}",
        strict.all()
    );
    let minifier = site("plugins: [jekyll-minifier]\n");
    minifier.build().succeeds().says(&lacks("jekyll-minifier"));
    minifier.without("JEKYLL_ENV").succeeds().does_not_say("javascript");
    let styles = site("plugins: [jekyll-minifier]\njekyll-minifier: {compress_javascript: false}\n");
    styles.run(&["build", "--strict"]).succeeds().wrote("style.css", "a{color:red}");
}

#[test]
fn patterns_preserve_parts_of_pages() {
    let config = "plugins: [jekyll-minifier]\njekyll-minifier:\n  preserve_php: true\n  preserve_patterns: ['\\[\\[.*?\\]\\]']\n  \
                  remove_intertag_spaces: true\n  simple_doctype: true\n  remove_quotes: true\n";
    let page = "---\n---\n<!DOCTYPE html PUBLIC \"x\">\n<p class=\"a\" title='b c'>\n <?php  x ?> [[ a  b ]]  c</p> <p>d</p>\n";
    let site = Site::empty().file("_config.yml", config).file("index.html", page);
    let html = "<!DOCTYPE html><p class=a title='b c'><?php  x ?>[[ a  b ]] c</p><p>d</p>";
    site.build().succeeds().wrote("index.html", html);
}
