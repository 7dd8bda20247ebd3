//! Jekyll's tags `include`, `include_relative`, `include_cached`, `highlight`, `link` and `post_url`, and errors in
//! templates.

use crate::story::Site;

/// A page with this template.
fn page(template: &str) -> String {
    format!("---\ntitle: Home\n---\n{template}")
}

#[test]
fn an_include_sees_its_parameters_and_outer_variables() {
    Site::new()
        .file("_includes/a.html", "[{{ include.x }}|{{ include.y }}|{{ include.z }}|{{ page.title }}|{{ out }}]")
        .file(
            "i.html",
            page("{% assign out = 'o' %}{% include a.html x='1 2' y=\"a 'b' \\\"c\\\"\" z=page.title %}{% include a.html %}"),
        )
        .build()
        .succeeds()
        .wrote("i.html", "[1 2|a 'b' \"c\"|Home|Home|o][|||Home|o]");
}

#[test]
fn assignments_in_an_include_persist_but_parameters_do_not() {
    Site::new()
        .file("_includes/a.html", "{% assign kept = include.x %}{% capture also %}c{% endcapture %}")
        .file("i.html", page("{% include a.html x=1 %}{{ kept }}{{ also }}[{{ include.x }}]"))
        .build()
        .succeeds()
        .wrote("i.html", "1c[]");
}

#[test]
fn an_include_without_parameters_sees_the_outer_ones() {
    Site::new()
        .file("_includes/outer.html", "{% include inner.html %}{% include inner.html y=2 %}{{ include.x }}")
        .file("_includes/inner.html", "[{{ include.x }}{{ include.y }}]")
        .file("i.html", page("{% include outer.html x=1 %}"))
        .build()
        .succeeds()
        .wrote("i.html", "[1][2]1");
}

#[test]
fn the_name_of_an_include_may_contain_variables() {
    Site::new()
        .file("_includes/d/a-b.html", "ab{{ include.x }}")
        .file(
            "i.html",
            page("{% assign n = 'a-b' %}{% include d/{{ n }}.html %}{% include {{ n | prepend: 'd/' }}.html x=5 %}"),
        )
        .build()
        .succeeds()
        .wrote("i.html", "abab5");
}

#[test]
fn a_break_in_an_include_leaves_the_outer_loop() {
    Site::new()
        .file("_includes/a.html", "{% if include.i == 2 %}{% break %}{% endif %}{{ include.i }}")
        .file("i.html", page("{% for i in (1..4) %}{% include a.html i=i %}-{% endfor %}."))
        .build()
        .succeeds()
        .wrote("i.html", "1-.");
}

#[test]
fn cycles_and_counters_continue_across_pages() {
    Site::new()
        .file("_layouts/l.html", "{% cycle 'a', 'b' %}{% increment n %}{% ifchanged %}x{% endifchanged %}{{ content }}")
        .file("a.html", "---\nlayout: l\n---\nA{% increment n %}")
        .file("b.html", "---\nlayout: l\n---\nB{{ n }}")
        .build()
        .succeeds()
        .wrote("a.html", "a1xA0")
        .wrote("b.html", "b2B2");
}

#[test]
fn a_missing_include_is_an_error() {
    let ensure = "Ensure it exists in one of those directories and, if it is a symlink, does not point outside your site \
                  source.";
    Site::new().file("i.html", page("{% include no.html %}")).build().fails().says(&format!(
        "Liquid Exception: Could not locate the included file 'no.html' in any of [\"<site>/_includes\"]. {ensure} in i.html"
    ));
    Site::new().file("d/i.html", page("{% include_relative no.html %}")).build().fails().says(&format!(
        "Liquid Exception: Could not locate the included file 'no.html' in any of [\"<site>/d\"]. {ensure} in d/i.html"
    ));
}

#[test]
fn invalid_names_and_parameters_of_includes_are_errors() {
    let valid = "Valid syntax: {% include file.ext param='value' param2='value' %}";
    for (markup, named) in [("../a.html", "../a.html "), ("a//b.html", "a//b.html "), ("a?.html", "a?.html "), ("", "")]
    {
        let text = "Invalid syntax for include tag. File contains invalid characters or sequences:";
        Site::new()
            .file("i.html", page(&format!("{{% include {markup} %}}")))
            .build()
            .fails()
            .says(&format!("Liquid Exception: {text} {named}{valid} in i.html"));
    }
    for parameters in ["x", "x=", "x='1", "x='1'y='2'", "x=1,y=2", "x=a|b"] {
        Site::new()
            .file("_includes/a.html", "")
            .file("i.html", page(&format!("{{% include a.html {parameters} %}}")))
            .build()
            .fails()
            .says(&format!("Liquid Exception: Invalid syntax for include tag: {parameters} {valid} in i.html"));
    }
}

#[test]
fn an_error_in_an_include_names_the_outermost_file_and_the_innermost_line() {
    let site = Site::new()
        .file("_includes/a.html", "\n{% include b.html %}")
        .file("_includes/b.html", "\n\n{{ 1 | divided_by: 0 }}")
        .file("i.html", page("{% include a.html %}"));
    site.build()
        .fails()
        .says("Liquid Exception: Liquid error (<site>/_includes/a.html line 3): divided by 0 included in i.html");
    let site = Site::new().file("_includes/a.html", "\n{% zork %}").file("i.html", page("{% include a.html %}"));
    site.build().fails().says(
        "Liquid Exception: Liquid syntax error (<site>/_includes/a.html line 2): Unknown tag 'zork' included in i.html",
    );
}

#[test]
fn recursive_includes_are_errors() {
    Site::new()
        .file("_includes/a.html", "{% include a.html %}")
        .file("i.html", page("{% include a.html %}"))
        .build()
        .fails()
        .says("Liquid Exception: stack level too deep in i.html");
    Site::new()
        .file("_includes/a.html", "{% include a.html x=1 %}")
        .file("i.html", page("{% include a.html %}"))
        .build()
        .fails()
        .says("Liquid Exception: Liquid error (<site>/_includes/a.html line 1): Nesting too deep included in i.html");
}

#[test]
fn includes_may_nest_as_deeply_as_in_ruby() {
    let deep = "{% assign n = n | plus: 1 %}{% if n < 400 %}{% include a.html %}{% endif %}";
    Site::new()
        .file("_includes/a.html", deep)
        .file("i.html", page("{% include a.html %}{{ n }}"))
        .build()
        .succeeds()
        .wrote("i.html", "400");
}

#[test]
fn include_relative_is_relative_to_the_page() {
    Site::new()
        .file("d/i.html", page("{% include_relative e/a.txt x=1 %}"))
        .file("d/e/a.txt", "{{ include.x }}{{ page.title }}")
        .file("_includes/e/a.txt", "not this one")
        .build()
        .succeeds()
        .wrote("d/i.html", "1Home");
}

#[test]
fn include_cached_caches_the_first_result() {
    Site::new()
        .file("_config.yml", "plugins: [jekyll-include-cache]\n")
        .file("_includes/a.html", "{{ page.title }}{{ include.x }}{% assign seen = 1 %}")
        .file("a.html", "---\ntitle: A\n---\n{% include_cached a.html x=1 %}[{{ seen }}]")
        .file(
            "b.html",
            "---\ntitle: B\n---\n{% include_cached a.html x=1 %}[{{ seen }}]{% include_cached a.html x=2 %}",
        )
        .file("c.html", "---\ntitle: C\n---\n{% include_cached a.html y=2 %}{% include_cached a.html %}")
        .build()
        .succeeds()
        .wrote("a.html", "A1[1]")
        .wrote("b.html", "A1[]B2")
        .wrote("c.html", "B2C");
}

#[test]
fn link_finds_pages_documents_and_files() {
    Site::new()
        .file("_config.yml", "baseurl: /base\ncollections: {notes: {output: true}, drafts_of: {}}\n")
        .file("d/p.html", page(""))
        .file("f/a b.txt", "file")
        .file("_notes/n.html", page(""))
        .file("_posts/2026-01-02-first.html", page(""))
        .file(
            "i.html",
            page(
                "{% link d/p.html %} {% link f/a b.txt %} {% link /f/a b.txt %} {% link _notes/n.html %} \
                 {% link _posts/2026-01-02-first.html %} {% assign x = 'p' %}{% link d/{{ x }}.html %}",
            ),
        )
        .build()
        .succeeds()
        .wrote(
            "i.html",
            "/base/d/p.html /base/f/a%20b.txt /base/f/a%20b.txt /base/notes/n.html /base/2026/01/02/first.html \
             /base/d/p.html",
        );
    Site::new().file("i.html", page("{% link no.html %}")).build().fails().says(
        "Liquid Exception: Could not find document 'no.html' in tag 'link'. Make sure the document exists and the path \
         is correct. in i.html",
    );
}

#[test]
fn post_url_finds_posts_by_name() {
    Site::new()
        .file("_posts/2026-01-02-first.html", page(""))
        .file("_posts/sub/2026-01-03-second.html", page(""))
        .file("cat/_posts/2026-01-04-third.html", page(""))
        .file(
            "i.html",
            page(
                "{% post_url 2026-01-02-first %} {% post_url /2026-01-02-first %} {% post_url sub/2026-01-03-second %} \
                 {% post_url cat/2026-01-04-third %}",
            ),
        )
        .build()
        .succeeds()
        .wrote(
            "i.html",
            "/2026/01/02/first.html /2026/01/02/first.html /2026/01/03/second.html /cat/2026/01/04/third.html",
        );
}

#[test]
fn post_url_finds_posts_in_folders_by_name_with_a_warning() {
    Site::new()
        .file("_posts/sub/2026-01-03-second.html", page(""))
        .file("i.html", page("{% post_url 2026-01-03-second %}"))
        .build()
        .succeeds()
        .wrote("i.html", "/2026/01/03/second.html")
        .says(
            "Deprecation: A call to '{% post_url 2026-01-03-second %}' did not match a post using the new matching \
             method of checking name (path-date-slug) equality. Please make sure that you change this tag to match the \
             post's name exactly.",
        );
}

#[test]
fn post_url_fails_for_missing_posts() {
    Site::new().file("i.html", page("{% post_url 2026-01-02-no %}")).build().fails().says(
        "Liquid Exception: Could not find post \"2026-01-02-no\" in tag 'post_url'. Make sure the post exists and the \
         name is correct. in i.html",
    );
    Site::new().file("i.html", page("{% post_url zork %}")).build().fails().says(
        "Liquid Exception: Could not parse name of post \"zork\" in tag 'post_url'. Make sure the post exists and the \
         name is correct. Jekyll::Errors::InvalidPostNameError: 'zork' does not contain valid date and/or title. in i.html",
    );
}

#[test]
fn highlight_without_a_highlighter_escapes() {
    Site::new()
        .file("_config.yml", "highlighter: none\n")
        .file("i.html", page("{% highlight c++ linenos %}\n\n  a < \"b\" && 'c'\n\n{% endhighlight %}"))
        .build()
        .succeeds()
        .wrote(
            "i.html",
            "<figure class=\"highlight\"><pre><code class=\"language-c--\" data-lang=\"c++\">\
             a &lt; &quot;b&quot; &amp;&amp; &#39;c&#39;</code></pre></figure>",
        );
}

#[test]
fn highlighted_code_hides_its_line_breaks_from_github_pages_common_mark() {
    let template = "One\n\n{% highlight text %}\na\n\nb\n{% endhighlight %}\n\n*Two*\n";
    Site::new()
        .file(
            "_config.yml",
            "markdown: CommonMarkGhPages\nplugins: [jekyll-commonmark-ghpages]\ncommonmark:\n  options: [UNSAFE]\n",
        )
        .file("a.md", page(template))
        .file("b.html", page("{% highlight text %}\na\nb\n{% endhighlight %}"))
        .build()
        .succeeds()
        .wrote(
            "a.html",
            "<p>One</p>\n<figure class=\"highlight\"><pre><code class=\"language-text\" data-lang=\"text\">a\n\nb\
             </code></pre></figure>\n<p><em>Two</em></p>\n",
        )
        .wrote(
            "b.html",
            "<figure class=\"highlight\"><pre><code class=\"language-text\" data-lang=\"text\">a\
             <br data-jekyll-commonmark-ghpages>b</code></pre></figure>",
        );
}

#[test]
fn highlight_of_plain_text_with_line_numbers_and_marks() {
    let site = Site::new()
        .file("a.html", page("{% highlight text %}\n  a < {{ page.title }}\n\nb\n{% endhighlight %}"))
        .file("b.html", page("{% highlight text linenos %}\na\nb\n{% endhighlight %}"))
        .file("c.html", page("{% highlight text mark_lines=\"1 3\" %}\na\nb\nc\n{% endhighlight %}"))
        .file("d.html", page("{% highlight text linenos=table mark_lines=\"2\" %}\na\nb\n{% endhighlight %}"))
        .file("e.html", page("[{% highlight text %}  {% endhighlight %}]"));
    let figure = |code: &str| {
        format!(
            "<figure class=\"highlight\"><pre><code class=\"language-text\" data-lang=\"text\">{code}</code></pre></figure>"
        )
    };
    let table = |numbers: &str, code: &str| {
        figure(&format!(
            "<table class=\"rouge-table\"><tbody><tr><td class=\"gutter gl\"><pre class=\"lineno\">{numbers}</pre></td>\
             <td class=\"code\"><pre>{code}</pre></td></tr></tbody></table>"
        ))
    };
    site.build()
        .succeeds()
        .wrote("a.html", &figure("  a &lt; Home\n\nb"))
        .wrote("b.html", &table("1\n2\n", "a\nb\n"))
        .wrote("c.html", &figure("<span class=\"hll\">a\n</span>b\n<span class=\"hll\">c\n</span>"))
        .wrote("d.html", &table("1\n2\n", "a\n<span class=\"hll\">b\n</span>\n"))
        .wrote("e.html", "[]");
}

#[test]
fn highlight_rejects_invalid_markup() {
    let valid = "Valid syntax: highlight <lang> [linenos] [mark_lines=\"3 4 5\"] See \
                 https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting for more details.";
    Site::new().file("i.html", page("{% highlight a='b' %}{% endhighlight %}")).build().fails().says(&format!(
        "Liquid Exception: Syntax Error in tag 'highlight' while parsing the following markup: a='b' {valid} in i.html"
    ));
    Site::new().file("i.html", page("{% highlight text mark_lines=1 %}a{% endhighlight %}")).build().fails().says(
        "Liquid Exception: Syntax Error for mark_lines declaration. Expected a double-quoted list of integers. in i.html",
    );
}

#[test]
fn error_modes() {
    let site = |mode: &str| {
        Site::new().file("_config.yml", format!("liquid: {{error_mode: {mode}}}\n")).file("i.html", page("{{ 'a' b }}"))
    };
    let warning = "Liquid syntax error (line 1): Expected end_of_string but found id in \"{{ 'a' b }}\" in i.html";
    site("lax").build().succeeds().does_not_say("Liquid Warning").wrote("i.html", "a");
    site("warn").build().succeeds().says(&format!("Liquid Warning: {warning}")).wrote("i.html", "a");
    site("strict").build().fails().says(&format!("Liquid Exception: {warning}"));
}

/// Recorded with Ruby Jekyll 4.4.1 and Rouge 4.6.1.
#[test]
fn words_of_several_parts_are_highlighted_in_applescript() {
    let code = "tell application \"Finder\" to display dialog name of 1st item";
    let expected = "<figure class=\"highlight\"><pre><code class=\"language-applescript\" data-lang=\"applescript\"><span class=\"k\">tell</span>\
    <span class=\"w\"> </span><span class=\"nb\">application</span><span class=\"w\"> </span>\
    <span class=\"s2\">\"Finder\"</span><span class=\"w\"> </span><span class=\"k\">to</span><span class=\"w\"> </span>\
    <span class=\"nb\">display dialog</span><span class=\"w\"> </span><span class=\"na\">name</span>\
    <span class=\"w\"> </span><span class=\"k\">of</span><span class=\"w\"> </span><span class=\"nb\">1st</span>\
    <span class=\"w\"> </span><span class=\"nb\">item</span></code></pre></figure>";
    Site::empty()
        .file("a.html", format!("---\n---\n{{% highlight applescript %}}{code}{{% endhighlight %}}"))
        .build()
        .succeeds()
        .wrote("a.html", expected);
}
