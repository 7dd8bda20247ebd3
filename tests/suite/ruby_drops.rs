//! Drops and times that plugins in Ruby create, list and change. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn keys_of_a_plugins_drop_are_in_the_order_of_their_definition() {
    let site = Site::new()
        .file("_plugins/d.rb", r#"class BookDrop < Jekyll::Drops::Drop
  mutable false
  data_delegators "author", "isbn"
  delegate_methods :zebra_count, :apple_count
  def title
    "T"
  end
  def about
    "A"
  end
  def fallback_data
    @fallback ||= {"x" => 1}
  end
end
class LongBookDrop < BookDrop
  def pages
    900
  end
  def about
    "long"
  end
end
class Book
  attr_reader :data
  def initialize(drop); @drop = drop; @data = {"author" => "me", "isbn" => 3}; end
  def zebra_count; 1; end
  def apple_count; 2; end
  def to_liquid; @d ||= @drop.new(self); end
end
class G < Jekyll::Generator
  def generate(site)
    site.config["books"] = [Book.new(BookDrop), Book.new(LongBookDrop)]
  end
end
class ShowBook < Liquid::Tag
  def render(c)
    c.registers[:site].config["books"].map { |b| d = b.to_liquid; [d.keys, d.content_methods, d.to_h].inspect }.join("\n")
  end
end
Liquid::Template.register_tag("showbook", ShowBook)
"#)
        .file("index.html", r#"---
---
{% showbook %}
{{ site.books | jsonify }}
{% for b in site.books %}{{ b | inspect }}{{ b.about }}{% endfor %}
"#);
    build(&site)
        .succeeds()
        .wrote("index.html", r#"[["author", "isbn", "zebra_count", "apple_count", "title", "about", "x"], ["author", "isbn", "zebra_count", "apple_count", "title", "about"], {"author"=>"me", "isbn"=>3, "zebra_count"=>1, "apple_count"=>2, "title"=>"T", "about"=>"A", "x"=>1}]
[["pages", "about", "author", "isbn", "zebra_count", "apple_count", "title", "x"], ["pages", "about", "author", "isbn", "zebra_count", "apple_count", "title"], {"pages"=>900, "about"=>"long", "author"=>"me", "isbn"=>3, "zebra_count"=>1, "apple_count"=>2, "title"=>"T", "x"=>1}]
[{"author":"me","isbn":3,"zebra_count":1,"apple_count":2,"title":"T","about":"A","x":1},{"pages":900,"about":"long","author":"me","isbn":3,"zebra_count":1,"apple_count":2,"title":"T","x":1}]
{
  &quot;author&quot;: &quot;me&quot;,
  &quot;isbn&quot;: 3,
  &quot;zebra_count&quot;: 1,
  &quot;apple_count&quot;: 2,
  &quot;title&quot;: &quot;T&quot;,
  &quot;about&quot;: &quot;A&quot;,
  &quot;x&quot;: 1
}A{
  &quot;pages&quot;: 900,
  &quot;about&quot;: &quot;long&quot;,
  &quot;author&quot;: &quot;me&quot;,
  &quot;isbn&quot;: 3,
  &quot;zebra_count&quot;: 1,
  &quot;apple_count&quot;: 2,
  &quot;title&quot;: &quot;T&quot;,
  &quot;x&quot;: 1
}long
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_placeholders_of_permalinks_have_a_fixed_order() {
    let site = Site::new()
        .file("_plugins/d.rb", r#"class UD < Liquid::Tag
  def render(c)
    doc = c.registers[:site].posts.docs.first
    d = Jekyll::Drops::UrlDrop.new(doc)
    [d.keys.inspect, d.content_methods.inspect, d.to_h.inspect, d["w_year"], d.key?("year"), d.key?("nope"), (d["nope"] rescue $!.class)].join("\n")
  end
end
Liquid::Template.register_tag("ud", UD)
"#)
        .file("_posts/2025-01-02-Some-Thing.md", r#"---
title: X
categories: [A b, C]
---
x
"#)
        .file("index.html", r#"---
---
{% ud %}
"#);
    build(&site)
        .succeeds()
        .wrote("index.html", r#"["collection", "minute", "output_ext", "title", "categories", "path", "name", "year", "slug", "hour", "slugified_categories", "i_day", "second", "i_month", "long_month", "short_year", "short_month", "week", "w_day", "w_year", "short_day", "long_day", "y_day", "day", "month"]
["collection", "minute", "output_ext", "title", "categories", "path", "name", "year", "slug", "hour", "slugified_categories", "i_day", "second", "i_month", "long_month", "short_year", "short_month", "week", "w_day", "w_year", "short_day", "long_day", "y_day", "day", "month"]
{"collection"=>"posts", "minute"=>"00", "output_ext"=>".html", "title"=>"Some-Thing", "categories"=>"a b/c", "path"=>"/2025-01-02-Some-Thing", "name"=>"2025-01-02-some-thing", "year"=>"2025", "slug"=>"some-thing", "hour"=>"00", "slugified_categories"=>"a-b/c", "i_day"=>"2", "second"=>"00", "i_month"=>"1", "long_month"=>"January", "short_year"=>"25", "short_month"=>"Jan", "week"=>"01", "w_day"=>"4", "w_year"=>"2025", "short_day"=>"Thu", "long_day"=>"Thursday", "y_day"=>"002", "day"=>"02", "month"=>"01"}
2025
true
false

"#)
        .wrote("a b/c/2025/01/02/Some-Thing.html", r#"<p>x</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn drops_distinguish_their_methods_from_front_matter() {
    let site = Site::new()
        .file("_plugins/d.rb", r#"class N < Liquid::Tag
  def render(c)
    site = c.registers[:site]
    doc = site.posts.docs.first
    drops = [doc.to_liquid, doc.data["excerpt"].to_liquid, site.static_files.first.to_liquid, site.posts.to_liquid, site.site_payload["site"], site.site_payload]
    drops.map { |d| [d.class.name, d.content_methods.join(","), d.class.getter_method_names.include?("keys")].join(" ") }.join("\n")
  end
end
Liquid::Template.register_tag("notes", N)
"#)
        .file("x.txt", r#"a
"#)
        .file("_posts/2025-01-02-one.md", r#"---
tags: [a, b]
foo: 1
---
x
"#)
        .file("a.html", r#"---
---
{% notes %}
"#);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"Jekyll::Drops::DocumentDrop name,id,tags,collection,next,url,relative_path,excerpt,previous,title,path,content,output,date,categories true
Jekyll::Drops::ExcerptDrop name,date,excerpt,layout,id,tags,collection,next,url,relative_path,previous,title,path,content,output,categories true
Jekyll::Drops::StaticFileDrop name,basename,extname,modified_time,path,collection true
Jekyll::Drops::CollectionDrop label,files,output,directory,docs,relative_directory true
Jekyll::Drops::SiteDrop time,config,static_files,collections,data,posts,tags,html_pages,documents,related_posts,categories,pages true
Jekyll::Drops::UnifiedPayloadDrop paginator,jekyll,theme,layout,content,site,highlighter_prefix,highlighter_suffix,page true
"#)
        .wrote("x.txt", r#"a
"#)
        .wrote("2025/01/02/one.html", r#"<p>x</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_site_is_a_payload_in_liquid() {
    let site = Site::new()
        .file("_config.yml", r#"title: T1
"#)
        .file("_plugins/d.rb", r#"class G < Jekyll::Generator
  priority :low
  def generate(site)
    s = site.to_liquid
    $notes = [s.class, s["title"], s["pages"].inspect, s["site"]["title"], s["jekyll"]["version"], s["page"].inspect, s["content"].inspect, s["layout"].inspect, s["theme"].inspect, s.keys.inspect, s.equal?(site.to_liquid)]
    pay = site.site_payload
    drop = pay["site"]
    drop["viapayload"] = "VP"
    pay["zonk"] = "Z"
    pay["content"] = "C"
    $notes << drop.class << drop["posts"].size << drop["pages"].map(&:name).join(",") << drop["html_pages"].size << drop["related_posts"].inspect << drop["nope"].inspect << drop.key?("title") << drop.key?("posts") << drop["tags"].keys.inspect << drop["collections"].map { |c| c["label"] }.inspect
    $notes << (begin; drop["posts"] = 3; rescue => e; e.class; end) << pay["zonk"].inspect << pay["content"] << pay.key?("zonk") << pay.key?("site") << site.site_payload["zonk"].inspect << site.site_payload["content"].inspect << site.config["viapayload"] << drop.content_methods.inspect << pay.content_methods.inspect
  end
end
class N < Liquid::Tag
  def render(c)
    $notes.join("\n") + c.registers[:site].site_payload["page"].inspect + c.registers[:site].site_payload["site"]["title"]
  end
end
Liquid::Template.register_tag("notes", N)
"#)
        .file("_posts/2025-01-02-one.md", r#"---
tags: [a, b]
---
x
"#)
        .file("a.html", r#"---
---
{% notes %} {{ site.viapayload }} {{ zonk }}
"#);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"Jekyll::Drops::UnifiedPayloadDrop

nil
T1
4.4.1
nil
nil
nil
nil
["paginator", "jekyll", "theme", "layout", "content", "site", "highlighter_prefix", "highlighter_suffix", "page"]
false
Jekyll::Drops::SiteDrop
1
a.html
1
nil
nil
true
true
["a", "b"]
["posts"]
Jekyll::Errors::DropMutationException
"Z"
C
true
true
nil
nil
VP
["time", "config", "static_files", "collections", "data", "posts", "tags", "html_pages", "documents", "related_posts", "categories", "pages"]
["paginator", "jekyll", "theme", "layout", "content", "site", "highlighter_prefix", "highlighter_suffix", "page"]nilT1 VP 
"#)
        .wrote("2025/01/02/one.html", r#"<p>x</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn decorated_documents_are_objects_of_ruby_in_templates() {
    let site = Site::new()
        .file("_plugins/r.rb", r#"require "delegate"
class Deco < SimpleDelegator
  def shout
    data["title"].upcase
  end
  def to_liquid
    { "shout" => shout, "url" => url, "cls" => __getobj__.class.name }
  end
end
class Size
  def initialize(n); @n = n; end
  def to_liquid; SizeDrop.new(@n); end
end
class SizeDrop < Liquid::Drop
  def initialize(n); @n = n; end
  def size; @n; end
  def first; "F"; end
end
class G < Jekyll::Generator
  def generate(site)
    site.config["decos"] = site.posts.docs.map { |d| Deco.new(d) }
    site.config["one"] = Deco.new(site.posts.docs.first)
    site.config["sized"] = Size.new(7)
  end
end
"#)
        .file("_posts/2025-01-01-a.md", r#"---
title: hello
---
"#)
        .file("a.html", r#"---
---
{% for d in site.decos %}{{ d.shout }} {{ d.url }} {{ d.cls }}{% endfor %} {{ site.one.shout }} {{ site.decos | map: "shout" | join }} {{ site.sized | size }} {{ site.sized.size }} {{ site.sized.first }}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"HELLO /2025/01/01/a.html Jekyll::Document HELLO HELLO 7 7 F
"#,
        )
        .wrote(
            "2025/01/01/a.html",
            r#"
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_placeholders_of_documents_are_in_their_urls() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"permalink: /:lang/:series/:title/
"#,
        )
        .file(
            "_plugins/r.rb",
            r#"module Jekyll
  class Document
    alias_method :orig_url_placeholders, :url_placeholders
    def url_placeholders
      @custom ||= orig_url_placeholders.to_h.merge(:series => data["series"] || "none", "lang" => data["lang"] || "en")
    end
  end
end
"#,
        )
        .file(
            "_posts/2025-01-02-x-y.md",
            r#"---
series: s1
---
{{ page.url }}
"#,
        )
        .file(
            "_posts/2025-01-03-z.md",
            r#"---
lang: de
---
{{ page.url }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "de/none/z/index.html",
            r#"<p>/de/none/z/</p>
"#,
        )
        .wrote(
            "en/s1/x-y/index.html",
            r#"<p>/en/s1/x-y/</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn links_do_not_use_a_filter_that_replaces_relative_url() {
    let site = Site::new()
        .file("_config.yml", r#"baseurl: /base
"#)
        .file("_plugins/r.rb", r#"module Overrides
  def upcase(input)
    "<#{super}>"
  end
  def date(input, format)
    super(input, format == "short" ? "%d/%m" : format)
  end
  def markdownify(input)
    super.gsub("<p>", '<p class="m">')
  end
  def where(input, key, value = nil)
    value.nil? ? input.select { |i| i[key] } : super
  end
  def relative_url(input)
    "R" + super
  end
end
Liquid::Template.register_filter(Overrides)
"#)
        .file("a.html", r#"---
l: [{a: 1}, {b: 2}]
---
{{ "x" | upcase }} {{ "2025-02-03" | date: "short" }} {{ "*x*" | markdownify }} {{ page.l | where: "a" | size }} {{ page.l | where: "b", 2 | jsonify }} {{ "/x" | relative_url }} {% link a.html %}
"#);
    build(&site).succeeds().wrote(
        "a.html",
        r#"<X> 03/02 <p class="m"><em>x</em></p>
 1 [{"b":2}] R/base/x /base/a.html
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn links_use_the_changed_module_of_url_filters() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"baseurl: /b
"#,
        )
        .file(
            "_plugins/d.rb",
            r#"module Jekyll
  module Filters
    module URLFilters
      alias_method :plain_relative_url, :relative_url
      def relative_url(input)
        "/x" + plain_relative_url(input)
      end
    end
  end
end
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
---
"#,
        )
        .file(
            "a.html",
            r#"---
---
{% link a.html %} {% post_url 2025-01-02-one %} {{ "/q" | relative_url }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"/x/b/a.html /x/b/2025/01/02/one.html /x/b/q
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"
"#,
        );
}
