//! Values that plugins in Ruby rarely meet: empty paths, objects instead of texts, missing keys, and errors of other
//! classes. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_document_s_drop_reads_as_the_document_s_text() {
    let site = Site::new()
        .file(
            "_plugins/card.rb",
            r##"module Card
  def card(post)
    "[#{post}] #{post.to_s.size}"
  end

  def all(collections)
    "#{collections.first}"
  end
end
Liquid::Template.register_filter(Card)

class Top < Liquid::Tag
  def render(context)
    drop = context["site.posts"].first.to_liquid
    "#{drop} / #{drop["excerpt"]}"
  end
end
Liquid::Template.register_tag("top", Top)
"##,
        )
        .file(
            "_posts/2024-01-02-apples.md",
            r#"---
title: Apples
---
Apples *text*
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% for p in site.posts %}{{ p | card }}{% endfor %}
{% top %}
{{ site.collections | all }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"[<p>Apples <em>text</em></p>
] 28
<p>Apples <em>text</em></p>
 / <p>Apples <em>text</em></p>

[#<Jekyll::Document _posts/2024-01-02-apples.md collection=posts>]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn json_of_a_document_has_its_neighbours_only_near_the_top() {
    let site = Site::new()
        .file(
            "_plugins/json.rb",
            r##"require "json"
module Outline
  def outline(post, depth)
    text = (1..depth).reduce(post) { |inner, _| { "in" => inner } }.to_json
    lines(JSON.parse(text))
  end

  private

  def lines(value)
    return "none" if value.nil?
    return "in #{lines(value["in"])}" if value.key?("in")

    neighbours = %w(previous next).select { |key| value.key?(key) }.map { |key| "#{key} #{lines(value[key])}" }
    neighbours.empty? ? value["title"] : "#{value["title"]} (#{neighbours.join(", ")})"
  end
end
Liquid::Template.register_filter(Outline)
"##,
        )
        .file(
            "_posts/2024-01-01-a.md",
            r#"---
title: A
---
A *text*
"#,
        )
        .file(
            "_posts/2024-01-02-b.md",
            r#"---
title: B
---
B *text*
"#,
        )
        .file(
            "_posts/2024-01-03-c.md",
            r#"---
title: C
---
C *text*
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ site.posts[1] | outline: 0 }}
{{ site.posts[1] | outline: 1 }}
{{ site.posts[1] | outline: 2 }}
"#,
        );
    build(&site).succeeds().wrote("index.html", r#"B (previous A (previous none, next B (previous A, next C)), next C (previous B (previous A, next C), next none))
in B (previous A (previous none, next B), next C (previous B, next none))
in in B (previous A, next C)
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn reading_a_missing_tag_adds_it_for_the_pages_after_it() {
    let site = Site::new()
        .file("_plugins/tags.rb", r##"class Count < Liquid::Tag
  def render(context)
    name = @markup.strip
    [context.registers[:site].tags[name], context["site.categories"][name], context["site"]["tags"]["#{name}!"]].map(&:size).inspect
  end
end
Liquid::Template.register_tag("count", Count)

module Under
  def under(groups, name)
    groups[name].size
  end
end
Liquid::Template.register_filter(Under)
"##)
        .file("_posts/2024-01-01-a.md", r#"---
title: A
tags: [red]
---
A *text*
"#)
        .file("a.html", r#"---
---
{% for t in site.tags %}{{ t[0] }} {% endfor %}{{ site.categories | size }}
{% count blue %} {{ site.tags | under: "green" }} {{ site.tags | under: "red" }}
{% for t in site.tags %}{{ t[0] }} {% endfor %}{{ site.categories | size }}
"#)
        .file("b.html", r#"---
---
{% for t in site.tags %}{{ t[0] }}={{ t[1] | size }} {% endfor %}{{ site.categories | size }}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"red 0
[0, 0, 0] 0 1
red blue blue! green 1
"#,
        )
        .wrote("b.html", "red=1 blue=0 blue!=0 green=0 1\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_are_only_parsed_from_texts() {
    let site = Site::new()
        .file(
            "_plugins/parse.rb",
            r#"module Parsed
  def parsed(value)
    Liquid::Template.parse(value).render(@context)
  rescue NoMethodError => e
    e.message
  end
end
Liquid::Template.register_filter(Parsed)
"#,
        )
        .file(
            "index.html",
            r#"---
text: "{{ page.list }}"
list: [a]
hash: {a: 1}
---
{{ page.text | parsed }}
{{ 42 | parsed }}
{{ page.list | parsed }}
{{ page.hash | parsed }}
{{ true | parsed }}
[{{ nil | parsed }}]
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"a
undefined method `split' for 42:Integer
undefined method `split' for ["a"]:Array
undefined method `split' for {"a"=>1}:Hash
undefined method `split' for true:TrueClass
[]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn markdown_is_only_converted_from_texts() {
    let site = Site::new()
        .file(
            "_plugins/convert.rb",
            r#"module Converted
  def converted(value, name)
    converter = @context.registers[:site].find_converter_instance(Jekyll::Converters.const_get(name))
    converter.convert(value).inspect
  rescue NoMethodError => e
    e.message
  end

  def own(value)
    Kramdown::Document.new(value).to_html
  rescue StandardError => e
    e.message
  end

  def broken(_)
    own("a\xff")
  end
end
Liquid::Template.register_filter(Converted)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% assign list = "a" | split: "," %}{{ nil | converted: "Markdown" }}
{{ 3 | converted: "Markdown" }}
{{ list | converted: "SmartyPants" }}
{{ list | converted: "Identity" }}
{{ "*a*" | converted: "Markdown" }}
{{ nil | own }}
{{ "" | broken }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"undefined method `valid_encoding?' for nil:NilClass
undefined method `valid_encoding?' for 3:Integer
undefined method `valid_encoding?' for ["a"]:Array
["a"]
"<p><em>a</em></p>\n"
undefined method `valid_encoding?' for nil:NilClass
The source text contains invalid characters for the used encoding UTF-8
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_empty_path_is_no_folder() {
    let site = Site::new()
        .file("_plugins/paths.rb", r##"class Paths < Liquid::Tag
  def try
    yield.inspect
  rescue SystemCallError => e
    "#{e.class} #{e.message}"
  end

  def render(_)
    [
      try { File.exist?("") }, try { File.file?("") }, try { File.directory?("") }, try { Dir.exist?("") }, try { File.size?("") },
      try { File.read("") }, try { File.readlines("") }, try { File.open("") { |f| f.read } }, try { open("") }, try { File.mtime("") },
      try { Dir.entries("") }, try { Dir.children("") }, try { Dir.glob("") }, try { File.realpath("") }, try { Pathname.new("").children.size },
      try { File.read("words.txt") }
    ].join("\n")
  end
end
Liquid::Template.register_tag("paths", Paths)
"##)
        .file("words.txt", "some\n")
        .file("index.html", r#"---
---
{% paths %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"false
false
false
false
nil
Errno::ENOENT No such file or directory @ rb_sysopen - 
Errno::ENOENT No such file or directory @ rb_sysopen - 
Errno::ENOENT No such file or directory @ rb_sysopen - 
Errno::ENOENT No such file or directory @ rb_sysopen - 
Errno::ENOENT No such file or directory @ rb_file_s_mtime - 
Errno::ENOENT No such file or directory @ dir_initialize - 
Errno::ENOENT No such file or directory @ dir_initialize - 
[]
Errno::ENOENT No such file or directory @ rb_check_realpath_internal - 
Errno::ENOENT No such file or directory @ dir_initialize - 
"some\n"
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn numbers_have_the_size_of_a_machine_with_64_bits() {
    let site = Site::new()
        .file(
            "_plugins/size.rb",
            r#"module Sizes
  def sizes(_)
    [1, -1, 2**31, 2**40, 2**62, 2**63, 2**64 - 1, 2**64, -(2**64), 2**200].map(&:size).join(" ")
  end
end
Liquid::Template.register_filter(Sizes)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ "" | sizes }}
"#,
        );
    build(&site).succeeds().wrote("index.html", "8 8 8 8 8 8 8 9 9 26\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_filter_inspect_shows_pages_as_a_plugin_defines_it() {
    let site = Site::new()
        .file(
            "_plugins/shown.rb",
            r#"class Jekyll::Page
  def inspect
    "page <#{name}>"
  end
end

class Jekyll::Document
  def inspect
    "document <#{data["title"]}>"
  end
end
"#,
        )
        .file(
            "_posts/2024-01-01-a.md",
            r#"---
title: A
---
A *text*
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ site.pages | inspect }} {{ site.tags | inspect }}
{{ site.posts | inspect }} {{ nil | inspect }} {{ "<a>" | inspect }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"[page &lt;index.html&gt;] {}
[document &lt;A&gt;] nil &quot;&lt;a&gt;&quot;
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_parser_markdown_leaves_out_what_kramdown_adds() {
    let site = Site::new()
        .file(
            "_plugins/plain.rb",
            r#"module Plain
  def plain(text)
    Kramdown::Document.new(text, :input => "markdown").to_html
  end
end
Liquid::Template.register_filter(Plain)
"#,
        )
        .file(
            "index.html",
            r#"---
text: |
  It's "so"... -- {:.a}

  a | b
  --|--
  1 | 2
---
{{ page.text | plain }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"<p>It's "so"... -- {:.a}</p>

<p>a | b
--|--
1 | 2</p>

"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn transliterating_other_objects_than_texts_fails() {
    let site = Site::new()
        .file(
            "_plugins/slug.rb",
            r#"require "i18n"
I18n.config.available_locales = :en
module Slug
  def slug(value)
    I18n.transliterate(value)
  rescue NoMethodError => e
    e.message
  end
end
Liquid::Template.register_filter(Slug)
"#,
        )
        .file(
            "index.html",
            r#"---
list: [é]
---
{{ "Eugène" | slug }}
{{ 2.5 | slug }}
{{ page.list | slug }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"Eugene
undefined method `gsub' for 2.5:Float
undefined method `gsub' for ["é"]:Array
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn posts_as_a_list_are_deprecated() {
    let site = Site::new()
        .file(
            "_plugins/old.rb",
            r#"class Titles < Jekyll::Generator
  def generate(site)
    site.config["titles"] = site.posts.map { |post| post.data["title"] }
  end
end
"#,
        )
        .file(
            "_posts/2024-01-01-a.md",
            r#"---
title: A
---
A *text*
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ site.titles | inspect }}
"#,
        );
    build(&site)
        .succeeds()
        .says("Deprecation: posts.map should be changed to posts.docs.map.")
        .wrote("index.html", "[&quot;A&quot;]\n");
}
