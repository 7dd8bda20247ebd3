//! `hastie liquid`: a single template, with all of Jekyll's tags that need no documents.

use crate::story::Site;

#[test]
fn a_template_is_rendered_with_its_data_and_the_sites_configuration() {
    let site = Site::empty()
        .file("_config.yml", "baseurl: /base\n")
        .file("t.html", "{{ '/x' | relative_url }} {{ name }}")
        .file("d.json", r#"{"name": "Hyde"}"#);
    assert_eq!(site.run(&["liquid", "t.html", "--data", "d.json"]).succeeds().out, "/base/x Hyde");
}

#[test]
fn includes_come_from_the_sites_folder_or_from_the_given_one() {
    let site = Site::empty()
        .file("_includes/i.html", "site {{ include.a }}")
        .file("parts/i.html", "parts {{ include.a }}")
        .file("t.html", "{% include i.html a='1' %}")
        .file("relative.html", "{% include_relative parts/i.html a=2 %}");
    assert_eq!(site.run(&["liquid", "t.html"]).succeeds().out, "site 1");
    assert_eq!(site.run(&["liquid", "t.html", "--includes", "parts"]).succeeds().out, "parts 1");
    assert_eq!(site.run(&["liquid", "relative.html"]).succeeds().out, "parts 2");
    let site = Site::empty().file("t.html", "{% include nope.html %}");
    assert!(site.run(&["liquid", "t.html"]).fails().err.contains("Could not locate the included file 'nope.html'"));
}

#[test]
fn an_error_shows_file_line_and_include_chain() {
    let site = Site::empty()
        .file("_includes/i.html", "one\n{{ 1 | divided_by: 0 }}")
        .file("t.html", "---\nx: 1\n---\n{% include i.html %}");
    let output = site.run(&["liquid", "t.html"]).fails().err.clone();
    for part in ["i.html line 2): divided by 0", "--> _includes/i.html:2:1", "included from t.html:4"] {
        assert!(output.contains(part), "{output}");
    }
    let deep = Site::empty().file("t.html", format!("\n{}", "{% if true %}".repeat(1000)));
    let output = deep.run(&["liquid", "t.html"]).fails().err.clone();
    assert!(output.contains("Nesting too deep") && output.contains("--> t.html:2:"), "{output}");
}

#[test]
fn jekylls_filters_and_tags_count_towards_the_limits() {
    let templates = [
        "{% assign e = 'x == 1 and ' %}{% for i in (1..14) %}{% assign e = e | append: e %}{% endfor %}\
         {% assign e = e | append: 'x == 2' %}{% assign a = 'a,b' | split: ',' %}\
         {% for i in (1..1000000) %}{% assign b = a | where_exp: 'x', e %}{% endfor %}",
        "{% assign s = '/a/../b' %}{% for i in (1..15) %}{% assign s = s | append: s %}{% endfor %}\
         {% for i in (1..1000000) %}{{ s | absolute_url | size }}{% endfor %}",
        "{% assign s = 'é ' %}{% for i in (1..18) %}{% assign s = s | append: s %}{% endfor %}\
         {% for i in (1..1000000) %}{{ s | slugify: 'ascii' | size }}{% endfor %}",
    ];
    for template in templates {
        let site = Site::empty().file("t.html", template);
        let output = site.run(&["liquid", "t.html"]).fails().err.clone();
        assert!(output.contains("more than 60000000 steps in one rendering"), "{template}: {output}");
        assert!(output.contains("--> t.html:1:"), "{template}: {output}");
    }
}

#[test]
fn code_is_highlighted() {
    let site = Site::empty().file("t.html", "{% highlight ruby %}puts 1{% endhighlight %}");
    let expected = "<figure class=\"highlight\"><pre><code class=\"language-ruby\" data-lang=\"ruby\">\
                    <span class=\"nb\">puts</span> <span class=\"mi\">1</span></code></pre></figure>";
    assert_eq!(site.run(&["liquid", "t.html"]).succeeds().out, expected);
}

#[test]
fn tags_that_need_documents_report_that_there_are_none() {
    let site = Site::empty()
        .file("link.html", "{% link _posts/2020-01-01-x.md %}")
        .file("post.html", "{% post_url 2020-01-01-x %}");
    for template in ["link.html", "post.html"] {
        let output = site.run(&["liquid", template]).fails().err.clone();
        assert!(output.contains("A single template has no posts and documents"), "{output}");
    }
}

/// In Ruby, pages are Hashes, but documents and static files are not.
#[test]
fn pages_contain_their_keys() {
    let site = Site::new()
        .file("_config.yml", "collections: {c: {output: true}}\n")
        .file("p1.md", "---\nlang: de\n---\nx")
        .file("p2.md", "---\nother: 1\n---\nx")
        .file("_posts/2020-01-01-a.md", "---\nlang: de\n---\nx")
        .file("_c/d.md", "---\nlang: fr\n---\nx")
        .file("s.css", "s")
        .file("z.txt", CONTAINS);
    site.build().succeeds().wrote("z.txt", CONTAINED);
}

const CONTAINS: &str = r#"---
lang: en
---
{% assign a = site.pages | where_exp:"page", "page contains 'lang'" | sort: 'lang' %}{{ a | size }}
{% assign a = site.pages | where_exp:"p", "p contains 'lang'" %}{{ a | size }}
{% assign a = site.posts | where_exp:"p", "p contains 'lang'" %}{{ a | size }}
{% assign a = site.c | where_exp:"p", "p contains 'lang'" %}{{ a | size }}
{% assign a = site.pages | where_exp:"p", "p.lang" %}{{ a | size }}
{% for p in site.pages %}{% if p contains 'lang' %}L{% endif %}{% if p contains 'url' %}U{% endif %}{% if p contains 'excerpt' %}E{% endif %}{% if p contains 'nope' %}N{% endif %};{% endfor %}
{% for p in site.posts %}{% if p contains 'lang' %}L{% endif %}{% if p contains 'url' %}U{% endif %}{% if p contains 'nope' %}N{% endif %};{% endfor %}
{% for p in site.static_files %}{% if p contains 'path' %}L{% endif %};{% endfor %}
{% if page contains 'lang' %}page{% endif %} {% if site contains 'posts' %}site{% endif %}{% if layout contains 'x' %}lay{% endif %} {% if site.data contains 'x' %}d{% endif %}{% if site.collections.first contains 'label' %}c{% endif %}
{% assign pp = site.pages | first %}{% if pp contains 'lang' %}first{% endif %} {% assign pp = site.pages | where: "lang", "de" %}{% for p in pp %}{% if p contains 'lang' %}w{% endif %}{% endfor %}
{% if page.excerpt contains 'x' %}{% endif %}{% for p in site.posts %}{% if p.excerpt contains 'x' %}ex{% endif %}{% endfor %}
{% if page == empty %}E{% endif %}{% for p in site.pages %}{{ p | size }}{% if p == blank %}B{% endif %}{% endfor %}
"#;
const CONTAINED: &str = r#"2
2
0
0
2
LUE;UE;LUE;
;
;
page  
first w
ex
777
"#;

/// A page's Hash contains its excerpt, so accessing the page creates the excerpt.
#[test]
fn an_excerpt_that_accesses_all_pages_depends_on_itself() {
    let list = "{% assign found = site.pages | where: 'k', 'essay' %}{% for p in found %}{{ p.title }}: {{ p.excerpt }}{% endfor %}";
    let site = Site::new()
        .file("_config.yml", "page_excerpts: true\n")
        .file("list.md", format!("---\nk: list\n---\n{list}\n"))
        .file("one.md", "---\ntitle: One\nk: essay\n---\nFirst para.\n\nSecond\n");
    site.build().fails().says("Liquid Exception: stack level too deep in list.md/#excerpt");
    let site = site.file("list.md", format!("---\nk: list\n---\nWords first.\n\n{list}\n"));
    site.build().succeeds().wrote("list.html", "<p>Words first.</p>\n\n<p>One: &lt;p&gt;First para.&lt;/p&gt;</p>\n\n");
}

/// As in search indexes. Only the text around a match can make the result grow in proportion to its length.
#[test]
fn thousands_of_backslashes_can_be_escaped() {
    let site = Site::new().file("a.txt", BACKSLASHES);
    site.build().succeeds().wrote("a.txt", r"57344 \\alpha\\alpha \(aa)lph(aa)\(aa)lph(aa)");
}

const BACKSLASHES: &str = r"---
---
{% assign s = '\alpha' %}{% for i in (1..13) %}{% assign s = s | append: s %}{% endfor %}{{ s | replace: '\', '\\\\' | size }} {{ s | slice: 0, 12 | replace: '\', '\\\\' }} {{ s | slice: 0, 12 | replace: 'a', '(\0\&)' }}";

/// In Ruby, text that starts with a number or an empty `capture` has the encoding US-ASCII until other text is added,
/// and kramdown then writes quotes as numeric entities. String filters keep the encoding.
#[test]
fn captured_text_keeps_the_encoding_of_its_first_piece() {
    let site = Site::new().file("a.html", CAPTURED);
    site.build().succeeds().wrote("a.html", CAPTURED_HTML);
}

const CAPTURED: &str = r##"---
words: ["1 ... 2", "it's"]
---
{% capture list %}{% endcapture %}{% for w in page.words %}{% capture list %}{{ list }}
- [{{ w }}](#x){% endcapture %}{% endfor %}{{ list | markdownify }}
{% capture n %}{{ 5 }} "quoted"...{% endcapture %}{{ n | markdownify }}{{ n }}
{% capture t %}It's {{ 5 }} "quoted"...{% endcapture %}{{ t | markdownify }}
{% capture p %}{{ n }} 'and'{% endcapture %}{{ p | markdownify }}{{ p | smartify }}
{% capture u %}{{ n }} ü 'and'{% endcapture %}{{ u | markdownify }}
{% assign m = n %}{{ m | markdownify }}{{ n | strip | markdownify }}{{ n | append: "'s" | markdownify }}{{ n | replace: "5", "6" | markdownify }}
{% if n == '5 "quoted"...' %}same{% endif %}{{ n | size }}
"##;
const CAPTURED_HTML: &str = r##"
<ul>
  <li><a href="#x">1 &#8230; 2</a></li>
  <li><a href="#x">it&#8217;s</a></li>
</ul>

<p>5 &#8220;quoted&#8221;&#8230;</p>
5 "quoted"...
<p>It’s 5 “quoted”…</p>

<p>5 &#8220;quoted&#8221;&#8230; &#8216;and&#8217;</p>
5 &#8220;quoted&#8221;&#8230; &#8216;and&#8217;
<p>5 “quoted”… ü ‘and’</p>

<p>5 &#8220;quoted&#8221;&#8230;</p>
<p>5 &#8220;quoted&#8221;&#8230;</p>
<p>5 &#8220;quoted&#8221;&#8230;&#8217;s</p>
<p>6 &#8220;quoted&#8221;&#8230;</p>

same13
"##;

#[test]
fn a_key_of_a_drop_that_is_not_a_name_is_an_error() {
    for (key, shown) in [("0", "0"), ("true", "true"), ("1.5", "1.5")] {
        let site = Site::new()
            .file("_posts/2024-01-01-p.md", "---\n---\nx")
            .file("a.html", format!("---\n---\n{{{{ site.posts[0][{key}] }}}}"));
        let error = format!("Liquid Exception: {shown} is not a symbol nor a string in");
        let outcome = site.build().fails();
        assert!(outcome.all().contains(&error), "{}", outcome.all());
    }
    let site = Site::new().file("_posts/2024-01-01-p.md", "---\n---\nx").file(
        "a.html",
        "---\n---\n[{{ site.posts[0][nil] }}{{ jekyll[0] }}{% for x in (1..1) %}{{ forloop[0] }}{% endfor %}]",
    );
    site.build().succeeds().wrote("a.html", "[]");
}
