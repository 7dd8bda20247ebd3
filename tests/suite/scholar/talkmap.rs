//! `hastie scholar talkmap`.

use super::TALKS;
use crate::story::Site;

#[test]
fn talks_are_put_on_a_map_and_unknown_places_are_reported() {
    let site = Site::new().file("_config.yml", "collections:\n  talks:\n    output: true\n").file("talks.tsv", TALKS);
    site.run(&["scholar", "import", "talks.tsv"]).succeeds();
    let outcome = site.run(&["scholar", "talkmap"]).succeeds();
    assert!(outcome.all().contains("\"The moon\" is not known; add it to _data/talk_places.yml"), "{}", outcome.all());
    assert!(outcome.all().contains("1 could not be placed"), "{}", outcome.all());
    let map = site.read("talkmap/index.html").unwrap();
    assert!(map.contains("<circle") && map.contains("Listening to ice") && !map.contains("<script"));
    site.write("_data/talk_places.yml", "\"The moon\": [10, 20]\n");
    site.run(&["scholar", "talkmap"]).succeeds();
    assert_eq!(site.read("talkmap/index.html").unwrap().matches("<circle").count(), 2);
}

#[test]
fn locations_come_from_front_matter_then_the_cache_then_the_gazetteer() {
    let talk = |front: &str| format!("---\ntitle: T\n{front}\n---\n");
    let site = Site::empty()
        .file("_config.yml", "theme: nowhere-to-be-had\nplugins: [nobody-s]\nbaseurl: /me\ncollections:\n  talks:\n    output: true\n    permalink: /said/:name/\n")
        .file("_talks/a.md", talk("location: London, UK\nlatitude: 1.5\nlongitude: 2.5"))
        .file("_talks/b.md", talk("location: My garden"))
        .file("_talks/c.md", talk("location: Tarnholm Town Hall\ncoordinates: [60, 5]"))
        .file("_talks/d.md", talk("location: Singapore"))
        .file("_talks/e.md", talk("published: false\nlocation: Paris, France"))
        .file("_talks/f.md", talk("venue: nowhere in particular"))
        .file("_data/talk_places.yml", "My garden: [50, 10]\n");
    let outcome = site.run(&["scholar", "talkmap"]).succeeds();
    let outcome = outcome.says("Talk map: _talks/f.md has no location");
    outcome.says("Talk map: wrote talkmap/index.html with 4 talks; 0 could not be placed");
    let map = site.read("talkmap/index.html").unwrap();
    for (x, y) in [("182.50", "88.50"), ("190.00", "40.00"), ("185.00", "30.00"), ("283.85", "88.71")] {
        assert!(map.contains(&format!("<circle cx=\"{x}\" cy=\"{y}\"")), "{x} {y}");
    }
    assert!(
        map.contains("href=\"/me/said/a/\"")
            && map.contains("Natural Earth, public domain")
            && map.contains("GeoNames")
    );
    let cache = site.read("_data/talk_places.yml").unwrap();
    assert!(
        cache.contains("\"My garden\": [50, 10]\n\"Singapore\": [1.29, 103.85]\n") && !cache.contains("London"),
        "{cache}"
    );
    site.write("_config.yml", "collections: [talks]\n");
    site.build().succeeds();
    assert_eq!(site.read("_site/talkmap/index.html"), site.read("talkmap/index.html"));
}

#[test]
fn a_page_that_is_not_a_map_is_unchanged() {
    let site = Site::empty()
        .file("_config.yml", "collections: [events]\n")
        .file("_events/a.md", "---\nlocation: Singapore\n---\n")
        .file("talkmap/index.html", "mine");
    let outcome = site.run(&["scholar", "talkmap"]).fails();
    assert!(outcome.all().contains("use --force to replace it"), "{}", outcome.all());
    let outcome = site.run(&["scholar", "talkmap", "--force"]).fails();
    assert!(outcome.all().contains("--collection names another"), "{}", outcome.all());
    site.run(&["scholar", "talkmap", "--force", "--collection", "events"]).succeeds();
    site.run(&["scholar", "talkmap", "--collection", "events"]).succeeds();
}
