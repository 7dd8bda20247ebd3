//! Contexts and scopes of templates, as plugins use them. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn tags_read_and_change_the_scopes_of_templates() {
    let site = Site::new()
        .file("_plugins/scopes.rb", r##"# Reads and changes the scopes of a template.
class Scopes < Liquid::Tag
  def render(context)
    last = context.scopes.last
    case @markup.strip
    when "read" then [context.scopes.size, last["v"], last["x"], last.key?("page"), last.fetch("q", 0), last.dig("v"), context.scopes.first["x"]].inspect
    when "keys" then context.scopes.map { |scope| scope.keys.join(",") }.join("|") + last.to_h.size.to_s + last.empty?.to_s
    when "all" then context.scopes.reverse.reduce({}) { |all, scope| all.merge(scope) }.keys.sort.join(",")
    when "set"
      last["title"] ||= "dflt"
      last.store("q", 1)
      last.update("r" => 2)
      context.merge("m" => 3)
      [context["title"], context["q"], context["r"], context["m"]].join(",")
    when "list"
      (last["list"] ||= []) << 1
      last["list"].inspect
    when "delete" then [last.delete("v"), last.delete("nope"), context["v"]].inspect
    when "find" then [context.find_variable("v"), context.find_variable("page.title"), context.find_variable("page").class].inspect
    when "early"
      context.stack do
        context["a"] = 1
        [1].each { return "early" }
      end
    when "break"
      [1, 2].each { |x| context.stack { context["a"] = x; break } }
      context["a"].inspect
    when "throw" then catch(:done) { context.stack("a" => 1) { throw :done, "thrown" } }
    when "environments"
      context.environments.each { |one| one["counted"] = 5 }
      names = context.environments.first.keys.sort.first(3)
      text = Liquid::Template.parse("{{ page.title }}{{ own }}").render(context.environments.first.merge("own" => 1))
      [names, context.environments.first.page["title"], text, context["counted"]].inspect
    end
  end
end
Liquid::Template.register_tag("scopes", Scopes)

class Pushed < Liquid::Block
  def render(context)
    context.push("a" => 1)
    inner = super
    context.pop
    inner + context["a"].inspect
  end
end
Liquid::Template.register_tag("pushed", Pushed)

class Returned < Liquid::Block
  def render(context)
    context.stack do
      context["a"] = @markup.strip
      return super
    end
  end
end
Liquid::Template.register_tag("returned", Returned)

module Stacked
  def stacked(value)
    @context.stack do
      @context["y"] = value
      return "#{@context["y"]}r"
    end
  end
end
Liquid::Template.register_filter(Stacked)
"##)
        .file("a.html", r#"---
title: A
---
{% assign v = 1 %}{% scopes read %}{% for x in (1..2) %}{% scopes read %}{% scopes keys %}{% endfor %}
{% scopes keys %} {% for x in (1..1) %}{% scopes all %}{% endfor %}
{% scopes set %} {{ title }}{{ q }}{{ r }}{{ m }}
{% scopes list %}{% scopes list %}{{ list | join: "-" }}
{% scopes find %}
{% scopes delete %}{{ v }}.
{% scopes early %}{{ a }} {% scopes break %}{{ a }} {% scopes throw %}{{ a }} {{ 1 | stacked }}{{ y }}
{% pushed %}{{ a }}{% assign w = 2 %}{% endpushed %}{{ a }}{{ w }}
{% returned one %}{{ a }}{% returned two %}{{ a }}{% endreturned %}{{ a }}{% endreturned %}{{ a }}
{% increment counted %}{% increment counted %}{% scopes environments %}{% increment counted %}{{ counted }}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"[1, 1, nil, false, 0, 1, nil][2, 1, nil, false, 0, 1, 1]forloop,x|v1false[2, 1, nil, false, 0, 1, 2]forloop,x|v1false
v1false forloop,v,x
dflt,1,2,3 dflt123
[1][1, 1]1-1
[1, nil, Hash]
[1, nil, nil].
early nil thrown 1r
1nil2
onetwoone
01[["content", "counted", "highlighter_prefix"], "A", "A1", 5]56
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn one_object_with_two_names_changes_once() {
    let site = Site::new()
        .file("_data/list.json", r"[3,1]
")
        .file("_plugins/a.rb", r#"# Changes one object that has two names.
class T < Liquid::Tag
  def render(context)
    case @markup.strip
    when "1" then context["page.list"] << 9; context.registers[:page]["list"].inspect + context["page"]["list"].inspect
    when "2" then a = context["page.list"]; context.registers[:page]["list"] << 8; a.inspect
    when "3" then a = context["page"]["list"]; context["page.list"] << 7; a.inspect
    when "4" then a = context.registers[:page]["list"]; context["page.list"] << 6; a.inspect
    when "5" then context["site.data.list"] << 1; context.registers[:site].data["list"].inspect + context["site"]["data"]["list"].inspect
    when "6" then a = context["site.data.list"]; context.registers[:site].data["list"] << 2; a.inspect
    when "7" then a = context.registers[:site].data["list"]; context["site.data.list"] << 3; a.inspect
    when "8" then a = context["site"]["data"]["list"]; context["site.data.list"] << 4; a.inspect
    when "9" then context.environments.first["page"]["list"] << 5; context["page.list"].inspect
    end
  end
end
Liquid::Template.register_tag("t", T)
"#)
        .file("a.html", r"---
list: [3,1]
---
{% t 1 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 2 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 3 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 4 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 5 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 6 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 7 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 8 %} {{ page.list | join }} {{ site.data.list | join }}
{% t 9 %} {{ page.list | join }} {{ site.data.list | join }}
");
    build(&site).succeeds().wrote(
        "a.html",
        r"[3, 1, 9][3, 1, 9] 3 1 9 3 1
[3, 1, 9, 8] 3 1 9 8 3 1
[3, 1, 9, 8, 7] 3 1 9 8 7 3 1
[3, 1, 9, 8, 7, 6] 3 1 9 8 7 6 3 1
[3, 1, 1][3, 1, 1] 3 1 9 8 7 6 3 1 1
[3, 1, 1, 2] 3 1 9 8 7 6 3 1 1 2
[3, 1, 1, 2, 3] 3 1 9 8 7 6 3 1 1 2 3
[3, 1, 1, 2, 3, 4] 3 1 9 8 7 6 3 1 1 2 3 4
[3, 1, 9, 8, 7, 6, 5] 3 1 9 8 7 6 5 3 1 1 2 3 4
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_see_the_configuration_that_a_tag_sets_at_once() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"# Sets the configuration, and reads it in the same call.
class Settings < Liquid::Block
  def render(context)
    config = context.registers[:site].config
    config["n"] = @markup.strip
    config["list"] = [1]
    context["site.list"] << 2
    context["site.n"] + config["list"].inspect + super
  end
end
Liquid::Template.register_tag("set", Settings)
"#,
        )
        .file(
            "a.html",
            r"---
---
{% set one %}{{ site.n }}{% endset %}|{{ site.n }}{{ site.list | join }}
",
        );
    build(&site).succeeds().wrote(
        "a.html",
        r"one[1, 2]one|one1 2
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_that_plugins_parse_have_their_own_filters_registers_and_counters() {
    let site = Site::new()
        .file("_plugins/t.rb", r##"module Marks
  def mark(text)
    "<#{text}>"
  end

  def upcase(text)
    "own #{text}"
  end
end

module Mark
  def mark(text)
    "<#{text}>"
  end
end

module Shout
  def shout(text)
    "#{text}! #{@context.registers[:mine].inspect}#{@context.registers[:site].class}"
  end
end

class Seen < Liquid::Drop
  def name
    "#{@context["x"]}#{@context.registers[:mine].inspect}"
  end
end

class Inner < Liquid::Tag
  def render(context)
    [context["x"], context.registers[:mine], context.registers[:page] && context.registers[:page]["title"], context.registers[:site].class].inspect
  end
end
Liquid::Template.register_tag("inner", Inner)

class Templates < Liquid::Tag
  KEPT = Liquid::Template.parse("{% increment n %}{% cycle 1, 2 %}{% assign z = z | append: 'x' %}{{ z }};")

  def render(context)
    case @markup.strip
    when "kept" then KEPT.render + KEPT.render
    when "filters" then Liquid::Template.parse("{{ 'a' | mark }}{{ 'a' | upcase }}").render({}, :filters => [Marks])
    when "no filters" then Liquid::Template.parse("{{ 'a' | mark }}{{ 'a' | upcase }}").render
    when "registers"
      registers = { :mine => "M", :site => context.registers[:site], :page => { "title" => "own" } }
      Liquid::Template.parse("{% inner %}{{ seen.name }}{{ 'a' | shout }}").render({ "x" => 9, "seen" => Seen.new }, :registers => registers, :filters => Shout)
    when "context"
      own = Liquid::Context.new({ "x" => 1 }, { "y" => 2 }, { :mine => 3 })
      own.add_filters(Marks)
      Liquid::Template.parse("{% inner %}{{ x }}{{ y | mark }}{% assign w = 4 %}{% cycle 1, 2 %}").render(own) +
        Liquid::Template.parse("{% cycle 1, 2 %}{{ w }}").render(own) + own["w"].to_s
    when "within"
      Liquid::Template.parse("{% assign inside = 5 %}{{ page.title | mark }}").render(context, :filters => Mark)
    when "strict"
      template = Liquid::Template.parse("{{ nope }}|{{ 1 | nope }}|{{ x }}")
      text = template.render({ "x" => 2 }, :strict_variables => true, :strict_filters => true)
      text + template.errors.map { |error| "#{error.class} #{error.message}" }.inspect + template.render("x" => 3) + template.errors.size.to_s
    when "raise"
      begin
        Liquid::Template.parse("{{ nope }}").render!({ "x" => 2 }, :strict_variables => true)
      rescue Liquid::UndefinedVariable => e
        e.message
      end
    when "warnings" then Liquid::Template.parse("{{ a | | b }}", :error_mode => :warn).warnings.map(&:message).inspect
    when "counters"
      given = { "n" => 5 }
      template = Liquid::Template.parse("{% increment n %}")
      template.render(given) + template.render(given) + given.inspect.delete(" ")
    when "parse" then [parse_context.line_number, parse_context[:line_numbers], parse_context.error_mode, Liquid::Template.error_mode].inspect
    end
  end
end
Liquid::Template.register_tag("templates", Templates)
"##)
        .file("a.html", r#"---
title: A
---
{% templates kept %}
{% templates filters %}
{% templates no filters %}
{% templates registers %}
{% templates context %}
{% templates within %}
{% templates strict %}
{% templates raise %}
{% templates warnings %}
{% templates counters %}
{% templates parse %}
{% templates kept %}
{{ inside }}{{ "a" | upcase }}
"#)
        .file("b.html", r#"---
title: A
---
{% templates kept %}
{% templates filters %}
{% templates no filters %}
{% templates registers %}
{% templates context %}
{% templates within %}
{% templates strict %}
{% templates raise %}
{% templates warnings %}
{% templates counters %}
{% templates parse %}
{% templates kept %}
{{ inside }}{{ "a" | upcase }}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"01x;12xx;
<a>own a
aA
[9, "M", "own", Jekyll::Site]9"M"a! "M"Jekyll::Site
[1, 3, nil, NilClass]1<2>1244
<A>
||2["Liquid::UndefinedVariable Liquid error: undefined variable nope", "Liquid::UndefinedFilter Liquid error: undefined filter nope"]|1|30
Liquid error: undefined variable nope
["Liquid syntax error: Expected id but found pipe in \"{{ a | | b }}\""]
56{"n"=>7}
[14, true, :warn, :warn]
21xxx;32xxxx;
5A
"#,
        )
        .wrote(
            "b.html",
            r#"41xxxxx;52xxxxxx;
<a>own a
aA
[9, "M", "own", Jekyll::Site]9"M"a! "M"Jekyll::Site
[1, 3, nil, NilClass]1<2>1244
<A>
||2["Liquid::UndefinedVariable Liquid error: undefined variable nope", "Liquid::UndefinedFilter Liquid error: undefined filter nope"]|1|30
Liquid error: undefined variable nope
["Liquid syntax error: Expected id but found pipe in \"{{ a | | b }}\""]
56{"n"=>7}
[14, true, :warn, :warn]
61xxxxxxx;72xxxxxxxx;
5A
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn changes_of_contexts_that_hastie_does_not_support_end_the_build() {
    for (code, message) in [
        (
            "context.add_filters(Module.new { def upcase(text) = text })",
            "replacing the filter upcase for the rest of a template is not supported",
        ),
        ("context.scopes.push({})", "changing the list of scopes by push is not supported"),
        ("context.environments.last[\"x\"] = 1", "setting \"x\" in the second environment is not supported"),
        ("context.strict_variables = true", "setting strict_variables during a rendering is not supported"),
    ] {
        let plugin = format!(
            "class T < Liquid::Tag\n  def render(context)\n    {code}\n    \"\"\n  end\nend\nLiquid::Template.register_tag('t', T)\n"
        );
        let site = Site::new().file("_plugins/t.rb", &plugin).file("a.html", "---\n---\n{% t %}");
        let built = build(&site).fails();
        assert!(built.all().contains(message), "{message}: {}", built.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn excerpts_have_variables_of_their_own() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"# Counts its uses in the payload and on the page.
class Counted < Liquid::Tag
  def render(context)
    payload = context.environments.first
    payload["n"] = payload["n"].to_i + 1
    (payload["titles"] ||= []) << context["page.title"]
    context["page"]["m"] = context["page.m"].to_i + 1
    page = context.registers[:page]
    page["r"] = page["r"].to_i + 1
    "#{payload["n"]} #{payload["titles"].join("-")} #{context["page.m"]} #{page["r"]}"
  end
end
Liquid::Template.register_tag("counted", Counted)
"##,
        )
        .file(
            "_posts/2024-01-01-one.md",
            r"---
title: One
---
{% counted %}

{% counted %} ({{ page.excerpt | strip_html | strip }}) {{ n }}
",
        )
        .file(
            "_posts/2024-01-02-two.md",
            r"---
title: Two
---
{% counted %} {{ n }}
",
        )
        .file(
            "a.html",
            r"---
title: A
---
{% counted %}{% counted %}{{ n }}{% increment n %}{% for post in site.posts %}
{{ post.excerpt | strip_html | strip }} {% counted %}{% endfor %}
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/01/one.html",
            r"<p>1 One 1 1</p>

<p>2 One-One 2 2 (1 One 3 3) 2</p>
",
        )
        .wrote(
            "2024/01/02/two.html",
            r"<p>3 One-One-Two 1 1 3</p>
",
        )
        .wrote(
            "a.html",
            r"4 One-One-Two-A 1 15 One-One-Two-A-A 2 255
1 Two 2 2 1 7 One-One-Two-A-A-A 3 3
1 One 3 3 8 One-One-Two-A-A-A-A 4 4
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn tags_read_the_loops_that_are_being_rendered() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"# Reads the registers of loops, and the layouts of a renderer.
class Registered < Liquid::Tag
  def render(context)
    registers = context.registers
    loops = registers[:for_stack]&.map { |one| "#{one["name"]}#{one["index"]}" }
    layouts = Jekyll::Renderer.new(registers[:site], registers[:site].pages.first).layouts.keys
    [registers.keys.map(&:to_s).sort.join("-"), loops&.join(","), layouts.inspect].join(" ")
  end
end
Liquid::Template.register_tag("registered", Registered)
"##,
        )
        .file(
            "a.html",
            r"---
---
{% registered %}
{% for x in (1..1) %}{% for y in (1..2) %}{% registered %}
{% endfor %}{% endfor %}{% registered %}
",
        );
    build(&site).succeeds().wrote(
        "a.html",
        r"page-site  []
for-for_stack-page-site x-(1..1)1,y-(1..2)1 []
for-for_stack-page-site x-(1..1)1,y-(1..2)2 []
for-for_stack-page-site  []
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hash_in_the_outermost_scope_stays_the_same_object() {
    let site = Site::new()
        .file("_plugins/a.rb", r##"# Keeps a hash with a default value in the outermost scope, and reads it by its name, too.
class Tally < Liquid::Tag
  def render(context)
    scope = context.scopes.last
    scope["tally"] ||= Hash.new(0)
    scope["tally"][@markup.strip] += 1
    context["tally"][@markup.strip] += 1
    @@held ||= scope["tally"]
    context["tally"].map { |key, count| "#{key}#{count}" }.join(",") + (@@held.equal?(scope["tally"]) ? "=" : "~")
  end
end
Liquid::Template.register_tag("tally", Tally)
"##)
        .file("a.html", r"---
---
{% tally a %}|{% tally b %}|{% for x in (1..2) %}{% tally a %}{% endfor %}|{{ tally.a }}{% for pair in tally %}{{ pair[0] }}{{ pair[1] }}{% endfor %}
");
    build(&site).succeeds().wrote(
        "a.html",
        r"a2=|a2,b2=|a4,b2=a6,b2=|6a6b2
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn tags_of_included_files_see_the_registers_of_a_template_that_a_plugin_renders() {
    let site = Site::new()
        .file("_plugins/nested.rb", r##"class Nested < Liquid::Tag
  def render(context)
    Liquid::Template.parse("{% include part.html %}").render!(context.environments.first, :registers => context.registers)
  end
end
Liquid::Template.register_tag("nested", Nested)

class Shown < Liquid::Tag
  def render(context)
    site = context.registers[:site]
    page = context.registers[:page]
    "#{site && site.config["title"]}/#{page && page["title"]}/#{page && page["chart"].inspect}/#{context["page.title"]}"
  end
end
Liquid::Template.register_tag("shown", Shown)
"##)
        .file("_config.yml", r"title: S
")
        .file("_includes/part.html", r"[{% shown %}]
")
        .file("_layouts/l.html", r"{% shown %}
{% nested %}
{{ content }}
")
        .file("index.html", r"---
title: T
chart: {a: true}
layout: l
---
{% shown %} {% nested %}
")
        ;
    build(&site).succeeds().wrote(
        "index.html",
        r#"S/T/{"a"=>true}/T
[S/T/{"a"=>true}/T]

S/T/{"a"=>true}/T [S/T/{"a"=>true}/T]


"#,
    );
}
