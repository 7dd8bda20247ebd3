//! Variables of the payload, of contexts and of registers, as hooks and tags in Ruby read and change them. The expected
//! output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_before_rendering_read_the_variables_that_the_last_item_has_left() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"Jekyll::Hooks.register [:pages, :documents], :pre_render do |doc, payload|
  SEEN = [] unless defined?(SEEN)
  SEEN << [doc.relative_path, payload["content"], payload["layout"], payload.highlighter_prefix].inspect
end
Jekyll::Hooks.register :site, :post_render do |site, payload|
  site.pages.last.output = SEEN.join("\n") + "\n#{payload["page"]["path"]}"
end
"#,
        )
        .file(
            "_layouts/a.html",
            r#"---
kind: inner
layout: b
---
<a>{{ content }}</a>
"#,
        )
        .file(
            "_layouts/b.html",
            r#"---
outer: yes
---
<b>{{ content }}</b>
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
layout: a
---
one
"#,
        )
        .file(
            "_posts/2025-01-03-two.md",
            r#"---
layout: b
---
two
"#,
        )
        .file(
            "_posts/2025-01-04-three.md",
            r#"---
---
three
"#,
        )
        .file(
            "a.html",
            r#"---
layout: a
---
a
"#,
        )
        .file(
            "index.html",
            r#"---
---
i
"#,
        )
        .file(
            "zz.html",
            r#"---
---
z
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"i
"#,
        )
        .wrote(
            "a.html",
            r#"<b><a>a
</a>
</b>
"#,
        )
        .wrote(
            "zz.html",
            r#"["_posts/2025-01-02-one.md", nil, {"kind"=>"inner", "layout"=>"b"}, "\n"]
["_posts/2025-01-03-two.md", "<a><p>one</p>\n</a>\n", {"outer"=>true, "kind"=>"inner", "layout"=>"b"}, "\n"]
["_posts/2025-01-04-three.md", "<p>two</p>\n", {"outer"=>true}, "\n"]
["a.html", "<p>two</p>\n", {"kind"=>"inner", "layout"=>"b"}, nil]
["index.html", "<a>a\n</a>\n", {"outer"=>true, "kind"=>"inner", "layout"=>"b"}, nil]
["zz.html", "<a>a\n</a>\n", nil, nil]
zz.html"#,
        )
        .wrote(
            "2025/01/03/two.html",
            r#"<b><p>two</p>
</b>
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<b><a><p>one</p>
</a>
</b>
"#,
        )
        .wrote(
            "2025/01/04/three.html",
            r#"<p>three</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn content_and_layout_that_hooks_set_last_until_the_next_layout() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"Jekyll::Hooks.register :documents, :pre_render do |doc, payload|
  payload["content"] = "PRE #{doc.data["title"]}"
  payload["layout"] = {"x" => "LX"}
  payload["page"]["added"] = "AD"
end
Jekyll::Hooks.register :pages, :pre_render do |doc, payload|
  payload.content = "PAGE"
  payload["page"]["added"] = "PA"
  payload["layout"]["x"] = "changed" if payload["layout"]
end
"#,
        )
        .file(
            "_layouts/a.html",
            r#"---
kind: inner
---
<a>{{ content }}|{{ layout.kind }}|{{ layout.x }}|{{ page.added }}</a>
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
layout: a
title: One
---
one {{ content }} {{ layout.x }} {{ page.added }}
"#,
        )
        .file(
            "_posts/2025-01-03-two.md",
            r#"---
title: Two
---
two {{ content }} {{ layout.x }} {{ page.added }}
"#,
        )
        .file(
            "a.html",
            r#"---
layout: a
---
a {{ content }} {{ layout.x }} {{ page.added }}
"#,
        )
        .file(
            "b.html",
            r#"---
---
b {{ content }} {{ layout.x }} {{ layout.kind }} {{ page.added }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"b PAGE changed inner PA
"#,
        )
        .wrote(
            "a.html",
            r#"<a>a PAGE changed PA
|inner||PA</a>
"#,
        )
        .wrote(
            "2025/01/03/two.html",
            r#"<p>two PRE Two LX AD</p>
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<a><p>one PRE One LX AD</p>
|inner||AD</a>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_change_variables_of_the_payload_in_place() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"Jekyll::Hooks.register :pages, :pre_render do |doc, payload|
  payload["layout"]["kind"] = "changed" if payload["layout"]
  payload["content"] << "!" if payload["content"]
  payload["paginator"] = {"page" => 7} if doc.name == "b.html"
  payload["highlighter_prefix"] = "P" if doc.name == "b.html"
end
"#,
        )
        .file(
            "_layouts/a.html",
            r#"---
kind: inner
---
<a>{{ content }}|{{ layout.kind }}</a>
"#,
        )
        .file(
            "a.html",
            r#"---
layout: a
---
a {{ layout.kind }}
"#,
        )
        .file(
            "b.html",
            r#"---
layout: a
---
b {{ content }} {{ layout.kind }} {{ paginator.page }} {{ highlighter_prefix }}
"#,
        )
        .file(
            "c.html",
            r#"---
---
c {{ content }} {{ layout.kind }} {{ paginator.page }} {{ highlighter_prefix }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"<a>b a changed
! changed 7 P
|inner</a>
"#,
        )
        .wrote(
            "a.html",
            r#"<a>a changed
|inner</a>
"#,
        )
        .wrote(
            "c.html",
            r#"c b a changed
! changed 7 P
! changed  
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_of_the_site_set_the_first_content_and_layout() {
    let site = Site::new()
        .file("_config.yml", r#"title: T1
"#)
        .file("_plugins/d.rb", r#"Jekyll::Hooks.register :site, :post_render do |site, payload|
  payload["page"]["x"] = 3
  payload["content"] = "none"
  site.pages.each { |p| p.output << "<!-- #{payload["site"]["title"]} #{payload["jekyll"]["environment"]} #{p.data["x"].inspect} -->" }
end
Jekyll::Hooks.register :site, :pre_render do |site, payload|
  payload["content"] = "from site"
  payload["layout"] = {"q" => 1}
  payload["greeting"] = "hi"
  payload["site"]["title"] = "T2"
end
"#)
        .file("a.html", r#"---
---
a {{ content }} {{ layout.q }} {{ greeting }} {{ site.title }}
"#)
        .file("b.html", r#"---
---
b {{ content }} {{ layout.q }} {{ greeting }} {{ site.title }}
"#);
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"b from site  hi T2
<!-- T2 production nil -->"#,
        )
        .wrote(
            "a.html",
            r#"a from site 1 hi T2
<!-- T2 production nil -->"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_may_replace_the_page_in_the_payload() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"Jekyll::Hooks.register :pages, :pre_render do |page, payload|
  payload["page"] = payload["page"].merge("title" => "merged #{page.name}", "list" => [1, 2])
end
Jekyll::Hooks.register :documents, :pre_render do |doc, payload|
  payload["page"] = {"title" => "fresh", "path" => doc.relative_path}
end
"#,
        )
        .file(
            "_layouts/d.html",
            r#"[{{ page.title }}:{{ page.list | join: "-" }}:{{ page.path }}] {{ content }}
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
layout: d
title: One
---
{{ page.title }} {{ page.url }}
"#,
        )
        .file(
            "a.html",
            r#"---
layout: d
title: A
---
{{ page.title }} {{ page.url }} {{ page.list.size }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"[merged a.html:1-2:a.html] merged a.html /a.html 2

"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"[fresh::_posts/2025-01-02-one.md] <p>fresh</p>

"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_replaced_step_reads_the_variables_of_its_template() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"module Watching
  def render_liquid(content, payload, info, path = nil)
    before = [payload["content"], payload["layout"]].inspect.gsub("<", "(")
    super(content, payload, info, path) + "<!-- #{before} -->"
  end
end
Jekyll::Renderer.prepend(Watching)
"#,
        )
        .file(
            "_layouts/a.html",
            r#"---
kind: inner
---
<a>{{ content }}</a>
"#,
        )
        .file(
            "a.html",
            r#"---
layout: a
---
a {{ page.url }}
"#,
        )
        .file(
            "b.html",
            r#"---
layout: a
---
b {{ page.url }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("b.html", r#"<a>b /b.html
<!-- ["a /a.html\n(!-- [nil, {\"kind\"=>\"inner\"}] -->", {"kind"=>"inner"}] --></a>
<!-- ["b /b.html\n(!-- [\"a /a.html\\n(!-- [nil, {\\\"kind\\\"=>\\\"inner\\\"}] -->\", {\"kind\"=>\"inner\"}] -->", {"kind"=>"inner"}] -->"#)
        .wrote("a.html", r#"<a>a /a.html
<!-- [nil, {"kind"=>"inner"}] --></a>
<!-- ["a /a.html\n(!-- [nil, {\"kind\"=>\"inner\"}] -->", {"kind"=>"inner"}] -->"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_template_that_a_hook_renders_with_the_payload_sees_the_page() {
    let site = Site::new()
        .file("_config.yml", r#"title: Site
"#)
        .file("_plugins/l.rb", r#"Jekyll::Hooks.register :pages, :pre_render do |page, payload|
  page.data.each do |key, value|
    next unless value.is_a?(String) && value.include?("{{")
    payload["page"][key] = Liquid::Template.parse(value).render!(payload, { strict_variables: false, registers: { site: page.site, page: payload["page"] } })
  end
end
"#)
        .file("_layouts/d.html", r#"<title>{{ page.heading }}</title>{{ content }}
"#)
        .file("a.html", r#"---
layout: d
title: A
heading: "{{ page.title }} on {{ site.title }} {{ page.path | upcase }}"
---
{{ page.heading }}
"#);
    build(&site).succeeds().wrote(
        "a.html",
        r#"<title>A on Site A.HTML</title>A on Site A.HTML

"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_after_rendering_that_reads_the_last_content_ends_the_build() {
    let ruby = r#"
Jekyll::Hooks.register :site, :post_render do |site, payload|
  site.pages.first.output = payload["content"]
end
"#;
    let site = Site::new().file("_plugins/own.rb", ruby).file("index.html", "---\n---\nx");
    build(&site)
        .fails()
        .says("--> _plugins/own.rb:3")
        .says("Reason: payload[\"content\"] after all pages are rendered is not supported");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn excerpts_do_not_see_the_variables_that_hooks_set_in_the_payload() {
    let site = Site::new()
        .file("_plugins/a.rb", r#"class Jekyll::Site
  alias_method :own_payload, :site_payload

  def site_payload
    own_payload.tap { |payload| payload["of_site"] = "of the site" }
  end
end

Jekyll::Hooks.register(:site, :pre_render) { |_, payload| payload["of_hook"] = "of a hook" }
Jekyll::Hooks.register(%i(pages documents), :pre_render) { |_, payload| payload["blocks"] = {} }

class Collect < Liquid::Block
  def render(context)
    blocks = context.environments.first["blocks"] ||= {}
    (blocks["side"] ||= []) << super
    ""
  end
end
Liquid::Template.register_tag("collect", Collect)

class Show < Liquid::Tag
  def render(context)
    (context.environments.first["blocks"] || {}).inspect
  end
end
Liquid::Template.register_tag("show", Show)
"#)
        .file("_posts/2024-01-01-one.md", r"---
title: One
---
{% collect %}of {{ page.title }}{% endcollect %}{% show %} {{ of_site }} {{ of_hook }} {{ blocks.side }}

rest
")
        .file("index.html", r"---
---
{% collect %}index{% endcollect %}{{ of_site }} {{ of_hook }} {% for post in site.posts %}{{ post.excerpt }}{% endfor %}{% show %}
")
        ;
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/01/one.html",
            r"<p>{“side”=&gt;[“of One”]} of the site of a hook of One</p>

<p>rest</p>
",
        )
        .wrote(
            "index.html",
            r#"of the site of a hook <p>{“side”=&gt;[“of One”]} of the site  of One</p>
{"side"=>["index"]}
"#,
        );
}
