//! What is wrong with a site: told with its place, exit code 1 where Jekyll has it, the old destination untouched.

use crate::story::Site;

const ADVICE: &str = "Jekyll 4.4.1   Please append `--trace` to the `build` command";

#[test]
fn a_configuration_that_cannot_be_parsed() {
    let site = Site::empty().file("_config.yml", "title: T\ntime: [\n").file("a.txt", "a");
    site.build()
        .fails()
        .says(
            "Reason: (<site>/_config.yml): did not find expected node content while parsing a flow node at line 3 column 1",
        )
        .says(ADVICE);
}

#[test]
fn a_configuration_that_is_no_hash_is_passed_over() {
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
fn a_configuration_that_is_not_there() {
    let site = Site::empty().file("a.txt", "a");
    site.build().succeeds().says("Configuration file: none");
    site.run(&["build", "--config", "nope.yml"])
        .fails()
        .says("Fatal: The configuration file '<site>/nope.yml' could not be found.")
        .does_not_say("Reason:");
}

#[test]
fn configuration_values_of_the_wrong_kind() {
    let site = Site::empty().file("_config.yml", "exclude: 3\n").file("a.txt", "a");
    site.build().fails().says("Reason: 'exclude' should be set as an array, but was: 3.").says(ADVICE);
    let site = Site::empty().file("_config.yml", "plugins: jekyll-feed\n");
    site.build().fails().says(
        "'plugins' should be set as an array of gem-names, but was: \"jekyll-feed\". Use 'plugins_dir' instead to set \
         the directory for your non-gemified Ruby plugins.",
    );
}

#[test]
fn a_broken_data_file_leaves_the_old_site_whole() {
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
fn a_layout_that_is_not_there_is_a_warning() {
    let site = Site::new().file("a.html", "---\nlayout: nowhere\n---\nhi\n");
    site.build()
        .succeeds()
        .says("Build Warning: Layout 'nowhere' requested in a.html does not exist.")
        .wrote("a.html", "hi\n");
}

#[test]
fn a_tag_that_nobody_knows_leaves_the_old_site_whole() {
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
fn a_page_that_cannot_be_read_ends_the_build() {
    let site = Site::new();
    std::os::unix::fs::symlink("nowhere.html", site.folder().join("a.html")).expect("a link");
    site.build().fails().says("Reason: No such file or directory @ rb_sysopen - <site>/a.html");
}

#[test]
fn a_plugin_that_is_not_there_is_a_warning() {
    let site = Site::empty().file("_config.yml", "plugins: [jekyll-nobody-has-it]\n").file("a.txt", "a");
    site.build()
        .succeeds()
        .says("Plugin: jekyll-nobody-has-it is not supported yet; what it would do is left out")
        .wrote("a.txt", "a");
}

#[test]
fn deep_yaml_is_an_error_and_no_crash() {
    let site = Site::new().file("_data/deep.yml", "[".repeat(100_000));
    site.build().fails().says("Reason: arrays and hashes lie more than 256 deep in each other");
    let chain: String = (0..2_000).map(|at| format!("- &a{} [*a{at}]\n", at + 1)).collect();
    let site = Site::new().file("_data/chain.yml", chain);
    site.build().fails();
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
