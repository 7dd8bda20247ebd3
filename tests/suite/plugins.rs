//! The plugins of a site, and messages about missing ones.

use crate::story::Site;

#[expect(dead_code, reason = "its `main` has nothing to do here")]
#[path = "../../examples/plugin.rs"]
mod example;

/// A page with a tag of jekyll-gist, and a Gemfile that lists the gem.
fn with_a_gemfile() -> Site {
    Site::empty()
        .file(
            "Gemfile",
            "group :jekyll_plugins do\n  gem \"jekyll-gist\"\n  gem \"jekyll-tidy\"\n  gem \"mine\"\nend\n",
        )
        .file("_config.yml", "gist: {noscript: false}\n")
        .file("a.html", "---\n---\n{% gist a/b %}")
}

const GIST: &str = "<script src=\"https://gist.github.com/a/b.js\"> </script>";

#[test]
fn plugins_of_a_gemfile_are_loaded_without_bundler() {
    let site = with_a_gemfile();
    site.run_with(&["build"], &[("JEKYLL_NO_BUNDLER_REQUIRE", "")])
        .fails()
        .says("Liquid Exception: Liquid syntax error (line 1): Unknown tag 'gist' in a.html");
    let site = with_a_gemfile();
    site.without("JEKYLL_NO_BUNDLER_REQUIRE")
        .succeeds()
        .says("Plugin: jekyll-tidy (in the Gemfile) is not supported yet. Left out: tidied HTML.")
        .says("Plugin: mine (in the Gemfile) is not supported yet. Left out: its features.")
        .wrote("a.html", GIST);
}

#[test]
fn libraries_in_a_gemfile_are_not_plugins() {
    let gemfile = "group :jekyll_plugins do\n  gem 'classifier-reborn'\n  gem 'jekyll'\n  gem 'unicode_utils'\nend\n";
    let site = Site::empty().file("Gemfile", gemfile).file("a.html", "---\n---\nfine");
    let outcome = site.without("JEKYLL_NO_BUNDLER_REQUIRE").succeeds();
    outcome.does_not_say("Plugin:").wrote("a.html", "fine");
}

#[test]
fn safe_mode_loads_only_whitelisted_plugins() {
    let site = Site::empty()
        .file("_config.yml", "plugins: [jekyll-gist, jekyll-nobody]\ngist: {noscript: false}\n")
        .file("_plugins/a.rb", "class A < Jekyll::Generator\nend\n")
        .file("a.html", "---\n---\n{% gist a/b %}");
    site.run(&["build", "--safe"]).fails().does_not_say("a.rb").does_not_say("jekyll-nobody");
    site.write(
        "_config.yml",
        "plugins: [jekyll-gist, jekyll-nobody]\ngist: {noscript: false}\nwhitelist: [jekyll-gist]\n",
    );
    site.run(&["build", "--safe"]).succeeds().wrote("a.html", GIST);
}

#[test]
fn a_plugin_listed_twice_runs_once() {
    let site = Site::empty()
        .file("_config.yml", "plugins: [jekyll-sitemap, jekyll-sitemap]\nurl: https://a.example\n")
        .file("a.html", "---\n---\n");
    site.build().succeeds().wrote_just(&["a.html", "robots.txt", "sitemap.xml"]);
    assert_eq!(site.read("_site/sitemap.xml").expect("a sitemap").matches("<loc>").count(), 1);
}

#[test]
fn the_sites_own_ruby_is_reported_and_skipped() {
    let site = Site::empty()
        .file("_plugins/a.rb", "module A\n  def loud(text)\n  end\nend\nLiquid::Template.register_filter(A)\n")
        .file("a.txt", "a");
    site.build()
        .succeeds()
        .says("Plugin: _plugins/a.rb is Ruby and was skipped. Unavailable: filter loud.")
        .wrote_just(&["a.txt"]);
    site.run(&["build", "--strict"]).fails().says("Reason: _plugins/a.rb is Ruby, which cannot be run (--strict)");
}

#[test]
fn a_custom_program_adds_a_tag_a_filter_and_a_generator() {
    let site = Site::empty()
        .file("_config.yml", "time: 2026-01-15 12:00:00 +0000\nplugins: [hastie-example]\n")
        .file("a.html", "---\n---\n{{ 'one two' | shout }} {% year %}");
    let path = |folder: &std::path::Path| folder.to_str().expect("a path in UTF-8").to_owned();
    let mut log = hastie::diagnostic::Log::new();
    example::build(&path(site.folder()), &path(&site.folder().join("_site")), &mut log).expect("a site");
    assert_eq!(site.read("_site/a.html").as_deref(), Some("ONE TWO! 2026"));
    assert_eq!(site.read("_site/words.html").as_deref(), Some("a.html: 9\n"));
}

/// The expected output is from Jekyll with ActiveSupport 6.1.
#[test]
fn active_support_in_a_plugin_changes_the_json_of_the_site() {
    let page = "---\ntitle: T & <t>\nlist: [\"a&b\", 1.5, 2025-01-02, 2025-01-02 03:04:05, null, {\"k&\": \"v>\"}]\n---\n\
        {{ page.title | jsonify }}\n{{ page.list | jsonify }}\n{{ site.time | jsonify }}\n\
        {% assign post = site.posts.first %}{{ post | jsonify | split: '\"title\":' | last | slice: 0, 7 }}\n\
        {{ site.tags | jsonify | slice: 0, 44 }}\n{% if \"\" == blank %}blank{% endif %}";
    let site = Site::empty()
        .file("_plugins/library.rb", "require \"active_support/all\"\n")
        .file("_posts/2025-01-02-a-b.md", "---\ntitle: A & B\ntags: [x&y]\n---\nHi\n")
        .file("index.html", page);
    let expected = [
        r#""T \u0026 \u003ct\u003e""#,
        r#"["a\u0026b",1.5,"2025-01-02","2025-01-02T03:04:05.000+00:00",null,{"k\u0026":"v\u003e"}]"#,
        r#""2026-01-15T12:00:00.000+00:00""#,
        r#""A & B""#,
        r#"{"x\u0026y":[[["name","2025-01-02-a-b.md"],["#,
        "blank",
    ];
    site.build().succeeds().wrote("index.html", &expected.join("\n"));
}
