//! Tags, hooks and converters that change objects of the site in place: all holders of the object see the change, and
//! what the template has already printed changes, too. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

/// A site whose page `a.html` has a tag that runs the Ruby code `change`.
fn site_with_tag(change: &str) -> Site {
    let tag = r#"class Change < Liquid::Tag
  def render(context)
    site = context.registers[:site]
    CHANGE
    ""
  end
end
Liquid::Template.register_tag("t", Change)
"#;
    let page = r#"---
title: TITLE
layout: l
list: [one]
deep: {k: v}
---
{% assign v = page.title %}{% assign s = site.title %}{% assign x = site.data.list %}{% assign p = site.pages[1] %}{{ v }}{% for pair in site.data.h %}{% for one in page.list %}{{ one }}{{ pair[1] }}TAG{% endfor %}{% break %}{% endfor %} {{ v }} {{ s }} {{ site.title }} {{ site.deep.k }} {{ site.data.h | jsonify }} {{ page.list | join }} {{ page.deep.k }} {% for i in x %}{{ i.n }}{% endfor %} {{ layout.word }} {% for q in site.pages %}{{ q.title }}{% endfor %} {{ site.posts[0].title }}"#;
    Site::new()
        .file("_plugins/a.rb", tag.replace("CHANGE", change))
        .file("_config.yml", "title: Site\ndeep: {k: v}\n")
        .file("_data/h.yml", "a: x\nb: y\n")
        .file("_data/list.yml", "- n: one\n- n: two\n")
        .file("_layouts/l.html", "---\nword: lay\n---\n{{ layout.word }} {{ content }}")
        .file("_posts/2024-01-01-p.md", "---\ntitle: Post\nlayout: l\n---\n{{ page.title }}")
        .file("a.html", page.replace("TITLE", "A").replace("TAG", "{% t %}"))
        .file("b.html", page.replace("TITLE", "B").replace("TAG", ""))
}

/// Builds a site for each row: the Ruby code of the tag, and the expected contents of `a.html` and `b.html`.
fn check(rows: &[[&str; 3]]) {
    for [change, first, second] in rows {
        build(&site_with_tag(change)).succeeds().wrote("a.html", first).wrote("b.html", second);
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_may_change_a_text_of_the_page_in_place() {
    check(&[
        [
            r#"context["page"]["title"] << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"context["page.title"] << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"context.registers[:page]["title"] << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"context.environments.first["page"]["title"] << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"Liquid::Variable.new("page.title", Liquid::ParseContext.new).render(context) << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"site.pages.find { |page| page.name == "b.html" }.data["title"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB! Post"#,
            r#"lay B!onex B! Site Site v {"a":"x","b":"y"} one v onetwo lay AB! Post"#,
        ],
        [
            r#"site.pages.last.to_liquid["title"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB! Post"#,
            r#"lay B!onex B! Site Site v {"a":"x","b":"y"} one v onetwo lay AB! Post"#,
        ],
    ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_may_change_the_text_of_a_variable_in_place() {
    check(&[
        [
            r#"context["v"] << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"context["v"].upcase!"#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context.find_variable("v").replace("other")"#,
            r#"lay otheronex other Site Site v {"a":"x","b":"y"} one v onetwo lay otherB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay otherB Post"#,
        ],
        [
            r#"context.scopes.last["v"] << "!""#,
            r#"lay A!onex A! Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay A!B Post"#,
        ],
        [
            r#"context["pair"][1] << "!""#,
            r#"lay Aonex! A Site Site v {"a":"x!","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex! B Site Site v {"a":"x!","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["one"] << "!""#,
            r#"lay Aone!x A Site Site v {"a":"x","b":"y"} one! v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
    ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_may_change_a_text_of_the_site_in_place() {
    check(&[
        [
            r#"context["site"]["title"] << "!""#,
            r#"lay Aonex A Site! Site! v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex B Site! Site! v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"site.config["title"] << "!""#,
            r#"lay Aonex A Site! Site! v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex B Site! Site! v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["site.deep.k"] << "!""#,
            r#"lay Aonex A Site Site v! {"a":"x","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v! {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["site"]["deep"]["k"] << "!""#,
            r#"lay Aonex A Site Site v! {"a":"x","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v! {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["site.data.h"]["a"] << "!""#,
            r#"lay Aonex! A Site Site v {"a":"x!","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex! B Site Site v {"a":"x!","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"site.data["h"]["a"] << "!""#,
            r#"lay Aonex! A Site Site v {"a":"x!","b":"y"} one v onetwo lay AB Post"#,
            r#"lay Bonex! B Site Site v {"a":"x!","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["site.posts"].first["title"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post!"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post!"#,
        ],
        [
            r#"context["site"]["posts"].first["title"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post!"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post!"#,
        ],
        [
            r#"site.posts.docs.first.data["title"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post!"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post!"#,
        ],
        [
            r#"site.layouts["l"].data["word"] << "!""#,
            r#"lay! Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay! AB Post"#,
            r#"lay! Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay! AB Post"#,
        ],
        [
            r#"context["layout"]["word"] << "!""#,
            r#"lay! Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay! AB Post"#,
            r#"lay! Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay! AB Post"#,
        ],
    ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_tag_may_change_what_lists_and_hashes_contain_in_place() {
    check(&[
        [
            r#"context["page.list"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one ! v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["page"]["list"].first << "!""#,
            r#"lay Aone!x A Site Site v {"a":"x","b":"y"} one! v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["page"]["deep"]["k"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v! onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["site.data.h"]["b"] = "new""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"new"} one v onetwo lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"new"} one v onetwo lay AB Post"#,
        ],
        [
            r#"context["site.data.list"].first["n"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v one!two lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v one!two lay AB Post"#,
        ],
        [
            r#"context["site"]["data"]["list"] << { "n" => "new" }"#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwonew lay AB Post"#,
            r#"lay Bonex B Site Site v {"a":"x","b":"y"} one v onetwonew lay AB Post"#,
        ],
        [
            r#"context["p"]["title"] << "!""#,
            r#"lay Aonex A Site Site v {"a":"x","b":"y"} one v onetwo lay AB! Post"#,
            r#"lay B!onex B! Site Site v {"a":"x","b":"y"} one v onetwo lay AB! Post"#,
        ],
    ]);
}

/// Builds a site for each row: a plugin, the tag in its pages, and the expected contents of `a.html` and `b.html`.
fn check_plugins(rows: &[[&str; 4]]) {
    let page = "---
title: TITLE
layout: l
list: [one]
---
{% assign v = page.title %}{{ v }}TAG {{ v }} {{ kept }} {{ all | join }} {{ mine }} {{ x }} {{ page.title }} {{ site.title }} {{ page.list | join }} {{ page.init | join }} {{ site.data.h.a }}
TAG{% for p in site.pages %}{{ p.title }} {{ p.list | join }},{% endfor %}{% for p in site.posts %}{{ p.title }} {{ p.list | join }} {{ p.init | join }},{% endfor %}";
    for [plugin, tag, first, second] in rows {
        let page = |title: &str| page.replace("TITLE", title).replace("TAG", tag);
        let site = Site::new()
            .file("_plugins/a.rb", plugin)
            .file("_config.yml", "title: Site\n")
            .file("_data/h.yml", "a: x\n")
            .file("_data/list.yml", "- n: two\n- n: one\n")
            .file("_layouts/l.html", "---\n---\n{{ content }}|{{ page.title }} {{ page.list | join }} {{ x }}")
            .file("_includes/i.html", "{{ include.p }}{{ v }}")
            .file("_posts/2024-01-01-p.md", format!("---\ntitle: Post\nlayout: l\nlist: [one]\ntags: [t]\n---\n{{% assign v = page.title %}}{{{{ v }}}}{tag}"))
            .file("a.html", page("A"))
            .file("b.md", page("B"));
        build(&site).succeeds().wrote("a.html", first).wrote("b.html", second);
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_may_change_objects_in_place() {
    check_plugins(&[
        [
            r#"Jekyll::Hooks.register([:pages, :posts], :pre_render) do |d, payload|
  d.content << " hooked"
  d.data["title"] << "h"
  payload["site"]["title"] << "s"
end"#,
            "",
            "Ah Ah     Ah Sitess one  x
Ah one,B one,Posth one , hooked|Ah one ",
            "<p>Bh Bh     Bh Sitesss one  x
Ah one,Bh one,Posth one , hooked</p>
|Bh one ",
        ],
        [
            r#"Jekyll::Hooks.register(:site, :pre_render) do |site, payload|
  payload["site"]["data"]["h"]["a"] << "p"
  payload["x"] = +"pay"
end
Jekyll::Hooks.register([:pages, :posts], :pre_render) { |d, payload| payload["x"] << "1" }"#,
            "",
            "A A    pay11 A Site one  xp
A one,B one,Post one ,|A one pay11",
            "<p>B B    pay111 B Site one  xp
A one,B one,Post one ,</p>
|B one pay111",
        ],
        [
            r#"Jekyll::Hooks.register([:pages, :posts], :post_render) do |d|
  d.output << "<!-- #{d.data["title"]} -->"
  d.data["title"] << "z"
  d.site.data["h"]["a"] << "q"
end"#,
            "",
            "A A     A Site one  xq
A one,B one,Postz one ,|A one <!-- A -->",
            "<p>B B     B Site one  xqq
Az one,B one,Postz one ,</p>
|B one <!-- B -->",
        ],
        [
            r#"Jekyll::Hooks.register([:pages, :posts], :post_init) do |d|
  d.data["init"] = (@l ||= [])
  @l << File.basename(d.relative_path)
end"#,
            "",
            "A A     A Site one 2024-01-01-p.md a.html b.md x
A one,B one,Post one 2024-01-01-p.md a.html b.md,|A one ",
            "<p>B B     B Site one 2024-01-01-p.md a.html b.md x
A one,B one,Post one 2024-01-01-p.md a.html b.md,</p>
|B one ",
        ],
        [
            r#"Jekyll::Hooks.register([:pages, :posts], :post_convert) do |d|
  d.content << "<i>c</i>"
  d.data["list"] << "pc" if d.data["list"]
end"#,
            "",
            "A A     A Site one  x
A one,B one,Post one pc ,<i>c</i>|A one pc ",
            "<p>B B     B Site one  x
A one pc,B one,Post one pc ,</p>
<i>c</i>|B one pc ",
        ],
    ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn converters_may_change_objects_in_place() {
    check_plugins(&[
        [
            r#"class C < Jekyll::Converter
  def matches(ext) ext == ".md" end
  def output_ext(ext) ".html" end
  def convert(content)
    @config["title"] << "c"
    content + @config["title"]
  end
end"#,
            "",
            "A A     A Sitec one  x
A one,B one,Post one ,|A one ",
            "<p>B B     B Sitec one  x
A one,B one,Post one ,</p>
Sitecc|B one ",
        ],
        [
            r#"class C < Jekyll::Converter
  safe true
  priority :low
  def matches(ext) ext == ".md" end
  def output_ext(ext) ".html" end
  def convert(content)
    content << "<!--c-->"
    content
  end
end"#,
            "",
            "A A     A Site one  x
A one,B one,Post one ,|A one ",
            "<p>B B     B Site one  x
A one,B one,Post one ,</p>
<!--c-->|B one ",
        ],
    ]);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn tags_may_keep_objects_and_change_them_later() {
    check_plugins(&[
        [
            r#"class T < Liquid::Tag
  def render(context)
    e = context.environments.first
    e["mine"] ||= +""
    e["mine"] << "m"
    e["page"]["title"].upcase!
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A A   mmm  A Site one  x
A one,B one,POST one ,|A one ",
            "<p>B B   mmmmm  B Site one  x
A one,B one,POST one ,</p>
|B one ",
        ],
        [
            r#"class T < Liquid::Tag
  def render(context)
    list = (context.registers[:toc] ||= [])
    context["all"] = list if list.empty?
    list << context["page.title"].dup
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A A  A   A Site one  x
A one,B one,Post one ,|A one ",
            "<p>B B  B   B Site one  x
A one,B one,Post one ,</p>
|B one ",
        ],
        [
            r#"class T < Liquid::Tag
  def render(context)
    text = (context.registers[:toc] ||= +"")
    context["kept"] = text if text.empty?
    text << context["page.title"]
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A A AA    A Site one  x
A one,B one,Post one ,|A one ",
            "<p>B B BB    B Site one  x
A one,B one,Post one ,</p>
|B one ",
        ],
        [
            r#"class T < Liquid::Tag
  def render(context)
    list = (context.registers[:toc] ||= [])
    context["v"] = list if list.empty?
    list << "n"
    context["z"] = (context["z"] || 0) + 1
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A n     A Site one  x
A one,B one,Post one ,|A one ",
            "<p>B n     B Site one  x
A one,B one,Post one ,</p>
|B one ",
        ],
        [
            r#"class B < Liquid::Block
  def render(context)
    s = super
    s << "!"
    context["page"]["list"] << s.strip[0,1]
    s
  end
end
Liquid::Template.register_tag("b", B)"#,
            "{% b %}in {{ v }}{% endb %}",
            "Ain A! A     A Site one i  x
in A!A one i i,B one,Post one i ,|A one i i ",
            "<p>Bin B! B     B Site one i  x
in B!A one i i,B one i i,Post one i ,</p>
|B one i i ",
        ],
        [
            r#"class B < Liquid::Block
  def render(context)
    context.stack do
      context["v"] << "1"
      context["w"] = context["v"]
      r = super
      context["w"] << "2"
      r + context["v"]
    end
  end
end
Liquid::Template.register_tag("b", B)"#,
            "{% b %}in {{ v }}{% endb %}",
            "A1212in A1A12 A1212     A1212 Site one  x
in A121A1212A1212 one,B one,Post12 one ,|A1212 one ",
            "<p>B1212in B1B12 B1212     B1212 Site one  x
in B121B1212A1212 one,B1212 one,Post12 one ,</p>
|B1212 one ",
        ],
        [
            r#"class T < Liquid::Tag
  def render(context)
    context["site.data.list"].sort_by! { |x| x["n"] }.reverse!
    context["page.list"].concat(%w(z y)).uniq!
    context["site.data.list"].each { |x| x["n"].capitalize! }
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A A     A Site one z y  x
A one z y,B one,Post one z y ,|A one z y ",
            "<p>B B     B Site one z y  x
A one z y,B one z y,Post one z y ,</p>
|B one z y ",
        ],
        [
            r#"class T < Liquid::Tag
  def render(context)
    context.registers[:site].posts.docs.each { |d| d.data["seen"] = d.data["seen"].to_i + 1; d.data["title"].sub!(/^/, "~") }
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A A     A Site one  x
A one,B one,~~~Post one ,|A one ",
            "<p>B B     B Site one  x
A one,B one,~~~~~Post one ,</p>
|B one ",
        ],
        [
            r#"class T < Liquid::Tag
  def render(context)
    page = context.registers[:page]
    page["list"] |= ["n"]
    page["list"] << "o"
    page["new"] ||= []
    page["new"] << page["list"].size
    ""
  end
end
Liquid::Template.register_tag("t", T)"#,
            "{% t %}",
            "A A     A Site one n o  x
A one,B one,Post one n o ,|A one n o o ",
            "<p>B B     B Site one n o  x
A one,B one,Post one n o ,</p>
|B one n o o ",
        ],
        [
            r#"class I < Jekyll::Tags::IncludeTag
  def render(context)
    context["v"] << "i"
    super << context["v"]
  end
end
Liquid::Template.register_tag("inc", I)"#,
            "{% inc i.html p=v %}",
            "AiiAiAiAi Aii     Aii Site one  x
AiiAiiAiiAii one,B one,Posti one ,|Aii one ",
            "<p>BiiBiBiBi Bii     Bii Site one  x
BiiBiiBiiAii one,Bii one,Posti one ,</p>
|Bii one ",
        ],
    ]);
}
