//! The first steps: `hastie` without a command, and `hastie serve` without a site. Not part of Jekyll.

use crate::story::{Site, program};

#[test]
fn a_site_is_described_with_its_theme_content_and_plugins() {
    let site = Site::new()
        .file("_config.yml", "title: Tern\nplugins: [jekyll-feed, jekyll/scholar]\ncollections: [talks]\n")
        .file("_layouts/default.html", "{{ content }}")
        .file("_posts/2026-01-02-a.md", "---\n---\na")
        .file("_posts/2026-01-03-b.md", "---\n---\nb")
        .file("_talks/one.md", "---\n---\n")
        .file("index.md", "---\n---\n")
        .file("a.txt", "a");
    let told = site.run(&[]).succeeds();
    for line in [
        "Jekyll site  Tern",
        "Theme        its own: 1 layout",
        "Content      2 posts, 1 page, 1 document in talks, 1 other file",
        "Plugins      jekyll-feed, jekyll-scholar",
        "Built as     Jekyll 4.4.1",
    ] {
        assert!(told.out.contains(line), "{line}\n{}", told.out);
    }
    assert!(told.out.contains("hastie serve   shows the site"), "{}", told.out);
    assert!(!told.out.contains('\u{1b}'), "colours are for terminals");
    assert!(site.read("_site/index.html").is_none() && site.read(".jekyll-cache").is_none());
}

#[test]
fn missing_requirements_are_shown_before_the_first_build() {
    let site = Site::empty()
        .file("_config.yml", "theme: no-such-theme\nplugins: [jekyll-asciidoc]\n")
        .file("_plugins/a.rb", "Liquid::Template.register_tag('a', A)\n")
        .file("index.md", "---\n---\n");
    let mut command = site.command(&[]);
    command.env_remove("HOME");
    command.env("HASTIE_OFFLINE", "");
    let told = site.outcome(command).succeeds().out;
    assert!(told.contains("Theme        no-such-theme, not on this machine yet"), "{told}");
    assert!(told.contains("The theme no-such-theme is fetched once, at the first build"), "{told}");
    assert!(told.contains("jekyll-asciidoc is not supported yet. Left out: pages written in AsciiDoc."), "{told}");
    let gem = "With 'hastie ruby install', Hastie fetches and runs the gem jekyll-asciidoc.";
    assert!(told.replace("\n               ", " ").contains(gem), "{told}");
    assert!(told.contains("Own Ruby     1 file, skipped until 'hastie ruby install'"), "{told}");
    assert!(told.contains("hastie ruby install  fetches"), "{told}");
}

#[test]
fn a_github_pages_site_is_recognized() {
    let site = Site::empty().file("_config.yml", "github_pages: true\ntitle: Pages\n").file("index.md", "---\n---\n");
    let told = site.run(&[]).succeeds().out;
    assert!(told.contains("Built as     GitHub Pages"), "{told}");
    assert!(told.contains("Theme        jekyll-theme-primer, not on this machine\n"), "{told}");
    let told = site.run_with(&[], &[("HASTIE_OFFLINE", "")]).succeeds().out;
    assert!(told.contains("Theme        jekyll-theme-primer, not on this machine yet"), "{told}");
}

/// GitHub Pages builds in safe mode, with its own list of plugins.
#[test]
fn plugins_and_ruby_files_are_those_of_the_build() {
    let site = Site::empty()
        .file("_config.yml", "github_pages: true\nplugins: [jekyll-feed, jekyll-scholar]\n")
        .file("_plugins/a.rb", "Liquid::Template.register_tag('a', A)\n")
        .file("index.md", "---\n---\n");
    let told = site.run(&[]).succeeds().out;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Own Ruby 1 file, not run in safe mode, as on GitHub Pages"), "{told}");
    assert!(told.contains("jekyll-feed, jekyll-gist, jekyll-github-metadata, jekyll-optional-front-matter"), "{told}");
    assert!(!told.contains("jekyll-scholar") && !told.contains("hastie ruby install"), "{told}");
    let doctor = site.run(&["doctor"]).all();
    assert!(!["redcarpet", "rdiscount", "will be skipped"].iter().any(|word| doctor.contains(word)), "{doctor}");
    let page = site.file("tabs.html", "---\n---\n{% tabs a %}{% endtabs %}\n").build().fails().all();
    assert!(
        page.contains("the plugin jekyll-tabs has a tag of this name, but safe mode, as on GitHub Pages"),
        "{page}"
    );
}

#[test]
fn ruby_files_that_hastie_replaces_are_not_reported_as_missing() {
    let site = Site::new()
        .file("_plugins/scholar.rb", "Liquid::Template.register_tag('google_scholar_citations', G)\n")
        .file("index.md", "---\ntitle: A\n---\n");
    let told = site.run_with(&[], &[("HASTIE_RUBY", "off")]).succeeds().out;
    assert!(told.contains("Own Ruby     1 file, whose work Hastie does without Ruby"), "{told}");
    let told = site.run_with(&["doctor"], &[("HASTIE_RUBY", "off")]).all();
    assert!(!told.contains("will be skipped"), "{told}");
}

#[test]
fn an_engine_that_does_not_exist_is_named_before_the_build_fails() {
    let site = Site::empty().file("_config.yml", "markdown: redcarpet\n").file("index.md", "---\n---\n");
    let told = site.run(&[]).succeeds().out;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains("'markdown: redcarpet' is not available, so a build fails at the first Markdown page."),
        "{told}"
    );
    site.build().fails();
    let site = Site::empty().file("_config.yml", "markdown: redcarpet\ngithub_pages: true\nurl: https://a.example\n");
    let told = site.run(&["doctor"]).all();
    assert!(told.contains("'markdown: redcarpet': GitHub Pages ignores it and uses 'kramdown'."), "{told}");
}

#[test]
fn no_download_is_promised_offline() {
    let of = |configuration: &str| {
        let site = Site::empty().file("_config.yml", configuration).file("index.md", "---\n---\n");
        let told = site.run_with(&["--offline"], &[("HASTIE_OFFLINE", "")]).succeeds().out;
        assert!(!told.contains("is fetched once") && !told.contains("not on this machine yet"), "{told}");
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = of("theme: no-such-theme\n");
    let failing = "The theme no-such-theme is not fetched offline, so a build fails. Build once without --offline.";
    assert!(told.contains(failing), "{told}");
    let told = of("github_pages: true\n");
    let lacking =
        "jekyll-theme-primer is GitHub's default theme. It is not fetched offline, so a build lacks its layouts";
    assert!(told.contains(lacking), "{told}");
    let told = of("remote_theme: a/b\nplugins: [jekyll-remote-theme]\n");
    assert!(told.contains("Theme a/b, not on this machine Content"), "{told}");
    assert!(told.contains("The theme a/b is not fetched offline, so a build lacks its files."), "{told}");
}

#[test]
fn the_source_may_be_given() {
    let site = Site::empty().file("docs/_config.yml", "title: Below\n");
    let told = site.run(&["-s", "docs"]).succeeds().out;
    assert!(told.contains("Jekyll site  Below"), "{told}");
}

#[test]
fn a_folder_without_a_site_shows_what_to_do() {
    let told = Site::empty().run(&[]).succeeds().out;
    assert!(told.contains("No Jekyll site here: the folder is empty."), "{told}");
    assert!(told.contains("hastie new home"), "{told}");

    let told = Site::empty().file("docs/_config.yml", "").file("a.c", "").run(&[]).succeeds().out;
    assert!(told.contains("hastie serve -s docs"), "{told}");

    let told = Site::empty().file("README.md", "# Notes").file("more/a.md", "a").run(&[]).succeeds().out;
    assert!(told.contains("2 Markdown files and no configuration: built in the bundled theme."), "{told}");
}

#[test]
fn a_site_of_another_generator_is_recognized() {
    let hugo = || Site::empty().file("hugo.toml", "title = 'H'\n").file("content/a.md", "# A\n");
    let told = hugo().run(&[]).succeeds().out;
    assert!(
        told.contains("No Jekyll site here: hugo.toml belongs to Hugo. Jekyll does not read its templates"),
        "{told}"
    );
    assert!(told.contains("hastie serve             shows its Markdown files in the bundled theme"), "{told}");
    // If it also has a Jekyll configuration, it is a Jekyll site.
    let told = hugo().file("_config.yml", "title: T\n").run(&[]).succeeds().out;
    assert!(told.contains("Jekyll site  T"), "{told}");
}

#[test]
fn an_unknown_plugin_shows_what_to_do() {
    let site = Site::empty().file("_config.yml", "plugins: [jekyll-nowhere]\n");
    let output = site.run(&[]).fails();
    output.says("Reason: 'jekyll-nowhere' is listed under 'plugins:', but is not a gem that Hastie knows.");
}

#[test]
fn a_remote_theme_without_its_plugin_is_reported() {
    let site = |more: &str| Site::empty().file("_config.yml", format!("remote_theme: a/b\n{more}"));
    let told = site("").run(&[]).succeeds().out;
    assert!(told.contains("none: 'remote_theme: a/b' needs 'plugins: [jekyll-remote-theme]'"), "{told}");
    let with_plugin = site("plugins: [jekyll-remote-theme]\n");
    let told = with_plugin.run_with(&[], &[("HASTIE_OFFLINE", "")]).succeeds().out;
    assert!(told.contains("a/b, not on this machine yet") && !told.contains("offline"), "{told}");
}

#[test]
fn a_site_that_cannot_be_built_is_reported() {
    let site = Site::empty().file("_config.yml", "a: [b\n");
    site.run(&[]).fails().says("Jekyll site: this folder contains one, but it cannot be built.");
}

#[test]
fn help_says_that_a_command_is_required() {
    let help = Site::empty().run(&["help"]).succeeds().out;
    assert!(help.contains("Usage: hastie [OPTIONS] <COMMAND>"), "{help}");
}

#[test]
fn serve_without_a_site_explains_what_is_missing() {
    // An invalid port stops the server before it listens.
    let serve = |site: &Site| site.run(&["serve", "--port", "none"]).fails().err;
    let output = serve(&Site::empty());
    assert!(output.contains("No site here: the folder is empty."), "{output}");
    let output = serve(&Site::empty().file("index.html", "plain"));
    assert!(output.contains("Files are copied unchanged."), "{output}");
    for site in [Site::new(), Site::empty().file("a.md", "# A"), Site::empty().file("a.html", "---\n---\n")] {
        let output = serve(&site);
        assert!(!output.contains("No site here"), "{output}");
    }
}

#[test]
fn build_without_a_site_explains_what_is_missing() {
    let build = |site: &Site, arguments: &[&str]| site.run(arguments).succeeds().err;
    let output = build(&Site::empty(), &["build"]);
    assert!(output.contains("No site here: the folder is empty."), "{output}");
    let output = build(&Site::empty(), &["build", "--source", "elsewhere"]);
    assert!(output.contains("No site here: '<site>/elsewhere' is not a folder."), "{output}");
    let output = build(&Site::empty().file("home/_config.yml", "title: A\n"), &["build"]);
    assert!(output.contains("'hastie build -s home' uses the site in that folder"), "{output}");
    for site in [
        Site::new(),
        Site::empty().file("a.html", "---\n---\n"),
        Site::empty().file("_posts/2026-01-01-a.md", "---\n---\n"),
    ] {
        let output = build(&site, &["build"]);
        assert!(!output.contains("No site here"), "{output}");
    }
}

#[test]
fn build_without_a_site_can_be_quiet() {
    assert_eq!(Site::empty().run(&["build", "--quiet"]).succeeds().err, "");
}

/// Runs a command on a terminal, which is emulated by the Linux program `script`.
#[cfg(target_os = "linux")]
fn on_a_terminal(site: &Site, arguments: &str, environment: &[(&str, &str)]) -> String {
    let binary = env!("CARGO_BIN_EXE_hastie");
    let mut command = program("script");
    command
        .args(["--quiet", "--return", "--command", &format!("{binary} {arguments}"), "/dev/null"])
        .current_dir(site.folder())
        .envs([("HASTIE_OFFLINE", "1"), ("TERM", "xterm")])
        .envs(environment.iter().copied())
        .stdin(std::process::Stdio::null());
    String::from_utf8_lossy(&command.output().expect("script, of the package bsdutils").stdout).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn colors_are_only_used_on_terminals_that_support_them() {
    let site = Site::new().file("index.md", "---\n---\n");
    assert!(on_a_terminal(&site, "", &[]).contains("\u{1b}[1m"));
    assert!(!on_a_terminal(&site, "", &[("NO_COLOR", "1")]).contains("\u{1b}[1m"));
    assert!(on_a_terminal(&site, "build --ssl", &[]).contains("\u{1b}[31m"));
    assert!(!on_a_terminal(&site, "build --ssl", &[("NO_COLOR", "1")]).contains("\u{1b}[31m"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_shows_progress_within_half_a_second() {
    // The counter makes the pages wait for each other, on any number of cores.
    let slow = "---\n---\n{% increment n %}{% for i in (1..3000000) %}{% if i %}{% endif %}{% endfor %}";
    let site = (0..16).fold(Site::new(), |site, number| site.file(&format!("slow-{number}.html"), slow));
    assert!(on_a_terminal(&site, "build", &[]).contains("Rendering ["));
    let quick = Site::new().file("quick.html", "---\n---\n");
    assert!(!on_a_terminal(&quick, "build", &[]).contains("Rendering ["));
}
