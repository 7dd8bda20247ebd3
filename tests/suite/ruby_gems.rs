//! Gems that a site's own Ruby loads, and plugins that are gems. The tests need the module, as in `ruby.rs`.

use crate::ruby::{build, module};
use crate::story::{Outcome, Site};

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_local_gem_is_found_and_a_missing_one_raises_when_used() {
    let plugin = "require 'small_gem'\nrequire 'loofah'\n\
                  module Own\n  def greet(name)\n    SmallGem.greet(name)\n  end\n\n  def parse(text)\n    Loofah.fragment(text)\n  end\nend\n\
                  Liquid::Template.register_filter(Own)\n";
    let gem = "vendor/bundle/ruby/3.1.0/gems/small_gem-1.0.0/lib/small_gem.rb";
    let site = Site::new()
        .file("_plugins/own.rb", plugin)
        .file(gem, "module SmallGem\n  def self.greet(name)\n    \"Hello, #{name}\"\n  end\nend\n")
        .file("index.html", "---\n---\n{{ 'you' | greet }}");
    build(&site).succeeds().wrote("index.html", "Hello, you");
    site.write("index.html", "---\n---\n{{ 'you' | parse }}");
    assert!(build(&site).fails().all().contains("Loofah.fragment"));
}

#[test]
fn a_plugin_file_that_requires_a_gem_enables_it() {
    let site = Site::new()
        .file("_plugins/ext.rb", "require 'uri'\nrequire \"jekyll-sitemap\"\nrequire 'json'\n")
        .file("index.html", "---\n---\nfine");
    let outcome = site.run_with(&["build"], &[("HASTIE_RUBY", "off")]).succeeds();
    outcome.does_not_say("which is not run").wrote_just(&["index.html", "robots.txt", "sitemap.xml"]);
}

/// A gem folder with the gem `jekyll-loud` and a dependency.
fn with_gems(site: Site) -> Site {
    let main = "require \"jekyll/loud/version\"\nrequire \"loud/words\"\n\
                module Jekyll\n  module Loud\n    def loud(text)\n      \"#{text.upcase}!\"\n    end\n  end\nend\n\
                Liquid::Template.register_filter(Jekyll::Loud)\n\
                Jekyll::Hooks.register(:site, :post_read) { |site| site.data[\"loud\"] = [Jekyll::Loud::VERSION, *Loud::WORDS] }\n";
    let specification = "Gem::Specification.new do |s|\n  s.name = \"loud-words\".freeze\n  s.version = \"0.3.1\"\n  \
                         s.require_paths = [\"ruby\".freeze]\nend\n";
    site.file("home/gems/jekyll-loud-1.2.0/lib/jekyll-loud.rb", main)
        .file(
            "home/gems/jekyll-loud-1.2.0/lib/jekyll/loud/version.rb",
            "module Jekyll\n  module Loud\n    VERSION = \"1.2.0\"\n  end\nend\n",
        )
        .file("home/gems/loud-words-0.3.1/ruby/loud/words.rb", "module Loud\n  WORDS = %w(hey ho)\nend\n")
        .file("home/specifications/loud-words-0.3.1.gemspec", specification)
        .file("index.html", "---\n---\n{{ 'a' | loud }} {{ site.data.loud | join: ',' }}")
}

/// Builds a site whose gems are in its folder `home`.
fn build_with_gems(site: &Site) -> Outcome<'_> {
    let home = site.folder().join("home").display().to_string();
    let module = module().unwrap_or_default();
    let variables = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str()), ("GEM_PATH", home.as_str())];
    site.run_with(&["build"], &variables)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_gem_runs_without_files_in_the_site() {
    let site = with_gems(Site::new()).file("_config.yml", "plugins: [jekyll-loud]\nexclude: [home]\n");
    let home = site.folder().join("home").display().to_string();
    let module = module().unwrap_or_default();
    let build = |more: &[&str]| {
        let variables =
            [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str()), ("GEM_PATH", home.as_str())];
        site.run_with(&[&["build"], more].concat(), &variables)
    };
    build(&[]).succeeds().wrote("index.html", "A! 1.2.0,hey,ho");
    // Safe mode only loads plugins on the whitelist.
    build(&["--safe"]).succeeds().wrote("index.html", "a ");
    // A missing dependency of a gem is reported with Jekyll's message.
    site.write("home/gems/loud-words-0.3.1/ruby/loud/words.rb", "require \"nowhere_at_all\"\n");
    assert!(build(&[]).fails().all().contains("cannot load such file -- nowhere_at_all"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_gem_that_requires_httparty_loads_without_that_gem() {
    let gem = "require \"httparty\"\nrequire \"feedjira\"\n\
               Jekyll::Hooks.register(:site, :post_read) { |site| site.data[\"names\"] = [HTTParty, Feedjira].map(&:name) }\n";
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-tidings]\nexclude: [home]\n")
        .file("home/gems/jekyll-tidings-1.0.0/lib/jekyll-tidings.rb", gem)
        .file("index.html", "---\n---\n{{ site.data.names | join: ' ' }}");
    build_with_gems(&site).succeeds().wrote("index.html", "HTTParty Feedjira");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_gem_changes_where_cache_busting_looks_for_files() {
    // The gem also finds assets of gems, as al-folio's theme does.
    let gem = "module FromGems\n  private\n\n  def file_content\n    found = Gem.path.flat_map { |home| Dir[File.join(home, \"gems\", \"*\", file_name)] }\n    \
               found.empty? ? super : File.read(found.first)\n  end\nend\n\
               Jekyll::CacheBust::CacheDigester.prepend(FromGems)\n\
               class Write < Liquid::Tag\n  def render(context)\n    File.write(\"assets/b.css\", @markup.strip)\n    \"\"\n  end\nend\n\
               Liquid::Template.register_tag(\"write\", Write)\n";
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-cache-bust, jekyll-tidings]\nexclude: [home]\n")
        .file("home/gems/jekyll-tidings-1.0.0/lib/jekyll-tidings.rb", gem)
        .file("home/gems/jekyll-tidings-1.0.0/assets/a.css", "a{}")
        .file("assets/b.css", "b{}")
        .file("a.html", "---\n---\n{{ 'assets/a.css' | bust_file_cache }} {{ '/assets/b.css' | bust_file_cache }}")
        .file(
            "b.html",
            "---\n---\n{{ '/assets/b.css' | bust_file_cache }} {% write a{} %}{{ '/assets/b.css' | bust_file_cache }}",
        );
    let outcome = build_with_gems(&site).succeeds();
    let (a, b) = ("307cc22fa7769c09386c1c90fe36bbc6", "c1f7557b6ebbd33d71ca85b43f7da7be");
    outcome
        .wrote("a.html", &format!("assets/a.css?v={a} /assets/b.css?v={b}"))
        // A file that a tag writes has another digest.
        .wrote("b.html", &format!("/assets/b.css?v={b} /assets/b.css?v={a}"));
}
