//! Rebuilds after random edits. A rebuild reuses results of earlier builds. It must give the same files and messages as
//! a first build in another process.
//!
//! `HASTIE_EDIT_SCRIPTS=300 cargo test --test suite edits::` runs 300 longer scripts, and compares each step with another process.

mod script;

use crate::story::Site;
use hastie::config::Configuration;
use hastie::diagnostic::{Level, Log};
use hastie::progress::Progress;
use hastie::world::World;
use hastie::world::kept::Kept;
use hastie_liquid::{Hash, Value};
use script::Script;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The clock of the tests' commands.
const CLOCK: i64 = 1_768_478_400;

/// The fixtures to edit.
const FIXTURES: [&str; 10] = [
    "collections",
    "excerpts",
    "layout-chain",
    "order-include-cached",
    "order-registers",
    "pagination",
    "plugin-archives",
    "plugin-data",
    "plugin-feed",
    "posts",
];

/// A blog with everything that an edit can concern.
const BLOG: &[(&str, &str)] = &[
    ("_config.yml", "title: Blog\nurl: https://example.org\nsass: {style: compressed}\ndefaults: []\n"),
    ("_layouts/default.html", "<title>{{ page.title }}</title>{% include nav.html %}<main>{{ content }}</main>\n"),
    (
        "_layouts/post.html",
        "---\nlayout: default\n---\n<h1>{{ page.title }}</h1>{{ page.excerpt | strip_html }}{{ content }}{{ page.next.url }}\n",
    ),
    (
        "_includes/nav.html",
        "{% for link in site.data.nav %}<a href=\"{{ link.url }}\">{{ link.name }}</a>{% endfor %}{{ site.posts.size }}\n",
    ),
    ("_data/nav.yml", "- {name: Home, url: /}\n- {name: About, url: /about/}\n"),
    ("_sass/_base.scss", "$color: #123;\na { color: $color; }\n"),
    ("assets/main.scss", "---\n---\n@import \"base\";\nmain { a { margin: 0 } }\n"),
    ("assets/logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
    (
        "index.html",
        "---\nlayout: default\ntitle: Home\n---\n{% for post in site.posts %}{{ post.title }}{{ post.content | markdownify | strip_html | truncate: 40 }}{% endfor %}{% assign n = site.tags | size %}{{ n }}\n",
    ),
    ("about.md", "---\nlayout: default\npermalink: /about/\n---\n# About\n\n```ruby\nputs 1\n```\n"),
    ("_posts/2026-01-02-one.md", "---\nlayout: post\ntags: [a, b]\n---\nOne *short* post.[^1]\n\n[^1]: A note.\n"),
    (
        "_posts/2026-01-03-two.md",
        "---\nlayout: post\ntags: [b]\n---\nTwo with `code`.\n\n{% highlight c %}\nint x;\n{% endhighlight %}\n",
    ),
    (
        "_posts/2026-01-04-three.md",
        "---\nlayout: post\n---\nThree {{ page.previous.title }} {% post_url 2026-01-02-one %}\n",
    ),
];

#[test]
fn rebuilds_after_random_edits_equal_first_builds() {
    let wanted: usize = std::env::var("HASTIE_EDIT_SCRIPTS").ok().and_then(|count| count.parse().ok()).unwrap_or(0);
    let (scripts, steps) = if wanted == 0 { (FIXTURES.len() + 1, 4) } else { (wanted, 8) };
    for number in 0..scripts {
        let site = match FIXTURES.get(number % (FIXTURES.len() + 1)) {
            Some(fixture) => of_fixture(fixture),
            None => BLOG.iter().fold(Site::empty(), |site, (path, text)| site.file(path, text)),
        };
        let kept = Arc::new(Kept::default());
        let mut script = Script::new(number as u64, site.folder());
        let mut edits = Vec::new();
        check(&site, &kept, &edits);
        for _ in 0..steps {
            edits.extend(script.edit());
            check(&site, &kept, &edits);
            if wanted > 0 {
                check_in_process(&site, &edits);
            }
        }
        check_in_process(&site, &edits);
    }
}

fn of_fixture(name: &str) -> Site {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites").join(name).join("source");
    let files = script::files(&source);
    let read = |path: &String| fs::read(source.join(path)).unwrap();
    files.iter().fold(Site::empty(), |site, path| site.file(path, read(path)))
}

/// Rebuilds the site, and compares the result with a build that keeps nothing.
fn check(site: &Site, kept: &Arc<Kept>, edits: &[String]) {
    let before = tree(&site.folder().join("_site"));
    let rebuilt = build(site, "_site", Some(kept));
    let _ = fs::remove_dir_all(site.folder().join("_clean"));
    let clean = build(site, "_clean", None);
    assert_eq!(rebuilt, clean, "messages after {edits:#?}");
    let now = tree(&site.folder().join("_site"));
    let expected = if clean.0.is_ok() { tree(&site.folder().join("_clean")) } else { before };
    assert_same(&now, &expected, edits);
}

/// Compares the last build with a first one in another process.
fn check_in_process(site: &Site, edits: &[String]) {
    let _ = fs::remove_dir_all(site.folder().join("_clean"));
    let built = site.run(&["build", "--destination", "_clean"]);
    if built.code() == Some(0) {
        assert_same(&tree(&site.folder().join("_site")), &tree(&site.folder().join("_clean")), edits);
    }
}

/// Builds the site in this process. Returns its error, and its messages.
fn build(site: &Site, destination: &str, kept: Option<&Arc<Kept>>) -> (Result<(), String>, Vec<String>) {
    let world = World::fixed(site.folder(), CLOCK).with_variable("JEKYLL_ENV", "production");
    let world = world.with_variable("JEKYLL_NO_BUNDLER_REQUIRE", "true");
    let world = kept.map_or(world.clone(), |kept| world.keeping(Arc::clone(kept)));
    let mut options = Hash::new();
    options.set("destination", Value::str(destination));
    options.set("exclude", Value::array(vec![Value::str("_clean"), Value::str("_site")]));
    let mut log = Log::new();
    let outcome = Configuration::load(&world, &options, &mut log)
        .and_then(|configuration| hastie::Site::new(configuration, &world, &hastie::registry(), &mut log))
        .and_then(|mut site| site.process(&Progress::default(), &mut log));
    let loud = log.messages().iter().filter(|message| matches!(message.level, Level::Warn | Level::Error));
    let messages = loud.map(|message| message.to_string().replace(destination, "DESTINATION")).collect();
    (outcome.map_err(|failure| failure.message), messages)
}

fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    script::files(folder).into_iter().map(|path| (path.clone(), fs::read(folder.join(path)).unwrap())).collect()
}

fn assert_same(now: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>, edits: &[String]) {
    let names = |tree: &BTreeMap<String, Vec<u8>>| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(now), names(expected), "files after {edits:#?}");
    for (path, bytes) in now {
        let (now, expected) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&expected[path]));
        assert_eq!(now, expected, "{path} after {edits:#?}");
    }
}
