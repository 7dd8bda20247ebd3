//! Classes of plugins that inherit from Liquid's and Jekyll's own tags, or wrap them. The expected output was recorded
//! from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn classes_that_inherit_from_own_tags_or_wrap_them_set_their_variables() {
    let site = Site::new()
        .file("_includes/i.html", r"inc {{ include.p }}{{ include.q }}")
        .file("_plugins/subs.rb", r##"# A loop over a sorted list.
class SortedFor < Liquid::For
  def render(context)
    items = context.evaluate(@collection_name)
    context["sorted"] = items.sort_by { |item| item["v"] }
    @collection_name = Liquid::Expression.parse("sorted")
    super
  end
end
Liquid::Template.register_tag("sorted_for", SortedFor)

# Loops that set one variable each.
class Loop < Liquid::For
  def initialize(tag_name, markup, parse_context)
    @kind, markup = markup.strip.split(" ", 2)
    super(tag_name, markup, parse_context)
  end

  def render(context)
    case @kind
    when "first" then @limit = 2
    when "rest" then @from = 1
    when "back" then @reversed = true
    when "own" then @collection_name = %w(a b)
    when "range" then @collection_name = Liquid::Expression.parse("(1..n)")
    when "named" then @variable_name = "y"
    end
    super + [@variable_name, @limit, @from, @reversed ? "r" : "n"].inspect
  end
end
Liquid::Template.register_tag("loop", Loop)

class Shown < Liquid::If
  def render(context)
    context.stack do
      @blocks.each { |block| return "#{block.attachment.render(context)}!" if block.evaluate(context) }
      @blocks.map { |block| block.class.name[8..] }.join(",")
    end
  end
end
Liquid::Template.register_tag("shown", Shown)

class Negated < Liquid::If
  def render(context)
    @blocks.first.operator = "!=" if @blocks.first.operator == "=="
    super
  end
end
Liquid::Template.register_tag("negated", Negated)

class Choice < Liquid::Case
  def render(context)
    @left.name + super + @blocks.size.to_s
  end
end
Liquid::Template.register_tag("choice", Choice)

class AssignTo < Liquid::Assign
  def render(context)
    @to = "other"
    @from.filters << ["append", ["!"]]
    super
  end
end
Liquid::Template.register_tag("assign_to", AssignTo)

class CaptureTo < Liquid::Capture
  def render(context)
    @to = "captured_#{@to}"
    super
  end
end
Liquid::Template.register_tag("capture_to", CaptureTo)

class CaptureStripped < Liquid::Capture
  def render(context)
    text = Liquid::Block.instance_method(:render).bind(self).call(context)
    context.scopes.last[@to] = text.strip
    ""
  end
end
Liquid::Template.register_tag("capture_stripped", CaptureStripped)

class CycleOf < Liquid::Cycle
  def render(context)
    @variables = @variables.map { |one| "<#{one}>" }
    super
  end
end
Liquid::Template.register_tag("cycle_of", CycleOf)

class Count < Liquid::Increment
  def render(context)
    @variable = "count_#{@variable}"
    super
  end
end
Liquid::Template.register_tag("count", Count)

class Short < Jekyll::Tags::IncludeTag
  def render(context)
    @file = "#{@file}.html" unless @file.end_with?(".html")
    @params = "#{@params} q=page.title"
    super
  end
end
Liquid::Template.register_tag("short", Short)

class LinkHome < Jekyll::Tags::Link
  def render(context)
    @relative_path = "a.html"
    super
  end
end
Liquid::Template.register_tag("link_home", LinkHome)

class NextPost < Jekyll::Tags::PostUrl
  def render(context)
    @post = Jekyll::Tags::PostComparer.new("2024-01-02-q")
    super
  end
end
Liquid::Template.register_tag("next_post", NextPost)

class Code < Jekyll::Tags::HighlightBlock
  def initialize(tag_name, markup, tokens)
    super(tag_name, "text #{markup}", tokens)
    @lang = "ruby"
    @highlight_options[:linenos] = nil
  end
end
Liquid::Template.register_tag("code", Code)

# Tags around other tags.
class Loud < Liquid::Tag
  def initialize(tag_name, markup, parse_context)
    super
    @inner = Liquid::Template.tags["include"].parse("include", markup, nil, parse_context)
  end

  def render(context)
    @inner.render(context).upcase
  end
end
Liquid::Template.register_tag("loud", Loud)

class Late < Liquid::Tag
  def render(context)
    Liquid::Template.tags["include"].parse("include", "i.html p='late'", Liquid::Tokenizer.new(""), parse_context).render(context)
  end
end
Liquid::Template.register_tag("late", Late)

bracketed = Class.new(Liquid::Template.tags["link"]) do
  def render(context)
    "[#{super}]"
  end
end
Liquid::Template.register_tag("bracketed", bracketed)

# Reads its content itself.
class Verbatim < Liquid::Block
  def parse(tokens)
    @text = +""
    while (token = tokens.shift)
      return if token =~ /\A\{%-?\s*endverbatim\s*-?%\}\z/
      @text << token
    end
    raise SyntaxError, "endverbatim is missing"
  end

  def blank?
    false
  end

  def render(_context)
    @text.inspect
  end
end
Liquid::Template.register_tag("verbatim", Verbatim)

class Tight < Liquid::Block
  def render(context)
    @body.nodelist.reject! { |node| node.is_a?(String) && node.strip.empty? }
    super
  end
end
Liquid::Template.register_tag("tight", Tight)

# Leaves a loop only after its own text.
class Interrupted < Liquid::Block
  def render(context)
    text = super
    text + (context.interrupt? ? context.pop_interrupt.class.name : "no")
  end
end
Liquid::Template.register_tag("interrupted", Interrupted)

Liquid::Condition.operators["starts"] = ->(_, left, right) { left.to_s.start_with?(right.to_s) }
Liquid::Condition.operators["contains"] = ->(_, left, right) { left.to_s.downcase.include?(right.to_s.downcase) }
"##)
        .file("_posts/2024-01-01-p.md", r"---
---
p")
        .file("_posts/2024-01-02-q.md", r"---
---
q")
        .file("a.html", r#"---
title: Ta
list: [3, 1, 2]
rows: [{v: 2, n: b}, {v: 1, n: a}]
---
{% sorted_for x in page.rows %}{{ x.n }}{{ forloop.last }}{% endsorted_for %}
{% loop first x in page.list %}{{ x }}{% endloop %} {% loop rest x in page.list limit: 1 %}{{ x }}{% endloop %} {% loop back x in page.list %}{{ x }}{% endloop %}
{% loop own x in page.list %}{{ x }}{{ forloop.name }}{% endloop %} {% assign n = 2 %}{% loop range x in page.list reversed %}{{ x }}{% endloop %} {% loop named x in page.list offset: 1 %}{{ y }}{{ x }}{% endloop %}
{% loop none x in page.list limit: 2 offset: 1 reversed %}{{ x }}{% endloop %} {% loop none x in page.none %}{{ x }}{% else %}none{% endloop %}
{% shown page.title contains "T" and page.list[0] == 3 %}a{% elsif 1 %}b{% endshown %} {% shown page.none %}a{% elsif page.title == "x" or page.list.size < 2 %}b{% endshown %}
{% negated page.title == "Ta" %}a{% else %}b{% endnegated %}
{% choice page.title %}{% when "a", "b" or "Ta" %}1{% when "Ta" %}2{% else %}3{% endchoice %} {% choice page.none %}{% when 1 %}1{% else %}3{% endchoice %}
{% assign_to v = 3 %}[{{ v }}][{{ other }}] {% capture_to v %}4{% endcapture_to %}[{{ v }}][{{ captured_v }}] {% capture_stripped v %} 5 {% endcapture_stripped %}[{{ v }}]
{% for i in (1..3) %}{% cycle_of "a", "b" %}{% endfor %} {% count c %}{% increment count_c %}
{% short i p="a" %} {% link_home _posts/2024-01-01-p.md %} {% next_post 2024-01-01-p %}
{% code linenos %}
puts 1
{% endcode %}
{% loud i.html p="a" %} {% late %} {% bracketed a.html %}
{% verbatim %}a {{ b }}{% nope %}{% endverbatim %}{% tight %} {{ page.title }} {% if true %}x{% endif %} {% assign t = 1 %} {% endtight %}
{% for x in (1..3) %}{% interrupted %}{{ x }}{% if x == 2 %}{% break %}{% endif %}z{% endinterrupted %}y{% endfor %}
{% if page.title starts "T" %}1{% endif %}{% if page.title contains "tA" %}2{% endif %}{{ page.rows | where_exp: "x", "x.n contains 'B'" | size }}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/01/p.html",
            r"<p>p</p>
",
        )
        .wrote(
            "2024/01/02/q.html",
            r"<p>q</p>
",
        )
        .wrote(
            "a.html",
            r#"afalsebtrue
31["x", 2, nil, "n"] 1["x", 1, 1, "n"] 213["x", nil, nil, "r"]
ax-page.listbx-page.list["x", nil, nil, "n"] 21["x", nil, nil, "r"] 12["y", nil, 1, "n"]
12["x", 2, 1, "n"] none["x", nil, nil, "n"]
a! Condition,Condition
b
page125 page32
[][3!] [][4] [5]
<a><<b>><<<a>>> 01
inc aTa /a.html /2024/01/02/q.html
<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><span class="nb">puts</span> <span class="mi">1</span></code></pre></figure>
INC A inc late [/a.html]
"a {{ b }}{% nope %}"Tax
1znoy2Liquid::BreakInterrupty3znoy
121
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_may_leave_blocks_by_return_and_break_any_number_of_times() {
    let site = Site::new()
        .file(
            "_plugins/find.rb",
            r#"class Search < Liquid::Tag
  def position(list, wanted)
    list.each_with_index { |item, index| return index if item == wanted }
    nil
  end

  def in_fiber
    fiber = Fiber.new do
      left = 0
      while left < 2_000
        begin
          [1].each { raise "left" }
        rescue RuntimeError
          left += 1
          Fiber.yield if left == 1_000
        end
      end
      left
    end
    fiber.resume
    fiber.resume
  end

  def render(_context)
    sum = 0
    step = 0
    while step < 20_000
      sum += position([1, 2, 3], 3)
      [1, 2].each { |item| break if item == 1 }
      begin
        [1].each { raise "left" }
      rescue RuntimeError
        step += 1
      end
    end
    numbers = [1, 2, 3].each
    loop { sum += numbers.next }
    (sum + in_fiber).to_s
  end
end
Liquid::Template.register_tag("find", Search)
"#,
        )
        .file(
            "index.html",
            r"---
---
{% find %} {% for i in (1..1000) %}{% if i == 1000 %}{% find %}{% endif %}{% endfor %}
",
        );
    build(&site).succeeds().wrote(
        "index.html",
        r"42006 42006
",
    );
}
