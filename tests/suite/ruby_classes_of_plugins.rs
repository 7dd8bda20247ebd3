//! Plugins that change the classes of published plugins, which Hastie has itself. The tests need the module, as in `ruby.rs`.

use super::ruby::build;
use crate::story::Site;

const CHANGE: &str = r#"require "jekyll-sitemap"
Jekyll::JekyllSitemap.prepend(Module.new do
  def file_name
    "own-#{super}"
  end
end)
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_whose_classes_are_changed_runs_in_ruby_if_its_gem_is_installed() {
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-sitemap]\n")
        .file("_plugins/a.rb", CHANGE)
        .file("a.html", "---\n---\na\n")
        .file(
            "vendor/bundle/ruby/3.2.0/gems/jekyll-sitemap-1.4.0/lib/jekyll-sitemap.rb",
            r#"module Jekyll
  class JekyllSitemap < Jekyll::Generator
    def generate(site)
      page = PageWithoutAFile.new(site, site.source, "", file_name)
      page.content = site.pages.map(&:url).join(",")
      site.pages << page
    end

    def file_name
      "map.txt"
    end
  end
end
"#,
        );
    build(&site).succeeds().wrote("own-map.txt", "/a.html").wrote_just(&["a.html", "own-map.txt"]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn changed_classes_of_a_built_in_plugin_are_an_error_without_its_gem() {
    let changes = [
        (
            "jekyll-toc",
            "module Jekyll\n  module TableOfContents\n    class Parser\n      def build_toc = 'x'\n    end\n  end\nend\n",
            3,
        ),
        (
            "jekyll-archives",
            "module Jekyll\n  module Archives\n    class Archive\n      def title = 'x'\n    end\n  end\nend\n",
            3,
        ),
    ];
    for (plugin, change, line) in changes {
        let site = Site::new()
            .file("_config.yml", format!("plugins: [{plugin}]\n"))
            .file("_plugins/a.rb", format!("require '{plugin}'\n{change}"))
            .file("a.html", "---\n---\na\n");
        build(&site).fails().says(&format!("--> _plugins/a.rb:{line}"));
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_methods_of_the_dates_of_changes_are_an_error() {
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-last-modified-at]\n")
        .file(
            "_plugins/a.rb",
            "require 'jekyll-last-modified-at'\nclass Jekyll::LastModifiedAt::Determinator\n  def last_modified_at_time\n    Time.at(0)\n  end\nend\n",
        )
        .file("a.html", "---\n---\n{% last_modified_at %}\n");
    build(&site).fails().says("--> _plugins/a.rb:3");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn jsonify_calls_to_json_of_drops_of_plugins() {
    let site = Site::new()
        .file("a.html", r#"---
---
{{ 1 | mk | jsonify }} {{ 1 | mk2 | jsonify }} {% t %} {% assign x = 1 | mk %}{{ x | jsonify }}
"#)
        .file("_plugins/a.rb", r#"class Own < Jekyll::Drops::Drop
  def initialize(x) @x = x; super({}) end
  def fallback_data; {} end
  def a; 1 end
  def b; nil end
  def to_json(state = nil) "\"own#{@x}\"" end
end
class Own2 < Own; end
module F
  def mk(_) Own.new(1) end
  def mk2(_) { "k" => Own2.new(2), "l" => [Own.new(5)] } end
end
Liquid::Template.register_filter(F)
class T < Liquid::Tag
  def render(c)
    Liquid::Template.parse("{{ o | jsonify }} {{ h | jsonify }} {{ s.x | jsonify }}").render!({"o" => Own.new(7), "h" => [Own.new(9)], "s" => {"x" => Own2.new(8)}}, registers: c.registers, filters: [Jekyll::Filters])
  end
end
Liquid::Template.register_tag("t", T)
"#);
    build(&site).succeeds().wrote(
        "a.html",
        r#""own1" {"k":"own2","l":["own5"]} "own7" ["own9"] "own8" "own1"
"#,
    );
}
