//! Click to source: the server knows the file and line of each text and element of a page.

use crate::served::Served;
use crate::story::Site;
use serde_json::Value;

/// The answer of the server for a page.
struct Page {
    html: String,
    places: Vec<Value>,
}

impl Page {
    fn of(server: &Served, path: &str) -> Self {
        let path = path.replace('/', "%2F");
        let answer = server.ask("GET", &format!("/.hastie/origins?{path}"), &[("x-hastie", "origins")]);
        assert_eq!(answer.status, 200, "{}", answer.body);
        let mut body: Value = serde_json::from_str(&answer.body).expect("JSON");
        let html = body["html"].as_str().expect("HTML").to_owned();
        Page { html, places: body["places"].take().as_array().expect("places").clone() }
    }

    fn shown(&self, place: usize) -> String {
        let place = &self.places[place];
        format!("{}:{}", place["file"].as_str().expect("a file"), place["line"])
    }

    /// The place of a text, which is the last mark at or before it. Marks follow the first letter of their word.
    fn text(&self, words: &str) -> String {
        let mut clean = String::new();
        let mut marks = Vec::new();
        for c in self.html.chars() {
            match (c as u32).checked_sub(0x10_0000) {
                Some(place) => marks.push((clean.len(), place as usize)),
                None => clean.push(c),
            }
        }
        let at = clean.find(words).unwrap_or_else(|| panic!("{words} is not in {clean}"));
        let last = marks.iter().rev().find(|(offset, _)| *offset <= at + 1);
        self.shown(last.unwrap_or_else(|| panic!("{words} has no mark")).1)
    }

    /// The place of the first element whose tag starts so.
    fn element(&self, start: &str) -> String {
        let tag = self.html.find(start).unwrap_or_else(|| panic!("{start} is not in {}", self.html));
        let rest = &self.html[tag..];
        let attribute = &rest[rest.find(" data-hastie-at=\"").expect("a place") + 17..];
        self.shown(attribute.split('"').next().and_then(|place| place.parse().ok()).expect("an index"))
    }
}

fn site() -> Site {
    Site::new()
        .file("_config.yml", "title: The Site\nowner:\n  name: Ada\nplugins: []\n")
        .file("_data/people.yml", "- name: Grace Hopper\n  role: Admiral\n- name: Alan\n  role: >\n    Codebreaker\n    of Bletchley\n")
        .file("_data/cities.csv", "name,country\nPlovdiv,Bulgaria\nUtrecht,Netherlands\n")
        .file(
            "_layouts/default.html",
            "<html>\n<body>\n<header>{{ site.title }}</header>\n<img src=\"/logo.png\">\n\
             <h1>{{ page.title | upcase }}</h1>\n{{ content | strip }}\n{% include foot.html note=\"Literal note\" %}\n\
             <p>By {{ site.owner.name }}</p>\n</body>\n</html>\n",
        )
        .file("_layouts/post.html", "---\nlayout: default\n---\n<article>\n{{ content }}\n</article>\n")
        .file("_includes/foot.html", "<footer>\n  Footer words\n  <i class=\"icon\"></i>\n  {{ include.note }}\n</footer>\n")
        .file(
            "index.md",
            "---\nlayout: default\ntitle: Welcome here\n---\n\nFirst paragraph\ncontinued *second* line\n\n\
             - item one\n- item two\n\n![](picture.png)\n\n* * *\n\n\
             {% for person in site.data.people %}\n- {{ person.name }} as {{ person.role }}\n{% endfor %}\n\n\
             {% capture box %}\nCaptured words\n\nand more of them\n{% endcapture %}\n\
             <div class=\"box\">{{ box | markdownify }}</div>\n\n\
             {% for city in site.data.cities %}{{ city.name }}, {% endfor %}\n\n\
             ```ruby\nputs 1\nreturn answer\n```\n\n| Head | Other |\n|---|---|\n| cell | another |\n\n\
             {% for post in site.posts %}\n<section>{{ post.title }}{{ post.excerpt }}</section>\n{% endfor %}\n",
        )
        .file(
            "_posts/2024-01-02-first.md",
            "---\nlayout: post\ntitle: A first post\n---\nExcerpt of it\n\nBody of it\n\n{% highlight ruby %}\nputs 2\nbreak_it\n{% endhighlight %}\n",
        )
}

#[test]
fn texts_are_found_through_layouts_includes_markdown_and_data() {
    let site = site();
    let server = Served::start(&site, &["--no-watch"]);
    let page = Page::of(&server, "/index.html");
    for (words, place) in [
        ("The Site", "_config.yml:1"),
        ("WELCOME HERE", "index.md:3"),
        ("First paragraph", "index.md:6"),
        ("continued", "index.md:7"),
        ("item one", "index.md:9"),
        ("item two", "index.md:10"),
        ("Grace Hopper", "_data/people.yml:1"),
        ("Admiral", "_data/people.yml:2"),
        ("Codebreaker", "_data/people.yml:5"),
        ("Captured words", "index.md:21"),
        ("and more of them", "index.md:23"),
        ("Plovdiv", "_data/cities.csv:2"),
        ("Utrecht", "_data/cities.csv:3"),
        ("return", "index.md:31"),
        ("cell", "index.md:36"),
        ("A first post", "_posts/2024-01-02-first.md:3"),
        ("Excerpt of it", "_posts/2024-01-02-first.md:5"),
        ("Footer words", "_includes/foot.html:2"),
        ("Literal note", "_layouts/default.html:7"),
        ("By", "_layouts/default.html:8"),
        ("Ada", "_config.yml:3"),
    ] {
        assert_eq!(page.text(words), place, "{words}");
    }
}

#[test]
fn elements_are_found_with_and_without_text() {
    let site = site();
    let server = Served::start(&site, &["--no-watch"]);
    let page = Page::of(&server, "/index.html");
    for (tag, place) in [
        ("<body", "_layouts/default.html:2"),
        ("<img data-hastie-at=\"", "_layouts/default.html:4"),
        ("<p", "index.md:6"),
        ("<em", "index.md:7"),
        ("<ul", "index.md:9"),
        ("<hr", "index.md:14"),
        ("<div", "index.md:25"),
        ("<footer", "_includes/foot.html:1"),
        ("<i data", "_includes/foot.html:3"),
    ] {
        assert_eq!(page.element(tag), place, "{tag}");
    }
    let post = Page::of(&server, "/2024/01/02/first.html");
    assert_eq!(post.element("<article"), "_layouts/post.html:4");
    assert_eq!(post.text("Body of it"), "_posts/2024-01-02-first.md:7");
    assert_eq!(post.text("break_it"), "_posts/2024-01-02-first.md:11");
}

#[test]
fn the_page_without_marks_is_the_page_as_built() {
    let site = site();
    let server = Served::start(&site, &["--no-watch"]);
    for path in ["index.html", "2024/01/02/first.html"] {
        let marked = Page::of(&server, &format!("/{path}")).html;
        let mut clean: String = marked.chars().filter(|c| (*c as u32) < 0x10_0000).collect();
        while let Some(start) = clean.find(" data-hastie-at=\"") {
            let end = start + 17 + clean[start + 17..].find('"').expect("a quote") + 1;
            clean.replace_range(start..end, "");
        }
        assert_eq!(Some(clean), site.read(&format!("_site/{path}")), "{path}");
    }
}

#[test]
fn origins_follow_the_source_after_a_rebuild() {
    let site = Site::new().file("index.md", "---\n---\nOne\n").file("_config.yml", "plugins: []\n");
    let server = Served::start(&site, &[]);
    assert_eq!(Page::of(&server, "/index.html").text("One"), "index.md:3");
    let mut events = server.listen();
    events.next();
    site.write("index.md", "---\n---\nZero\n\nOne\n");
    events.next();
    assert_eq!(Page::of(&server, "/index.html").text("One"), "index.md:5");
}

#[test]
fn only_the_sites_own_pages_learn_origins() {
    let site = site();
    let server = Served::start(&site, &["--no-watch"]);
    assert_eq!(server.ask("GET", "/.hastie/origins?%2Findex.html", &[]).status, 403);
    let ours = ("x-hastie", "origins");
    let foreign = [ours, ("Origin", "http://evil.com")];
    assert_eq!(server.ask("GET", "/.hastie/origins?%2Findex.html", &foreign).status, 403);
    for path in ["%2Fmissing.html", "%2F..%2F_config.yml", "%2F%2e%2e%2f_config.yml", "%2F_config.yml"] {
        assert_eq!(server.ask("GET", &format!("/.hastie/origins?{path}"), &[ours]).status, 404, "{path}");
    }
    for place in ["source-0", "source-99", "source-", "source-x"] {
        let open = server.ask("POST", &format!("/.hastie/open?{place}"), &[ours]);
        assert_eq!(open.status, 404, "{place}");
    }
}
