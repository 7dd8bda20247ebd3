//! `hastie new`.

use crate::folder::{Folder, words};

#[test]
fn new_site_holds_all_it_needs() {
    let folder = Folder::new();
    let said = words(&folder.hastie_ok(&["new", "home", "--skip-bundle"]));
    assert!(said.contains("New jekyll site installed in"), "{said}");
    assert!(said.contains("Bundle install skipped."), "{said}");
    for file in ["_layouts/default.html", "_includes/head/custom.html", "_sass/_tokens.scss", "assets/css/main.scss"] {
        assert!(folder.path().join("home").join(file).is_file(), "{file} is missing");
    }
    let config = folder.read("home/_config.yml");
    assert!(!config.contains("exclude:") && !config.contains("repository only"), "{config}");
    assert!(config.contains("plugins:"), "{config}");
}

#[test]
fn new_site_does_not_take_a_folder_that_is_in_use() {
    let folder = Folder::with(&[("home/notes.txt", "mine"), ("home/_config.yml", "mine")]);
    let refused = folder.hastie(&["new", "home"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("exists and is not empty."), "{}", words(&refused));
    assert_eq!(folder.read("home/_config.yml"), "mine");

    folder.hastie_ok(&["new", "home", "--force"]);
    assert_eq!(folder.read("home/notes.txt"), "mine");
    assert_ne!(folder.read("home/_config.yml"), "mine");
}

#[test]
fn new_site_wants_a_path() {
    let refused = Folder::new().hastie(&["new"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(words(&refused).contains("You must specify a path."), "{}", words(&refused));
}

#[test]
fn blank_site_is_bare_and_builds() {
    let folder = Folder::new();
    folder.hastie_ok(&["new", "--blank", "my site"]);
    for name in ["_data", "_drafts", "_includes", "_posts"] {
        let inner = folder.path().join("my site").join(name);
        assert_eq!(inner.read_dir().unwrap().count(), 0, "{name} must be there and empty");
    }
    assert!(folder.read("my site/_layouts/default.html").contains("{{ content }}"));
}
