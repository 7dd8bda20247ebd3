//! `hastie check`: faults of a built site, with their lines in the source.

use crate::github::Server;
use crate::story::Site;
use crate::tree::repository;
use hastie::check::{BuiltSite, Page, SourceText};
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
        site.sources.push(SourceText { path: "a.md".into(), text: text.clone() });
        for finding in hastie::check::check(&site, &[]) {
            assert!(text.is_char_boundary(finding.offset), "{text}");
        }
    }
}

/// A GIF of this size, without pixels.
fn gif(width: u8, height: u8, bytes: usize) -> Vec<u8> {
    let mut file = [b"GIF89a" as &[u8], &[width, 0, height, 0]].concat();
    file.resize(bytes.max(file.len()), 0);
    file
}

/// The findings of a rule in a site, one line for each fault.
fn found(site: &Site, rule: &str) -> Vec<String> {
    let told = site.run(&["check", "--exclude", "unchecked/*"]).out;
    let mark = format!(": {rule}: ");
    told.lines().filter(|line| line.contains(&mark)).map(str::to_owned).collect()
}

#[test]
fn images_are_measured() {
    let site = Site::empty()
        .file("_config.yml", "")
        .file("wide.gif", gif(200, 100, 0))
        .file("heavy.gif", gif(200, 100, 1_100_000))
        .file("photo.gif", gif(240, 120, 300_000))
        .file("styled.gif", gif(200, 100, 0))
        .file(
            "index.md",
            "---\n---\n<img src=\"wide.gif\" width=\"100\" height=\"50\" alt=\"\">\n\
             <img src=\"wide.gif\" width=\"100px\" height=\"100\" alt=\"\">\n\
             <img src=\"wide.gif\" width=\"100\" height=\"100\" style=\"object-fit: cover\" alt=\"\">\n\
             <img src=\"wide.gif\" width=\"100%\" height=\"100\" alt=\"\">\n\
             <img src=\"heavy.gif\" alt=\"\">\n<img src=\"heavy.gif\" alt=\"\">\n\
             <img src=\"photo.gif\" width=\"60\" height=\"30\" alt=\"\">\n\
             <img src=\"styled.gif\" width=\"60\" height=\"60\" style=\"color: red; Width : 4em\" alt=\"\">\n",
        );
    let distorted = "index.md:4: image-sizes: the image 'wide.gif' has 200 x 100 pixels, so 100 x 100 distorts it";
    // The first place with this address is the line above.
    assert_eq!(found(&site, "image-sizes"), [distorted.replace(":4:", ":3:")]);
    assert_eq!(
        found(&site, "oversized-images"),
        [
            "index.md:7: oversized-images: the image 'heavy.gif' has 1074 kB",
            "index.md:9: oversized-images: the image 'photo.gif' has 292 kB and is 240 pixels wide, but shown with a width of 60",
        ]
    );
}

#[test]
fn versions_in_other_languages_link_back() {
    let link =
        |language: &str, page: &str| format!("<link rel=\"alternate\" hreflang=\"{language}\" href=\"/{page}\">\n");
    let page = |links: &[String]| format!("---\n---\n{}", links.concat());
    let site = Site::empty()
        .file("_config.yml", "")
        .file(
            "index.html",
            page(&[link("en", ""), link("de", "de.html"), link("fr", "fr.html"), link("english", "de.html")]),
        )
        .file("de.html", page(&[link("en", ""), link("de", "de.html")]))
        .file("fr.html", page(&[link("fr", "fr.html")]));
    assert_eq!(
        found(&site, "hreflang"),
        [
            "index.html:5: hreflang: 'fr.html' is linked as the version in 'fr', but has no link back",
            "index.html:4: hreflang: hreflang=\"english\" is not a language such as en or pt-BR",
        ]
    );
}

/// Lines of HTML, each with what browsers repair in it.
const REPAIRED: [(&str, &str); 30] = [
    ("<p>one<p>two", ""),
    ("<ul><li>one<li>two<ul><li>three</ul></ul>", ""),
    ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", ""),
    ("<table><tr><td>a<td>b<tr><th>c</table>", ""),
    ("<table><thead><tr><th>a<tbody><tr><td><p>b</table>", ""),
    ("<select><optgroup label=a><option>b<option>c<optgroup label=d><option>e</select>", ""),
    ("<svg><path d=\"\"/><g><title>a</title></g></svg><math><mi>a</mi></math>", ""),
    ("<br><hr><img src=\"data:,\" alt=\"\"><input>", ""),
    ("<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>", ""),
    ("<a href=\"#top\"><div>a block</div></a>", ""),
    ("<script>if (a < b && c) '</p><div>'</script><!-- </div> --><style>a > b {}</style>", ""),
    ("<button><p>a</p></button><ruby>a<rp>(<rt>b<rp>)</ruby>", ""),
    ("<div><span>a</div>", "<span> is not closed before </div>"),
    ("<b><i>a</b></i>", "<i> is not closed before </b>|</i> closes nothing"),
    ("a</div>", "</div> closes nothing"),
    ("<p><div>a</div></p>", "</p> closes nothing, so browsers insert an empty paragraph"),
    ("<p><b>a<p>b</b>", "<b> is not closed before <p>|</b> closes nothing"),
    ("<p><ul><li>a</ul></p>", "</p> closes nothing, so browsers insert an empty paragraph"),
    ("<a href=\"#top\">a<a href=\"#top\">b</a></a>", "<a> is in another <a>, which browsers do not allow"),
    ("<button><span><button></button></span></button>", "<button> is in another <button>, which browsers do not allow"),
    ("<form><form></form></form>", "<form> is in another <form>, which browsers do not allow"),
    ("<table><div>a</div><tr><td>b</table>", "<div> is directly in <table>, so browsers move it before the table"),
    ("<table><tr><p>a</p></tr></table>", "<p> is directly in <tr>, so browsers move it before the table"),
    ("<table><tr><td></div>a</td></tr></table>", "</div> closes nothing"),
    ("<div><table><tr><td></div>a</td></tr></table></div>", "</div> closes nothing in this cell"),
    (
        "<p class=\"a\" id=\"x1\" class=\"b\">a</p>",
        "<p> has the attribute 'class' twice, and browsers ignore the second",
    ),
    ("<img src=\"data:,\" alt=\"\">a</img>", "</img> closes nothing: <img> has no content"),
    ("<li><em>a<li>b</em>", "<em> is not closed before <li>|</em> closes nothing"),
    ("<h2>a</h3></h2>", "</h3> closes nothing"),
    (
        "<section><em>a",
        "<em> is not closed before the end of the page|<section> is not closed before the end of the page",
    ),
];

#[test]
fn html_that_browsers_repair_is_found() {
    for (line, expected) in REPAIRED {
        let mut site = BuiltSite::default();
        site.files.insert("a.html".into());
        site.pages.push(Page::new("a.html".into(), line.to_owned()));
        let told = hastie::check::check(&site, &[]).into_iter().filter(|finding| finding.rule == "nesting");
        assert_eq!(told.map(|finding| finding.message).collect::<Vec<_>>().join("|"), expected, "{line}");
    }
}

#[test]
fn bibliographies_and_their_citations_are_checked() {
    let bib = "@article{sea2021, title = {Sea}, year = 2021, doi = {10.5555/sea}}\n\n\
               @article{ice2020,\n  title = {Ice},\n  doi = {doi 10.5555}\n}\n@online{web, title = {Web}}\n";
    let site = Site::empty()
        .file("_config.yml", "plugins: [jekyll-scholar]\nscholar:\n  bibliography: papers.bib\n")
        .file("_bibliography/papers.bib", bib)
        .file("_includes/quote.html", "{%- cite fog2019 -%}\n")
        .file("unchecked/index.html", "---\n---\n{% raw %}{% cite none %}{% endraw %}\n")
        .file(
            "index.md",
            "---\n---\n{% nocite sea2021 web %}\n{% nocite sea2021 see2021 --locator 3 %}\n{% nocite {{ page.key }} %}\n",
        );
    assert_eq!(
        found(&site, "bibliographies"),
        [
            "_bibliography/papers.bib:3: bibliographies: the entry 'ice2020' has no year",
            "_bibliography/papers.bib:3: bibliographies: the entry 'ice2020' has a broken DOI: 'doi 10.5555'",
            "_includes/quote.html:1: bibliographies: no bibliography contains the key 'fog2019'",
            "index.md:4: bibliographies: no bibliography contains the key 'see2021'",
        ]
    );
    let broken = site.file("_bibliography/broken.bib", "@article{fog2019,\n  title = {Fog\n");
    let told = found(&broken, "bibliographies");
    assert!(told.iter().any(|line| line.starts_with("_bibliography/broken.bib:1: ")), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("no bibliography contains")), "{told:?}");
}

#[test]
fn works_without_a_citation_count_are_found() {
    let data = r#"{"name": "O", "citedby": 1, "publications": {"U:a": {"bib": {"title": "A"}, "num_citations": 1}}}"#;
    let site = Site::empty().file("_config.yml", "").file("assets/scholar/gs_data.json", data).file(
        "index.html",
        "---\n---\n<span class=\"show_paper_citations\" data=\"U:a\"></span>\n\
             <span class='show_paper_citations' data='U:b'></span>\n",
    );
    let unknown = "index.html:4: citation-ids: the citation data does not contain the work 'U:b'";
    assert_eq!(found(&site, "citation-ids"), [unknown]);
}

#[test]
fn links_to_other_sites_are_requested_once_if_that_is_asked_for() {
    let server = Server::new(&[("/good", "x".into()), ("/late", "y".into())]);
    let address = &server.address;
    let site = Site::empty().file("_config.yml", "").file(
        "index.md",
        format!("---\n---\n[good]({address}/good) [twice]({address}/good#part)\n\n[gone]({address}/gone)\n<img src=\"{address}/late\" alt=\"\">\n"),
    );
    let site = site.file("a.md", format!("---\n---\n[gone]({address}/gone)\n"));
    assert!(found(&site, "external").is_empty() && server.asked().is_empty());
    let check = || {
        let told = site.run_with(&["check", "--external"], &[("HASTIE_OFFLINE", "")]).out;
        told.lines().filter(|line| line.contains(": external: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let gone = |place: &str| format!("{place}: external: '{address}/gone' is broken: the server answers 404");
    let gone = [gone("a.md:3"), gone("index.md:5")];
    assert_eq!(check(), gone);
    let asked = server.asked().len();
    // Working links are in the cache.
    assert_eq!(check(), gone);
    let again = &server.asked()[asked..];
    assert!(again.iter().all(|path| path == "/gone") && !again.is_empty(), "{again:?}");
    site.run(&["check", "--external"])
        .fails()
        .says("Error: --external needs the network, which --offline or HASTIE_OFFLINE forbids");
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

#[test]
fn a_computed_address_is_found_at_its_element() {
    let site = Site::new()
        .file("_includes/button.html", "<p>\n<a href=\"/{{ include.to | append: '-page.html' }}\">go</a>\n</p>\n")
        .file("_layouts/default.html", "{{ content }}\n\n<a href=\"{{ page.name | replace: 'd', 'f' }}\">old</a>\n")
        .file("index.html", "---\n---\n<p>one</p>\n{% include button.html to='gone' %}\n")
        .file("second.html", "---\nlayout: default\n---\n<b>a</b> <a href=\"{{ 'a' | prepend: '/miss' }}\">b</a>\n");
    let told = site.run(&["check", "--disable", "unreachable"]).fails().out.clone();
    let places: Vec<&str> =
        told.lines().filter_map(|line| line.split_once(": links").map(|(place, _)| place)).collect();
    assert_eq!(places, ["_includes/button.html:2", "second.html:4", "_layouts/default.html:3"], "{told}");
}
