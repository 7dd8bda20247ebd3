//! Renderings that need other documents are repeated when these are finished. A small site must not be able to keep a build
//! busy with repetitions.

use crate::story::Site;
use hastie::config::Configuration;
use hastie::diagnostic::Log;
use hastie::plugin::Plugin;
use hastie::plugins::Registry;
use hastie::progress::Progress;
use hastie::world::World;
use hastie_liquid::{Abort, Context, Engine, Hash, Tag};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A plugin whose tag `count` counts how often it is rendered, and takes longer than a rendering may be repeated. The tag
/// `wait` takes a moment.
#[derive(Debug, Default)]
struct Counter(Arc<AtomicUsize>);

#[derive(Debug)]
struct SlowTag(Duration, Arc<AtomicUsize>);

impl Plugin for Counter {
    fn name(&self) -> &'static str {
        "counter"
    }

    fn liquid(&self, engine: &mut Engine) {
        let count = Arc::clone(&self.0);
        engine.tag("count", move |_| Ok(Box::new(SlowTag(Duration::from_millis(150), Arc::clone(&count)))));
        engine.tag("wait", |_| Ok(Box::new(SlowTag(Duration::from_millis(200), Arc::default()))));
    }
}

impl Tag for SlowTag {
    fn render(&self, _cx: &mut Context<'_>, _out: &mut String) -> Result<(), Abort> {
        std::thread::sleep(self.0);
        self.1.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// The counter makes the posts wait for each other, so that the page would find one more finished post in each attempt.
#[test]
fn a_page_that_reads_slow_posts_is_repeated_only_once_more() {
    let mut site = Site::empty().file("_config.yml", "time: 2026-01-15 12:00:00 +0000\n").file(
        "index.html",
        "---\n---\n{% count %}{% for post in site.posts reversed %}{{ post.content | strip }},{% endfor %}",
    );
    for day in 1..=9 {
        site = site.file(&format!("_posts/2026-01-0{day}-a.html"), "---\n---\n{% wait %}{% increment n %}");
    }
    let world = World::fixed(site.folder(), 1_770_000_000);
    let mut log = Log::new();
    let config = Configuration::load(&world, &Hash::new(), &mut log).unwrap();
    let counter = Counter::default();
    let count = Arc::clone(&counter.0);
    let registry = Registry::with(vec![Arc::new(counter)]);
    let mut built = hastie::Site::new(config, &world, &registry, &mut log).unwrap();
    built.process(&Progress::default(), &mut log).unwrap();
    assert_eq!(site.read("_site/index.html").as_deref(), Some("0,1,2,3,4,5,6,7,8,"));
    let count = count.load(Ordering::Relaxed);
    assert!(count <= 2, "rendered {count} times");
}
