//! Rebuilds keep the output of pages if nothing changed that their templates have read, and render all others again.

use crate::story::Site;
use hastie::config::Configuration;
use hastie::diagnostic::Log;
use hastie::progress::Progress;
use hastie::world::World;
use hastie::world::kept::Kept;
use hastie_liquid::Hash;
use std::fs;
use std::sync::Arc;

/// The time of the first build.
const START: i64 = 1_768_478_400;

/// A site whose pages read each other in several ways. Six of them show neither the time nor
/// imported files.
fn blog() -> Site {
    Site::empty()
        .file("_config.yml", "title: Blog\n")
        .file("_includes/nav.html", "{% for post in site.posts %}{{ post.title }} {% endfor %}{{ site.data.nav.name }}\n")
        .file("_data/nav.yml", "name: Home\n")
        .file("_posts/2026-01-02-one.md", "---\nlayout: page\n---\nOne.\n")
        .file("_posts/2026-01-03-two.md", "---\nlayout: page\n---\nTwo.\n\nMore.\n")
        .file("_posts/2026-01-04-three.md", "---\nlayout: page\n---\nThree, before {{ page.next.title }}.\n")
        .file("list.html", "---\n---\n{% for post in site.posts limit: 2 %}{{ post.excerpt }}{% endfor %}\n")
        .file("all.html", "---\n---\n{% for post in site.posts %}{{ post.content }}{% endfor %}\n")
        .file("of-all.html", "---\n---\n{% for page in site.pages %}{% if page.name == 'all.html' %}{{ page.content }}{% endif %}{% endfor %}\n")
        .file("_layouts/page.html", "<title>{{ page.title }}, {{ site.title }}</title>{% include nav.html %}{{ content }}{{ site.time | date: '%Y' }}\n")
        .file("_includes/time.html", "{% for n in (1..200) %}{% endfor %}{{ site.time | date: '%s' }}\n")
        .file("time.html", "---\n---\n{% include time.html %}")
        .file("time-again.html", "---\n---\n{% include time.html %}")
        .file("main.scss", "---\n---\na { b: c }\n")
}

/// Builds the site some seconds after [`START`], with two threads. Returns the number of pages and documents that kept their output.
fn kept_after_build(site: &Site, kept: &Arc<Kept>, seconds: i64) -> usize {
    let world = World::fixed(site.folder(), START + seconds).with_variable("JEKYLL_NO_BUNDLER_REQUIRE", "true");
    let build = || {
        let (world, mut log) = (world.keeping(Arc::clone(kept)), Log::new());
        let configuration = Configuration::load(&world, &Hash::new(), &mut log).unwrap();
        let mut built = hastie::Site::new(configuration, &world, &hastie::registry(), &mut log).unwrap();
        built.process(&Progress::default(), &mut log).unwrap();
        built.rendered().unwrap().kept_outputs()
    };
    rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap().install(build)
}

fn output(site: &Site, file: &str) -> String {
    fs::read_to_string(site.folder().join("_site").join(file)).unwrap()
}

#[test]
fn a_page_keeps_its_output_until_something_changes_that_it_has_read() {
    let (site, kept) = (blog(), Arc::new(Kept::default()));
    let after = |seconds| kept_after_build(&site, &kept, seconds);
    assert_eq!(after(1), 0);
    // Style sheets and pages with the time are always rendered, even if the time comes from a reused include.
    assert_eq!(after(2), 6);
    for page in ["time.html", "time-again.html"] {
        assert_eq!(output(&site, page), format!("{}\n", START + 2));
    }
    // The first post, and the pages that read its content, one of them through another page.
    site.write("_posts/2026-01-02-one.md", "---\nlayout: page\n---\nFirst.\n");
    assert_eq!(after(3), 3);
    assert!(output(&site, "of-all.html").contains("First."));
    // The newest post's excerpt is in the list, too.
    site.write("_posts/2026-01-04-three.md", "---\nlayout: page\n---\nThird.\n");
    assert_eq!(after(4), 2);
    assert!(output(&site, "list.html").contains("Third."));
    assert_eq!(after(5), 6);
    // In another year, the posts differ, and all other pages read them.
    assert_eq!(after(366 * 24 * 3600), 0);
    assert!(output(&site, "2026/01/02/one.html").contains("2027"));
    kept.clear();
    assert_eq!(after(0), 0);
}

#[test]
fn changes_of_what_all_pages_may_read_render_all_pages() {
    let (site, kept) = (blog(), Arc::new(Kept::default()));
    assert_eq!(kept_after_build(&site, &kept, 1), 0);
    for (file, text) in [
        ("_posts/2026-01-03-two.md", "---\nlayout: page\ntitle: Second\n---\nTwo.\n\nMore.\n"),
        ("_includes/nav.html", "{% for post in site.posts %}{{ post.title }}, {% endfor %}{{ site.data.nav.name }}\n"),
        ("_data/nav.yml", "name: Start\n"),
        ("_layouts/page.html", "{% include nav.html %}{{ content }}\n"),
        ("_config.yml", "title: Log\n"),
        ("new.txt", "a static file"),
        ("new.html", "---\n---\na page\n"),
    ] {
        site.write(file, text);
        assert_eq!(kept_after_build(&site, &kept, 1), 0, "{file}");
    }
    assert!(
        output(&site, "2026/01/02/one.html").contains("Second, One, Start"),
        "{}",
        output(&site, "2026/01/02/one.html")
    );
    // In the same second, the pages with the time are the same, too.
    assert_eq!(kept_after_build(&site, &kept, 1), 9);
}
