//! Markdown in a site whose own Ruby changes the conversion: methods of kramdown's converter, and subclasses of
//! Jekyll's converters. The expected output was recorded from Ruby.

use crate::ruby::build;
use crate::story::Site;

fn writes(ruby: &str, page: &str, html: &str) {
    let site = Site::new().file("_plugins/own.rb", ruby).file("index.md", format!("---\n---\n{page}"));
    build(&site).succeeds().wrote("index.html", html);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_module_in_front_of_kramdown_s_converter_changes_elements_and_leaves_out_paragraphs() {
    let ruby = r#"
module Mine
  def convert_p(el, indent)
    return super unless el.children.size == 1 && el.children.first.type == :img
    convert(el.children.first, indent)
  end

  def convert_a(el, indent)
    el.attr["target"] = "_blank" if el.attr["href"].start_with?("http")
    super
  end

  def convert_table(el, indent)
    "<div class=\"wrap\">#{super}</div>\n"
  end
end
Kramdown::Converter::Html.prepend(Mine)
"#;
    let html = r#"<img src="a.png" alt="i" />
<p><a href="http://x.org" target="_blank">x</a> <a href="/y">y</a> <a href="http://auto.org" target="_blank">http://auto.org</a></p>

<div class="wrap"><table>
  <thead>
    <tr>
      <th>a</th>
      <th>b</th>
    </tr>
  </thead>
  <tbody>
    <tr>
      <td>c</td>
      <td>d</td>
    </tr>
  </tbody>
</table>
</div>
"#;
    writes(ruby, "![i](a.png)\n\n[x](http://x.org) [y](/y) <http://auto.org>\n\n|a|b|\n|-|-|\n|c|d|\n", html);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_method_of_kramdown_s_converter_that_is_replaced_can_still_be_called_by_another_name() {
    let ruby = r#"
class Kramdown::Converter::Html
  alias_method :orig_codeblock, :convert_codeblock
  def convert_codeblock(el, indent)
    return orig_codeblock(el, indent) if el.attr["class"] != "language-plain2"
    "<pre class=\"mine\">#{escape_html(el.value)}</pre>"
  end
end
"#;
    let html = r#"<pre class="mine">a &lt; b
</pre>
<ul>
  <li>
    <p>x</p>

    <div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> <span class="mi">1</span>
</code></pre></div>    </div>
  </li>
</ul>
"#;
    writes(ruby, "~~~plain2\na < b\n~~~\n\n* x\n\n  ~~~ruby\n  puts 1\n  ~~~\n", html);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn footnotes_contents_and_standalone_images_come_out_of_a_changed_converter_as_before() {
    let ruby = r#"
class Kramdown::Converter::Html
  def convert_img(el, _indent)
    "<img#{html_attributes(el.attr)} loading=\"lazy\" />"
  end
end
"#;
    let page = "* toc\n{:toc}\n\n# Head *one*[^1]\n\n![a](b.png \"t\") \"quoted\" &amp; it's... $$a<b$$ again[^1]\n\n\
                ![alone](x.png){:standalone .c}\n\n[^1]: First *note*.\n\n*[HT]: Hyper Text\n\nHT is.\n";
    let html = r##"<ul id="markdown-toc">
  <li><a href="#head-one" id="markdown-toc-head-one">Head <em>one</em></a></li>
</ul>

<h1 id="head-one">Head <em>one</em><sup id="fnref:1"><a href="#fn:1" class="footnote" rel="footnote" role="doc-noteref">1</a></sup></h1>

<p><img src="b.png" alt="a" title="t" loading="lazy" /> “quoted” &amp; it’s… \(a&lt;b\) again<sup id="fnref:1:1"><a href="#fn:1" class="footnote" rel="footnote" role="doc-noteref">1</a></sup></p>

<figure class="c">
  <img src="x.png" alt="alone" />
  <figcaption>alone</figcaption>
</figure>

<p><abbr title="Hyper Text">HT</abbr> is.</p>
<div class="footnotes" role="doc-endnotes">
  <ol>
    <li id="fn:1">
      <p>First <em>note</em>. <a href="#fnref:1" class="reversefootnote" role="doc-backlink">&#8617;</a> <a href="#fnref:1:1" class="reversefootnote" role="doc-backlink">&#8617;<sup>2</sup></a></p>
    </li>
  </ol>
</div>
"##;
    writes(ruby, page, html);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_processor_writes_with_a_class_of_its_own_below_kramdown_s_converter() {
    let ruby = r#"
class Kramdown::Converter::OwnHtml < Kramdown::Converter::Html
  def convert_codespan(el, *args)
    el.attr["class"] = "purple"
    super
  end

  def format_as_block_html(name, attr, body, indent)
    super(name, attr.merge("data-x" => name.to_s), body, indent)
  end
end

class Jekyll::Converters::Markdown::Own
  def initialize(config)
    @config = config
  end

  def convert(content)
    Kramdown::Document.new(content, @config["kramdown"].transform_keys(&:to_sym)).to_own_html
  end
end
"#;
    let site = Site::new()
        .file("_config.yml", "markdown: Own\n")
        .file("_plugins/own.rb", ruby)
        .file("index.md", "---\n---\n# A\np `x`\n");
    let html = "<h1 id=\"a\" data-x=\"h1\">A</h1>\n<p data-x=\"p\">p <code class=\"purple\">x</code></p>\n";
    build(&site).succeeds().wrote("index.html", html);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_filter_walks_through_the_elements_of_a_document() {
    let ruby = r#"
module Heads
  def heads(text)
    found = Kramdown::Document.new(text, input: "GFM").root.children.select { |c| c.type == :header }
    found.map { |c| [c.options[:level], c.options[:raw_text], c.attr].inspect }.join(";")
  end
end
Liquid::Template.register_filter(Heads)
"#;
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("index.html", "---\nt: \"# One *a*\\n\\nx\\n\\n## Two {#t}\\n\"\n---\n{{ page.t | heads }}");
    let found = r#"[1, "One a", {"id"=>"one-a"}];[2, "Two", {"id"=>"t"}]"#;
    build(&site).succeeds().wrote("index.html", found);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_filter_sees_which_code_blocks_are_fenced() {
    let ruby = r#"
module Blocks
  def blocks(text)
    options = { input: "GFM", html_to_native: true }
    found = Kramdown::Document.new(text, options).root.children.select { |c| c.type == :codeblock }
    found.map { |c| [c.options, c.attr].inspect }.join(";")
  end
end
Liquid::Template.register_filter(Blocks)
"#;
    let text = "```ruby?x\\na\\n```\\n\\n    b\\n\\n~~~\\nc\\n~~~\\n\\n<pre><code class='language-c'>d</code></pre>\\n";
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("index.html", format!("---\nt: \"{text}\"\n---\n{{{{ page.t | blocks }}}}"));
    let found = [
        r#"[{:location=>1, :fenced=>true, :lang=>"ruby?x"}, {"class"=>"language-ruby"}]"#,
        "[{:location=>5}, {}]",
        "[{:location=>7, :fenced=>true}, {}]",
        r#"[{}, {"class"=>"language-c"}]"#,
    ];
    build(&site).succeeds().wrote("index.html", &found.join(";"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn jekyll_s_markdown_converter_is_reopened_and_its_old_method_goes_on() {
    let ruby = r#"
module Jekyll
  module Converters
    class Markdown < Converter
      alias old_convert convert

      def convert(content)
        old_convert(content + "\n\n[g]: http://g.org\n")
      end
    end
  end
end
"#;
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("_posts/2025-01-01-a.md", "---\n---\nSee [g].\n")
        .file("index.html", "---\n---\n{{ '*x* [g]' | markdownify }}{{ site.posts[0].excerpt }}");
    let link = "<a href=\"http://g.org\">g</a>";
    build(&site)
        .succeeds()
        .wrote("2025/01/01/a.html", &format!("<p>See {link}.</p>\n\n"))
        .wrote("index.html", &format!("<p><em>x</em> {link}</p>\n\n<p>See {link}.</p>\n\n"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn jekyll_s_kramdown_parser_is_changed() {
    let ruby = r#"
class Jekyll::Converters::Markdown::KramdownParser
  alias_method :old, :convert

  def convert(content)
    old(content.sub("A", "*B*"))
  end
end
"#;
    writes(ruby, "A \"q\" -- x\n", "<p><em>B</em> “q” – x</p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_scss_converter_gets_more_in_front() {
    let ruby = r#"
class Jekyll::Converters::Scss
  alias_method :plain_convert, :convert

  def convert(content)
    plain_convert("$c: red;\n" + content)
  end
end
"#;
    let site = Site::new().file("_plugins/own.rb", ruby).file("a.scss", "---\n---\na { color: $c }\n");
    build(&site).succeeds().wrote("a.css", "a {\n  color: red;\n}\n\n/*# sourceMappingURL=a.css.map */");
}

const HEADERS: &str = r###"
module Kramdown
  module Converter
    class Html
      def convert_header(el, indent)
        attr = el.attr.dup
        attr["id"] = generate_id(el.options[:raw_text]) if @options[:auto_ids] && !attr["id"]
        name = "h#{output_header_level(el.options[:level])}"
        return format_as_block_html(name, attr, inner(el, indent), indent) if el.children.inspect["href"]

        attr["class"] = "linked"
        @toc << [el.options[:level], attr["id"], el.children] if attr["id"] && in_toc?(el)
        format_as_block_html(name, attr, "#{inner(el, indent)} <a href=\"##{attr["id"]}\">&para;</a>", indent)
      end
    end
  end
end
"###;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn headers_are_written_by_a_plugin_that_overrides_kramdown() {
    let page = r###"---
---
* contents
{:toc}

# One `two` & "three"

## A [link](b.html)

> ### Within
{: #own}

## One two & three
{: .no_toc title="<1>"}
"###;
    let html = r###"<ul id="markdown-toc">
  <li><a href="#one-two--three" id="markdown-toc-one-two--three">One <code class="language-plaintext highlighter-rouge">two</code> &amp; “three”</a>    <ul>
      <li><a href="#within" id="markdown-toc-within">Within</a></li>
    </ul>
  </li>
</ul>

<h1 id="one-two--three" class="linked">One <code class="language-plaintext highlighter-rouge">two</code> &amp; “three” <a href="#one-two--three">&para;</a></h1>

<h2 id="a-link">A <a href="b.html">link</a></h2>

<blockquote id="own">
  <h3 id="within" class="linked">Within <a href="#within">&para;</a></h3>
</blockquote>

<h2 class="linked" title="&lt;1&gt;" id="one-two--three-1">One two &amp; three <a href="#one-two--three-1">&para;</a></h2>
"###;
    let site = Site::new().file("_plugins/headers.rb", HEADERS).file("index.md", page);
    build(&site).succeeds().wrote("index.html", html);
}

const AGAIN: &str = r###"
class Again < Jekyll::Converters::Markdown
  def convert(content)
    super.gsub("<h2", "\n\n<h2") + "*again*\n"
  end
end
"###;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_converter_derived_from_markdown_runs_before_it() {
    let site = Site::new().file("_plugins/again.rb", AGAIN).file("index.md", "---\n---\nFirst.\n\n## Title\n");
    let html = r###"<p>First.</p>

<h2 id="title">Title</h2>
<p><em>again</em></p>
"###;
    build(&site).succeeds().wrote("index.html", html);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_second_markdown_converter_ignores_the_default_code_language() {
    let site = Site::new()
        .file("_config.yml", "kramdown:\n  syntax_highlighter_opts:\n    default_lang: ruby\n")
        .file("_plugins/again.rb", AGAIN)
        .file("a.md", "---\n---\n`nil`")
        .file("b.md", "---\n---\n`true`");
    let code = |inner: &str| format!("<p><code class=\"language-{inner}</code></p>\n<p><em>again</em></p>\n");
    build(&site)
        .succeeds()
        .wrote("a.html", &code("ruby highlighter-rouge\"><span class=\"kp\">nil</span>"))
        .wrote("b.html", &code("plaintext highlighter-rouge\">true"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_methods_of_kramdowns_converter_see_the_symbols_and_options_of_elements() {
    let site = Site::new()
        .file("_plugins/a.rb", r###"require "kramdown"
module Kramdown
  module Converter
    class Html
      alias_method :plain_img, :convert_img
      def convert_img(el, indent)
        el.attr["loading"] = "lazy"
        el.attr["class"] = [el.attr["class"], "img"].compact.join(" ")
        "<figure>#{plain_img(el, indent)}<figcaption>#{escape_html(el.attr["title"].to_s)}</figcaption></figure>"
      end
      alias_method :plain_em, :convert_em
      def convert_em(el, indent)
        el.options[:char] == "_" ? "<u>#{inner(el, indent)}</u>" : plain_em(el, indent)
      end
      def convert_smart_quote(el, _indent)
        { :ldquo => "«&nbsp;", :rdquo => "&nbsp;»", :lsquo => "‹", :rsquo => "’" }.fetch(el.value)
      end
      def convert_table(el, indent)
        "<div class=\"table\">\n#{format_as_indented_block_html(el.type, el.attr, inner(el, indent), indent)}</div>\n"
      end
      def convert_header(el, indent)
        attr = el.attr.dup
        attr["id"] = generate_id(el.options[:raw_text]) if @options[:auto_ids] && !attr["id"]
        @toc << [el.options[:level], attr["id"], el.children] if attr["id"] && in_toc?(el)
        level = output_header_level(el.options[:level])
        format_as_block_html("h#{level}", attr, "#{inner(el, indent)} <a href=\"##{attr["id"]}\">#</a>", indent)
      end
      def convert_footnote(el, indent)
        "<sup data-name=\"#{el.options[:name]}\">#{el.value.type} #{el.value.children.size}</sup>"
      end
      def convert_a(el, indent)
        attr = el.attr.dup
        attr["target"] = "_blank" if attr["href"].start_with?("http")
        format_as_span_html("a", attr, inner(el, indent))
      end
      def convert_codespan(el, _indent)
        "<kbd>#{escape_html(el.value)}</kbd>"
      end
      def convert_li(el, indent)
        first = el.children.first
        "#{" " * indent}<li>#{first && first.options[:transparent] ? "tight " : "loose "}#{inner(el, indent).strip}</li>\n"
      end
      def convert_typographic_sym(el, _indent)
        @options[:typographic_symbols].fetch(el.value) { el.value.to_s }
      end
    end
  end
end
module Marks
  def marked(text) Kramdown::Document.new(text, :input => "GFM", :toc_levels => 2..3, :smart_quotes => "lsquo,rsquo,laquo,raquo", :auto_ids => true).to_html end
end
Liquid::Template.register_filter(Marks)
"###)
        .file("index.md", r#"---
---
# Head *x*
## Sub "q"
{:.cls}

"a" 'b' it's -- --- ... *em* _under_ __strong__ `code` [l](http://x.com){:rel="n"} [i](/y "t") ![a](b.png "T & c"){: .big} note[^1]

- a
- b

* c

* d

| a | b |
|---|---|
| 1 | 2 |

[^1]: Foot *note*

{% capture text %}
# A

* toc
{:toc}

## B 'q'

### C

#### D
{% endcapture %}{{ text | marked }}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r##"<h1 id="head-x">Head <em>x</em> <a href="#head-x">#</a></h1>
<h2 class="cls" id="sub-q">Sub «&nbsp;q&nbsp;» <a href="#sub-q">#</a></h2>

<p>«&nbsp;a&nbsp;» ‹b’ it’s ndash mdash hellip <em>em</em> <u>under</u> <strong>strong</strong> <kbd>code</kbd> <a href="http://x.com" rel="n" target="_blank">l</a> <a href="/y" title="t">i</a> <figure><img src="b.png" alt="a" title="T &amp; c" class="big img" loading="lazy" /><figcaption>T &amp; c</figcaption></figure> note<sup data-name="1">footnote_def 1</sup></p>

<ul>
  <li>tight a</li>
  <li>loose <p>b</p></li>
  <li>loose <p>c</p></li>
  <li>tight d</li>
</ul>

<div class="table">
<table>
  <thead>
    <tr>
      <th>a</th>
      <th>b</th>
    </tr>
  </thead>
  <tbody>
    <tr>
      <td>1</td>
      <td>2</td>
    </tr>
  </tbody>
</table>
</div>

<h1 id="a">A <a href="#a">#</a></h1>

<ul id="markdown-toc">
  <li>tight <a href="#b-q" id="markdown-toc-b-q">B ‹q’</a>    <ul>
      <li>tight <a href="#c" id="markdown-toc-c">C</a></li>
    </ul></li>
</ul>

<h2 id="b-q">B ‹q’ <a href="#b-q">#</a></h2>

<h3 id="c">C <a href="#c">#</a></h3>

<h4 id="d">D <a href="#d">#</a></h4>

"##,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_methods_that_all_converters_of_kramdown_share_write_ids_levels_and_code() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"require "kramdown"
module Kramdown::Converter
  class Base
    def basic_generate_id(text)
      text.strip.downcase.gsub(/[^[:word:]]+/, "-")
    end

    alias_method :plain_highlight, :highlight_code
    def highlight_code(text, lang, type, opts = {})
      return "<pre class=\"mermaid\">#{text}</pre>" if lang == "mermaid"

      plain_highlight(text, lang, type, opts)
    end

    def output_header_level(level)
      level + 1
    end
  end
end
"#,
        )
        .file(
            "index.md",
            r#"---
---
* toc
{:toc}

# Über uns

## 中文 Titel

## Über uns

```mermaid
a-->b
```

```ruby
x = 1
```
`y`{:.language-ruby} `z`
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r##"<ul id="markdown-toc">
  <li><a href="#über-uns" id="markdown-toc-über-uns">Über uns</a>    <ul>
      <li><a href="#中文-titel" id="markdown-toc-中文-titel">中文 Titel</a></li>
      <li><a href="#über-uns-1" id="markdown-toc-über-uns-1">Über uns</a></li>
    </ul>
  </li>
</ul>

<h2 id="über-uns">Über uns</h2>

<h3 id="中文-titel">中文 Titel</h3>

<h3 id="über-uns-1">Über uns</h3>

<div class="language-mermaid highlighter-rouge"><pre class="mermaid">a-->b
</pre></div>

<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>
</code></pre></div></div>
<p><code class="language-ruby highlighter-rouge"><span class="n">y</span></code> <code class="language-plaintext highlighter-rouge">z</code></p>
"##,
    );
}
