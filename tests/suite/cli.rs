//! The command line: log lines, output streams and exit codes.

use crate::story::Site;
use std::fs;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn a_build_logs_the_same_as_jekyll() {
    let site = Site::new().file("a.txt", "a");
    let outcome = site.build().succeeds();
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "Configuration file: <site>/_config.yml",
            "            Source: <site>",
            "       Destination: <site>/_site",
            " Incremental build: disabled. Enable with --incremental",
            "      Generating... ",
        ]
    );
    assert!(lines[5].starts_with("                    done in ") && lines[5].ends_with(" seconds."), "{}", lines[5]);
    assert_eq!(lines[6..], [" Auto-regeneration: disabled. Use --watch to enable."]);
    assert_eq!(outcome.err, "");
}

#[test]
fn quiet_suppresses_everything_except_errors() {
    let site = Site::empty().file("a.txt", "a");
    let outcome = site.run(&["b", "-q"]).succeeds();
    assert_eq!((outcome.out.as_str(), outcome.err.as_str()), ("", ""));
    site.build().succeeds().says("Configuration file: none");
}

#[test]
fn verbose_shows_the_level_and_the_version() {
    let site = Site::new().file("a.txt", "a").file("b.txt", "b").file("_config.yml", "exclude: [b.txt]\n");
    let outcome = site.run(&["build", "--verbose"]).succeeds();
    outcome.says("Logging at level: debug").says("Jekyll Version: 4.4.1").says("EntryFilter: excluded /b.txt");
    site.run_with(&["build"], &[("JEKYLL_LOG_LEVEL", "error")]).succeeds().does_not_say("Source:");
    let output = "hastie: unknown log level 'loud' in JEKYLL_LOG_LEVEL (debug, info, warn or error)";
    site.run_with(&["build"], &[("JEKYLL_LOG_LEVEL", "loud")]).fails().says(output);
}

/// Jekyll requires the command to be first.
#[test]
fn options_may_precede_the_command_and_be_abbreviated() {
    let site = Site::new().file("in/a.txt", "a");
    site.run(&["-s", "in", "build", "--dest", "out"]).succeeds();
    assert_eq!(site.read("out/a.txt").as_deref(), Some("a"));
}

#[test]
fn invalid_arguments_exit_with_1() {
    let site = Site::new();
    let refused = |arguments: &[&str], reason: &str| {
        let outcome = site.run(arguments).fails();
        let outcome = outcome.says(&format!("hastie {VERSION} | Error:  Whoops, we can't understand your command."));
        outcome.says(&format!("hastie {VERSION} | Error:  {reason}"));
    };
    refused(&["build", "--nonsense"], "invalid option: --nonsense");
    refused(&["serve", "--drafts=yes"], "needless argument: --drafts=yes");
    refused(&["build", "-d"], "missing argument: --destination");
    refused(&["clean", "--config"], "missing argument: --config");
    refused(&["build", "--limit_posts", "x"], "invalid argument: --limit_posts x");
    site.run(&["build", "--incrementel"])
        .fails()
        .says(&format!("hastie {VERSION} | Error:  Did you mean? --incremental"));
    site.run(&["nonsense"])
        .fails()
        .says("fatal: 'hastie nonsense' could not be found. 'hastie help' lists the commands.");
    let of_theme = site.run(&["theme"]).fails().all();
    assert!(of_theme.contains("A subcommand is required.") && of_theme.contains("vendor"), "{of_theme}");
    assert!(!of_theme.contains("new-theme"), "only that command's own: {of_theme}");
    site.run(&["biuld"]).fails().says("fatal: 'hastie biuld' could not be found. Did you mean 'build'?");
    site.run(&["import"])
        .fails()
        .says("fatal: 'hastie import' could not be found. It belongs to the gem jekyll-import, which is not built in.");
    for (command, gem) in [
        ("fetch_notion", "jekyll-notion"),
        ("notion_import", "jekyll-notion-import"),
        ("webmention", "jekyll-webmention_io"),
        ("contentful", "jekyll-contentful-data-import"),
        ("build-ebook", "jekyll-build-ebook"),
        ("liveserve", "hawkins"),
    ] {
        site.run(&[command]).fails().says(&format!(
            "fatal: 'hastie {command}' could not be found. It belongs to the gem {gem}, which is not built in."
        ));
    }
    site.run(&["s3_website", "push"])
        .fails()
        .says("fatal: 'hastie s3_website' could not be found. It is a program of the gem s3_website. Run it after 'hastie build'.");
    site.run(&["build", "--auto"]).fails().says("Deprecation: The switch '--auto' has been replaced with '--watch'.");
    site.run(&["help", "bild"]).fails().says("Error: Hmm... we don't know what the 'bild' command is.");
}

/// Jekyll silently ignores them.
#[test]
fn extra_arguments_are_ignored() {
    let site = Site::new().file("a.txt", "a");
    let output = "Ignored: 'extra words' is not used by 'build' (did you mean '--source'?)";
    site.run(&["build", "extra", "words"]).succeeds().says(output).wrote("a.txt", "a");
    // An invalid port stops the server before it starts.
    let output = site.run(&["serve", "5000", "--port", "none"]).fails().all();
    assert!(output.contains("Ignored: '5000' is not used by 'serve' (did you mean '--port'?)"), "{output}");
}

#[test]
fn every_command_has_help_and_the_options_of_jekylls() {
    const GLOBAL: [&str; 9] = [
        "--source",
        "--destination",
        "--safe",
        "--plugins",
        "--layouts",
        "--profile",
        "--help",
        "--version",
        "--trace",
    ];
    const BUILD: [&str; 14] = [
        "--config",
        "--future",
        "--limit_posts",
        "--watch",
        "--no-watch",
        "--baseurl",
        "--force_polling",
        "--lsi",
        "--drafts",
        "--unpublished",
        "--disable-disk-cache",
        "--quiet",
        "--verbose",
        "--incremental",
    ];
    const SERVE: [&str; 13] = [
        "--ssl-cert",
        "--host",
        "--open-url",
        "--detach",
        "--ssl-key",
        "--port",
        "--show-dir-listing",
        "--skip-initial-build",
        "--livereload",
        "--livereload-ignore",
        "--livereload-min-delay",
        "--livereload-max-delay",
        "--livereload-port",
    ];
    let site = Site::new();
    let commands: [(&str, &str, &[&[&str]]); 8] = [
        ("build", "Build your site", &[&BUILD]),
        ("clean", "Clean the site (removes site output and metadata file) without building", &[&BUILD]),
        ("docs", "Show a page of the documentation", &[]),
        ("doctor", "Search site and print specific deprecation warnings", &[&["--config"]]),
        ("help", "Show the help message, optionally for a given subcommand", &[]),
        ("new", "Creates a new Jekyll site scaffold in PATH", &[&["--force", "--blank", "--skip-bundle"]]),
        ("new-theme", "Creates a new Jekyll theme scaffold", &[&["--code-of-conduct"]]),
        ("serve", "Serve your site locally", &[&BUILD, &SERVE]),
    ];
    let all = site.run(&["help"]).succeeds().out;
    assert_eq!(site.run(&["--help"]).succeeds().out, all);
    for (command, about, options) in commands {
        assert!(all.contains(command) && all.contains(about), "{command}\n{all}");
        let help = site.run(&["help", command]).succeeds().out;
        assert_eq!(site.run(&[command, "--help"]).succeeds().out, help);
        assert!(help.starts_with(about), "{help}");
        for option in options.iter().copied().flatten().chain(&GLOBAL) {
            assert!(help.contains(option), "{option}\n{help}");
        }
    }
    for alias in ["b", "server", "s", "hyde"] {
        site.run(&["help", alias]).succeeds();
    }
}

#[test]
fn documentation_is_in_the_binary() {
    let site = Site::new();
    let pages = site.run(&["docs"]).succeeds().out;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let names = |folder: &Path| -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter_map(|name| name.strip_suffix(".md").map(str::to_owned)).collect()
    };
    for name in names(&folder).into_iter().chain(names(&folder.join("plugins"))).filter(|name| name != "README") {
        assert!(pages.lines().any(|line| line.split_whitespace().next() == Some(name.as_str())), "{name}\n{pages}");
    }
    let page = fs::read_to_string(folder.join("plugins/jekyll-feed.md")).unwrap();
    assert_eq!(site.run(&["docs", "feed"]).succeeds().out.trim(), page.trim());
    site.run(&["docs", "nothing"]).fails().says("Error: There is no page on 'nothing'.");
}

#[test]
fn version_is_printed() {
    let site = Site::new();
    for arguments in [["-v"].as_slice(), &["--version"], &["-v", "build"], &["build", "-v"]] {
        assert_eq!(site.run(arguments).succeeds().out, format!("hastie {VERSION}\n"));
    }
}

#[test]
fn clean_removes_the_files_of_a_build() {
    let site = Site::new().file("a.txt", "a").file(".jekyll-metadata", "");
    site.build().succeeds();
    assert!(
        site.read(".jekyll-cache/.gitignore").is_some_and(|text| text == "# ignore everything in this directory\n*\n")
    );
    site.run(&["clean"])
        .succeeds()
        .says("Cleaner: Removing <site>/_site...")
        .says("Cleaner: Removing <site>/.jekyll-metadata...")
        .says("Cleaner: Removing <site>/.jekyll-cache...")
        .says("Cleaner: Nothing to do for .sass-cache.");
    assert!(!site.folder().join("_site").exists() && !site.folder().join(".jekyll-cache").exists());
    site.run(&["clean"]).succeeds().says("Cleaner: Nothing to do for <site>/_site.");
}

#[test]
fn incremental_builds_write_no_metadata() {
    let site = Site::new().file("a.md", "---\n---\na\n");
    site.run(&["build", "--incremental"]).succeeds().wrote("a.html", "<p>a</p>\n");
    assert_eq!(site.read(".jekyll-metadata"), None);
}

/// Different from Jekyll, which would delete the source.
#[test]
fn clean_never_removes_the_source() {
    let site = Site::new().file("a.txt", "a");
    let output = "Reason: The destination '.' contains the source, so nothing was removed.";
    site.run(&["clean", "-d", "."]).fails().says(output);
    assert_eq!(site.read("a.txt").as_deref(), Some("a"));
}

/// Jekyll 3 has no cache folder and no default for its name.
#[test]
fn clean_for_github_pages_removes_only_the_cache() {
    let site = Site::new().file("_config.yml", "github_pages: true\n").file("a.txt", "a").file(".jekyll-cache/b", "b");
    site.run(&["clean"]).succeeds().says("Cleaner: Removing <site>/.jekyll-cache...");
    assert!(!site.folder().join(".jekyll-cache").exists());
    let again = site.run(&["clean"]).succeeds();
    assert!(!again.all().contains("jekyll-cache"));
    assert_eq!(site.read("a.txt").as_deref(), Some("a"));
}

#[test]
fn clean_never_removes_a_source_that_is_configured_as_the_cache() {
    for name in ["''", ".", "..", "b/.."] {
        let site = Site::new().file("_config.yml", format!("cache_dir: {name}\n")).file("a.txt", "a").file("b/c", "c");
        assert!(site.run(&["clean"]).fails().all().contains("contains the source, so nothing was removed."));
        assert_eq!(site.read("a.txt").as_deref(), Some("a"), "cache_dir: {name}");
    }
}

#[test]
fn doctor_passes_a_healthy_site() {
    let site = Site::new().file("_config.yml", "url: https://example.org\n").file("a.html", "---\ntitle: A\n---\n");
    site.run(&["doctor"]).succeeds().says("Your test results are in. Everything looks fine.");
}

#[test]
fn doctor_lists_the_ruby_files_of_a_site() {
    let site = Site::new()
        .file("_config.yml", "title: A\nurl: https://a.example\n")
        .file("_plugins/box.rb", "class Box < Liquid::Block; end\nLiquid::Template.register_tag('box', Box)\n")
        .file("_plugins/deep/hook.rb", "Jekyll::Hooks.register :site, :post_write do |site|\nend\n")
        .file("a.html", "---\ntitle: A\n---\n{% raw %}{% endraw %}\n")
        .file("_includes/b.html", "x\n{%- box wide %}\n{% endbox %}\n");
    site.run_with(&["doctor"], &[("HASTIE_RUBY", "off")])
        .says("Advice: _plugins/box.rb is Ruby and will be skipped. It defines tag box.")
        .says("Advice: The tag 'box' of _plugins/box.rb is used in _includes/b.html:2.")
        .says("Advice: _plugins/deep/hook.rb is Ruby and will be skipped. It defines hook :site post_write.");
}

#[test]
fn doctor_checks_the_url_of_the_site() {
    let absent = "Warning: You didn't set an URL in the config file, you may encounter problems with some plugins.";
    let invalid = "Warning: The site URL does not seem to be valid, check the value of `url` in your config file.";
    let relative = "Warning: Your site URL does not seem to be absolute, check the value of `url` in your config file.";
    let cases: [(&str, &[&str]); 6] = [
        ("''", &[absent, relative]),
        ("/here", &[relative]),
        ("[]", &[absent, invalid, relative]),
        ("[a]", &[invalid, relative]),
        ("3", &["Reason: undefined method `empty?' for 3:Integer"]),
        ("http://a b", &["Reason: Invalid character in host: 'a b'"]),
    ];
    for (url, sayings) in cases {
        let site = Site::empty().file("_config.yml", format!("url: {url}\n"));
        let outcome = site.run(&["doctor"]).fails();
        let told: Vec<&str> = outcome.err.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(told, sayings, "{url}");
    }
    Site::empty().file("_config.yml", "url: mailto:me\n").run(&["doctor"]).succeeds();
}

#[test]
fn doctor_reports_features_removed_after_jekyll_3() {
    let config = "url: https://a.example\nrelative_permalinks: true\ncollections_dir: all\n";
    let site = Site::empty().file("_config.yml", config).file("_posts/2026-01-01-a.md", "---\n---\n");
    let site = site.file("one.html", "---\npermalink: /same/\n---\n").file("two.html", "---\npermalink: /same/\n---\n");
    site.run(&["doctor"])
        .fails()
        .says("Deprecation: Your site still uses relative permalinks, which was removed in Jekyll v3.0.0.")
        .says("Conflict: The following destination is shared by multiple files.")
        .says("<site>/_site/same/index.html")
        .says("- one.html")
        .says("Warning: Detected '_posts' directory outside custom `collections_dir`!")
        .says("Please move '<site>/_posts' into the custom directory at '<site>/all'")
        .says("Advice: _posts/2026-01-01-a.md will not be rendered: it is not in 'collections_dir' (all).")
        .says("Advice: one.html has no title.");
}

#[test]
fn doctor_ignores_generated_pages() {
    let site = Site::empty()
        .file("_config.yml", "url: https://a.example\nplugins: [jekyll-redirect-from]\n")
        .file("new.html", "---\nredirect_from: /old/\n---\n");
    let told = site.run(&["doctor"]).succeeds().says("Advice: new.html has no title.");
    assert_eq!(told.err.matches("has no title").count() + told.out.matches("has no title").count(), 1);
}

#[test]
fn doctor_explains_missing_posts() {
    let page = "---\n---\ntext\n";
    let site = Site::empty()
        .file(
            "_config.yml",
            "url: https://a.example\nlimit_posts: 1\ntime: 2026-01-15\nexclude: [_posts/2021-05-05-out.md]\n",
        )
        .file("_posts/2020-01-01-old.md", page)
        .file("_posts/2021-01-01-new.md", page)
        .file("_posts/2021-05-05-out.md", page)
        .file("_posts/draft.md", page)
        .file("_posts/2020-02-02-bytes.md", b"\xff\xfe")
        .file("_posts/2021-02-02-hidden.md", "---\npublished: false\n---\n")
        .file("news/_posts/2031-01-01-later.md", page);
    let advice = |path: &str, why: &str| format!("Advice: {path} will not be rendered: {why}.");
    site.run(&["doctor"])
        .succeeds()
        .says(&advice("_posts/2020-01-01-old.md", "it exceeds 'limit_posts'"))
        .says(&advice("_posts/2021-05-05-out.md", "it is excluded, or Jekyll ignores files of this name"))
        .says(&advice("_posts/draft.md", "its name is not YEAR-MONTH-DAY-title.EXTENSION"))
        .says(&advice("_posts/2020-02-02-bytes.md", "it is not valid UTF-8"))
        .says(&advice("_posts/2021-02-02-hidden.md", "its front matter says 'published: false' (see '--unpublished')"))
        .says(&advice(
            "news/_posts/2031-01-01-later.md",
            "it is dated in the future, 2031-01-01 00:00:00 +0000 (see '--future')",
        ))
        .says("Your test results are in. Jekyll's checks passed, but there is something to look at: 6 warnings above.")
        .does_not_say("2021-01-01-new.md");
}

#[test]
fn doctor_reports_missing_plugins() {
    let site = Site::empty()
        .file(
            "_config.yml",
            "url: https://a.example\nplugins: [jekyll-youtube]\ngems: [jekyll-feed, jekyll-tidy, own]\n",
        )
        .file("a.html", "---\ntitle: A\n---\n\n{% youtube abc %}\n");
    site.run(&["doctor"])
        .succeeds()
        .says("Plugin: jekyll-youtube is not supported yet. Left out: the tag `youtube`.")
        .says("Advice: The tag 'youtube' of jekyll-youtube, which is not supported, ends the build in a.html:5.")
        .says("Advice: 'jekyll-feed' under 'gems' does nothing; the plugin is built in.")
        .says("Advice: 'jekyll-tidy' under 'gems' does nothing; the plugin is not supported (tidied HTML).")
        .says("Advice: 'own' under 'gems' does nothing; the plugin is not known.");
}

#[test]
fn doctor_knows_a_plugin_that_is_listed_by_the_path_of_its_file() {
    let site = Site::empty()
        .file("_config.yml", "url: https://a.example\nplugins: [jekyll/scholar]\n")
        .file("_bibliography/references.bib", "@article{ice2020, title = {Ice}, year = 2020}\n")
        .file("a.html", "---\ntitle: A\n---\n\n{% bibliography_count %}\n");
    site.run(&["doctor"]).succeeds().does_not_say("Advice:").does_not_say("not supported");
    site.build().succeeds();
}

#[test]
fn doctor_reports_all_problems() {
    let site = Site::new()
        .file("_config.yml", "gems: [x]\n")
        .file("a.html", "---\ntitle: A\n---\n")
        .file("A.html", "---\ntitle: A\n---\n")
        .file("_posts/hello.md", "---\n---\n");
    site.run(&["hyde"])
        .fails()
        .says(
            "Warning: The following URLs only differ by case. On a case-insensitive file system one of the URLs will be \
             overwritten by the other: <site>/_site/A.html, <site>/_site/a.html",
        )
        .says("Warning: You didn't set an URL in the config file, you may encounter problems with some plugins.")
        .says("Warning: Your site URL does not seem to be absolute, check the value of `url` in your config file.")
        .says("Advice: The configuration has 'gems': Jekyll 4 ignores it; list the plugins under 'plugins' instead.")
        .says("Advice: _posts/hello.md will not be rendered: its name is not YEAR-MONTH-DAY-title.EXTENSION.")
        .says("Your test results are in. The site has problems: 6 warnings above.");
}

#[test]
fn completions_cover_all_commands() {
    let site = Site::empty();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = site.run(&["completions", shell]).succeeds().out;
        for word in ["serve", "livereload-min-delay", "new-theme", "vendor"] {
            assert!(script.contains(word), "{shell} does not complete {word}");
        }
    }
    let shells = format!("hastie {VERSION} | Error:  Choose one of: bash, elvish, fish, powershell, zsh");
    site.run(&["completions", "tcsh"])
        .fails()
        .says(&format!("hastie {VERSION} | Error:  invalid argument: <SHELL> tcsh"))
        .says(&shells);
    site.run(&["completions"])
        .fails()
        .says(&format!("hastie {VERSION} | Error:  missing argument: <SHELL>"))
        .says(&shells);
    let help = site.run(&["help"]).succeeds().out;
    assert!(!help.contains("completions"), "help stays what it was\n{help}");
}

#[test]
fn every_command_has_a_manual_page() {
    let site = Site::empty();
    assert!(site.run(&["man"]).succeeds().out.contains(".TH hastie 1"));
    site.run(&["man", "share/man"]).succeeds();
    for command in ["hastie", "hastie-build", "hastie-new-theme", "hastie-theme-show"] {
        let page = site.read(&format!("share/man/{command}.1")).unwrap_or_default();
        assert!(page.contains(&format!(".TH {command} 1")), "{command}\n{page}");
    }
    assert_eq!(site.read("share/man/hastie-man.1"), None, "what help does not list has no page");
    site.file("taken", "a file").run(&["man", "taken"]).fails();
}
