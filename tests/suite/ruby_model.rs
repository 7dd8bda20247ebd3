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

/// The steps change each list and hash in another way. The output was recorded from Ruby.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_see_a_change_by_any_method_of_lists_and_hashes() {
    let ruby = r#"
class Change < Liquid::Tag
  LISTS = [
    ->(list) { list << 4 }, ->(list) { list[0] = 9 }, ->(list) { list.append(4) }, ->(list) { list.clear },
    ->(list) { list.collect! { |one| one + 1 } }, ->(list) { list.push(nil).compact! }, ->(list) { list.concat([4]) },
    ->(list) { list.delete(1) }, ->(list) { list.delete_at(0) }, ->(list) { list.delete_if { |one| one > 2 } },
    ->(list) { list.fill(0) }, ->(list) { list.filter!(&:odd?) }, ->(list) { list.push([4]).flatten! },
    ->(list) { list.insert(1, 4) }, ->(list) { list.keep_if(&:even?) }, ->(list) { list.map!(&:succ) },
    ->(list) { list.pop }, ->(list) { list.prepend(4) }, ->(list) { list.push(4) }, ->(list) { list.reject!(&:odd?) },
    ->(list) { list.replace([4]) }, ->(list) { list.reverse! }, ->(list) { list.rotate! }, ->(list) { list.select!(&:odd?) },
    ->(list) { list.shift }, ->(list) { list.shuffle!(random: Random.new(3)) }, ->(list) { list.slice!(0, 2) },
    ->(list) { list.sort! }, ->(list) { list.sort_by! { |one| -one } }, ->(list) { list.push(1).uniq! },
    ->(list) { list.unshift(4) }, ->(list) { list.each_with_index { |one, at| list[at] = one * 2 } },
  ]
  HASHES = [
    ->(hash) { hash["a"] = 4 }, ->(hash) { hash.clear }, ->(hash) { hash.merge!("x" => nil).compact! },
    ->(hash) { hash.delete("a") }, ->(hash) { hash.delete_if { |key, _| key == "a" } },
    ->(hash) { hash.filter! { |key, _| key == "a" } }, ->(hash) { hash.keep_if { |key, _| key == "b" } },
    ->(hash) { hash.merge!("c" => 4) }, ->(hash) { hash.reject! { |_, one| one == 3 } }, ->(hash) { hash.replace("c" => 4) },
    ->(hash) { hash.select! { |_, one| one == 1 } }, ->(hash) { hash.shift }, ->(hash) { hash.store("c", 4) },
    ->(hash) { hash.transform_keys!(&:upcase) }, ->(hash) { hash.transform_values!(&:succ) },
    ->(hash) { hash.update("c" => 4) },
  ]
  PARTS = {}

  def render(context)
    config = context.registers[:site].config
    PARTS["lists"] ||= config["lists"].zip(LISTS)
    PARTS["hashes"] ||= config["hashes"].zip(HASHES)
    part, step = PARTS[@markup.strip].shift
    step.call(part)
    ""
  end
end
Liquid::Template.register_tag("change", Change)
"#;
    let lists =
        "{% for one in site.lists %}{% change lists %}{{ site.lists[forloop.index0] | join: ',' }};{% endfor %}";
    let hashes = "{% for one in site.hashes %}{% change hashes %}{% for pair in site.hashes[forloop.index0] %}\
                  {{ pair | join: '' }}{% endfor %};{% endfor %}";
    let config = format!("lists:\n{}hashes:\n{}", "  - [3, 1, 2]\n".repeat(32), "  - {b: 3, a: 1}\n".repeat(16));
    let site = Site::new()
        .file("_config.yml", config)
        .file("_plugins/own.rb", ruby)
        .file("lists.html", format!("---\n---\n{lists}"))
        .file("hashes.html", format!("---\n---\n{hashes}"));
    build(&site)
        .succeeds()
        .wrote(
            "lists.html",
            "3,1,2,4;9,1,2;3,1,2,4;;4,2,3;3,1,2;3,1,2,4;3,2;1,2;1,2;0,0,0;3,1;3,1,2,4;3,4,1,2;2;4,2,3;3,1;4,3,1,2;3,1,2,4;2;4;2,1,3;1,2,3;3,1;1,2;1,3,2;2;1,2,3;3,2,1;3,1,2;4,3,1,2;6,2,4;",
        )
        .wrote("hashes.html", "b3a4;;b3a1;b3;b3;a1;b3;b3a1c4;a1;c4;a1;a1;b3a1c4;B3A1;b4a2;b3a1c4;");
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
fn a_publisher_decides_about_posts_documents_and_pages() {
    let ruby = r#"
class Jekyll::Publisher
  alias_method :date_hides?, :hidden_in_the_future?

  def hidden_in_the_future?(thing)
    embargo = thing.data["embargo"]
    return embargo > @site.time if embargo.is_a?(Time)
    return false if thing.respond_to?(:collection) && thing.collection.label == "talks"

    date_hides?(thing)
  end
end
"#;
    let embargo = |year: u32| format!("---\nembargo: {year}-01-01 00:00:00 +0000\n---\nx\n");
    let site = Site::new()
        .file("_config.yml", "collections: { talks: { output: true } }")
        .file("_plugins/publisher.rb", ruby)
        .file("_posts/2020-01-01-old.md", "---\n---\nx\n")
        .file("_posts/2020-02-02-late.md", embargo(2031))
        .file("_posts/2020-03-03-hidden.md", "---\npublished: false\n---\nx\n")
        .file("_posts/2030-01-01-future.md", "---\n---\nx\n")
        .file("_posts/2031-01-01-early.md", embargo(2020))
        .file("_talks/keynote.md", "---\ndate: 2033-01-01\n---\nx\n")
        .file("_talks/secret.md", embargo(2033))
        .file("page.md", embargo(2033))
        .file(
            "index.html",
            "---\n---\n{% for p in site.posts %}{{ p.url }} {% endfor %}|{% for p in site.talks %}{{ p.url }} {% endfor %}|\
             {% for p in site.pages %}{{ p.url }} {% endfor %}",
        );
    build(&site)
        .succeeds()
        .says("Skipping: _posts/2020-02-02-late.md has a future date")
        .says("Skipping: _posts/2030-01-01-future.md has a future date")
        .wrote("index.html", "/2031/01/01/early.html /2020/01/01/old.html |/talks/keynote.html /talks/secret.html |/ ")
        .wrote_just(&["2020/01/01/old.html", "2031/01/01/early.html", "index.html", "talks/keynote.html"]);
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

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn front_matter_that_a_hook_took_before_it_asked_for_other_things_keeps_its_changes() {
    let ruby = r#"
Jekyll::Hooks.register :notes, :pre_render do |note, payload|
  data = note.data
  data['a'] = payload['page']['path'].to_s
  other = note.collection.docs.first.data
  data['b'] = payload['page']['title'].to_s + other['title'].to_s
  data['c'] = payload['page']['a'].to_s
end
"#;
    let site = Site::new()
        .file("_config.yml", "collections: {notes: {output: true}}\n")
        .file("_plugins/own.rb", ruby)
        .file("_notes/m.md", "---\ntitle: M\n---\n")
        .file("_notes/n.html", "---\ntitle: T\n---\n{{ page.a }} {{ page.b }} {{ page.c }}");
    build(&site).succeeds().wrote("notes/n.html", "_notes/n.html TM _notes/n.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn tags_keep_lists_in_the_page_that_other_tags_and_the_layout_read() {
    let ruby = r#"
class Note < Liquid::Block
  def render(context)
    notes = (context.registers[:page]['notes'] ||= [])
    notes << super
    notes.size.to_s
  end
end
class Notes < Liquid::Tag
  def render(context)
    context.registers[:page]['notes'].join('+')
  end
end
Liquid::Template.register_tag('note', Note)
Liquid::Template.register_tag('notes', Notes)
"#;
    let page = "---\nlayout: all\n---\n{% note %}a{% endnote %}{% note %}b{% endnote %} {% notes %}";
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("_layouts/all.html", "{{ content }} [{% notes %}] {{ page.notes | size }}")
        .file("index.html", page)
        .file("_posts/2020-01-01-p.html", page);
    build(&site).succeeds().wrote("index.html", "12 a+b [a+b] 2").wrote("2020/01/01/p.html", "12 a+b [a+b] 2");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn documents_with_a_pager_of_a_plugin_have_a_paginator() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Part < Jekyll::Document
  attr_accessor :pager
end

class Parts
  def initialize(number, count)
    @number, @count = number, count
  end

  def to_liquid
    { "page" => @number, "total_pages" => @count }
  end
end

class Split < Jekyll::Generator
  def generate(site)
    post = site.posts.docs.first
    site.posts.docs.delete(post)
    parts = post.content.split("<!--next-->")
    parts.each_with_index do |text, at|
      part = Part.new(post.path, :site => site, :collection => site.posts)
      part.merge_data!(post.data)
      part.merge_data!({ "permalink" => "/parts/#{at + 1}/" })
      part.content = text
      part.pager = Parts.new(at + 1, parts.size)
      site.posts.docs << part
    end
  end
end
"#,
        )
        .file(
            "_layouts/l.html",
            r"{{ paginator.page }} of {{ paginator.total_pages }}: {{ content }}
",
        )
        .file(
            "_posts/2024-01-01-one.md",
            r"---
layout: l
---
one
<!--next-->
two
",
        )
        .file(
            "_posts/2024-01-02-other.md",
            r"---
layout: l
---
other
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "parts/1/index.html",
            r"1 of 2: <p>one</p>

",
        )
        .wrote(
            "parts/2/index.html",
            r"2 of 2: 
<p>two</p>

",
        )
        .wrote(
            "2024/01/02/other.html",
            r" of : <p>other</p>

",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_writes_the_static_files_that_jekyll_has_read() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Writer
  def write(dest)
    return super unless extname == ".txt"

    FileUtils.mkdir_p(File.dirname(destination(dest)))
    File.write(destination(dest), "written: #{data["note"]}")
    true
  end
end
Jekyll::StaticFile.prepend(Writer)

Jekyll::Hooks.register(:site, :pre_render) { |site| site.static_files.each { |file| file.data["note"] = file.name } }
"#,
        )
        .file(
            "file.txt", r"file
",
        )
        .file(
            "assets/b.bin",
            r"binary
",
        )
        .file(
            "a.html",
            r"---
---
{% for file in site.static_files %}{{ file.note }} {% endfor %}
",
        );
    build(&site)
        .succeeds()
        .wrote("file.txt", "written: file.txt")
        .wrote(
            "assets/b.bin",
            r"binary
",
        )
        .wrote(
            "a.html",
            r"b.bin file.txt 
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_page_that_is_read_again_reads_its_own_file() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Again < Jekyll::Generator
  def generate(site)
    page = site.pages.find { |one| one.name == "a.html" }
    page.content = "changed"
    page.read_yaml(site.source, "b.html")
  end
end
"#,
        )
        .file(
            "a.html",
            r"---
title: A
---
a {{ page.title }}
",
        )
        .file(
            "b.html",
            r"---
title: B
---
b
",
        );
    build(&site).succeeds().wrote(
        "a.html", r"a A
",
    );
}
