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
        ("module Mine\n  def item_property(item, property) = 1\nend\nLiquid::Template.register_filter(Mine)\n", 2),
        ("module Jekyll::Utils\n  class << self\n    def slugify(text, **) = text\n  end\nend\n", 3),
    ];
    for (code, line) in ways {
        let site = site(code, "---\n---\n{{ 'A b' | slugify }}");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains(&format!("--> _plugins/a.rb:{line}")), "{}", outcome.all());
    }
}
