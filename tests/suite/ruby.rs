//! A site's own Ruby code, run in the sandbox. The tests need the module that `hastie ruby install` fetches.
//! `HASTIE_RUBY_WASM` has its path.

use crate::story::{Outcome, Site, program, ruby_cache};

const PANELS: &str = r##"
class Panel < Liquid::Block
  def render(context)
    context.environments.first["panel"] = []
    context["rows"] = []
    super
    "#{context.environments.first["panel"].join("+")} #{context["rows"].size}"
  end
end

class Row < Liquid::Block
  Part = Struct.new(:text) do
    def to_s
      text.upcase
    end
  end

  def render(context)
    context.environments.first["panel"] << Part.new(super.strip)
    context["rows"] << 1
    ""
  end
end

module Grow
  def grow(list, item)
    list << item
    list.size
  end

  def shout(text)
    "#{text.upcase}!"
  end
end
Liquid::Template.register_tag("panel", Panel)
Liquid::Template.register_tag("row", Row)
Liquid::Template.register_filter(Grow)
"##;

/// A build with the sandbox enabled, regardless of the environment.
pub(crate) fn build(site: &Site) -> Outcome<'_> {
    build_with(site, &[])
}

/// Builds a site with options. The environment neither allows nor forbids the network.
pub(crate) fn build_with<'a>(site: &'a Site, options: &[&str]) -> Outcome<'a> {
    let module = module().unwrap_or_default();
    let ruby = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str())];
    let network = [("HASTIE_OFFLINE", "0"), ("HASTIE_NETWORK", "0")];
    site.run_with(&[&["build"], options].concat(), &[ruby, network].concat())
}

/// The path of the Ruby module, if the environment has it.
pub(crate) fn module() -> Option<String> {
    std::env::var("HASTIE_RUBY_WASM").ok().filter(|file| !file.is_empty())
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_block_collects_the_additions_of_nested_blocks() {
    let page = "---\n---\n{% panel %}{% row %}one{% endrow %}{% row %}two{% endrow %}{% endpanel %}";
    let site = Site::new().file("_plugins/panels.rb", PANELS).file("index.html", page);
    build(&site).succeeds().wrote("index.html", "ONE+TWO 2");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn additions_of_a_filter_to_a_list_are_visible_to_others() {
    let page = "---\nwords: [a, b]\n---\n{{ page.words | grow: 'c' }} {{ page.words | join: ',' }}\n\
                {% assign list = 'x y' | split: ' ' %}{{ list | grow: 'z' }} {{ list | join: ',' }}";
    let site = Site::new().file("_plugins/panels.rb", PANELS).file("index.html", page);
    build(&site).succeeds().wrote("index.html", "3 a,b,c\n3 x,y,z");
}

const TEMPLATES: &str = r##"
require "erb"

class Outer < Liquid::Block
  def render(context)
    environment = context.environments.first
    before = [environment["seen"].inspect, environment["seen"].inspect]
    super
    text = "plain #{@markup}"
    template = Liquid::Template.parse(text)
    text << "!"
    result = template.render({})
    result << "?"
    code = ERB.new("<%= 1 + 1 %>\n<% 2.times do |i| -%>\n<%= i %>\n<% end -%>\n", trim_mode: "-")
    written = code.result
    code.src << "; 'changed'"
    wrong = begin
      template.render(1)
    rescue Liquid::ArgumentError => e
      e.message
    end
    [*before, environment["seen"].inspect, result, template.render, written.inspect, template.errors, wrong].join(" | ")
  end
end

class Inner < Liquid::Tag
  def render(context)
    environment = context.environments.first
    environment["seen"] ||= []
    environment["seen"] << @markup.strip
    ""
  end
end
Liquid::Template.register_tag("outer", Outer)
Liquid::Template.register_tag("inner", Inner)
"##;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn templates_and_variables_that_plugins_use_again_are_up_to_date() {
    let page = "---\n---\n{% for i in (1..2) %}{% outer x %}{% inner a %}{% inner b %}{% endouter %}\n{% endfor %}";
    let site = Site::new().file("_plugins/templates.rb", TEMPLATES).file("index.html", page);
    let line = |before: &str, after: &str| {
        let wrong = "Liquid error: Expected Hash or Liquid::Context as parameter";
        format!("{before} | {before} | {after} | plain x ? | plain x  | \"2\\n0\\n1\\n\" |  | {wrong}\n")
    };
    let once = "[\"a\", \"b\"]";
    let twice = "[\"a\", \"b\", \"a\", \"b\"]";
    build(&site).succeeds().wrote("index.html", &(line("nil", once) + &line(once, twice)));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_filter_can_be_called_repeatedly() {
    let page = "---\n---\n{% for i in (1..30) %}{{ 'a' | shout }}{% endfor %}{{ 'b' | shout }}";
    let site = Site::new().file("_plugins/panels.rb", PANELS).file("index.html", page);
    build(&site).succeeds().wrote("index.html", &("A!".repeat(30) + "B!"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn hooks_that_a_generator_or_a_hook_registers_are_called() {
    let code = "class Late < Jekyll::Generator\n  def generate(site)\n    Jekyll::Hooks.register(:pages, :pre_render) do |page|\n      \
                page.content = \"#{page.content}1\"\n    end\n  end\nend\n\
                Jekyll::Hooks.register(:site, :pre_render) do |site|\n  \
                Jekyll::Hooks.register(:pages, :post_render) { |page| page.output = \"#{page.output}2\" }\nend\n";
    let site = Site::new().file("_plugins/late.rb", code).file("index.html", "---\n---\nx");
    build(&site).succeeds().wrote("index.html", "x12");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn keys_that_a_plugin_adds_to_the_payload_are_variables() {
    let code = "class Jekyll::Drops::UnifiedPayloadDrop\n  def greeting\n    { 'word' => \"Hello #{@obj.config['who']}\" }\n  end\n\
                end\n";
    let site =
        Site::new().file("_plugins/payload.rb", code).file("_layouts/a.html", "{{ content }} {{ greeting.word }}");
    let site = site.file("index.html", "---\nlayout: a\n---\n{{ greeting.word }}!");
    site.write("_config.yml", "who: Ada\n");
    build(&site).succeeds().wrote("index.html", "Hello Ada! Hello Ada");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_recursive_tag_ends_the_build_without_a_crash() {
    let again = "class Again < Liquid::Tag\n  def render(context)\n    Liquid::Template.parse('{% again %}').render!(context)\n  \
                 end\nend\nLiquid::Template.register_tag('again', Again)\n";
    let site = Site::new().file("_plugins/again.rb", again).file("index.html", "---\n---\n{% again %}");
    let outcome = build(&site);
    assert_eq!(outcome.code(), Some(1), "{}", outcome.all());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_build_reuses_an_intact_image_of_an_earlier_one() {
    let env = "module Own\n  def own(text)\n    \"#{text} #{ENV[\"JEKYLL_ENV\"]} #{Dir.pwd == @context.registers[:site].source} #{rand(99)}\"\n  end\nend\n\
               Liquid::Template.register_filter(Own)\n";
    let site = Site::new().file("_plugins/own.rb", env).file("index.html", "---\n---\n{{ 'a' | own }}");
    let cache = site.folder().join(".cache").display().to_string();
    let module = module().unwrap_or_default();
    let build = |name: &str| {
        let variables = [
            ("HASTIE_RUBY", "sandbox"),
            ("HASTIE_RUBY_WASM", module.as_str()),
            ("XDG_CACHE_HOME", cache.as_str()),
            ("JEKYLL_ENV", name),
        ];
        site.run_with(&["build"], &variables).succeeds();
        site.read("_site/index.html").unwrap_or_default()
    };
    let first = build("one");
    assert!(first.starts_with("a one true "), "{first}");
    let image = std::fs::read(format!("{cache}/hastie/hastie-ruby-3.2.image")).expect("there is an image");
    assert_eq!(build("two"), first.replace("one", "two"));
    site.write(".cache/hastie/hastie-ruby-3.2.image", &image[..image.len() / 2]);
    assert_eq!(build("one"), first);
    let again = std::fs::read(format!("{cache}/hastie/hastie-ruby-3.2.image")).expect("there is an image");
    assert!(again == image, "the image is made anew");
}

/// Compiled code needs a large address space; the interpreter does not.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_site_is_the_same_compiled_and_interpreted() {
    let page = "---\nwords: [a, b]\n---\n{{ page.words | grow: 'c' }} {{ 'a' | shout }}\n\
                {% panel %}{% row %}one{% endrow %}{% endpanel %}";
    let site = Site::new().file("_plugins/panels.rb", PANELS).file("index.html", page);
    let text = "3 A!\nONE 1";
    build(&site).succeeds().wrote("index.html", text);

    let module = module().unwrap_or_default();
    let environment = [("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", module.as_str())];
    let interpreted = [&environment[..], &[("HASTIE_RUBY_ENGINE", "interpreter")]].concat();
    site.run_with(&["build"], &interpreted).succeeds().wrote("index.html", text);

    let plain = site.command(&["build"]);
    let mut limited = program("sh");
    limited.args(["-c", "ulimit -v 3000000; exec \"$0\" \"$@\""]).arg(plain.get_program()).args(plain.get_args());
    limited.envs(plain.get_envs().filter_map(|(name, value)| value.map(|value| (name, value)))).envs(environment);
    limited.env("XDG_CACHE_HOME", ruby_cache()).current_dir(site.folder());
    site.outcome(limited).succeeds().wrote("index.html", text);
}

const COUNT: &str = r###"
module Count
  def count_pages(text)
    "#{text}: #{@context.registers[:site].pages.map(&:name).join(", ")}"
  end
end
Liquid::Template.register_filter(Count)
Jekyll::Hooks.register(:site, :post_read) { |site| site.pages.each { |page| page.data["title"] = "titled #{page.name}" } }
"###;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_multilingual_site_runs_its_ruby_for_each_language() {
    let config = "plugins: [jekyll-polyglot]\nlanguages: [en, fr]\ndefault_lang: en\nparallel_localization: false\n";
    let text = "permalink: /\n---\n{{ site.active_lang | count_pages }} {{ page.title }}";
    let site = Site::new()
        .file("_config.yml", config)
        .file("_plugins/count.rb", COUNT)
        .file("index.md", format!("---\nlang: en\n{text}"))
        .file("index.fr.md", format!("---\nlang: fr\n{text}"));
    build(&site)
        .succeeds()
        .wrote("index.html", "<p>en: index.md titled index.md</p>\n")
        .wrote("fr/index.html", "<p>fr: index.fr.md titled index.fr.md</p>\n");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn changes_by_hooks_and_tags_are_visible_to_later_documents() {
    let plugin = "class Note < Liquid::Tag\n  def render(context)\n    site = context.registers[:site]\n    \
                  (site.data['seen'] ||= []) << context['page.name']\n    site.data['words'][0] << '.'\n    \
                  context.registers[:count] = (context.registers[:count] || 0) + 1\n  end\nend\n\
                  Liquid::Template.register_tag('note', Note)\n\
                  Jekyll::Hooks.register(:pages, :pre_render) { |page, payload| page.content << '{{ page.name }}'; payload['late'] = proc { 'called' } }\n";
    let site = Site::new()
        .file("_plugins/note.rb", plugin)
        .file("_data/words.yml", "- alpha\n")
        .file("_includes/i.html", "{% note %}")
        .file("a.html", "---\n---\n{% note %}{% include i.html %} {{ late }} ")
        .file("b.html", "---\n---\n{% note %} {{ site.data.seen | join: ',' }} {{ site.data.words[0] }} ")
        .file("c.html", "---\n---\nplain ");
    let outcome = build(&site).succeeds();
    outcome
        .wrote("a.html", "12 called a.html")
        .wrote("b.html", "1 a.html,a.html,b.html alpha... b.html")
        .wrote("c.html", "plain c.html");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_may_have_an_anonymous_class() {
    let plugin = "Jekyll::Hooks.register :site, :after_reset do |site|\n  kind = Class.new(Jekyll::Page) do\n    \
                  def initialize(site)\n      @site = site\n      @base = site.source\n      @dir = '/'\n      @name = 'small.html'\n      \
                  @data = {}\n      @content = 'small'\n      process(@name)\n    end\n  end\n  site.pages << kind.new(site)\nend\n";
    let site = Site::new().file("_plugins/small.rb", plugin);
    build(&site).succeeds().wrote("small.html", "small");
}

const GREETINGS: &str = r##"
module Greet
  def greet(name)
    greetings = @context.registers[:site].data["greetings"]
    "#{greetings[@context.environments.first["page"]["lang"] || "en"]} #{name}"
  end
end

class Louder < Liquid::Tag
  def render(context)
    context.registers[:site].data["greetings"]["en"] = "HELLO"
    ""
  end
end
Liquid::Template.register_filter(Greet)
Liquid::Template.register_tag("louder", Louder)
"##;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_filter_that_uses_the_page_runs_for_each_page() {
    let often = "{% for i in (1..5) %}{{ 'you' | greet }} {% endfor %}";
    let site = Site::new()
        .file("_plugins/greet.rb", GREETINGS)
        .file("_data/greetings.yml", "en: Hello\nde: Hallo\n")
        .file("a.html", format!("---\n---\n{often}"))
        .file("b.html", format!("---\nlang: de\n---\n{often}"))
        .file("c.html", format!("---\nlang: en\n---\n{often}{{% louder %}}{{{{ 'you' | greet }}}}"))
        .file("d.html", format!("---\n---\n{often}"));
    build(&site)
        .succeeds()
        .wrote("a.html", &"Hello you ".repeat(5))
        .wrote("b.html", &"Hallo you ".repeat(5))
        .wrote("c.html", &format!("{}HELLO you", "Hello you ".repeat(5)))
        .wrote("d.html", &"HELLO you ".repeat(5));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_generator_sees_complete_posts() {
    let plugin = "class All < Jekyll::Generator\n  def generate(site)\n    site.posts.docs.each { |post| post.data['number'] = post.data['title'].to_i * 2 }\n    \
                  site.data['sum'] = site.posts.docs.sum { |post| post.data['number'] }\n  end\nend\n";
    let mut site = Site::new().file("_plugins/all.rb", plugin);
    for number in 1..=150 {
        let path = format!("_posts/2025-{:02}-{:02}-p{number}.md", number % 12 + 1, number % 28 + 1);
        site = site.file(&path, format!("---\ntitle: '{number}'\n---\nx\n"));
    }
    let page = "---\n---\n{{ site.data.sum }} {% assign own = 0 %}{% for post in site.posts %}{% assign own = own | plus: post.number %}{% endfor %}{{ own }}";
    let site = site.file("index.html", page);
    build(&site).succeeds().wrote("index.html", "22650 22650");
}

const CLOCKS: &str = r#"
module Clocks
  def clocks(text)
    zones = [Time.parse(text), Time.new(2025, 7, 1), Time.at(1_750_000_000), Time.local(2025, 12, 1), Date.new(2025, 3, 30).to_time]
    zones.map { |time| time.strftime("%F %H:%M %z %Z") }.push((zones.last + 86_400).to_s, zones.last.zone).join("|")
  end
end
Liquid::Template.register_filter(Clocks)
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn local_times_are_in_the_sites_time_zone() {
    let site = Site::new()
        .file("_config.yml", "timezone: Europe/Berlin")
        .file("_plugins/clocks.rb", CLOCKS)
        .file("index.html", "---\n---\n{{ '2025-01-02 03:04' | clocks }}");
    let expected = "2025-01-02 03:04 +0100 CET|2025-07-01 00:00 +0200 CEST|2025-06-15 17:06 +0200 CEST|\
                    2025-12-01 00:00 +0100 CET|2025-03-30 00:00 +0100 CET|2025-03-31 01:00:00 +0200|CET";
    build(&site).succeeds().wrote("index.html", expected);
}

const OWN_DROPS: &str = r#"
class Thing
  attr_reader :name, :data

  def initialize(name)
    @name = name
    @data = { "extra" => name.upcase }
  end

  def to_liquid
    @drop ||= ThingDrop.new(self)
  end
end

class ThingDrop < Jekyll::Drops::Drop
  mutable false
  delegate_methods :name
  private delegate_method_as :data, :fallback_data
end

module Jekyll::Drops
  class DocumentDrop
    def_delegators :@obj, :basename_without_ext
  end
end

module Bang
  def bang(text)
    text << "!"
  end
end
Liquid::Template.register_filter(Bang)
Jekyll::Hooks.register(:site, :pre_render) { |_, payload| payload["things"] = [Thing.new("a"), Thing.new("b")] }
Jekyll::Hooks.register(:site, :after_init) do |site|
  site.config["defaults"] << { "scope" => { "path" => "" }, "values" => { "mark" => "default" } }
end
Jekyll::Hooks.register(:posts, :post_render) { |post| post.output += "[#{post.content.size}]" }
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn ruby_changes_to_drops_defaults_and_strings_take_effect() {
    let page = "---\ntitle: T\n---\n{% for t in things %}{{ t.name }}{{ t.extra }}{% endfor %} {{ things | jsonify }} \
                {{ page.title | bang }} {{ page.title }} {{ page.mark }}\
                {% for p in site.posts %} {{ p.basename_without_ext }}{% endfor %}";
    let site = Site::new()
        .file("_plugins/own.rb", OWN_DROPS)
        .file("index.html", page)
        .file("_layouts/post.html", "<i>{{ content }}</i>")
        .file("_posts/2025-01-02-one.html", "---\nlayout: post\n---\ntext");
    let expected = r#"aAbB [{"name":"a","extra":"A"},{"name":"b","extra":"B"}] T! T! default 2025-01-02-one"#;
    build(&site).succeeds().wrote("index.html", expected).wrote("2025/01/02/one.html", "<i>text</i>[4]");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn strings_can_be_colored_like_jekylls_messages() {
    let plugin = "module Paint\n  def paint(text)\n    text.green + text.bold.strip_ansi\n  end\nend\nLiquid::Template.register_filter(Paint)\n";
    let site = Site::new().file("_plugins/paint.rb", plugin).file("index.html", "---\n---\n{{ 'x' | paint }}");
    build(&site).succeeds().wrote("index.html", "\u{1b}[32mx\u{1b}[0mx");
}
