//! Registers, counters and the filters of variables, as tags in Ruby read and change them. The expected output was
//! recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_first_environment_has_the_counters() {
    let site = Site::new()
        .file("_plugins/d.rb", r#"class R < Liquid::Tag
  def render(c)
    e = c.environments
    [e.first["n"].inspect, e.first["m"].inspect, e.size, e.last.class, e.last.size, e.first["page"]["path"], e.first["zz"].inspect].join("|")
  end
end
Liquid::Template.register_tag("envs", R)
"#)
        .file("a.html", r#"---
---
{% increment n %}{% increment n %}{% decrement m %}{% envs %}
"#)
        .file("b.html", r#"---
---
{% envs %}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"2|-1|2|Hash|0|b.html|nil
"#,
        )
        .wrote(
            "a.html",
            r#"01-12|-1|2|Hash|0|a.html|nil
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_registers_of_the_tags_of_liquid_can_be_read() {
    let site = Site::new()
        .file("_plugins/d.rb", r#"class R < Liquid::Tag
  def render(c)
    r = c.registers
    [r[:for].inspect, r[:cycle].inspect, r[:ifchanged].inspect, r[:increment].inspect, r.key?(:cycle), r.key?(:mine), r[:mine].inspect, r[:site].class, r[:page].class, r[:page]["path"]].join("|")
  end
end
Liquid::Template.register_tag("regs", R)
"#)
        .file("a.html", r#"---
---
{% regs %}
{% cycle "a", "b" %}{% cycle "g": "a", "b" %}{% for i in (1..3) %}{% ifchanged %}x{% endifchanged %}{% if i == 2 %}{% break %}{% endif %}{% endfor %}
{% for i in (1..3) limit:2 %}{{i}}{% endfor %}{% for i in (1..3) offset:continue %}{{i}}{% endfor %}
{% regs %}
"#);
    build(&site).succeeds().wrote(
        "a.html",
        r#"nil|nil|nil|nil|false|false|nil|Jekyll::Site|Hash|a.html
aax
123
{"i-(1..3)"=>3}|{"[\"a\", \"b\"]"=>1, "g"=>1}|"x"|nil|true|false|nil|Jekyll::Site|Hash|a.html
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn variables_have_filters_with_arguments_that_plugins_may_extend() {
    let site = Site::new()
        .file("_plugins/d.rb", r#"class V < Liquid::Tag
  def initialize(n, m, t)
    super
    @v = Liquid::Variable.new(m, t.respond_to?(:line_number) ? Liquid::ParseContext.new : @parse_context)
    @w = Liquid::Variable.new(m, Liquid::ParseContext.new)
    @w.filters << ["downcase", []] << ["append", ["?"]]
    @x = Liquid::Variable.new('"q" | replace: "q", page.title | truncate: 4, ".." | slice: 0, 3', Liquid::ParseContext.new)
  end
  def render(c)
    [@v.render(c), @v.filters.inspect, @v.raw, @w.render(c), @x.filters.map { |f| [f[0], f[1].size] }.inspect, @x.render(c), @x.name.inspect, Liquid::Variable.new("x.y[0].z", Liquid::ParseContext.new).name.lookups.inspect].join("|")
  end
end
Liquid::Template.register_tag("v", V)
"#)
        .file("a.html", r#"---
title: Hello
---
{% v page.title | upcase | append: "!" %}
"#);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"HELLO!|[["upcase", []], ["append", ["!"]]]|page.title | upcase | append: "!" |hello!?|[["replace", 2], ["truncate", 2], ["slice", 2]]|He.|"q"|["y", 0, "z"]
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_that_changes_a_register_of_the_tags_of_liquid_ends_the_build() {
    let ruby = r#"
class Reset < Liquid::Tag
  def render(context)
    context.registers[:cycle].clear
  end
end
Liquid::Template.register_tag("reset", Reset)
"#;
    let site = Site::new()
        .file("_plugins/own.rb", ruby)
        .file("index.html", "---\n---\n{% cycle 'a', 'b' %}{% reset %}{% cycle 'a', 'b' %}");
    build(&site)
        .fails()
        .says("--> index.html:3:21")
        .says(r#"Liquid Exception: can't modify frozen Hash: {"[\"a\", \"b\"]"=>1} in index.html"#);
}
