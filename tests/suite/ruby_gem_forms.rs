//! Forms of plugins that published gems have: Liquid's parser in tags, files of their own classes, markup languages
//! without front matter, and pages that they render themselves. The tests need the module, as in `ruby.rs`.

use crate::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn tags_may_parse_their_markup_with_liquids_parser_and_patterns() {
    let site = Site::new()
        .file("_plugins/own.rb", r##"class Show < Liquid::Tag
  def initialize(name, markup, context)
    super
    parser = Liquid::Parser.new(markup)
    @shown = []
    loop do
      name = parser.consume(:id) + parser.consume(:colon) if parser.look(:id) && parser.look(:colon, 1)
      @shown << [name, Liquid::Expression.parse(parser.expression)]
      break unless parser.consume?(:comma)
    end
    parser.consume(:end_of_string)
    @tokens = Liquid::Lexer.new("a.b-c?[0] >= -1.5..'x'").tokenize.flatten.join(" ")
    @problem = begin
      Liquid::Parser.new("a b").tap(&:consume).consume(:colon)
    rescue Liquid::SyntaxError => e
      e.message
    end
  end

  def render(context)
    "#{@shown.map { |name, value| "#{name}#{context.evaluate(value)}" }.join("; ")} / #{@tokens} / #{@problem}"
  end
end

class Names < Liquid::Tag
  def render(_)
    filters = @markup[Liquid::Variable::FilterMarkupRegex, 1].scan(Liquid::Variable::FilterParser)
    filters.map { |one| "#{one.strip}#{one.scan(Liquid::Variable::FilterArgsRegex).flatten}" }.join(", ")
  end
end

class Keep < Liquid::Block
  def parse(tokens)
    @body = +""
    while (token = tokens.shift)
      if token =~ Liquid::Raw::FullTokenPossiblyInvalid
        @body << $1
        return if block_delimiter == $2
      end
      @body << token
    end
  end

  def render(_) = "[#{@body}]"
end

class Pick < Liquid::If
  def initialize(name, markup, context)
    super
    @parts = markup.scan(ExpressionsAndOperators).map { |part| part =~ Syntax ? [$1, $2, $3] : part }
  end

  def render(context) = "#{@parts.flatten.compact.join(",")}#{super}"
end
{ "show" => Show, "names" => Names, "keep" => Keep, "pick" => Pick }.each { |name, kind| Liquid::Template.register_tag(name, kind) }
"##)
        .file("a.md", r#"---
list: [1, 2]
t: T
---
{% show page.list[0], 'x y', k: page.t %}|{% names foo:bar | baz: 'q', 2 | end %}|{% keep %}a {{ b }}{% if %}{% endkeep %}|{% pick page.t == 'T' or false %}x{% endpick %}"#);
    build(&site).succeeds()
        .wrote("a.html", r#"<table>
  <tbody>
    <tr>
      <td>show1; showx y; k:T / id a dot . id b-c? open_square [ number 0 close_square ] comparison &gt;= number -1.5 dotdot .. string ‘x’ end_of_string / Liquid syntax error: Expected colon but found id</td>
      <td>baz: ‘q’, 2[“‘q’”, “2”], end[]</td>
      <td> </td>
      <td>page.t,==,’T’,or,falsex</td>
    </tr>
  </tbody>
</table>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn static_files_may_be_objects_of_a_plugins_own_class() {
    let site = Site::new()
        .file("_plugins/own.rb", r##"class Stamped
  attr_reader :path

  def initialize(site, path, place)
    @site = site
    @path = site.in_source_dir(path)
    @place = place
  end

  def name = File.basename(@place)
  def extname = File.extname(@place)
  def url = "/#{@place}"
  def relative_path = @path.delete_prefix(@site.source)
  def destination(dest) = File.join(dest, @place)
  def write?  = !@place.include?("left-out")
  def mtime = 0
  def data = {}
  def type = nil

  def write(dest)
    FileUtils.mkdir_p(File.dirname(destination(dest)))
    File.write(destination(dest), "stamped #{File.read(@path)}")
    true
  end

  def to_liquid = Shown.new(self)
end

class Shown < Liquid::Drop
  def initialize(file)
    @file = file
  end

  def name = @file.name
  def path = @file.relative_path
  def extname = @file.extname
  def basename = File.basename(name, extname)
  def modified_time = Time.at(0).utc
  def address = @file.url
end

class Stamper < Jekyll::Generator
  def generate(site)
    site.static_files << Stamped.new(site, "_src/a.css", "css/a-1.css") << Stamped.new(site, "_src/a.css", "left-out.css")
  end
end

class StampTag < Liquid::Tag
  def render(context)
    site = context.registers[:site]
    site.static_files << Stamped.new(site, "_src/b.css", "css/b-2.css")
    "#{site.static_files.last.class} #{site.static_files.map(&:url).join(" ")}"
  end
end
Liquid::Template.register_tag("stamp", StampTag)
"##)
        .file("_src/a.css", "a")
        .file("_src/b.css", "b")
        .file("plain.txt", "P")
        .file("a.html", r#"---
---
{% stamp %}
{% for f in site.static_files %}{{ f.path }} {{ f.name }} {{ f.basename }} {% if f.address %}{{ f.address }} {{ f.modified_time | date: '%Y' }}{% endif %};{% endfor %}"#);
    build(&site).succeeds()
        .wrote("a.html", r#"Stamped /plain.txt /css/a-1.css /left-out.css /css/b-2.css
/plain.txt plain.txt plain ;/_src/a.css a-1.css a-1 /css/a-1.css 1970;/_src/a.css left-out.css left-out /left-out.css 1970;/_src/b.css b-2.css b-2 /css/b-2.css 1970;"#)
        .wrote("css/a-1.css", "stamped a")
        .wrote("css/b-2.css", "stamped b");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_converter_may_decide_which_files_are_pages_and_documents() {
    let site = Site::new()
        .file("_config.yml", "collections: {docs: {output: true}}\n")
        .file("_plugins/own.rb", r#"class Own < Jekyll::Converter
  def initialize(config)
    super
    Jekyll::Utils.extend(Module.new do
      def has_yaml_header?(file) = File.extname(file) == ".own" || super
    end)
  end

  def matches(ext) = ext == ".own"
  def output_ext(_) = ".html"
  def convert(text) = "<own>#{text.sub(/\Atitle: .*\n\n/, "")}</own>"
end

class Titles < Jekyll::Generator
  def generate(site)
    (site.pages + site.collections["docs"].docs).each do |item|
      next unless item.content.start_with?("title: ")

      item.data["title"] = item.content[/title: (.*)/, 1]
      item.data["read"] = item.class.name
      item.extend(Module.new { def render_with_liquid? = false }) if item.data["title"] == "Outer"
    end
  end
end
"#)
        .file("b/note.own", "title: Inner\n\n{{ page.title }}")
        .file("note.own", "title: Outer\n\n{{ page.title }} & x")
        .file("plain.txt", "P")
        .file("_docs/one.own", "title: One\n\n1")
        .file("_docs/two.txt", "2")
        .file("list.html", r#"---
---
{% for p in site.pages %}{{ p.path }} {{ p.url }} {{ p.read }};{% endfor %}{% for d in site.docs %}{{ d.path }} {{ d.url }};{% endfor %}{% for f in site.static_files %}{{ f.path }};{% endfor %}"#);
    build(&site).succeeds()
        .wrote("list.html", r#"list.html /list.html ;b/note.own /b/note.html Jekyll::Page;note.own /note.html Jekyll::Page;_docs/one.own /docs/one.html;/plain.txt;_docs/two.txt;"#)
        .wrote("note.html", "<own>{{ page.title }} & x</own>")
        .wrote("b/note.html", "<own>Inner</own>")
        .wrote("docs/one.html", "<own>1</own>");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_excerpt_may_be_that_of_a_copy_of_its_document() {
    let site = Site::new()
        .file(
            "_plugins/own.rb",
            r#"class Short < Jekyll::Excerpt
  def extract_excerpt(content) = content
end
class Shorts < Jekyll::Generator
  def generate(site)
    site.posts.docs.each do |post|
      copy = post.dup
      copy.content = "Short {{ page.title }} *y*"
      post.data["excerpt"] = Short.new(copy)
      post.data["origin"] = "own"
    end
  end
end
"#,
        )
        .file("_posts/2024-01-02-p.md", "---\ntitle: P\n---\nText {{ page.title }} *x*")
        .file("a.html", "---\n---\n{% for p in site.posts %}{{ p.excerpt }}{% endfor %}");
    build(&site).succeeds().wrote("a.html", "<p>Short P <em>y</em></p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_class_of_documents_may_decide_whether_liquid_renders_them() {
    let site = Site::new()
        .file("_plugins/own.rb", r#"class Plain < Jekyll::Document
  def render_with_liquid? = data["render_with_liquid"] || data["title"] == "Q"
end
class Plains < Jekyll::Generator
  def generate(site)
    %w(Q R).each do |title|
      document = Plain.new(site.in_source_dir("_posts/2024-01-03-#{title}.md"), :site => site, :collection => site.posts)
      document.content = "{{ page.title }}"
      document.data.merge!("title" => title, "date" => Time.utc(2024, 1, 3), "slug" => title)
      site.posts.docs << document
    end
  end
end
"#)
        .file("_posts/2024-01-02-p.md", "---\ntitle: P\nlist: [1, 2]\n---\n{{ page.title }}")
        .file("a.html", "---\n---\n{% for p in site.posts %}{{ p.content }}{% endfor %}")
        .file("z.txt", "z");
    build(&site)
        .succeeds()
        .wrote("2024/01/03/Q.html", "<p>Q</p>\n")
        .wrote("2024/01/03/R.html", "<p>{{ page.title }}</p>\n")
        .wrote("2024/01/02/p.html", "<p>P</p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_class_of_documents_may_find_its_own_path_and_categories() {
    let site = Site::new()
        .file("_config.yml", "collections: {docs: {output: true}}\n")
        .file("_plugins/own.rb", r#"class Copy < Jekyll::Document
  attr_reader :relative_path

  def initialize(original)
    @site = original.site
    @collection = original.collection
    @relative_path = "_more/x/d.md"
    @path = @site.in_source_dir(@relative_path)
    @extname = ".md"
    @has_yaml_header = nil
    read
    categories_from_path("_docs")
  end

  def cleaned_relative_path = "copies/#{basename_without_ext}"
end
Jekyll::Hooks.register(:site, :post_read) { |site| site.collections["docs"].docs << Copy.new(site.collections["docs"].docs.first) }
"#)
        .file("_docs/d.md", "---\ntitle: D\n---\nd")
        .file("_more/x/d.md", "---\ntitle: More {{ page.title }}\n---\nmore {{ page.title }}")
        .file("a.html", "---\n---\n{% for d in site.docs %}{{ d.url }} {{ d.title }} {{ d.categories | join: '+' }};{% endfor %}");
    build(&site)
        .succeeds()
        .wrote("a.html", "/docs/d.html D ;/docs/copies/d.html More {{ page.title }} _more+x;")
        .wrote("docs/copies/d.html", "<p>more More {{ page.title }}</p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_private_method_of_filters_replaces_the_one_that_finds_properties() {
    let site = Site::new()
        .file("_plugins/own.rb", r#"module Named
  def named(list, name) = list.count { |item| item_property(item, "n") == name.upcase }

  private

  def item_property(item, property)
    value = item.respond_to?(:to_liquid) ? item.to_liquid[property] : item[property]
    value.is_a?(String) ? value.upcase : value
  end
end
Liquid::Template.register_filter(Named)
"#)
        .file("a.html", r#"---
list: [{n: b, v: 2}, {n: a, v: 10}, {v: 1}, {n: B}]
---
{% for x in (1..1) %}{{ page.list | where: 'n', 'b' | map: 'v' | join }}|{{ page.list | find: 'n', 'A' | map: 'v' | join }}|{{ page.list | sort: 'n' | map: 'v' | join }}|{{ page.list | sort: 'n', 'last' | map: 'v' | join }}|{% assign g = page.list | group_by: 'n' %}{% for i in g %}{{ i.name }}={{ i.size }} {% endfor %}|{{ page.list | where: 'n', nil | size }}|{{ page.list | named: 'b' | size }}|{{ site.pages | where: 'name', 'A.HTML' | map: 'url' | join }}|{{ 'c,b' | split: ',' | sort | join }}{% endfor %}"#);
    build(&site).succeeds().wrote("a.html", "|10|1 10 2 |10 2  1|B=2 A=1 =1 |1|8|/a.html|b c");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_that_a_plugin_renders_have_the_variables_of_its_own_layout_method() {
    let site = Site::new()
        .file("_plugins/own.rb", r#"module Jekyll
  module Convertible
    alias_method :plain_do_layout, :do_layout
    def do_layout(payload, layouts)
      payload["extra"] = "E#{name}"
      plain_do_layout(payload, layouts)
    end
  end
end
class Early < Jekyll::Generator
  def generate(site)
    page = Jekyll::Page.new(site, site.source, "", "a.md")
    page.render(site.layouts, site.site_payload)
    other = Jekyll::Page.new(site, site.source, "", "a.md")
    other.output = "own"
    other.render_all_layouts(site.layouts, { "page" => { "title" => "T" }, "extra" => "X" }, { :registers => { :site => site } })
    site.data["rendered"] = [page.output, other.output]
  end
end
"#)
        .file("_layouts/l.html", "<{{ page.title }} {{ extra }} {{ layout.name }} {{ content }}>")
        .file("_layouts/inner.html", "---\nlayout: l\nname: in\n---\n({{ content }}{{ layout.name }})")
        .file("a.md", "---\nlayout: inner\ntitle: A\n---\n*a* {{ extra }}")
        .file("b.txt", "---\n---\n{% for r in site.data.rendered %}{{ r }}\n{% endfor %}");
    build(&site)
        .succeeds()
        .wrote("a.html", "<A  in (<p><em>a</em></p>\nin)>")
        .wrote("b.txt", "<A Ea.md in (<p><em>a</em> Ea.md</p>\nin)>\n<  in (ownin)>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_change_the_lists_of_the_payload_until_documents_are_rendered() {
    let of_hook = |code: &str| {
        Site::new()
            .file(
                "_plugins/own.rb",
                format!("Jekyll::Hooks.register(:site, :pre_render) do |_, payload|\n  {code}\nend\n"),
            )
            .file("a.html", "---\n---\n{{ site.pages | map: 'name' | join }}{{ site.static_files | size }}")
            .file("b.html", "---\n---\nb")
            .file("c.txt", "c")
            .file("_posts/2024-01-02-p.md", "---\n---\np")
    };
    let site =
        of_hook("payload['site']['pages'].reject! { |page| page.name == 'b.html' }; payload.site.static_files.clear");
    build(&site).succeeds().wrote("a.html", "a.html0").wrote_just(&["2024/01/02/p.html", "a.html"]);
    let reason =
        "changing the list site.posts of a template is not supported: change the list of context.registers[:site]";
    let site = of_hook("payload['site']['posts'].clear");
    let outcome = build(&site).fails();
    outcome.says(&format!("Reason: {reason}")).says("--> _plugins/own.rb:1");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_that_changes_a_list_of_the_site_in_its_context_ends_the_build() {
    for code in [
        "context.environments.first['site']['pages'].reject! { |page| page.name == 'b.html' }",
        "context['site.pages'] << context['site.pages'].first",
        "context['site'].static_files.clear",
        "context['site.things'].clear",
    ] {
        let plugin = format!(
            "class Own < Liquid::Tag\n  def render(context)\n    {code}\n    ''\n  end\nend\nLiquid::Template.register_tag('own', Own)\n"
        );
        let site = Site::new()
            .file("_config.yml", "collections: [things]\n")
            .file("_plugins/own.rb", &plugin)
            .file("_things/t.md", "---\n---\nt")
            .file("a.html", "---\n---\n{% own %}")
            .file("b.html", "---\n---\nb")
            .file("c.txt", "c");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains("of a template is not supported"), "{code}: {}", outcome.all());
        outcome.says("--> a.html:3:1");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_translate_and_localize_with_i18n() {
    let site = Site::new()
        .file("_plugins/own.rb", r##"require "i18n"
module I
  def load_translations
    if I18n.backend.send(:translations).empty?
      I18n.backend.load_translations(Dir[File.join(__dir__, "../_locales/*.{yml,json}")])
      I18n.locale = :de
    end
  end
  def localize(input, format = nil)
    load_translations
    format = (format =~ /^:(\w+)/) ? $1.to_sym : format
    I18n.l(input, :format => format)
  end
  def tr(key, name = "")
    load_translations
    v = I18n.t(key, :name => name)
    v.inspect
  end
  def e
    yield.inspect
  rescue StandardError => x
    "#{x.class}: #{x.message}"
  end
  def all(_)
    load_translations
    [e { I18n.t("apples", :count => 0) }, e { I18n.t("apples", :count => 1) }, e { I18n.t(:apples, :count => 5) }, e { I18n.t("no", :default => "D") }, e { I18n.t("no", :default => [:nope, "L"]) }, e { I18n.t("no", :default => :"deep.er") },
     e { I18n.t("hello") }, e { I18n.t("er", :scope => "deep") }, e { I18n.t("er", :scope => [:deep]) }, e { I18n.t("only", :locale => :en) }, e { I18n.t!("nope") }, e { I18n.exists?("deep.er") }, e { I18n.exists?("deep.no") },
     e { I18n.available_locales.sort }, e { I18n.locale }, e { I18n.default_locale }, e { I18n.with_locale(:fr) { I18n.t("hello") } }, e { I18n.locale = :xx }, e { I18n.t("x", :locale => :xx) }, e { I18n.l("no") }, e { I18n.l(nil) }, e { I18n.l(Date.new(2024, 1, 2), :format => :none) },
     e { I18n.l(Time.utc(2024, 5, 6, 15), :format => "%p %P %a %^A") }, e { I18n.l(Date.new(2024, 1, 2), :locale => :en) }, e { I18n.l(Date.new(2024, 1, 2), :locale => :en, :format => "%B") }, e { I18n.t("deep") }, e { I18n.t([:hello, "deep.er"], :name => 1) }, e { I18n.t("hello", :name => "a%b") }, e { I18n.interpolate("%%{x} %<n>.2f", :x => 1, :n => 2.5) }, e { I18n.transliterate("Ä é") }, e { I18n.t("") }, e { I18n.t(nil) }, e { I18n.t("date.order") }, e { I18n.t("apples") }].join("\n")
  end
end
Liquid::Template.register_filter(I)
"##)
        .file("_posts/2024-01-01-one.md", "---\ntitle: One\n---\n")
        .file("_posts/2024-07-12-two.md", "---\ntitle: Two\n---\n")
        .file("_locales/de.yml", r#"de:
  hello: Hallo %{name}!
  deep:
    er: Tief
    list: [a, b]
  apples:
    zero: keine
    one: ein Apfel
    other: '%{count} Äpfel'
  date:
    formats:
      default: '%d.%m.%Y'
      long: '%e. %B %Y'
    day_names: [Sonntag, Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag]
    abbr_day_names: [So, Mo, Di, Mi, Do, Fr, Sa]
    month_names: [~, Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember]
    abbr_month_names: [~, Jan, Feb, Mär, Apr, Mai, Jun, Jul, Aug, Sep, Okt, Nov, Dez]
    order:
    - :day
    - :month
  time:
    formats:
      default: '%A, %d. %B %Y, %H:%M'
      short: '%a %^b %p %P'
    am: vorm
    pm: nachm
"#)
        .file("_locales/en.yml", "en:\n  hello: Hello %{name}\n  only: English\n")
        .file("_locales/fr.json", r#"{"fr": {"hello": "Salut"}}"#)
        .file("a.html", r#"---
d: 2024-02-03
---
{% for p in site.posts %}{{ p.date | localize }} {{ p.date | localize: ':short' }} {{ p.date | localize: '%A %B' }}{% endfor %} {{ page.d | localize: ':long' }} {{ page.d | localize }}|{{ 'hello' | tr: 'X' }}|{{ 'deep.er' | tr }}|{{ 'none.here' | tr }}|{{ 'deep.list' | tr }}|{{ 'x' | all }}"#);
    build(&site).succeeds().wrote("a.html", r#"Freitag, 12. Juli 2024, 00:00 Fr JUL VORM vorm Freitag JuliMontag, 01. Januar 2024, 00:00 Mo JAN VORM vorm Montag Januar  3. Februar 2024 03.02.2024|"Hallo X!"|"Tief"|"translation missing: de.none.here"|["a", "b"]|"keine"
"ein Apfel"
"5 Äpfel"
"D"
"L"
"Tief"
"Hallo %{name}!"
"Tief"
"Tief"
"English"
I18n::MissingTranslationData: translation missing: de.nope
true
false
[:de, :en, :fr]
:de
:en
"Salut"
I18n::InvalidLocale: :xx is not a valid locale
I18n::InvalidLocale: :xx is not a valid locale
I18n::ArgumentError: Object must be a Date, DateTime or Time object. "no" given.
I18n::ArgumentError: Object must be a Date, DateTime or Time object. nil given.
I18n::MissingTranslationData: translation missing: de.date.formats.none
"NACHM nachm Mo MONTAG"
I18n::MissingTranslationData: translation missing: en.date.formats.default
"translation missing: en.date.month_names"
{:er=>"Tief", :list=>["a", "b"]}
["Hallo 1!", "Tief"]
"Hallo a%b!"
"%{x} 2.50"
"A e"
I18n::ArgumentError: I18n::ArgumentError
nil
[:day, :month]
{:zero=>"keine", :one=>"ein Apfel", :other=>"%{count} Äpfel"}"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_exception_of_a_library_has_the_line_of_the_plugin() {
    let plugin =
        "require 'yaml'\nclass Own < Jekyll::Generator\n  def generate(_)\n    YAML.load('a: [')\n  end\nend\n";
    let site = Site::new().file("_plugins/own.rb", plugin).file("a.html", "---\n---\nx");
    build(&site).fails().says("--> _plugins/own.rb:4");
}
