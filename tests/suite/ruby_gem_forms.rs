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
