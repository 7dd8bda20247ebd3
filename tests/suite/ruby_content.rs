//! Content that plugins in Ruby change after it was converted. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn later_pages_see_content_that_hooks_and_tags_change_after_the_conversion() {
    let site = Site::new()
        .file("_layouts/p.html", r#"<main>{{ content }}</main>
"#)
        .file("_plugins/a.rb", r#"Jekyll::Hooks.register(:posts, :post_render) do |post|
  case post.data["title"]
  when "P1" then post.content = "set"
  when "P2" then post.content << "added"
  end
  post.output = post.output.sub("main", "section")
end
Jekyll::Hooks.register(:pages, :pre_render) { |page| page.content << "pre" if page.name == "index.html" }
Jekyll::Hooks.register(:pages, :post_render) { |page| page.content = "page done" if page.name == "a.html" }
class Setc < Liquid::Tag
  def render(context)
    page = context.registers[:site].pages.find { |one| one.name == "a.html" }
    page.content = "by tag #{page.content}"
    ""
  end
end
Liquid::Template.register_tag("setc", Setc)
"#)
        .file("_posts/2024-01-01-p1.md", r#"---
layout: p
title: P1
---
post *1*
"#)
        .file("_posts/2024-01-02-p2.md", r#"---
layout: p
title: P2
---
post *2*
"#)
        .file("_posts/2024-01-03-p3.md", r#"---
layout: p
title: P3
---
post *3*
"#)
        .file("a.html", r#"---
---
A"#)
        .file("index.html", r#"---
---
{% for p in site.posts %}[{{ p.content | strip }}]{% endfor %}{% for p in site.pages %}{% if p.name == "a.html" %}{{ p.content }}{% endif %}{% endfor %}{% setc %}{% for p in site.pages %}{% if p.name == "a.html" %}{{ p.content }}{% endif %}{% endfor %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"[<p>post <em>3</em></p>][<p>post <em>2</em></p>
added][set]page doneby tag page done
pre"#,
    );
}
