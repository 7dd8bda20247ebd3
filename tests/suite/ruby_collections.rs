//! Collections, and the options of converters, as generators and hooks change them. The expected output was recorded from
//! Ruby.

use crate::ruby::build;
use crate::story::Site;

/// A page that shows all collections with their documents.
const LIST: &str =
    "---\n---\n{% for c in site.collections %}{{ c.label }} {{ c.output }} {{ c.files | size }} {{ c.note }}
{% for d in c.docs %}  {{ d.url }} {{ d.collection }} {{ d.previous.url }} {{ d.next.url }}
{% endfor %}{% endfor %}{% for p in site.posts %}{{ p.url }} {% endfor %}";

fn site(plugin: &str) -> Site {
    let config = "collections:
  books: {output: true, permalink: '/b/:name/'}
  notes: {}
defaults:
- scope: {path: '', type: books}
  values: {layout: plain, kind: book}
";
    Site::new()
        .file("_config.yml", config)
        .file("_plugins/own.rb", plugin)
        .file("_layouts/plain.html", "{{ page.kind }}|{{ content }}")
        .file("_books/a.md", "---\n---\na\n")
        .file("_books/b.md", "---\ndate: 2020-02-02\n---\nb\n")
        .file("_books/pic.txt", "pic")
        .file("_notes/n.md", "---\n---\nn\n")
        .file("_notes/note.txt", "note")
        .file("_extra/y.md", "---\nrank: 2\n---\ny\n")
        .file("_extra/z.md", "---\nrank: 1\n---\nz\n")
        .file("_extra/e.txt", "e")
        .file("_posts/2024-01-01-p.md", "---\n---\np\n")
        .file("list.html", LIST)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_generator_decides_which_collections_are_written_and_where() {
    let ruby = r#"class Decide < Jekyll::Generator
  def generate(site)
    site.config["collections"]["books"]["output"] = false
    site.collections["notes"].metadata["note"] = "new"
    site.collections["books"].docs.first.url
    site.collections["books"].metadata["permalink"] = "/late/:name/"
    site.posts.metadata["output"] = false
  end
end
Jekyll::Hooks.register(:pages, :pre_render) { |page| page.site.collections["notes"].metadata["output"] = true }
"#;
    build(&site(ruby))
        .succeeds()
        .wrote(
            "list.html",
            "books false 1 \n  /b/a/ books  /b/b/\n  /b/b/ books /b/a/ \nnotes true 1 new\n  /notes/n.html notes  \nposts false 0 \n  /2024/01/01/p.html posts  \n/2024/01/01/p.html ",
        )
        .wrote("notes/n.html", "<p>n</p>\n")
        .wrote("notes/note.txt", "note")
        .wrote_just(&["list.html", "notes/n.html", "notes/note.txt"]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_adds_a_collection_before_files_are_read_and_replaces_settings() {
    let ruby = r#"Jekyll::Hooks.register(:site, :after_reset) do |site|
  site.config["collections"]["extra"] = { "output" => true, "sort_by" => "rank" }
  site.config["collections"]["books"] = { "note" => "quiet" }
end
"#;
    build(&site(ruby))
        .succeeds()
        .wrote(
            "list.html",
            "books false 1 quiet
  /books/a.html books  /books/b.html
  /books/b.html books /books/a.html 
extra true 1 
  /extra/z.html extra  /extra/y.html
  /extra/y.html extra /extra/z.html 
notes false 1 
  /notes/n.html notes  
posts true 0 
  /2024/01/01/p.html posts  
/2024/01/01/p.html ",
        )
        .wrote("extra/e.txt", "e")
        .wrote_just(&["2024/01/01/p.html", "extra/e.txt", "extra/y.html", "extra/z.html", "list.html"]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_generator_adds_collections_and_moves_documents_between_them() {
    let ruby = r#"class Move < Jekyll::Generator
  def generate(site)
    read = Jekyll::Collection.new(site, "extra")
    read.metadata.update("output" => true, "sort_by" => "rank")
    read.read
    made = Jekyll::Collection.new(site, "made")
    page = Jekyll::Document.new(site.in_source_dir("_made/m.md"), site: site, collection: made)
    page.content = "made *here*"
    made.metadata["output"] = true
    made.docs << page
    site.collections.update("extra" => read, "made" => made)
    site.posts.docs.concat(site.collections["books"].docs)
    site.collections.delete("books")
    site.collections["extra"].docs << site.collections["notes"].docs.pop
    site.collections["notes"].files.clear
  end
end
"#;
    build(&site(ruby))
        .succeeds()
        .wrote(
            "list.html",
            "extra true 1 
  /extra/z.html extra  /extra/y.html
  /extra/y.html extra /extra/z.html /notes/n.html
  /notes/n.html notes  
made true 0 
  /made/m.html made  
notes false 0 
posts true 0 
  /2024/01/01/p.html posts  /b/a/
  /b/a/ books  /b/b/
  /b/b/ books /b/a/ 
/b/a/ /2024/01/01/p.html /b/b/ ",
        )
        .wrote("b/a/index.html", "book|<p>a</p>\n")
        .wrote("made/m.html", "<p>made <em>here</em></p>\n")
        .wrote("extra/y.html", "<p>y</p>\n")
        .wrote_just(&[
            "2024/01/01/p.html",
            "b/a/index.html",
            "b/b/index.html",
            "b/pic.txt",
            "extra/e.txt",
            "extra/y.html",
            "extra/z.html",
            "list.html",
            "made/m.html",
        ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn variables_do_not_see_defaults_that_a_plugin_removes_and_filters_do() {
    let ruby = r#"class Remove < Jekyll::Generator
  def generate(site)
    books = site.collections["books"]
    books.docs.first.data.delete("kind")
    page = Jekyll::Document.new(site.in_source_dir("_books/v.md"), site: site, collection: books)
    page.content = "v"
    books.docs << page
  end
end
"#;
    let page = "---\n---\n{% for d in site.books %}{{ d.kind }},{% endfor %}{{ site.books | map: 'kind' | join }} {{ site.books | where: 'kind', 'book' | size }}";
    build(&site(ruby).file("list.html", page))
        .succeeds()
        .wrote("list.html", ",book,,book book book 3")
        .wrote("b/a/index.html", "|<p>a</p>\n")
        .wrote("b/b/index.html", "book|<p>b</p>\n")
        .wrote("b/v/index.html", "|<p>v</p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_change_the_options_of_converters_until_documents_are_rendered() {
    let ruby = r#"Jekyll::Hooks.register(:site, :after_reset) { |site| site.config["kramdown"]["auto_ids"] = false }
class Options < Jekyll::Generator
  def generate(site)
    markdown = site.find_converter_instance(Jekyll::Converters::Markdown)
    before = markdown.convert("a\nb")
    site.config["kramdown"]["hard_wrap"] = true
    site.config["shown"] = before + markdown.convert("c\nd")
  end
end
Jekyll::Hooks.register(:site, :pre_render) do |site|
  site.config["kramdown"]["smart_quotes"] = %w(39 39 quot quot)
  site.config["sass"] = { "style" => "compressed", "sourcemap" => "never" }
end
"#;
    build(
        &site(ruby)
            .file("s.scss", "---\n---\na { b: c }\n")
            .file("m.md", "---\n---\n# Head\n\n\"e\"\nf\n\n{{ site.shown }}\n"),
    )
    .succeeds()
    .wrote("s.css", "a{b:c}")
    .wrote("m.html", "<h1>Head</h1>\n\n<p>\"e\"<br />\nf</p>\n\n<p>a\nb</p>\n<p>c<br />\nd</p>\n\n");
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_collection_is_its_documents_where_ruby_needs_a_list() {
    let site = Site::new()
        .file("_config.yml", r"collections: {notes: {output: true}}
")
        .file("_plugins/own.rb", r##"class Own < Jekyll::Generator
  def generate(site)
    notes = site.collections["notes"]
    first, second = *notes
    site.config["shown"] = [
      (site.pages + notes).size, [*notes].size, [site.posts, notes].flatten.size, Array(notes).size, first.url, second.url,
      [[1, notes]].map { |number, list| [number, list.class] }, site.collections.map { |label, one| "#{label} #{one.docs.size}" },
    ].inspect
  end
end
"##)
        .file("_notes/a.md", r"---
---
a
")
        .file("_notes/b.md", r"---
---
b
")
        .file("list.txt", r"---
---
{{ site.shown }}
")
        ;
    build(&site).succeeds().wrote(
        "list.txt",
        r#"[3, 2, 2, 2, "/notes/a.html", "/notes/b.html", [[1, Jekyll::Collection]], ["posts 0", "notes 2"]]
"#,
    );
}
