//! Instance variables, nodes and other internals that plugins in Ruby read and change. The expected output was recorded
//! from Ruby.

use super::ruby::build;
use crate::story::Site;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_that_plugins_add_read_instance_variables_of_pages_documents_and_files() {
    let site = Site::new()
        .file("_plugins/c.rb", r##"module Jekyll
  class Page
    def my_title
      "#{@data["title"]}|#{@name}|#{@ext}|#{@basename}|#{@dir}|#{@base == @site.source}"
    end
  end
  class Document
    def my_title
      "#{@data["title"]}|#{@collection.label}|#{@site.class}|#{File.basename(@path)}"
    end
  end
  class StaticFile
    def where
      [1].map { "#{@dir}|#{@name}|#{@base == @site.source}|#{@collection.inspect}" }.first
    end
  end
  class Gen < Generator
    def generate(site)
      site.config["seen"] = site.pages.map(&:my_title) + site.posts.docs.map(&:my_title) + site.static_files.map(&:where)
    end
  end
end
"##)
        .file("a.html", r#"---
title: A
---
{% for l in site.seen %}{{ l }}
{% endfor %}
"#)
        .file("s/t.txt", r#"x
"#)
        .file("_posts/2025-01-02-one.md", r#"---
title: P
---
1
"#);
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"A|a.html|.html|a||true
P|posts|Jekyll::Site|2025-01-02-one.md
/s|t.txt|true|nil

"#,
        )
        .wrote(
            "s/t.txt", r#"x
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<p>1</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn instance_variables_are_read_and_set_by_name() {
    let site = Site::new()
        .file("_config.yml", r#"title: T
"#)
        .file("_plugins/c.rb", r#"class Gen < Jekyll::Generator
  def generate(site)
    page = site.pages.first
    post = site.posts.docs.first
    file = site.static_files.first
    seen = [page.instance_variable_get(:@data).keys, page.instance_variable_get(:@content), page.instance_variable_get("@name"),
            post.instance_variable_get(:@content), post.instance_variable_get(:@collection).label, file.instance_variable_get(:@dir),
            site.posts.instance_variable_get(:@docs).size, site.instance_variable_get(:@pages).size, site.instance_variable_get(:@layouts).keys,
            site.instance_variable_get(:@config)["title"]]
    post.instance_variable_set(:@content, "changed {{ page.title }}")
    page.instance_variable_set(:@data, { "k" => 5 })
    site.config["seen"] = seen.map(&:inspect)
  end
end
"#)
        .file("_layouts/l.html", r#"{{ content }}
"#)
        .file("a.html", r#"---
title: A
---
{{ page.k }} {% for l in site.seen %}{{ l }}
{% endfor %}
"#)
        .file("s/t.txt", r#"x
"#)
        .file("_posts/2025-01-02-one.md", r#"---
title: P
---
1
"#);
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"5 ["title"]
"{{ page.k }} {% for l in site.seen %}{{ l }}\n{% endfor %}\n"
"a.html"
"1\n"
"posts"
"/s"
1
1
["l"]
"T"

"#,
        )
        .wrote(
            "s/t.txt", r#"x
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<p>changed P</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_nodes_of_a_block_are_rendered_one_by_one() {
    let site = Site::new()
        .file("_plugins/c.rb", r#"class Nodes < Liquid::Block
  def render(context)
    nodelist.map { |node| node.respond_to?(:render) ? "[#{node.render(context)}]" : node.upcase }.join
  end
end
Liquid::Template.register_tag("nodes", Nodes)
"#)
        .file("_includes/i.html", r#"inc
"#)
        .file("a.html", r#"---
title: T
---
{% nodes %}a {{ page.title }} b {% if page.title %}yes {{ page.title }}{% endif %}{% for i in (1..2) %}{{ i }}{% endfor %}{% assign x = 3 %}{% include i.html %}{% nodes %}in{% endnodes %}{% endnodes %}{{ x }}
"#);
    site.write(
        "b.html",
        "---\n---\n{% for i in (1..2) %}{% nodes %}a{% break %}b{% continue %}{% endnodes %}c{% endfor %}",
    );
    build(&site)
        .succeeds()
        .wrote(
            "a.html",
            r#"A [T] B [yes T][12][][inc
][IN]3
"#,
        )
        .wrote("b.html", "A[]B[]cA[]B[]c");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_parse_context_has_the_last_line_once_the_template_is_parsed() {
    let site = Site::new()
        .file("_plugins/t.rb", r##"class Pc < Liquid::Tag
  def initialize(n, m, pc)
    super
    @l = pc.line_number
    @cls = pc.class.name
    @em = pc.error_mode rescue $!.class.name
    @v = Liquid::Variable.new(m, pc)
  end
  def render(context)
    "#{@l} #{@cls} #{@em} #{@v.name.class} #{@v.render(context)} #{parse_context.line_number.inspect} #{options.class} #{nodelist.inspect}"
  end
end
Liquid::Template.register_tag("pc", Pc)
"##)
        .file("index.html", r#"---
title: abc
---
{% pc page.title | upcase | append: "x" %}

{% pc "lit" | size %}
"#);
    build(&site).succeeds().wrote(
        "index.html",
        r#"1 Liquid::ParseContext warn Liquid::VariableLookup ABCx 4 Liquid::ParseContext nil

3 Liquid::ParseContext warn String 3 4 Liquid::ParseContext nil
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_root_of_a_template_has_its_nodes() {
    let site = Site::new()
        .file(
            "_plugins/t.rb",
            r#"class G < Jekyll::Generator
  def generate(site)
    t = Liquid::Template.parse("a {{ x | upcase }} b {% if y %}c{% endif %} {% assign z = 1 %}")
    n = t.root.nodelist
    site.data["o"] = n.map { |e| e.is_a?(String) ? e.inspect : e.class.name }
    site.data["v"] = n.grep(Liquid::Variable).map { |v| [v.raw, v.name.name, v.filters.inspect].inspect }
    site.data["t"] = n.grep(Liquid::Tag).map { |v| [v.tag_name, v.raw, v.line_number].inspect }
  end
end
"#,
        )
        .file(
            "index.html",
            r#"---
---
{{ site.data.o | join: "," }} {{ site.data.v }} {{ site.data.t }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote("index.html", r#""a ",Liquid::Variable," b ",Liquid::If," ",Liquid::Assign [" x | upcase ", "x", "[[\"upcase\", []]]"] ["if", "if y ", nil]["assign", "assign z = 1 ", nil]
"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_hash_that_a_hook_puts_into_the_payload_keeps_what_tags_add() {
    let site = Site::new()
        .file(
            "_plugins/cb.rb",
            r#"module Blocks
  class ContentFor < Liquid::Block
    def initialize(t, m, k); super; @name = m.strip; end
    def render(context)
      store = (context.environments.first["blocks"] ||= {})
      (store[@name] ||= []) << super
      ""
    end
  end
  class ContentBlock < Liquid::Tag
    def initialize(t, m, k); super; @name = m.strip; end
    def render(context)
      ((context.environments.first["blocks"] || {})[@name] || []).join
    end
  end
  class IfHas < Liquid::Block
    def initialize(t, m, k); super; @name = m.strip; end
    def render(context)
      (context.environments.first["blocks"] || {}).key?(@name) ? super : ""
    end
  end
end
Liquid::Template.register_tag("contentfor", Blocks::ContentFor)
Liquid::Template.register_tag("contentblock", Blocks::ContentBlock)
Liquid::Template.register_tag("ifhas", Blocks::IfHas)
Jekyll::Hooks.register([:pages, :documents], :pre_render) { |d, payload| payload["blocks"] = {} }
"#,
        )
        .file(
            "_layouts/l.html",
            r#"<aside>{% ifhas side %}S:{% contentblock side %}{% endifhas %}</aside>{{ content }}
"#,
        )
        .file(
            "a.html",
            r#"---
layout: l
---
{% contentfor side %}from a {{ page.name }}{% endcontentfor %}A
"#,
        )
        .file(
            "b.html",
            r#"---
layout: l
---
B
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "b.html",
            r#"<aside></aside>B

"#,
        )
        .wrote(
            "a.html",
            r#"<aside>S:from a a.html</aside>A

"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn an_excerpt_has_only_some_methods_of_its_document() {
    let site = Site::new()
        .file("_plugins/d.rb", r##"class XGen < Jekyll::Generator
  def generate(site)
    e = site.posts.docs.first.data["excerpt"]
    r = begin; e.date.to_s; rescue NoMethodError => x; x.message[0, 30]; end
    s = %i(title basename_without_ext permalink draft? output_ext yaml_file? type ext name id path relative_path to_s inspect include?).map { |m| "#{m}=#{e.respond_to?(m)}" }
    q = %i(layout date tags slug basename cleaned_relative_path write asset_file?).map { |m| "#{m}=#{e.respond_to?(m)}" }
    site.pages << Jekyll::PageWithoutAFile.new(site, site.source, "", "e.txt").tap { |p| p.content = "#{r}\n#{s.join("\n")}\n#{q.join("\n")}\n" }
  end
end
"##)
        .file("_posts/2025-01-02-one.md", r#"---
---
one

two
"#);
    build(&site)
        .succeeds()
        .wrote(
            "e.txt",
            r#"undefined method `date' for <J
title=false
basename_without_ext=false
permalink=false
draft?=false
output_ext=false
yaml_file?=false
type=true
ext=true
name=true
id=true
path=true
relative_path=true
to_s=true
inspect=true
include?=true
layout=false
date=false
tags=false
slug=false
basename=false
cleaned_relative_path=false
write=false
asset_file?=false
"#,
        )
        .wrote(
            "2025/01/02/one.html",
            r#"<p>one</p>

<p>two</p>
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn blocks_for_the_end_of_the_process_run_after_all_hooks() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"at_exit { File.open("_site/left.txt", "a") { |f| f.puts "last" } }
at_exit do
  at_exit { File.open("_site/left.txt", "a") { |f| f.puts "added" } }
  File.write("_site/left.txt", Dir["_site/**/*"].sort.join(",") + "\n")
end
Jekyll::Hooks.register(:site, :post_write) { |site| File.write(site.in_dest_dir("hook.txt"), "hook\n") }
"#,
        )
        .file(
            "index.md",
            r#"---
---
hi
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "index.html",
            r#"<p>hi</p>
"#,
        )
        .wrote(
            "left.txt",
            r#"_site/hook.txt,_site/index.html
added
last
"#,
        )
        .wrote(
            "hook.txt", r#"hook
"#,
        );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_url_of_a_page_is_what_a_plugin_puts_into_its_variable() {
    let site = Site::new()
        .file(
            "_plugins/c.rb",
            r#"class G < Jekyll::Generator
  def generate(site)
    site.pages.each { |p| p.instance_variable_set(:@url, "/set/#{p.basename}.html") }
  end
end
"#,
        )
        .file(
            "a.html",
            r#"---
---
{{ page.url }}
"#,
        );
    build(&site).succeeds().wrote(
        "set/a.html",
        r#"/set/a.html
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn end_statements_run_at_the_end_and_only_once() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r##"STEPS = ["END { no }"] # END { no }
END { File.write("_site/end.txt", STEPS.join("\n") + "\n" + "#{File.basename(__FILE__)}:#{__LINE__}\n") }
at_exit { STEPS << "at_exit" }
2.times { |at| END { STEPS << "once, at #{at}" } }
word = "é"; END { STEPS << word
  END { STEPS << "inner" }
}
END { STEPS << "never" } if false
"##,
        )
        .file("index.md", "---\n---\nhi\n");
    build(&site).succeeds().wrote(
        "end.txt",
        r#"END { no }
é
inner
once, at 0
at_exit
d.rb:2
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn constants_of_libraries_appear_when_a_plugin_requires_them() {
    let site = Site::new()
        .file(
            "_plugins/d.rb",
            r#"NAMES = %i(Timeout Socket TCPSocket Etc Tempfile Benchmark Find OptionParser Base64 REXML)
BEFORE = NAMES.select { |name| Object.const_defined?(name) }
FOUND = %w(timeout socket etc tempfile benchmark).map { |file| require(file) }
AFTER = NAMES.select { |name| Object.const_defined?(name) }
class Seen < Jekyll::Generator
  def generate(site)
    site.config["seen"] = [BEFORE.join(","), AFTER.join(","), FOUND.first, (Timeout.timeout(5) { "in time" }), Timeout::Error.name]
  end
end
"#,
        )
        .file("index.html", "---\n---\n{% for s in site.seen %}{{ s }}\n{% endfor %}");
    build(&site).succeeds().wrote(
        "index.html",
        r#"Find,OptionParser,Base64,REXML
Timeout,Socket,TCPSocket,Etc,Tempfile,Benchmark,Find,OptionParser,Base64,REXML
true
in time
Timeout::Error
"#,
    );
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn what_the_sandbox_lacks_ends_the_build_where_a_plugin_rescues_it() {
    let cases = [
        (
            "FileUtils.ln_s('index.html', site.in_dest_dir('link.html')) rescue nil",
            "File.symlink is not available in the sandbox",
        ),
        (
            "Pathname.new(site.in_dest_dir('link.html')).make_link(site.in_source_dir('index.html')) rescue nil",
            "File.link is not available in the sandbox",
        ),
        ("site.config['seen'] = (Jekyll.logger.messages.size rescue 0)", "Jekyll.logger.messages is not available"),
    ];
    for (code, message) in cases {
        let hook = format!("Jekyll::Hooks.register(:site, :post_write) do |site|\n  {code}\nend\n");
        let site = Site::new().file("_plugins/d.rb", hook).file("index.html", "---\n---\nhi\n");
        let outcome = build(&site).fails();
        assert!(outcome.all().contains(message), "{code}: {}", outcome.all());
        assert!(outcome.all().contains("_plugins/d.rb:2"), "{code}: {}", outcome.all());
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_last_messages_of_plugins_can_be_read() {
    let plugin = r#"class Logging < Jekyll::Generator
  def generate(site)
    Jekyll.logger.warn("Note:", "one")
    Jekyll.logger.info("Note:", "two")
    site.config["said"] = Jekyll.logger.messages.last(2).map(&:strip) + [Jekyll.logger.messages.last.strip]
  end
end
"#;
    let site =
        Site::new().file("_plugins/log.rb", plugin).file("index.html", "---\n---\n{{ site.said | join: ', ' }}\n");
    build(&site).succeeds().wrote("index.html", "Note: one, Note: two, Note: two\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn exit_at_the_end_of_the_process_sets_the_status() {
    let hook = "Jekyll::Hooks.register(:site, :post_read) { |_| exit(3) }";
    for (code, status) in [("at_exit { exit 3 }", 3), ("END { exit 3 }", 3), (hook, 1)] {
        let site = Site::new().file("_plugins/d.rb", code).file("index.html", "---\n---\nhi\n");
        assert_eq!(build(&site).code(), Some(status), "{code}");
    }
}
