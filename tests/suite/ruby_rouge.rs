//! Rouge in plugins: its tokens, formatters and themes. The expected output is recorded from Ruby Jekyll with Rouge 4.6.1.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn rouge_must_be_required() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Code < Liquid::Block
  def render(context)
    f = Rouge::Formatters::HTML.new
    l = Rouge::Lexers::Ruby.new
    f.format(l.lex(super))
  end
end
Liquid::Template.register_tag("code", Code)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% code %}puts 1{% endcode %}
"#,
        );
    build(&site).fails().says("Liquid Exception: uninitialized constant Code::Rouge in index.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn rouge_exists_once_jekyll_has_highlighted_code() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Code < Liquid::Block
  def render(context)
    f = Rouge::Formatters::HTML.new
    l = Rouge::Lexers::Ruby.new
    f.format(l.lex(super))
  end
end
Liquid::Template.register_tag("code", Code)
"#,
        )
        .file(
            "a.md",
            r#"---
---
```ruby
puts 2
```
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% code %}puts 1{% endcode %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#"<span class="nb">puts</span> <span class="mi">1</span>
"#)
        .wrote("a.html", r#"<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> <span class="mi">2</span>
</code></pre></div></div>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn code_has_the_colors_of_a_theme() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class Code < Liquid::Block
  def render(context)
    text = super.strip
    lexer = Rouge::Lexer.find_fancy("ruby", text) || Rouge::Lexers::PlainText
    [Rouge::Formatters::HTMLInline.new("github").format(lexer.lex(text)),
     Rouge::Formatters::HTMLInline.new(Rouge::Themes::Base16).format(lexer.lex(text))].join("\n")
  end
end
Liquid::Template.register_tag("code", Code)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% code %}def a(b) # c
  "x #{1}" + :y
end{% endcode %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#"<span style="color: #cf222e">def</span> <span style="color: #8250df">a</span><span style="color: #24292f;background-color: #f6f8fa">(</span><span style="color: #24292f;background-color: #f6f8fa">b</span><span style="color: #24292f;background-color: #f6f8fa">)</span> <span style="color: #6e7781"># c</span>
  <span style="color: #0a3069">"x </span><span style="color: #24292f">#{</span><span style="color: #0550ae">1</span><span style="color: #24292f">}</span><span style="color: #0a3069">"</span> <span style="color: #0550ae">+</span> <span style="color: #0a3069">:y</span>
<span style="color: #cf222e">end</span>
<span style="color: #ba8baf">def</span> <span style="color: #383838">a</span><span style="color: #d8d8d8">(</span><span style="color: #383838">b</span><span style="color: #d8d8d8">)</span> <span style="color: #585858"># c</span>
  <span style="color: #a1b56c">"x </span><span style="color: #a16946">#{</span><span style="color: #a1b56c">1</span><span style="color: #a16946">}</span><span style="color: #a1b56c">"</span> <span style="color: #d8d8d8">+</span> <span style="color: #a1b56c">:y</span>
<span style="color: #ba8baf">end</span>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_defines_a_theme() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"require "rouge"
module Rouge
  module Themes
    class Mine < CSSTheme
      name "mine"
      palette :red => "#ff0000"
      palette :ink => "#112233"
      style Text, :fg => :ink, :bg => "#fff"
      style Keyword, Keyword::Type, :fg => :red, :bold => true
      style Comment, :italic => true, :fg => "#888"
    end
  end
end
class Css < Jekyll::Generator
  def generate(site)
    p = Jekyll::PageWithoutAFile.new(site, site.source, "", "syntax.css")
    p.content = Rouge::Theme.find("mine").new(:scope => ".hl").render
    site.pages << p
  end
end
"##,
        )
        .file(
            "index.html",
            r#"---
---
x
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"x
"#,
        )
        .wrote(
            "syntax.css",
            r#".hl table td { padding: 5px; }
.hl table pre { margin: 0; }
.hl, .hl .w {
  color: #112233;
  background-color: #fff;
}
.hl .k, .hl .kc, .hl .kd, .hl .kn, .hl .kp, .hl .kr, .hl .kv {
  color: #ff0000;
  font-weight: bold;
}
.hl .kt {
  color: #ff0000;
  font-weight: bold;
}
.hl .c, .hl .ch, .hl .cd, .hl .cm, .hl .cp, .hl .cpf, .hl .c1, .hl .cs {
  color: #888;
  font-style: italic;
}"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_defines_a_formatter() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class Numbered < Rouge::Formatter
  tag "numbered"
  def initialize(opts = {}) @start = opts[:start] || 1; @f = Rouge::Formatters::HTML.new end
  def stream(tokens)
    token_lines(tokens).with_index(@start) do |line, i|
      yield "<li value='#{i}'>"
      line.each { |tok, val| yield @f.span(tok, val) }
      yield "</li>\n"
    end
  end
end
class Code < Liquid::Block
  def initialize(n, m, t) super; @lang = m.strip end
  def render(context)
    lexer = Rouge::Lexer.find(@lang)
    Numbered.new(start: 5).format(lexer.lex(super.strip)) + Rouge::Formatter.find("numbered").to_s + lexer.title
  end
end
Liquid::Template.register_tag("code", Code)
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% code python %}
def a():
    return "x"  # y
{% endcode %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#"<li value='5'><span class="k">def</span> <span class="nf">a</span><span class="p">():</span></li>
<li value='6'>    <span class="k">return</span> <span class="sh">"</span><span class="s">x</span><span class="sh">"</span>  <span class="c1"># y</span></li>
NumberedPython
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_defines_a_lexer_for_fenced_blocks_and_the_highlight_tag() {
    let site = Site::new()
        .file(
            "_plugins/lex.rb",
            r#"require "rouge"
module Rouge
  module Lexers
    class Todo < RegexLexer
      title "Todo"
      desc "todo lists"
      tag "todo"
      aliases "todolist", "td"
      filenames "*.todo"
      mimetypes "text/x-todo"

      state :root do
        rule %r/^#.*$/, Comment::Single
        rule %r/\[x\]/, Keyword, :done
        rule %r/\[ \]/, Keyword::Reserved
        rule %r/@\w+/, Name::Label
        rule %r/"/ do
          token Str::Double
          push :string
        end
        rule %r/\d{4}-\d\d-\d\d/, Literal::Date
        rule %r/\s+/, Text
        rule %r/./, Text
      end

      state :done do
        rule %r/[^\n]+/, Generic::Deleted
        rule %r/\n/, Text, :pop!
      end

      state :string do
        rule %r/[^"\\]+/, Str
        rule %r/\\./, Str::Escape
        rule %r/"/, Str::Double, :pop!
      end
    end
  end
end
"#,
        )
        .file(
            "index.md",
            r#"---
---
```todo
# list
[x] done thing @me
[ ] open "quo\"ted" 2024-01-02 <b>
```

{% highlight td %}
[x] a
[ ] b & c
{% endhighlight %}

~~~ ruby
puts 1
~~~
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#"<div class="language-todo highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="c1"># list</span>
<span class="k">[x]</span><span class="gd"> done thing @me</span>
<span class="kr">[ ]</span> open <span class="s2">"</span><span class="s">quo</span><span class="se">\"</span><span class="s">ted</span><span class="s2">"</span> <span class="ld">2024-01-02</span> &lt;b&gt;
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-td" data-lang="td"><span class="k">[x]</span><span class="gd"> a</span>
<span class="kr">[ ]</span> b &amp; c</code></pre></figure>

<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">puts</span> <span class="mi">1</span>
</code></pre></div></div>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_lexer_keeps_state_and_yields_groups() {
    let site = Site::new()
        .file(
            "_plugins/lex.rb",
            r#"require "rouge"
class IniX < Rouge::RegexLexer
  title "INIX"
  tag "inix"
  def self.keywords
    @keywords ||= Set.new(%w(on off yes no))
  end
  start { @section = nil; @depth = 0 }
  state :ws do
    rule(/\s+/, Text)
    rule(/[;#].*?$/, Comment)
  end
  state :root do
    mixin :ws
    rule(/(\[)([^\]]+)(\])/) do |m|
      groups Punctuation, Name::Namespace, Punctuation
      @section = m[2]
    end
    rule(/([\w.-]+)(\s*)(=)/) { groups Name::Attribute, Text, Operator; push :value }
    rule(/<<(\w+)/) { |m| token Str::Heredoc; @end = m[1]; goto :heredoc }
    rule(/{{/, Punctuation) { |m| delegate Rouge::Lexers::JSON, m[0] } if false
  end
  state :value do
    rule(/\n/, Text, :pop!)
    rule(/[ \t]+/, Text)
    rule(/\w+/) do |m|
      if self.class.keywords.include?(m[0]) then token Keyword::Constant
      elsif m[0] =~ /\A\d+\z/ then token Num::Integer
      else token Name
      end
    end
    rule(/[^\w\s]+/, Str, :pop!)
  end
  state :heredoc do
    rule(/.*?\n/) do |m|
      if m[0].strip == @end
        token Str::Delimiter
        goto :root
      else
        token Str::Heredoc
      end
    end
  end
end
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% highlight inix linenos %}
[top]
; c
a.b = on 12 name
k=v,
<<END
text
END
z = 1
{% endhighlight %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#"<figure class="highlight"><pre><code class="language-inix" data-lang="inix"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1
2
3
4
5
6
7
8
</pre></td><td class="code"><pre><span class="p">[</span><span class="nn">top</span><span class="p">]</span>
<span class="c">; c</span>
<span class="na">a.b</span> <span class="o">=</span> <span class="kc">on</span> <span class="mi">12</span> <span class="n">name</span>
<span class="na">k</span><span class="o">=</span><span class="n">v</span><span class="s">,</span>
<span class="sh">&lt;&lt;END
text
</span><span class="dl">END
</span><span class="na">z</span> <span class="o">=</span> <span class="mi">1</span>
</pre></td></tr></tbody></table></code></pre></figure>
"#);
}
