//! Imports of tables, bibliographies and resumes. All people, papers and places are fictitious.

use hastie_scholar::{
    bibliography_collection, bibliography_data, bibliography_of_data, bibliography_resume, bibliography_works,
    parse_resume, resume_to_yaml, table_collection,
};

#[test]
fn publications_have_the_names_and_front_matter_of_the_template() {
    let tsv = "pub_date\ttitle\tvenue\texcerpt\tcitation\turl_slug\tpaper_url\n\
               2025-10-01\tIce: \"A\" View & More\tJournal's End\tShort.\tMarrow, O. (2025). \"Ice.\" <i>End</i>.\tice-view\thttps://e.example/a?b=1&c=2\n\
               October\tBad date\tV\t\tC\tbad\t\n";
    let import = table_collection(tsv.as_bytes()).expect("publications");
    let file = &import.files[0];
    assert_eq!(file.path, "_publications/2025-10-01-ice-view.md");
    let expected = "---\ntitle: \"Ice: \\\"A\\\" View & More\"\ncollection: publications\npermalink: /publication/2025-10-01-ice-view\n\
        excerpt: 'Short.'\ndate: 2025-10-01\nvenue: 'Journal&apos;s End'\npaperurl: 'https://e.example/a?b=1&amp;c=2'\n\
        citation: 'Marrow, O. (2025). &quot;Ice.&quot; <i>End</i>.'\n---\n\n\
        <a href='https://e.example/a?b=1&amp;c=2'>Download paper here</a>\n\nShort.\n\n\
        Recommended citation: Marrow, O. (2025). \"Ice.\" <i>End</i>.\n";
    assert_eq!(file.text, expected);
    assert_eq!(import.problems, ["line 3: 'pub_date' is October, and should be like 2026-01-31"]);
}

#[test]
fn talks_have_a_kind_and_a_place() {
    let tsv = "title\ttype\turl_slug\tvenue\tdate\tlocation\ttalk_url\tdescription\n\
               Listening\t\tlisten\tHall \"A\"\t2024-02-01\tLondon, UK\t\tWhat ice says.\n";
    let import = table_collection(tsv.as_bytes()).expect("talks");
    let expected = "---\ntitle: \"Listening\"\ncollection: talks\ntype: \"Talk\"\npermalink: /talks/2024-02-01-listen\n\
        venue: \"Hall \\\"A\\\"\"\ndate: 2024-02-01\nlocation: \"London, UK\"\n---\n\nWhat ice says.\n";
    assert_eq!(
        (import.files[0].path.as_str(), import.files[0].text.as_str()),
        ("_talks/2024-02-01-listen.md", expected)
    );
}

#[test]
fn a_table_of_another_kind_is_refused() {
    assert!(table_collection(b"a\tb\n1\t2\n").is_err());
    assert!(table_collection(b"").is_err());
}

const BIB: &str = r#"@string{jsw = "Journal of Small Weather"}
@article{quill2011, author = {Quill, Ada and van Berg, Bo}, title = {{K}{\"u}hle \& "Warme" Kites}, journal = jsw, year = 2011, month = mar, url = {https://e.example/kites}, google_scholar_id = {abc}}
@inproceedings{berg2020, author = {Bo van Berg}, title = {Kites: 2}, booktitle = {Sky Talks}, year = {2020}, note = {Best of all papers}}
@misc{nothing, title = {No year}}"#;

#[test]
fn a_bibliography_becomes_pages() {
    let import = bibliography_collection(BIB).expect("a bibliography");
    let paths: Vec<_> = import.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["_publications/2011-03-01-Kuhle-Warme-Kites.md", "_publications/2020-01-01-Kites-2.md"]);
    let page = &import.files[0].text;
    assert!(page.starts_with("---\ntitle: \"Kühle & \\\"Warme\\\" Kites\"\ncollection: publications\n"), "{page}");
    let citation = "citation: 'Ada Quill, Bo van Berg, &quot;Kühle &amp; &quot;Warme&quot; Kites.&quot; Journal of Small Weather, 2011.'";
    assert!(page.contains(citation), "{page}");
    assert!(import.files[1].text.contains("venue: 'In the proceedings of Sky Talks'"));
    assert_eq!(import.problems, ["nothing: there is no year"]);
}

#[test]
fn a_bibliography_becomes_the_theme_s_data() {
    let import = bibliography_data(BIB, None).expect("a bibliography");
    let file = &import.files[0];
    assert_eq!(file.path, "_data/publications.yml");
    let expected =
        "- title: \"Kites: 2\"\n  authors:\n    - Bo van Berg\n  venue: Sky Talks\n  year: 2020\n  type: conference\n";
    assert!(file.text.starts_with(expected), "{}", file.text);
    assert!(file.text.contains("scholar: abc\n") && file.text.contains("Paper: \"https://e.example/kites\""));
}

#[test]
fn a_resume_keeps_everything() {
    let json = br#"{"basics": {"name": "O'Marrow: \"Ottilie\"", "x": null, "empty": {}, "none": []}, "work": [{"n": 1.50, "yes": true, "text": "two\nlines"}, "no", [1, ["2"]]], "meta": {"version": "v1.0.0", "~": "- a"}}"#;
    let yaml = resume_to_yaml(&parse_resume(json).expect("a resume")).expect("its YAML");
    assert!(yaml.contains("name: \"O'Marrow: \\\"Ottilie\\\"\"") && yaml.contains("text: \"two\\nlines\""), "{yaml}");
    assert!(parse_resume(b"[]").is_err() && parse_resume(b"{").is_err());
    assert!(resume_to_yaml(&serde_json::json!({ "a": [{ "<<": 1 }] })).is_err());
}

#[test]
fn biblatex_s_fields_and_shortened_lists_of_authors_are_understood() {
    let bib = "@online{a, author = {Quill, Ada and others}, title = {Fog}, date = {2011-05-06}, howpublished = {Leaflet}}\n\
               @article{b, title = {Sea}, journaltitle = {Ice}, date = {2012-07}}";
    let (works, _) = bibliography_resume(bib, None).expect("a bibliography");
    assert_eq!((&works[0]["releaseDate"], &works[0]["publisher"]), (&"2012-07".into(), &"Ice".into()));
    assert_eq!((&works[1]["releaseDate"], &works[1]["publisher"]), (&"2011-05-06".into(), &"Leaflet".into()));
    assert_eq!(works[1]["authors"], serde_json::json!(["Ada Quill", "et al."]));
    let back = bibliography_of_data(&works);
    assert!(back.bib.contains("author = {Ada Quill and others}"), "{}", back.bib);
}

#[test]
fn works_with_an_id_on_google_scholar_are_known() {
    let ids = |user| -> Vec<String> {
        let works = bibliography_works(BIB, user).expect("a bibliography");
        works.into_iter().map(|work| work.scholar_id).collect()
    };
    assert_eq!(ids(Some("ADA")), ["ADA:abc"]);
    assert!(ids(None).is_empty());
}

#[test]
fn a_bibliography_becomes_a_part_of_a_resume() {
    let (works, problems) = bibliography_resume(BIB, Some("ADA")).expect("a bibliography");
    let kites = works.iter().find(|work| work["scholar"] == "ADA:abc").expect("the work of 2011");
    assert_eq!(kites["name"], "K\u{fc}hle & \"Warme\" Kites");
    assert_eq!((&kites["publisher"], &kites["releaseDate"]), (&"Journal of Small Weather".into(), &"2011-03".into()));
    assert_eq!(kites["authors"], serde_json::json!(["Ada Quill", "Bo van Berg"]));
    assert!(problems.is_empty() && works.len() == 3, "{problems:?}");
}

#[test]
fn data_becomes_a_bibliography_that_gives_the_same_data() {
    let bib = r#"
        @article{a, author = {Quill, Ada and {Weather \& Sons, Ltd.} and van Berg, Bo}, title = {100\% {\"U}ber_all: \$5 \#1 a\_b}, journal = {Ice \& Sea},
          year = 2011, month = mar, day = 4, url = {https://e.example/a_b?c=1&d=%20}, doi = {10.5555/a_b}, note = {Best}, google_scholar_id = {ADA:x}}
        @inproceedings{b, author = {Nobody}, title = {Plain}, booktitle = {Talks}, year = {2020}}
        @phdthesis{c, author = {Ada Quill}, title = {Thesis}, school = {Northmere}, year = {2009}}
        @techreport{d, title = {Report}, institution = {Inst}, year = {in press}}"#;
    let data = |bib: &str| bibliography_resume(bib, None).expect("a bibliography").0;
    let first = data(bib);
    let export = bibliography_of_data(&first);
    assert_eq!(data(&export.bib), first, "{}", export.bib);
    assert!(
        export.bib.contains("@article{quill2011uberall,") || export.bib.contains("@article{quill2011"),
        "{}",
        export.bib
    );
    assert!(export.problems.is_empty());
    let nothing = bibliography_of_data(&[serde_json::json!({ "year": 1 }), serde_json::json!(7)]);
    assert_eq!(nothing.problems, ["work 1: there is no title", "work 2: there is no title"]);
}
