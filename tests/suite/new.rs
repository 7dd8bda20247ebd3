//! `hastie new`.

use crate::story::Site;
use crate::tree::files;

#[test]
fn new_site_is_complete() {
    let site = Site::empty();
    let output = site.run(&["new", "home", "--skip-bundle"]).succeeds().says("Bundle install skipped.");
    output.says("New jekyll site installed in <site>/home.");
    for file in ["_layouts/default.html", "_includes/head/custom.html", "_sass/_tokens.scss", "assets/css/main.scss"] {
        assert!(site.folder().join("home").join(file).is_file(), "{file} is missing");
    }
    let config = site.read("home/_config.yml").unwrap();
    assert!(!config.contains("exclude:") && !config.contains("repository only"), "{config}");
    assert!(config.contains("plugins:"), "{config}");
}

#[test]
fn new_site_publishes_itself() {
    let site = Site::empty();
    site.run(&["new", "home"]).succeeds();
    let workflow = site.read("home/.github/workflows/pages.yml").unwrap();
    let action = format!("/hastie@v{}\n", env!("CARGO_PKG_VERSION"));
    assert!(workflow.contains(&action) && !workflow.contains("VERSION"), "{workflow}");
    assert!(workflow.contains("base-path: ${{ steps.pages.outputs.base_path }}"), "{workflow}");
    assert_eq!(site.read("home/.gitattributes").as_deref(), Some("* text=auto eol=lf\n"));
}

#[test]
fn new_site_has_nothing_of_the_documentation() {
    let site = Site::empty();
    site.run(&["new", "home"]).succeeds();
    let files = files(&site.folder().join("home"));
    let of_documentation = files.keys().filter(|name| name.contains("docs") || name.contains("documentation"));
    assert_eq!(of_documentation.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn new_site_has_unix_line_ends_and_ignores_what_a_build_leaves() {
    let site = Site::empty();
    site.run(&["new", "home"]).succeeds();
    for (name, bytes) in files(&site.folder().join("home")) {
        assert!(!bytes.contains(&b'\r') && bytes.ends_with(b"\n"), "{name}");
    }
    site.run(&["build", "-s", "home", "-d", "home/_site"]).succeeds();
    let ignored = site.read("home/.gitignore").unwrap();
    for entry in ["/_site/", "/.jekyll-cache/"] {
        assert!(ignored.lines().any(|line| line == entry), "{ignored}");
    }
}

#[test]
fn new_site_rejects_a_nonempty_folder() {
    let site = Site::empty().file("home/notes.txt", "mine").file("home/_config.yml", "mine");
    site.run(&["new", "home"]).fails().says("Conflict: <site>/home exists and is not empty.");
    assert_eq!(site.read("home/_config.yml").unwrap(), "mine");

    site.run(&["new", "home", "--force"]).succeeds();
    assert_eq!(site.read("home/notes.txt").unwrap(), "mine");
    assert_ne!(site.read("home/_config.yml").unwrap(), "mine");
}

#[test]
fn new_site_requires_a_path() {
    Site::empty().run(&["new"]).fails().says(concat!(
        "hastie ",
        env!("CARGO_PKG_VERSION"),
        " | Error:  You must specify a path."
    ));
}

#[test]
fn blank_site_is_minimal_and_builds() {
    let site = Site::empty();
    site.run(&["new", "--blank", "my site"]).succeeds();
    for name in ["_data", "_drafts", "_includes", "_posts"] {
        let inner = site.folder().join("my site").join(name);
        assert_eq!(inner.read_dir().unwrap().count(), 0, "{name} must exist and be empty");
    }
    site.run(&["build", "--source", "my site"]).succeeds().wrote_just(&[
        "assets/css/main.css",
        "assets/css/main.css.map",
        "index.html",
    ]);
    assert!(site.read("_site/index.html").unwrap().contains("<h1 id=\"it-works\">It works</h1>"));
}

#[test]
fn new_theme_is_a_scaffold_with_its_name_in_it() {
    let site = Site::empty();
    let output = site.run(&["new-theme", "fern", "leaf"]).succeeds();
    output.says("Your new Jekyll theme, fern_leaf, is ready for you in <site>/fern_leaf!");
    for file in ["_layouts/post.html", "Gemfile", "LICENSE.txt", "README.md", ".gitignore"] {
        assert!(site.folder().join("fern_leaf").join(file).is_file(), "{file} is missing");
    }
    assert!(site.folder().join("fern_leaf/_sass").is_dir());
    assert!(!site.folder().join("fern_leaf/CODE_OF_CONDUCT.md").exists());
    assert!(site.read("fern_leaf/fern_leaf.gemspec").unwrap().contains("spec.name     = \"fern_leaf\""));

    site.run(&["new-theme", "fern", "leaf"]).fails().says("Conflict: <site>/fern_leaf already exists.");
    site.run(&["new-theme"]).fails().says(concat!(
        "hastie ",
        env!("CARGO_PKG_VERSION"),
        " | Error:  You must specify a theme name."
    ));
}

#[test]
fn new_theme_can_include_a_code_of_conduct() {
    let site = Site::empty();
    site.run(&["new-theme", "fern", "-c"]).succeeds();
    assert!(site.folder().join("fern/CODE_OF_CONDUCT.md").is_file());
}

#[test]
fn templates_have_the_folders_of_their_themes_and_no_faults() {
    for (template, files) in [
        ("acad-homepage", ["_pages/about.md", "_data/navigation.yml", "_includes/author-profile.html"]),
        ("minima", ["_layouts/home.html", "_includes/header.html", "about.md"]),
    ] {
        let site = Site::empty();
        site.run(&["new", "home", "--template", template]).succeeds();
        for file in files {
            assert!(site.folder().join("home").join(file).is_file(), "{template}: {file} is missing");
        }
        let outcome = site.run(&["check", "--source", "home"]).succeeds();
        assert!(outcome.out.ends_with("no faults\n"), "{}", outcome.out);
    }
    let site = Site::empty();
    let outcome = site.run(&["new", "home", "--template", "hugo"]).fails();
    assert!(outcome.all().contains("acad-homepage"), "{}", outcome.all());
}
