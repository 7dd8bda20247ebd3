//! Plugins whose classes replace methods of pages, documents and static files, or that replace methods of the site. The
//! result takes effect, or the build ends with the plugin's line. The expected output is recorded from Ruby Jekyll.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_a_class_decide_what_templates_see_of_its_pages() {
    let site = Site::new()
        .file(
            "_config.yml",
            r#"defaults: [{scope: {path: "made"}, values: {own: made}}, {scope: {path: "kept"}, values: {own: kept}}]
"#,
        )
        .file(
            "_layouts/l.html",
            r"{{ page.title }} {{ page.name }} {{ paginator.page }}: {{ content }}
",
        )
        .file(
            "list.txt",
            r"---
---
{% for p in site.pages %}{{ p.url }} {{ p.name }} {{ p.path }} {{ p.dir }} {{ p.title }} {{ p.own }} {{ p.excerpt }}
{% endfor %}
",
        )
        .file(
            "_plugins/own.rb",
            r##"class Named < Jekyll::PageWithoutAFile
  def name = "other name"
  def dir = "/elsewhere/"
  def excerpt = "short"
end

class Located < Jekyll::PageWithoutAFile
  def relative_path = "kept/located.md"
end

class Few < Jekyll::PageWithoutAFile
  ATTRIBUTES_FOR_LIQUID = %w(url own content).freeze

  def own = "an attribute"
end

class Titled < Jekyll::PageWithoutAFile
  def data = (@own_data ||= { "title" => "By the class", "layout" => "l" })
  def pager = { "page" => 3 }
end

class Make < Jekyll::Generator
  def generate(site)
    [Named, Located, Few, Titled].each do |kind|
      page = kind.new(site, site.source, "made", "#{kind.name.downcase}.md")
      page.content = "{{ page.name }} {{ page.own }} {{ page | size }}"
      site.pages << page
    end
  end
end
"##,
        );
    build(&site)
        .succeeds()
        .wrote(
            "list.txt",
            r"/list.txt list.txt list.txt /   
/made/named.html other name made/named.md /elsewhere/  made short
/made/located.html located.md kept/located.md /made/  kept 
/made/few.html     an attribute 
/made/titled.html titled.md made/titled.md /made/ By the class made 

",
        )
        .wrote(
            "made/few.html",
            r"<p>an attribute 3</p>
",
        )
        .wrote(
            "made/located.html",
            r"<p>located.md kept 7</p>
",
        )
        .wrote(
            "made/named.html",
            r"<p>other name made 7</p>
",
        )
        .wrote(
            "made/titled.html",
            r"By the class titled.md 3: <p>titled.md made 9</p>

",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_a_class_decide_what_is_rendered_and_written() {
    let site = Site::new()
        .file("_layouts/l.html", r"[{{ content }}]
")
        .file("list.txt", r"---
---
{% for p in site.pages %}{{ p.url }} {{ p.content | strip }}
{% endfor %}
")
        .file("_plugins/own.rb", r##"Jekyll::Hooks.register(:pages, :post_render) { |page| page.output += "!" unless page.name == "list.txt" }

class Loud < Jekyll::PageWithoutAFile
  def output = super&.upcase
end

class Fixed < Jekyll::PageWithoutAFile
  def output = "fixed"
end

class Lazy < Jekyll::PageWithoutAFile
  def content = @content ||= "*#{site.pages.size}* pages at {{ page.url }}"
end

class Plain < Jekyll::PageWithoutAFile
  def extname = ".html"
end

class Raw < Jekyll::PageWithoutAFile
  def render_with_liquid? = false
end

class Numbered < Jekyll::PageWithoutAFile
  def basename=(name)
    @basename = "01-#{name}"
  end
end

class Make < Jekyll::Generator
  def generate(site)
    [Loud, Fixed, Lazy, Plain, Raw, Numbered].each do |kind|
      page = kind.new(site, site.source, "", "#{kind.name.downcase}.md")
      page.content = "*{{ page.name }}*" unless kind == Lazy
      page.data["layout"] = "l"
      site.pages << page
    end
    page = Jekyll::PageWithoutAFile.new(site, site.source, "", "single.md")
    page.content = "*single*"
    def page.output = super.to_s + "?"
    site.pages << page
  end
end
"##);
    build(&site)
        .succeeds()
        .wrote(
            "01-numbered.html",
            r"[<p><em>numbered.md</em></p>
]
!",
        )
        .wrote("fixed.html", "fixed")
        .wrote(
            "lazy.html",
            r"[<p><em>8</em> pages at /lazy.html</p>
]
!",
        )
        .wrote(
            "list.txt",
            r"/list.txt {% for p in site.pages %}{{ p.url }} {{ p.content | strip }}
{% endfor %}
/loud.html *{{ page.name }}*
/fixed.html *{{ page.name }}*
/lazy.html *8* pages at {{ page.url }}
/plain.html *{{ page.name }}*
/raw.html *{{ page.name }}*
/01-numbered.html *{{ page.name }}*
/single.html *single*

",
        )
        .wrote(
            "loud.html",
            r"[<P><EM>LOUD.MD</EM></P>
]
!",
        )
        .wrote(
            "plain.html",
            r"[*plain.md*]
!",
        )
        .wrote(
            "raw.html",
            r"[<p><em>{{ page.name }}</em></p>
]
!",
        )
        .wrote(
            "single.html",
            r"<p><em>single</em></p>
?!?",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_output_of_a_document_is_what_its_class_returns() {
    let site = Site::new().file(
        "_plugins/own.rb",
        r#"class Loud < Jekyll::Document
  def output = super&.upcase
end

class Make < Jekyll::Generator
  def generate(site)
    post = Loud.new(site.in_source_dir("_posts/2024-02-01-loud.md"), :site => site, :collection => site.posts)
    post.data["title"] = "Loud"
    post.data["date"] = Time.utc(2024, 2, 1)
    post.content = "*{{ page.title }}*"
    site.posts.docs << post
  end
end
"#,
    );
    build(&site).succeeds().wrote(
        "2024/02/01/2024-02-01-loud.html",
        r"<P><EM>LOUD</EM></P>
",
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_method_of_the_site_decides_on_the_payload() {
    let site = Site::new()
        .file(
            "index.md",
            r"---
---
{{ own }} {{ site.title }}
",
        )
        .file(
            "_posts/2024-01-01-a.md",
            r"---
---
post {{ own }}
",
        )
        .file(
            "_plugins/own.rb",
            r#"class Make < Jekyll::Generator
  def generate(site)
    site.define_singleton_method(:site_payload) { super().tap { |payload| payload["own"] = "for this site" } }
  end
end
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "2024/01/01/a.html",
            r"<p>post for this site</p>
",
        )
        .wrote(
            "index.html",
            r"<p>for this site</p>
",
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_module_that_extends_the_site_decides_on_the_payload() {
    let site = Site::new()
        .file(
            "index.md",
            r"---
---
{{ own }} {{ site.title }}
",
        )
        .file(
            "_plugins/own.rb",
            r#"module Own
  def site_payload = super.tap { |payload| payload["own"] = "of a module" }
end
Jekyll::Hooks.register(:site, :post_read) { |site| site.extend(Own) }
"#,
        );
    build(&site).succeeds().wrote(
        "index.html",
        r"<p>of a module</p>
",
    );
}

/// A site whose generator adds an object of a plugin's class with this method.
fn own(parent: &str, method: &str) -> Site {
    let make = match parent {
        "Document" => {
            "Own.new(site.in_source_dir('_posts/2024-02-01-own.md'), :site => site, :collection => site.posts)
    item.data.merge!('title' => 'Own', 'layout' => 'l', 'date' => Time.utc(2024, 2, 1))
    item.content = '{{ page.title }}'
    site.posts.docs << item"
        }
        "StaticFile" => "Own.new(site, site.source, '', 'x.txt')\n    site.static_files << item",
        _ => {
            "Own.new(site, site.source, '', 'own.md')
    item.data['layout'] = 'l'
    item.content = 'text'
    site.pages << item"
        }
    };
    let plugin = format!(
        "class Own < Jekyll::{parent}\n  {method}\nend\nclass Make < Jekyll::Generator\n  def generate(site)\n    item = {make}\n  end\nend\n"
    );
    Site::new().file("_layouts/l.html", "{{ content }}").file("x.txt", "text").file("_plugins/own.rb", &plugin)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_of_a_class_that_hastie_would_not_call_end_the_build() {
    let methods = [
        ("PageWithoutAFile", "content", "def content = 'always the same'"),
        ("PageWithoutAFile", "content=", "def content=(text)\n    @content = text.to_s\n  end"),
        ("PageWithoutAFile", "ext", "def ext = '.scss'"),
        ("PageWithoutAFile", "sass_file?", "def sass_file? = true"),
        ("PageWithoutAFile", "html?", "def html? = false"),
        ("PageWithoutAFile", "renderer", "def renderer = Jekyll::Renderer.new(site, self)"),
        ("PageWithoutAFile", "trigger_hooks", "def trigger_hooks(*) = nil"),
        ("PageWithoutAFile", "hook_owner", "def hook_owner = :posts"),
        ("Document", "content", "def content = 'always the same'"),
        ("Document", "date", "def date = Time.utc(2001, 2, 3)"),
        ("Document", "id", "def id = '/id'"),
        ("Document", "place_in_layout?", "def place_in_layout? = false"),
        ("Document", "<=>", "def <=>(other) = other.path <=> path"),
        ("StaticFile", "name", "def name = 'y.txt'"),
        ("StaticFile", "relative_path", "def relative_path = '/y.txt'"),
        ("StaticFile", "copy_file", "private def copy_file(to) = File.write(to, 'y')"),
    ];
    for (parent, name, method) in methods {
        let site = own(parent, method);
        let reason = format!("replacing Own#{name} is not supported: Hastie does its work without Ruby");
        build(&site).fails().says(&format!("Reason: {reason}")).says("--> _plugins/own.rb:2");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn another_configuration_of_the_site_ends_the_build() {
    let reason = |rest: &str| {
        format!("Reason: replacing Jekyll::Site#config{rest} is not supported: Hastie does its work without Ruby")
    };
    let class = "class Jekyll::Site\n  def config = @config.merge('title' => 'Other')\nend\n";
    let object = "Jekyll::Hooks.register(:site, :post_read) do |site|\n  def site.config = super.merge('title' => 'Other')\nend\n";
    for (plugin, rest) in [(class, ""), (object, " for one object")] {
        let site = Site::new().file("index.md", "---\n---\n{{ site.title }}\n").file("_plugins/own.rb", plugin);
        build(&site).fails().says(&reason(rest)).says("--> _plugins/own.rb:2");
    }
}
