//! Methods of documents, pages and readers that a site's own Ruby replaces, and objects that Ruby makes or changes late. The
//! expectations are recorded from Ruby. The tests need the module, as in `ruby.rs`.

use crate::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn documents_are_read_by_the_steps_that_a_plugin_replaces() {
    let site = Site::new()
        .file("_config.yml", r"limit_posts: 2
collections: {songs: {output: true, sort_by: rank}}
defaults:
  - {scope: {path: ''}, values: {author: Ann}}
")
        .file("_plugins/a.rb", r##"module Steps
  def populate_title
    super
    data["title"] = "#{data["title"]}!"
  end

  def categories_from_path(folder)
    super
    merge_data!({ "categories" => ["all"] }, :source => "file path")
  end

  def read_content(**options)
    super
    self.content = content.gsub("first", "FIRST")
  end
end
Jekyll::Document.prepend(Steps)

class Jekyll::Document
  alias_method :own_populate_tags, :populate_tags

  def populate_tags
    own_populate_tags
    data["tags"] = data["tags"].map(&:upcase)
  end

  private

  def merge_defaults
    merge_data!({ "author" => "Bea" }, :source => "front matter defaults")
  end

  def modify_date(date)
    merge_data!({ "date" => "2030-01-01" }, :source => "filename") if date == "2020-01-01"
    super if date != "2020-01-01" && defined?(super)
    merge_data!({ "date" => date }, :source => "filename") unless data["date"]
  end
end

class Jekyll::Excerpt
  alias_method :own_extract, :extract_excerpt

  def extract_excerpt(content)
    own_extract(content).strip + "..."
  end
end

module Jekyll::Utils
  def titleize_slug(slug)
    slug.tr("-", " ")
  end
end
"##)
        .file("_posts/2019-01-01-early.md", r"---
---
early
")
        .file("_posts/2020-01-01-future.md", r"---
---
future
")
        .file("_posts/2020-02-02-a-post.md", r"---
tags: x y
---
first words

more
")
        .file("news/_posts/2020-03-03-the-news.md", r"---
title: News
category: own
---
first news
")
        .file("_songs/b.md", r"---
rank: 2
---
song b
")
        .file("_songs/a.md", r"---
rank: 1
date: 2021-01-01
---
song a
")
        .file("index.html", r#"---
---
{% for post in site.posts %}{{ post.title }}|{{ post.date | date: "%F" }}|{{ post.tags | join: "," }}|{{ post.categories | join: "," }}|{{ post.author }}|{{ post.excerpt | strip_html | strip }}|{{ post.url }}
{% endfor %}{% for song in site.songs %}{{ song.title }} {{ song.author }} {{ song.url }};{% endfor %}
"#)
        ;
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r"News!|2020-03-03||news,all,own|Bea|FIRST news…|/news/all/own/2020/03/03/the-news.html
a post!|2020-02-02|X,Y|all|Bea|FIRST words…|/all/2020/02/02/a-post.html
a! Bea /songs/a.html;b! Bea /songs/b.html;
",
        )
        .wrote(
            "all/2020/02/02/a-post.html",
            r"<p>FIRST words</p>

<p>more</p>
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn urls_and_places_follow_the_parts_that_a_plugin_replaces() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"collections: {docs: {output: true}}
",
        )
        .file(
            "_plugins/a.rb",
            r#"class Jekyll::Document
  alias_method :own_permalink, :permalink

  def permalink
    own_permalink&.sub("/old/", "/new/")
  end

  def basename_without_ext
    File.basename(path, ".*").sub(/\A\d{4}-\d\d-\d\d-/, "")
  end
end

class Jekyll::Collection
  alias_method :own_url_template, :url_template

  def url_template
    label == "docs" ? "/d/:path:output_ext" : own_url_template
  end
end

class Jekyll::Page
  alias_method :own_template, :template

  def template
    html? && !index? ? "/pages/:basename/" : own_template
  end

  def url_placeholders
    super_placeholders.merge(:path => "p#{@dir}")
  end

  def super_placeholders
    { :path => @dir, :basename => basename, :output_ext => output_ext }
  end

  def dir
    "/in#{url}"
  end
end

class Jekyll::URL
  alias_method :own_sanitize_url, :sanitize_url

  def sanitize_url(text)
    own_sanitize_url(text).tr("_", "-")
  end
end

class Jekyll::StaticFile
  alias_method :own_destination, :destination

  def destination(folder)
    own_destination(folder).sub("/files/", "/copies/")
  end
end

class Urls < Jekyll::Generator
  def generate(site)
    site.data["urls"] = site.posts.docs.map { |post| [post.url, post.id] }
  end
end
"#,
        )
        .file(
            "_posts/2020-02-02-a_post.md",
            r"---
---
a
",
        )
        .file(
            "_posts/2020-02-03-b.md",
            r"---
permalink: /old/:title/
---
b
",
        )
        .file(
            "_docs/sub_folder/one.md",
            r"---
---
one
",
        )
        .file(
            "css/main.scss",
            r"---
---
a { b: c }
",
        )
        .file(
            "files/x.txt",
            r"x
",
        )
        .file(
            "sub/about.md",
            r"---
---
about
",
        )
        .file(
            "index.html",
            r"---
---
{{ site.data.urls | jsonify }}
{% for page in site.pages %}{{ page.url }} {{ page.dir }};{% endfor %}
{% for doc in site.documents %}{{ doc.url }} {{ doc.id }};{% endfor %}
",
        );
    build(&site)
        .succeeds()
        .wrote("p/index.html", r#"[["/2020/02/02/a-post.html","/2020/02/02/a_post"],["/new/b/","/new/b"]]
/pages/about/ /in/pages/about/;/p/ /in/p/;/p/css/main.css /in/p/css/main.css;
/2020/02/02/a-post.html /2020/02/02/a_post;/new/b/ /new/b;/d/sub-folder/one.html /d/sub-folder/one;
"#)
        .wrote("copies/x.txt", r"x
")
        .wrote("new/b/index.html", r"<p>b</p>
")
        .wrote("2020/02/02/a-post.html", r"<p>a</p>
")
        .wrote("d/sub-folder/one.html", r"<p>one</p>
")
        .wrote("pages/about/index.html", r"<p>about</p>
")
        .wrote("p/in/p/css/main.css/main.css.map", r#"{"version":3,"sourceRoot":"","sources":["main.scss"],"names":[],"mappings":"AAAA;EAAI","sourcesContent":["a { b: c }\n"],"file":"main.css"}"#)
        ;
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn keys_of_documents_and_pages_follow_replaced_methods() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"class Jekyll::Document
  alias_method :own_date, :date
  alias_method :own_id, :id

  def date
    own_date + 86_400
  end

  def id
    "id:#{own_id}"
  end

  def next_doc
    collection.docs.first
  end

  def <=>(other)
    other.data["title"] <=> data["title"]
  end
end

class Jekyll::Page
  def excerpt
    "excerpt of #{name}"
  end

  def path
    "path/#{relative_path}"
  end
end
"#)
        .file("_posts/2020-02-02-a.md", r"---
tags: t
---
a
")
        .file("_posts/2020-02-03-b.md", r"---
tags: t
---
b
")
        .file("_posts/2020-02-04-c.md", r"---
---
c
")
        .file("index.html", r#"---
---
{% for post in site.posts %}{{ post.title }} {{ post.date | date: "%F" }} {{ post.id }} {{ post.next.title }} {{ post.previous.title }} {{ post.url }};{% endfor %}
{% for post in site.tags.t %}{{ post.title }}{% endfor %} {{ site.posts | map: "id" | join: " " }}
{% for page in site.pages %}{{ page.path }} {{ page.excerpt }} {{ page.name }};{% endfor %}{{ page.path }}
"#)
        ;
    build(&site)
        .succeeds()
        .wrote("index.html", r"A 2020-02-03 id:/2020/02/03/a C B /2020/02/03/a.html;B 2020-02-04 id:/2020/02/04/b C C /2020/02/04/b.html;C 2020-02-05 id:/2020/02/05/c C  /2020/02/05/c.html;
AB id:/2020/02/03/a id:/2020/02/04/b id:/2020/02/05/c
path/index.html excerpt of index.html index.html;path/index.html
")
        ;
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn readers_run_the_methods_that_a_plugin_replaces() {
    let site = Site::new()
        .file("_config.yml", r"collections: {songs: {output: true}}
")
        .file("_plugins/a.rb", r#"class Own < Jekyll::Reader
  def read
    super
    site.data["read"] = site.posts.docs.size
    site.pages << Jekyll::PageWithoutAFile.new(site, site.source, "", "made.html").tap { |page| page.content = "made" }
  end

  def retrieve_posts(folder)
    super unless folder == "/old"
  end
end
Jekyll::Hooks.register(:site, :after_init) { |site| site.reader = Own.new(site) }

module Songs
  def read
    super
    docs.reject! { |doc| doc.data["title"] == "B" }
  end
end
Jekyll::Collection.prepend(Songs)

module Layouts
  def read
    super.each_value { |layout| layout.content << "[layout]" }
  end
end
Jekyll::LayoutReader.prepend(Layouts)

class Jekyll::DataReader
  alias_method :own_read_data_file, :read_data_file

  def read_data_file(path)
    found = own_read_data_file(path)
    found.is_a?(Hash) ? found.merge("file" => File.basename(path)) : found
  end
end

class More < Jekyll::Generator
  def generate(site)
    site.data["more"] = Jekyll::DataReader.new(site).read("more")
  end
end
"#)
        .file("_layouts/l.html", r"{{ content }}
")
        .file("_posts/2020-02-02-a.md", r"---
---
a
")
        .file("old/_posts/2020-02-03-b.md", r"---
---
b
")
        .file("_songs/a.md", r"---
---
a
")
        .file("_songs/b.md", r"---
---
b
")
        .file("_data/a.yml", r"k: 1
")
        .file("more/table.csv", r"h,i
1,2
")
        .file("index.html", r#"---
layout: l
---
{{ site.data | jsonify }} {{ site.posts | map: "title" | join: " " }} {{ site.songs | map: "title" | join: " " }} {{ site.pages | map: "url" | join: " " }}
"#)
        ;
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"{"a":{"k":1,"file":"a.yml"},"read":1,"more":{"table":[{"h":"1","i":"2"}]}} A A / /made.html

[layout]"#,
        )
        .wrote("made.html", "made");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn folders_are_read_by_the_methods_that_a_plugin_replaces() {
    let site = Site::new()
        .file("_config.yml", r"collections: {songs: {output: true, sort_by: rank}}
exclude: [hidden]
")
        .file("_plugins/a.rb", r#"class Jekyll::EntryFilter
  alias_method :own_special, :special?
  alias_method :own_filter, :filter

  def special?(entry)
    own_special(entry) && !File.basename(entry).start_with?("_extra")
  end

  def filter(entries)
    own_filter(entries) - ["left-out.txt", "2020-01-01-left-out.md"]
  end
end

module Pages
  def read(files)
    super.each { |page| page.data["folder"] = dir }.reject { |page| page.data["title"] == "Rejected" }
  end
end
Jekyll::PageReader.prepend(Pages)

module Folders
  def retrieve_dirs(base, dir, folders)
    super(base, dir, folders - ["skipped"])
  end

  def retrieve_static_files(dir, files)
    super(dir, files.grep_v(/\.bak\z/))
  end

  def sort_files!
    super
    site.pages.reverse!
  end
end
Jekyll::Reader.prepend(Folders)

class More < Jekyll::Generator
  def generate(site)
    site.pages.concat(Jekyll::PageReader.new(site, "hidden").read(["more.md"]))
    site.static_files.concat(Jekyll::StaticFileReader.new(site, "/hidden").read(["more.txt"]))
  end
end
"#)
        .file("_posts/2020-01-01-left-out.md", r"---
---
left out
")
        .file("_posts/2020-01-02-a.md", r"---
---
a
")
        .file("sub/_posts/2020-01-03-b.md", r"---
---
b
")
        .file("skipped/_posts/2020-01-04-c.md", r"---
---
c
")
        .file("_songs/a.md", r"---
rank: 2
---
a
")
        .file("_songs/_extra.md", r"---
rank: 1
---
extra
")
        .file("_songs/notes.txt", r"notes
")
        .file("_extra/page.md", r"---
title: Extra
---
extra
")
        .file("_extra/file.txt", r"file
")
        .file("hidden/more.md", r"---
title: More
---
more
")
        .file("hidden/more.txt", r"more
")
        .file("skipped/page.md", r"---
---
skipped
")
        .file("sub/rejected.md", r"---
title: Rejected
---
rejected
")
        .file("sub/index.html", r"---
---
sub
")
        .file("left-out.txt", r"left out
")
        .file("old.bak", r"old
")
        .file("plain.txt", r"plain
")
        .file("index.html", r#"---
---
{% for page in site.pages %}{{ page.url }} {{ page.folder }};{% endfor %}
{{ site.posts | map: "url" | join: " " }} {{ site.songs | map: "url" | join: " " }} {{ site.static_files | map: "path" | join: " " }}
"#)
        ;
    build(&site)
        .succeeds()
        .wrote("index.html", r"/_extra/page.html /_extra;/ ;/sub/ /sub;/hidden/more.html hidden;
/sub/2020/01/03/b.html /2020/01/02/a.html /songs/_extra.html /songs/a.html /_extra/file.txt /plain.txt _songs/notes.txt /hidden/more.txt
")
        .wrote("_extra/page.html", r"<p>extra</p>
")
        .wrote("_extra/file.txt", r"file
")
        .wrote("hidden/more.html", r"<p>more</p>
")
        .wrote("hidden/more.txt", r"more
")
        .wrote("songs/_extra.html", r"<p>extra</p>
")
        .wrote("songs/notes.txt", r"notes
")
        ;
}
