//! Whole documents, pages and files in templates, and messages about URLs and dates.

use crate::story::Site;

fn small() -> Site {
    Site::new()
        .file("_config.yml", "collections: {c: {output: true}}\n")
        .file("_posts/2025-01-01-a.md", "---\ntags: t\n---\n*a*\n")
        .file("_c/d.md", "---\n---\nD\n")
        .file("_c/s.txt", "s")
        .file("p.html", "---\n---\np")
}

#[test]
fn documents_in_arrays_are_shown_as_ruby_objects() {
    let site = small().file(
        "z.html",
        "---\n---\n{{ site.posts | inspect }}\n{{ site.tags | inspect }}\n{{ site.c | inspect }}\n\
         {{ site.static_files | inspect }}\n{{ site.pages | inspect }}\n",
    );
    site.build().succeeds().wrote(
        "z.html",
        "[#&lt;Jekyll::Document _posts/2025-01-01-a.md collection=posts&gt;]\n\
         {&quot;t&quot;=&gt;[#&lt;Jekyll::Document _posts/2025-01-01-a.md collection=posts&gt;]}\n\
         [#&lt;Jekyll::Document _c/d.md collection=c&gt;]\n\
         [#&lt;Jekyll::StaticFile @relative_path=&quot;_c/s.txt&quot;&gt;]\n\
         [#&lt;Jekyll::Page @relative_path=&quot;p.html&quot;&gt;, #&lt;Jekyll::Page @relative_path=&quot;z.html&quot;&gt;]\n",
    );
}

#[test]
fn a_single_document_is_shown_as_json() {
    let file =
        "---\n---\n{{ site.static_files[0] | inspect }}\n{% for f in site.static_files %}{{ f | inspect }}{% endfor %}";
    let shown = "{\n  &quot;name&quot;: &quot;s.txt&quot;,\n  &quot;basename&quot;: &quot;s&quot;,\n  \
                 &quot;extname&quot;: &quot;.txt&quot;,\n  &quot;modified_time&quot;: &quot;2026-01-10 08:00:00 +0000&quot;,\n  \
                 &quot;path&quot;: &quot;_c/s.txt&quot;,\n  &quot;collection&quot;: &quot;c&quot;\n}";
    let site = small().file("z.html", file);
    site.build().succeeds().wrote("z.html", &format!("{shown}\n{shown}"));
}

/// An array inside a drop contains the documents themselves, whose JSON form is their text.
#[test]
fn documents_in_collections_are_strings_in_json() {
    let site = small().file(
        "z.html",
        "---\n---\n{% assign c = site.collections[0] %}{{ c | jsonify | split: '\"directory\"' | last }}",
    );
    let outcome = site.build().succeeds();
    let text = site.read("_site/z.html").unwrap_or_default();
    assert!(text.ends_with(r#","docs":["<p>D</p>\n"],"relative_directory":"_c"}"#), "{text}{}", outcome.err);
}

#[test]
fn the_keys_of_site_are_in_rubys_order() {
    let site = small().file("z.html", "---\n---\n{% for key in site limit: 12 %}{{ key }} {% endfor %}");
    site.build().succeeds().wrote(
        "z.html",
        "time config static_files collections data posts tags html_pages documents related_posts categories pages ",
    );
}

/// Converting the first Markdown document adds the highlighter to kramdown's options.
#[test]
fn kramdowns_options_change_with_the_first_markdown() {
    let page = "---\n---\n{{ site.kramdown.syntax_highlighter }}{{ site.kramdown.syntax_highlighter_opts | jsonify }}";
    let site = Site::new().file("a.html", page).file("b.md", "---\n---\nb").file("c.html", page);
    let with = "rouge{\"default_lang\":\"plaintext\",\"guess_lang\":true}";
    site.build().succeeds().wrote("a.html", "null").wrote("c.html", with);
}

#[test]
fn empty_slugs_are_reported_once_when_the_url_is_created() {
    let site = Site::new()
        .file("_config.yml", "permalink: /:slugified_categories/:title/\n")
        .file("_posts/2025-01-01-a.md", "---\ncategories: ['?', x]\n---\n{{ page.url }} {{ page.id }}")
        .file("_posts/2025-01-02-b.md", "---\nslug: ''\npermalink: /b/:slug\n---\nb");
    let outcome = site.build().succeeds().wrote("x/a/index.html", "<p>/x/a/ /x/a</p>\n");
    assert_eq!(outcome.err.matches("Warning: Empty `slug` generated for '?'.").count(), 1, "{}", outcome.err);
    assert_eq!(outcome.err.matches("Warning: Empty `slug` generated for ''.").count(), 1, "{}", outcome.err);
}

#[test]
fn a_slug_or_permalink_that_is_not_a_string_ends_the_build() {
    let post = |key: &str| {
        Site::new()
            .file("_posts/2025-01-01-a.md", format!("---\n{key}\n---\na"))
            .file("z.html", "---\n---\n{{ site.posts[0].url }}")
    };
    let output = "Liquid Exception: undefined method `gsub' for 5:Integer in z.html";
    post("slug: 5").build().fails().says(output);
    let output = "Liquid Exception: undefined method `gsub' for [\"a\"]:Array in z.html";
    post("permalink: [a]").build().fails().says(output);
    for (permalink, shown) in [
        ("5", "5:Integer"),
        ("99999999999999999999", "99999999999999999999:Integer"),
        ("2020-01-01", "#<Date: 2020-01-01 ((2458850j,0s,0n),+0s,2299161j)>"),
        ("2020-01-01 10:00:00", "2020-01-01 10:00:00 +0000:Time"),
    ] {
        let page = Site::new().file("a.html", format!("---\npermalink: {permalink}\n---\n"));
        page.build().fails().says(&format!("Reason: undefined method `end_with?' for {shown}"));
        let output = format!("Liquid Exception: undefined method `gsub' for {shown} in z.html");
        post(&format!("permalink: {permalink}")).build().fails().says(&output);
    }
}

/// A default date is set when it is first accessed. Until then, the post is sorted by its path.
#[test]
fn a_draft_without_a_date_is_sorted_by_its_path_until_the_date_is_accessed() {
    let drafts = |body: &str| {
        Site::new()
            .file("_config.yml", "show_drafts: true\nfuture: true\npermalink: /:title.html\n")
            .file("_drafts/d.md", format!("---\n---\n{body}"))
            .file("_posts/2025-01-01-a.md", "---\n---\na")
            .file("_posts/2025-02-01-b.md", "---\n---\nb")
            .file("z.html", "---\n---\n{{ site.posts | map: 'title' | join }}")
    };
    drafts("{{ page.date }}").build().succeeds().wrote("z.html", "D B A");
    drafts("nothing").build().succeeds().wrote("z.html", "B A D");
}

/// The missing parts of a date are taken from the current date, regardless of `time`.
#[test]
fn partial_dates_are_completed_from_the_current_date() {
    let site = Site::new()
        .file("_config.yml", "time: 2024-06-07\nfuture: true\n")
        .file("_posts/2024-01-01-a.md", "---\ndate: Mar 4\n---\n{{ page.date }}");
    site.build().succeeds().wrote("2026/03/04/a.html", "<p>2026-03-04 00:00:00 +0000</p>\n");
}

#[test]
fn a_recursive_excerpt_ends_the_build() {
    let site = Site::new().file("_posts/2025-01-01-a.md", "---\n---\n{{ page | jsonify }}\n");
    let path = "<site>/_posts/2025-01-01-a.md";
    site.build().fails().says(&format!("Liquid Exception: stack level too deep in {path}/#excerpt"));
    let loops = ["{% for key in page %}{{ key }}{% endfor %}", "{{ page | map: 'title' }}"];
    for source in loops {
        let site = Site::new().file("_posts/2025-01-01-a.md", &*format!("---\n---\n{source}\n"));
        site.build().fails().says(&format!("Liquid Exception: stack level too deep in {path}/#excerpt"));
    }
    for source in ["{{ page }}", "{{ page | escape }}"] {
        let site = Site::new()
            .file("_layouts/base.html", "{{ page.excerpt }}")
            .file("_posts/2025-01-01-a.md", &*format!("---\nlayout: base\n---\n{source}\n"));
        site.build().fails().says(&format!("Liquid Exception: stack level too deep in {path}/#excerpt"));
    }
    let list = "---\n---\n{% for p in site.pages %}{{ p.excerpt }}{% endfor %}";
    let site = Site::new().file("_config.yml", "page_excerpts: true\n").file("z.html", list);
    site.build().fails().says("Liquid Exception: stack level too deep in z.html/#excerpt");
}

#[test]
fn a_layout_that_is_not_utf8_ends_the_build() {
    let site =
        Site::new().file("_layouts/l.html", b"---\n---\n\xff{{ content }}").file("a.md", "---\nlayout: l\n---\na");
    let output = "Liquid Exception: invalid byte sequence in UTF-8 in <site>/_layouts/l.html";
    site.build().fails().says(output);
}

/// Ruby cuts off the fraction when it takes the last posts, so half a post is none.
#[test]
fn limits_with_a_fraction_publish_whole_posts() {
    let shown = |limit: &str, expected: &str| {
        let site = Site::new().file("_config.yml", format!("limit_posts: {limit}\n"));
        let posts = ["2020-01-01-a", "2020-01-02-b"];
        let site = posts.iter().fold(site, |site, post| site.file(&format!("_posts/{post}.md"), "---\n---\n"));
        let page = "---\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}";
        site.file("a.html", page).build().succeeds().wrote("a.html", expected);
    };
    shown("0.5", "");
    shown("1.5", "B");
    shown(".inf", "BA");
    shown(".nan", "BA");
}

#[test]
fn configuration_of_the_wrong_type_ends_the_build() {
    let site = |config: &str| Site::new().file("_config.yml", config).file("a.txt", "a");
    site("limit_posts: x\n").build().fails().says("Reason: undefined method `negative?' for \"x\":String");
    let negative = "Reason: undefined method `negative?' for #<Date: 2026-01-01 ((2461042j,0s,0n),+0s,2299161j)>";
    site("limit_posts: 2026-01-01\n").build().fails().says(negative);
    let negative = "Reason: limit_posts must be a non-negative number";
    site("limit_posts: -0.5\n").build().fails().says(negative);
    site("limit_posts: -99999999999999999999\n").build().fails().says(negative);
    site("liquid: x\n").build().fails().says("Reason: undefined method `to_sym' for nil:NilClass (`liquid:`)");
    site("collections: [1]\n").build().fails().says("Reason: undefined method `gsub' for 1:Integer");
    site("collections: {c: true}\n").build().fails().says("Reason: undefined method `[]' for true:TrueClass");
    let paged = |config: &str| site(&format!("plugins: [jekyll-paginate]\n{config}")).file("index.html", "---\n---\n");
    paged("paginate: true\n").build().fails().says("Reason: undefined method `to_i' for true:TrueClass");
    paged("paginate: 1.5\n").build().succeeds();
}

#[test]
fn layouts_share_the_cache_with_the_body() {
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-include-cache]\n")
        .file("_includes/b.html", "{% for i in (1..9) limit:2 offset:continue %}{{ i }}{% endfor %}")
        .file("_layouts/d.html", "{% include_cached b.html %} {{ content }}")
        .file("a.html", "---\nlayout: d\n---\n{% include_cached b.html %}{% for i in (1..9) limit:2 offset:continue %}{{ i }}{% endfor %}");
    site.build().succeeds().wrote("a.html", "12 1234");
}
/// jekyll-relative-links computes the URLs of linked files only.
#[test]
fn a_link_to_an_image_does_not_access_the_dates_of_drafts() {
    let site = Site::new()
        .file("_config.yml", "theme: null\nshow_drafts: true\nfuture: true\n")
        .file("_drafts/d.md", "---\nlayout:\n---\nx")
        .file("_posts/2020-01-02-first.md", "---\n---\nx")
        .file("b.md", "[a](/img.png)\n")
        .file("z.html", "---\n---\n{{ site.posts | map: 'title' | join }}");
    site.run(&["build", "--github-pages", "--offline"]).succeeds();
    assert_eq!(site.read("_site/z.html").as_deref(), Some("First D"));
}
