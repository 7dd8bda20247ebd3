//! Excerpts that plugins change, URLs that hooks read before documents are read, and methods that read files. The expected
//! output was recorded from Ruby.

use crate::ruby::build;
use crate::story::Site;

const LIST: &str =
    "---\n---\n{% for p in site.posts %}{{ p.url }} {{ p.id }} {{ p.slug }} {{ p.note }} [{{ p.excerpt | strip }}]
{% endfor %}{% for p in site.pages %}{{ p.url }} {{ p.path }} {{ p.note }}
{% endfor %}{{ site.shown | jsonify }}";

fn site(plugin: &str) -> Site {
    Site::new()
        .file("_config.yml", "title: Own\nexcerpt_separator: \"\\n\\n\"\n")
        .file("_plugins/own.rb", plugin)
        .file("_layouts/plain.html", "---\nkind: plain\n---\n<{{ layout.kind }}>{{ content }}")
        .file("_posts/2024-01-01-one.md", "---\ntitle: One\n---\nfirst *one*\n\nrest\n")
        .file("_posts/2024-01-02-two.md", "---\ntitle: Two\n---\nfirst two\n\nrest\n")
        .file("m.md", "---\nlayout: plain\n---\nm\n")
        .file("list.html", LIST)
}

fn generator(body: &str) -> String {
    format!("class Own < Jekyll::Generator\n  def generate(site)\n    one, two = site.posts.docs\n{body}\n  end\nend\n")
}

/// Builds the site with a generator. Checks the page that shows the posts and pages.
#[track_caller]
fn check_list(body: &str, shown: &str) {
    build(&site(&generator(body))).succeeds().wrote("list.html", shown);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn generators_change_excerpts() {
    check_list(
        r#"    one.data["excerpt"].content = "set *{{ page.title }}*"
    two.data["excerpt"].content << " more""#,
        "/2024/01/02/two.html /2024/01/02/two two  [<p>first two more</p>]
/2024/01/01/one.html /2024/01/01/one one  [<p>set <em>One</em></p>]
/list.html list.html 
/m.html m.md 
null",
    );
    check_list(
        r#"    one.data["excerpt_separator"] = "*"
    one.content = "new * text\n\nrest"
    site.config["shown"] = [one.data["excerpt"].to_s, Jekyll::Excerpt.new(one).to_s]
    one.data["excerpt"] = Jekyll::Excerpt.new(one)
    two.data["excerpt"].output = "<b>set</b>""#,
        "/2024/01/02/two.html /2024/01/02/two two  [<b>set</b>]
/2024/01/01/one.html /2024/01/01/one one  [<p>new * text</p>]
/list.html list.html 
/m.html m.md 
[\"<p>first <em>one</em></p>\\n\",\"<p>new * text</p>\\n\"]",
    );
    check_list(
        r#"    one.id
    one.data["slug"] = "other"
    one.data["excerpt"] = one.data["excerpt"].to_s.upcase
    post = Jekyll::Document.new(site.in_source_dir("_posts/2024-01-03-new.md"), site: site, collection: site.posts)
    post.data["title"] = "New"
    post.content = "start *here*\n\nrest"
    post.data["excerpt"] = Jekyll::Excerpt.new(post)
    site.config["shown"] = post.data["excerpt"].to_s
    site.posts.docs << post"#,
        "/2026/01/15/2024-01-03-new.html /2026/01/15/2024-01-03-new   [<p>start <em>here</em></p>]
/2024/01/02/two.html /2024/01/02/two two  [<p>first two</p>]
/2024/01/01/one.html /2024/01/01/one other  [<P>FIRST <EM>ONE</EM></P>]
/list.html list.html 
/m.html m.md 
\"<p>start <em>here</em></p>\\n\"",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_excerpt_that_a_hook_changes_while_documents_are_rendered_takes_effect() {
    let changes = [
        ("content << 'more'", "<p>first twomore</p>", "<p>first <em>one</em>more</p>"),
        ("content = 'new'", "<p>new</p>", "<p>new</p>"),
        ("output.upcase!", "<P>FIRST TWO</P>", "<P>FIRST <EM>ONE</EM></P>"),
    ];
    for (change, two, one) in changes {
        let plugin =
            format!("Jekyll::Hooks.register(:posts, :pre_render) {{ |post| post.data['excerpt'].{change} }}\n");
        let shown = format!(
            "/2024/01/02/two.html /2024/01/02/two two  [{two}]\n/2024/01/01/one.html /2024/01/01/one one  [{one}]\n\
             /list.html list.html \n/m.html m.md \nnull"
        );
        build(&site(&plugin)).succeeds().wrote("list.html", &shown);
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_of_new_documents_and_pages_read_urls() {
    let ruby = r#"Jekyll::Hooks.register(:posts, :post_init) do |post|
  post.data["permalink"] = "/first/:title/" if post.relative_path.include?("one")
  post.data["note"] = [post.url, post.id, post.output.inspect, post.output_ext].join(",")
  post.data["permalink"] = "/late/"
end
Jekyll::Hooks.register(:pages, :post_init) do |page|
  page.data["note"] = [page.url, page.dir, page.html?, page.to_liquid["path"]].join(",")
  page.data["permalink"] = "/late#{page.url}"
end
"#;
    build(&site(ruby)).succeeds().wrote("list.html", "/2026/01/15/2024-01-02-two.html /2026/01/15/2024-01-02-two two /2026/01/15/2024-01-02-two.html,/2026/01/15/2024-01-02-two,nil,.html [<p>first two</p>]
/first/2024-01-01-one/ /first/2024-01-01-one one /first/2024-01-01-one/,/first/2024-01-01-one,nil,.html [<p>first <em>one</em></p>]
/list.html list.html /list.html,/,true,list.html
/m.html m.md /m.html,/,true,m.md
null");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_replaces_how_pages_and_layouts_are_read() {
    let ruby = r#"module Read
  def read_yaml(base, name, opts = {})
    super
    data["note"] = "read #{name}"
    data["kind"] = "own"
    self.content = content.sub("m", "changed")
    data
  end
end
Jekyll::Page.prepend(Read)
Jekyll::Layout.prepend(Read)
class Move < Jekyll::Generator
  def generate(site)
    page = Jekyll::Page.new(site, site.source, "", "m.md")
    page.instance_variable_set(:@dir, "/moved")
    site.pages << page
    site.config["shown"] = Jekyll.configuration("source" => site.source, "quiet" => true).values_at("title", "permalink", "exclude")
  end
end
"#;
    build(&site(ruby)).succeeds().wrote("list.html", "/2024/01/02/two.html /2024/01/02/two two  [<p>first two</p>]
/2024/01/01/one.html /2024/01/01/one one  [<p>first <em>one</em></p>]
/list.html list.html read list.html
/m.html m.md read m.md
/moved/m.html m.md read m.md
[\"Own\",\"date\",[\".sass-cache\",\".jekyll-cache\",\"gemfiles\",\"Gemfile\",\"Gemfile.lock\",\"node_modules\",\"vendor/bundle/\",\"vendor/cache/\",\"vendor/gems/\",\"vendor/ruby/\"]]").wrote("m.html", "<own><p>changed</p>\n").wrote("moved/m.html", "<own><p>changed</p>\n");
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_replace_how_excerpts_are_extracted() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"collections: {notes: {output: true}}
",
        )
        .file(
            "_plugins/own.rb",
            r#"module Jekyll
  class Excerpt
    alias_method :plain_excerpt, :extract_excerpt

    protected

    def extract_excerpt(doc_content)
      return plain_excerpt(doc_content) if doc.data["plain"]

      head, _, tail = doc_content.to_s.gsub(/^\#{1,6} .*?\n/, "").partition(doc.excerpt_separator)
      head = head.gsub(/\[\[(.*?)\]\]/, "\\1")
      head = sanctify_liquid_tags(head) if head.include?("{%")
      links = extract_markdown_link_reference_definitions(head, tail)
      head << "\n\n" << links.join("\n") << " " << doc.relative_path
    end
  end
end
"#,
        )
        .file(
            "_posts/2020-01-01-own.md",
            r"---
title: own
---
# Head

See [[link]] and [x] {% if true %}a

b{% endif %}

[x]: http://x.y
",
        )
        .file(
            "_posts/2020-01-02-plain.md",
            r"---
title: plain
plain: true
---
See [[link]] and [x] {% if true %}a

b{% endif %}

[x]: http://x.y
",
        )
        .file(
            "_notes/set.md",
            r"---
title: set
excerpt: of front matter
---
text
",
        )
        .file(
            "list.html",
            r"---
---
{% for p in site.documents %}{{ p.title }}: {{ p.excerpt }}
{% endfor %}
",
        );
    build(&site).succeeds().wrote(
        "list.html",
        r#"own: 
<p>See link and <a href="http://x.y _posts/2020-01-01-own.md">x</a> a</p>


plain: <p>See [[link]] and <a href="http://x.y">x</a> a</p>


set: of front matter

"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_page_shows_the_excerpt_of_a_document() {
    let site = Site::new()
        .file("_config.yml", r"title: x
")
        .file("_plugins/own.rb", r##"Jekyll::Hooks.register :site, :post_read do |site|
  site.posts.docs.each do |post|
    page = Jekyll::PageWithoutAFile.new(site, site.source, "copies", "#{post.data["title"]}.html")
    page.data = post.data.merge("title" => "Copy", "summary" => post.data["excerpt"])
    page.content = post.content
    site.pages << page
  end
end
"##)
        .file("_layouts/plain.html", r"[{{ page.description | default: page.excerpt | strip_html | strip }}] {{ page.summary }} {{ page.summary.url }}
")
        .file("_posts/2020-01-01-one.md", r"---
layout: plain
title: one
---
first *one* {{ page.title }}

rest
")
        ;
    build(&site)
        .succeeds()
        .wrote(
            "copies/one.html",
            r"[first one one] <p>first <em>one</em> one</p>
 /2020/01/01/one.html
",
        )
        .wrote(
            "2020/01/01/one.html",
            r"[first one one]  
",
        );
}
