//! Attributes and lists of the site that plugins in Ruby change. The expected output was recorded from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn attributes_of_the_site_that_hooks_set_decide_what_is_read() {
    let site = Site::new()
        .file(
            "_plugins/c.rb",
            r#"Jekyll::Hooks.register :site, :after_reset do |site|
  site.exclude += ["drop.html"]
  site.include << ".well"
  site.limit_posts = 1
  site.future = true
  site.show_drafts = true
  site.keep_files = ["kept"]
end
"#,
        )
        .file(
            ".well/a.txt",
            r#"w
"#,
        )
        .file(
            "drop.html",
            r#"---
---
d
"#,
        )
        .file(
            "a.html",
            r#"---
---
{{ site.limit_posts }} {{ site.future }} {{ site.show_drafts }} {% for p in site.posts %}{{ p.url }} {% endfor %}
"#,
        )
        .file(
            "_drafts/dd.md",
            r#"---
---
dr
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
---
1
"#,
        )
        .file(
            "_posts/2030-01-03-three.md",
            r#"---
---
3
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"0 false  /2030/01/03/three.html 
"#,
        )
        .wrote(
            "2030/01/03/three.html",
            r#"<p>3</p>
"#,
        )
        .wrote(
            ".well/a.txt",
            r#"w
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn keys_that_the_site_has_copied_have_no_effect_once_it_exists() {
    let site = Site::new()
        .file(
            "_plugins/c.rb",
            r#"Jekyll::Hooks.register :site, :after_reset do |site|
  site.config["exclude"] = ["drop.html"]
  site.config["limit_posts"] = 1
  site.config["future"] = true
  site.config["baseurl"] = "/b"
end
Jekyll::Hooks.register :site, :post_read do |site|
  site.config["highlighter"] = "none"
  site.unpublished = true
end
"#,
        )
        .file(
            "drop.html",
            r#"---
---
d
"#,
        )
        .file(
            "a.html",
            r#"---
---
{% for p in site.posts %}{{ p.url }} {% endfor %}{{ site.exclude }} {{ "/x" | relative_url }} {{ site.future }}
{% highlight ruby %}
puts 1
{% endhighlight %}
"#,
        )
        .file(
            "_posts/2025-01-02-one.md",
            r#"---
---
1
"#,
        )
        .file(
            "_posts/2025-01-03-two.md",
            r#"---
---
2
"#,
        )
        .file(
            "_posts/2030-01-03-three.md",
            r#"---
---
3
"#,
        );
    build(&site)
        .succeeds()
        .wrote("a.html", r#"/2025/01/03/two.html /2025/01/02/one.html drop.html /b/x true
<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><span class="nb">puts</span> <span class="mi">1</span></code></pre></figure>
"#)
        .wrote("drop.html", r#"d
"#)
        .wrote("2025/01/03/two.html", r#"<p>2</p>
"#)
        .wrote("2025/01/02/one.html", r#"<p>1</p>
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_highlighter_of_the_site_decides_for_the_tag() {
    let site = Site::new()
        .file(
            "_plugins/c.rb",
            r#"Jekyll::Hooks.register(:site, :post_read) { |site| site.highlighter = "none" }
"#,
        )
        .file(
            "a.html",
            r#"---
---
{% highlight ruby %}
puts 1
{% endhighlight %}
"#,
        );
    build(&site).succeeds().wrote(
        "a.html",
        r#"<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby">puts 1</code></pre></figure>
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_may_leave_out_entries_of_a_collection() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"collections:
  docs: {output: true}
"#,
        )
        .file(
            "_plugins/d.rb",
            r#"class Jekyll::Collection
  alias_method :all_entries, :filtered_entries
  def filtered_entries
    all_entries.reject { |e| e.start_with?("draft-") }
  end
end
"#,
        )
        .file(
            "_docs/a.md",
            r#"---
---
a
"#,
        )
        .file(
            "_docs/draft-b.md",
            r#"---
---
b
"#,
        )
        .file(
            "index.html",
            r#"---
---
{% for d in site.docs %}{{ d.url }} {% endfor %}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"/docs/a.html 
"#,
        )
        .wrote(
            "docs/a.html",
            r#"<p>a</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_page_or_post_that_is_twice_in_a_list_ends_the_build() {
    for list in ["site.pages", "site.posts.docs"] {
        let plugin = format!("class Twice < Jekyll::Generator\n  def generate(site) = {list} << {list}.first\nend\n");
        let site = Site::new()
            .file("_plugins/twice.rb", &plugin)
            .file("a.html", "---\n---\na")
            .file("_posts/2025-01-02-one.md", "---\n---\n1");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains("is twice in a list of the site"), "{}", outcome.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_key_permalink_has_no_effect_once_the_site_exists() {
    let site = Site::new()
        .file(
            "_plugins/style.rb",
            r#"Jekyll::Hooks.register(:site, :after_init) { |site| site.config["permalink"] = "pretty" }
"#,
        )
        .file(
            "_config.yml",
            r#"collections:
  things: {output: true}
  other: {output: true, permalink: "/o/:name:output_ext"}
"#,
        )
        .file(
            "_other/o.md",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        )
        .file(
            "_posts/2025-01-02-post.md",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        )
        .file(
            "_things/t.md",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        )
        .file(
            "index.txt",
            r"---
---
{% for p in site.pages %}{{ p.url }} {% endfor %}{% for p in site.documents %}{{ p.url }} {% endfor %}
",
        )
        .file(
            "page.html",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.txt",
            r"/index.txt /page.html /2025/01/02/post.html /things/t.html /o/o.html 
",
        )
        .wrote(
            "page.html",
            r"x /page.html pretty
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_sets_the_style_of_permalinks() {
    let site = Site::new()
        .file(
            "_plugins/style.rb",
            r"Jekyll::Hooks.register(:site, :after_init) { |site| site.permalink_style = :pretty }
",
        )
        .file(
            "_config.yml",
            r#"collections:
  things: {output: true}
  other: {output: true, permalink: "/o/:name:output_ext"}
"#,
        )
        .file(
            "_other/o.md",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        )
        .file(
            "_posts/2025-01-02-post.md",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        )
        .file(
            "_things/t.md",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        )
        .file(
            "index.txt",
            r"---
---
{% for p in site.pages %}{{ p.url }} {% endfor %}{% for p in site.documents %}{{ p.url }} {% endfor %}
",
        )
        .file(
            "page.html",
            r"---
---
x {{ page.url }} {{ site.permalink }}
",
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.txt",
            r"/index.txt /page/ /2025/01/02/post.html /things/t/ /o/o.html 
",
        )
        .wrote(
            "page/index.html",
            r"x /page/ date
",
        )
        .wrote(
            "things/t/index.html",
            r"<p>x /things/t/ date</p>
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn changes_that_come_too_late_end_the_build() {
    let generator = |code: &str| format!("class G < Jekyll::Generator\n  def generate(site)\n    {code}\n  end\nend\n");
    let hook = |code: &str| {
        format!("Jekyll::Hooks.register(:posts, :pre_render) do |post|\n  site = post.site\n  {code}\nend\n")
    };
    for (plugin, message) in [
        (
            hook(r#"site.config["kramdown"]["hard_wrap"] = true"#),
            r#"changing site.config["kramdown"] is only supported before"#,
        ),
        (
            hook(r#"site.config["sass"] = { "style" => "compressed" }"#),
            r#"changing site.config["sass"] is only supported before"#,
        ),
        (
            generator(r#"site.config["markdown_ext"] = "txt""#),
            r#"changing site.config["markdown_ext"] is only supported"#,
        ),
        (
            generator(r#"site.posts.docs.each { |post| site.collections["things"].docs << post }"#),
            "_posts/2024-01-01-p.md is in two collections of the site",
        ),
        (
            generator(r#"site.config["liquid"]["strict_filters"] = true"#),
            r#"changing site.config["liquid"] is only supported"#,
        ),
        (generator(r#"ENV["JEKYLL_ENV"] = "staging""#), "another JEKYLL_ENV than"),
        (hook("site.pages.clear"), "the order of site.pages cannot change"),
        (hook(r#"site.pages.first.data["permalink"] = "/new/""#), "the permalink of p.html cannot change"),
        (hook("site.posts.docs.clear"), "the list of documents of posts cannot change"),
        (hook(r#"site.layouts["l"].content = "changed""#), "the content of the layout l cannot change"),
    ] {
        let site = Site::new()
            .file("_config.yml", "collections: {posts: {output: true}, things: {}}\n")
            .file("_layouts/l.html", "{{ content }}")
            .file("_plugins/a.rb", plugin)
            .file("p.html", "---\n---\np\n")
            .file("_posts/2024-01-01-p.md", "---\nlayout: l\n---\ntext\n");
        let built = build(&site).fails();
        assert!(built.all().contains(message), "{message}: {}", built.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_date_of_two_posts_cannot_be_converted_in_place() {
    let plugin = "Jekyll::Hooks.register(:site, :post_read) { |site| site.posts.docs.first.date.utc }\n";
    let site = Site::new()
        .file("_config.yml", "timezone: Europe/Berlin\n")
        .file("_plugins/a.rb", plugin)
        .file("_posts/2024-01-01-a.md", "---\n---\na")
        .file("_posts/2024-01-01-b.md", "---\n---\nb");
    let built = build(&site).fails();
    assert!(built.all().contains("_posts/2024-01-01-b.md also has"), "{}", built.all());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_url_is_computed_again_after_a_plugin_has_reset_it() {
    let generator = r#"class G < Jekyll::Generator
  def generate(site)
    [site.posts.docs.first, site.pages.first].each_with_index do |item, at|
      item.url
      item.data["permalink"] = "/moved/#{at}/"
      at.zero? ? item.instance_variable_set(:@url, nil) : item.remove_instance_variable(:@url)
      item.url
    end
  end
end
"#;
    let site = Site::new()
        .file("_plugins/a.rb", generator)
        .file("_posts/2024-01-01-p.md", "---\n---\n{{ page.url }}")
        .file("a.html", "---\n---\n{{ page.url }}");
    build(&site).succeeds().wrote("moved/0/index.html", "<p>/moved/0/</p>\n").wrote("moved/1/index.html", "/moved/1/");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_see_at_once_what_a_tag_has_set_in_the_site() {
    let tag = r#"class T < Liquid::Block
  def render(context)
    site = context.registers[:site]
    site.data["n"] = "data"
    site.posts.docs.first.data["title"] = "set"
    context["site.data.n"].to_s + super + Liquid::Template.parse("{{ site.data.n }}").render(context)
  end
end
Liquid::Template.register_tag("t", T)
"#;
    let site = Site::new()
        .file("_plugins/a.rb", tag)
        .file("_posts/2024-01-01-p.md", "---\ntitle: old\n---\n")
        .file("a.html", "---\n---\n{% t %} {{ site.data.n }} {{ site.posts[0].title }} {% endt %}");
    build(&site).succeeds().wrote("a.html", "data data set data");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_see_the_versions_that_a_built_in_plugin_puts_into_the_configuration() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"plugins: [jekyll-3rd-party-libraries]
third_party_libraries:
  download: false
  bells:
    version: "2.1"
    url:
      js: "https://example.org/bells@{{version}}/bells.js"
"#,
        )
        .file(
            "_plugins/bells.rb",
            r#"class Bells < Liquid::Tag
  def render(context)
    context.registers[:site].config["third_party_libraries"]["bells"]["url"]["js"]
  end
end
Liquid::Template.register_tag("bells", Bells)
"#,
        )
        .file(
            "index.html",
            r"---
---
{% bells %} {{ site.third_party_libraries.bells.url.js }}
",
        );
    build(&site).succeeds().wrote(
        "index.html",
        r"https://example.org/bells@2.1/bells.js https://example.org/bells@2.1/bells.js
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hook_adds_folders_of_includes() {
    let site = Site::new()
        .file("_config.yml", r"includes_dir: _parts
")
        .file("_plugins/more.rb", r#"Jekyll::Hooks.register :site, :after_init do |site|
  folder = File.expand_path("../_more", __dir__)
  site.includes_load_paths << folder unless site.includes_load_paths.include?(folder)
  site.includes_load_paths.unshift File.expand_path("../_first", __dir__)
end

class Parts < Liquid::Tag
  def render(context)
    Liquid::Template.parse("{% include bell.html %}").render!(context.environments.first, :registers => context.registers)
  end
end
Liquid::Template.register_tag("parts", Parts)
"#)
        .file("_parts/own.html", r"own
")
        .file("_parts/both.html", r"own
")
        .file("_first/both.html", r"first
")
        .file("_more/bell.html", r"bell {{ page.title }}
")
        .file("index.html", r"---
title: T
---
{% include own.html %}{% include both.html %}{% include bell.html %}{% parts %}
")
        ;
    build(&site).succeeds().wrote(
        "index.html",
        r"own
first
bell T
bell T

",
    );
}
