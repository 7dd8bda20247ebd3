//! Files that a site's own Ruby reads and writes. The tests need the module, as in `ruby.rs`.

use crate::ruby::{build, module};
use crate::story::Site;

const WRITER: &str = r#"
Jekyll::Hooks.register :site, :post_write do |site|
  text = File.read(site.in_dest_dir("index.html"))
  FileUtils.mkdir_p(site.in_dest_dir("deep", "er"))
  File.write(site.in_dest_dir("deep/er/copy.txt"), text.upcase)
  File.rename(site.in_dest_dir("old.txt"), site.in_dest_dir("new.txt"))
  raise "no more" if text.include?("fail")
end
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn files_written_by_a_hook_are_published_with_the_site_or_not_at_all() {
    let site = Site::new().file("_plugins/w.rb", WRITER).file("index.html", "---\n---\nfine").file("old.txt", "o");
    let written = ["deep/er/copy.txt", "index.html", "new.txt"];
    build(&site).succeeds().wrote("deep/er/copy.txt", "FINE").wrote_just(&written);

    site.write("index.html", "---\n---\nfail");
    assert!(build(&site).fails().all().contains("no more"));
    assert_eq!(site.read("_site/index.html").as_deref(), Some("fine"));
    assert_eq!(site.read("_site/deep/er/copy.txt").as_deref(), Some("FINE"));
}

/// A hook that reads every source file, as many plugins do, and writes the site's folder names next to the pages.
const FOLDERS: &str = r#"
Jekyll::Hooks.register :site, :post_read do |site|
  site.pages.each { |page| File.read(site.in_source_dir(page.path)) }
  site.posts.docs.each { |post| File.read(site.in_source_dir(post.path)) }
end
Jekyll::Hooks.register :site, :post_write do |site|
  here = Dir.pwd
  said = [site.source, site.dest, site.cache_dir, site.in_source_dir("a"), *site.posts.docs.map(&:path)].map { |path| path.sub(here, "") }
  File.write(site.in_dest_dir("said.txt"), (said + [site.config["source"]]).join(" "))
end
"#;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_source_may_have_any_name() {
    let site = Site::new()
        .file("sub/_plugins/folders.rb", FOLDERS)
        .file("sub/index.md", "---\n---\nhi")
        .file("sub/_posts/2020-01-02-a.md", "---\n---\nhi")
        .file("other.yml", "source: sub\ndestination: out/of\n");
    let module = module().unwrap_or_default();
    let said = |source: &str, dest: &str| {
        format!("/sub /{dest} /sub/.jekyll-cache /sub/a /sub/_posts/2020-01-02-a.md {source}")
    };
    for (arguments, source, dest) in [
        (["-s", "sub", "-d", "out"], "sub", "out"),
        (["-s", "./sub/", "-d", "out/"], "./sub/", "out"),
        (["-s", "sub/../sub", "-d", "./sub/_site"], "sub/../sub", "sub/_site"),
        (["--config", "other.yml", "--trace", "--future"], "sub", "out/of"),
    ] {
        let arguments = [&["build"][..], &arguments].concat();
        site.run_with(&arguments, &[("HASTIE_RUBY", "sandbox"), ("HASTIE_RUBY_WASM", &module)]).succeeds();
        assert_eq!(site.read(&format!("{dest}/said.txt")), Some(said(source, dest)), "{arguments:?}");
    }
}

const GENERATED: &str = r##"
class Badge < Jekyll::StaticFile
  def write(dest)
    FileUtils.mkdir_p(File.dirname(destination(dest)))
    File.write(destination(dest), "<svg/>")
  end
end

class Packed < Jekyll::PageWithoutAFile
  def write(dest)
    self.output = output.squeeze
    super
    File.write("#{destination(dest)}.twin", output)
  end
end

class Make < Jekyll::Generator
  def generate(site)
    site.static_files << Badge.new(site, site.source, "img", "badge.svg")
    site.static_files.each { |file| def file.write? = name != "secret.txt" }
    site.static_files.first.data["note"] = "noted"
    packed = Packed.new(site, site.source, "", "packed.html")
    packed.content = "aabb {{ site.static_files | map: 'note' | compact | join }}"
    copy = packed.dup
    copy.data = { "permalink" => "/copy.html" }
    copy.content = "ccdd"
    site.pages.push(packed, copy)
  end
end
"##;

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn files_with_their_own_write_method_survive_the_next_build() {
    let site = Site::new().file("_plugins/make.rb", GENERATED).file("plain.txt", "p").file("secret.txt", "s");
    let written = ["copy.html", "copy.html.twin", "img/badge.svg", "packed.html", "packed.html.twin", "plain.txt"];
    for _ in 0..2 {
        let outcome = build(&site).succeeds().wrote_just(&written);
        outcome.wrote("img/badge.svg", "<svg/>").wrote("packed.html.twin", "ab noted").wrote("copy.html", "cd");
    }
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn static_files_are_copied_before_the_last_hooks_write() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"title: x
",
        )
        .file(
            "_plugins/own.rb",
            r#"Jekyll::Hooks.register :pages, :post_render do |page|
  File.write(page.site.in_source_dir("early.json"), "from post_render")
end
Jekyll::Hooks.register :site, :post_write do |site|
  File.write(site.in_source_dir("late.json"), "new")
  paths = [site.in_source_dir("late.json"), site.in_dest_dir("late.json")]
  File.write(site.in_dest_dir("seen.txt"), paths.map { |path| [File.read(path), File.size(path)] }.inspect)
end
"#,
        )
        .file(
            "early.json",
            r"old
",
        )
        .file(
            "late.json",
            r"old
",
        )
        .file(
            "page.md",
            r"---
---
text
",
        );
    build(&site)
        .succeeds()
        .wrote("early.json", "from post_render")
        .wrote(
            "late.json",
            r"old
",
        )
        .wrote("seen.txt", r#"[["new", 3], ["old\n", 4]]"#);
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_file_in_the_destination_stays_if_the_static_file_that_names_it_cannot_be_copied() {
    let site = Site::new()
        .file(
            "_plugins/sitemap.rb",
            r#"# Writes a site map, and keeps Jekyll from removing it.
class Written < Jekyll::StaticFile
  def write(dest)
    begin
      super(dest)
    rescue
    end
    true
  end
end

class Map < Jekyll::Generator
  def generate(site)
    FileUtils.mkdir_p(site.dest)
    File.write(File.join(site.dest, "map.xml"), "<map/>")
    site.static_files << Written.new(site, site.source, site.dest, "map.xml")
  end
end
"#,
        )
        .file("index.html", "---\n---\n{{ site.static_files | map: 'name' | join: ',' }}");
    build(&site).succeeds().wrote("index.html", "map.xml").wrote("map.xml", "<map/>");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_plugin_may_define_an_attribute_of_pages_again() {
    let site = Site::new()
        .file(
            "_plugins/names.rb",
            r#"# Site maps of older plugins read the name of each page in this way.
class Jekyll::Page
  attr_accessor :name
end

class Jekyll::Document
  attr_accessor :name
end

class Names < Jekyll::Generator
  def generate(site)
    site.data["names"] = (site.pages + site.posts.docs).map { |item| item.name.inspect }
  end
end
"#,
        )
        .file("_posts/2024-01-01-p.md", "---\n---\n")
        .file("b.md", "---\n---\n")
        .file("index.html", "---\n---\n{{ site.data.names | join: ' ' }}");
    build(&site).succeeds().wrote("index.html", "\"b.md\" \"index.html\" nil");
}
