//! Objects that several places of a site share: a filter in Ruby that changes one in place changes it everywhere. The
//! expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

const FILTERS: &str = r#"module Mut
  def shout(s) s << "!" end
  def push(list, x) list << x end
  def setk(hash, k, v)
    hash[k] = v
    hash
  end
end
Liquid::Template.register_filter(Mut)
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_and_documents_share_the_values_of_their_defaults() {
    let site = Site::new()
        .file("_plugins/a.rb", FILTERS)
        .file("_config.yml", r#"defaults:
- scope: {path: ""}
  values: {list: [d], word: default, options: {k: [v]}}
- scope: {path: "b"}
  values: {options: {own: 1}}
"#)
        .file("_posts/2024-01-01-p.md", r#"---
---
{{ page.list | push: "post" | join }}
"#)
        .file("a.html", r#"---
options: {front: 1}
---
{{ page.list | push: "a" | join }} {{ page.word | shout }} {{ page.options.k | push: "a" | join }} {{ page.options | jsonify }}"#)
        .file("b.html", r#"---
---
{{ page.list | join }} {{ page.word }} {{ page.options | jsonify }}|{% for p in site.pages %}{{ p.list | join }} {{ p.word }} {{ p.options | jsonify }};{% endfor %}|{{ site.defaults | map: "values" | jsonify }}"#);
    build(&site).succeeds().wrote("a.html", r#"d post a default! v a {"k":["v","a"],"front":1}"#).wrote("b.html", r#"d post a default! {"k":["v","a"],"own":1}|d post a default! {"k":["v","a"],"front":1};d post a default! {"k":["v","a"],"own":1};|[{"list":["d","post","a"],"word":"default!","options":{"k":["v","a"]}},{"options":{"own":1}}]"#).wrote("2024/01/01/p.html", r#"<p>d post</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn all_pages_share_the_front_matter_of_layouts_and_what_belongs_to_files_and_collections() {
    let site = Site::new()
        .file("_plugins/a.rb", FILTERS)
        .file("_config.yml", r#"collections: {posts: {output: true, list: [c], word: short}}
defaults:
- scope: {path: assets}
  values: {list: [s], word: static}
"#)
        .file("assets/f.txt", "\n")
        .file("assets/g.txt", "\n")
        .file("_layouts/l.html", r#"---
list: [l]
word: layout
nested: {a: [1]}
---
{{ layout.list | push: "x" | join }} {{ layout.word | shout }} {{ layout.nested.a | push: 2 | join }} {{ layout.nested | jsonify }} {{ content }}"#)
        .file("a.html", r#"---
layout: l
---
{% for f in site.static_files %}{{ f.list | push: "f" | join }} {{ f.word | shout }};{% endfor %}|{% for c in site.collections %}{{ c.list | push: "m" | join }} {{ c.word | shout }};{% endfor %}"#)
        .file("b.html", r#"---
layout: l
---
{% for f in site.static_files %}{{ f.list | push: "f" | join }} {{ f.word | shout }};{% endfor %}|{% for c in site.collections %}{{ c.list | push: "m" | join }} {{ c.word | shout }};{% endfor %}"#);
    build(&site)
        .succeeds()
        .wrote("a.html", r#"l x layout! 1 2 {"a":[1,2]} s f static!;s f f static!!;|c m short!;"#)
        .wrote(
            "b.html",
            r#"l x x layout!! 1 2 2 {"a":[1,2,2]} s f f f static!!!;s f f f f static!!!!;|c m m short!!;"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn parts_of_a_changed_hash_and_merge_keys_stay_shared() {
    let site = Site::new()
        .file("_plugins/a.rb", FILTERS)
        .file("_data/d.yml", r#"base: &base {list: [1], word: text}
merged: {<<: *base, y: 2}
"#)
        .file("_includes/i.html", r#"{% assign all = include | setk: "z", 1 %}{{ include.z }} {{ include.list | push: 7 | join }}"#)
        .file("_posts/2024-01-01-p.md", r#"---
tags: [t]
---
{{ page.tags | push: "new" | join }}
"#)
        .file("a.html", r#"---
own: {list: [1], word: x}
---
{% include i.html list=page.own.list %} {{ page.own | jsonify }}|{{ site.data.d.base.word | shout }} {{ site.data.d.merged.list | push: 2 | join }} {{ site.data.d | jsonify }}|{{ site.tags | size }}"#);
    build(&site).succeeds().wrote("a.html", r#"1 1 7 {"list":[1,7],"word":"x"}|text! 1 2 {"base":{"list":[1,2],"word":"text!"},"merged":{"list":[1,2],"word":"text!","y":2}}|2"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_that_changes_a_default_of_pages_in_place_ends_the_build() {
    let hook = r#"Jekyll::Hooks.register :pages, :pre_render do |page|
  CHANGE
end
"#;
    let site = |change: &str| {
        Site::new()
            .file("_config.yml", "defaults:\n- scope: {path: ''}\n  values: {list: [d], word: w, hash: {k: [v]}}\n")
            .file("_plugins/a.rb", hook.replace("CHANGE", change))
            .file("a.html", "---\n---\n{{ page.list | join }}{{ page.word }}{{ page.hash | jsonify }}")
    };
    for (change, key) in [
        (r#"page.data["list"] << "x""#, "list"),
        (r#"page.data["word"].upcase!"#, "word"),
        (r#"page.data["hash"]["k"].clear"#, "hash"),
    ] {
        let site = site(change);
        let message = format!("Reason: changing the default of {key} in place is not supported: change a copy (dup)");
        build(&site).fails().says(&message).says("--> _plugins/a.rb:2");
    }
    for change in [r#"page.data["list"] += ["x"]"#, r#"page.data["word"].strip!; page.data["list"] = ["d", "x"]"#] {
        build(&site(change)).succeeds().wrote("a.html", r#"dw{"k":["v"]}"#);
    }
}

/// A site whose pages and documents have three values from defaults, and a plugin with this code.
fn site_with_defaults(plugin: &str) -> Site {
    let template = "{{ page.list | join }} {{ page.word }} {{ page.h | jsonify }}";
    Site::new()
        .file("_config.yml", "defaults:\n- scope: {path: ''}\n  values: {list: [d], word: w, h: {k: [v]}}\n")
        .file("_plugins/a.rb", plugin)
        .file("_posts/2024-01-01-p.html", format!("---\n---\n{template}"))
        .file("_posts/2024-01-02-q.html", format!("---\nh: {{own: 1}}\n---\n{template}"))
        .file("a.html", format!("---\n---\n{template}{{% for p in site.posts %}}|{{{{ p.list | join }}}} {{{{ p.word }}}} {{{{ p.h | jsonify }}}}{{% endfor %}}"))
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_that_changes_a_default_of_documents_in_place_before_rendering_ends_the_build() {
    for (change, key) in
        [(r#"data["list"] << "x""#, "list"), (r#"data["word"].upcase!"#, "word"), (r#"data["h"]["k"].clear"#, "h")]
    {
        let message = format!("Reason: changing the default of {key} in place is not supported: change a copy (dup)");
        let hook = format!(
            "Jekyll::Hooks.register :site, :post_read do |site|\n  site.posts.docs.each {{ |doc| doc.{change} }}\nend\n"
        );
        build(&site_with_defaults(&hook)).fails().says(&message).says("--> _plugins/a.rb:1");
        let generator = format!(
            "class G < Jekyll::Generator\n  def generate(site)\n    site.posts.docs.last.{change}\n  end\nend\n"
        );
        build(&site_with_defaults(&generator)).fails().says(&message).says("--> _plugins/a.rb:2");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_may_set_a_default_of_documents_and_change_other_values_in_place() {
    let hook = r#"Jekyll::Hooks.register :site, :post_read do |site|
  site.posts.docs.first.data["list"] += ["x"]
  site.posts.docs.first.data["title"] << "!"
  site.posts.docs.last.data["h"]["own"] = 2
end
"#;
    build(&site_with_defaults(hook))
        .succeeds()
        .wrote("a.html", r#"d w {"k":["v"]}|d w {"k":["v"],"own":2}|d x w {"k":["v"]}"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_that_changes_a_default_in_place_while_documents_are_rendered_changes_it_for_all() {
    for (change, expected) in [
        (r#"doc.data["list"] << "x""#, r#"d x x w {"k":["v"]}|d x x w {"k":["v"],"own":1}|d x x w {"k":["v"]}"#),
        (r#"doc.data["word"] << "x""#, r#"d wxx {"k":["v"]}|d wxx {"k":["v"],"own":1}|d wxx {"k":["v"]}"#),
        (
            r#"doc.data["h"]["k"] << "x""#,
            r#"d w {"k":["v","x","x"]}|d w {"k":["v","x","x"],"own":1}|d w {"k":["v","x","x"]}"#,
        ),
    ] {
        let hook = format!("Jekyll::Hooks.register(:posts, :pre_render) {{ |doc| {change} }}\n");
        build(&site_with_defaults(&hook)).succeeds().wrote("a.html", expected);
    }
    let hook = "Jekyll::Hooks.register(:pages, :pre_render) { |page, payload| payload['page']['word'] << 'x' }\n";
    build(&site_with_defaults(hook))
        .succeeds()
        .wrote("a.html", r#"d wx {"k":["v"]}|d wx {"k":["v"],"own":1}|d wx {"k":["v"]}"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_may_put_one_object_into_several_places_and_change_it_there() {
    let plugin = r#"class Share < Jekyll::Generator
  def generate(site)
    SHARE
  end
end
class Change < Liquid::Tag
  def render(context)
    site = context.registers[:site]
    CHANGE
    ""
  end
end
Liquid::Template.register_tag("t", Change)
"#;
    let page = "---\n---\n{{ page.l }} {{ site.data.l }} {% t %} {{ page.l }} {{ site.data.l }} {{ site.posts[0].l }} {{ site.posts[1].l}}";
    for [share, change, first, second] in [
        [
            r#"$list = ["one"]
    site.pages.first.data["l"] = $list
    Jekyll::Hooks.register(:site, :pre_render) { |site| site.data["l"] = $list }"#,
            r#"site.data["l"] << "x""#,
            "onexx onexx  onexxx onexxx  ",
            " onexxx   onexxxx  ",
        ],
        [
            r#"$list = ["one"]
    site.pages.first.data["l"] = $list
    Jekyll::Hooks.register(:site, :pre_render) { |site| site.data["l"] = $list }"#,
            r#"context["page.l"] << "x" if context["page.l"]"#,
            "one one  onex onex  ",
            " onex   onex  ",
        ],
        [
            r#"$list = ["one"]
    site.data["l"] = $list
    Jekyll::Hooks.register(:posts, :pre_render) { |post| post.data["l"] = $list }"#,
            r#"site.data["l"] << "x""#,
            " onexx   onexxx onexxx onexxx",
            " onexxx   onexxxx onexxxx onexxxx",
        ],
        [
            r#"$list = ["one"]
    site.data["l"] = $list
    Jekyll::Hooks.register(:posts, :pre_render) { |post| post.data["l"] = $list }"#,
            r#"site.posts.docs.first.data["l"] << "x""#,
            " onexx   onexxx onexxx onexxx",
            " onexxx   onexxxx onexxxx onexxxx",
        ],
        [
            r#"text = +"one"
    site.posts.docs.each { |post| post.data["l"] = text }
    site.data["l"] = text"#,
            r#"site.data["l"] << "x""#,
            " onexxx   onexxx onexxx onexxx",
            " onexxxx   onexxxx onexxxx onexxxx",
        ],
        [
            r#"text = +"one"
    site.posts.docs.each { |post| post.data["l"] = text }
    site.data["l"] = text"#,
            r#"context["page.l"] << "x" if context["page.l"]"#,
            " onexx   onexx onexx onexx",
            " onexx   onexx onexx onexx",
        ],
        [
            r#"text = +"one"
    site.posts.docs.each { |post| post.data["l"] = text }
    site.data["l"] = text"#,
            r#"site.posts.docs.first.data["l"] << "x""#,
            " onexxx   onexxx onexxx onexxx",
            " onexxxx   onexxxx onexxxx onexxxx",
        ],
    ] {
        let site = Site::new()
            .file("_plugins/a.rb", plugin.replace("SHARE", share).replace("CHANGE", change))
            .file("_posts/2024-01-01-p.html", page)
            .file("_posts/2024-01-02-p.html", page)
            .file("a.html", page)
            .file("b.html", page);
        build(&site).succeeds().wrote("a.html", first).wrote("b.html", second);
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn lists_of_a_post_are_the_same_objects_in_the_context_and_in_its_registers() {
    let site = Site::new()
        .file(
            "_plugins/a.rb",
            r##"class AddTag < Liquid::Tag
  def render(context)
    page = context.registers[:page]
    one, other, third = context["page.list"], page["list"], context["page"]["list"]
    one << "one"
    other << "two"
    third << "three"
    context.registers[:site].posts.docs.last.data["list"] << "four"
    "#{one.equal?(other)} #{one.size} #{third.size}"
  end
end
Liquid::Template.register_tag("add", AddTag)
"##,
        )
        .file(
            "_posts/2020-01-02-a.md",
            r#"---
excerpt: own
list: [zero]
---
{% assign list = page.list %}{% add %} {{ page.list | join: "," }} {{ list | join: "," }}
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ site.posts.first.list | join: "," }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "2020/01/02/a.html",
            r"<p>true 5 5 zero,one,two,three,four zero,one,two,three,four</p>
",
        )
        .wrote(
            "index.html",
            r"zero,one,two,three,four
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn includes_show_what_tags_have_added_to_lists_of_the_environment_and_of_the_data() {
    let page = |name: &str| {
        let show = "{% include show.html %}";
        format!("---\n---\n{show}{{% add {name} %}}{show}{{% add x %}}{show}{{% fresh %}}{show}{{% add y %}}{show}")
    };
    let site = Site::new()
        .file("_plugins/lists.rb", r##"# Adds its text to lists of the environment, of a variable and of the site's data.
class Add < Liquid::Tag
  def render(context)
    text = @markup.strip
    environment = context.environments.first
    (environment["added"] ||= []) << text
    ((environment["deep"] ||= {})["list"] ||= []) << text
    context["own"] ||= []
    context["own"] << text
    context["site"]["data"]["names"] << text
    ""
  end
end

class Fresh < Liquid::Tag
  def render(context)
    context.environments.first["added"] = []
    ""
  end
end
Liquid::Template.register_tag("add", Add)
Liquid::Template.register_tag("fresh", Fresh)
"##)
        .file("_data/names.yml", "- q\n")
        .file("_includes/show.html", "{% for i in (1..3) %}{{ added | join: \",\" }}|{{ deep.list | size }}|{{ own | join: \"-\" }}|{{ site.data.names | size }};{% endfor %}\n{% assign n = added | size %}{{ n }} {% assign first = added | first %}{{ first }}\n")
        .file("a.html", page("a"))
        .file("b.html", page("b"));
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r"|0||1;|0||1;|0||1;
0 
a|1|a|2;a|1|a|2;a|1|a|2;
1 a
a,x|2|a-x|3;a,x|2|a-x|3;a,x|2|a-x|3;
2 a
|2|a-x|3;|2|a-x|3;|2|a-x|3;
0 
y|3|a-x-y|4;y|3|a-x-y|4;y|3|a-x-y|4;
1 y
",
        )
        .wrote(
            "b.html",
            r"y|3||4;y|3||4;y|3||4;
1 y
y,b|4|b|5;y,b|4|b|5;y,b|4|b|5;
2 y
y,b,x|5|b-x|6;y,b,x|5|b-x|6;y,b,x|5|b-x|6;
3 y
|5|b-x|6;|5|b-x|6;|5|b-x|6;
0 
y|6|b-x-y|7;y|6|b-x-y|7;y|6|b-x-y|7;
1 y
",
        );
}
