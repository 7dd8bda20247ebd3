//! The network, files and commands for a site's own Ruby code, run in the sandbox. The tests need the module that
//! `hastie ruby install` fetches. `HASTIE_RUBY_WASM` has its path.

use crate::github::Server;
use crate::ruby::build_with;
use crate::story::{Outcome, Site};

/// A generator that reads the same address in five ways.
const READER: &str = r#"
require "open-uri"
require "httparty"
require "faraday"
require "rest-client"

class Reader < Jekyll::Generator
  def generate(site)
    site.data["early"] = "early"
    address = "ADDRESS/feed.json"
    bodies = [Net::HTTP.get(URI(address)), URI.open(address).read, HTTParty.get(address).body, Faraday.get(address).body, RestClient.get(address).body]
    site.data["bodies"] = bodies.uniq
    site.data["title"] = HTTParty.get(address, :format => :json)["title"]
  end
end
"#;

const PAGE: &str = "---\n---\n{{ site.data.early }} {{ site.data.bodies }} {{ site.data.title }}";

const FEED: &str = r#"{"title": "Pears"}"#;

#[track_caller]
fn mentions(outcome: &Outcome<'_>, text: &str) {
    assert!(outcome.all().contains(text), "{text}\n{}", outcome.all());
}

fn server() -> Server {
    Server::new(&[("/feed.json", FEED.as_bytes().to_vec())])
}

fn reader(server: &Server) -> Site {
    Site::new().file("_plugins/reader.rb", READER.replace("ADDRESS", &server.address)).file("index.html", PAGE)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn with_consent_plugins_read_the_network_and_later_builds_use_the_answers() {
    let server = server();
    let site = reader(&server);
    let expected = format!("early {FEED} Pears");
    build_with(&site, &["--network"]).succeeds().wrote("index.html", &expected).does_not_say("Network:");
    assert_eq!(server.asked().len(), 6);
    for options in [&["--offline"][..], &["--network=example.org"], &[]] {
        let outcome = build_with(&site, options).succeeds().wrote("index.html", &expected);
        let said = outcome.all();
        assert_eq!(said.matches("Network:").count(), 1, "{said}");
        assert!(said.contains("The build uses its answer from "), "{said}");
    }
    assert_eq!(server.asked().len(), 6);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn without_consent_generators_and_hooks_are_skipped_with_a_warning() {
    let server = server();
    let hook = r#"
        require "net/http"
        Jekyll::Hooks.register(:site, :post_read) do |site|
          site.data["hook"] = "begun"
          Net::HTTP.get(URI("https://example.org/hook"))
          site.data["hook"] = "finished"
        end
    "#;
    let site = reader(&server).file("_plugins/hook.rb", hook).file("b.html", "---\n---\n{{ site.data.hook }}");
    let outcome = build_with(&site, &[]).succeeds().wrote("index.html", "early  ").wrote("b.html", "begun");
    let said = outcome.all();
    assert_eq!(said.matches("Network:").count(), 2, "{said}");
    assert!(said.contains("_plugins/reader.rb:11 requests http://127.0.0.1:"), "{said}");
    assert!(
        said.contains("_plugins/hook.rb:5 requests https://example.org/hook: the network is not allowed (--network"),
        "{said}"
    );
    assert!(server.asked().is_empty());
    mentions(&build_with(&site, &["--strict"]).fails(), "_plugins/hook.rb:5 requests https://example.org/hook");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn without_consent_a_tag_is_an_error_unless_it_rescues() {
    let tags = r#"
        require "net/http"
        class Fetch < Liquid::Tag
          def render(_context)
            Net::HTTP.get(URI("https://example.org/"))
          end
        end
        class Careful < Fetch
          def render(context)
            super
          rescue StandardError
            "N/A"
          end
        end
        Liquid::Template.register_tag("fetch", Fetch)
        Liquid::Template.register_tag("careful", Careful)
    "#;
    let careful = Site::new().file("_plugins/tags.rb", tags).file("index.html", "---\n---\n{% careful %}");
    let outcome = build_with(&careful, &[]).succeeds().wrote("index.html", "N/A");
    mentions(&outcome, "Network: _plugins/tags.rb:5 requests https://example.org/");
    let fetch = Site::new().file("_plugins/tags.rb", tags).file("index.html", "---\n---\n{% fetch %}");
    mentions(&build_with(&fetch, &[]).fails(), "Liquid Exception: Failed to open TCP connection to example.org:443");
    let strict = Site::new().file("_plugins/tags.rb", tags).file("index.html", "---\n---\n{% careful %}");
    build_with(&strict, &["--strict"]).fails();
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_list_of_hosts_allows_no_others() {
    let server = server();
    let page = "---\n---\n{{ site.data.title }}";
    let local = |options: &[&str]| {
        let plugin = "require 'net/http'\nJekyll::Hooks.register(:site, :post_read) { |site| site.data['title'] = \
                      JSON.parse(Net::HTTP.get(URI('ADDRESS/feed.json')))['title'] }";
        let site =
            Site::new().file("_plugins/title.rb", plugin.replace("ADDRESS", &server.address)).file("index.html", page);
        build_with(&site, options).succeeds();
        site.read("_site/index.html").unwrap_or_default()
    };
    assert_eq!(local(&["--network=127.0.0.1"]), "Pears");
    assert_eq!(local(&["--network=example.org,localhost"]), "");
    let port = server.address.rsplit(':').next().unwrap_or_default().to_string();
    assert_eq!(local(&[&format!("--network=127.0.0.1:{port}")]), "Pears");
    assert_eq!(local(&["--network=127.0.0.1:1"]), "");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_that_a_plugin_writes_below_the_source_are_read_and_never_reach_the_disk() {
    let plugin = r#"
        require "fileutils"
        Jekyll::Hooks.register(:site, :after_init) do |site|
          folder = File.join(site.source, "made", "deep")
          FileUtils.mkdir_p(folder)
          File.write(File.join(folder, "page.md"), "---\ntitle: Made\n---\n*{{ page.title }}*\n")
          File.write(File.join(site.source, "_posts", "2026-01-02-old.md"), "---\n---\nchanged")
          File.open(File.join(site.source, "note.txt"), "a") { |file| file.puts("more") }
          File.delete(File.join(site.source, "gone.txt"))
          Dir.mkdir(File.join(site.source, "_data"))
          File.write(File.join(site.source, "_data", "list.yml"), "- 1\n- 2\n")
        end
    "#;
    let site = Site::new()
        .file("_plugins/made.rb", plugin)
        .file("_posts/2026-01-02-old.md", "---\n---\nas it was")
        .file("note.txt", "first\n")
        .file("gone.txt", "x")
        .file("index.html", "---\n---\n{{ site.data.list | join: '+' }} {{ site.posts.first.content | strip_html }}");
    for _ in 0..2 {
        build_with(&site, &[]).succeeds().wrote_just(&[
            "2026/01/02/old.html",
            "index.html",
            "made/deep/page.html",
            "note.txt",
        ]);
        let built = site.read("_site/made/deep/page.html");
        assert_eq!(built.as_deref().map(str::trim), Some("<p><em>Made</em></p>"));
        assert_eq!(site.read("_site/note.txt").as_deref(), Some("first\nmore\n"));
        assert_eq!(site.read("_site/index.html").as_deref().map(str::trim), Some("1+2 changed"));
    }
    assert_eq!(site.read("_posts/2026-01-02-old.md").as_deref(), Some("---\n---\nas it was"));
    assert_eq!(site.read("note.txt").as_deref(), Some("first\n"));
    assert_eq!(site.read("gone.txt").as_deref(), Some("x"));
    assert!(!site.folder().join("made").exists() && !site.folder().join("_data").exists());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn harmless_commands_have_the_builds_clock_and_others_end_the_build() {
    let plugin = r#"
        class Run < Liquid::Tag
          def render(_context)
            ok = system("echo printed")
            [`date -u +%s`, `echo "a  b"`, $?.success?, IO.popen(["date", "-u", "+%F"]).read, system("false"), $?.exitstatus, ok].join("|").delete("\n")
          end
        end
        Liquid::Template.register_tag("run", Run)
        Liquid::Template.register_tag("shell", Class.new(Liquid::Tag) { define_method(:render) { |_| `date; rm -rf /` } })
    "#;
    let site = Site::new().file("_plugins/run.rb", plugin).file("index.html", "---\n---\n{% run %}");
    build_with(&site, &[])
        .succeeds()
        .wrote("index.html", "1768478400|a  b|true|2026-01-15|false|1|true")
        .says("printed");
    let shell = Site::new().file("_plugins/run.rb", plugin).file("index.html", "---\n---\n{% shell %}");
    mentions(&build_with(&shell, &[]).fails(), r#"the command "date; rm -rf /" is not available in the sandbox"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn methods_that_ruby_removed_work_with_one_warning() {
    let plugin = r##"
        class Old < Liquid::Tag
          def render(context)
            source = context.registers[:site].source
            [File.exists?("#{source}/index.html"), File.exists?("#{source}/none"), Dir.exists?(source), 1.is_a?(Fixnum), "x".taint.untaint].join("|")
          end
        end
        Liquid::Template.register_tag("old", Old)
    "##;
    let site = Site::new()
        .file("_plugins/old.rb", plugin)
        .file("index.html", "---\n---\n{% old %}")
        .file("b.html", "---\n---\n{% old %}");
    let outcome = build_with(&site, &[]).succeeds().wrote("index.html", "true|false|true|true|x");
    let said = outcome.all();
    assert_eq!(said.matches("uses File.exists?, which Ruby 3.2 removed").count(), 1, "{said}");
    assert!(said.contains("Ruby: _plugins/old.rb:5 uses File.exists?"), "{said}");
}
