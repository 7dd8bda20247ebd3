//! Objects of the site that plugins copy, create, change and extend. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_text_of_a_page_itself_that_a_filter_changes_in_place_ends_the_build() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Shout
  def shout(s) s.upcase!; s end
  def tack(s, t) s << t; s end
end
Liquid::Template.register_filter(Shout)
"#)
        .file("index.html", r#"---
title: hello there everyone
list: [one, two]
sub:
  k: a string that is longer than twenty four bytes
---
{{ page.name | shout }} {{ page.name }} {{ page.title | tack: "!" }} {{ page.title }} {{ page.list[0] | shout }} {{ page.list | join: "," }} {{ page.sub.k | tack: "X" }} {{ page.sub.k }}
"#)
        .file("b.html", r#"---
---
{% for p in site.pages %}{{ p.name }} {{ p.title }} {{ p.sub.k }}{% endfor %}
"#);
    build(&site)
        .fails()
        .says("--> index.html:7:1")
        .says("Liquid Exception: changing a text of Jekyll's own in place is not supported: name. Change a copy (dup) instead in index.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_binary_text_that_a_filter_returns_ends_the_build() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module B
  def bin(s) s.b end
  def latin(s) s.encode("ISO-8859-1") end
  def pack(s) [s.unpack1("H*")].pack("H*") end
  def enc(s) s.encoding.to_s end
end
Liquid::Template.register_filter(B)
"#)
        .file("index.html", r#"---
t: héllo wörld
---
{{ page.t | bin | size }} {{ page.t | pack | size }} {{ page.t | bin | enc }} {{ page.t | latin | size }} {{ page.t | latin | enc }} {{ page.t | size }}
"#);
    build(&site).fails().says("--> index.html:4:1").says(
        "Liquid Exception: the filter bin returned a text in ASCII-8BIT, which templates cannot have here: \
         encode it as UTF-8 in index.html",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn filters_cannot_return_invalid_texts() {
    let plugin = "module Bad\n  def bad(_)\n    \"\\xff\"\n  end\nend\nLiquid::Template.register_filter(Bad)\n";
    let site = Site::new().file("_plugins/a.rb", plugin).file("index.html", "---\n---\n{{ 1 | bad }}");
    let outcome = build(&site).fails();
    assert!(outcome.all().contains("the filter bad returned a text in invalid UTF-8"), "{}", outcome.all());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_copy_of_a_page_whose_url_was_computed_ends_the_build() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class G < Jekyll::Generator
  def generate(site)
    p = site.pages.find { |x| x.name == "a.html" }
    u = p.url
    q = p.dup
    q.name = "other.html"
    q.data = q.data.merge("lang" => "de", "permalink" => "/de#{u}")
    site.pages << q
    r = p.clone
    r.data = { "title" => "third", "permalink" => "/third/" }
    r.instance_variable_set(:@url, nil)
    site.pages << r
  end
end
"#,
        )
        .file(
            "a.html",
            r#"---
title: A
---
Hello {{ page.lang }} {{ page.url }} {{ page.title }}
"#,
        );
    build(&site).fails().says("--> _plugins/a.rb:5");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_copy_of_a_page_is_a_page_of_its_own() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class G < Jekyll::Generator
  def generate(site)
    new = site.pages.map do |p|
      q = p.dup
      q.data = p.data.dup
      q.data["permalink"] = "/copy/#{p.basename}.html"
      q.data["lang"] = "fr"
      q
    end
    site.pages.concat(new)
  end
end
"#,
        )
        .file(
            "a.html",
            r#"---
title: A
---
Hello {{ page.lang }} {{ page.url }} {{ page.title }} {{ page.path }} {{ page.dir }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"Hello  /a.html A a.html /
"#,
        )
        .wrote(
            "copy/a.html",
            r#"Hello fr /copy/a.html A a.html /copy/
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn all_tags_show_the_text_of_an_include_that_was_read_first() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Wrap < Jekyll::Tags::IncludeTag
  def render(context)
    "[" + super + "]"
  end
end
Liquid::Template.register_tag("wrap", Wrap)
class Marked < Jekyll::Tags::IncludeTag
  def read_file(file, context)
    super + "(marked)"
  end
end
Liquid::Template.register_tag("marked", Marked)
"#,
        )
        .file(
            "_includes/x.html",
            r#"x{{ include.a }}
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% wrap x.html a="1" %}{% include x.html a="2" %}{% marked x.html a="3" %}{% include x.html a="4" %}
"#,
        )
        .file(
            "other.html",
            r#"---
---
{% include x.html a="2" %}{% marked x.html a="3" %}{% wrap x.html %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"[x1
]x2
x3
x4

"#,
        )
        .wrote(
            "other.html",
            r#"x2
x3
[x
]
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_fragment_is_serialized_without_options() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"require "nokogiri"
module F
  def frag(s) Nokogiri::HTML.fragment(s).serialize(encoding: "US-ASCII") end
end
Liquid::Template.register_filter(F)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ "<p>é<br>x" | frag }}
"#,
        );
    build(&site).fails();
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_creates_layouts() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"class G < Jekyll::Generator
  def generate(site)
    l = Jekyll::Layout.new(site, File.join(site.source, "_more"), "special.html")
    site.layouts["special"] = l
    l2 = Jekyll::Layout.new(site, File.join(site.source, "_more"), "outer.html")
    l2.data["k"] = "set"
    site.layouts["outer"] = l2
    puts "Warning: #{l.name} #{l.ext} #{l.path.sub(site.source, "")} #{l.relative_path} #{l.data.inspect} #{l.content.strip}"
  end
end
"#)
        .file("_more/special.html", r#"---
layout: outer
a: 1
---
<special {{ layout.a }} {{ content | strip }}>
"#)
        .file("_more/outer.html", r#"<outer {{ layout.k }} {{ content | strip }}>
"#)
        .file("index.html", r#"---
layout: special
---
hello
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"<outer set <special 1 hello>>
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_rendered_excerpt_contains_its_html() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Jekyll
  class Ex < Generator
    def generate(site)
      site.posts.docs.each { |d| d.data["kind"] = d.data["excerpt"].class.to_s }
    end
  end
end
module F
  def first_excerpt(_x)
    site = @context.registers[:site]
    site.posts.docs.map { |d| d.data["excerpt"].output.strip + "/" + d.data["excerpt"].to_s.strip + "/" + d.data["excerpt"].content.strip }.join(";")
  end
end
Liquid::Template.register_filter(F)
"#)
        .file("_posts/2024-01-02-a.md", r#"---
title: A
---
First *para* {{ page.title }}

Second
"#)
        .file("index.html", r#"---
---
{{ "" | first_excerpt }} {% for p in site.posts %}{{ p.kind }} {{ p.excerpt | strip }}{% endfor %}
"#);
    build(&site)
        .succeeds()
        .wrote("index.html", r#"<p>First <em>para</em> A</p>/<p>First <em>para</em> A</p>/<p>First <em>para</em> A</p> Jekyll::Excerpt <p>First <em>para</em> A</p>
"#)
        .wrote("2024/01/02/a.html", r#"<p>First <em>para</em> A</p>

<p>Second</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_deprecator_reports_old_options() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"Jekyll::Deprecator.process(["--server"])
Jekyll::Deprecator.deprecation_message "old thing"
puts "Warning: #{Jekyll::Deprecator.arg_is_present?(["--a"], "--a", "present")}"
"#,
        )
        .file(
            "index.html",
            r#"---
---
x
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"x
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_drop_of_a_plugin_may_replace_its_lookup() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module A
  def hello(x) "A#{x}" end
end
Liquid::Template.register_filter(A)
"#)
        .file("_plugins/b.rb", r#"module B
  def hello(x) "B" + super end
  def self.included(base) end
  private
  def helper(x) x end
end
Liquid::Template.register_filter(B)
module A
  def later(x) "later#{x}" end
end
class Own < Liquid::Drop
  def initialize(h) @h = h end
  def name() @h[:name] end
  def liquid_method_missing(m) "mm-#{m}" end
  def [](k) k == "special" ? "sp" : super end
  def each() yield 1; yield 2 end
  include Enumerable
  def to_s() "own!" end
end
module C
  def own(x) Own.new(name: x) end
end
Liquid::Template.register_filter(C)
"#)
        .file("index.html", r#"---
---
{{ 1 | hello }} {{ 1 | later }} {{ 1 | helper }} {% assign o = "n" | own %}{{ o.name }} {{ o.other }} {{ o.special }} {{ o }} {{ o | join: "," }} {% for i in o %}{{ i }}{% endfor %} {{ o.first }} {{ o.size }}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"BA1 1 1 n mm-other sp own! 1,2 12 1 mm-size
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_see_objects_as_they_are_now_however_often_they_print_them() {
    let plugin = r##"# Its to_liquid only collects members.
Shelf = Struct.new(:name, :count) do
  def to_liquid
    { "name" => name, "count" => count }
  end
end

# Its to_liquid changes the object.
class Meter
  def initialize
    @reads = 0
  end

  def to_liquid
    @reads += 1
    { "reads" => @reads }
  end
end

# Its reader is another method for one object, and for all objects once a template asks for it.
class Label
  attr_reader :text

  def initialize(text)
    @text = text
  end

  def to_liquid
    { "text" => text }
  end
end

module Change
  def add(shelf_name, site)
    $shelf.count += 1
    shelf_name.upcase
  end

  def louder(text)
    Label.class_eval { define_method(:text) { @text.upcase } }
    text
  end
end
Liquid::Template.register_filter(Change)

class Count < Liquid::Tag
  def render(context)
    before = context["page.shelf.count"]
    $shelf.count += 10
    "#{before} then #{context["page.shelf.count"]}"
  end
end
Liquid::Template.register_tag("count", Count)

class Make < Jekyll::Generator
  def generate(site)
    $shelf = Shelf.new("books and magazines of many years", 1)
    special = Label.new("special")
    def special.text
      @calls = @calls.to_i + 1
      "special #{@calls}"
    end
    page = site.pages.find { |one| one.name == "index.html" }
    page.data["shelf"] = $shelf
    page.data["meter"] = Meter.new
    page.data["labels"] = [Label.new("plain"), special]
  end
end
"##;
    let page = r##"---
---
{{ page.shelf.name }} {{ page.shelf.count }} {{ page.shelf.count }}
{{ "x" | add: page.shelf }} {{ page.shelf.count }} {% count %} {{ page.shelf.count }} {{ page.shelf }}
{{ page.meter.reads }} {{ page.meter.reads }} {{ page.meter.reads }}
{% for label in page.labels %}{{ label.text }} {{ label.text }} {% endfor %}
{{ "x" | louder }} {% for label in page.labels %}{{ label.text }} {{ label.text }} {% endfor %}
{% assign shelf = page.shelf %}{{ shelf.count }} {{ "y" | add: shelf }} {{ shelf.count }} {{ page.shelf.count }}
"##;
    let site = Site::new().file("_plugins/a.rb", plugin).file("index.html", page);
    build(&site).succeeds().wrote(
        "index.html",
        r##"books and magazines of many years 1 1
X 2 2 then 12 12 {"name"=>"books and magazines of many years", "count"=>12}
1 2 3
plain plain special 1 special 2 
x PLAIN PLAIN special 3 special 4 
12 Y 12 13
"##,
    );
}
