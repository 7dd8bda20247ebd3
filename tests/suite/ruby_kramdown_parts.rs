//! Syntax highlighters and math engines that plugins add to kramdown, and elements that they change. The expected output is recorded
//! from Ruby Jekyll with kramdown 2.5.1.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_add_highlighters_to_kramdown() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"kramdown:
  syntax_highlighter: mine
"#,
        )
        .file(
            "a.md",
            r#"---
---
```ruby
puts 1
```

`a`{:.language-ruby} $$x^2$$

$$
y
$$
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"
module Kramdown::Converter::SyntaxHighlighter
  module Mine
    def self.call(converter, text, lang, type, opts)
      "<pre class='mine #{lang} #{type}'>#{text}</pre>"
    end
  end
end
Kramdown::Converter.add_syntax_highlighter(:mine, Kramdown::Converter::SyntaxHighlighter::Mine)
"#,
        );
    build(&site).succeeds().wrote(
        "a.html",
        r#"<div class="language-ruby highlighter-mine"><pre class='mine ruby block'>puts 1
</pre></div>

<p><code class="language-ruby highlighter-mine"><pre class='mine ruby span'>a</pre></code> \(x^2\)</p>

\[y\]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_added_highlighter_may_call_that_of_rouge() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"kramdown:
  syntax_highlighter: out
"#,
        )
        .file(
            "a.md",
            r#"---
---
```ruby
puts 1
```

`a`{:.language-ruby} $$x^2$$

$$
y
$$
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "kramdown/converter/syntax_highlighter/rouge"
module Out
  def self.call(...)
    "<o>" + Kramdown::Converter::SyntaxHighlighter::Rouge.call(...).to_s + "</o>"
  end
end
Kramdown::Converter.add_syntax_highlighter(:out, Out)
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-ruby highlighter-out"><o><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> <span class="mi">1</span>
</code></pre></div></o></div>

<p><code class="language-ruby highlighter-out"><o><span class="n">a</span></o></code> \(x^2\)</p>

\[y\]
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_the_highlighter_may_be_replaced_once_it_is_loaded() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```ruby
puts 1
```

`a`{:.language-ruby} $$x^2$$

$$
y
$$
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
require "kramdown/converter/syntax_highlighter/rouge"
module Kramdown::Converter::SyntaxHighlighter
  module Rouge
    class << self
      def formatter_class(opts = {})
        ::Rouge::Formatters::HTML
      end
    end
  end
end
"#,
        );
    build(&site).succeeds().wrote(
        "a.html",
        r#"<div class="language-ruby highlighter-rouge"><span class="nb">puts</span> <span class="mi">1</span>
</div>

<p><code class="language-ruby highlighter-rouge"><span class="n">a</span></code> \(x^2\)</p>

\[y\]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn kramdown_loads_its_highlighter_again_unless_a_plugin_has() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```ruby
puts 1
```

`a`{:.language-ruby} $$x^2$$

$$
y
$$
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
module Kramdown::Converter::SyntaxHighlighter
  module Rouge
    class << self
      def formatter_class(opts = {})
        ::Rouge::Formatters::HTML
      end
    end
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> <span class="mi">1</span>
</code></pre></div></div>

<p><code class="language-ruby highlighter-rouge"><span class="n">a</span></code> \(x^2\)</p>

\[y\]
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_math_engine_may_be_replaced() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```ruby
puts 1
```

`a`{:.language-ruby} $$x^2$$

$$
y
$$
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "kramdown"
require "kramdown/converter/math_engine/mathjax"
module Kramdown::Converter::MathEngine::Mathjax
  def self.call(converter, el, opts)
    "<mm>#{el.value} #{opts[:indent]}</mm>"
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> <span class="mi">1</span>
</code></pre></div></div>

<p><code class="language-ruby highlighter-rouge"><span class="n">a</span></code> <mm>x^2 2</mm></p>

<mm>y 0</mm>"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn changed_elements_of_a_document_are_converted() {
    let site = Site::new()
        .file(
            "a.md",
            r##"---
---
^1]: note

$inline$ ==mark==


{{ "# a

b *c*" | kd }}
{{ "# a

b *c*" | kdm }}
"##,
        )
        .file(
            "_plugins/a.rb",
            r#"
module F
  def kd(s)
    d = Kramdown::Document.new(s, input: "GFM")
    d.root.children.map { |c| c.type.to_s + c.children.map(&:type).inspect }.join(",") + d.to_html
  end
  def kdm(s)
    d = Kramdown::Document.new(s)
    d.root.children.each { |c| c.attr["class"] = "z" }
    d.to_html
  end
end
Liquid::Template.register_filter(F)
"#,
        );
    build(&site).succeeds().wrote(
        "a.html",
        r#"<p>^1]: note</p>

<p>$inline$ ==mark==</p>

<p>header[:text],blank[],p[:text, :em]&lt;h1 id="a"&gt;a&lt;/h1&gt;</p>

<p>b <em>c</em></p>

<h1 class="z" id="a">a</h1>

<p class="z">b <em>c</em></p>

"#,
    );
}
