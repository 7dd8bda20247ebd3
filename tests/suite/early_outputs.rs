//! Builds write pages while they render others. Pages that were written can still be read by templates, and a change of
//! the destination during the build loses none of them.

use crate::story::Site;
use hastie::config::Configuration;
use hastie::diagnostic::Log;
use hastie::plugin::Plugin;
use hastie::plugins::Registry;
use hastie::progress::Progress;
use hastie::world::World;
use hastie_liquid::{Abort, Context, Engine, Hash, Tag};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Two posts, and a page that shows their contents and outputs.
fn blog() -> Site {
    let post = |number: &str| {
        format!(
            "---\nlayout: page\n---\nThe text of post {number} is longer than sixty-four bytes, so that it is looked \
             for in the page.\n"
        )
    };
    Site::empty()
        .file("_config.yml", "title: Blog\n")
        .file("_layouts/page.html", "<main>{{ content }}</main>\n")
        .file("_posts/2026-01-02-one.md", post("one"))
        .file("_posts/2026-01-03-two.md", post("two"))
        .file(
            "all.html",
            "---\n---\n{% for post in site.posts reversed %}{{ post.content }}{{ post.output }}{% endfor %}\n{% lose %}",
        )
}

/// The minimum time that rendering the tag `lose` takes.
const PAUSE: Duration = Duration::from_millis(20);

/// A plugin whose tag `lose` removes a file.
#[derive(Debug)]
struct Loss(PathBuf);

impl Plugin for Loss {
    fn name(&self) -> &'static str {
        "loss"
    }

    fn liquid(&self, engine: &mut Engine) {
        let file = self.0.clone();
        engine.tag("lose", move |_| Ok(Box::new(Lose(file.clone()))));
    }
}

#[derive(Debug)]
struct Lose(PathBuf);

impl Tag for Lose {
    fn render(&self, _cx: &mut Context<'_>, _out: &mut String) -> Result<(), Abort> {
        std::thread::sleep(PAUSE);
        // In the first build, the file does not exist.
        let _ = fs::remove_file(&self.0);
        Ok(())
    }
}

/// Builds the site with this number of threads. While the page is rendered, the first post disappears from the destination.
/// Returns the time of each step.
fn build(site: &Site, threads: usize) -> Vec<(&'static str, Duration)> {
    let process = || {
        let world = World::fixed(site.folder(), 1_770_000_000);
        let mut log = Log::new();
        let config = Configuration::load(&world, &Hash::new(), &mut log).unwrap();
        let registry = Registry::with(vec![Arc::new(Loss(site.folder().join("_site/2026/01/02/one.html")))]);
        let mut built = hastie::Site::new(config, &world, &registry, &mut log).unwrap();
        built.process(&Progress::default(), &mut log).unwrap();
        built.steps
    };
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(process)
}

#[track_caller]
fn is_whole(site: &Site) {
    let body = |number: &str| {
        format!(
            "<p>The text of post {number} is longer than sixty-four bytes, so that it is looked for in the page.</p>\n"
        )
    };
    let page = |number: &str| format!("<main>{}</main>\n", body(number));
    let all = ["one", "two"].map(|number| body(number) + &page(number)).concat() + "\n";
    assert_eq!(site.read("_site/all.html"), Some(all));
    assert_eq!(site.read("_site/2026/01/02/one.html"), Some(page("one")));
    assert_eq!(site.read("_site/2026/01/03/two.html"), Some(page("two")));
}

#[test]
fn written_pages_can_be_read_and_none_is_lost() {
    for threads in [1, 2, 8] {
        let site = blog();
        // Into a missing destination, and then into one that has all pages until one of them is lost.
        for _ in 0..2 {
            build(&site, threads);
            is_whole(&site);
        }
        // With changed pages.
        fs::write(site.folder().join("_site/2026/01/03/two.html"), "old").unwrap();
        build(&site, threads);
        is_whole(&site);
        let names = fs::read_dir(site.folder()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_string_lossy().contains(".new-")));
    }
}

#[test]
fn a_slow_page_reads_the_sources_of_later_pages_that_are_already_written() {
    let slow = "---\n---\n{% for i in (1..20000) %}{% assign last = i %}{% endfor %}{% for post in site.posts limit: 1 %}\
                Source: {{ post.content | strip }}{% endfor %}\n";
    let later = "The text of *post two* is longer than sixty-four bytes, so that it could leave memory.";
    let all = "---\n---\n{% for post in site.posts reversed %}{{ post.content }}{% endfor %}";
    let converted = later.replace("*post two*", "<em>post two</em>");
    for threads in [1, 2, 8] {
        let site = Site::empty()
            .file("_config.yml", "title: Blog\n")
            .file("_posts/2026-01-02-one.md", slow)
            .file("_posts/2026-01-03-two.md", format!("---\n---\n{later}\n"))
            .file("all.html", all);
        build(&site, threads);
        let [one, two] = [format!("<p>Source: {converted}</p>\n"), format!("<p>{converted}</p>\n")];
        assert_eq!(site.read("_site/all.html"), Some(format!("{one}{two}")), "{threads} threads");
        assert_eq!(site.read("_site/2026/01/02/one.html"), Some(one));
        assert_eq!(site.read("_site/2026/01/03/two.html"), Some(two));
    }
}

#[test]
fn the_steps_of_a_build_that_renders_twice_include_both_renderings() {
    let site = blog();
    build(&site, 1);
    // The first post is lost while the site is rendered, so the site is rendered once more.
    let steps = build(&site, 1);
    assert_eq!(steps.iter().filter(|(name, _)| *name == "RENDER").count(), 1);
    let (_, time) = steps.iter().find(|(name, _)| *name == "RENDER").unwrap();
    assert!(*time >= 2 * PAUSE, "{time:?}");
    is_whole(&site);
}
