//! Plugins in Ruby read and change documents, layouts and the site itself. The expected output is recorded from Ruby Jekyll.

use super::ruby::{build, module};
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_of_new_documents_change_their_data() {
    let site = Site::new()
        .file("_config.yml", r"collections: {things: {output: false}}
")
        .file("_plugins/a.rb", r##"Jekyll::Hooks.register :posts, :post_init do |post|
  case post.basename_without_ext[/\w+\z/]
  when "a" then post.data["added"] = "from #{post.basename}"
  when "b" then post.data["categories"] << "news"
  when "c" then post.data.delete("draft")
  when "d"
    value = post.data.delete("draft")
    post.data["list"] = [1, { "k" => "v" }]
    post.data["draft"] = value
  when "e" then post.data["title"] = "lost"
  when "f" then post.data["draft"] = nil
  end
end

Jekyll::Hooks.register :documents, :post_init do |document|
  document.data["seen"] = "#{document.data["added"]}|#{document.data["categories"].inspect}|#{document.content.inspect}|#{document.collection.label}"
end

Jekyll::Hooks.register :site, :pre_render do |site|
  site.data["keys"] = site.posts.docs.map { |post| post.data.reject { |key, _| key == "excerpt" }.inspect }.join("\n")
end
"##)
        .file("_posts/2024-01-01-a.md", r"---
title: Post a
---
Text
")
        .file("_posts/2024-01-02-b.md", r"---
title: Post b
---
Text
")
        .file("_posts/2024-01-03-c.md", r"---
title: Post c
---
Text
")
        .file("_posts/2024-01-04-d.md", r"---
title: Post d
---
Text
")
        .file("_posts/2024-01-05-e.md", r"---
title: Post e
---
Text
")
        .file("_posts/2024-01-06-f.md", r"---
title: Post f
---
Text
")
        .file("_posts/2024-01-07-g.md", r"---
title: Post g
---
Text
")
        .file("_things/t.md", r"---
---
x
")
        .file("deep/_posts/2024-01-09-b.md", r"---
title: Deep
categories: [more]
---
Text
")
        .file("index.html", r"---
---
{{ site.data.keys }}
{% for t in site.things %}{{ t.seen }}{% endfor %}
");
    build(&site).succeeds().wrote("index.html", r#"{"draft"=>false, "categories"=>[], "added"=>"from 2024-01-01-a.md", "seen"=>"from 2024-01-01-a.md|[]|nil|posts", "title"=>"Post a", "date"=>2024-01-01 00:00:00 +0000, "slug"=>"a", "ext"=>".md", "tags"=>[]}
{"draft"=>false, "categories"=>["news"], "seen"=>"|[\"news\"]|nil|posts", "title"=>"Post b", "date"=>2024-01-02 00:00:00 +0000, "slug"=>"b", "ext"=>".md", "tags"=>[]}
{"categories"=>[], "seen"=>"|[]|nil|posts", "title"=>"Post c", "date"=>2024-01-03 00:00:00 +0000, "slug"=>"c", "ext"=>".md", "tags"=>[]}
{"categories"=>[], "list"=>[1, {"k"=>"v"}], "draft"=>false, "seen"=>"|[]|nil|posts", "title"=>"Post d", "date"=>2024-01-04 00:00:00 +0000, "slug"=>"d", "ext"=>".md", "tags"=>[]}
{"draft"=>false, "categories"=>[], "title"=>"Post e", "seen"=>"|[]|nil|posts", "date"=>2024-01-05 00:00:00 +0000, "slug"=>"e", "ext"=>".md", "tags"=>[]}
{"draft"=>nil, "categories"=>[], "seen"=>"|[]|nil|posts", "title"=>"Post f", "date"=>2024-01-06 00:00:00 +0000, "slug"=>"f", "ext"=>".md", "tags"=>[]}
{"draft"=>false, "categories"=>[], "seen"=>"|[]|nil|posts", "title"=>"Post g", "date"=>2024-01-07 00:00:00 +0000, "slug"=>"g", "ext"=>".md", "tags"=>[]}
{"draft"=>false, "categories"=>["deep", "news", "more"], "seen"=>"|[\"deep\", \"news\"]|nil|posts", "title"=>"Deep", "date"=>2024-01-09 00:00:00 +0000, "slug"=>"b", "ext"=>".md", "tags"=>[]}
|[]|nil|things
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_page_of_an_excerpt_has_the_methods_that_a_plugin_adds_to_documents() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Jekyll
  module Drops
    class DocumentDrop
      def shout
        "S:#{@obj.data["title"]}"
      end

      def title
        "T:#{@obj.data["title"]}"
      end

      def url
        "U:#{@obj.url}"
      end

      def path
        "P:#{File.basename(@obj.path)}"
      end

      def date
        "never for excerpts"
      end
    end
  end
end
"#,
        )
        .file(
            "_posts/2024-01-02-a.md",
            r"---
title: hello
---
A {{ page.shout }} {{ page.title }} {{ page.url }} {{ page.path }} {{ page.id }} {{ page.date }}.

B {{ page.shout }} {{ page.title }}
",
        )
        .file(
            "index.html",
            r"---
---
{% for p in site.posts %}{{ p.excerpt }} {{ p.title }} {{ p.shout }} {{ p.path }}{% endfor %}
",
        );
    build(&site).succeeds().wrote(
        "index.html",
        r"<p>A S:hello T:hello U:/2024/01/02/a.html P:#excerpt /2024/01/02/a#excerpt 2024-01-02 00:00:00 +0000.</p>
 T:hello S:hello P:2024-01-02-a.md
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_rest_of_a_layout_sees_content_that_a_filter_changed_in_place() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r"module Tack
  def tack(s, t) s << t; s end
end
Liquid::Template.register_filter(Tack)
",
        )
        .file(
            "_layouts/base.html",
            r"[{{ content }}]
",
        )
        .file(
            "_layouts/default.html",
            r#"---
layout: base
---
<{{ content | tack: "!!!!!!!!!!!!!!!!!!!!!!!!!" | strip }}|{{ content | strip }}>
"#,
        )
        .file(
            "index.html",
            r"---
layout: default
---
body text is long enough to be no embedded string
",
        );
    build(&site).succeeds().wrote(
        "index.html",
        r"[<body text is long enough to be no embedded string
!!!!!!!!!!!!!!!!!!!!!!!!!|body text is long enough to be no embedded string
!!!!!!!!!!!!!!!!!!!!!!!!!>
]
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn registers_and_texts_are_complete_for_tags_and_hooks() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"class Registers < Liquid::Tag
  def render(context)
    registers = context.registers
    registers[:mine] = (registers[:mine] || 0) + 1
    copy = registers.dup
    [registers.keys, registers.size, copy[:mine], registers.map { |key, value| [key, value.class] }, registers.merge(:a => 1).keys,
     registers.fetch(:mine), registers.select { |key, _| key == :mine }, registers.empty?].inspect
  end
end
Liquid::Template.register_tag("registers", Registers)

Jekyll::Hooks.register([:posts, :pages], :post_convert) do |item|
  item.content << "<!-- #{item.to_liquid["content"].inspect} -->\n"
end

Jekyll::Hooks.register(:posts, :post_render) do |item|
  item.output << "<!-- #{item.to_liquid["output"].inspect} #{item.to_liquid["content"].inspect} -->\n"
end
"#)
        .file("_layouts/default.html", r"({{ content }}{% registers %})
")
        .file("_posts/2024-01-02-a.md", r"---
layout: default
---
*post* {% registers %}
")
        .file("index.md", r"---
layout: default
---
*page* {% registers %} {% registers %}
");
    build(&site).succeeds().wrote("index.html", r#"(<p><em>page</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Hash], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false] [[:site, :page, :mine], 3, 2, [[:site, Jekyll::Site], [:page, Hash], [:mine, Integer]], [:site, :page, :mine, :a], 2, {:mine=&gt;2}, false]</p>
<!-- "<p><em>page</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Hash], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false] [[:site, :page, :mine], 3, 2, [[:site, Jekyll::Site], [:page, Hash], [:mine, Integer]], [:site, :page, :mine, :a], 2, {:mine=&gt;2}, false]</p>\n" -->
[[:site, :page, :mine], 3, 2, [[:site, Jekyll::Site], [:page, Hash], [:mine, Integer]], [:site, :page, :mine, :a], 2, {:mine=>2}, false])
"#).wrote("2024/01/02/a.html", r#"(<p><em>post</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false]</p>
<!-- "<p><em>post</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false]</p>\n" -->
[[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=>1}, false])
<!-- "(<p><em>post</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false]</p>\n<!-- \"<p><em>post</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false]</p>\\n\" -->\n[[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=>1}, false])\n" "<p><em>post</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false]</p>\n<!-- \"<p><em>post</em> [[:site, :page, :mine], 3, 1, [[:site, Jekyll::Site], [:page, Jekyll::Drops::DocumentDrop], [:mine, Integer]], [:site, :page, :mine, :a], 1, {:mine=&gt;1}, false]</p>\\n\" -->\n" -->
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn addresses_are_those_of_the_gem_addressable() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Addresses
  def parts(address)
    uri = Addressable::URI.parse(address)
    [uri.scheme, uri.host, uri.port, uri.path, uri.query, uri.fragment, uri.query_values, uri.site, uri.absolute?].inspect
  end

  def normal(address)
    Addressable::URI.parse(address).normalize.to_s
  end

  def joined(address, other)
    Addressable::URI.join(address, other).to_s
  end

  def encoded(address)
    [Addressable::URI.encode(address), Addressable::URI.escape(address), Addressable::URI.unencode(address),
     Addressable::URI.encode_component(address, Addressable::URI::CharacterClasses::UNRESERVED)].join(" ")
  end

  def tracked(address)
    uri = Addressable::URI.parse(address)
    uri.query_values = (uri.query_values || {}).merge("utm" => "a b", "x" => nil)
    uri.fragment = nil
    uri.to_s
  end

  def checked(address)
    Addressable::URI.parse(address).to_s
  rescue Addressable::URI::InvalidURIError => e
    e.message
  end
end
Liquid::Template.register_filter(Addresses)
"#)
        .file("index.html", r#"---
addresses: ["http://EXAMPLE.com:80/a/../b?x=1&y=ü#f", "/a b/ü", "mailto:a@b.c", "https://u:p@h.org/x/?q", "ü/../x%20y"]
---
{% for a in page.addresses %}
{{ a | parts }}
{{ a | normal }}
{{ a | encoded }}
{{ a | tracked }}
{{ "http://h.org/d/e?f" | joined: a }}
{% endfor %}
{{ "http://" | checked }} {{ "1x:y" | checked }} {{ "//" | checked }}
"#);
    build(&site).succeeds().wrote("index.html", r#"
["http", "EXAMPLE.com", 80, "/a/../b", "x=1&y=ü", "f", {"x"=>"1", "y"=>"ü"}, "http://EXAMPLE.com:80", true]
http://example.com/b?x=1&y=%C3%BC#f
http://EXAMPLE.com:80/a/../b?x=1&y=%C3%BC#f http://EXAMPLE.com:80/a/../b?x=1&y=%C3%BC#f http://EXAMPLE.com:80/a/../b?x=1&y=ü#f http%3A%2F%2FEXAMPLE.com%3A80%2Fa%2F..%2Fb%3Fx%3D1%26y%3D%C3%BC%23f
http://EXAMPLE.com:80/a/../b?utm=a%20b&x&y=%C3%BC
http://EXAMPLE.com:80/b?x=1&y=ü#f

[nil, nil, nil, "/a b/ü", nil, nil, nil, nil, false]
/a%20b/%C3%BC
/a%20b/%C3%BC /a%20b/%C3%BC /a b/ü %2Fa%20b%2F%C3%BC
/a b/ü?utm=a%20b&x
http://h.org/a b/ü

["mailto", nil, nil, "a@b.c", nil, nil, nil, "mailto:", true]
mailto:a@b.c
mailto:a@b.c mailto:a@b.c mailto:a@b.c mailto%3Aa%40b.c
mailto:a@b.c?utm=a%20b&x
mailto:a@b.c

["https", "h.org", nil, "/x/", "q", nil, {"q"=>nil}, "https://u:p@h.org", true]
https://u:p@h.org/x/?q
https://u:p@h.org/x/?q https://u:p@h.org/x/?q https://u:p@h.org/x/?q https%3A%2F%2Fu%3Ap%40h.org%2Fx%2F%3Fq
https://u:p@h.org/x/?q&utm=a%20b&x
https://u:p@h.org/x/?q

[nil, nil, nil, "ü/../x%20y", nil, nil, nil, nil, false]
%C3%BC/../x%20y
%C3%BC/../x%2520y %C3%BC/../x%2520y ü/../x y %C3%BC%2F..%2Fx%2520y
ü/../x%20y?utm=a%20b&x
http://h.org/d/x%20y

Absolute URI missing hierarchical segment: 'http://' Invalid scheme format: '1x' //
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_to_liquid_may_set_front_matter() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"class Jekyll::Document
  alias_method :plain_liquid, :to_liquid

  def to_liquid
    data["words"] ||= content.split.size
    plain_liquid
  end
end

class Jekyll::StaticFile
  alias_method :plain_liquid, :to_liquid

  def to_liquid
    data["kind"] = "file #{extname}"
    plain_liquid
  end
end
"#)
        .file("_posts/2024-01-01-a.md", r"---
title: A
---
one two three {{ page.words }}
")
        .file("index.html", r"---
---
{% for p in site.posts %}{{ p.words }} {{ p.title }}{% endfor %} {% for f in site.static_files %}{{ f.kind }} {{ f.path }}{% endfor %}
")
        .file("x.txt", r"t
");
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r"6 A file .txt /x.txt
",
        )
        .wrote(
            "2024/01/01/a.html",
            r"<p>one two three 6</p>
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_site_and_its_layouts_have_the_attributes_that_jekyll_gives_them() {
    let site = Site::new()
        .file("_config.yml", r"plugins: []
collections: [things]
")
        .file("_plugins/a.rb", r#"require "yaml"
class Facts < Jekyll::Generator
  def generate(site)
    layout = site.layouts["default"]
    loaded = YAML.load("day: 2024-01-02\ntimes: [2024-01-02 10:00:00]", :permitted_classes => [Date, Time])
    site.data["facts"] = [
      site.gems, site.profiler.class, site.plugin_manager.class, site.plugin_manager.site.equal?(site), site.file_read_opts,
      site.collections["things"].docs.first.related_posts, layout.type, layout.hook_owner, site.pages.first.type, loaded, loaded["day"] >> 1
    ].map(&:inspect).join("\n")
  end
end
"#)
        .file("_layouts/default.html", r"{{ content }}
")
        .file("_posts/2024-01-02-a.md", r"---
title: A
---
x
")
        .file("_things/a.md", r"---
title: A
---
x
")
        .file("index.html", r"---
---
{{ site.data.facts }}
");
    build(&site).succeeds().wrote(
        "index.html",
        r#"[]
Jekyll::Profiler
Jekyll::PluginManager
true
{:encoding=>"bom|utf-8"}
[]
nil
nil
:pages
{"day"=>#<Date: 2024-01-02 ((2460312j,0s,0n),+0s,2299161j)>, "times"=>[2024-01-02 10:00:00 +0000]}
#<Date: 2024-02-02 ((2460343j,0s,0n),+0s,2299161j)>
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_to_liquid_that_depends_on_the_time_of_its_call_ends_the_build() {
    let cases = [
        ("plain_liquid.to_h", "returns another object than the drop"),
        (
            "data['words'] = content.split.size; plain_liquid",
            "has another result with each call, or with other content",
        ),
    ];
    for (method, problem) in cases {
        let plugin = format!(
            "class Jekyll::Document\n  alias_method :plain_liquid, :to_liquid\n  def to_liquid\n    {method}\n  end\nend\n"
        );
        let site = Site::new().file("_plugins/a.rb", &plugin).file("_posts/2024-01-01-a.md", "---\n---\none\n");
        let message = format!("Reason: replacing Jekyll::Document#to_liquid is not supported if the method {problem}");
        build(&site).fails().says(&message).says("--> _plugins/a.rb:3");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn ruby_sees_what_native_generators_change_and_keeps_its_own_changes() {
    let mut site = Site::new()
        .file("_config.yml", "plugins: [jekyll-titles-from-headings]\n")
        .file(
            "_plugins/a.rb",
            r##"def pages(site) = site.pages.select { |page| page.ext == ".md" }.sort_by(&:name)

Jekyll::Hooks.register :site, :post_read do |site|
  pages(site).each { |page| page.data["note"] = page.data["title"].inspect }
end

Jekyll::Hooks.register :site, :pre_render do |site|
  pages(site).each { |page| page.data["seen"] = "#{page.data["note"]} #{page.data["title"]}" }
  site.data["all"] = pages(site).map { |page| page.data["seen"] }
end
"##,
        )
        .file("index.html", "---\n---\n{{ site.data.all | join: '|' }}");
    for number in 1..9 {
        let front_matter = if number % 2 == 0 { format!("title: T{number}\n") } else { String::new() };
        site = site.file(&format!("p{number}.md"), format!("---\n{front_matter}---\n# Heading {number}\n"));
    }
    let expected = "nil Heading 1|\"T2\" T2|nil Heading 3|\"T4\" T4|nil Heading 5|\"T6\" T6|nil Heading 7|\"T8\" T8";
    build(&site).succeeds().wrote("index.html", expected);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn filters_and_tags_see_the_documents_before_them_on_any_number_of_threads() {
    let plugin = r##"module Reading
  def content_of(title)
    @context.registers[:site].posts.docs.find { |post| post.data["title"] == title }.to_liquid["content"].strip
  end
end
Liquid::Template.register_filter(Reading)

class Count < Liquid::Tag
  SYNTAX = /\w+/.freeze
  def initialize(name, markup, tokens)
    super
    raise Liquid::SyntaxError, "no word" unless markup =~ SYNTAX
    @word = markup.strip
    @seen = Hash.new { |seen, word| seen[word] = 0 }
  end

  def render(context)
    $count = ($count || 0) + 1
    @seen[@word] += 1
    last = context.registers[:site].posts.docs.last
    "#{@word}#{$count} #{last.content.strip}"
  end
end
Liquid::Template.register_tag("count", Count)
"##;
    let mut site = Site::new().file("_plugins/a.rb", plugin).file("index.html", "---\n---\n{% count page %}");
    for number in 1..=9 {
        let body = match number {
            3 | 6 => "{% count post %}".to_string(),
            // The content of an earlier document is HTML; the content of a later document is still its source.
            5 => "{{ 'T4' | content_of }} {{ 'T9' | content_of }}".to_string(),
            8 => "{{ 'T6' | content_of }} {{ 'T9' | content_of }}".to_string(),
            _ => format!("text{number}"),
        };
        site = site.file(&format!("_posts/2024-01-0{number}-p.md"), format!("---\ntitle: T{number}\n---\n{body}\n"));
    }
    let module = module().unwrap_or_default();
    for threads in ["1", "2", "8"] {
        let environment = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", &*module), ("RAYON_NUM_THREADS", threads)];
        let outcome = site.run_with(&["build"], &environment).succeeds();
        let outcome =
            outcome.wrote("2024/01/03/p.html", "<p>post1 text9</p>\n").wrote("index.html", "page3 <p>text9</p>");
        let outcome = outcome.wrote("2024/01/06/p.html", "<p>post2 text9</p>\n");
        let outcome = outcome.wrote("2024/01/05/p.html", "<p>text4</p>\n<p>text9</p>\n");
        outcome.wrote("2024/01/08/p.html", "<p>post2 text9</p>\n<p>text9</p>\n");
    }
}
