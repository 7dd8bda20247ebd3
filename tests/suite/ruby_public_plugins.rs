//! Plugins as public sites have them: they pass values of other classes, set pagers, read pages from unusual folders,
//! and do what fails in Jekyll. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_date_time_stays_one_in_front_matter_data_and_filters() {
    let site = Site::new()
        .file("_config.yml", "csv_reader: {csv_converters: [date_time]}\n")
        .file("_data/times.csv", "at\n2026-01-31T10:20:30Z\n2026-01-31T10:20:30.5+02:00\n")
        .file(
            "_plugins/own.rb",
            r##"class Stamp < Jekyll::Generator
  def generate(site)
    page = site.pages.find { |one| one.name == "index.html" }
    page.data["t"] = DateTime.new(2024, 3, 5, 23, 30, Rational(301, 10), "+05:30")
    page.data["l"] = [DateTime.parse("1999-12-31T01:02:03-03:00")]
  end
end

module Stamps
  def kind(time)
    "#{time.class} #{time.strftime("%Z %L %s %Q")}"
  end

  def stamp(text)
    DateTime.parse(text)
  end
end
Liquid::Template.register_filter(Stamps)
"##,
        )
        .file(
            "index.html",
            r##"---
---
{{ page.t }} {{ page.t | inspect }} {{ page.t | jsonify }}
{{ page.t | date: "%H:%M %Z %z %v" }} {{ page.t | date_to_xmlschema }} {{ page.t | kind }}
{{ page.l }} {{ page.l | inspect }} {{ page.l[0] | kind }} {{ page.t | concat: page.l | size }}
{{ "2024-02-03T04:05:06-07:00" | stamp }} {{ "2024-02-03" | stamp | kind }}
{{ site.data.times | map: "at" | inspect }} {{ site.data.times[1].at | kind }}
"##,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r##"2024-03-05T23:30:30+05:30 #&lt;DateTime: 2024-03-05T23:30:30+05:30 ((2460375j,64830s,100000000n),+19800s,2299161j)&gt; "2024-03-05T23:30:30+05:30"
23:30 +05:30 +0530  5-MAR-2024 2024-03-05T18:00:30+00:00 DateTime +05:30 100 1709661630 1709661630100
1999-12-31T01:02:03-03:00 [#&lt;DateTime: 1999-12-31T01:02:03-03:00 ((2451544j,14523s,0n),-10800s,2299161j)&gt;] DateTime -03:00 000 946612923 946612923000 2
2024-02-03T04:05:06-07:00 DateTime +00:00 000 1706918400 1706918400000
[#&lt;DateTime: 2026-01-31T10:20:30+00:00 ((2461072j,37230s,0n),+0s,2299161j)&gt;, #&lt;DateTime: 2026-01-31T10:20:30+02:00 ((2461072j,30030s,500000000n),+7200s,2299161j)&gt;] DateTime +02:00 500 1769847630 1769847630500
"##,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_that_take_texts_fail_for_other_values() {
    let site = Site::new()
        .file("_posts/2024-01-01-p.md", "---\ntitle: P\n---\nAn *x*\n\nmore\n")
        .file(
            "_plugins/own.rb",
            r##"require "nokogiri"

class Ask < Jekyll::Generator
  def generate(site)
    post = site.posts.docs.first
    markdown = site.find_converter_instance(Jekyll::Converters::Markdown)
    page = Nokogiri::HTML("<p>x</p>")
    calls = {
      "markdown" => ->(value) { markdown.convert(value) },
      "smart" => ->(value) { site.find_converter_instance(Jekyll::Converters::SmartyPants).convert(value) },
      "kramdown" => ->(value) { Kramdown::Document.new(value).to_html },
      "fragment" => ->(value) { Nokogiri::HTML.fragment(value).to_html },
      "fragment5" => ->(value) { Nokogiri::HTML5.fragment(value).to_html },
      "xml" => ->(value) { Nokogiri::XML(value).to_s },
      "node" => ->(value) { Nokogiri::XML::Node.new(value, page).to_html },
      "text" => ->(value) { Nokogiri::XML::Text.new(value, page).to_html },
      "name" => ->(value) { page.at("p").dup.name = value },
      "template" => ->(value) { Liquid::Template.parse(value).render({}) },
      "merge" => ->(value) { Jekyll::Utils.deep_merge_hashes({ "a" => 2 }, value) },
      "yaml" => ->(value) { SafeYAML.load(value) }
    }
    values = { "nil" => nil, "5" => 5, "list" => ["a"], "symbol" => :a, "excerpt" => post.data["excerpt"] }
    post.data["log"] = calls.map do |name, call|
      results = values.map do |value, one|
        "#{value} #{call.call(one).inspect}"
      rescue NoMethodError, TypeError => e
        "#{value} #{e.class}"
      end
      "#{name}: #{results.join(", ")}\n"
    end
  end
end
"##,
        )
        .file("log.txt", "---\n---\n{% for line in site.posts.first.log %}{{ line }}{% endfor %}");
    build(&site).succeeds().wrote(
        "log.txt",
        r##"markdown: nil NoMethodError, 5 NoMethodError, list NoMethodError, symbol NoMethodError, excerpt NoMethodError
smart: nil NoMethodError, 5 NoMethodError, list NoMethodError, symbol NoMethodError, excerpt NoMethodError
kramdown: nil NoMethodError, 5 NoMethodError, list NoMethodError, symbol NoMethodError, excerpt NoMethodError
fragment: nil "", 5 TypeError, list TypeError, symbol "a", excerpt TypeError
fragment5: nil "", 5 "5", list "[\"a\"]", symbol "a", excerpt "<p>An <em>x</em></p>\n"
xml: nil "<?xml version=\"1.0\"?>\n", 5 TypeError, list TypeError, symbol TypeError, excerpt TypeError
node: nil TypeError, 5 TypeError, list TypeError, symbol TypeError, excerpt TypeError
text: nil TypeError, 5 TypeError, list TypeError, symbol TypeError, excerpt TypeError
name: nil TypeError, 5 TypeError, list TypeError, symbol TypeError, excerpt TypeError
template: nil "", 5 NoMethodError, list NoMethodError, symbol NoMethodError, excerpt NoMethodError
merge: nil TypeError, 5 TypeError, list TypeError, symbol TypeError, excerpt TypeError
yaml: nil TypeError, 5 TypeError, list TypeError, symbol TypeError, excerpt TypeError
"##,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_static_file_that_is_its_own_destination_is_lost() {
    let ruby = r##"class Kept < Jekyll::StaticFile
  def write(dest)
    super rescue ArgumentError
    true
  end
end

class Map < Jekyll::Generator
  def generate(site)
    FileUtils.mkdir_p(site.dest)
    File.write(File.join(site.dest, "map.xml"), "<map/>")
    site.static_files << Kept.new(site, site.dest, "/", "map.xml")
  end
end
"##;
    let page = ("a.html", "---\n---\nx");
    let site = Site::new().file("_plugins/own.rb", ruby).file(page.0, page.1);
    build(&site).succeeds().wrote_just(&["a.html"]);
    let plain = ruby.replace("Kept.new", "Jekyll::StaticFile.new");
    let site = Site::new().file("_plugins/own.rb", plain).file(page.0, page.1);
    build(&site).fails();
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_pager_that_a_generator_sets_is_the_paginator() {
    let site = Site::new()
        .file("_plugins/own.rb", r##"class Slice
  def initialize(number, items)
    @number, @items = number, items
  end

  def to_liquid
    { "page" => @number, "items" => @items, "next" => @number < 2 ? @number + 1 : nil }
  end
end

class Slices < Jekyll::Generator
  def generate(site)
    first = site.pages.find { |page| page.name == "list.html" }
    first.pager = Slice.new(1, site.posts.docs.first(1))
    second = Jekyll::Page.new(site, site.source, "", "list.html")
    second.pager = Slice.new(2, site.posts.docs.drop(1))
    second.dir = "two"
    site.pages << second
  end
end

# It is too late for a page that is being rendered.
Jekyll::Hooks.register(:pages, :pre_render) { |page| page.pager = Slice.new(9, []) if page.name == "other.html" }
"##)
        .file("_posts/2024-01-01-a.md", "---\ntitle: A\n---\nx")
        .file("_posts/2024-01-02-b.md", "---\ntitle: B\n---\nx")
        .file("list.html", "---\n---\n{{ paginator.page }} {% for one in paginator.items %}{{ one.title }}{% endfor %} {{ paginator.next }}")
        .file("other.html", "---\n---\n[{{ paginator }}]");
    build(&site).succeeds().wrote("list.html", "1 A 2").wrote("two/list.html", "2 B ").wrote("other.html", "[]");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_page_is_read_below_the_source_whatever_its_folder_begins_with() {
    let site = Site::new()
        .file(
            "_plugins/own.rb",
            r##"class Rooted < Jekyll::Page
  def initialize(site, base, dir, name)
    @site = site
    @base = base
    @dir = dir
    @name = name
    process(name)
    read_yaml(File.join(base, "_layouts"), "own.html")
  end
end

class Reader < Jekyll::Generator
  def generate(site)
    copy = Jekyll::Page.new(site, site.source, File.join(site.source, "deep"), "a.html")
    copy.data["permalink"] = "/copy.html"
    site.pages << copy << Rooted.new(site, "/", "rooted", "index.html")
  end
end
"##,
        )
        .file("_layouts/own.html", "---\ntitle: Layout\n---\n{{ page.title }}")
        .file("deep/a.html", "---\ntitle: Deep\n---\n{{ page.title }} {{ page.dir }}");
    build(&site)
        .succeeds()
        .wrote("copy.html", "Deep /")
        .wrote("deep/a.html", "Deep /deep/")
        .wrote("rooted/index.html", "Layout");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn documents_and_static_files_have_the_methods_that_they_have_in_jekyll() {
    let site = Site::new()
        .file(
            "_plugins/own.rb",
            r##"class Ask < Jekyll::Generator
  def generate(site)
    post, file = site.posts.docs.first, site.static_files.first
    names = %i(collection site ext extname data render data=)
    log = [post, file].map { |one| names.select { |name| one.respond_to?(name) } }
    calls = [-> { post.render(site.layouts, site.site_payload) }, -> { file.collection }]
    post.data["log"] = log.concat(calls.map { |call| call.call.class rescue $!.class.to_s })
  end
end
"##,
        )
        .file("_posts/2024-01-01-p.md", "---\n---\nx")
        .file("plain.txt", "x")
        .file("log.txt", "---\n---\n{{ site.posts.first.log | inspect }}");
    build(&site).succeeds().wrote(
        "log.txt",
        "[[:collection, :site, :ext, :extname, :data], [:extname, :data], &quot;NoMethodError&quot;, &quot;NoMethodError&quot;]",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_can_render_the_link_tag_in_its_own_way() {
    let site = Site::new()
        .file("_config.yml", "baseurl: /base\n")
        .file(
            "_plugins/own.rb",
            r##"module Jekyll
  module Tags
    class Link < Liquid::Tag
      def render(context)
        @context = context
        context.registers[:site].each_site_file do |item|
          return "<#{relative_url(item)}>" if ["/#{@relative_path}", @relative_path].include?(item.relative_path)
        end
        raise ArgumentError, "nothing for #{self.class.tag_name}"
      end
    end
  end
end
"##,
        )
        .file("n/index.md", "---\n---\nx")
        .file("plain.txt", "x")
        .file("a.html", "---\n---\n{% link n/index.md %} {% link plain.txt %}");
    build(&site).succeeds().wrote("a.html", "</base/n/> </base/plain.txt>");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn files_are_copied_with_their_times_and_modes_as_far_as_the_sandbox_has_them() {
    let site = Site::new()
        .file(
            "_plugins/own.rb",
            r##"Jekyll::Hooks.register(:site, :post_write) do |site|
  FileUtils.cp(File.join(site.source, "_root/a.txt"), site.dest, :preserve => true)
  FileUtils.cp_r(File.join(site.source, "_root/sub"), site.dest, :preserve => true)
end
"##,
        )
        .file("_root/a.txt", "A")
        .file("_root/sub/b.txt", "B")
        .file("a.html", "---\n---\nx");
    build(&site).succeeds().wrote("a.txt", "A").wrote("sub/b.txt", "B");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_template_that_is_rendered_again_sees_the_environment_before_what_it_assigned() {
    let site = Site::new()
        .file(
            "_plugins/own.rb",
            r#"class Again < Liquid::Tag
  SOURCE = "{% assign old = n %}{% assign n = m %}{{ n }}{{ old }}{{ seen }}{% assign seen = 'y' %};".freeze

  def render(context)
    template = Liquid::Template.parse(SOURCE)
    text = template.render("n" => 1, "m" => 5)
    text << template.render({ "n" => 2, "m" => 6 }, :registers => { :a => 1 })
    text << template.render("n" => 3, "m" => 7, "seen" => "e")
    template.assigns["m"] = 9
    text << template.render << template.render("n" => nil)
    text << template.instance_assigns.inspect
    text << template.render!(context.registers[:site].site_payload)
    text << Liquid::Context.new({ "a" => 1 }, { "a" => 2, "b" => 3 })["a"].to_s
  end
end
Liquid::Template.register_tag("again", Again)
"#,
        )
        .file("index.html", "---\n---\n{% again %}\n");
    build(&site).succeeds().wrote(
        "index.html",
        r#"51;62y;73e;97y;9y;{"old"=>nil, "n"=>9, "seen"=>"y"}99y;1
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_word_blank_calls_the_method_of_a_plugin() {
    let site = Site::new()
        .file("_plugins/own.rb", r#"class Object
  def blank?
    respond_to?(:empty?) ? empty? : !self
  end
end
"#)
        .file("index.html", r#"---
none:
denied: false
granted: true
empty: ""
spaces: " "
text: a
list: []
hash: {}
---
{% assign names = "none,denied,granted,empty,spaces,text,list,hash,missing" | split: "," %}{% for name in names %}{% if page[name] == blank %}{{ name }} {% endif %}{% unless page[name] != blank %}= {% endunless %}{% endfor %}
"#)
    ;
    build(&site).succeeds().wrote("index.html", "none = denied = empty = list = hash = missing = \n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_see_the_language_of_each_pass_of_jekyll_polyglot() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"plugins: [jekyll-polyglot]
languages: [fr, en]
default_lang: fr
lang_vars: [idiom]
exclude_from_localization: [assets]
"#,
        )
        .file("_data/en/texts.yml", "next: Next\n")
        .file("_data/fr/texts.yml", "next: Suivant\n")
        .file(
            "_plugins/own.rb",
            r#"class Translated < Liquid::Tag
  def render(context)
    site = context.registers[:site]
    languages = [site.active_lang, site.default_lang, site.languages, site.lang_vars, site.exclude_from_localization]
    found = site.data.dig(site.config["active_lang"], "texts", @markup.strip)
    [found, languages.inspect, site.config["idiom"], site.dest.split("/").last == "en"].join(" ")
  end
end
Liquid::Template.register_tag("t", Translated)

Jekyll::Hooks.register(:site, :pre_render) { |site| site.data["seen"] = site.active_lang }
"#,
        )
        .file("index.html", "---\n---\n{% t next %} {{ site.data.seen }} {{ site.active_lang }}\n");
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"Suivant ["fr", "fr", ["fr", "en"], ["idiom"], ["assets"]] fr false fr fr
"#,
        )
        .wrote(
            "en/index.html",
            r#"Next ["en", "fr", ["fr", "en"], ["idiom"], ["assets"]] en true en en
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_seo_tag_does_not_see_what_hooks_change_after_conversion() {
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-seo-tag, jekyll-redirect-from]\n")
        .file(
            "_layouts/own.html",
            r#"---
---
{{ page.title }} {{ page.image }} {{ page.known }}
{% seo %}
{{ content }}
"#,
        )
        .file(
            "_plugins/own.rb",
            r#"%i(pages documents).each do |owner|
  Jekyll::Hooks.register(owner, :post_convert) do |item|
    item.data["image"] = "/late.png"
    item.data["title"] = "Late"
  end
end

class Redirects < Jekyll::Generator
  priority :highest

  def generate(site)
    (site.pages + site.posts.docs).each do |item|
      item.data["known"] = [item.redirect_from, item.redirect_to].inspect
      item.data["redirect_from"] = item.redirect_from.map { |path| path.start_with?("/") ? path : "/#{path}" }
    end
  end
end
"#,
        )
        .file(
            "_posts/2020-01-01-post.md",
            r#"---
layout: own
title: Early
redirect_from: [/a.html, ~, b.html]
date: 2020-01-01
---
post
"#,
        )
        .file(
            "index.html",
            r#"---
layout: own
title: Early
redirect_from: old.html
---
page
"#,
        );
    build(&site).succeeds().wrote("index.html", r#"Early  [["old.html"], nil]
<!-- Begin Jekyll SEO tag v2.9.0 -->
<title>Early</title>
<meta name="generator" content="Jekyll v4.4.1" />
<meta property="og:title" content="Early" />
<meta property="og:locale" content="en_US" />
<meta property="og:type" content="website" />
<meta name="twitter:card" content="summary" />
<meta name="twitter:title" content="Early" />
<script type="application/ld+json">
{"@context":"https://schema.org","@type":"WebSite","headline":"Early","url":"/"}</script>
<!-- End Jekyll SEO tag -->

page

"#).wrote("2020/01/01/post.html", r#"Late /late.png [["/a.html", "b.html"], nil]
<!-- Begin Jekyll SEO tag v2.9.0 -->
<title>Late</title>
<meta name="generator" content="Jekyll v4.4.1" />
<meta property="og:title" content="Late" />
<meta property="og:locale" content="en_US" />
<meta name="description" content="post" />
<meta name="twitter:description" property="og:description" content="post" />
<meta property="og:image" content="/late.png" />
<meta property="og:type" content="article" />
<meta property="article:published_time" content="2020-01-01T00:00:00+00:00" />
<meta property="article:modified_time" content="2020-01-01T00:00:00+00:00" />
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:image" content="/late.png" />
<meta name="twitter:title" content="Late" />
<script type="application/ld+json">
{"@context":"https://schema.org","@type":"BlogPosting","dateModified":"2020-01-01T00:00:00+00:00","datePublished":"2020-01-01T00:00:00+00:00","description":"post","headline":"Late","image":"/late.png","mainEntityOfPage":{"@type":"WebPage","@id":"/2020/01/01/post.html"},"url":"/2020/01/01/post.html"}</script>
<!-- End Jekyll SEO tag -->

<p>post</p>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_module_may_have_its_own_method_with_the_name_name() {
    let site = Site::new()
        .file(
            "_plugins/own.rb",
            r##"module Names
  class << self
    def names(text)
      text.split(" and ")
    end
    alias name names

    def first(text)
      names(text).first
    end
  end

  class Person
    def self.name(number)
      "Person #{number}"
    end

    def to_s
      self.class.name(1)
    end
  end
end

Liquid::Template.register_filter(Module.new { def named(text) = "#{Names.first(text)} #{Names.name(text).last} #{Names::Person.new}" })
"##,
        )
        .file("index.html", "---\n---\n{{ 'a and b' | named }}\n");
    build(&site).succeeds().wrote("index.html", "a b Person 1\n");
}
