//! Pages, documents, excerpts and source maps that exist only in Ruby or that plugins change late. The expectations are recorded
//! from Ruby. The tests need the module, as in `ruby.rs`.

use crate::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_see_and_change_the_text_of_source_maps() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"Jekyll::Hooks.register(:pages, :pre_render) do |page|
  page.content = page.content.sub("sourceRoot", "root") if page.is_a?(Jekyll::SourceMapPage)
end
Jekyll::Hooks.register(:pages, :post_convert) do |page|
  page.content = "#{page.content}/*#{page.content.size}*/" if page.ext == ".map"
end
Jekyll::Hooks.register(:pages, :post_render) do |page|
  page.output += "<!-- #{page.name} -->"
end
Jekyll::Hooks.register(:site, :post_render) do |site|
  site.pages.each { |page| page.output += "<!-- #{site.pages.size} -->" if page.name == "index.html" }
end
"##,
        )
        .file(
            "main.scss",
            r"---
---
a { b: c }
",
        )
        .file(
            "index.html",
            r"---
---
{{ site.pages | size }}
",
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r"2
<!-- index.html --><!-- 3 -->")
        .wrote("main.css.map", r#"{"version":3,"root":"","sources":["main.scss"],"names":[],"mappings":"AAAA;EAAI","sourcesContent":["a { b: c }\n"],"file":"main.css"}/*133*/<!-- main.css.map -->"#)
        .wrote("main.css", r"a {
  b: c;
}

/*# sourceMappingURL=main.css.map */<!-- main.scss -->")
        ;
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_see_pages_documents_and_files_that_no_list_of_the_site_has() {
    let site = Site::new()
        .file("_config.yml", r"collections: {docs: {output: true}}
")
        .file("_plugins/a.rb", r#"module Made
  def self.things(site)
    page = Jekyll::PageWithoutAFile.new(site, site.source, "made", "page.md")
    page.content = "page *content*"
    page.data["title"] = "Page"
    doc = Jekyll::Document.new(site.in_source_dir("_docs/a.md"), :site => site, :collection => site.collections["docs"])
    doc.read
    file = Jekyll::StaticFile.new(site, site.source, "", "plain.txt")
    [page, doc, file]
  end
end

class MakeTag < Liquid::Tag
  def render(context)
    page, doc, file = things = Made.things(context.registers[:site])
    context["made_page"], context["made_doc"], context["made_file"], context["made"] = page, doc, file, things
    ""
  end
end
Liquid::Template.register_tag("make", MakeTag)

class MakeGenerator < Jekyll::Generator
  def generate(site)
    page, doc, = things = Made.things(site)
    site.config["made_before"] = things
    template = Liquid::Template.parse("{{ page.title }} {{ doc.url }} {{ doc.excerpt }}{{ all[2].path }}")
    site.data["text"] = template.render("page" => page, "doc" => doc, "all" => things)
  end
end
"#)
        .file("_docs/a.md", r"---
kind: doc
---
first *words*

more
")
        .file("plain.txt", r"plain
")
        .file("index.html", r#"---
---
{% make %}{{ made_page.title }}|{{ made_page.url }}|{{ made_page.path }}|{{ made_page.content }}
{{ made_doc.title }}|{{ made_doc.url }}|{{ made_doc.id }}|{{ made_doc.kind }}|{{ made_doc.path }}|{{ made_doc.collection }}|{{ made_doc.excerpt }}|{{ made_doc.content }}
{{ made_file.path }}|{{ made_file.name }}|{{ made_file.extname }}
{% for thing in made %}{{ thing.path }} {% endfor %}{{ made | map: "path" | join: "," }} {{ made[1].title }}
{% for thing in site.made_before %}{{ thing.path }} {{ thing.title }};{% endfor %}
{{ site.data.text }}
"#)
        ;
    build(&site).succeeds().wrote(
        "index.html",
        r"Page|/made/page.html|made/page.md|page *content*
A|/docs/a.html|/docs/a|doc|_docs/a.md|docs|<p>first <em>words</em></p>
|first *words*

more

/plain.txt|plain.txt|.txt
made/page.md _docs/a.md /plain.txt made/page.md,_docs/a.md,/plain.txt A
made/page.md Page;_docs/a.md A;/plain.txt ;
Page /docs/a.html <p>first <em>words</em></p>
/plain.txt
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn excerpts_that_plugins_change_while_documents_are_rendered_take_effect() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"Jekyll::Hooks.register(:posts, :pre_render) do |post|
  case post.data["slug"]
  when "a" then post.data["excerpt"] = "a *text*"
  when "b" then post.data.delete("excerpt")
  when "c" then post.data["excerpt"].content << " and more"
  when "d" then post.data["excerpt"] = Jekyll::Excerpt.new(post)
  end
end
Jekyll::Hooks.register(:posts, :post_convert) do |post|
  post.data["excerpt"] = post.content[0, 9] if post.data["slug"] == "e"
end
"#,
        )
        .file(
            "_posts/2020-01-01-a.md",
            r"---
---
first {{ page.title }}

rest
",
        )
        .file(
            "_posts/2020-01-02-b.md",
            r"---
---
first {{ page.title }}

rest
",
        )
        .file(
            "_posts/2020-01-03-c.md",
            r"---
---
first {{ page.title }}

rest
",
        )
        .file(
            "_posts/2020-01-04-d.md",
            r"---
---
first {{ page.title }}

rest
",
        )
        .file(
            "_posts/2020-01-05-e.md",
            r"---
---
first {{ page.title }} {{ page.excerpt | size }}

rest
",
        )
        .file(
            "_posts/2020-01-06-f.md",
            r"---
excerpt: own
---
{% for post in site.posts %}{{ post.title }}:{{ post.excerpt | size }} {% endfor %}
",
        )
        .file(
            "index.html",
            r#"---
---
{% for post in site.posts %}{{ post.title }}: {{ post.excerpt | strip }}
{% endfor %}{{ site.posts | map: "excerpt" | join: "|" }} {{ site.posts.last | jsonify }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#"F: own
E: <p>first
D: <p>first D</p>
C: <p>first C and more</p>
B: 
A: a *text*
own|<p>first |<p>first D</p>
|<p>first C and more</p>
||a *text* {"name":"2020-01-01-a.md","id":"/2020/01/01/a","tags":[],"collection":"posts","next":{"name":"2020-01-02-b.md","id":"/2020/01/02/b","tags":[],"collection":"posts","next":{"name":"2020-01-03-c.md","id":"/2020/01/03/c","tags":[],"collection":"posts","next":{"name":"2020-01-04-d.md","id":"/2020/01/04/d","tags":[],"collection":"posts","url":"/2020/01/04/d.html","relative_path":"_posts/2020-01-04-d.md","title":"D","path":"_posts/2020-01-04-d.md","date":"2020-01-04 00:00:00 +0000","categories":[],"draft":false,"slug":"d","ext":".md"},"url":"/2020/01/03/c.html","relative_path":"_posts/2020-01-03-c.md","excerpt":"<p>first C and more</p>\n","previous":{"name":"2020-01-02-b.md","id":"/2020/01/02/b","tags":[],"collection":"posts","url":"/2020/01/02/b.html","relative_path":"_posts/2020-01-02-b.md","title":"B","path":"_posts/2020-01-02-b.md","date":"2020-01-02 00:00:00 +0000","categories":[],"draft":false,"slug":"b","ext":".md"},"title":"C","path":"_posts/2020-01-03-c.md","content":"<p>first C</p>\n\n<p>rest</p>\n","output":"<p>first C</p>\n\n<p>rest</p>\n","date":"2020-01-03 00:00:00 +0000","categories":[],"draft":false,"slug":"c","ext":".md"},"url":"/2020/01/02/b.html","relative_path":"_posts/2020-01-02-b.md","excerpt":"","previous":{"name":"2020-01-01-a.md","id":"/2020/01/01/a","tags":[],"collection":"posts","next":{"name":"2020-01-02-b.md","id":"/2020/01/02/b","tags":[],"collection":"posts","url":"/2020/01/02/b.html","relative_path":"_posts/2020-01-02-b.md","title":"B","path":"_posts/2020-01-02-b.md","date":"2020-01-02 00:00:00 +0000","categories":[],"draft":false,"slug":"b","ext":".md"},"url":"/2020/01/01/a.html","relative_path":"_posts/2020-01-01-a.md","excerpt":"a *text*","previous":null,"title":"A","path":"_posts/2020-01-01-a.md","content":"<p>first A</p>\n\n<p>rest</p>\n","output":"<p>first A</p>\n\n<p>rest</p>\n","date":"2020-01-01 00:00:00 +0000","categories":[],"draft":false,"slug":"a","ext":".md"},"title":"B","path":"_posts/2020-01-02-b.md","content":"<p>first B</p>\n\n<p>rest</p>\n","output":"<p>first B</p>\n\n<p>rest</p>\n","date":"2020-01-02 00:00:00 +0000","categories":[],"draft":false,"slug":"b","ext":".md"},"url":"/2020/01/01/a.html","relative_path":"_posts/2020-01-01-a.md","excerpt":"a *text*","previous":null,"title":"A","path":"_posts/2020-01-01-a.md","content":"<p>first A</p>\n\n<p>rest</p>\n","output":"<p>first A</p>\n\n<p>rest</p>\n","date":"2020-01-01 00:00:00 +0000","categories":[],"draft":false,"slug":"a","ext":".md"}
"#)
        .wrote("2020/01/05/e.html", r"<p>first E 17</p>

<p>rest</p>
")
        .wrote("2020/01/06/f.html", r"<p>F:3 E:9 D:15 C:24 B:0 A:8</p>
")
        ;
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn invalid_yaml_raises_the_error_of_psych() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Checks < Jekyll::Generator
  def generate(site)
    SafeYAML.load("a: [1")
  rescue Psych::SyntaxError => e
    site.data["problem"] = [e.class.name, e.line]
  end
end
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ site.data.problem | join: " " }}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r"Psych::SyntaxError 1
",
    );
}
