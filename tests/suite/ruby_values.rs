//! Values that plugins in Ruby share with templates. The expected output is recorded from Ruby Jekyll.

use super::ruby::{build, module};
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
fn a_string_changed_in_place_is_changed_wherever_an_alias_of_yaml_repeats_it() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"module Loud
  def loud(text)
    text << "!"
  end
end
Liquid::Template.register_filter(Loud)
"#,
        )
        .file(
            "index.html",
            r#"---
one: &one a text of more than twenty-four bytes
list: [*one, other, *one]
nested: {a: [[*one], *one]}
word: &word short
words: [*word, other, *word]
quoted: &quoted "yes"
booleans: [*quoted]
---
{{ page.one | loud }} {{ page.list | join: "," }} {{ page.nested | jsonify }}
{{ page.word | loud }} {{ page.words | join: "," }} {{ page.quoted | loud }} {{ page.booleans | jsonify }}
"#,
        );
    let text = "a text of more than twenty-four bytes!";
    let page = format!(
        "{text} {text},other,{text} {{\"a\":[[\"{text}\"],\"{text}\"]}}\nshort! short!,other,short! yes! [true]\n"
    );
    build(&site).succeeds().wrote("index.html", &page);
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

const GROUPS: &str = r##"
module Groups
  def of_tag(key, groups) = "#{key}#{groups[key].size}"
  def dug(groups, key) = groups.dig(key, 0).to_s
  def helped(key, groups) = pick(groups, key).size
  def mapped(key, groups) = [key].map(&groups).size
  def found(key) = @context["site"]["tags"][key].size
  def found_by_path(key) = @context["site.categories"][key].size
  def of_site(key, site) = site["tags"][key].size
  def kept(key, groups) = groups.fetch(key, []).size
  private def pick(groups, key) = groups[key]
end
Liquid::Template.register_filter(Groups)
"##;

/// In Jekyll, the hashes of tags and categories add a missing key when it is read.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn filters_that_read_missing_tags_add_them_in_site_order_on_any_number_of_threads() {
    let list = "{% for t in site.tags %}{{ t[0] }} {% endfor %}\n{% for t in site.categories %}{{ t[0] }} {% endfor %}";
    let mut site = Site::new().file("_plugins/groups.rb", GROUPS).file("z.txt", format!("---\n---\n{list}"));
    for number in 1..=2 {
        let front_matter = format!("---\ntags: [t{number}]\ncategories: [c{number}]\n---\nx\n");
        site = site.file(&format!("_posts/2025-01-0{number}-a.md"), front_matter);
    }
    for number in 1..=6 {
        // The first pages take longest, so that threads finish them last.
        let steps = 6000 * (7 - number);
        let text = "---\n---\n{% for i in (1..STEPS) %}{% assign x = i | times: 2 %}{% endfor %}{% assign all = site.tags %}\
            {{ 'aN' | of_tag: all }}{{ 'bN' | of_tag: all }} {{ site.categories | dug: 'cN' }}{{ 'dN' | helped: site.tags }}\
            {{ 'eN' | mapped: site.tags }}{{ 'fN' | found }}{{ 'gN' | found_by_path }}{{ 'hN' | of_site: site }}\
            {{ 'iN' | kept: all }}\n";
        let text = text.replace("STEPS", &steps.to_string()).replace('N', &number.to_string());
        site = site.file(&format!("p{number}.txt"), text);
    }
    let module = module().unwrap_or_default();
    for threads in ["1", "2", "8"] {
        let environment = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", &*module), ("RAYON_NUM_THREADS", threads)];
        let outcome = site.run_with(&["build"], &environment).succeeds();
        outcome.wrote("p1.txt", "a10b10 <p>x</p>\n010000\n").wrote("p3.txt", "a30b30 010000\n").wrote(
            "z.txt",
            "t1 t2 a1 b1 d1 e1 f1 h1 a2 b2 d2 e2 f2 h2 a3 b3 d3 e3 f3 h3 a4 b4 d4 e4 f4 h4 a5 b5 d5 e5 f5 h5 a6 b6 d6 e6 f6 h6 \nc1 c2 g1 g2 c3 g3 c4 g4 c5 g5 c6 g6 ",
        );
    }
}

/// A filter that changes nothing, and one that changes its input.
const PEOPLE: &str = r#"module People
  def values(hash) = hash.values

  def push(list, item) = list << item
end
Liquid::Template.register_filter(People)
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn each_call_of_a_pure_filter_returns_a_new_list() {
    let page = "---\n---\n{% assign one = site.data.people | values %}{% assign two = site.data.people | values %}\
                {% assign three = one | push: page.name %}{{ one | size }} {{ two | size }} {{ three | size }} \
                {{ site.data.people | values | map: 'name' | join: ',' }}";
    let site = Site::new()
        .file("_plugins/people.rb", PEOPLE)
        .file("_data/people.yml", "a: {name: A}\nb: {name: B}\n")
        .file("a.html", page)
        .file("b.html", page);
    build(&site).succeeds().wrote("a.html", "3 2 3 A,B").wrote("b.html", "3 2 3 A,B");
}

/// In Ruby, the result contains the objects of the site's data, so that all lists have the tag `z`.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn objects_in_the_result_of_a_filter_are_copies() {
    let page = "---\n---\n{% assign people = site.data.people | values %}{% assign tags = people[0].tags | push: 'z' %}\
                {{ tags | join: ',' }} {{ people[0].tags | join: ',' }} {{ site.data.people.a.tags | join: ',' }}";
    let site = Site::new()
        .file("_plugins/people.rb", PEOPLE)
        .file("_data/people.yml", "a: {tags: [x]}\n")
        .file("index.html", page);
    build(&site).succeeds().wrote("index.html", "x,z x,z x");
}
