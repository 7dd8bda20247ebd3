//! Plugins in Ruby change the tag `highlight`. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_replaces_parts_of_the_tag_highlight() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"class Jekyll::Tags::HighlightBlock
  alias_method :plain_tag, :add_code_tag

  def add_code_tag(code)
    "<div data-options=\"#{@highlight_options.inspect.tr('"', "'")}\">#{plain_tag(code)}</div>"
  end
end

class Marked < Jekyll::Tags::HighlightBlock
  private

  def render_rouge(code)
    "[#{super}]"
  end
end
Liquid::Template.register_tag("marked", Marked)
"##,
        )
        .file(
            "index.md",
            r#"---
x: code
---
{% highlight ruby linenos mark_lines="1 3" %}
def a
  {{ page.x }}
end
{% endhighlight %}

{% highlight c++ %}

int a = 1 < 2;

{% endhighlight %}
{% highlight nosuch foo=bar %}
a & b
{% endhighlight %}
{% marked js linenos=table %}
let a = "b";
{% endmarked %}
"#,
        );
    build(&site).succeeds().wrote("index.html", r#"
<div data-options="{:linenos=&gt;'inline', :mark_lines=&gt;['1', '3']}"><figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1
2
3
</pre></td><td class="code"><pre><span class="hll"><span class="k">def</span> <span class="nf">a</span>
</span>  <span class="n">code</span>
<span class="hll"><span class="k">end</span>
</span>
</pre></td></tr></tbody></table></code></pre></figure></div>

<div data-options="{}"><figure class="highlight"><pre><code class="language-c--" data-lang="c++"><span class="kt">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span> <span class="o">&lt;</span> <span class="mi">2</span><span class="p">;</span></code></pre></figure></div>

<div data-options="{:foo=&gt;'bar'}"><figure class="highlight"><pre><code class="language-nosuch" data-lang="nosuch">a &amp; b</code></pre></figure></div>

<div data-options="{:linenos=&gt;'table'}"><figure class="highlight"><pre><code class="language-js" data-lang="js">[<table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1
</pre></td><td class="code"><pre><span class="kd">let</span> <span class="nx">a</span> <span class="o">=</span> <span class="dl">"</span><span class="s2">b</span><span class="dl">"</span><span class="p">;</span>
</pre></td></tr></tbody></table>]</code></pre></figure></div>

"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_module_prepended_to_the_tag_highlight_changes_its_code() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Around
  def render_rouge(code)
    "<!-- #{@lang} -->" + super
  end
end
Jekyll::Tags::HighlightBlock.prepend(Around)
"#,
        )
        .file(
            "index.md",
            r#"---
x: code
---
{% highlight ruby linenos mark_lines="1 3" %}
def a
  {{ page.x }}
end
{% endhighlight %}

{% highlight c++ %}

int a = 1 < 2;

{% endhighlight %}
{% highlight nosuch foo=bar %}
a & b
{% endhighlight %}
"#,
        );
    build(&site).succeeds().wrote("index.html", r#"
<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><!-- ruby --><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1
2
3
</pre></td><td class="code"><pre><span class="hll"><span class="k">def</span> <span class="nf">a</span>
</span>  <span class="n">code</span>
<span class="hll"><span class="k">end</span>
</span>
</pre></td></tr></tbody></table></code></pre></figure>

<figure class="highlight"><pre><code class="language-c--" data-lang="c++"><!-- c++ --><span class="kt">int</span> <span class="n">a</span> <span class="o">=</span> <span class="mi">1</span> <span class="o">&lt;</span> <span class="mi">2</span><span class="p">;</span></code></pre></figure>

<figure class="highlight"><pre><code class="language-nosuch" data-lang="nosuch"><!-- nosuch -->a &amp; b</code></pre></figure>

"#);
}
