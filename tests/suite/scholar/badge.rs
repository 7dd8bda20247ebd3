//! `hastie scholar badge`.

use super::site;
use crate::story::Site;

#[test]
fn a_badge_shows_the_number_of_the_site_s_data() {
    let site = site();
    site.run(&["scholar", "badge", "badge.svg", "--style", "square", "--label", "cited <by>"]).succeeds();
    let svg = site.read("badge.svg").unwrap();
    assert!(svg.contains(">100</text>") && svg.contains("cited &lt;by&gt;"), "{svg}");
    let empty = Site::new().file("_config.yml", "");
    let outcome = empty.run(&["scholar", "badge"]);
    assert_eq!(outcome.code(), Some(1));
    assert!(outcome.all().contains("run 'hastie scholar fetch'"), "{}", outcome.all());
}

#[test]
fn each_style_has_its_own_badge() {
    let site = site();
    let svg = |style: &str| {
        let outcome =
            site.run(&["scholar", "badge", "--style", style, "--color", "#0a0", "--label-color", "navy"]).succeeds();
        assert!(outcome.out.contains("<svg") && outcome.out.contains(">100</text>"), "{}", outcome.all());
        outcome.out.clone()
    };
    assert!(
        svg("flat").contains("rx=\"3\"")
            && svg("flat").contains("fill=\"#0a0\"")
            && svg("flat").contains("fill=\"navy\"")
    );
    assert!(svg("square").contains("rx=\"0\""));
    assert!(!svg("plain").contains("<rect") && svg("plain").contains("currentColor"));
    let refused = site.run(&["scholar", "badge", "--style", "round"]).fails();
    assert!(refused.all().contains("invalid argument: --style round"), "{}", refused.all());
}

#[test]
fn a_write_error_keeps_the_old_badge() {
    let site = site().file("badge.svg/in_the_way", "");
    let outcome = site.run(&["scholar", "badge", "badge.svg"]);
    assert_eq!(outcome.code(), Some(1));
    assert!(outcome.all().contains("badge.svg cannot be written"), "{}", outcome.all());
}
