//! Libraries and their constants: those that Jekyll and its gems have loaded, and those that plugins in Ruby must
//! require. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_use_the_libraries_that_jekyll_has_loaded_and_must_require_others() {
    let site = Site::new()
        .file("_plugins/libraries.rb", r##"NAMED = %w(
  URI URI::HTTP Open3 IPAddr Base64 BigDecimal BigMath CGI CSV Digest::MD5 ERB::Util FileUtils Find JSON Logger Monitor MonitorMixin OpenStruct
  OptParse OptionParser Pathname Psych REXML::ParseException StringIO StringScanner REXML::Document Shellwords PP SecureRandom
  Tempfile Timeout Singleton Benchmark Zlib Net::HTTP NAMES Jekyll::LastModifiedAt
).freeze

def found?(name)
  name.split("::").reduce(Object) { |outer, part| outer.const_get(part, outer == Object) } && true
rescue NameError
  false
end

missing = NAMED.reject { |name| found?(name) }
methods = %i(shellescape to_d pretty_inspect parse_csv).select { |name| "".respond_to?(name) }
private_call = begin
  Object.new.system("true")
rescue NoMethodError => e
  e.message[/\A\w+ method .\w+/]
end
require "shellwords"
require "securerandom"
require "pp"
require "rexml/document"
used = ["a b".shellescape, SecureRandom.hex.size, PP.pp({ 1 => 2 }, +"").chomp, REXML::Document.new("<a/>").root.name, `echo "a b" 'c d' e\ f`]
Jekyll::Hooks.register(:site, :after_init) do |site|
  site.config["lines"] = [missing.join(" "), methods.inspect, private_call, used.inspect, "#{Time.rfc822("Wed, 05 Oct 2011 22:26:12 -0400").rfc822} #{Time.zone_offset("EST")}"]
end
"##)
        .file("index.txt", r"---
---
{% for line in site.lines %}{{ line }}
{% endfor %}")
        ;
    build(&site)
        .succeeds()
        .wrote("index.txt", r#"REXML::Document Shellwords PP SecureRandom Tempfile Timeout Singleton Benchmark Zlib Net::HTTP NAMES Jekyll::LastModifiedAt
[:parse_csv]
private method `system
["a\\ b", 32, "{1=>2}", "a", "a b c d e f\n"]
Wed, 05 Oct 2011 22:26:12 -0400 -18000
"#)
    ;
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn gems_that_a_listed_plugin_loads_are_there_for_plugins_of_the_site() {
    let site = Site::new()
        .file("_plugins/toc.rb", r#"class Parsed < Jekyll::Generator
  def generate(site)
    site.config["parsed"] = [Nokogiri::HTML.fragment("<b>x</b>").text, Shellwords.split("a 'b c'").inspect, defined?(Singleton), defined?(PP).inspect].join(" ")
  end
end
"#)
        .file("_config.yml", r"plugins: [jekyll-toc]
")
        .file("index.txt", r"---
---
{{ site.parsed }}
")
        ;
    build(&site).succeeds().wrote(
        "index.txt",
        r#"x ["a", "b c"] constant nil
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_paginate_categories_with_the_classes_of_jekyll_paginate() {
    let site = Site::new()
        .file("_config.yml", r"plugins: [jekyll-paginate]
paginate: 2
paginate_path: /blog/page:num/
")
        .file("_plugins/categories.rb", r#"require "jekyll-paginate"

module Jekyll
  class CategoryPager < Paginate::Pager
    attr_reader :category

    def initialize(site, category, page, posts)
      @category = category
      super site, page, posts
    end

    alias_method :original_to_liquid, :to_liquid

    def to_liquid
      original_to_liquid.merge("category" => category, "previous_page_path" => path(previous_page), "next_page_path" => path(next_page))
    end

    private

    def path(number)
      number && Paginate::Pager.ensure_leading_slash("c/#{category}/#{number}/")
    end
  end

  class CategoryPages < Generator
    priority :low

    def generate(site)
      return unless Paginate::Pager.pagination_enabled?(site)

      site.categories.each do |category, posts|
        1.upto(Paginate::Pager.calculate_pages(posts, site.config["paginate"])) do |number|
          page = PageWithoutAFile.new(site, site.source, "c/#{category}/#{number}", "index.html")
          page.content = site.pages.find { |one| one.name == "list.html" }.content
          page.pager = CategoryPager.new(site, category, number, posts)
          site.pages << page
        end
      end
      site.config["paths"] = [1, 2].map { |number| Paginate::Pager.paginate_path(site, number) }
      site.config["candidates"] = site.pages.select { |page| Paginate::Pager.pagination_candidate?(site.config, page) }.map(&:path)
    end
  end
end
"#)
        .file("list.html", r"---
---
{{ paginator.category }} {{ paginator.page }}/{{ paginator.total_pages }} {{ paginator.previous_page_path }} {{ paginator.next_page_path }} {% for post in paginator.posts %}{{ post.title }} {% endfor %}
")
        .file("blog/index.html", r#"---
---
{{ paginator.page }}/{{ paginator.total_pages }} {{ paginator.next_page_path }}{{ paginator.previous_page_path }} {{ paginator.posts | map: "title" | join }}
"#)
        .file("other/index.html", r#"---
---
{{ site.paths | join: " " }} {{ site.candidates | join: " " }}
"#)
        .file("_posts/2024-01-01-one.md", r"---
title: One
category: a
---
")
        .file("_posts/2024-01-02-two.md", r"---
title: Two
category: a
---
")
        .file("_posts/2024-01-03-three.md", r"---
title: Three
categories: [a, b]
---
")
        ;
    build(&site)
        .succeeds()
        .wrote(
            "c/a/1/index.html",
            r"a 1/2  /c/a/2/ Three Two 
",
        )
        .wrote(
            "c/a/2/index.html",
            r"a 2/2 /c/a/1/  One 
",
        )
        .wrote(
            "c/b/1/index.html",
            r"b 1/1   Three 
",
        )
        .wrote(
            "blog/index.html",
            r"1/2 /blog/page2/ Three Two
",
        )
        .wrote(
            "blog/page2/index.html",
            r"2/2 /blog/ One
",
        )
        .wrote(
            "other/index.html",
            r"/blog/ /blog/page2/ blog/index.html
",
        );
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn last_modified_at_is_the_gems_object() {
    let site = Site::new()
        .file("_config.yml", r"plugins: [jekyll-last-modified-at]
collections: {notes: {output: true}}
")
        .file("_plugins/own.rb", r#"class Bare < Jekyll::Page
  def initialize(site, name)
    @site = site
    @base = site.source
    @dir = ""
    @name = name
    process(name)
    @data = {}
    @content = "{{ page.last_modified_at | inspect }}"
  end
end
class Own < Jekyll::Generator
  def generate(site)
    site.pages << Bare.new(site, "bare.txt")
    made = Jekyll::Page.new(site, site.source, "", "real.txt")
    made.data["permalink"] = "/copy.txt"
    site.pages << made
    site.config["classes"] = [*site.pages, *site.collections["notes"].docs].map { |one| [one.url, one.data["last_modified_at"].class] }.inspect
  end
end
module Own::Filters
  def dates(items)
    items.map { |one| Date.parse(one.data["last_modified_at"].to_s).class }.inspect
  end

  def class_of(item)
    [item.class, item["last_modified_at"].class].inspect
  end
end
Liquid::Template.register_filter(Own::Filters)
"#)
        .file("_notes/a.md", r#"---
---
{{ page.last_modified_at | date: "%Y" | size }}
"#)
        .file("_notes/b.md", r#"---
last_modified_at: 2020-01-01
---
{{ page.last_modified_at | date: "%Y" }} {{ page | class_of }}
"#)
        .file("real.txt", r#"---
---
{{ page.last_modified_at | date: "%Y" | size }} {{ page | class_of }}
"#)
        .file("list.txt", r"---
---
{{ site.classes }} {{ site.notes | dates }} {% for note in site.notes %}{{ note | class_of }}{% endfor %}
")
        ;
    build(&site)
        .succeeds()
        .wrote("list.txt", r#"[["/list.txt", Jekyll::LastModifiedAt::Determinator], ["/real.txt", Jekyll::LastModifiedAt::Determinator], ["/bare.txt", NilClass], ["/copy.txt", Jekyll::LastModifiedAt::Determinator], ["/notes/a.html", Jekyll::LastModifiedAt::Determinator], ["/notes/b.html", Date]] [Date, Date] [Jekyll::Drops::DocumentDrop, Jekyll::LastModifiedAt::Determinator][Jekyll::Drops::DocumentDrop, Date]
"#)
        .wrote("bare.txt", "nil")
        .wrote("copy.txt", r"4 [Hash, Jekyll::LastModifiedAt::Determinator]
")
        .wrote("notes/a.html", r"<p>4</p>
")
        .wrote("notes/b.html", r"<p>2020 [Jekyll::Drops::DocumentDrop, Date]</p>
")
        ;
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn modules_of_a_site_may_have_the_names_of_gems() {
    let site = Site::new()
        .file("_config.yml", r"title: x
")
        .file("_plugins/own.rb", r##"module Jekyll
  module LastModifiedAt
    NAME = "own"
  end

  module CacheBust
    class CacheDigester; end

    def bust(name)
      "#{name}?#{LastModifiedAt::NAME}"
    end
  end
end
Liquid::Template.register_filter(Jekyll::CacheBust)
class Own < Jekyll::Generator
  def generate(site)
    site.pages << Jekyll::PageWithoutAFile.new(site, site.source, "", "made.txt").tap { |page| page.content = "{{ 'a' | bust }}" }
  end
end
"##)
        ;
    build(&site).succeeds().wrote("made.txt", "a?own");
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn commands_use_variables_of_the_environment() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"title: x
",
        )
        .file(
            "_plugins/own.rb",
            r#"require "listen/record/symlink_detector"
module Listen
  class Record
    class SymlinkDetector
      def _fail(*)
        fail Error, "a link"
      end
    end
  end
end
class Own < Jekyll::Generator
  def generate(site)
    hash = %x( git rev-parse --short $OWN_HASH 2>/dev/null ).strip
    hash = %x(echo -n $OWN_NONE).strip[0, 7] if hash == ""
    ENV["OWN"] = "a  b"
    site.config["shown"] = [hash, `echo $OWN "$OWN" '$OWN' ${OWN}x`, `echo "${OWN}"`].inspect
  end
end
"#,
        )
        .file(
            "list.txt",
            r"---
---
{{ site.shown }}
",
        );
    build(&site).succeeds().wrote(
        "list.txt",
        r#"["", "a b a  b $OWN a bx\n", "a  b\n"]
"#,
    );
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_inner_html_of_a_document_has_no_document_type() {
    let site = Site::new()
        .file("_config.yml", r"title: x
")
        .file("_plugins/own.rb", r#"require "nokogiri"
Jekyll::Hooks.register :pages, :post_convert do |page|
  parsed = Nokogiri::HTML(page.content)
  parsed.css("a").each { |link| link.set_attribute("target", "_blank") }
  page.content = parsed.inner_html
end
Jekyll::Hooks.register :pages, :post_render do |page|
  parsed = Nokogiri::HTML("<!DOCTYPE html>\n#{page.output}")
  page.output = [parsed.children.map(&:to_html), parsed.children.to_html, parsed.internal_subset.to_s, parsed.to_html].inspect
end
"#)
        .file("page.md", r"---
---
[link](/a)
")
        ;
    build(&site)
        .succeeds()
        .wrote("page.html", r#"[["", "<html><body>\n<p><a href=\"/a\" target=\"_blank\">link</a></p>\n</body></html>"], "<html><body>\n<p><a href=\"/a\" target=\"_blank\">link</a></p>\n</body></html>", "", "<!DOCTYPE html>\n<html><body>\n<p><a href=\"/a\" target=\"_blank\">link</a></p>\n</body></html>\n"]"#)
        ;
}
