//! `markdown: CommonMark` and `CommonMarkGhPages` with all options and extensions. Each text in `tests/commonmark/` is
//! a page, and each set of options is a site.

use crate::story::Site;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

fn lines(file: &str) -> Vec<Json> {
    let path = format!("{}/tests/commonmark/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn config(text: &Json) -> String {
    let is_gh_pages = text["gh_pages"] == true;
    let config = json!({
        "plugins": [if is_gh_pages { "jekyll-commonmark-ghpages" } else { "jekyll-commonmark" }],
        "markdown": if is_gh_pages { "CommonMarkGhPages" } else { "CommonMark" },
        "commonmark": { "options": text["options"], "extensions": text["extensions"] },
    });
    config.to_string()
}

#[test]
fn texts_render_as_in_ruby() {
    let mut sites: BTreeMap<String, Vec<(Json, Json)>> = BTreeMap::new();
    for (text, html) in lines("texts.jsonl").into_iter().zip(lines("html.jsonl")) {
        assert_eq!(text["id"], html["id"]);
        sites.entry(config(&text)).or_default().push((text, html));
    }
    let mut count = 0;
    let mut differences = Vec::new();
    for (config, pages) in sites {
        let page = |text: &Json| format!("---\n---\n{}", text["input"].as_str().unwrap());
        let site = pages.iter().fold(Site::empty().file("_config.yml", &config), |site, (text, _)| {
            site.file(&format!("{}.md", text["id"]), page(text))
        });
        site.build().succeeds();
        for (text, html) in &pages {
            count += 1;
            let (ours, theirs) =
                (site.read(&format!("_site/{}.html", text["id"])).unwrap_or_default(), html["html"].as_str().unwrap());
            if ours != theirs {
                differences.push(format!("{text}\n-- Ruby\n{theirs}\n-- ours\n{ours}"));
            }
        }
    }
    assert!(count >= 500, "only {count} texts");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n\n"));
}

/// Ruby also fails, at a slightly different depth.
#[test]
fn endless_nesting_is_an_error() {
    let config = "plugins: [jekyll-commonmark]\nmarkdown: CommonMark\n";
    let deep = |count: usize| format!("---\n---\nx\n\n{}x\n", "> ".repeat(count));
    Site::empty().file("_config.yml", config).file("a.md", deep(300)).build().succeeds();
    let site = Site::empty().file("_config.yml", config).file("a.md", deep(200_000));
    let outcome = site.build().fails();
    assert!(outcome.all().contains("stack level too deep"));
}
