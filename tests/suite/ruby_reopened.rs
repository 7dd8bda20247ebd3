//! Plugins that replace methods of Jekyll. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

/// A site with one plugin and one page.
fn site(code: &str, page: &str) -> Site {
    Site::new().file("_plugins/a.rb", code).file("index.html", page)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn filters_call_the_filters_that_a_plugin_replaced() {
    let code = "module Mine\n  def relative_url(input)\n    \"/X#{input}\"\n  end\n\n  def xml_escape(input)\n    \
                \"<#{input}>\"\n  end\nend\nLiquid::Template.register_filter(Mine)\n";
    let site = site(code, "---\n---\n{{ '/a' | absolute_url }} {{ 'a' | absolute_url }} {{ 'a' | inspect }}");
    site.write("_config.yml", "url: https://e.org\nbaseurl: /b\n");
    build(&site).succeeds().wrote("index.html", "https://e.org/X/a https://e.org/Xa <\"a\">");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_decides_that_a_collection_without_output_is_written() {
    let code = "class Jekyll::Document\n  def write?\n    data['hidden'].nil?\n  end\nend\n";
    let site = site(code, "x").file("_notes/a.md", "---\n---\na").file("_notes/b.md", "---\nhidden: true\n---\nb");
    site.write("_config.yml", "collections:\n  notes:\n    output: false\n");
    build(&site).succeeds().wrote("notes/a.html", "<p>a</p>\n").wrote_just(&["index.html", "notes/a.html"]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn assigned_variables_stay_in_the_context_that_a_plugin_made() {
    let code = "class Own < Liquid::Tag\n  def render(_)\n    own = Liquid::Context.new([{ 'a' => 1 }, { 'a' => 2, 'b' => 3 }])\n    \
                text = Liquid::Template.parse('{% assign c = 7 %}{{ a }} {{ b }} {{ c }}').render(own)\n    \
                \"#{text} #{own['c']} #{own.scopes.inspect}\"\n  end\nend\nLiquid::Template.register_tag('own', Own)\n";
    build(&site(code, "---\n---\n{% own %}")).succeeds().wrote("index.html", "1 3 7 7 [{\"c\"=>7}]");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn steps_of_the_site_run_inside_of_the_methods_that_replace_them() {
    let code = "class Jekyll::Site\n  alias_method :render_before, :render\n  def render\n    \
                pages.each { |page| page.data['seen'] = 'yes' }\n    render_before\n    \
                pages.each { |page| page.output += '!' }\n  end\nend\n\
                module Steps\n  def read\n    super\n    data['read'] = pages.size\n  end\n\n  def generate\n    super\n    \
                data['made'] = 'g'\n  end\n\n  def write\n    super\n    \
                File.write(File.join(dest, 'copy.txt'), File.read(File.join(dest, 'index.html')).upcase)\n  end\n\n  \
                def site_payload\n    super.tap { |payload| payload['extra'] = 'x' }\n  end\nend\nJekyll::Site.prepend(Steps)\n";
    let page = "---\n---\n{{ page.seen }} {{ site.data.read }} {{ site.data.made }} {{ extra }}";
    let site = site(code, page);
    build(&site).succeeds().wrote("index.html", "yes 1 g x!").wrote("copy.txt", "YES 1 G X!");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_step_of_the_site_that_is_left_out_ends_the_build() {
    let code = "class Jekyll::Site\n  def render\n    pages.each { |page| page.output = 'x' }\n  end\nend\n";
    build(&site(code, "---\n---\n")).fails().says("--> _plugins/a.rb:2").says(
        "Reason: Jekyll::Site#render does not call the method that it replaces: Hastie does its work without Ruby",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_variable_jekyll_is_a_drop_of_its_class() {
    let code =
        "module Kind\n  def kind(input)\n    input.class.name\n  end\nend\nLiquid::Template.register_filter(Kind)\n";
    let page = "---\n---\n{{ jekyll | kind }} {{ jekyll.version }}";
    build(&site(code, page)).succeeds().wrote("index.html", "Jekyll::Drops::JekyllDrop 4.4.1");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_change_in_place_is_seen_wherever_the_short_string_is() {
    let code =
        "module Change\n  def shout(text)\n    text << '!'\n  end\nend\nLiquid::Template.register_filter(Change)\n";
    let page = "---\nt: abc\n---\n{% assign a = 'short' %}{% assign b = a %}{{ a | shout }} {{ b }}\n\
                {% for i in (1..2) %}{{ 'lit' | shout }} {% endfor %}\n\
                {% capture c %}cap{% endcapture %}{{ c | shout }} {{ c }}\n\
                {% assign d = 'x' | append: 'y' %}{{ d | shout }} {{ d }}\n\
                {% assign l = 'p,q' | split: ',' %}{{ l[0] | shout }} {{ l | join }}";
    let expected = "short! short!\nlit! lit!! \ncap! cap!\nxy! xy!\np! p! q";
    build(&site(code, page)).succeeds().wrote("index.html", expected);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn markdown_in_binary_strings_has_entities_instead_of_characters() {
    let code = "module Binary\n  def binary(text)\n    site = @context.registers[:site]\n    \
                site.find_converter_instance(Jekyll::Converters::Markdown).convert(text.dup.force_encoding('BINARY'))\n  \
                end\nend\nLiquid::Template.register_filter(Binary)\n";
    build(&site(code, "---\n---\n{{ \"it's -- &copy;\" | binary }}"))
        .succeeds()
        .wrote("index.html", "<p>it&#8217;s &#8211; &copy;</p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_filter_named_like_a_method_that_dates_need_replaces_the_method() {
    let code = "module Ordinals\n  def ordinal(number)\n    \"#{number}<sup>th</sup>\"\n  end\nend\n\
                Liquid::Template.register_filter(Ordinals)\n";
    let page = "---\n---\n{{ '2020-02-03' | date_to_string: 'ordinal' }} {{ '2020-02-03' | date_to_long_string }}";
    build(&site(code, page)).succeeds().wrote("index.html", "33<sup>th</sup> Feb 2020 03 February 2020");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_method_that_filters_call_ends_the_build_however_it_is_replaced() {
    let ways = [
        ("module Mine\n  def as_liquid(item) = 1\nend\nLiquid::Template.register_filter(Mine)\n", 2),
        ("module Jekyll::Utils\n  class << self\n    def has_liquid_construct?(text) = text\n  end\nend\n", 3),
    ];
    for (code, line) in ways {
        let site = site(code, "---\n---\n{{ 'A b' | slugify }}");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains(&format!("--> _plugins/a.rb:{line}")), "{}", outcome.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_add_keys_to_all_drops() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Jekyll
  module Drops
    class DocumentDrop
      def words
        @obj.content.split.size
      end
    end

    class StaticFileDrop
      def_delegators :@obj, :kind
    end

    class CollectionDrop
      def amount
        @obj.docs.size
      end
    end

    class JekyllDrop
      def flavour
        "plain"
      end
    end
  end

  class StaticFile
    def kind
      extname.delete(".").upcase
    end
  end
end
"#)
        .file("_posts/2025-01-01-p.md", r#"---
title: P
---
two words{{ page.words }}
"#)
        .file("x.png", "x\n")
        .file("index.html", r#"---
---
{{ jekyll.flavour }} {% for c in site.collections %}{{ c.label }}{{ c.amount }}{% endfor %} {% for f in site.static_files %}{{ f.kind }}{% endfor %} {% for p in site.posts %}{{ p.words }}{{ p.excerpt }}{% endfor %}
"#);
    build(&site)
        .succeeds()
        .wrote("2025/01/01/p.html", "<p>two words4</p>\n")
        .wrote("index.html", "plain posts1 PNG 2<p>two words4</p>\n\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn steps_of_the_renderer_run_inside_of_the_methods_that_replace_them() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Jekyll
  class Renderer
    alias_method :convert_before, :convert
    def convert(content)
      "<!--c-->" + convert_before(content)
    end

    alias_method :render_liquid_before, :render_liquid
    def render_liquid(content, payload, info, path = nil)
      render_liquid_before(content.gsub("((", "{{").gsub("))", "}}"), payload, info, path)
    end
  end
end

module Steps
  def run
    document.data["ran"] = "yes"
    super + "<!--#{File.basename(document.relative_path)}-->"
  end

  def render_document
    document.content = document.content.sub("OLD", "NEW")
    super.sub("N", "n")
  end

  def place_in_layouts(content, payload, info)
    document.data["bare"] ? content : super("<i>#{content.strip}</i>", payload, info)
  end
end
Jekyll::Renderer.prepend(Steps)
"#,
        )
        .file("_layouts/d.html", "<b>{{ content }}</b>((page.title))\n")
        .file(
            "a.md",
            r#"---
title: A
layout: d
---
OLD ((page.title)) {{ page.ran }}
"#,
        )
        .file(
            "b.html",
            r#"---
title: B
layout: d
bare: true
---
b ((site.posts.first.excerpt))
"#,
        )
        .file(
            "_posts/2025-01-01-p.md",
            r#"---
title: P
---
first ((page.title))

second
"#,
        );
    build(&site)
        .succeeds()
        .wrote("2025/01/01/p.html", "<i><!--c--><p>first ((page.title))</p>\n\n<p>second</p></i><!--2025-01-01-p.md-->")
        .wrote("a.html", "<b><i><!--c--><p>nEW A yes</p></i></b>A\n<!--a.md-->")
        .wrote("b.html", "<!--c-->b ((site.posts.first.excerpt))\n<!--b.html-->");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_constant_ends_the_build() {
    let code = "module Jekyll\n  class Page\n    remove_const(:HTML_EXTENSIONS)\n    HTML_EXTENSIONS = %w(.html .md).freeze\n  end\nend\n";
    build(&site(code, "x"))
        .fails()
        .says("--> _plugins/a.rb:4")
        .says("Reason: replacing Jekyll::Page::HTML_EXTENSIONS is not supported: Hastie does its work without Ruby");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_to_s_of_a_core_class_ends_the_build() {
    let code = "class Float\n  def to_s\n    format('%.3f', self)\n  end\nend\n";
    build(&site(code, "x"))
        .fails()
        .says("--> _plugins/a.rb:2")
        .says("Reason: replacing Float#to_s is not supported: Hastie does its work without Ruby");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_sets_the_error_mode_of_liquid() {
    let code = "Liquid::Template.error_mode = :strict\n";
    let message = "Expected id but found pipe in \"{{ page.url | | upcase }}\" in index.html";
    build(&site(code, "---\n---\n{{ page.url | | upcase }}"))
        .fails()
        .says(&format!("Liquid Exception: Liquid syntax error (line 1): {message}"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn urls_and_the_filter_use_a_replaced_slugify() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"permalink: /:categories/:title/
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"module Jekyll
  module Utils
    class << self
      alias_method :old_slugify, :slugify
      def slugify(string, mode: nil, cased: false)
        old_slugify(string.to_s.gsub("&", "and"), :mode => mode, :cased => cased)
      end
    end
  end
end
"#,
        )
        .file(
            "_posts/2024-01-02-a & b.md",
            r#"---
title: A & b
categories: [x & y]
---
{{ page.url }} {{ "a & b" | slugify }}
"#,
        );
    build(&site).succeeds().wrote(
        "x & y/a-and-b/index.html",
        r#"<p>/x%20&amp;%20y/a-and-b/ a-and-b</p>
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_module_that_reopens_utils_replaces_slugify() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Jekyll::Utils
  def slugify(string, mode: nil, cased: false)
    return if string.nil?
    string.to_s.strip.downcase.gsub(/[^a-z0-9]+/, "_")
  end
end
"#,
        )
        .file(
            "_posts/2024-01-02-a-b.md",
            r#"---
title: A & b
---
{{ page.url }} {{ "a & b" | slugify }}
"#,
        )
        .file(
            "c d.md",
            r#"---
---
{{ page.url }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "c d.html",
            r#"<p>/c%20d.html</p>
"#,
        )
        .wrote(
            "2024/01/02/a_b.html",
            r#"<p>/2024/01/02/a_b.html a_b</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_to_liquid_sees_the_converted_content() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Jekyll
  class Page
    def word_count
      content.to_s.split.size
    end
    alias_method :plain_to_liquid, :to_liquid
    def to_liquid(attrs = nil)
      plain_to_liquid(attrs).merge("words" => word_count, "shout" => (data["title"] || "").upcase)
    end
  end
end
"#,
        )
        .file(
            "index.html",
            r#"---
title: hi
---
{{ page.words }} {{ page.shout }} {% for p in site.pages %}{{ p.words }}{% endfor %}
"#,
        )
        .file(
            "b.md",
            r#"---
title: bee
---
one two three {{ page.words }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"16 HI 416
"#,
        )
        .wrote(
            "b.html",
            r#"<p>one two three 6</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_module_prepended_to_a_drop_calls_the_original_by_super() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Extra
  def posts
    super.reject { |p| p.data["hidden"] }
  end
  def year() 2026 end
end
Jekyll::Drops::SiteDrop.prepend(Extra)
"#)
        .file("_posts/2024-01-02-a.md", r#"---
title: A
hidden: true
---
"#)
        .file("_posts/2024-01-03-b.md", r#"---
title: B
---
"#)
        .file("index.html", r#"---
---
{{ site.posts | map: "title" | join: "," }} {{ site.year }} {{ site.documents | size }} {% for p in site.posts %}{{ p.title }}{% endfor %}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"B 2026 2 B
"#,
        )
        .wrote(
            "2024/01/03/b.html",
            r#"
"#,
        )
        .wrote(
            "2024/01/02/a.html",
            r#"
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_render_of_a_tag_calls_liquids_by_super() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Jekyll
  module Tags
    class PostUrl
      alias_method :old, :render
      def render(context) "/pre#{old(context)}" end
    end
    class Link
      def render(context) "L:#{super}" end
    end
  end
end
"#,
        )
        .file(
            "_posts/2024-01-02-a.md",
            r#"---
---
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% post_url 2024-01-02-a %} {% link index.html %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"/pre/2024/01/02/a.html L:
"#,
        )
        .wrote(
            "2024/01/02/a.html",
            r#"
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_render_of_include_tag_does_not_change_include() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Jekyll
  module Tags
    class IncludeTag
      alias_method :old_render, :render
      def render(context)
        "<!-- begin #{@file} -->#{old_render(context)}<!-- end -->"
      end
    end
  end
end
"#,
        )
        .file(
            "_includes/a.html",
            r#"A{{ include.x }}{% include b.html %}
"#,
        )
        .file(
            "_includes/b.html",
            r#"B
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% include a.html x=1 %}{% assign f = "b.html" %}{% include {{ f }} %}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"A1B

B

"#,
    );
}
