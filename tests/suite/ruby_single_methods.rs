//! Plugins that change single objects and lists of the site. The change takes effect, or the build ends with the plugin's
//! line. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

/// A site with posts, a collection and pages, and with a generator that runs this code.
fn site(code: &str) -> Site {
    plugin(&format!("class Own < Jekyll::Generator\n  def generate(site)\n    {code}\n  end\nend\n"))
}

/// The same site with a plugin.
fn plugin(ruby: &str) -> Site {
    Site::new()
        .file("_config.yml", "collections: {things: {output: true}}\n")
        .file("_posts/2024-01-01-a.md", "---\ntitle: A\nlayout: rel\n---\nBody A\n")
        .file("_posts/2024-02-02-b.md", "---\ntitle: B\n---\nBody B\n")
        .file("_posts/2024-03-03-c.md", "---\ntitle: C\n---\nBody C\n")
        .file("_things/one.md", "---\ntitle: One\n---\nOne\n")
        .file("_things/two.md", "---\ntitle: Two\n---\nTwo\n")
        .file("_layouts/rel.html", "{% for p in site.related_posts %}{{ p.title }}{% endfor %}")
        .file("about.md", "---\n---\nabout {{ page.name }} {{ page.own }}\n")
        .file("x.txt", "text")
        .file(
            "list.txt",
            "---\n---\n{% for p in site.posts %}{{ p.title }} {% endfor %}{% for p in site.things %}{{ p.title }} {% endfor %}",
        )
        .file("_plugins/own.rb", ruby)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_sets_the_documents_of_a_collection() {
    let code = "site.posts.docs = site.posts.docs.reject { |post| post.data['title'] == 'B' }
    site.collections['things'].docs = site.collections['things'].docs.reverse";
    let site = site(code);
    let outcome = build(&site).succeeds();
    outcome.wrote("list.txt", "C A Two One ");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn processing_a_page_under_another_name_keeps_its_name() {
    let code = "page = site.pages.find { |one| one.name == 'about.md' }
    page.process('other.html')
    page.data['own'] = page.basename + page.ext + page.name";
    let site = site(code);
    build(&site).succeeds().wrote("other.html", "about about.md other.htmlabout.md\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_decides_which_posts_are_related_to_a_document() {
    let ruby = "class Jekyll::Document
  alias_method :all_related_posts, :related_posts
  def related_posts
    all_related_posts.reverse
  end
end
";
    let site = plugin(ruby);
    build(&site).succeeds().wrote("2024/01/01/a.html", "BC");
    let site = plugin("class Jekyll::Document\n  def related_posts\n    collection.docs.last(1)\n  end\nend\n");
    build(&site).succeeds().wrote("2024/01/01/a.html", "C");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_one_object_that_hastie_would_not_see_end_the_build() {
    let methods = [
        ("site.pages.first.define_singleton_method(:output_ext) { '.txt' }", "Convertible#output_ext"),
        ("site.pages.first.define_singleton_method(:place_in_layout?) { false }", "Convertible#place_in_layout?"),
        ("site.posts.docs.first.define_singleton_method(:id) { '/id' }", "Document#id"),
        ("site.posts.docs.first.define_singleton_method(:to_liquid) { {} }", "Document#to_liquid"),
        ("site.posts.docs.first.extend(Module.new { def place_in_layout? = false })", "Document#place_in_layout?"),
        ("site.posts.docs.first.data['excerpt'].define_singleton_method(:output) { 'x' }", "Excerpt#output"),
        ("site.posts.define_singleton_method(:docs) { [] }", "Collection#docs"),
        ("site.static_files.first.define_singleton_method(:relative_path) { '/y' }", "StaticFile#relative_path"),
        ("site.layouts['rel'].define_singleton_method(:content) { 'x' }", "Layout#content"),
        ("site.publisher.define_singleton_method(:publish?) { |_| false }", "Publisher#publish?"),
        (
            "site.find_converter_instance(Jekyll::Converters::Markdown).define_singleton_method(:convert) { |_| 'x' }",
            "Converters::Markdown#convert",
        ),
        ("site.define_singleton_method(:documents) { [] }", "Site#documents"),
    ];
    for (code, method) in methods {
        let site = site(code);
        let reason =
            format!("replacing Jekyll::{method} for one object is not supported: Hastie does its work without Ruby");
        build(&site).fails().says(&format!("Reason: {reason}")).says("--> _plugins/own.rb:3");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_one_object_decide_where_and_whether_it_is_written() {
    let code = "page = site.pages.find { |one| one.name == 'about.md' }
    def page.destination(dest) = File.join(dest, 'elsewhere.html')
    def (site.posts.docs.first).write? = false
    def (site.posts.docs.last).url = '/last/'
    def (site.static_files.first).write? = false";
    let site = site(code);
    build(&site).succeeds().wrote_just(&[
        "2024/02/02/b.html",
        "elsewhere.html",
        "last/index.html",
        "list.txt",
        "things/one.html",
        "things/two.html",
    ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn what_a_plugin_cannot_change_of_a_site_ends_the_build() {
    let changes = [
        ("site.time = Time.utc(2001, 2, 3)", "Site#time= is not supported: set SOURCE_DATE_EPOCH"),
        (
            "site.converters.reject! { |one| one.is_a?(Jekyll::Converters::Markdown) }",
            "changing Site#converters is not supported: Hastie calls converters itself",
        ),
        ("site.converters = []", "Site#converters= is not supported: Hastie calls converters itself"),
        ("site.generators.clear", "changing Site#generators is not supported: Hastie calls generators itself"),
    ];
    for (code, reason) in changes {
        let site = site(code);
        build(&site).fails().says(&format!("Reason: {reason}")).says("--> _plugins/own.rb:3");
    }
    let seen_later = [
        (
            "site.config['defaults'] = [{ 'values' => { 'own' => 1 } }]\n    site.frontmatter_defaults.reset",
            "changing site.config[\"defaults\"] is only supported in a hook :site, :after_init",
        ),
        (
            "site.pages << site.posts.docs.first",
            "_posts/2024-01-01-a.md is a Jekyll::Document: a list of Jekyll::Page cannot have it",
        ),
        (
            "site.posts.docs << site.pages.first",
            "about.md is a Jekyll::Page: a list of Jekyll::Document cannot have it",
        ),
    ];
    for (code, reason) in seen_later {
        let site = site(code);
        build(&site).fails().says(&format!("Reason: {reason}")).says("--> _plugins/own.rb:2");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_a_class_decide_where_its_pages_are_written() {
    let ruby = r##"class AsJson < Jekyll::PageWithoutAFile
  def output_ext = ".json"
end

class Linked < Jekyll::PageWithoutAFile
  def permalink = "/linked/"
end

class Renamed < Jekyll::PageWithoutAFile
  def basename = "renamed"
end

class Make < Jekyll::Generator
  def generate(site)
    [[AsJson, "d.md"], [Linked, "l.md"], [Renamed, "r.md"], [Jekyll::PageWithoutAFile, "s.md"]].each do |kind, name|
      page = kind.new(site, site.source, "made", name)
      page.content = "{{ page.url }}"
      site.pages << page
    end
    def (site.pages.last).output_ext = ".xml"
  end
end
"##;
    let list = "---\n---\n{% for p in site.pages %}{{ p.url }} {% endfor %}";
    let site = Site::new().file("_plugins/own.rb", ruby).file("list.txt", list);
    let outcome =
        build(&site).succeeds().wrote("list.txt", "/list.txt /made/d.json /linked/ /made/renamed.html /made/s.xml ");
    outcome.wrote_just(&["linked/index.html", "list.txt", "made/d.json", "made/renamed.html", "made/s.xml"]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_a_class_that_hastie_would_not_call_while_rendering_end_the_build() {
    let class = "class Bare < Jekyll::PageWithoutAFile\n  def place_in_layout? = false\nend\n";
    let make = |layout: &str| {
        format!(
            "{class}class Make < Jekyll::Generator\n  def generate(site)\n    page = Bare.new(site, site.source, '', 'bare.md')\n    \
             page.content = 'bare'\n    {layout}\n    site.pages << page\n  end\nend\n"
        )
    };
    let site = plugin(&make(""));
    build(&site).succeeds().wrote("bare.html", "<p>bare</p>\n");
    let site = plugin(&make("page.data['layout'] = 'rel'"));
    let reason = "replacing Bare#place_in_layout? is not supported: Hastie does its work without Ruby";
    build(&site).fails().says(&format!("Reason: {reason}")).says("--> _plugins/own.rb:2");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_page_that_a_generator_renders_lists_neither_itself_nor_source_maps() {
    let code = "made = Jekyll::PageWithoutAFile.new(site, site.source, '', 'made.html')
    made.content = '{% for one in site.pages %}{{ one.url }} {% endfor %}'
    made.render({}, site.site_payload)
    site.pages.find { |one| one.name == 'about.md' }.data['own'] = made.output";
    let site = site(code).file("main.scss", "---\n---\na { b: c }\n");
    build(&site).succeeds().wrote("about.html", "<p>about about.md /about.html /list.txt /main.css</p>\n");
}
