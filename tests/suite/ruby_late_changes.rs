//! Changes that plugins in Ruby make while documents are rendered, or later. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn static_files_that_tags_and_hooks_add_are_written_and_listed() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"collections: {things: {output: true}}
",
        )
        .file(
            "_plugins/a.rb",
            r##"class Drawing < Liquid::Block
  def render(context)
    site = context.registers[:site]
    name = "d#{site.static_files.size}.txt"
    FileUtils.mkdir_p(site.in_source_dir("drawings"))
    File.write(site.in_source_dir("drawings", name), super)
    site.static_files << Jekyll::StaticFile.new(site, site.source, "drawings", name)
    "/drawings/#{name}"
  end
end
Liquid::Template.register_tag("drawing", Drawing)

class Generated < Jekyll::StaticFile
  def write(dest)
    FileUtils.mkdir_p(File.dirname(destination(dest)))
    File.write(destination(dest), "generated as #{name}")
    true
  end
end

Jekyll::Hooks.register :things, :post_render do |thing|
  thing.site.static_files << Generated.new(thing.site, thing.site.source, "g", "#{thing.basename_without_ext}.txt")
  thing.site.static_files.first.data["note"] = "seen"
end

Jekyll::Hooks.register :site, :post_render do |site|
  site.static_files.delete_if { |file| file.name == "gone.txt" }
end
"##,
        )
        .file(
            "_things/t.md",
            r"---
---
{% drawing %}one{% enddrawing %}
",
        )
        .file(
            "a.html",
            r"---
---
{% drawing %}two{% enddrawing %}
{% for file in site.static_files %}{{ file.path }} {{ file.note }} {% endfor %}{% link drawings/d2.txt %}
",
        )
        .file(
            "gone.txt", r"gone
",
        )
        .file(
            "kept.txt", r"kept
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "things/t.html",
            r"<p>/drawings/d2.txt</p>
",
        )
        .wrote(
            "a.html",
            r"/drawings/d4.txt
/gone.txt seen /kept.txt  drawings/d2.txt  g/t.txt  drawings/d4.txt  /drawings/d2.txt
",
        )
        .wrote("drawings/d2.txt", "one")
        .wrote("drawings/d4.txt", "two")
        .wrote("g/t.txt", "generated as t.txt")
        .wrote(
            "kept.txt", r"kept
",
        )
        .wrote_just(&["a.html", "drawings/d2.txt", "drawings/d4.txt", "g/t.txt", "kept.txt", "things/t.html"]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn contents_and_outputs_that_plugins_change_late_reach_later_pages() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"Jekyll::Hooks.register :posts, :pre_render do |post|
  later = post.site.posts.docs.last
  later.content = "Before: #{later.content}" unless later.equal?(post)
end

Jekyll::Hooks.register :posts, :post_render do |post|
  post.content = "content of #{post.data["title"]}"
  post.site.pages.find { |page| page.name == "b.html" }.content << "{{ page.name }} after #{post.data["title"]}\n"
end

class Retouch < Liquid::Tag
  def render(context)
    first, second = context.registers[:site].posts.docs
    first.output << "<!-- retouched -->"
    second.output = second.output.upcase
    first.content = "set by a tag"
    [first.content, second.output.size].inspect
  end
end
Liquid::Template.register_tag("retouch", Retouch)

Jekyll::Hooks.register :site, :post_render do |site|
  site.posts.docs.each { |post| post.output << "<!-- #{post.content} -->" }
end
"#,
        )
        .file(
            "_posts/2024-01-01-one.md",
            r"---
title: One
---
*one* {{ page.title }}
",
        )
        .file(
            "_posts/2024-01-02-two.md",
            r"---
title: Two
---
*two*
",
        )
        .file(
            "a.html",
            r"---
---
{% for post in site.posts %}{{ post.content }}|{{ post.excerpt }}{% endfor %}
{% retouch %}
{% for post in site.posts %}{{ post.content }}|{{ post.output }}{% endfor %}
",
        )
        .file(
            "b.html",
            r"---
---
b
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/01/one.html",
            r"<p><em>one</em> One</p>
<!-- retouched --><!-- set by a tag -->",
        )
        .wrote(
            "2024/01/02/two.html",
            r"<P>BEFORE: <EM>TWO</EM></P>
<!-- content of Two -->",
        )
        .wrote(
            "a.html",
            r#"content of Two|<p><em>two</em></p>
content of One|<p><em>one</em> One</p>

["set by a tag", 28]
content of Two|<P>BEFORE: <EM>TWO</EM></P>
set by a tag|<p><em>one</em> One</p>
<!-- retouched -->
"#,
        )
        .wrote(
            "b.html",
            r"b
b.html after One
b.html after Two
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn output_and_content_of_a_style_sheet_are_one_object() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"Jekyll::Hooks.register :pages, :post_render do |page|
  case page.name
  when "a.scss" then page.content << "/* content */"
  when "b.scss" then page.output.gsub!("blue", "red")
  when "c.html" then page.content << "<!-- content -->"
  when "d.html" then page.output.gsub!("D", "d")
  end
end
"#,
        )
        .file(
            "_config.yml",
            r"sass: {sourcemap: never}
",
        )
        .file(
            "a.scss",
            r"---
---
a { color: blue }
",
        )
        .file(
            "b.scss",
            r"---
---
b { color: blue }
",
        )
        .file(
            "c.html",
            r"---
---
C
",
        )
        .file(
            "d.html",
            r"---
---
D
",
        )
        .file(
            "e.html",
            r"---
---
{% for page in site.pages %}{{ page.content }}{% endfor %}
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "a.css",
            r"a {
  color: blue;
}/* content */",
        )
        .wrote(
            "b.css",
            r"b {
  color: red;
}",
        )
        .wrote(
            "c.html", r"C
",
        )
        .wrote(
            "d.html", r"d
",
        )
        .wrote(
            "e.html",
            r"a {
  color: blue;
}/* content */b {
  color: red;
}C
<!-- content -->D
{% for page in site.pages %}{{ page.content }}{% endfor %}

",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_that_plugins_add_while_documents_are_rendered_are_rendered_last() {
    let site = Site::new()
        .file(
            "_layouts/l.html",
            r"<{{ page.title }}>{{ content }}
",
        )
        .file(
            "_plugins/a.rb",
            r##"class Printed < Jekyll::Page
  def initialize(site, post)
    @site = site
    @base = site.source
    @dir = "print"
    @name = "#{post.data["slug"]}.md"
    process(@name)
    self.data = { "layout" => "l", "title" => post.data["title"] }
    self.content = "# {{ page.url }}\n"
  end
end

Jekyll::Hooks.register :posts, :post_render do |post|
  post.site.pages << Printed.new(post.site, post)
end

class Add < Liquid::Tag
  def render(context)
    site = context.registers[:site]
    page = Jekyll::PageWithoutAFile.new(site, site.source, "tagged", "page.html")
    page.content = "{{ site.pages.size }} pages"
    site.pages << page
    "#{page.url} of #{site.pages.size}"
  end
end
Liquid::Template.register_tag("add", Add)

Jekyll::Hooks.register :site, :post_render do |site|
  page = Jekyll::PageWithoutAFile.new(site, site.source, "", "list.txt")
  page.output = site.pages.map(&:url).join("\n")
  site.pages << page
  site.pages << Jekyll::PageWithoutAFile.new(site, site.source, "", "empty.txt")
end
"##,
        )
        .file(
            "_posts/2024-01-01-one.md",
            r"---
title: One
---
one
",
        )
        .file(
            "a.html",
            r#"---
---
{% add %} {{ site.pages | map: "url" | join: " " }} {{ site.html_pages.size }}
"#,
        )
        .file(
            "b.html",
            r#"---
---
{% assign printed = site.pages | where: "title", "One" | first %}{{ printed.url }}: {{ printed.content }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r"/tagged/page.html of 4 /a.html /b.html /print/one.html /tagged/page.html 4
",
        )
        .wrote(
            "b.html",
            r"/print/one.html: # {{ page.url }}

",
        )
        .wrote(
            "print/one.html",
            r#"<One><h1 id="printonehtml">/print/one.html</h1>

"#,
        )
        .wrote("tagged/page.html", "4 pages")
        .wrote(
            "list.txt",
            r"/a.html
/b.html
/print/one.html
/tagged/page.html",
        )
        .wrote("empty.txt", "");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_and_documents_that_a_hook_removes_after_rendering_are_not_written() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"Jekyll::Hooks.register :site, :post_render do |site|
  site.pages.reject! { |page| page.name == "a.html" }
  site.posts.docs.reject! { |post| post.data["title"] == "One" }
end
"#,
        )
        .file(
            "_posts/2024-01-01-one.md",
            r"---
title: One
---
one
",
        )
        .file(
            "_posts/2024-01-02-two.md",
            r"---
title: Two
---
two
",
        )
        .file(
            "a.html",
            r"---
---
a
",
        )
        .file(
            "b.html",
            r"---
---
{{ site.pages.size }} {{ site.posts.size }}
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/02/two.html",
            r"<p>two</p>
",
        )
        .wrote(
            "b.html", r"2 2
",
        )
        .wrote_just(&["2024/01/02/two.html", "b.html"]);
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_of_pages_see_source_maps() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"title: x
",
        )
        .file(
            "_plugins/own.rb",
            r##"SEEN = []
Jekyll::Hooks.register :pages, :pre_render do |page|
  page.content = page.content.to_s.gsub("p {", "q {").gsub("AAAA", "BBBB")
end
Jekyll::Hooks.register :pages, :post_convert do |page|
  page.content = "#{page.content}\n/* converted #{page.url} */"
end
Jekyll::Hooks.register :site, :post_render do |site|
  site.pages << Jekyll::PageWithoutAFile.new(site, site.source, "", "list.json").tap do |page|
    page.output = site.pages.map { |one| [one.url, one.content.to_s[0, 40]] }.inspect
  end
end
Jekyll::Hooks.register :site, :post_write do |site|
  File.write(site.in_dest_dir("written.txt"), site.pages.map(&:url).inspect)
end
class Own < Jekyll::Generator
  def generate(site)
    site.pages << Jekyll::PageWithoutAFile.new(site, site.source, "", "made.txt")
  end
end
"##,
        )
        .file(
            "style.scss",
            r"---
---
p { color: red }
",
        )
        .file(
            "page.txt",
            r"---
---
page
",
        );
    build(&site)
        .succeeds()
        .wrote("style.css", r"q {
  color: red;
}

/*# sourceMappingURL=style.css.map */
/* converted /style.css */")
        .wrote("style.css.map", r#"{"version":3,"sourceRoot":"","sources":["style.scss"],"names":[],"mappings":"BBBB;EAAI","sourcesContent":["q { color: red }\n"],"file":"style.css"}
/* converted /style.css.map */"#)
        .wrote("list.json", r#"[["/page.txt", "page\n\n/* converted /page.txt */"], ["/style.css", "q {\n  color: red;\n}\n\n/*# sourceMappingUR"], ["/made.txt", "\n/* converted /made.txt */"], ["/style.css.map", "{\"version\":3,\"sourceRoot\":\"\",\"sources\":["]]"#)
        .wrote("written.txt", r#"["/page.txt", "/style.css", "/made.txt", "/style.css.map", "/list.json"]"#)
        ;
}
