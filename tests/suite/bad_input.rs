//! Invalid sites: errors have a location and Jekyll's exit code 1, and the old destination is unchanged.

use crate::story::Site;

/// Jekyll's last line, by which tools recognize a failed build.
const ADVICE: &str = "Jekyll 4.4.1   Please append `--trace` to the `build` command";

#[test]
fn an_invalid_configuration_file_is_an_error() {
    let site = Site::empty().file("_config.yml", "title: T\ntime: [\n").file("a.txt", "a");
    site.build()
        .fails()
        .says(
            "Reason: (<site>/_config.yml): did not find expected node content while parsing a flow node at line 3 column 1",
        )
        .says(ADVICE);
}

#[test]
fn a_configuration_that_is_not_a_hash_is_ignored() {
    let site = Site::empty().file("_config.yml", "just a text\n").file("a.txt", "a");
    site.build()
        .succeeds()
        .says("WARNING: Error reading configuration. Using defaults (and options).")
        .says("Reason: Configuration file: (INVALID) <site>/_config.yml")
        .wrote_just(&["a.txt"]);
    let site = Site::empty().file("conf.json", "{}").file("a.txt", "a");
    site.run(&["build", "--config", "conf.json"])
        .succeeds()
        .says("Reason: No parser for '<site>/conf.json' is available. Use a .y(a)ml or .toml file instead.");
}

#[test]
fn a_missing_configuration_file_is_an_error() {
    let site = Site::empty().file("a.txt", "a");
    site.build().succeeds().says("Configuration file: none");
    site.run(&["build", "--config", "nope.yml"])
        .fails()
        .says("Fatal: The configuration file '<site>/nope.yml' could not be found.")
        .does_not_say("Reason:");
}

#[test]
fn configuration_values_of_the_wrong_type_are_errors() {
    let site = Site::empty().file("_config.yml", "exclude: 3\n").file("a.txt", "a");
    site.build().fails().says("Reason: 'exclude' should be set as an array, but was: 3.").says(ADVICE);
    let site = Site::empty().file("_config.yml", "plugins: jekyll-feed\n");
    site.build().fails().says(
        "'plugins' should be set as an array of gem-names, but was: \"jekyll-feed\". Use 'plugins_dir' instead to set \
         the directory for your non-gemified Ruby plugins.",
    );
}

#[test]
fn an_invalid_data_file_keeps_the_old_site() {
    let site = Site::new().file("a.txt", "a");
    site.build().succeeds();
    let site = site.file("_data/a.yml", "a: [1\nb: }\n").file("b.txt", "b");
    site.build()
        .fails()
        .says("Reason: (<site>/_data/a.yml): did not find expected ',' or ']' while parsing a flow sequence at line 1 column 4")
        .wrote_just(&["a.txt"]);
    let site = Site::new().file("_data/t.csv", "a,b\n1,x\"y\n");
    site.build().fails().says("Reason: <site>/_data/t.csv: Illegal quoting in line 2.");
}

#[test]
fn a_missing_layout_is_a_warning() {
    let site = Site::new().file("a.html", "---\nlayout: nowhere\n---\nhi\n");
    site.build()
        .succeeds()
        .says("Build Warning: Layout 'nowhere' requested in a.html does not exist.")
        .wrote("a.html", "hi\n");
}

#[test]
fn an_unknown_tag_keeps_the_old_site() {
    let site = Site::new().file("a.html", "---\n---\nold");
    site.build().succeeds();
    let site = site.file("a.html", "---\ntitle: T\n---\nnew {% nope %}");
    site.build()
        .fails()
        .says("Liquid Exception: Liquid syntax error (line 1): Unknown tag 'nope' in a.html")
        .says("--> a.html:4:5")
        .wrote("a.html", "old");
}

#[test]
fn a_page_that_is_not_utf8_ends_the_build() {
    let site = Site::new().file("a.html", b"---\ntitle: T\n---\nh\xff {{ page.title }}\n").file("b.txt", "b");
    site.build()
        .fails()
        .says("Error reading file <site>/a.html: invalid byte sequence in UTF-8")
        .says("Liquid Exception: invalid byte sequence in UTF-8 in a.html");
}

#[test]
fn an_unreadable_page_ends_the_build() {
    let site = Site::new();
    std::os::unix::fs::symlink("nowhere.html", site.folder().join("a.html")).expect("a link");
    site.build().fails().says("Reason: No such file or directory @ rb_sysopen - <site>/a.html");
}

#[test]
fn a_published_plugin_that_is_not_built_in_is_a_warning() {
    let site = Site::empty().file("_config.yml", "plugins: [jekyll-tidy, jekyll-tidy]\n").file("a.txt", "a");
    site.build()
        .succeeds()
        .says("Plugin: jekyll-tidy is not supported yet. Left out: tidied HTML.")
        .wrote("a.txt", "a");
    site.run(&["build", "--strict"]).fails().says("Reason: jekyll-tidy is not supported yet (--strict)");
}

#[test]
fn an_unknown_plugin_ends_the_build_with_a_suggestion() {
    let site = Site::empty().file("_config.yml", "plugins: [jekyl-feed]\n").file("a.txt", "a");
    site.build().fails().says(&missing("jekyl-feed", " Did you mean? jekyll-feed"));
    site.write("_config.yml", "plugins: [foo-bar]\n");
    site.build().fails().says(&missing("foo-bar", ""));
}

#[test]
fn a_plugin_name_that_is_not_a_string_ends_the_build() {
    let words = |odd: &str| format!("Reason: no implicit conversion of {odd} into String");
    let kinds =
        [("1", "Integer"), ("1.5", "Float"), ("~", "nil"), ("true", "true"), ("[a]", "Array"), ("{a: b}", "Hash")];
    let site = Site::empty().file("a.txt", "a");
    for (odd, name) in kinds {
        site.write("_config.yml", format!("plugins: [jekyll-feed, {odd}, foo-bar]\n"));
        site.build().fails().says(&words(name));
    }
    site.write("_config.yml", "plugins: [sitemap]\n");
    let failed = site.build().fails().all();
    assert!(failed.contains("= hint: list 'jekyll-sitemap' under 'plugins:' instead, which is built in"), "{failed}");
    site.write("_config.yml", "plugins: [foo-bar]\n");
    let failed = site.build().fails().all();
    assert!(failed.contains("= hint: Hastie fetches and runs gems only if its Ruby is installed"), "{failed}");
    site.write("_config.yml", "plugins: [foo-bar, 1]\n");
    site.build().fails().says(&missing("foo-bar", ""));
    site.write("_config.yml", "safe: true\nplugins: [1]\n");
    site.build().succeeds().wrote("a.txt", "a");
}

/// Jekyll's message for a gem that cannot be loaded.
fn missing(name: &str, guess: &str) -> String {
    format!(
        "Dependency Error: Yikes! It looks like you don't have {name} or one of its dependencies installed. In order to \
         use Jekyll as currently configured, you'll need to install this gem. If you've run Jekyll with `bundle exec`, \
         ensure that you have included the {name} gem in your Gemfile as well. The full error message from Ruby is: \
         'cannot load such file -- {name}{guess}' If you run into trouble, you can find helpful resources at \
         https://jekyllrb.com/help/!"
    )
}

#[test]
fn jekylls_own_dependencies_may_be_listed_as_plugins() {
    let site = Site::empty().file("_config.yml", "plugins: [webrick, jekyll-watch]\n").file("a.txt", "a");
    site.build().succeeds().does_not_say("Plugin:").wrote("a.txt", "a");
}

#[test]
fn a_tag_of_an_unsupported_plugin_is_an_error_that_names_the_plugin() {
    let site =
        Site::empty().file("_config.yml", "plugins: [jekyll-youtube]\n").file("a.html", "---\n---\n{% youtube x %}\n");
    site.build()
        .fails()
        .says("Liquid Exception: Liquid syntax error (line 1): Unknown tag 'youtube' in a.html")
        .says("= hint: the plugin jekyll-youtube, which is not supported yet, has a tag of this name");
}

#[test]
fn deeply_nested_yaml_is_an_error() {
    let site = Site::new().file("_data/deep.yml", "[".repeat(100_000));
    site.build().fails().says("Reason: arrays and hashes are nested more than 256 deep");
    let chain: String = (0..2_000).map(|index| format!("- &a{} [*a{index}]\n", index + 1)).collect();
    let site = Site::new().file("_data/chain.yml", chain);
    site.build().fails().says("Reason: arrays and hashes are nested more than 256 deep");
}

#[test]
fn safe_mode_follows_no_link_out_of_the_source() {
    let outside = Site::empty().file("secret.txt", "secret").file("data.yml", "k: 1\n");
    let site = Site::new()
        .file("a.txt", "a")
        .file("_data/own.yml", "k: 2\n")
        .file("i.html", "---\n---\n{{ site.data | jsonify }}");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(outside.folder().join(target), site.folder().join(name)).expect("a link");
    };
    link("secret.txt", "link.txt");
    link("data.yml", "_data/linked.yml");
    site.run(&["build", "--safe"]).succeeds().wrote_just(&["a.txt", "i.html"]).wrote("i.html", "{\"own\":{\"k\":2}}");
    site.build().succeeds().wrote("link.txt", "secret").wrote("i.html", "{\"linked\":{\"k\":1},\"own\":{\"k\":2}}");
}

#[test]
fn an_unsupported_kramdown_gem_ends_the_build() {
    let site = Site::empty().file("_config.yml", "kramdown: {enable_coderay: true}\n").file("a.md", "---\n---\nx\n");
    site.build()
        .fails()
        .says(
            "Deprecation: You are using 'enable_coderay', use syntax_highlighter: coderay in your configuration file.",
        )
        .says("Conversion error: Jekyll::Converters::Markdown encountered an error while converting 'a.md':")
        .says("kramdown-syntax-coderay");
    let site = Site::empty().file("_config.yml", "kramdown: {math_engine: katex}\n").file("a.md", "---\n---\nx\n");
    site.build().fails().says("kramdown-math-katex");
    let site = Site::empty().file("_config.yml", "kramdown: {input: gfm}\n").file("a.md", "---\n---\nx\n");
    site.build().fails().says("kramdown has no parser to handle the specified input format: gfm");
}

/// Jekyll fails before it renders the first template.
#[test]
fn relative_permalinks_are_rejected_before_rendering() {
    let site = Site::empty().file("_config.yml", "relative_permalinks: true\n").file("a.md", "---\n---\n{% nope %}\n");
    let reason = "Since v3.0, permalinks for pages in subfolders must be relative to the site source directory, not the \
                  parent directory. Check https://jekyllrb.com/docs/upgrading/ for more info.";
    site.build().fails().says(reason).says(ADVICE).does_not_say("nope");
    let site = Site::empty().file("_config.yml", "relative_permalinks: false\n").file("a.md", "---\n---\na\n");
    site.build().succeeds().wrote("a.html", "<p>a</p>\n");
}

#[test]
fn lsi_is_rejected_only_if_related_posts_are_used() {
    let site = Site::new().file("_config.yml", "lsi: true\n").file("a.html", "---\n---\n{{ site.related_posts.size }}");
    let site = site.file("_posts/2020-01-01-a.md", "---\n---\na\n").file("_posts/2020-01-02-b.md", "---\n---\nb\n");
    site.build().succeeds().wrote("a.html", "");
    let site = site.file("_posts/2020-01-02-b.md", "---\n---\n{{ site.related_posts.size }}\n");
    let outcome = site.build().fails();
    assert!(
        outcome.all().contains("Liquid Exception: 'lsi' (related posts by latent semantic indexing) is not supported.")
    );
}

#[test]
fn options_of_kramdown_with_wrong_types_end_the_build() {
    let cases = [
        ("kramdown: true", "undefined method `[]=' for true:TrueClass"),
        ("kramdown: [a]", "no implicit conversion of Symbol into Integer"),
        ("kramdown: {toc_levels: 4}", "Invalid type Integer for option toc_levels"),
        ("kramdown: {toc_levels: 0..9}", "Level numbers for option toc_levels have to be integers from 1 to 6"),
    ];
    for (config, words) in cases {
        let site = Site::new().file("_config.yml", format!("{config}\n")).file("a.md", "---\n---\nx");
        let log = site.build().fails().all();
        assert!(log.contains(words), "{config}: {log}");
    }
}
