//! Plugins that are gems and are not installed: they are downloaded from a local gem server, with the gems that they need,
//! and run in the sandbox. These tests need its module, like those in `ruby.rs`.

use crate::archives::swelling;
use crate::github::Server;
use crate::packages::{Gem, gzipped, serve, tarred};
use crate::story::{Outcome, Site, ruby_cache};
use std::fs;
use std::path::PathBuf;

/// A plugin that needs a library, with a tag, a filter and a generator.
fn chime() -> Gem {
    let code = r##"
require "bell"
require "chime/version"
module Chime
  class Tag < Liquid::Tag
    def render(_context)
      "#{Bell.ring} #{Chime::VERSION}"
    end
  end

  module Filters
    def chimed(text)
      "#{Bell.ring} #{text}"
    end
  end

  class Generator < Jekyll::Generator
    safe true

    def generate(site)
      site.config["bells"] = 3
    end
  end
end
Liquid::Template.register_tag("chime", Chime::Tag)
Liquid::Template.register_filter(Chime::Filters)
"##;
    let files = [("lib/chime.rb", code), ("lib/chime/version.rb", "module Chime\n  VERSION = '1.1'\nend\n")];
    Gem::new("chime", "1.1", &files).needing(&["jekyll >= 3.5", "bell ~> 2.0"])
}

fn bell(version: &'static str, sound: &'static str) -> Gem {
    Gem::new("bell", version, &[("lib/bell.rb", sound)])
}

/// A server with several versions of each gem.
fn bells() -> Vec<Gem> {
    vec![
        Gem::new("chime", "0.9", &[]),
        chime(),
        Gem::new("chime", "2.0", &[]).needing(&["jekyll >= 5.0"]),
        Gem::new("chime", "3.0", &[]).for_ruby(">= 3.4"),
        Gem::new("chime", "4.0.beta", &[]),
        bell("1.0", "module Bell; def self.ring = 'ding'; end"),
        bell("2.0", "module Bell; def self.ring = 'dang'; end"),
        bell("2.4", "module Bell; def self.ring = 'dong'; end"),
        bell("3.0", "module Bell; def self.ring = 'clang'; end"),
    ]
}

fn site() -> Site {
    let page = "---\n---\n{% chime %}, {{ 'x' | chimed }}, {{ site.bells }}";
    Site::new().file("_config.yml", "plugins: [chime]\n").file("index.html", page)
}

/// The cache of a site's gems.
fn cache(site: &Site) -> PathBuf {
    site.home().join("gems")
}

/// A build in the sandbox with downloads enabled.
fn build<'a>(site: &'a Site, server: &str, arguments: &[&str]) -> Outcome<'a> {
    run(site, server, &[&["build"], arguments].concat(), "sandbox")
}

/// `hastie vendor`, which needs no Ruby.
fn vendor<'a>(site: &'a Site, server: &str, arguments: &[&str]) -> Outcome<'a> {
    run(site, server, &[&["vendor"], arguments].concat(), "off")
}

fn run<'a>(site: &'a Site, server: &str, arguments: &[&str], ruby: &str) -> Outcome<'a> {
    let mut command = site.command(arguments);
    // The image of the started interpreter is shared, the gems are not.
    let cache = cache(site);
    fs::create_dir_all(cache.join("hastie")).expect("the cache");
    let image = ruby_cache().join("hastie/hastie-ruby-3.2.image");
    let _ = fs::copy(image, cache.join("hastie/hastie-ruby-3.2.image"));
    let module = std::env::var("HASTIE_RUBY_WASM").unwrap_or_default();
    command.env("XDG_CACHE_HOME", cache).envs([
        ("HASTIE_RUBY", ruby),
        ("HASTIE_RUBY_WASM", module.as_str()),
        ("HASTIE_GEM_SERVER", server),
        ("HASTIE_OFFLINE", ""),
        ("HASTIE_TIMEOUT", "1"),
        ("GEM_HOME", ""),
        ("GEM_PATH", ""),
    ]);
    command.env_remove("JEKYLL_NO_BUNDLER_REQUIRE");
    site.outcome(command)
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_is_fetched_with_what_it_needs_pinned_and_then_built_offline() {
    let server = serve(&bells());
    let site = site();
    let outcome = build(&site, &server.address, &[]).succeeds().wrote("index.html", "dong 1.1, dong x, 3");
    assert!(outcome.all().contains("bell 2.4, chime 1.1 pinned in .hastie.lock"), "{}", outcome.all());
    assert_eq!(server.asked(), ["/info/chime", "/info/bell", "/gems/bell-2.4.gem", "/gems/chime-1.1.gem"]);
    let lock = site.read(".hastie.lock").expect("a lock");
    assert!(lock.contains("[[gem]]\nsource = \"") && lock.contains("/gems/chime\"\nref = \"1.1\"\nsha256"), "{lock}");
    for arguments in [&[][..], &["--offline"]] {
        build(&site, "http://127.0.0.1:1", arguments).succeeds().wrote("index.html", "dong 1.1, dong x, 3");
    }
    assert_eq!(site.read(".hastie.lock"), Some(lock));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pinned_versions_stay_and_are_fetched_again_on_another_machine() {
    let site = site();
    build(&site, &serve(&bells()).address, &[]).succeeds();
    let lock = site.read(".hastie.lock");
    fs::remove_dir_all(cache(&site)).expect("the cache");
    let mut newer = bells();
    newer.push(bell("2.5", "module Bell; def self.ring = 'bong'; end"));
    build(&site, &serve(&newer).address, &[]).succeeds().wrote("index.html", "dong 1.1, dong x, 3");
    assert_eq!(site.read(".hastie.lock"), lock);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn versions_of_fetched_gems_come_from_bundlers_lock_file() {
    let lock =
        "GEM\n  remote: https://gems.example.org/\n  specs:\n    bell (2.0)\n    chime (1.1)\n      bell (~> 2.0)\n";
    let server = serve(&bells());
    let site = site().file("Gemfile.lock", lock);
    build(&site, &server.address, &[]).succeeds().wrote("index.html", "dang 1.1, dang x, 3");
    site.write("Gemfile.lock", lock.replace("bell (2.0)", "bell (2.4)"));
    build(&site, &server.address, &[]).succeeds().wrote("index.html", "dong 1.1, dong x, 3");
    assert!(site.read(".hastie.lock").is_some_and(|lock| lock.contains("\"2.4\"") && !lock.contains("\"2.0\"")));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_group_of_the_gemfile_and_files_in_plugins_name_gems_too() {
    let server = serve(&bells());
    let page = "---\n---\n{% chime %}";
    let gemfile = "source 'https://gems.example.org'\ngroup :jekyll_plugins do\n  gem 'chime', '< 2'\nend\n";
    let grouped = Site::new().file("Gemfile", gemfile).file("index.html", page);
    build(&grouped, &server.address, &[]).succeeds().wrote("index.html", "dong 1.1");
    let tag = "require 'bell'\nclass T < Liquid::Tag\n  def render(_)\n    Bell.ring\n  end\nend\n\
               Liquid::Template.register_tag('t', T)\n";
    for (gemfile, sound) in [(None, "clang"), (Some("gem 'bell', '~> 2.0', '< 2.4'\n"), "dang")] {
        let site = Site::new().file("_plugins/t.rb", tag).file("index.html", "---\n---\n{% t %}");
        let site = if let Some(gemfile) = gemfile { site.file("Gemfile", gemfile) } else { site };
        build(&site, &server.address, &[]).succeeds().wrote("index.html", sound);
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn libraries_of_ruby_of_the_shim_and_of_the_site_are_not_looked_for() {
    let code = "require 'json'\nrequire 'net/http'\nrequire 'nokogiri'\nrequire 'httparty'\nrequire 'own'\n";
    let site = Site::new().file("_plugins/a.rb", format!("$LOAD_PATH << '_plugins/lib'\n{code}"));
    let site = site.file("_plugins/lib/own.rb", "").file("index.html", "---\n---\nfine");
    let server = serve(&bells());
    build(&site, &server.address, &[]).succeeds().wrote("index.html", "fine");
    assert!(server.asked().is_empty(), "{:?}", server.asked());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn gems_that_cannot_be_used_are_named_with_the_reason() {
    let native = Gem::new("rope", "1.0", &[("lib/rope.rb", "")]).with_metadata("extensions:\n- ext/rope/extconf.rb\n");
    let knot = Gem::new("knot", "1.0", &[("lib/knot.rb", "")]).needing(&["rope >= 1"]);
    let old = Gem::new("old", "1.0", &[("lib/old.rb", "")]).needing(&["jekyll ~> 2.0"]);
    let server = serve(&[native, knot, old]);
    for (plugin, reason) in [
        ("rope", "rope 1.0 contains native code, which the sandbox cannot run. Install it"),
        ("knot", "knot 1.0 needs rope: rope 1.0 contains native code"),
        ("old", "old 1.0 needs jekyll: jekyll ~> 2.0 is required, and Hastie reproduces 4.4.1"),
        ("none", "/info/none: 404 Not Found"),
    ] {
        let site = Site::new().file("_config.yml", format!("plugins: [{plugin}]\n"));
        let told = build(&site, &server.address, &[]).fails().all();
        assert!(told.contains(&format!("the gem {plugin} could not be fetched: ")) && told.contains(reason), "{told}");
        assert_eq!(site.read(".hastie.lock"), None);
    }
    let known = Site::new().file("_config.yml", "plugins: [jekyll-tidy]\n").file("a.html", "---\n---\nx");
    let told = build(&known, &server.address, &[]).succeeds().wrote("a.html", "x").all();
    assert!(told.contains("jekyll-tidy cannot be used: http") && told.contains("Left out: tidied HTML."), "{told}");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn no_gem_is_fetched_offline_or_in_safe_mode() {
    let server = serve(&bells());
    let site = site();
    let told = build(&site, &server.address, &["--offline"]).fails().all();
    assert!(told.contains("the gem chime could not be fetched: the build is offline"), "{told}");
    site.write("_config.yml", "plugins: [chime]\nwhitelist: [chime]\n");
    build(&site, &server.address, &["--safe"]).fails();
    assert!(server.asked().is_empty());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_server_that_does_not_answer_is_asked_once() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", silent.local_addr().expect("its address"));
    let config = "plugins: [jekyll-tidy, jekyll-youtube, jekyll-maps, jekyll-menus, jekyll-katex]\n";
    let site = Site::new().file("_config.yml", config).file("a.html", "---\n---\nx");
    let since = std::time::Instant::now();
    let told = build(&site, &address, &[]).succeeds().all();
    assert_eq!(told.matches("timeout").count(), 5, "{told}");
    assert!(since.elapsed().as_secs() < 4, "{:?}", since.elapsed());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_gem_that_differs_from_the_pinned_one_ends_the_build() {
    let site = site();
    build(&site, &serve(&bells()).address, &[]).succeeds();
    fs::remove_dir_all(cache(&site)).expect("the cache");
    let mut other = bells();
    other[1] = Gem::new("chime", "1.1", &[("lib/chime.rb", "raise")]).needing(&["bell ~> 2.0"]);
    let told = build(&site, &serve(&other).address, &[]).fails().all();
    assert!(told.contains("the gem chime was rejected") && told.contains(".hastie.lock says"), "{told}");
    assert_eq!(site.read("_site/index.html").as_deref(), Some("dong 1.1, dong x, 3"));
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_that_github_allows_run_on_github_pages() {
    let tag = "require 'liquid'\nclass Icon < Liquid::Tag\n  def render(_)\n    'icon'\n  end\nend\n\
               Liquid::Template.register_tag('octicon', Icon)\n";
    let icons = Gem::new("jekyll-octicons", "1.0", &[("lib/jekyll-octicons.rb", tag)]);
    let server: Server = serve(&[icons, chime()]);
    let config = "theme: false\nplugins: [jekyll-octicons, chime]\n";
    let site = Site::new().file("_config.yml", config).file("index.html", "---\n---\n{% octicon %}");
    let told = build(&site, &server.address, &["--github-pages"]).succeeds().wrote("index.html", "icon").all();
    assert!(!server.asked().iter().any(|path| path.contains("chime")), "{told}");
}

/// A package of `chime` with other files and checksums.
fn package(data: &[u8], sums: Option<&str>) -> Vec<u8> {
    let metadata = gzipped(chime().specification().as_bytes());
    let sums = sums.map(|sums| gzipped(sums.as_bytes()));
    let mut parts: Vec<(&str, &[u8])> = vec![("metadata.gz", &metadata), ("data.tar.gz", data)];
    parts.extend(sums.as_deref().map(|sums| ("checksums.yaml.gz", sums)));
    tarred(&parts)
}

#[test]
fn malicious_gems_are_rejected_and_leave_nothing() {
    let files = |files: &[(&str, &[u8])]| package(&gzipped(&tarred(files)), None);
    let whole = chime().package();
    let other = Gem::new("other", "1.1", &[]).package();
    let damaged = "---\nSHA256:\n  data.tar.gz: '00'\n";
    for (package, reason) in [
        (files(&[("/etc/x", b"x")]), "a name that leads out of it"),
        (files(&[("../../x", b"x")]), "a name that leads out of it"),
        (files(&[("lib/../../x", b"x")]), "a name that leads out of it"),
        (files(&[("lib/a\\..\\x", b"x")]), "a name that leads out of it"),
        (files(&[("lib", b"->/etc")]), "a link that leads out of it"),
        (files(&[("lib", b"->../..")]), "a link that leads out of it"),
        (files(&[("lib/a.rb", b"=>/etc/passwd")]), "a link that leads out of it"),
        (package(&swelling("lib/zeros"), None), "it is too large"),
        (package(&gzipped(b""), Some(damaged)), "data.tar.gz does not have the checksum that the gem names"),
        (whole[..whole.len() / 2].to_vec(), "cannot be unpacked"),
        (b"<html>".to_vec(), "cannot be unpacked"),
        (other, "the gem is another one: other 1.1, not chime 1.1"),
    ] {
        let server = serve(&[chime().packed(package), bell("2.4", "")]);
        let site = site();
        let told = vendor(&site, &server.address, &["--cache"]).fails().all();
        assert!(told.contains("the gem chime was rejected: ") && told.contains(reason), "{reason}\n{told}");
        assert_eq!(site.read(".hastie.lock"), None);
        let left = fs::read_dir(cache(&site).join("hastie/gems")).expect("the cache").flatten();
        let left: Vec<_> = left.filter(|entry| entry.path().join("gems/chime-1.1").exists()).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn gems_and_the_theme_are_vendored_without_ruby() {
    let theme = Gem::new("hearth", "1.2", &[("_layouts/default.html", "<main>{{ content }}</main>")]);
    let theme = theme.needing(&["jekyll >= 3.5"]);
    let mut gems = bells();
    gems.push(theme);
    let server = serve(&gems);
    let site = site().file("_config.yml", "theme: hearth\nplugins: [chime]\n");
    let told = vendor(&site, &server.address, &["--dry-run"]).succeeds().all();
    assert!(told.contains("would fetch chime, and what it needs") && server.asked().is_empty(), "{told}");
    let told = vendor(&site, &server.address, &["--cache"]).succeeds().all();
    assert!(told.contains("bell 2.4 is in the cache") && site.read("vendor/bundle").is_none(), "{told}");
    let told = vendor(&site, "http://127.0.0.1:1", &["--dry-run"]).succeeds().all();
    assert!(told.contains("would copy chime 1.1") && told.contains("would copy hearth 1.2 to vendor/bundle"), "{told}");
    vendor(&site, "http://127.0.0.1:1", &[]).succeeds();
    let at = |file: &str| site.read(&format!("vendor/bundle/ruby/hastie/{file}"));
    assert!(at("gems/chime-1.1/lib/chime/version.rb").is_some_and(|text| text.contains("'1.1'")));
    assert!(at("gems/bell-2.4/lib/bell.rb").is_some() && at("gems/hearth-1.2/_layouts/default.html").is_some());
    assert!(at("specifications/chime-1.1.gemspec").is_some_and(|text| text.contains("\"bell\", \"~> 2.0\"")));
    fs::remove_dir_all(cache(&site)).expect("the cache");
    let told = vendor(&site, "http://127.0.0.1:1", &[]).succeeds().all();
    assert!(told.contains("this machine already has everything that the site needs"), "{told}");
}

#[test]
fn vendor_names_gems_that_cannot_be_fetched() {
    let server = serve(&bells());
    let site = Site::new().file("_config.yml", "plugins: [chime, jekyll-none]\n");
    let told = vendor(&site, &server.address, &[]).fails().all();
    assert!(told.contains("jekyll-none could not be fetched: http") && told.contains("404 Not Found"), "{told}");
    assert!(site.read("vendor/bundle/ruby/hastie/gems/chime-1.1/lib/chime.rb").is_some());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn vendored_gems_need_neither_cache_nor_server() {
    let site = site();
    vendor(&site, &serve(&bells()).address, &[]).succeeds();
    fs::remove_dir_all(cache(&site)).expect("the cache");
    build(&site, "http://127.0.0.1:1", &["--offline"]).succeeds().wrote("index.html", "dong 1.1, dong x, 3");
}

#[test]
fn the_overview_says_which_gems_a_build_uses_and_which_it_fetches() {
    let server = serve(&bells());
    let site = site();
    let overview = |arguments: &[&str]| run(&site, &server.address, arguments, "system").succeeds().all();
    let told = overview(&[]);
    assert!(told.contains("The gem chime is fetched once, at the first build, and pinned in .hastie.lock"), "{told}");
    assert!(server.asked().is_empty());
    let told = overview(&["--offline"]);
    assert!(told.contains("The gem chime is not fetched offline, so a build lacks it."), "{told}");
    vendor(&site, &server.address, &["--cache"]).succeeds();
    let told = overview(&["--offline"]);
    assert!(told.contains("Plugins      chime 1.1\n") && !told.contains("The gem chime"), "{told}");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn doctor_lists_fetched_gems_and_what_they_define() {
    let (server, site) = (serve(&bells()), site());
    let told = run(&site, &server.address, &["doctor"], "sandbox").all();
    assert!(told.contains("bell 2.4 is a gem that Hastie has fetched. .hastie.lock pins it."), "{told}");
    assert!(told.contains("the gem chime-1.1 is Ruby. It defines tag chime; filter chimed; generator"), "{told}");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn plugins_that_use_minifiers_need_no_javascript_engine() {
    let code = "require 'terser'\nrequire 'uglifier'\nrequire 'htmlcompressor'\nmodule Short\n  def script(text)\n    \
                Terser.new(mangle: true, output: { comments: :none }).compile(text) + Uglifier.compile(text)\n  end\n\n  \
                def markup(text)\n    HtmlCompressor::Compressor.new(remove_intertag_spaces: true).compress(text)\n  end\n\
                end\nLiquid::Template.register_filter(Short)\n";
    let page = "---\n---\n{{ 'var a = 1;' | script }} {{ '<b> x </b>  <i> y</i>' | markup }}";
    let site = Site::new().file("_config.yml", "plugins: [terser]\n").file("_plugins/short.rb", code);
    let site = site.file("index.html", page);
    let server = serve(&[]);
    let script = if cfg!(feature = "javascript") { "var a=1;" } else { "var a = 1;" };
    let told = build(&site, &server.address, &[]).succeeds();
    let told = told.wrote("index.html", &format!("{script}{script} <b> x </b><i> y</i>")).all();
    assert_eq!(
        told.matches("compiled without the feature").count(),
        usize::from(!cfg!(feature = "javascript")),
        "{told}"
    );
    assert!(server.asked().is_empty(), "{:?}", server.asked());
}
