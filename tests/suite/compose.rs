//! The commands of jekyll-compose. Expected files and messages are recorded from version 0.12.0.

use crate::story::Site;

const CONFIG: &str = "title: T\n";

fn site(config: &str) -> Site {
    Site::empty().file("_config.yml", config)
}

#[test]
fn a_post_has_a_date_in_its_name_and_front_matter() {
    let site = site(CONFIG);
    let created = site.run(&["post", "My", "New", "Post"]).succeeds();
    created.says("New post created at _posts/2026-01-15-my-new-post.md");
    let text = "---\nlayout: post\ntitle: My New Post\ndate: 2026-01-15 12:00 +0000\n---\n";
    assert_eq!(site.read("_posts/2026-01-15-my-new-post.md").as_deref(), Some(text));

    site.run(&["post", "A: \"quoted\" title", "-d", "Jan 24 2014", "-x", "markdown", "-l", "note"]).succeeds();
    let text = "---\nlayout: note\ntitle: 'A: \"quoted\" title'\ndate: 2014-01-24 00:00 +0000\n---\n";
    assert_eq!(site.read("_posts/2014-01-24-a-quoted-title.markdown").as_deref(), Some(text));

    site.run(&["post", "x", "--timestamp-format", "%Y-%m-%d %H:%M:%S %z"]).succeeds();
    let text = "---\nlayout: post\ntitle: x\ndate: '2026-01-15 12:00:00 +0000'\n---\n";
    assert_eq!(site.read("_posts/2026-01-15-x.md").as_deref(), Some(text));
}

#[test]
fn existing_files_are_only_overwritten_with_force() {
    let site =
        site(CONFIG).file("about.md", "my text").file("_drafts/a.md", "draft").file("_posts/2026-01-15-a.md", "post");
    site.run(&["page", "About"]).succeeds().says("A page already exists at about.md");
    assert_eq!(site.read("about.md").as_deref(), Some("my text"));
    site.run(&["page", "About", "--force"]).succeeds().says("New page created at about.md");
    assert_eq!(site.read("about.md").as_deref(), Some("---\nlayout: page\ntitle: About\n---\n"));
    site.run(&["publish", "_drafts/a.md"]).succeeds().says("A post already exists at _posts/2026-01-15-a.md");
    assert_eq!(site.read("_posts/2026-01-15-a.md").as_deref(), Some("post"));
    site.run(&["publish", "_drafts/a.md", "-f"]).succeeds();
    assert_eq!(site.read("_posts/2026-01-15-a.md").as_deref(), Some("draft"));
}

#[test]
fn a_draft_is_renamed_published_and_unpublished() {
    let site = site(CONFIG);
    site.run(&["draft", "My new draft"]).succeeds().says("New draft created at _drafts/my-new-draft.md");
    let moved = site.run(&["rename", "_drafts/my-new-draft.md", "Other", "name"]).succeeds();
    moved.says("Draft _drafts/my-new-draft.md was moved to _drafts/other-name.md");
    let moved = site.run(&["publish", "_drafts/other-name.md", "--date", "2014-01-24"]).succeeds();
    moved.says("Draft _drafts/other-name.md was moved to _posts/2014-01-24-other-name.md");
    let text = "---\nlayout: post\ntitle: Other name\ndate: 2014-01-24 00:00 +0000\n---\n";
    assert_eq!(site.read("_posts/2014-01-24-other-name.md").as_deref(), Some(text));
    site.run(&["rename", "_posts/2014-01-24-other-name.md", "Third", "--now"]).succeeds();
    let moved = site.run(&["unpublish", "_posts/2026-01-15-third.md"]).succeeds();
    moved.says("Post _posts/2026-01-15-third.md was moved to _drafts/third.md");
    assert_eq!(site.read("_drafts/third.md").as_deref(), Some("---\nlayout: post\ntitle: Third\n---\n"));
}

#[test]
fn front_matter_is_rewritten_as_psych_writes_it() {
    let text = "---\ntitle:  \"E\"   # comment\ntags:\n- a\nnum: 010\ndate:\ntext: |\n  x\n  y\n---\n\n{{ x }}\n";
    let site = site(CONFIG)
        .file("_drafts/a.md", text)
        .file("_drafts/b.md", "---\ndate: 2014-01-01\n---\nb\n")
        .file("_drafts/c.md", "no front matter");
    site.run(&["publish", "_drafts/a.md", "-d", "2014-01-24"]).succeeds();
    let rewritten =
        "---\ntitle: E\ntags:\n- a\nnum: 8\ndate: 2014-01-24 00:00 +0000\ntext: |\n  x\n  y\n---\n{{ x }}\n";
    assert_eq!(site.read("_posts/2014-01-24-a.md").as_deref(), Some(rewritten));
    let moved = site.run(&["publish", "_drafts/b.md", "-d", "2014-01-24"]).succeeds();
    moved.says("Tried to load unspecified class: Date");
    assert_eq!(site.read("_posts/2014-01-24-b.md").as_deref(), Some("---\ndate: 2014-01-01\n---\nb\n"));
    site.run(&["publish", "_drafts/c.md", "-d", "2014-01-24"]).succeeds();
    assert_eq!(site.read("_posts/2014-01-24-c.md").as_deref(), Some("no front matter"));
}

#[test]
fn the_configuration_has_front_matter_for_new_files_and_folders() {
    let config = "source: src\ncollections_dir: col\njekyll_compose:\n  default_front_matter:\n    \
                  posts: {description: , tags: [a, b], layout: mine, at: 2014-01-01}\n    recipes: {z: {a: 1}}\n";
    let site = site(config);
    site.run(&["post", "P"]).succeeds().says("New post created at src/col/_posts/2026-01-15-p.md");
    let text = "---\nlayout: mine\ntitle: P\ndate: 2026-01-15 12:00 +0000\ndescription:\ntags:\n- a\n- b\nat: 2014-01-01\n---\n";
    assert_eq!(site.read("src/col/_posts/2026-01-15-p.md").as_deref(), Some(text));
    site.run(&["compose", "Tea", "--collection", "recipes"])
        .succeeds()
        .says("New file created at src/col/_recipes/tea.md");
    let text = "---\nlayout: post\ntitle: Tea\ndate: 2026-01-15 12:00 +0000\nz:\n  a: 1\n---\n";
    assert_eq!(site.read("src/col/_recipes/tea.md").as_deref(), Some(text));
}

#[test]
fn a_new_file_opens_in_the_editor_if_the_configuration_says_so() {
    let script = if cfg!(windows) { "copy nul opened" } else { "touch opened && test -f" };
    let editor = [("EDITOR", "false"), ("JEKYLL_EDITOR", script)];
    let closed = site(CONFIG);
    closed.run_with(&["draft", "a"], &editor).succeeds();
    assert!(!closed.folder().join("opened").exists());
    let open = site("jekyll_compose: {auto_open: true}\n");
    open.run_with(&["draft", "a"], &editor).succeeds();
    assert!(open.folder().join("opened").exists());
}

#[test]
fn wrong_arguments_are_errors() {
    let site = site(CONFIG).file("_posts/undated.md", "---\n---\n");
    for (arguments, message) in [
        (&["post"][..], "You must specify a name."),
        (&["post", "a", "-d", "nonsense"], "invalid date"),
        (&["publish"], "You must specify a draft path."),
        (&["unpublish"], "You must specify a post path."),
        (&["rename", "a.md"], "You must specify current path and the new title."),
        (&["rename", "a.md", "b", "--now", "-d", "2012-03-04"], "You can only specify one of --date DATE or --now."),
        (&["rename", "_posts/undated.md", "b"], "The name of _posts/undated.md has no date."),
        (
            &["compose", "a", "--post", "--draft"],
            "You can only specify one of --post, --draft, or --collection COLLECTION.",
        ),
    ] {
        let refused = site.run(arguments).fails();
        assert!(refused.err.contains(&format!("| Error:  {message}")), "{arguments:?}: {}", refused.err);
    }
    site.run(&["publish", "_drafts/none.md"]).succeeds().says("There was no draft found at '_drafts/none.md'.");
}
