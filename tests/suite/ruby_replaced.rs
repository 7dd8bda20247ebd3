//! Methods of Jekyll that a site's own Ruby replaces or adds: each has a verdict, and a replacement without effect ends
//! the build. The tests need the module, as in `ruby.rs`.

use crate::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_that_overrides_built_in_behavior_is_reported() {
    let plugin = "module Late\n  def cleanup\n    super\n  end\nend\nJekyll::Site.prepend(Late)\n";
    let site = Site::new().file("_plugins/late.rb", plugin).file("index.html", "---\n---\nx");
    let outcome = build(&site).fails();
    assert!(outcome.all().contains("replacing Jekyll::Site#cleanup"), "{}", outcome.all());
    assert!(outcome.all().contains("_plugins/late.rb:2"), "{}", outcome.all());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn however_a_method_of_jekylls_is_replaced_the_line_is_reported() {
    let ways = [
        "module Jekyll::Utils\n  def has_liquid_construct?(text) = text\nend\n",
        "class Jekyll::Collection\n  alias_method :plain, :docs\n  alias_method :docs, :files\nend\n",
        "Jekyll::Excerpt.class_eval do\n  define_method(:to_s) { \"\" }\nend\n",
        "Jekyll::Collection.prepend(Module.new do\n  def entries = []\nend)\n",
        "module Jekyll::PathManager\n  def self.join(*) = \"\"\nend\n",
        "class << Jekyll::PathManager\n  def join(*) = \"\"\nend\n",
        "class Jekyll::CollectionReader\n  remove_method :read\nend\n",
        "module Jekyll\n  class Excerpt\n    def output = \"\"\n  end\nend\n",
    ];
    for (count, way) in ways.into_iter().enumerate() {
        let line = if way.contains("alias_method") || way.starts_with("module Jekyll\n") { 3 } else { 2 };
        let site = Site::new().file("_plugins/own.rb", way).file("index.html", "---\n---\nx");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains("replacing Jekyll::"), "{count}: {}", outcome.all());
        assert!(outcome.all().contains(&format!("_plugins/own.rb:{line}")), "{count}: {}", outcome.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_table_of_verdicts_decides_what_may_be_replaced() {
    let plugin = r#"
wrong = Hastie::Reopening::VERDICTS.each_line.flat_map do |line|
  name, verdict, *methods = line.split
  methods.reject do |method|
    Hastie::Reopening.check(name, method)
    verdict != "refused"
  rescue NotImplementedError
    verdict == "refused"
  end.map { |method| name + method }
end
Liquid::Template.register_filter(Module.new { define_method(:undecided) { |_| wrong.join(" ") } })
"#;
    let site = Site::new().file("_plugins/own.rb", plugin).file("index.html", "---\n---\n[{{ 1 | undecided }}]");
    build(&site).succeeds().wrote("index.html", "[]");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_that_jekyll_does_not_have_may_be_added_to_its_classes() {
    let plugin = "class Jekyll::Site\n  def motto = \"m\"\nend\nmodule Jekyll::Utils\n  def self.shout(text) = text.upcase\nend\n\
                  module Motto\n  def motto(_) = Jekyll::Utils.shout(@context.registers[:site].motto)\nend\n\
                  Liquid::Template.register_filter(Motto)\n";
    let site = Site::new().file("_plugins/own.rb", plugin).file("index.html", "---\n---\n{{ 1 | motto }}");
    build(&site).succeeds().wrote("index.html", "M");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_private_method_named_like_a_filter_is_an_error_as_in_liquid() {
    let plugin = "module Own\n  def shout(text) = upcase(text)\n\n  private\n\n  def upcase(text) = text\nend\nLiquid::Template.register_filter(Own)\n";
    let site = Site::new().file("_plugins/own.rb", plugin).file("index.html", "---\n---\n{{ 'a' | shout }}");
    let outcome = build(&site).fails();
    assert!(
        outcome.all().contains("Filter overrides registered public methods as non public: upcase"),
        "{}",
        outcome.all()
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn jsonify_writes_what_a_replaced_to_json_of_rubys_own_classes_returns() {
    let site = Site::new()
        .file("_config.yml", r#"timezone: UTC
"#)
        .file("_plugins/a.rb", r#"require "json"

class Time
  def to_json(*arguments)
    strftime("%d.%m.%Y").to_json(*arguments)
  end
end

class Symbol
  def to_json(*)
    "\"a symbol\""
  end
end

class Card
  def to_liquid
    { "made" => Time.at(0).utc, "kind" => :card }
  end
end

class Cards < Jekyll::Generator
  def generate(site)
    site.data["cards"] = [Card.new]
  end
end
"#)
        .file("index.html", r#"---
title: Dates
list: [1, 1.5, null, true, "a</b>", {k: 2024-01-02}]
---
{{ site.time | date: "%Y" | jsonify }} {{ site.data.cards | jsonify }} {{ page.list | jsonify }} {{ page | jsonify }} {{ "é\"" | jsonify }} {{ nil | jsonify }} {{ page.list | first | jsonify }}
{{ site.pages | jsonify }}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#""2026" [{"made":"01.01.1970","kind":"card"}] [1,1.5,null,true,"a</b>",{"k":"2024-01-02"}] {"title":"Dates","list":[1,1.5,null,true,"a</b>",{"k":"2024-01-02"}],"content":"{{ site.time | date: \"%Y\" | jsonify }} {{ site.data.cards | jsonify }} {{ page.list | jsonify }} {{ page | jsonify }} {{ \"é\\\"\" | jsonify }} {{ nil | jsonify }} {{ page.list | first | jsonify }}\n{{ site.pages | jsonify }}\n","dir":"/","excerpt":null,"name":"index.html","path":"index.html","url":"/"} "é\\" null 1
[{"title":"Dates","list":[1,1.5,null,true,"a</b>",{"k":"2024-01-02"}],"content":"{{ site.time | date: \"%Y\" | jsonify }} {{ site.data.cards | jsonify }} {{ page.list | jsonify }} {{ page | jsonify }} {{ \"é\\\"\" | jsonify }} {{ nil | jsonify }} {{ page.list | first | jsonify }}\n{{ site.pages | jsonify }}\n","dir":"/","excerpt":null,"name":"index.html","path":"index.html","url":"/"}]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replacing_methods_of_rubys_own_classes_that_filters_call_ends_the_build() {
    let ways = [
        ("Array#join", "class Array\n  def join(*) = \"\"\nend\n"),
        ("CGI.escape", "class CGI\n  def self.escape(text) = text\nend\n"),
        ("SafeYAML.load", "class << SafeYAML\n  def load(*) = {}\nend\n"),
        ("String#upcase", "String.prepend(Module.new do\n  def upcase = self\nend)\n"),
        ("Time#strftime", "class Time\n  alias strftime inspect\nend\n"),
    ];
    for (method, way) in ways {
        let site = Site::new().file("_plugins/own.rb", way).file("index.html", "---\n---\nx");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains(&format!("replacing {method} is not supported")), "{}", outcome.all());
        assert!(outcome.all().contains("_plugins/own.rb:2"), "{}", outcome.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn collections_keep_their_order_if_a_plugin_replaces_how_documents_are_read() {
    let site = Site::new()
        .file("_config.yml", r#"collections:
  songs: {sort_by: rank}
  tales: {order: [c.md, a.md]}
"#)
        .file("_plugins/a.rb", r#"module Words
  def read(options = {})
    super
    data["words"] = content.split.size
  end
end
Jekyll::Document.prepend(Words)
"#)
        .file("_songs/a.md", r#"---
rank: 3
---
the song a
"#)
        .file("_songs/b.md", r#"---
rank: 1
---
the song b
"#)
        .file("_songs/c.md", r#"---
rank: 2
---
the song c
"#)
        .file("_songs/d.md", r#"---
---
the song d
"#)
        .file("_tales/a.md", r#"---
---
the tale of a
"#)
        .file("_tales/b.md", r#"---
---
the tale of b
"#)
        .file("_tales/c.md", r#"---
---
the tale of c
"#)
        .file("_tales/d.md", r#"---
---
the tale of d
"#)
        .file("index.html", r#"---
---
{% for song in site.songs %}{{ song.path }} {{ song.rank }} {{ song.words }}, {% endfor %}{% for tale in site.tales %}{{ tale.path }} {{ tale.words }}, {% endfor %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"_songs/b.md 1 3, _songs/c.md 2 3, _songs/a.md 3 3, _songs/d.md  3, _tales/c.md 4, _tales/a.md 4, _tales/b.md 4, _tales/d.md 4, 
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_methods_of_the_renderer_run_for_excerpts_too() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"module Marked
  def run
    "#{super}<!-- run -->"
  end
end
Jekyll::Renderer.prepend(Marked)

class Jekyll::Renderer
  alias_method :own_render_document, :render_document

  def render_document
    "#{own_render_document}<!-- document -->"
  end
end
"##,
        )
        .file(
            "_posts/2024-01-01-one.md",
            r"---
title: One
---
first {{ page.title }}

rest
",
        )
        .file(
            "index.html",
            r"---
---
{% for post in site.posts %}{{ post.excerpt }}{% endfor %}
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/01/one.html",
            r"<p>first One</p>

<p>rest</p>
<!-- document --><!-- run -->",
        )
        .wrote(
            "index.html",
            r"<p>first One</p>
<!-- document --><!-- run -->
<!-- document --><!-- run -->",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn link_and_post_url_pass_the_object_to_a_replaced_relative_url() {
    let site = Site::new()
        .file("_config.yml", r"baseurl: /b
")
        .file("_plugins/a.rb", r##"module Jekyll::Filters::URLFilters
  alias_method :own_relative_url, :relative_url

  def relative_url(input)
    input.is_a?(String) ? own_relative_url(input) : "#{own_relative_url(input)}?#{input.class}"
  end
end
"##)
        .file("_posts/2024-01-01-one.md", r"---
---
one
")
        .file("file.txt", r"file
")
        .file("page.html", r#"---
---
{% link page.html %} {% link file.txt %} {% link _posts/2024-01-01-one.md %} {% post_url 2024-01-01-one %} {{ "/a" | relative_url }}
"#)
        ;
    build(&site)
        .succeeds()
        .wrote("page.html", r"/b/page.html?Jekyll::Page /b/file.txt?Jekyll::StaticFile /b/2024/01/01/one.html?Jekyll::Document /b/2024/01/01/one.html?Jekyll::Document /b/a
")
        ;
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_method_that_jekyll_never_calls_is_replaced() {
    let site = Site::new()
        .file("_config.yml", r"title: x
")
        .file("_plugins/own.rb", r#"module Jekyll
  module Convertible
    alias old_transform transform

    def transform
      self.content = content.gsub("[[", "<<")
      old_transform
    end
  end
end
class Own < Jekyll::Generator
  def generate(site)
    site.config["shown"] = site.pages.find { |page| page.name == "a.md" }.tap { |page| page.content = "*x* [[" }.transform
  end
end
"#)
        .file("a.md", r"---
---
[[a]]
")
        .file("list.txt", r"---
---
{{ site.shown }}
")
        ;
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r"<p><em>x</em> «</p>
",
        )
        .wrote(
            "list.txt",
            r"<p><em>x</em> «</p>

",
        );
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_replace_the_parts_of_a_pages_url() {
    let site = Site::new()
        .file("_config.yml", r"auto: true
")
        .file("_plugins/own.rb", r##"module Jekyll
  class Page
    def permalink
      return if data.nil? || data["plain"]

      data["permalink"] || (site.config["auto"] && ext == ".md" ? "#{data["category"] || "other"}/#{basename.downcase}/" : nil)
    end

    def url_placeholders
      { :path => @dir, :basename => basename.upcase, :output_ext => output_ext }
    end
  end
end
class Address < Liquid::Tag
  def render(context)
    context.registers[:site].pages.map(&:url).sort.first
  end
end
Liquid::Template.register_tag("address", Address)
"##)
        .file("One.md", r"---
category: kind
---
{{ page.url }} {{ page.dir }} {% address %}
")
        .file("sub/two.md", r"---
---
{{ page.url }}
")
        .file("sub/three.md", r"---
plain: true
---
{{ page.url }}
")
        .file("four.txt", r"---
permalink: /x/y.txt
---
{{ page.url }}
")
        .file("list.txt", r"---
---
{% for page in site.pages %}{{ page.url }} {% endfor %}
")
        ;
    build(&site)
        .succeeds()
        .wrote(
            "kind/one/index.html",
            r"<p>/kind/one/ /kind/one/ /LIST.txt</p>
",
        )
        .wrote(
            "other/two/index.html",
            r"<p>/other/two/</p>
",
        )
        .wrote(
            "sub/THREE.html",
            r"<p>/sub/THREE.html</p>
",
        )
        .wrote(
            "x/y.txt",
            r"/x/y.txt
",
        )
        .wrote(
            "LIST.txt",
            r"/kind/one/ /x/y.txt /LIST.txt /sub/THREE.html /other/two/ 
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn redirects_lead_to_urls_with_a_replaced_permalink() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"url: https://e.com
plugins: [jekyll-redirect-from]
"#,
        )
        .file(
            "r.html",
            r#"---
redirect_from: [/o/, /o2.html]
---
r
"#,
        )
        .file(
            "s.html",
            r#"---
redirect_from: /so/
---
s
"#,
        )
        .file(
            "t.html",
            r#"---
redirect_to: /r.html
---
"#,
        )
        .file(
            "z.html",
            r#"---
---
{{ site.pages | map: 'url' | sort | join: ' ' }}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"
class Jekyll::Page
  def permalink
    data["permalink"] || ("/own/" + name if name == "r.html")
  end
end
"#,
        )
        .file(
            "_posts/2024-01-01-p.md",
            r#"---
redirect_from: /p/
---
p
"#,
        );
    build(&site)
        .succeeds()
        .wrote("redirects.json", r#"{"/p/":"https://e.com/2024/01/01/p.html","/o/":"https://e.com/own/r.html","/o2.html":"https://e.com/own/r.html","/so/":"https://e.com/s.html","/t.html":"https://e.com/r.html"}"#)
        .wrote("z.html", r#"/o/ /o2.html /own/r.html /p/ /redirects.json /s.html /so/ /t.html /z.html
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn redirects_lead_to_replaced_urls_and_keep_them() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"url: https://e.com
plugins: [jekyll-redirect-from]
"#,
        )
        .file(
            "r.html",
            r#"---
redirect_from: [/o/, /o2.html]
---
r
"#,
        )
        .file(
            "s.html",
            r#"---
redirect_from: /so/
---
s
"#,
        )
        .file(
            "t.html",
            r#"---
redirect_to: /r.html
---
"#,
        )
        .file(
            "z.html",
            r#"---
---
{{ site.pages | map: 'url' | sort | join: ' ' }}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"
module Own
  def url
    super.sub(".html", "")
  end
end
Jekyll::Page.prepend(Own)
Jekyll::Document.prepend(Own)
class Late < Jekyll::Generator
  priority :low
  def generate(site)
    site.pages.find { |p| p.name == "s.html" }.data["permalink"] = "/late/"
  end
end
"#,
        )
        .file(
            "_posts/2024-01-01-p.md",
            r#"---
redirect_from: /p/
---
p
"#,
        );
    build(&site)
        .succeeds()
        .wrote("redirects.json", r#"{"/p/":"https://e.com/2024/01/01/p","/o/":"https://e.com/r","/o2.html":"https://e.com/r","/so/":"https://e.com/s","/t":"https://e.com/r.html"}"#)
        .wrote("z.html", r#"/o/ /o2 /p/ /r /redirects.json /s /so/ /t /z
"#);
}
