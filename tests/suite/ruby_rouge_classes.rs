//! Lexers that plugins derive from Rouge's, and formatters that they change. The expected output is recorded from Ruby Jekyll with
//! Rouge 4.6.1.

use super::ruby::{build, module};
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn lexers_may_be_derived_from_those_of_rouge_and_get_other_names() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```scad
int a = 1; // x <b>
```

{% highlight scad %}
if (a) "s"
{% endhighlight %}

```nodejs
int a = 1; // x <b>
```

{% highlight nodejs %}
if (a) "s"
{% endhighlight %}

```con
int a = 1; // x <b>
```

{% highlight con %}
if (a) "s"
{% endhighlight %}

```sh2
int a = 1; // x <b>
```

{% highlight sh2 %}
if (a) "s"
{% endhighlight %}

```c99
int a = 1; // x <b>
```

{% highlight c99 %}
if (a) "s"
{% endhighlight %}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require 'rouge'
module Rouge
  module Lexers
    class OpenSCAD < C
      tag 'openscad'
      aliases 'scad'
      filenames '*.scad'
    end
    class Nodejs < Rouge::Lexers::Javascript
      tag 'nodejs'
    end
    Shell.aliases "sh2"
    class C
      aliases "c99"
    end
    class Con < ConsoleLexer
      tag 'con'
      title "Con!"
    end
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-scad highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="kt">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="c1">// x &lt;b&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-scad" data-lang="scad"><span class="k">if</span> <span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="s">"s"</span></code></pre></figure>

<div class="language-nodejs highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nx">int</span> <span class="nx">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="c1">// x &lt;b&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-nodejs" data-lang="nodejs"><span class="k">if </span><span class="p">(</span><span class="nx">a</span><span class="p">)</span> <span class="dl">"</span><span class="s2">s</span><span class="dl">"</span></code></pre></figure>

<div class="language-con highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="gp">int a = 1;</span><span class="w"> </span>// x &lt;b&gt;
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-con" data-lang="con"><span class="go">if (a) "s"</span></code></pre></figure>

<div class="language-sh2 highlighter-rouge"><div class="highlight"><pre class="highlight"><code>int a <span class="o">=</span> 1<span class="p">;</span> // x &lt;b&gt;
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-sh2" data-lang="sh2"><span class="k">if</span> <span class="o">(</span>a<span class="o">)</span> <span class="s2">"s"</span></code></pre></figure>

<div class="language-c99 highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="kt">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="c1">// x &lt;b&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-c99" data-lang="c99"><span class="k">if</span> <span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="s">"s"</span></code></pre></figure>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_derived_lexer_may_change_tokens() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```shout
int a = 1; // x <b>
```

{% highlight shout %}
if (a) "s"
{% endhighlight %}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class Shout < Rouge::Lexers::C
  tag "shout"
  def stream_tokens(str, &b)
    super(str) { |t, v| t == Keyword::Type ? b.call(Name::Builtin, v.upcase) : b.call(t, v) }
  end
  def self.detect?(text) text.include?("zzzz") end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-shout highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">INT</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="c1">// x &lt;b&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-shout" data-lang="shout"><span class="k">if</span> <span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="s">"s"</span></code></pre></figure>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_lexer_may_change_the_states_of_another_lexer_of_a_plugin() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```base
int a = 1; // x <b>
```

{% highlight base %}
if (a) "s"
{% endhighlight %}

```derived
int a = 1; // x <b>
```

{% highlight derived %}
if (a) "s"
{% endhighlight %}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class Base < Rouge::RegexLexer
  tag "base"
  state :ws do
    rule %r/\s+/, Text
  end
  state :root do
    mixin :ws
    rule %r/int/, Keyword::Type
    rule %r/"/, Str::Double, :str
    rule %r/\w+/, Name
    rule %r/./, Punctuation
  end
  state :str do
    rule %r/"/, Str::Double, :pop!
    rule %r/[^"]+/, Str
  end
end
class Derived < Base
  tag "derived"
  prepend :root do
    rule %r/if|return/, Keyword
    rule %r/\d+/ do |m|
      token m[0] == "1" ? Num::Integer : Num
    end
  end
  append :str do
    rule %r/\$\w+/, Name::Variable
  end
  state :ws do
    rule %r/\n/, Text
    rule %r/[ ]+/, Text::Whitespace
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-base highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="kt">int</span> <span class="n">a</span> <span class="p">=</span> <span class="n">1</span><span class="p">;</span> <span class="p">//</span> <span class="n">x</span> <span class="p">&lt;</span><span class="n">b</span><span class="p">&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-base" data-lang="base"><span class="n">if</span> <span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="s2">"</span><span class="s">s</span><span class="s2">"</span></code></pre></figure>

<div class="language-derived highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="kt">int</span><span class="w"> </span><span class="n">a</span><span class="w"> </span><span class="p">=</span><span class="w"> </span><span class="mi">1</span><span class="p">;</span><span class="w"> </span><span class="p">//</span><span class="w"> </span><span class="n">x</span><span class="w"> </span><span class="p">&lt;</span><span class="n">b</span><span class="p">&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-derived" data-lang="derived"><span class="k">if</span><span class="w"> </span><span class="p">(</span><span class="n">a</span><span class="p">)</span><span class="w"> </span><span class="s2">"</span><span class="s">s</span><span class="s2">"</span></code></pre></figure>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn lexers_of_templates_continue_in_another_language() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```tmpl
<p><%= @x %> a</p> <%= "q
<% z" %> </p>
```
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class Tmpl < Rouge::TemplateLexer
  tag "tmpl"
  title "Tmpl"
  def initialize(opts = {})
    super
    @ruby = Rouge::Lexers::Ruby.new(opts)
  end
  start do
    parent.reset!
    @ruby.reset!
  end
  state :root do
    rule %r/<%=?/, Comment::Preproc, :ruby
    rule %r/.+?(?=<%)|.+/m do delegate parent end
  end
  state :ruby do
    rule %r/%>/, Comment::Preproc, :pop!
    rule %r/.+?(?=%>)|.+/m do delegate @ruby end
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-tmpl highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nt">&lt;p&gt;</span><span class="cp">&lt;%=</span> <span class="vi">@x</span> <span class="cp">%&gt;</span> a<span class="nt">&lt;/p&gt;</span> <span class="cp">&lt;%=</span> <span class="s2">"q
&lt;% z"</span> <span class="cp">%&gt;</span> <span class="nt">&lt;/p&gt;</span>
</code></pre></div></div>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn lexers_have_options_and_languages_are_guessed() {
    let site = Site::new()
        .file("a.md", r#"---
---
```own?x=1
int a = 1; // x <b>
```

{% highlight own %}
if (a) "s"
{% endhighlight %}

```p2
int a = 1; // x <b>
```

{% highlight p2 %}
if (a) "s"
{% endhighlight %}

```guess
#!/bin/sh
echo 1
```

{{ "int if b" | rhl }}
"#)
        .file("_plugins/a.rb", r#"require "rouge"
class Own < Rouge::RegexLexer
  tag "own"
  mimetypes "text/x-own"
  option :x, "an option"
  state(:root) { rule %r/int|if/, Keyword; rule %r/[^\w]+/, Text; rule %r/\w+/ do |m| token(bool_option(:x) ? Name::Tag : Name) end }
end
module F
  def rhl(s) Rouge.highlight(s, "own", "html") + Rouge.highlight(s, "ruby", Rouge::Formatters::HTML.new) + Rouge::Lexer.find("own").new.lex("int a").to_a.inspect + Rouge::Lexers::Ruby.new.lex("puts 1").map { |t, v| t.qualname + v }.join("|") + Rouge::Lexers::Ruby.inspect end
end
Liquid::Template.register_filter(F)
class P2 < Rouge::Lexers::PHP
  tag "p2"
  def initialize(opts = {}) super(opts.merge("start_inline" => true)) end
end
"#);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-own highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="k">int</span> <span class="nt">a</span> = <span class="nt">1</span>; // <span class="nt">x</span> &lt;<span class="nt">b</span>&gt;
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-own" data-lang="own"><span class="k">if</span> (<span class="n">a</span>) "<span class="n">s</span>"</code></pre></figure>

<div class="language-p2 highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="n">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="c1">// x &lt;b&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-p2" data-lang="p2"><span class="k">if</span> <span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="s2">"s"</span></code></pre></figure>

<div class="language-guess highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="c">#!/bin/sh</span>
<span class="nb">echo </span>1
</code></pre></div></div>

<p><span class="k">int</span> <span class="k">if</span> <span class="n">b</span><span class="n">int</span> <span class="k">if</span> <span class="n">b</span>[[<Token Keyword="">, "int"], [<Token Text="">, " "], [<Token Name="">, "a"]]Name.Builtinputs|Text |Literal.Number.Integer1Rouge::Lexers::Ruby</Token></Token></Token></p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_may_define_lexers() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```gp
int a = 1; // x <b>
```

{% highlight gp %}
if (a) "s"
{% endhighlight %}

```ev
int a = 1; // x <b>
```

{% highlight ev %}
if (a) "s"
{% endhighlight %}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"
Jekyll::Hooks.register :site, :pre_render do |site|
  require "rouge"
  class MoreGPLexer < Rouge::Lexers::Python
    title 'GP'
    aliases 'gp'
  end
  class Ev < Rouge::RegexLexer
    tag "ev"
    state(:root) { rule %r/int/, Keyword; rule %r/./m, Text }
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-gp highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="nb">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="o">//</span> <span class="n">x</span> <span class="o">&lt;</span><span class="n">b</span><span class="o">&gt;</span>
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-gp" data-lang="gp"><span class="nf">if </span><span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="sh">"</span><span class="s">s</span><span class="sh">"</span></code></pre></figure>

<div class="language-ev highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="k">int</span> a = 1; // x &lt;b&gt;
</code></pre></div></div>

<figure class="highlight"><pre><code class="language-ev" data-lang="ev">if (a) "s"</code></pre></figure>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_formatters_may_be_replaced() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"kramdown:
  syntax_highlighter_opts:
    block:
      line_numbers: true
"#,
        )
        .file(
            "a.md",
            r#"---
---
```c
int a = 1; // x <b>
```

{% highlight c %}
if (a) "s"
{% endhighlight %}

{% highlight ruby linenos %}
puts 1
{% endhighlight %}

a `int`{:.language-c}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
module Rouge
  module Formatters
    class HTML < Formatter
      alias_method :old_span, :span
      def span(tok, val)
        "<i>" + old_span(tok, val) + "</i>"
      end
    end
    class HTMLTable
      def stream(tokens, &b)
        yield "<table>"
        @inner.stream(tokens, &b)
        yield "</table>"
      end
    end
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-c highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table><i><span class="kt">int</span></i><i> </i><i><span class="n">a</span></i><i> </i><i><span class="o">=</span></i><i> </i><i><span class="mi">1</span></i><i><span class="p">;</span></i><i> </i><i><span class="c1">// x &lt;b&gt;</span></i><i>
</i></table></code></pre></div></div>

<figure class="highlight"><pre><code class="language-c" data-lang="c"><i><span class="k">if</span></i><i> </i><i><span class="p">(</span></i><i><span class="n">a</span></i><i><span class="p">)</span></i><i> </i><i><span class="s">"s"</span></i></code></pre></figure>

<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><table><i><span class="nb">puts</span></i><i> </i><i><span class="mi">1</span></i></table></code></pre></figure>

<p>a <code class="language-c highlighter-rouge"><i><span class="kt">int</span></i></code></p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_configuration_may_name_a_formatter_of_a_plugin() {
    let site = Site::new()
        .file("_config.yml", r#"kramdown:
  syntax_highlighter_opts:
    formatter: HTMLLegacyA11y
"#)
        .file("a.md", r#"---
---
```c
int a = 1; // x <b>
```

{% highlight c %}
if (a) "s"
{% endhighlight %}
"#)
        .file("_plugins/a.rb", r##"require "rouge"
class Rouge::Formatters::HTMLPygmentsA11y < Rouge::Formatters::HTMLPygments
  def stream(tokens, &b)
    yield %(<pre class="#{@css_class}" tabindex="0"><code>)
    @inner.stream(tokens, &b)
    yield "</code></pre>"
  end
end
class Rouge::Formatters::HTMLLegacyA11y < Rouge::Formatters::HTMLLegacy
  def initialize(opts={})
    @formatter = opts[:inline_theme] ? Rouge::Formatters::HTMLInline.new(opts[:inline_theme]) : Rouge::Formatters::HTML.new
    @formatter = Rouge::Formatters::HTMLTable.new(@formatter, opts) if opts[:line_numbers]
    if opts.fetch(:wrap, true)
      @formatter = Rouge::Formatters::HTMLPygmentsA11y.new(@formatter, opts.fetch(:css_class, 'codehilite'))
    end
  end
end
"##);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"<div class="language-c highlighter-rouge"><pre class="highlight" tabindex="0"><code><span class="kt">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span><span class="p">;</span> <span class="c1">// x &lt;b&gt;</span>
</code></pre></div>

<figure class="highlight"><pre><code class="language-c" data-lang="c"><span class="k">if</span> <span class="p">(</span><span class="n">a</span><span class="p">)</span> <span class="s">"s"</span></code></pre></figure>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_words_of_a_lexer_of_rouge_are_an_error() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```kw
int a = 1; // x <b>
```

{% highlight kw %}
if (a) "s"
{% endhighlight %}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class Kw < Rouge::Lexers::C
  tag "kw"
  def self.keywords; @keywords ||= super + Set.new(%w(a)); end
end
"#,
        );
    build(&site)
        .fails()
        .says("Reason: Rouge's lexer c is not written in Ruby here: `keywords' would not be called")
        .says("--> _plugins/a.rb:4");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn replaced_states_of_a_lexer_of_rouge_are_an_error() {
    let site = Site::new()
        .file(
            "a.md",
            r#"---
---
```dr
int a = 1; // x <b>
```

{% highlight dr %}
if (a) "s"
{% endhighlight %}
"#,
        )
        .file(
            "_plugins/a.rb",
            r#"require "rouge"
class DR < Rouge::Lexers::Ruby
  tag "dr"
  prepend :root do
    rule(/^\+.*$\n?/, Generic::Inserted)
  end
end
"#,
        );
    build(&site)
        .fails()
        .says("Reason: Rouge's lexer ruby is not written in Ruby here: its states cannot be changed")
        .says("--> _plugins/a.rb:4");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn ruby_highlights_code_only_if_a_plugin_has_changed_how() {
    let module = module().unwrap_or_default();
    let build = |plugin: &str| {
        let site = Site::new().file("_plugins/a.rb", plugin).file("index.md", "---\n---\n```ruby\nputs 1\n```\n");
        let variables = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str())];
        site.run_with(&["build", "--profile"], &variables).succeeds().all().contains("| tokens")
    };
    // The library gives every object a method `to_json`.
    assert!(!build("require 'json'\n"));
    assert!(build(
        "require 'rouge'\nRouge::Formatters::HTML.prepend(Module.new { def safe_span(tok, text) = super })\n"
    ));
}
