//! Objects that plugins in Ruby give to templates: drops, objects with their own `to_liquid`, and numbers that only Ruby
//! has. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_and_filters_call_the_methods_of_objects_that_plugins_give_them() {
    let site = Site::new()
        .file("_includes/card.html", r#"<{{ include.who.name }} {{ include.who.size }} {{ include.who | size }}>
"#)
        .file("_plugins/a.rb", r#"class Author
  def initialize(name)
    @name = name
  end

  def to_liquid
    { "name" => @name, "age" => 40 }
  end

  def to_s
    "Author #{@name}"
  end
end

class Slug
  def to_liquid
    "a-slug"
  end
end

class Shelf < Liquid::Drop
  def initialize(list)
    @list = list
  end

  def each(&block)
    @list.each(&block)
  end

  def to_a
    @list.sort
  end

  def url
    "/shelf/"
  end

  def size
    @list.size
  end

  def empty?
    @list.empty?
  end

  def include?(item)
    @list.include?(item)
  end

  def ==(other)
    other.is_a?(Shelf) && other.size == size
  end

  def >(other)
    size > other.size
  end
end

class Answers < Liquid::Drop
  def key?(name)
    name == "known"
  end

  def [](name)
    "answer to #{name}"
  end
end

class Writers < Jekyll::Generator
  def generate(site)
    site.data["author"] = Author.new("Data")
    site.pages.each { |page| page.data["writers"] = [Author.new("B"), Author.new("A")] }
  end
end

class Setup < Liquid::Tag
  def render(context)
    context["author"] = Author.new("Tag")
    context["slug"] = Slug.new
    context["shelf"] = Shelf.new([3, 1, 2])
    context["other"] = Shelf.new([7, 8, 9])
    context["none"] = Shelf.new([])
    context["answers"] = Answers.new
    context["later"] = -> { "called" }
    ""
  end
end
Liquid::Template.register_tag("setup", Setup)
"#)
        .file("index.html", r#"---
---
{% setup %}{{ author }} {{ author.size }} {{ author | size }} {% if author contains "name" %}has{% endif %} {% for pair in author %}{{ pair[0] }}={{ pair[1] }} {% endfor %}{% for i in (39..author.age) %}{{ i }}{% endfor %}
{% case slug %}{% when "a-slug" %}case{% endcase %} {{ slug | append: ".html" }} {{ slug.size }} {% if slug == "a-slug" %}equal{% endif %} {{ later }} {{ later | size }}
{{ shelf.size }} {{ shelf | size }} {{ shelf | join: "," }} {{ shelf | reverse | join: "," }} {{ shelf | relative_url }} {% for x in shelf limit: 2 %}{{ x }}{% endfor %}
{% if shelf contains 3 %}contains{% endif %} {% if none == empty %}empty{% endif %} {% if shelf == empty %}wrong{% endif %} {% if shelf > none %}greater{% endif %} {% if shelf == other %}equal{% endif %} {{ none | default: "nothing" }}
{{ answers.known }} {{ answers.unknown }} {{ answers | first }} {{ shelf | first }}.
{{ site.data.author.name }} {{ site.data.author | jsonify }} {{ page.writers | sort: "name" | map: "name" | join: "," }} {{ page.writers | where: "name", "A" | size }} {{ page.writers }} {{ page.writers | array_to_sentence_string }} {% for w in page.writers %}{{ w.name }}{{ w.size }} {% endfor %}
{% include card.html who=author %}{% include card.html who=site.data.author %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"{"name"=>"Tag", "age"=>40} 2 2 has name=Tag age=40 3940
case a-slug.html 6 equal called 6
3 3 1,2,3 3,2,1 /shelf/ 31
contains empty  greater equal nothing
answer to known   .
Data {"name":"Data","age":40} A,B 1 Author BAuthor A Author B and Author A B2 A2 
<Tag 2 2>
<Data 2 2>

"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn decimals_fractions_and_ranges_of_texts_keep_the_methods_of_ruby() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"require "bigdecimal"

class Prices < Jekyll::Generator
  def generate(site)
    site.data["price"] = BigDecimal("19.90")
    site.data["third"] = Rational(1, 3)
    site.data["letters"] = ("a".."e")
    site.pages.each { |page| page.data["cost"] = BigDecimal("2.50") }
  end
end

module Money
  def money(text)
    BigDecimal(text.to_s)
  end

  def kind(value)
    value.class.to_s
  end
end
Liquid::Template.register_filter(Money)
"#)
        .file("index.html", r#"---
---
{{ site.data.price }} {{ site.data.price | times: 2 }} {{ site.data.price | plus: 0.1 }} {{ site.data.price | round }} {% if site.data.price > 19 %}dear{% endif %} {{ site.data.price | jsonify }} {{ site.data.price | kind }}
{{ "19.99" | money | times: 3 }} {{ "10" | money | divided_by: 4 }} {{ 5 | plus: page.cost }} {{ 7 | modulo: page.cost }} {{ page.cost | at_least: 3 }} {{ page.cost | ceil }} {% assign total = page.cost | plus: site.data.price %}{{ total }} {{ total | kind }}
{{ site.data.third }} {{ site.data.third | times: 3 }} {{ site.data.third | plus: 1 }} {{ site.data.third | jsonify }}
{{ site.data.letters }} {{ site.data.letters | join: "," }} {{ site.data.letters.first }} {{ site.data.letters | last }} {% if site.data.letters contains "c" %}c{% endif %} {% for letter in site.data.letters reversed %}{{ letter }}{% endfor %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"0.199e2 39.8 20.0 20 dear "0.199e2" BigDecimal
59.97 2.5 7.5 2.0 3 3 22.4 Float
1/3 1/1 4/3 "1/3"
a..e a,b,c,d,e a e c edcba
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn texts_lists_and_hashes_of_own_classes_keep_the_methods_that_plugins_replace() {
    let site = Site::new()
        .file("_plugins/a.rb", r##"class Person < Hash
  def to_s
    "#{self["first"]} #{self["last"]}"
  end
end

class Counts < Hash
  def [](key)
    super || 0
  end
end

class Safe < String
  def to_s
    "<b>#{super}</b>"
  end
end

class Names < Array
  def join(separator = "")
    super(" & ")
  end
end

class Fill < Jekyll::Generator
  priority :high

  def generate(site)
    site.pages.each do |page|
      page.data["author"] = Person["first", "Ada", "last", "Lovelace"]
      page.data["authors"] = [Person["first", "B", "last", "C"], Person["first", "A", "last", "D"]]
      page.data["counts"] = Counts["x", 1]
      page.data["note"] = Safe.new("note")
      page.data["names"] = Names["a", "b"]
    end
    site.data["author"] = Person["first", "Grace", "last", "Hopper"]
    site.config["owner"] = Person["first", "O", "last", "W"]
  end
end

class Change < Jekyll::Generator
  priority :low

  def generate(site)
    site.pages.each do |page|
      page.data["author"]["born"] = 1815
      page.data["kind"] = page.data["author"].class.name
      page.data["counts"]["y"] += 2
    end
    site.data["author"]["born"] = 1906
  end
end

module Describe
  def describe(value)
    "#{value.class} #{value}"
  end
end
Liquid::Template.register_filter(Describe)

Jekyll::Hooks.register(:pages, :pre_render) do |page|
  page.data["author"]["hook"] = true
end
"##)
        .file("index.html", r#"---
---
{{ page.author }} {{ page.author.first }} {{ page.author["last"] }} {{ page.author.born }} {{ page.author.size }} {{ page.author.hook }} {{ page.kind }} {{ page.author | describe }}
{{ page.author | jsonify }} {{ page.author | inspect }} {{ page.author | upcase }} {% for pair in page.author %}{{ pair[0] }}:{{ pair[1] }} {% endfor %}{% if page.author contains "born" %}born{% endif %}
{{ page.authors }} {{ page.authors | map: "first" | join: "," }} {{ page.authors | sort: "first" | map: "last" | join: "," }} {{ page.authors | where: "first", "A" }} {{ page.authors | group_by: "last" | map: "name" | join: "," }} {{ page.authors[0] }} {{ page.authors.last.first }} {% for one in page.authors %}{{ one }}; {% endfor %}{{ page.authors | jsonify }}
{{ page.counts.x }} {{ page.counts.y }} {{ page.counts.z }} {{ page.counts | jsonify }} {{ page.counts }}
{{ page.note }} {{ page.note | upcase }} {{ page.note.size }} {% if page.note == "note" %}equal{% endif %} {{ page.note | append: "!" }} {{ page.note | jsonify }} {{ page.note | slugify }}
{{ page.names }} {{ page.names | join: "," }} {{ page.names[1] }} {{ page.names.size }} {% for name in page.names %}{{ name }};{% endfor %} {{ page.names | first }} {{ page.names | jsonify }}
{{ site.data.author }} {{ site.data.author.born }} {{ site.data | jsonify }} {{ site.owner }} {{ site.owner.first }} {% assign a = page.author %}{{ a }} {{ a.first }}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"Ada Lovelace Ada Lovelace 1815 4 true Person Person Ada Lovelace
{"first":"Ada","last":"Lovelace","born":1815,"hook":true} {&quot;first&quot;=&gt;&quot;Ada&quot;, &quot;last&quot;=&gt;&quot;Lovelace&quot;, &quot;born&quot;=&gt;1815, &quot;hook&quot;=&gt;true} ADA LOVELACE first:Ada last:Lovelace born:1815 hook:true born
B CA D B,A D,C A D C,D B C A B C; A D; [{"first":"B","last":"C"},{"first":"A","last":"D"}]
1 2  {"x":1,"y":2} {"x"=>1, "y"=>2}
<b>note</b> <B>NOTE</B> 4 equal <b>note</b>! "note" note
a & b a,b b 2 a;b; a ["a","b"]
Grace Hopper 1906 {"author":{"first":"Grace","last":"Hopper","born":1906}} O W O Ada Lovelace Ada
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn keys_that_plugins_add_to_drops_are_listed_and_in_json() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r#"class Jekyll::Drops::DocumentDrop
  def reading_time
    @obj.content.split.size
  end
end

class Jekyll::Drops::StaticFileDrop
  def kind
    extname.delete_prefix(".")
  end
end
"#,
        )
        .file(
            "_posts/2024-01-01-one.md",
            r#"---
title: One
---
one two three
"#,
        )
        .file("file.txt", r#"x"#)
        .file(
            "index.html",
            r#"---
---
{{ site.posts.first.keys | join: " " }} {{ site.posts.first.reading_time }} {{ site.posts | map: "reading_time" }}
{{ site.static_files | map: "kind" }} {{ site.static_files.first.keys | join: " " }}
{% assign json = site.posts.first | jsonify %}{% if json contains '"reading_time":3' %}in JSON{% endif %}
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r#"name id tags collection next url relative_path excerpt previous title path content output date categories reading_time draft slug ext 3 3
txt name basename extname modified_time path collection kind
in JSON
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn filters_sort_and_compare_decimals_and_fractions_inside_of_hashes() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"require "bigdecimal"

class Prices < Jekyll::Generator
  def generate(site)
    texts = %w(10.5 2.25 100 3)
    site.data["goods"] = texts.map { |text| { "price" => BigDecimal(text), "share" => Rational(text.to_i, 7) } }
    helper = Class.new { include Liquid::StandardFilters }.new
    site.data["sorted"] = helper.sort([3, nil, 1])
    site.data["found"] = helper.where([{ "a" => 1 }, { "a" => nil }], "a")
  end
end
"#)
        .file("index.html", r#"---
---
{{ site.data.goods | sort: "price" | map: "price" | join: " " }}
{{ site.data.goods | sort: "share" | map: "share" | join: " " }}
{{ site.data.goods | where_exp: "x", "x.price > 3" | map: "price" | join: " " }} {{ site.data.goods | where: "price", "0.3e1" | size }} {{ site.data.goods | group_by: "price" | map: "name" | join: " " }}
{% assign total = 0 %}{% for one in site.data.goods %}{% assign total = total | plus: one.price %}{% endfor %}{{ total }} {{ site.data.goods | map: "price" | sort | join: " " }} {{ site.data.goods | map: "price" | first | round: 1 }}
{{ site.data.sorted | jsonify }} {{ site.data.found | jsonify }} {% if site.data.goods[0].price == 10.5 %}equal{% endif %} {% if 10.5 == site.data.goods[0].price %}equal{% endif %} {% if 3 <= site.data.goods[1].price %}wrong{% endif %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"0.225e1 0.3e1 0.105e2 0.1e3
2/7 3/7 10/7 100/7
0.105e2 0.1e3 1 0.105e2 0.225e1 0.1e3 0.3e1
115.75 0.225e1 0.3e1 0.105e2 0.1e3 10.5
[1,3,null] [{"a":1}] equal equal 
"#,
    );
}
