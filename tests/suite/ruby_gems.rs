//! Gems that a site's own Ruby loads, and plugins that are gems. The tests need the module, as in `ruby.rs`.

use crate::ruby::{build, module};
use crate::story::Site;

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
