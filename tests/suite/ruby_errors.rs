//! Errors that plugins in Ruby rescue, and the time zone that they see. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_block_that_rescues_an_error_of_liquid_sees_its_line_and_context() {
    let site = Site::new()
        .file("_plugins/safe.rb", r#"class Safe < Liquid::Block
  def render(context)
    super
  rescue StandardError => e
    "[#{e.class}|#{e.message.sub(%r!\(\S*/_includes!, "(_includes")}|#{e.respond_to?(:line_number) ? e.line_number.inspect : "-"}|#{e.respond_to?(:markup_context) ? e.markup_context.inspect : "-"}]"
  end
end
Liquid::Template.register_tag("safe", Safe)
class Boom < Liquid::Tag
  def render(context)
    case @markup.strip
    when "arg" then raise ArgumentError, "mine"
    when "liquid" then raise Liquid::ArgumentError, "own"
    when "zero" then 1 / 0
    when "syn" then raise Liquid::SyntaxError, "syn"
    when "parse" then Liquid::Template.parse("a\n{% nope %}").render
    when "render" then Liquid::Template.parse("a\n{{ 1 | divided_by: 0 }}", :line_numbers => true).render!(context)
    when "renderx" then Liquid::Template.parse("a\n{{ 1 | divided_by: 0 }}").render!(context)
    when "parsel" then Liquid::Template.parse("a\n{% nope %}", :line_numbers => true).render
    end
  end
end
Liquid::Template.register_tag("boom", Boom)
module F
  def boomf(x) raise ArgumentError, "in filter"; end
  def boomk(x) raise KeyError, "in filter"; end
end
Liquid::Template.register_filter(F)
"#)
        .file("_includes/d.html", r"x
{{ 1 | divided_by: 0 }}")
        .file("index.txt", r#"---
---
a
{% safe %}{{ 1 | divided_by: 0 }}{% endsafe %}
{% safe %}

{{ 1 | modulo: 0 }}{% endsafe %}
{% safe %}{% if 1 == 1 %}
{{ "a" | boomf }}{% endif %}{% endsafe %}
{% safe %}
{{ "a" | boomk }}{% endsafe %}
{% safe %}
{% boom arg %}{% endsafe %}
{% safe %}
{% boom liquid %}{% endsafe %}
{% safe %}
{% boom zero %}{% endsafe %}
{% safe %}
{% boom syn %}{% endsafe %}
{% safe %}
{% boom parse %}{% endsafe %}
{% safe %}
{% boom parsel %}{% endsafe %}
{% safe %}
{% boom render %}{% endsafe %}
{% safe %}
{% boom renderx %}{% endsafe %}
{% safe %}
{% include d.html %}{% endsafe %}
{% safe %}
{{ "a" | append }}{% endsafe %}
{% safe %}
{% for i in (1..2) %}{% assign x = 1 | divided_by: 0 %}{% endfor %}{% endsafe %}
{% safe %}
{% capture a %}
{{ "x" | sort: "a", "b" }}
{% endcapture %}{% endsafe %}
{% safe %}
{% link nope.html %}{% endsafe %}
{% safe %}
{% if "a" > 1 %}{% endif %}{% endsafe %}
{% safe %}{% safe %}
{{ 1 | divided_by: 0 }}{% endsafe %}
{{ 1 | modulo: 0 }}{% endsafe %}
{% safe %}
{{ "a" | date_to_xmlschema }}{% endsafe %}
{% safe %}
{{ "a" | slice: "z" }}{% endsafe %}
{% safe %}
{% for i in (1..3) limit: "x" %}{% endfor %}{% endsafe %}
{% safe %}
{{ site.pages | where_exp: "a", "a.b ==" }}{% endsafe %}
{% safe %}
{{ nil | sort }}{% endsafe %}
{% safe %}
{% include {{ page.foo }} %}{% endsafe %}
"#)
        ;
    build(&site).succeeds().wrote(
        "index.txt",
        r#"a
[Liquid::ZeroDivisionError|Liquid error (line 2): divided by 0|2|nil]
[Liquid::ZeroDivisionError|Liquid error (line 5): divided by 0|5|nil]
[Liquid::ArgumentError|Liquid error (line 7): in filter|7|nil]
[KeyError|in filter|-|-]
[ArgumentError|mine|-|-]
[Liquid::ArgumentError|Liquid error (line 13): own|13|nil]
[ZeroDivisionError|divided by 0|-|-]
[Liquid::SyntaxError|Liquid syntax error (line 17): syn|17|nil]
[Liquid::SyntaxError|Liquid syntax error (line 19): Unknown tag 'nope'|19|nil]
[Liquid::SyntaxError|Liquid syntax error (line 2): Unknown tag 'nope'|2|nil]
[Liquid::ZeroDivisionError|Liquid error (line 2): divided by 0|2|nil]
[Liquid::ZeroDivisionError|Liquid error (line 25): divided by 0|25|nil]
[Liquid::ZeroDivisionError|Liquid error (_includes/d.html line 2): divided by 0 included |2|"included "]
[Liquid::ArgumentError|Liquid error (line 29): wrong number of arguments (given 1, expected 2)|29|nil]


[ArgumentError|Could not find document 'nope.html' in tag 'link'.

Make sure the document exists and the path is correct.
|-|-]

[Liquid::ZeroDivisionError|Liquid error (line 42): divided by 0|42|nil]
[Jekyll::Errors::InvalidDateError|Invalid Date: '"a"' is not a valid datetime.|-|-]
[Liquid::ArgumentError|Liquid error (line 46): invalid integer|46|nil]

[Liquid::SyntaxError|Liquid syntax error (line 50): [:end_of_string] is not a valid expression|50|nil]
[Liquid::ArgumentError|Liquid error (line 52): Cannot sort a null object.|52|nil]
[ArgumentError|Invalid syntax for include tag. File contains invalid characters or sequences:

  

Valid syntax:

  {% include file.ext param='value' param2='value' %}

|-|-]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_see_the_time_zone_of_the_site() {
    let site = Site::new()
        .file("_plugins/zone.rb", r#"LOADED = [ENV["TZ"], Time.now.zone, Time.now.utc_offset, Time.now.localtime.to_s, Time.local(2025, 7, 1).to_s, Time.local(2025, 1, 1).zone, Time.mktime(2025, 7, 1).utc_offset, Time.new(2025, 7, 1).to_s, Time.at(0).to_s, Time.utc(2025, 7, 1).localtime.to_s, Time.utc(2025, 7, 1).getlocal.zone, Time.now.strftime("%Z %z"), Time.gm(2025).localtime.strftime("%Z"), Time.parse("2025-07-01 10:00").to_s, Time.parse("2025-07-01 10:00 UTC").localtime.to_s, Time.strptime("2025-07-01", "%Y-%m-%d").to_s, Date.new(2025, 7, 1).to_time.to_s, DateTime.new(2025, 7, 1).to_time.to_s, DateTime.now.to_s, Date.today.to_s, Time.now.dst?, Time.local(2025, 7, 1).dst?, Time.local(2025, 3, 9, 2, 30).to_s, Time.now.to_date.to_s, Time.now.to_datetime.to_s, Time.now.gmtoff, Time.local(2025,7,1).round.to_s, (Time.local(2025, 7, 1) + 86400 * 180).to_s, (Time.local(2025, 7, 1) + 86400 * 180).zone,  File.mtime(__FILE__).zone, Time.local(2025, 7, 1).to_a.inspect, Time.local(2025, 7, 1).utc.zone, Time.utc(2025).zone, Time.now.inspect, Marshal.load(Marshal.dump(Time.local(2025,7,1))).to_s, Time.local(2025,7,1).to_i, Time.local(2025,7,1).dup.zone, Time.local(2025, 7, 1) == Time.utc(2025, 7, 1, 4), Time.local(2025,7,1).iso8601, Time.local(2025,7,1).httpdate, Time.local(2025,7,1).rfc2822, Time.at(0, :in => "+09:00").to_s, Time.now(:in => "+09:00").to_s, Time.local(2025,7,1).localtime("+02:00").to_s, Time.local(2025,7,1).clone.strftime("%c %Z"), Time.local(2025, 7).month, Time.iso8601("2025-07-01T10:00:00Z").localtime.to_s, (YAML.load("a: 2025-07-01 10:00:00", :permitted_classes => [Time])["a"].to_s rescue $!.class), ENV.key?("TZ"), ENV.to_h["TZ"], ENV.fetch("TZ")]
class Seen < Jekyll::Generator
  def generate(site)
    site.config["lines"] = LOADED.map(&:to_s) + [ENV["TZ"], site.time.to_s, site.time.zone, site.time.strftime("%Z"), site.posts.docs.first.date.zone, site.posts.docs.first.date.to_s, (site.time - 86400 * 200).to_s, site.posts.docs.first.date.strftime("%Z %z")]
    ENV["TZ"] = "America/New_York"
    ENV.update("TZ" => "America/New_York")
  end
end
"#)
        .file("_config.yml", r"timezone: America/New_York
")
        .file("_posts/2025-07-02-a.md", r"---
title: x
---
x
")
        .file("index.txt", r"---
---
{% for line in site.lines %}{{ forloop.index }} {{ line }}
{% endfor %}")
        ;
    build(&site).succeeds().wrote(
        "index.txt",
        r#"1 America/New_York
2 EST
3 -18000
4 2026-01-15 07:00:00 -0500
5 2025-07-01 00:00:00 -0400
6 EST
7 -14400
8 2025-07-01 00:00:00 -0400
9 1969-12-31 19:00:00 -0500
10 2025-06-30 20:00:00 -0400
11 EDT
12 EST -0500
13 EST
14 2025-07-01 10:00:00 -0400
15 2025-07-01 06:00:00 -0400
16 2025-07-01 00:00:00 -0400
17 2025-07-01 00:00:00 -0400
18 2025-07-01 00:00:00 +0000
19 2026-01-15T07:00:00-05:00
20 2026-01-15
21 false
22 true
23 2025-03-09 03:30:00 -0400
24 2026-01-15
25 2026-01-15T07:00:00-05:00
26 -18000
27 2025-07-01 00:00:00 -0400
28 2025-12-27 23:00:00 -0500
29 EST
30 EST
31 [0, 0, 0, 1, 7, 2025, 2, 182, true, "EDT"]
32 UTC
33 UTC
34 2026-01-15 07:00:00 -0500
35 2025-07-01 00:00:00 -0400
36 1751342400
37 EDT
38 true
39 2025-07-01T00:00:00-04:00
40 Tue, 01 Jul 2025 04:00:00 GMT
41 Tue, 01 Jul 2025 00:00:00 -0400
42 1970-01-01 09:00:00 +0900
43 2026-01-15 21:00:00 +0900
44 2025-07-01 06:00:00 +0200
45 Tue Jul  1 00:00:00 2025 EDT
46 7
47 2025-07-01 06:00:00 -0400
48 2025-07-01 06:00:00 -0400
49 true
50 America/New_York
51 America/New_York
52 America/New_York
53 2026-01-15 07:00:00 -0500
54 EST
55 EST
56 EDT
57 2025-07-02 00:00:00 -0400
58 2025-06-29 08:00:00 -0400
59 EDT -0400
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn another_time_zone_in_the_environment_ends_the_build() {
    let site = Site::new().file("_plugins/zone.rb", "\nENV[\"TZ\"] = \"Asia/Tokyo\"\n").file("index.html", "hi\n");
    let outcome = build(&site).fails();
    assert!(outcome.all().contains("the time zone \"Asia/Tokyo\" instead of the site's"), "{}", outcome.all());
    assert!(outcome.all().contains("_plugins/zone.rb:2"), "{}", outcome.all());
}

/// A site whose hook for `event` runs `code` in line 5 of the plugin.
fn hooked(owner: &str, event: &str, code: &str) -> Site {
    let ruby = format!(
        "class Odd < StandardError; end\n\n\nJekyll::Hooks.register(:{owner}, :{event}) do |item|\n  {code}\nend\n"
    );
    Site::new()
        .file("_plugins/hook.rb", ruby)
        .file("_posts/2025-01-02-a.md", "---\ntitle: A\n---\npost\n")
        .file("index.md", "---\n---\npage\n")
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_error_in_a_hook_of_a_rendering_names_the_line_of_the_plugin() {
    let document = "#<Jekyll::Document _posts/2025-01-02-a.md collection=posts>";
    let page = "#<Jekyll::Page @relative_path=\"index.md\">";
    for event in ["pre_render", "post_convert", "post_render"] {
        for (owner, object) in [("documents", document), ("posts", document), ("pages", page)] {
            build(&hooked(owner, event, "item.nope"))
                .fails()
                .says(&format!("Reason: undefined method `nope' for {object}"))
                .says("--> _plugins/hook.rb:5");
        }
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn errors_of_all_classes_in_a_hook_of_a_rendering_have_a_line() {
    for (code, message) in [
        ("raise 'plain'", "Reason: plain"),
        ("nil.upcase", "Reason: undefined method `upcase' for nil:NilClass"),
        ("Integer('x')", "Reason: invalid value for Integer(): \"x\""),
        ("{}.fetch('a')", "Reason: key not found: \"a\""),
        ("raise Odd, 'mine'", "Reason: mine"),
        ("raise Odd", "Reason: Odd"),
        ("raise Liquid::ArgumentError, 'own'", "Reason: Liquid error: own"),
        ("raise NotImplementedError, 'later'", "Reason: later"),
        ("raise Jekyll::Errors::FatalException, 'fatal'", "fatal"),
    ] {
        build(&hooked("documents", "pre_render", code)).fails().says(message).says("--> _plugins/hook.rb:5");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_renderer_that_rescues_the_error_of_a_hook_and_raises_another_one_does_not_show_the_line_of_the_hook() {
    let renderer = "class Jekyll::Renderer
  prepend(Module.new do
    def run
      super
    rescue RuntimeError => e
      raise IndexError, \"instead of #{e.message}\"
    end
  end)
end
";
    let site = hooked("documents", "post_convert", "raise 'plain'").file("_plugins/renderer.rb", renderer);
    let outcome = build(&site).fails().says("Reason: instead of plain");
    assert!(!outcome.all().contains("hook.rb"), "{}", outcome.all());
}
