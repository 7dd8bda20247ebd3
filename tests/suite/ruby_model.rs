//! The site as its own Ruby sees and changes it: the configuration, the files, their order. The expected output was
//! recorded from Ruby.

use crate::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_address_that_a_generator_takes_away_is_gone_for_filters_and_built_in_plugins() {
    let ruby = r#"
class Address < Jekyll::Generator
  def generate(site)
    site.config["url"] = nil
  end
end
"#;
    let site = Site::new()
        .file("_config.yml", "url: https://a.org\nplugins: [jekyll-redirect-from, jekyll-sitemap]\n")
        .file("_plugins/own.rb", ruby)
        .file("a.md", "---\nredirect_from: /old/\n---\nx\n")
        .file("index.html", "---\n---\n{{ '/x' | absolute_url }} {{ site.url }}");
    build(&site)
        .succeeds()
        .wrote("index.html", "/x ")
        .wrote("redirects.json", "{\"/old/\":\"/a.html\"}")
        .wrote("robots.txt", "Sitemap: /sitemap.xml\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_see_changes_to_a_part_of_the_configuration_that_a_plugin_keeps() {
    let ruby = r#"
class Change < Liquid::Tag
  STEPS = [
    ->(menu) { menu["texts"]["a"] << "y" },
    ->(menu) { menu["texts"] = menu["texts"].dup },
    ->(menu) { menu["texts"]["a"] = menu["texts"]["a"].dup },
    ->(menu) { menu["texts"]["a"] << "z" },
    ->(menu) { menu["top"].push(["three"]).rotate! },
    ->(menu) { menu["top"][1].push("four") },
    ->(menu) { menu["top"].flatten! },
    ->(menu) { menu.delete("texts") }
  ]

  def render(context)
    @@menu ||= context.registers[:site].config["menu"]
    STEPS.shift.call(@@menu)
    ""
  end
end
Liquid::Template.register_tag("change", Change)
"#;
    let step = "{% change %}{{ site.menu.texts.a }} {{ site.menu.top | join: ',' }};";
    let site = Site::new()
        .file("_config.yml", "menu:\n  top: [one, two]\n  texts: {a: x}\n")
        .file("_plugins/own.rb", ruby)
        .file("index.html", format!("---\n---\n{}", step.repeat(8)));
    build(&site).succeeds().wrote(
        "index.html",
        "xy one,two;xy one,two;xy one,two;xyz one,two;xyz two,three,one;\
         xyz two,three,four,one;xyz two,three,four,one; two,three,four,one;",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_static_file_of_a_collection_stays_in_it_when_it_gets_data() {
    let ruby = r#"
class Logos < Jekyll::Generator
  def generate(site)
    site.documents.each { |doc| doc.data["logo"] = "x" }
  end
end
"#;
    let page = "---\n---\n{% for f in site.static_files %}{{ f.path }} {{ f.logo }} {{ f.collection }}{% endfor %}";
    let site = Site::new()
        .file("_config.yml", "collections:\n  labs:\n    output: true\n")
        .file("_plugins/own.rb", ruby)
        .file("_labs/b/header.txt", "h\n")
        .file("index.html", page);
    build(&site).succeeds().wrote("labs/b/header.txt", "h\n").wrote("index.html", "_labs/b/header.txt x labs");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn equal_things_keep_their_order_when_a_plugin_sorts() {
    let ruby = r##"
module Ties
  def ties(count)
    list = (0...count).map { |at| [at, at % 3] }
    [
      list.sort_by { |one| -one[1] }, list.sort { |one, other| one[1] <=> other[1] }, list.to_h.sort_by { |_, value| value.to_s },
      list.sort_by { |one| [one[1] > 1 ? "b" : "a"] }, list.sort_by { |one| one[1].to_f }, list.sort_by.with_index { |one, at| [one[1], -at] }
    ].map { |sorted| sorted.map(&:first).join(",") }.push([3, "a", 1].sort { nil }.to_s) * ";"
  rescue ArgumentError => e
    "#{list.sort { |one, other| one[1] > other[1] ? 1 : -1 }.map(&:first)} #{e.message}"
  end

  def sorted(count)
    (0...count).map { |at| [at, at % 3] }.sort_by! { |one| -one[1] }.map(&:first).join(",")
  end
end
Liquid::Template.register_filter(Ties)
"##;
    let site =
        Site::new().file("_plugins/own.rb", ruby).file("index.html", "---\n---\n{{ 7 | ties }} {{ 9 | sorted }}");
    let found = "[0, 3, 6, 1, 4, 2, 5] comparison of String with 1 failed 2,5,8,1,4,7,0,3,6";
    build(&site).succeeds().wrote("index.html", found);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_method_that_a_module_of_filters_gets_after_it_was_registered_is_no_filter() {
    let ruby = r#"
module Jekyll
  module Filters
    def late(text)
      "late #{text}"
    end

    def number_of_words(*)
      "W"
    end
  end
end

module Mine
  def one(text)
    "1#{text}"
  end
end
Liquid::Template.register_filter(Mine)

module Mine
  def one(text)
    "11#{text}"
  end

  def two(text)
    "2#{text}"
  end
end
Liquid::Template.register_filter(Mine)
"#;
    let page = "---\n---\n{{ 'a' | late }} {{ 'a b' | number_of_words }} {{ 'a' | one }} {{ 'a' | two }}";
    let site = Site::new().file("_plugins/own.rb", ruby).file("index.html", page);
    build(&site).succeeds().wrote("index.html", "a W 11a a");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_reader_of_posts_takes_names_without_dates() {
    let ruby = r#"
class Jekyll::PostReader
  def read_posts(dir)
    read_publishable(dir, "_posts", /.*\.(markdown|md)$/)
  end
end
"#;
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("_posts/plain.md", "---\ntitle: Plain\ndate: 2025-03-04\n---\nFirst.\n")
        .file("_posts/2025-01-02-dated.md", "---\n---\nd\n")
        .file("_posts/2025-01-03-other.html", "---\n---\nh\n")
        .file("index.html", "---\n---\n{% for p in site.posts %}{{ p.title }} {{ p.url }};{% endfor %}");
    build(&site).succeeds().wrote("index.html", "Plain /2025/03/04/plain.html;Dated /2025/01/02/dated.html;");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_below_the_include_tag_reads_files_its_own_way() {
    let ruby = r#"
class Shown < Jekyll::Tags::IncludeTag
  def tag_includes_dirs(context)
    [File.join(context.registers[:site].source, "assets")]
  end

  def read_file(file, context)
    super.sub(/<\?.*\?>/, "").strip
  end
end
Liquid::Template.register_tag("shown", Shown)
"#;
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("assets/i.svg", "<?xml version=\"1\"?>\n<svg>{{ include.c }}</svg>\n")
        .file("index.html", "---\nc: blue\n---\n{% shown i.svg c=\"red\" %}{% shown i.svg c=page.c %}");
    build(&site).succeeds().wrote("index.html", "<svg>red</svg><svg>blue</svg>");
}
