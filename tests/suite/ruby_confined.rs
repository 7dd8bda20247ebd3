//! Tests of the limits for a site's own Ruby. Most tests need the module that `hastie ruby install` fetches; see
//! `ruby`.

use crate::ruby::build;
use crate::story::{Outcome, Site, ruby_cache};
use std::fs;

/// A site in the folder `site`, beside a folder with a secret and a file that must not change.
pub(crate) struct Beside {
    pub all: Site,
}

impl Beside {
    pub(crate) fn new() -> Self {
        let all = Site::empty()
            .file("elsewhere/secret.md", "---\ntitle: hidden\n---\nthe secret")
            .file("elsewhere/kept.txt", "kept")
            .file("site/_config.yml", "time: 2026-01-15 12:00:00 +0000\n")
            .file("site/index.md", "---\n---\nhello")
            .file("site/_site/index.html", "old");
        Beside { all }
    }

    pub(crate) fn file(self, path: &str, contents: &str) -> Self {
        Beside { all: self.all.file(&format!("site/{path}"), contents) }
    }

    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        #[cfg(unix)]
        std::os::unix::fs::symlink(target, self.all.folder().join("site").join(path)).expect("a link");
        self
    }

    /// A plugin in which `ELSEWHERE` is the folder with the secret.
    pub(crate) fn plugin(self, ruby: &str) -> Self {
        let elsewhere = self.all.folder().join("elsewhere").to_string_lossy().into_owned();
        self.file("_plugins/hostile.rb", &format!("ELSEWHERE = {elsewhere:?}\n{ruby}"))
    }

    pub(crate) fn build(&self) -> Outcome<'_> {
        self.build_with(&[])
    }

    pub(crate) fn build_with(&self, arguments: &[&str]) -> Outcome<'_> {
        let module = std::env::var("HASTIE_RUBY_WASM").unwrap_or_default();
        let mut command = self.all.command(&[&["build"], arguments].concat());
        command.current_dir(self.all.folder().join("site"));
        command.env("HASTIE_RUBY", "sandbox").env("HASTIE_RUBY_WASM", module).env("XDG_CACHE_HOME", ruby_cache());
        self.all.outcome(command)
    }

    /// Checks that a build is refused: nothing was read from elsewhere or written there, and the old destination is whole.
    #[track_caller]
    pub(crate) fn is_refused(&self, what: &str) {
        self.check_refused(&self.build(), what, &["index.html"]);
    }

    /// The same, and the message names this line.
    #[track_caller]
    pub(crate) fn is_refused_at(&self, what: &str, line: &str) {
        let outcome = self.build();
        self.check_refused(&outcome, what, &["index.html"]);
        assert!(outcome.all().contains(line), "{line} is not in: {}", outcome.all());
    }

    #[track_caller]
    fn check_refused(&self, outcome: &Outcome<'_>, what: &str, destination: &[&str]) {
        let said = outcome.all();
        assert_eq!(outcome.code(), Some(1), "{said}");
        assert!(said.contains(what), "{what} is not in: {said}");
        assert!(!said.contains("the secret"), "{said}");
        assert_eq!(self.all.read("site/_site/index.html").as_deref(), Some("old"), "{said}");
        let names = |folder: &str| {
            let entries = fs::read_dir(self.all.folder().join(folder)).expect("a folder");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names("elsewhere"), ["kept.txt", "secret.md"], "{said}");
        assert_eq!(self.all.read("elsewhere/kept.txt").as_deref(), Some("kept"));
        assert_eq!(names("site/_site"), destination, "{said}");
    }
}

/// A generator with this body.
pub(crate) fn generator(body: &str) -> String {
    format!("class G < Jekyll::Generator\n  def generate(site)\n    {body}\n  end\nend\n")
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_program_reads_no_document_for_ruby_outside_of_the_site() {
    for body in [
        "doc = Jekyll::Document.new(File.join(ELSEWHERE, 'secret.md'), :site => site, :collection => site.posts); doc.read; STDERR.puts doc.content",
        "site.static_files << Jekyll::StaticFile.new(site, ELSEWHERE, '', 'secret.md')",
        "site.static_files << Jekyll::StaticFile.new(site, site.source, '../elsewhere', 'secret.md')",
    ] {
        let site = Beside::new().plugin(&generator(body));
        site.is_refused_at("may not be read by this site's Ruby", "_plugins/hostile.rb:4");
    }
}

/// As in Jekyll, a page of any folder is looked for below the source.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_are_read_below_the_source() {
    for body in [
        "STDERR.puts Jekyll::Page.new(site, ELSEWHERE, '', 'secret.md').content",
        "STDERR.puts Jekyll::Page.new(site, site.source, '../elsewhere', 'secret.md').content",
        "STDERR.puts Jekyll::Page.new(site, '/proc/self', '', 'environ').content",
        "page = Jekyll::Page.new(site, site.source, '', 'index.md'); page.read_yaml(ELSEWHERE, 'secret.md'); STDERR.puts page.content",
    ] {
        let site = Beside::new().plugin(&generator(body));
        site.build().succeeds().does_not_say("the secret").does_not_say("HASTIE_RUBY");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_refusal_cannot_be_rescued() {
    let body = "begin; Jekyll::StaticFile.new(site, ELSEWHERE, '', 'secret.md'); rescue Exception; end";
    Beside::new().plugin(&generator(body)).is_refused("may not be read by this site's Ruby");
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn links_in_the_source_do_not_lead_ruby_out() {
    for name in ["_to-file.md", "_to-folder/secret.md"] {
        let body = format!("STDERR.puts Jekyll::Page.new(site, site.source, '', '{name}').content");
        let site = Beside::new()
            .link("_to-file.md", "../elsewhere/secret.md")
            .link("_to-folder", "../elsewhere")
            .plugin(&generator(&body));
        site.is_refused("_plugins/hostile.rb:4");
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_program_writes_nothing_for_ruby_outside_of_the_destination() {
    for (class, made) in [
        (
            "PageWithoutAFile",
            "Out.new(site, site.source, '', 'x.html').tap { |it| it.content = 'owned'; site.pages << it }",
        ),
        ("StaticFile", "site.static_files << Out.new(site, site.source, '', 'index.md')"),
    ] {
        for place in [
            "File.join(ELSEWHERE, 'kept.txt')",
            "File.join(dest, '../../elsewhere/kept.txt')",
            "'kept.txt'",
            "dest",
            "'/'",
        ] {
            let class = format!("class Out < Jekyll::{class}\n  def destination(dest) = {place}\nend\n");
            let site = Beside::new().plugin(&format!("{class}{}", generator(made)));
            site.is_refused_at("is not below the destination", "_plugins/hostile.rb:3");
        }
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn git_is_asked_in_the_repository_of_the_site_alone() {
    let body = "STDERR.puts `git -C /usr/elsewhere log -1 --format=%s`";
    Beside::new().plugin(&generator(body)).is_refused("is not in this site's repository");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_configuration_does_not_show_more_folders_to_ruby() {
    let reads = generator("STDERR.puts Dir.children(ELSEWHERE)");
    for key in ["plugins_dir: [_plugins, ../elsewhere]", "plugins_dir: ../elsewhere", "destination: ../elsewhere"] {
        let config = format!("time: 2026-01-15 12:00:00 +0000\n{key}\n");
        let key = key.split(':').next().unwrap_or_default();
        let site = Beside::new().plugin(&reads).file("_config.yml", &config);
        site.is_refused(&format!("the configuration's '{key}' leads to "));
    }
    let site = Beside::new().plugin("Jekyll.logger.info 'Seen:', Dir.children(ELSEWHERE).join");
    site.build_with(&["--plugins", "_plugins,../elsewhere"]).succeeds().says("Seen: kept.txtsecret.md");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_page_may_choose_its_place_in_the_destination() {
    let plugin =
        "class In < Jekyll::PageWithoutAFile\n  def destination(dest) = File.join(dest, 'a/../b/c.html')\nend\n";
    let made = "In.new(site, site.source, '', 'x.html').tap { |it| it.content = 'here'; site.pages << it }";
    let site = Site::new().file("_plugins/in.rb", format!("{plugin}{}", generator(made)));
    build(&site).succeeds().wrote("b/c.html", "here");
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_link_in_the_destination_does_not_lead_out() {
    let site = Beside::new().plugin("").link("_site/out", "../../elsewhere").file("out/kept.txt", "changed");
    site.check_refused(&site.build(), "is below a link that leads out of the destination", &["index.html", "out"]);
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn links_of_pages_out_of_the_repository_fail_a_build_with_ruby() {
    let site = Beside::new().plugin("").link("hosts.txt", "/etc/hosts");
    site.is_refused("is outside of the folders that this site may use");
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn linked_includes_are_followed_wherever_they_lead() {
    let site = Beside::new().plugin("").file("_includes/own.html", "own").link("_includes/hosts.html", "/etc/hostname");
    let site = site.file("page.md", "---\n---\n{% include own.html %}{% include hosts.html %}");
    site.build().succeeds();
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn the_environment_may_show_more_folders_to_ruby() {
    let site = Beside::new().plugin("Jekyll.logger.info 'Seen:', Dir.children('/etc/ssl').sort.first");
    assert_eq!(site.build().code(), Some(1));
    let module = std::env::var("HASTIE_RUBY_WASM").unwrap_or_default();
    let mut command = site.all.command(&["build"]);
    command.current_dir(site.all.folder().join("site")).env("HASTIE_RUBY", "sandbox").env("HASTIE_RUBY_WASM", module);
    command.env("HASTIE_RUBY_FOLDERS", "/etc/ssl").env("XDG_CACHE_HOME", ruby_cache());
    site.all.outcome(command).succeeds();
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_destination_that_is_a_link_must_be_named_by_the_user() {
    let site = Beside::new().plugin("");
    fs::remove_dir_all(site.all.folder().join("site/_site")).expect("a folder");
    let site = site.link("_site", "../elsewhere");
    let said = site.build().fails().all();
    assert!(said.contains("the configuration's 'destination' leads to "), "{said}");
    assert_eq!(site.all.read("elsewhere/kept.txt").as_deref(), Some("kept"));
    assert_eq!(site.all.read("elsewhere/index.html"), None);
    site.build_with(&["--destination", "_site"]).succeeds();
    assert_eq!(site.all.read("elsewhere/index.html").as_deref(), Some("<p>hello</p>\n"));
}

/// Tells another thread on drop that the test is over, even if it has failed.
#[cfg(target_os = "linux")]
struct AtEnd<'a>(&'a std::sync::atomic::AtomicBool);

#[cfg(target_os = "linux")]
impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Another thread exchanges a folder of the destination for a link that leads out, while builds write to it.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_link_that_appears_in_the_destination_during_the_build_does_not_lead_out() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let site = Beside::new().plugin("").file("a/b/kept.txt", "0").file("a/b/other.txt", "0");
    let inner = site.all.folder().join("site/_site/a/b");
    let (aside, outside) = (site.all.folder().join("aside"), site.all.folder().join("elsewhere"));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let _ = fs::rename(&inner, &aside);
                let _ = std::os::unix::fs::symlink(&outside, &inner);
                std::thread::yield_now();
                let _ = fs::remove_file(&inner);
                let _ = fs::rename(&aside, &inner);
            }
        });
        let _end = AtEnd(&is_over);
        for number in 1..12 {
            site.all.write("site/a/b/kept.txt", number.to_string());
            site.all.write("site/a/b/other.txt", number.to_string());
            // A build may fail, but it may not touch what is elsewhere.
            let _ = site.build();
            assert_eq!(site.all.read("elsewhere/kept.txt").as_deref(), Some("kept"), "{number}");
            assert_eq!(site.all.read("elsewhere/other.txt"), None, "{number}");
        }
    });
    assert!(outside.join("secret.md").exists());
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn layouts_and_collections_are_not_read_elsewhere() {
    let document = "doc = Jekyll::Document.new(File.join(ELSEWHERE, 'secret.md'), :site => site, :collection => site.posts); \
                    site.posts.docs << doc; doc.read; STDERR.puts doc.content";
    Beside::new().plugin(&generator(document)).is_refused("_plugins/hostile.rb:4");
    // Jekyll itself looks for a layout and for a page within the source.
    for body in [
        "STDERR.puts Jekyll::Layout.new(site, ELSEWHERE, 'secret.md').content",
        "STDERR.puts Jekyll::PageReader.new(site, '../elsewhere').read(['secret.md']).first.content",
    ] {
        let said = Beside::new().plugin(&generator(body)).build().all();
        assert!(said.contains("Error reading file") && !said.contains("the secret"), "{said}");
    }
    let labels =
        "collections_dir: ../elsewhere\ncollections: {secret: {output: true}, '../elsewhere': {output: true}}\n";
    let site =
        Beside::new().plugin(&generator("site.collections.each_value { |one| STDERR.puts one.docs.map(&:content) }"));
    let site = site.file("_config.yml", labels);
    let said = site.build().all();
    assert!(!said.contains("the secret"), "{said}");
    assert_eq!(site.all.read("elsewhere/kept.txt").as_deref(), Some("kept"), "{said}");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn cleaning_touches_nothing_outside_of_the_destination() {
    let hook = "Jekyll::Hooks.register(:clean, :on_obsolete) { |files| files << File.join(ELSEWHERE, 'kept.txt') }";
    let site = Beside::new().plugin(hook);
    let said = site.build().all();
    assert_eq!(site.all.read("elsewhere/kept.txt").as_deref(), Some("kept"), "{said}");
    let body = "site.keep_files << '../../elsewhere'; site.config['keep_files'] << '../../elsewhere/kept.txt'";
    let site = Beside::new().plugin(&generator(body));
    let said = site.build().all();
    assert_eq!(site.all.read("elsewhere/kept.txt").as_deref(), Some("kept"), "{said}");
    assert!(!said.contains("the secret"), "{said}");
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn what_reads_files_for_a_site_with_ruby_reads_none_elsewhere() {
    let secret = "a { color: red }\n.the-secret { b: c }\n";
    for (config, page, text) in [
        ("", "style.scss", "---\n---\n@import '../elsewhere/sheet';"),
        ("sass: {load_paths: [../elsewhere]}\n", "style.scss", "---\n---\n@import 'sheet';"),
        ("", "page.md", "---\n---\n{% include_relative ../elsewhere/sheet.scss %}"),
        ("data_dir: ../elsewhere\n", "page.md", "---\n---\n{{ site.data.facts.text }}"),
        (
            "plugins: [jekyll-get-json]\njekyll_get_json: [{data: got, json: ../elsewhere/facts.json}]\n",
            "page.md",
            "---\n---\n{{ site.data.got.text }}",
        ),
        ("plugins: [jekyll-last-modified-at]\n", "page.md", "---\n---\n{% last_modified_at %}"),
    ] {
        let site = Beside::new().plugin("").file("_config.yml", &format!("time: 2026-01-15 12:00:00 +0000\n{config}"));
        let site = site.file(page, text);
        site.all.write("elsewhere/sheet.scss", secret);
        site.all.write("elsewhere/facts.json", "{\"text\": \"the-secret\"}");
        let said = site.build().all();
        for file in ["style.css", "page.html"] {
            let written = site.all.read(&format!("site/_site/{file}")).unwrap_or_default();
            assert!(!written.contains("the-secret"), "{config}{text}: {written}{said}");
        }
        assert!(!said.contains("the-secret"), "{config}{text}: {said}");
    }
}

#[test]
#[cfg(feature = "images")]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn images_of_a_site_with_ruby_are_not_read_elsewhere() {
    let config = "plugins: [jekyll-imagemagick]\nimagemagick: {enabled: true, widths: [1], input_directories: [../elsewhere/], \
                  input_formats: ['.bmp'], output_formats: {png: ''}}\n";
    let site = Beside::new().plugin("").file("_config.yml", config);
    site.all.write("elsewhere/secret.bmp", "BM");
    let said = site.build().all();
    assert!(said.contains("is outside of the folders") || said.contains("Generated 0 file(s)"), "{said}");
}
