//! Errors of jekyll-scholar: the messages of the Ruby gems, with locations.

use crate::story::Site;

const STYLE: &str = r#"<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info><title>t</title></info>
<citation><layout><text variable="title"/></layout></citation>
<bibliography><layout><text variable="title"/></layout></bibliography></style>"#;

const LOCALE: &str =
    r#"<locale xmlns="http://purl.org/net/xbiblio/csl" version="1.0" xml:lang="en-US"><terms/></locale>"#;

fn site(bibliography: &str, page: &str) -> Site {
    Site::empty()
        .file(
            "_config.yml",
            "plugins: [jekyll-scholar]\nscholar: {style: t.csl}\nexclude: [t.csl, locales-en-US.xml]\n",
        )
        .file("t.csl", STYLE)
        .file("locales-en-US.xml", LOCALE)
        .file("_bibliography/references.bib", bibliography)
        .file("index.html", format!("---\n---\n{page}\n"))
}

#[test]
fn an_entry_without_a_key_ends_the_build_with_its_line() {
    let output = site("@misc{a, title = {A}}\n@misc{\n title = {B}}\n", "{% bibliography %}").build().fails().all();
    assert!(
        output.contains("Liquid Exception: Failed to parse BibTeX entry: cite-key missing in index.html"),
        "{output}"
    );
    assert!(output.contains("references.bib: line 3: "), "{output}");
}

#[test]
fn a_missing_comma_ends_the_build_with_its_entry() {
    let output = site("@misc{a,\n title = {A}\n year = 2001}\n", "{% bibliography %}").build().fails().all();
    assert!(output.contains("references.bib: line 3, in the entry \"a\": "), "{output}");
}

#[test]
fn an_unclosed_quote_drops_its_entry_and_is_reported_once() {
    let text = "@misc{a, title = \"A\n}\n@misc{b, title = {B}}\n";
    let site = site(text, "{% bibliography %}{% bibliography_count %}");
    let outcome = site.build().succeeds();
    let output = outcome.all();
    let told = "references.bib: unbalanced braces on line 2, entry \"a\" is omitted";
    assert_eq!(output.matches(told).count(), 1, "{output}");
    outcome.wrote("index.html", "<ol class=\"bibliography\"><li><span id=\"b\">B</span></li></ol>1\n");
}

#[test]
fn unknown_names_have_rubys_errors() {
    for (page, words) in [
        (
            "{% bibliography --style none %}",
            "failed to extract CSL data from \"none\": No such file or directory @ rb_sysopen - none",
        ),
        ("{% bibliography -f none %}", "No such file or directory @ rb_file_s_mtime - "),
        ("{% bibliography -x %}", "invalid option: -x"),
        ("{% bibliography --file %}", "missing argument: --file"),
        ("{% bibliography -q nobody %}", "nobody"),
        ("{% details_link nobody %}", "Could not find entry for key 'nobody'"),
    ] {
        let output = site("@misc{a, title = {A}}", page).build().fails().all();
        assert!(output.contains(words), "{page}: {output}");
    }
}

#[test]
fn duplicate_keys_and_circular_references_are_allowed() {
    let text = "@misc{a, title = {A}, crossref = {b}}@misc{a, title = {Again}}@misc{b, title = {B}, crossref = {a}}";
    let site = site(text, "{% bibliography --template {{key}} %}");
    let outcome = site.build().succeeds();
    outcome.wrote("index.html", "<ol class=\"bibliography\"><li>a</li>\n<li>b</li>\n<li>c</li></ol>\n");
}

#[test]
fn bibliography_templates_keep_assigned_variables_but_see_each_entry() {
    let text = "@misc{a, title = {A}, year = {2025}}\n@misc{b, title = {B}, year = {2024}}\n@misc{c, title = {C}}\n";
    let template = r#"---
---
{% include one.html entry=entry %}{{ entry.key }}{% assign line = "" %}{% if line == blank %}!{% endif %}
{{ line }}{% if line != blank %}, {% endif %}{{ entry.year }} {{ kept }}{% assign kept = entry.key %}
"#;
    let site = site(text, "{% bibliography --template t %}")
        .file("_layouts/t.html", template)
        .file("_includes/one.html", "{% assign entry = include.entry %}{{ entry.title }}\n");
    let written =
        "<ol class=\"bibliography\"><li>A\na!\n2025 \n</li>\n<li>B\nb!\n2024 a\n</li>\n<li>C\nc!\n b\n</li></ol>\n";
    site.build().succeeds().wrote("index.html", written);
}
