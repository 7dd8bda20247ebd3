//! The command line: log lines, streams, exit codes.

use crate::story::Site;

#[test]
fn a_build_says_what_jekyll_says() {
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
fn quiet_silences_all_but_errors() {
    let site = Site::empty().file("a.txt", "a");
    let outcome = site.run(&["b", "-q"]).succeeds();
    assert_eq!((outcome.out.as_str(), outcome.err.as_str()), ("", ""));
    site.build().succeeds().says("Configuration file: none");
}

#[test]
fn verbose_tells_the_level_and_the_version() {
    let site = Site::new().file("a.txt", "a").file("b.txt", "b").file("_config.yml", "exclude: [b.txt]\n");
    let outcome = site.run(&["build", "--verbose"]).succeeds();
    outcome.says("Logging at level: debug").says("Jekyll Version: 4.4.1").says("EntryFilter: excluded /b.txt");
    site.run_with(&["build"], &[("JEKYLL_LOG_LEVEL", "error")]).succeeds().does_not_say("Source:");
    site.run_with(&["build"], &[("JEKYLL_LOG_LEVEL", "loud")]).fails();
}

/// Jekyll wants the command first.
#[test]
fn options_may_stand_before_the_command_and_be_abbreviated() {
    let site = Site::new().file("in/a.txt", "a");
    site.run(&["-s", "in", "build", "--dest", "out"]).succeeds();
    assert_eq!(site.read("out/a.txt").as_deref(), Some("a"));
}

#[test]
fn what_is_not_understood_ends_with_1() {
    let site = Site::new();
    site.run(&["build", "--nonsense"]).fails();
    site.run(&["nonsense"]).fails();
    site.run(&[]).fails().says("A subcommand is required.");
    site.run(&["build", "--auto"]).fails().says("Deprecation: The switch '--auto' has been replaced with '--watch'.");
    site.run(&["help", "bild"]).fails().says("Error: Hmm... we don't know what the 'bild' command is.");
}

#[test]
fn help_names_every_option_of_jekylls_build() {
    let site = Site::new();
    let help = site.run(&["help", "build"]).succeeds().out;
    for option in [
        "--source",
        "--destination",
        "--safe",
        "--plugins",
        "--layouts",
        "--profile",
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
        "--strict_front_matter",
        "--trace",
    ] {
        assert!(help.contains(option), "{option}\n{help}");
    }
    assert!(site.run(&["-v"]).succeeds().out.starts_with("hastie "));
}

#[test]
fn clean_removes_what_a_build_left() {
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

/// Not Jekyll's behaviour: it would delete the source.
#[test]
fn clean_never_removes_the_source() {
    let site = Site::new().file("a.txt", "a");
    site.run(&["clean", "-d", "."]).fails();
    assert_eq!(site.read("a.txt").as_deref(), Some("a"));
}

#[test]
fn a_healthy_site_passes_the_doctor() {
    let site = Site::new().file("_config.yml", "url: https://example.org\n").file("a.html", "---\ntitle: A\n---\n");
    site.run(&["doctor"]).succeeds().says("Your test results are in. Everything looks fine.");
}

#[test]
fn the_doctor_tells_where_a_site_uses_its_own_ruby() {
    let site = Site::new()
        .file("_config.yml", "title: A\nurl: https://a.example\n")
        .file("_plugins/box.rb", "class Box < Liquid::Block; end\nLiquid::Template.register_tag('box', Box)\n")
        .file("_plugins/deep/hook.rb", "Jekyll::Hooks.register :site, :post_write do |site|\nend\n")
        .file("a.html", "---\ntitle: A\n---\n{% raw %}{% endraw %}\n")
        .file("_includes/b.html", "x\n{%- box wide %}\n{% endbox %}\n");
    site.run(&["doctor"])
        .says("Advice: _plugins/box.rb is Ruby, which is not run. It defines tag box.")
        .says("Advice: The tag 'box' of _plugins/box.rb is used in _includes/b.html:2.")
        .says("Advice: _plugins/deep/hook.rb is Ruby, which is not run. It defines hook :site post_write.");
}

#[test]
fn the_doctor_tells_all_that_is_wrong() {
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
        .says("Advice: _posts/hello.md will not be rendered: its name is not YEAR-MONTH-DAY-title.EXTENSION.");
}
