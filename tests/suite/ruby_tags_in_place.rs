//! Tags that change objects of the site in place: all holders of the object see the change, and what the template has
//! already printed changes, too. The expected output is recorded from Ruby Jekyll.

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
