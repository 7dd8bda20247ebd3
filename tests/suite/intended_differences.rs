//! Differences from Jekyll that are intended and that no other test shows. COMPATIBILITY.md lists them with their
//! reasons.

use crate::story::Site;

#[test]
fn code_for_which_a_lexer_of_rouge_fails_is_highlighted() {
    let codes = [
        ("cisco_ios", "password 7 abc", "<span class=\"k\">password</span><span class=\"m\"> 7 </span>"),
        ("tcl", "puts \"}\"", "puts <span class=\"s2\">\"}\"</span>"),
        ("sas", "cards4;", "<span class=\"k\">cards4</span><span class=\"p\">;</span>"),
        ("stan", "a = \"x\";", "<span class=\"s\">\"x\"</span>"),
        ("elixir", "~[a]", "<span class=\"sx\">~[a]</span>"),
    ];
    for (language, code, html) in codes {
        let page = format!("---\n---\n{{% highlight {language} %}}\n{code}\n{{% endhighlight %}}\n");
        let site = Site::new().file("a.html", page);
        site.build().succeeds();
        let written = site.read("_site/a.html").expect("the page");
        assert!(written.contains(html), "{language}: {written}");
    }
}

#[test]
fn bytes_that_are_not_utf8_become_replacement_characters_in_data() {
    let site = Site::new()
        .file("_data/bytes.yml", "text: !!binary aMOkCg==\nbytes: !!binary //4=\n")
        .file("a.txt", "---\n---\n{{ site.data.bytes.text }}{{ site.data.bytes.bytes }}");
    site.build().wrote("a.txt", "hä\n\u{fffd}\u{fffd}");
}

#[test]
fn pages_of_plugins_have_no_template_as_content() {
    let site = Site::new().file("_config.yml", "plugins: [jekyll-feed]\n").file(
        "a.txt",
        "---\n---\n{% for page in site.pages %}{% if page.url == '/feed.xml' %}{{ page.content | size }}{% endif %}{% endfor %}",
    );
    site.build().wrote("a.txt", "0");
}

#[test]
fn numbers_beyond_64_bits_are_not_dates() {
    let site = Site::new().file("a.txt", "---\n---\n{{ 99999999999999999999 | date: '%Y' }}");
    site.build().wrote("a.txt", "99999999999999999999");
}

#[test]
fn the_words_empty_and_blank_are_inspected_without_an_address() {
    let site = Site::new().file("a.txt", "---\n---\n{{ empty | inspect }}");
    site.build().wrote("a.txt", "#&lt;Liquid::Expression::MethodLiteral @method_name=:empty?, @to_s=&quot;&quot;&gt;");
}

#[test]
fn reading_a_property_of_all_categories_adds_no_category() {
    let page = "---\n---\n{{ site.categories | map: 'first' | jsonify }} {{ site.categories | size }}";
    let site = Site::new().file("a.txt", page);
    site.build().wrote("a.txt", "[null] 0");
}

#[test]
fn the_paths_that_the_glob_of_a_default_matches_are_logged_once() {
    let site = Site::new()
        .file("_config.yml", "defaults:\n- scope: {path: '*.md'}\n  values: {kind: x}\n")
        .file("a.md", "---\n---\n{{ page.kind }}")
        .file("b.md", "---\n---\n{{ page.kind }}");
    let log = site.run(&["build", "--verbose"]).succeeds().all();
    assert_eq!(log.matches("Globbed Scope Path:").count(), 2, "{log}");
}

#[test]
fn markdown_processors_of_older_releases_are_replaced_in_the_configuration() {
    for name in ["redcarpet", "rdiscount", "maruku"] {
        let site = Site::new().file("_config.yml", format!("markdown: {name}\n")).file("a.md", "---\n---\nx");
        let outcome = site.build().fails().says(&format!("Invalid Markdown processor given: {name}"));
        let log = outcome.all();
        assert!(log.contains("fix 'markdown' in the configuration, which must be 'kramdown', and run"), "{log}");
    }
}

#[test]
fn markdown_is_converted_in_its_own_encoding() {
    let site = Site::new()
        .file("a.md", "---\n---\n")
        .file("b.md", "---\n---\n{{ nil | markdownify }}data ---")
        .file("c.md", "---\n---\n{{ '' | markdownify }}data ---");
    site.build().wrote("b.html", "\n<p>data &#8212;</p>\n").wrote("c.html", "\n<p>data —</p>\n");
}

#[test]
fn source_maps_are_not_among_the_html_pages() {
    let site = Site::new()
        .file("a.txt", "---\npermalink: /a.txt\n---\n{{ site.html_pages | size }}")
        .file("style.scss", "---\npermalink: /style/\n---\na { b: c }")
        .file("z.txt", "---\n---\n{{ site.html_pages | map: 'name' | join }}");
    site.build().wrote("a.txt", "1").wrote("z.txt", "style.scss");
}

#[test]
fn static_files_are_printed_without_an_address() {
    let site = Site::new().file("a.txt", "---\n---\n{{ site.static_files }}").file("b.txt", "static");
    site.build().wrote("a.txt", "Jekyll::Drops::StaticFileDrop");
}

#[test]
fn documents_in_lists_of_filters_are_printed_as_themselves() {
    let site = Site::new().file("a.txt", "---\n---\n{{ site.pages | reverse | upcase }}");
    site.build().wrote("a.txt", "[#<JEKYLL::PAGE @RELATIVE_PATH=\"A.TXT\">]");
}

#[test]
fn table_cells_without_a_table_are_converted() {
    let site =
        Site::new().file("_config.yml", "kramdown: {html_to_native: true}\n").file("a.md", "---\n---\n<td>x</td>\n");
    site.build().wrote("a.html", "<td>x</td>\n");
}

#[test]
fn formulas_without_text_are_converted() {
    let script = "---\n---\na <script type=\"math/tex\"></script>\n";
    let site = Site::new().file("_config.yml", "kramdown: {html_to_native: true}\n").file("a.md", script);
    site.build().wrote("a.html", "<p>a \\(\\)</p>\n");
}

#[test]
fn lines_behind_native_html_are_wrapped() {
    let site = Site::new()
        .file("_config.yml", "kramdown: {html_to_native: true, hard_wrap: true}\n")
        .file("a.md", "---\n---\n<p></p>one\ntwo\n");
    site.build().wrote("a.html", "<p>one<br />\ntwo</p>\n");
}

#[test]
fn relative_links_to_home_folders_are_unchanged() {
    let site = Site::new().file("_config.yml", "theme: null\n").file("a.md", "---\n---\n[one](~nobody-here)\n");
    site.run(&["build", "--github-pages", "--offline"]).succeeds();
    assert_eq!(site.read("_site/a.html").as_deref(), Some("<p><a href=\"~nobody-here\">one</a></p>\n"));
}

#[test]
fn the_date_of_an_undated_draft_is_its_last_key_on_github_pages() {
    let site = Site::new()
        .file("_config.yml", "theme: null\n")
        .file("_drafts/one.md", "---\n---\nOne\n")
        .file("a.txt", "---\n---\n{{ site.posts | map: 'url' }}")
        .file("b.txt", "---\n---\n{% for key in site.posts.first %}{{ key }} {% endfor %}.");
    site.run(&["build", "--github-pages", "--offline", "--drafts", "--future"]).succeeds();
    let keys = site.read("_site/b.txt").unwrap_or_default();
    assert!(keys.ends_with(" tags layout date ."), "{keys}");
}

#[test]
fn link_definitions_in_the_configuration_work_on_github_pages() {
    let site = Site::new()
        .file("_config.yml", "theme: null\nkramdown: {link_defs: {ref: [/target/]}}\n")
        .file("a.md", "---\n---\n[text][ref]\n");
    site.run(&["build", "--github-pages", "--offline"]).succeeds();
    assert_eq!(site.read("_site/a.html").as_deref(), Some("<p><a href=\"/target/\">text</a></p>\n"));
}

#[test]
fn options_of_the_highlighter_keep_their_keys() {
    let site = Site::new()
        .file("_config.yml", "kramdown: {syntax_highlighter_opts: {css_class: x}}\n")
        .file("a.md", "---\n---\ntext\n")
        .file("b.txt", "---\n---\n{{ site.kramdown.syntax_highlighter_opts }}");
    let written = site.build().succeeds();
    let shown = site.read("_site/b.txt").expect("the page");
    assert!(shown.contains("\"css_class\"=>\"x\""), "{shown}: {}", written.all());
}

#[test]
fn citations_in_excerpts_are_counted_from_one() {
    let style = r#"<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info><title>t</title></info>
<citation><layout prefix="[" suffix="]"><text variable="citation-number"/></layout></citation>
<bibliography><layout><text variable="title"/></layout></bibliography></style>"#;
    let locale = r#"<locale xmlns="http://purl.org/net/xbiblio/csl" version="1.0" xml:lang="en-US"><terms/></locale>"#;
    let post = "---\n---\n{% cite a %} {% cite b %}\n\n{% cite c %}\n";
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-scholar]\nscholar: {style: t.csl}\n")
        .file("t.csl", style)
        .file("locales-en-US.xml", locale)
        .file("_bibliography/references.bib", "@misc{a, title = {A}}@misc{b, title = {B}}@misc{c, title = {C}}")
        .file("_posts/2026-01-01-cites.html", post)
        .file("a.txt", "---\n---\n{{ site.posts[0].excerpt | strip_html | strip }}");
    site.build().wrote("a.txt", "[1] [2]");
}

#[test]
fn smartify_keeps_the_default_language() {
    let site = Site::new()
        .file("_config.yml", "kramdown: {syntax_highlighter_opts: {default_lang: ruby, guess_lang: false}}\n")
        .file("a.md", "---\n---\n{{ 'x' | smartify }}\n\n    puts 1\n");
    site.build().succeeds();
    let text = site.read("_site/a.html").unwrap_or_default();
    assert!(text.contains("language-ruby"), "{text}");
}

#[test]
fn references_with_a_tag_as_their_whole_text_are_written() {
    let style = r#"<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info><title>t</title></info>
<citation><layout><text variable="title"/></layout></citation>
<bibliography><layout><text variable="title" suffix=". "/><text variable="note"/></layout></bibliography></style>"#;
    let locale = r#"<locale xmlns="http://purl.org/net/xbiblio/csl" version="1.0" xml:lang="en-US"><terms/></locale>"#;
    let site = Site::new()
        .file(
            "_config.yml",
            "plugins: [jekyll-scholar]\nscholar: {style: t.csl, bibliography_template: '{{reference}}'}\n",
        )
        .file("t.csl", style)
        .file("locales-en-US.xml", locale)
        .file("_bibliography/references.bib", "@misc{a, title = {<b>}, note = {x}}")
        .file("a.html", "---\n---\n{% bibliography %}");
    site.build().succeeds();
    let text = site.read("_site/a.html").unwrap_or_default();
    assert!(text.contains("<b>. x"), "{text}");
}

#[test]
fn integers_beyond_53_bits_are_rounded_by_ruby_sass() {
    let site =
        Site::new().file("_config.yml", "theme: null\n").file("a.scss", "---\n---\na { b: 9007199254740993 + 1 }\n");
    site.run(&["build", "--github-pages", "--offline"]).succeeds();
    assert_eq!(site.read("_site/a.css").as_deref(), Some("a{b:9007199254740992}\n"));
}

#[test]
fn empty_tables_of_html_are_converted_on_github_pages() {
    let site = Site::new()
        .file("_config.yml", "theme: null\nkramdown: {html_to_native: true}\n")
        .file("a.md", "---\n---\n<table></table>\n");
    site.run(&["build", "--github-pages", "--offline"]).succeeds();
    assert_eq!(site.read("_site/a.html").as_deref(), Some("<table></table>\n"));
}

#[test]
fn an_excerpt_that_continues_a_loop_over_itself_ends_the_build() {
    let source = "---\n---\n{% for post in site.posts offset:continue %}{{ post.excerpt }}{% endfor %}\n";
    let site = Site::new().file("_posts/2025-01-01-a.md", source);
    site.build().fails().says("Liquid Exception: stack level too deep in <site>/_posts/2025-01-01-a.md/#excerpt");
}

#[test]
fn a_link_to_a_document_gives_other_documents_no_date() {
    let site = Site::new()
        .file("_config.yml", "theme: null\ncollections: {docs: {output: true}}\n")
        .file("_docs/a.html", "---\n---\n{% link _docs/b.html %} {{ page.date | inspect }} {{ page.url }}")
        .file("_docs/b.html", "---\n---\n{{ page.url }} {{ page.date | inspect }}");
    let outcome = site.run(&["build", "--github-pages", "--offline"]).succeeds();
    outcome.wrote("docs/a.html", "/docs/b.html nil /docs/a.html").wrote("docs/b.html", "/docs/b.html nil");
}

#[test]
fn a_template_of_kramdown_is_an_error() {
    let site = Site::new()
        .file("_config.yml", "kramdown: {template: 'string://<b><%= @body %></b>'}\n")
        .file("a.md", "---\n---\ntext\n");
    site.build().fails().says("Hastie does not support option template: use a layout");
}
