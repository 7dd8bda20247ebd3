//! Values that plugins in Ruby share with templates. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn symbols_are_keys_of_their_own_and_read_as_strings() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Pair
  def pair(_)
    { a: 1, "b" => :two, "c" => [:x, "y"] }
  end

  def kind(value)
    value["b"].inspect
  end
end
Liquid::Template.register_filter(Pair)
"#)
        .file("index.html", r#"---
---
{% assign h = "" | pair %}[{{ h.a }}][{{ h.b }}]{% if h.b == "two" %}[same]{% endif %}{% for x in h.c %}{% if x == "x" %}[x]{% endif %}{% endfor %}
{{ h }} {{ h | jsonify }} {{ h | kind }} {{ h.c | join: "-" }} {{ h.c | inspect }}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"[][two][same][x]
{:a=>1, "b"=>:two, "c"=>[:x, "y"]} {"a":1,"b":"two","c":["x","y"]} :two x-y [:x, &quot;y&quot;]
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn objects_with_their_own_to_liquid_stay_objects_in_lists_and_hashes() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"class Card
  def initialize(name)
    @name = name
  end

  def to_liquid
    { "name" => @name }
  end

  def to_s
    "a card"
  end
end

module Cards
  def cards(_)
    [Card.new("one"), { "deep" => Card.new("two") }]
  end

  def kinds(list)
    list.map(&:class).join(" ")
  end

  def numbers(_)
    (1..3)
  end
end
Liquid::Template.register_filter(Cards)
"#)
        .file("index.html", r#"---
---
{% assign c = "" | cards %}{{ c.first.name }} {{ c[1].deep.name }} {{ c[1].deep }} {% for one in c %}[{{ one.name }}]{% endfor %} {{ c | map: "name" | join: "," }} {{ c | kinds }} {{ c | jsonify }}
{% assign n = "" | numbers %}{{ n.size }} {{ n.first }} {{ n | join: "," }}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"one two {"name"=>"two"} [one][] one, Card Hash [{"name":"one"},{"deep":{"name":"two"}}]
3 1 1,2,3
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_string_changed_in_place_changes_what_its_block_has_printed() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"module Loud
  def loud(text)
    text << "!"
  end
end
Liquid::Template.register_filter(Loud)
"#)
        .file("index.html", r#"---
words: [one, two]
---
{% for w in page.words %}{{ w }}:{{ w | loud }};{% endfor %}|{{ page.words | join: "," }}
{% capture c %}text{% endcapture %}{{ c }}{% if true %}{{ c }}{% assign d = c | loud %}{{ c }}{% endif %}{{ d | loud }}{{ c }}
"#);
    build(&site).succeeds().wrote("index.html", "one!:one!;two!:two!;|one!,two!\ntext!!text!text!text!!text!!\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_list_that_several_pages_share_is_one_list() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Share < Jekyll::Generator
  def generate(site)
    list = []
    (site.pages + site.posts.docs).each { |item| item.data["seen"] = list }
    site.data["own"] = { "list" => [] }
  end
end
Jekyll::Hooks.register [:pages, :documents], :pre_render do |item|
  item.data["seen"] << item.data["title"]
end
"#,
        )
        .file(
            "_posts/2025-01-01-p.html",
            r#"---
title: P
---
{{ page.seen | join: "," }}
"#,
        )
        .file(
            "_posts/2025-01-02-q.html",
            r#"---
title: Q
---
{{ page.seen | join: "," }}
"#,
        )
        .file(
            "a.html",
            r#"---
title: A
---
{{ page.seen | join: "," }}
"#,
        )
        .file(
            "b.html",
            r#"---
title: B
---
{{ page.seen | join: "," }} {% for p in site.pages %}{{ p.seen | size }}{% endfor %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("2025/01/01/p.html", "P\n")
        .wrote("2025/01/02/q.html", "P,Q\n")
        .wrote("a.html", "P,Q,A\n")
        .wrote("b.html", "P,Q,A,B 44\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn to_liquid_of_pages_follows_their_data() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Seen
  def to_liquid(attributes = nil)
    super.merge("seen" => data["seen"].to_i)
  end
end
Jekyll::Page.prepend(Seen)
Jekyll::Hooks.register(:pages, :pre_render) { |page| page.data["seen"] = page.data["seen"].to_i + 1 }
"#,
        )
        .file(
            "a.html",
            r#"---
---
{{ page.seen }} {% for p in site.pages %}{{ p.seen }}{% endfor %}
"#,
        )
        .file(
            "b.html",
            r#"---
---
{{ page.seen }} {% for p in site.pages %}{{ p.seen }}{% endfor %}
"#,
        );
    build(&site).succeeds().wrote("a.html", "0 10\n").wrote("b.html", "0 11\n");
}
