//! `hastie check`: faults of a built site, with their lines in the source.

use crate::story::Site;
use crate::tree::repository;
use hastie::check::{BuiltSite, Page};
use std::collections::BTreeSet;

/// Lines of a page, each with the rule that it breaks. Empty for lines without a fault.
const PAGE: [(&str, &str); 50] = [
    ("", "---"),
    ("", "layout: default"),
    ("", "title: Faults"),
    ("", "---"),
    ("", "<a href=\"/good.html\">good</a> <a href=\"good.html#part\">part</a> <a href=\"/good\">without extension</a>"),
    (
        "",
        "<a href=\"https://example.org/good.html?a=b#named\">own</a> <a href=\"mailto:a@b.c\">mail</a> <a href=\"#top\">top</a>",
    ),
    (
        "",
        "<a href=\"https://elsewhere.org/none\">elsewhere</a> <a href=\"//elsewhere.org\">there</a> <a href=\"folder/\">folder</a>",
    ),
    (
        "",
        "<img src=\"/picture.png\" alt=\"\"><img src=\"data:image/gif;base64,R0\" alt=\"x\"> <a href=\"a%20b.txt\">space</a>",
    ),
    ("", "<!-- <a href=\"/in-a-comment.html\"> --> <script>document.write('<a href=\"/in-a-script.html\">')</script>"),
    ("links", "<a href=\"missing-1.html\">relative</a>"),
    ("links", "<a href='/missing-2.html'>absolute</a>"),
    ("links", "<a class=x href=/missing-3>no quotes</a>"),
    ("links", "<a href=\"/missing-4/\">folder</a>"),
    ("links", "<a href=\"https://example.org/missing-5.html\">own address</a>"),
    ("links", "<a href=\"/missing-6.html?a=1&amp;b=2#c\">query</a>"),
    ("links", "<a href=\"folder/../missing-7.html\">dots</a>"),
    ("links", "<a href=\"/missing%208.html\">space</a>"),
    ("links", "<map name=m><area href=\"/missing-9.html\" alt=\"\"></map>"),
    ("links", "<A HREF=\"/missing-11.html\">capitals</A>"),
    ("anchors", "<a href=\"#no-part-1\">own page</a>"),
    ("anchors", "<a href=\"/good.html#no-part-2\">other page</a>"),
    ("anchors", "<a href=\"https://example.org/good.html#no-part-3\">own address</a>"),
    ("anchors", "<a href=\"folder/#no-part-4\">folder</a>"),
    ("images", "<img src=\"/missing-1.png\" alt=\"\">"),
    ("images", "<img src=\"/picture.png\" srcset=\"/picture.png 1x, /missing-2.png 2x\" alt=\"\">"),
    ("images", "<picture><source srcset=\"/missing-3.webp\"></picture>"),
    ("images", "<script src=\"/missing-4.js\"></script>"),
    ("images", "<link rel=\"stylesheet\" href=\"/missing-5.css\">"),
    ("images", "<link rel=\"shortcut icon\" href=\"/missing-6.ico\">"),
    ("images", "<video poster=\"/missing-7.jpg\"></video>"),
    ("images", "<video src=\"/missing-8.mp4\"></video>"),
    ("images", "<audio src=\"/missing-9.mp3\"></audio>"),
    ("images", "<iframe src=\"/missing-frame.html\"></iframe>"),
    ("images", "<object data=\"/missing-11.svg\"></object>"),
    ("images", "<embed src=\"/missing-12.pdf\">"),
    ("images", "<track src=\"/missing-13.vtt\">"),
    ("alt-texts", "<img src=\"/picture.png?first\">"),
    ("alt-texts", "<img src=\"https://elsewhere.org/picture.png\">"),
    (
        "",
        "<img src=\"/picture.png?hidden\" aria-hidden=\"true\"> <img src=\"/picture.png?role\" role=\"presentation\">",
    ),
    ("duplicate-ids", "<p id=\"twice-1\"></p><p id=\"twice-1\"></p>"),
    ("duplicate-ids", "<p id='twice-2'></p><b id=twice-2></b><i id=twice-2></i>"),
    ("mixed-content", "<img src=\"http://elsewhere.org/a.png\" alt=\"\">"),
    ("mixed-content", "<script src=\"http://elsewhere.org/a.js\"></script>"),
    ("mixed-content", "<link rel=\"stylesheet\" href=\"http://elsewhere.org/a.css\">"),
    ("mixed-content", "<iframe src=\"http://elsewhere.org/a.html\"></iframe>"),
    ("canonical", "<link rel=\"canonical\" href=\"https://example.org/missing-12.html\">"),
    ("canonical", "<link rel=\"alternate\" hreflang=\"de\" href=\"/missing-13.html\">"),
    ("", "<a href=\"http://elsewhere.org/\">a link is not loaded</a>"),
    ("", "<textarea><a href=\"/in-a-text.html\"></textarea>"),
    ("", ""),
];

/// A site with faults. Also returns them as `FILE:LINE: RULE`.
fn faulty() -> (Site, BTreeSet<String>) {
    let text: Vec<&str> = PAGE.iter().map(|(_, line)| *line).collect();
    let faults = PAGE.iter().enumerate().filter(|(_, (rule, _))| !rule.is_empty());
    let mut faults: BTreeSet<String> =
        faults.map(|(index, (rule, _))| format!("faults.html:{}: {rule}", index + 1)).collect();
    faults.extend(
        [
            "markdown.md:5: links",
            "markdown.md:7: images",
            "_layouts/default.html:3: links",
            "_includes/head.html:2: images",
            "_data/navigation.yml:2: links",
            "sitemap.xml:2: sitemaps",
            "feed.xml:1: sitemaps",
            "lonely.html:1: unreachable",
            "folder/lonely.md:1: unreachable",
        ]
        .map(str::to_owned),
    );
    let layout = "<html><body>{% include head.html %}\n{{ content }}\n<a href=\"/gone.html\">gone</a>\n\
                  {% for link in site.data.navigation %}<a href=\"{{ link | relative_url }}\">x</a>{% endfor %}</body></html>\n";
    let site = Site::new()
        .file("_config.yml", "time: 2026-01-15 12:00:00 +0000\nurl: https://example.org\nbaseurl: \"\"\n")
        .file("_layouts/default.html", layout)
        .file("_includes/head.html", "<title>{{ page.title }}</title>\n<script src=\"{{ '/js/gone.js' | relative_url }}\"></script>\n")
        .file("_data/navigation.yml", "- /good.html\n- /from-data.html\n- /faults.html\n- /folder/\n- /markdown.html\n")
        .file("faults.html", text.join("\n"))
        .file("markdown.md", "---\nlayout: default\n---\n\n[faults](faults.html) and [none](/missing-10.html)\n\n![none](missing-14.png)\n")
        .file("good.html", "---\nlayout: default\n---\n<p id=\"part\"></p><a name=\"named\"></a>\n")
        .file("folder/index.html", "---\nlayout: default\n---\n<p>folder</p>\n")
        .file("folder/lonely.md", "---\nlayout: default\n---\nNobody finds this.\n")
        .file("lonely.html", "<html><body>alone</body></html>\n")
        .file("index.html", "---\nlayout: default\n---\n<p>home</p>\n")
        .file("old.html", "<html><meta http-equiv=\"refresh\" content=\"0; url=/good.html\"><a href=\"/good.html\">moved</a></html>")
        .file("sitemap.xml", "<urlset><url><loc>https://example.org/good.html</loc></url>\n<url><loc>https://example.org/not-there.html</loc></url></urlset>\n")
        .file("feed.xml", "<feed><entry><link href=\"https://example.org/no-entry.html\"/></entry></feed>\n")
        .file("picture.png", "png")
        .file("a b.txt", "text");
    (site, faults)
}

#[test]
fn each_fault_is_found_at_its_line_in_the_source() {
    let (site, faults) = faulty();
    assert!(faults.len() >= 40, "{}", faults.len());
    let told = site.run(&["check"]).fails().out.clone();
    let found: BTreeSet<String> = told
        .lines()
        .filter_map(|line| line.split_once(": ").and_then(|(place, rest)| Some((place, rest.split_once(':')?.0))))
        .map(|(place, rule)| format!("{place}: {rule}"))
        .collect();
    let missing: Vec<_> = faults.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&faults).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing {missing:?}, surplus {surplus:?}\n{told}");
    assert!(told.ends_with(&format!("8 pages, {} faults\n", faults.len())), "{told}");
    assert!(site.read("_site/index.html").is_none(), "the destination is not touched");
}

#[test]
fn a_fault_in_a_shared_file_is_told_once() {
    let (site, _) = faulty();
    let told = site.run(&["check", "--format", "json"]).fails();
    let faults: Vec<serde_json::Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let shared: Vec<_> = faults.iter().filter(|fault| fault["file"] == "_layouts/default.html").collect();
    assert_eq!(shared.len(), 1);
    assert_eq!(shared[0]["pages"].as_array().unwrap().len(), 6);
    assert_eq!(shared[0]["message"], "the link leads to '/gone.html', which does not exist");
}

#[test]
fn rules_and_files_can_be_left_out() {
    let site = Site::new()
        .file("index.html", "<html><body><a href=\"/none.html\">x</a><img src=\"/none.png\"></body></html>")
        .file("old/index.html", "<html><body><a href=\"/none.html\">x</a></body></html>");
    site.run(&["check"]).fails().says("2 pages, 5 faults");
    site.run(&["check", "--exclude", "old/*"]).fails().says("1 pages, 3 faults");
    let all = ["check", "--disable", "links,images,alt-texts,unreachable"];
    site.run(&all).succeeds().says("2 pages, no faults");
}

#[test]
fn addresses_outside_of_the_base_url_are_faults() {
    let site = Site::new().file("_config.yml", "baseurl: /docs\n").file(
        "index.html",
        "<html><body>\n<a href=\"/index.html\">out</a>\n<a href=\"/docs/\">in</a><img src=\"/a.png\" alt=\"\"></body></html>",
    );
    let told = site.run(&["check"]).fails().out.clone();
    assert!(told.contains("index.html:2: links: the link to '/index.html' leads out of '/docs/'"), "{told}");
    assert!(told.contains("index.html:3: images: '/a.png' is outside of '/docs/'"), "{told}");
    assert!(told.ends_with("1 pages, 2 faults\n"), "{told}");
}

#[test]
fn reports_are_made_for_other_programs() {
    let site = Site::new().file("index.html", "<html><body>\n<a href=\"/a,b%25.html\">x</a></body></html>");
    let annotations = site.run(&["check", "--format", "github"]).fails().out.clone();
    assert_eq!(
        annotations,
        "::error file=index.html,line=2,title=links::the link leads to '/a,b%25.html', which does not exist\n"
    );
    let log: serde_json::Value = serde_json::from_str(&site.run(&["check", "--format", "sarif"]).fails().out).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&log["version"], &result["ruleId"]), (&"2.1.0".into(), &"links".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!((&place["artifactLocation"]["uri"], &place["region"]["startLine"]), (&"index.html".into(), &2.into()));
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "links"));
}

#[test]
fn any_text_can_be_checked() {
    const PIECES: [&str; 24] = [
        "<",
        ">",
        "</",
        "<a href=",
        "<img src='",
        "\"",
        "'",
        "=",
        "/",
        " ",
        "&amp;",
        "#x",
        "?",
        "%",
        "%e4",
        "..",
        "<!--",
        "-->",
        "<script",
        "</script",
        "é",
        "\u{2028}",
        "id=a",
        "srcset=\"a 1x,",
    ];
    let mut number: u64 = 88_172_645_463_325_252;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..30 {
            number ^= number << 13;
            number ^= number >> 7;
            number ^= number << 17;
            text.push_str(PIECES[(number % 24) as usize]);
        }
        let mut site = BuiltSite { url: "https://example.org".into(), ..BuiltSite::default() };
        site.files.insert("a.html".into());
        site.feeds.insert("feed.xml".into(), text.clone());
        site.pages.push(Page::new("a.html".into(), text.clone()));
        for finding in hastie::check::check(&site, &[]) {
            assert!(text.is_char_boundary(finding.offset), "{text}");
        }
    }
}

#[test]
fn a_site_that_cannot_be_built_is_not_checked() {
    let site = Site::new().file("index.html", "---\n---\n{% nonsense %}");
    site.run(&["check"]).fails().does_not_say("1 pages, no faults");
}

#[test]
fn the_demo_and_a_new_site_have_no_faults() {
    let site = Site::empty();
    site.run(&["new", "."]).succeeds();
    let told = site.run(&["check"]).succeeds().out.clone();
    assert!(told.ends_with("no faults\n"), "{told}");
    let demo = repository().display().to_string();
    let built = site.folder().join("demo").display().to_string();
    site.run(&["check", "--source", &demo, "--destination", &built, "--disable-disk-cache"]).succeeds();
}
