//! `hastie migrate`: what to change in a repository, and that its site stays the same. Not part of Jekyll.

use crate::story::Site;
use crate::tree::files;

/// A workflow that builds a site with Jekyll and publishes it.
const WORKFLOW: &str = "\
name: Site
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Ruby
        uses: ruby/setup-ruby@v1
        with:
          bundler-cache: true
      - name: Build
        run: |
          npm ci
          bundle exec jekyll build --baseurl \"${{ steps.pages.outputs.base_path }}\"
        env:
          JEKYLL_ENV: production
      - uses: actions/upload-pages-artifact@v3
";

/// A repository of git with a small site.
fn repository() -> Site {
    Site::new()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file("_layouts/default.html", "<title>{{ page.title }}</title>{{ content }}")
        .file("index.md", "---\nlayout: default\ntitle: Ice\n---\n# Ice\n")
}

#[test]
fn a_dry_run_shows_the_changes_and_writes_none() {
    let site = repository().file(".github/workflows/site.yml", WORKFLOW);
    let before = files(&site.folder().join(".github"));
    let told = site.run(&["migrate"]).succeeds().out;
    for line in [
        "Hastie builds this site. This report describes the build.",
        "- Built as: Jekyll 4.4.1",
        "- Markdown: kramdown",
        "Nothing that the build reports.",
        "## Changes (not written; `hastie migrate --apply` writes them)",
        "--- a/.github/workflows/site.yml",
        "-        uses: ruby/setup-ruby@v1",
        "+      - name: Build with Hastie",
        "+          arguments: '--baseurl \"${{ steps.pages.outputs.base_path }}\"'",
        "+_site/",
    ] {
        assert!(told.lines().any(|shown| shown == line), "{line}\n{told}");
    }
    assert_eq!(files(&site.folder().join(".github")), before);
    assert!(site.read(".gitignore").is_none() && site.read("_site/index.html").is_none());
}

#[test]
fn applied_changes_leave_the_site_as_it_was() {
    let site = repository().file(".github/workflows/site.yml", WORKFLOW).file(".gitignore", "node_modules");
    site.build().succeeds();
    let before = files(&site.folder().join("_site"));
    site.run(&["migrate", "--apply"]).succeeds().says("## Changes (written)");
    let workflow = site.read(".github/workflows/site.yml").unwrap();
    assert!(!workflow.contains("ruby") && !workflow.contains("jekyll build"), "{workflow}");
    assert!(workflow.contains("run: |\n          npm ci\n"), "{workflow}");
    assert_eq!(site.read(".gitignore").as_deref(), Some("node_modules\n_site/\n.jekyll-cache/\n"));
    site.build().succeeds();
    assert_eq!(files(&site.folder().join("_site")), before);
    let again = site.run(&["migrate"]).succeeds().out;
    assert!(again.contains("## Changes\n\nNone.\n"), "{again}");
}

#[test]
fn a_repository_without_a_workflow_gets_one() {
    let site = Site::empty()
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file("docs/_config.yml", "title: Below\n")
        .file("docs/index.md", "---\n---\nIce\n");
    site.run(&["migrate", "--apply", "-s", "docs", "--github-pages"]).succeeds();
    let workflow = site.read(".github/workflows/pages.yml").unwrap();
    assert!(workflow.contains("          source: 'docs'\n          arguments: '--github-pages'\n"), "{workflow}");
    let elsewhere = repository().file(".gitlab-ci.yml", "pages:\n  script:\n    - bundle exec jekyll build\n");
    let told = elsewhere.run(&["migrate"]).succeeds().out;
    assert!(!told.contains("pages.yml"), "{told}");
    assert!(told.contains("- `.gitlab-ci.yml:3` builds the site with Ruby."), "{told}");
}

#[test]
fn what_only_a_person_can_change_is_named_with_its_line() {
    let site = repository()
        .file("Dockerfile", "# An image\nFROM ruby:3.2\nRUN bundle install\n")
        .file("Gemfile.lock", "GEM\n  specs:\n    jekyll (4.2.0)\n    kramdown (2.5.1)\n")
        .file(".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n      - run: jekyll build | tee log\n")
        .file(
            ".github/workflows/b.yml",
            "jobs:\n  b:\n    steps:\n      - uses: ruby/setup-ruby@v1\n      - run: rake\n",
        );
    let told = site.run(&["migrate"]).succeeds().out;
    for line in [
        "- `Gemfile.lock` has jekyll 4.2.0. Hastie writes the same bytes as jekyll 4.4.1.",
        "- `Dockerfile:2` installs Ruby for the site.",
        "- `.github/workflows/a.yml:4` builds the site with Jekyll in a way that is not rewritten here.",
        "- `.github/workflows/b.yml:4` installs Ruby, but contains no command that builds the site.",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("has kramdown"), "{told}");
}

#[test]
fn a_site_that_is_not_built_is_not_changed() {
    let site = repository().file("bad.html", "---\n---\n{% nothing %}\n");
    let outcome = site.run(&["migrate", "--apply"]).fails();
    assert!(outcome.out.contains("Hastie does not build this site yet:"), "{}", outcome.out);
    assert!(outcome.out.contains("bad.html:3"), "{}", outcome.out);
    outcome.says("Error: Hastie does not build this site, so nothing was written.");
    assert!(site.read(".gitignore").is_none());
}

#[test]
fn missing_parts_and_outdated_settings_are_reported() {
    let site = repository()
        .file("_config.yml", "plugins: [jekyll-asciidoc, jekyll-feed]\nhighlighter: pygments\nurl: https://a.example\n")
        .file("_plugins/a.rb", "Liquid::Template.register_tag('a', A)\n")
        .file("_plugins/scholar.rb", "Liquid::Template.register_tag('google_scholar_citations', G)\n");
    let told = site.run_with(&["migrate"], &[("HASTIE_RUBY", "off")]).succeeds().out;
    for line in [
        "- Plugins that are built in: jekyll-feed",
        "- Ruby files whose work Hastie does without Ruby: `_plugins/scholar.rb`",
        "- Plugin: jekyll-asciidoc is not supported yet. Left out: pages written in AsciiDoc.",
        "- Plugin: _plugins/a.rb is Ruby and was skipped. Unavailable: tag a.",
        "- The configuration has 'highlighter: pygments': it was removed in Jekyll 4; use 'rouge'.",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}
