//! `hastie scholar import` and `export`.

use super::{TALKS, json};
use crate::story::Site;

#[test]
fn imported_talks_build_and_what_a_person_wrote_is_kept() {
    let site = Site::new()
        .file("_config.yml", "collections:\n  talks:\n    output: true\n")
        .file("_talks/2024-02-01-listen.md", "---\ntitle: Mine\n---\n")
        .file("talks.tsv", TALKS);
    let trial = site.run(&["scholar", "import", "talks.tsv", "--dry-run"]).succeeds();
    assert!(trial.out.contains("+type: \"Talk\"") && !trial.out.contains("-title: Mine"), "{}", trial.out);
    assert!(trial.all().contains("would write _talks/2024-03-01-nowhere.md"), "{}", trial.all());
    assert_eq!(site.read("_talks/2024-03-01-nowhere.md"), None);
    site.run(&["scholar", "import", "talks.tsv"]).succeeds().says("Import: completed _talks/2024-02-01-listen.md");
    let completed = site.read("_talks/2024-02-01-listen.md").unwrap();
    assert!(completed.starts_with("---\ntitle: Mine\ntype: \"Talk\"\n"), "{completed}");
    site.run(&["scholar", "import", "talks.tsv"]).succeeds().says("Import: 0 written, 2 up to date, 0 kept, 0 omitted");
    site.run(&["scholar", "import", "talks.tsv", "--force"]).succeeds();
    assert!(site.read("_talks/2024-02-01-listen.md").unwrap().contains("title: \"Listening to ice\""));
    site.build().succeeds();
    assert_eq!(site.read("_site/talks/2024-02-01-listen.html").as_deref(), Some("<p>What ice says.</p>\n"));
}

#[test]
fn a_resume_is_imported_and_exported_without_loss() {
    let resume = r#"{"basics": {"name": "O'Marrow: \"Ottilie\"", "none": null}, "work": [{"startDate": "2020-01", "score": 1.5, "more": []}, "yes", "2020-01-01"]}"#;
    let site = Site::new().file("_config.yml", "").file("cv.json", resume);
    site.run(&["scholar", "import", "cv.json"]).succeeds();
    site.run(&["scholar", "export", "back.json"]).succeeds();
    assert_eq!(json(&site, "back.json"), json(&site, "cv.json"));
}

/// The files of this fixture, which Ruby Jekyll built, are the current results of the import.
#[test]
fn imports_produce_the_files_that_ruby_jekyll_built() {
    let fixture = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites/scholar-import");
    let read = |path: &str| std::fs::read_to_string(fixture.join(path)).expect(path);
    let site = Site::empty().file("_config.yml", read("source/_config.yml"));
    for arguments in [
        &["papers.bib", "--to", "collection"][..],
        &["papers.bib", "--to", "data"],
        &["publications.tsv"],
        &["talks.tsv"],
        &["cv.json"],
    ] {
        let input = fixture.join("imports").join(arguments[0]);
        site.run(&[&["scholar", "import", input.to_str().unwrap()], &arguments[1..]].concat()).succeeds();
    }
    let mut made = 0;
    for folder in ["_publications", "_talks", "_data"] {
        for entry in std::fs::read_dir(fixture.join("source").join(folder)).unwrap() {
            let path = format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy());
            assert_eq!(site.read(&path).as_deref(), Some(read(&format!("source/{path}")).as_str()), "{path}");
            made += 1;
        }
    }
    assert_eq!(made, 12);
}

#[test]
fn a_bibliography_is_imported_into_the_cv_and_exported() {
    let bib = "@article{ice2020, author = {Marrow, Ottilie and {Ice \\& Sons}}, title = {Ice: 100\\% {\\'e}t{\\'e}}, journal = {J}, \
               year = 2020, month = mar, url = {https://e.example/a_b}, doi = {10.5555/ice}, google_scholar_id = {ice}}\n";
    let site = Site::empty()
        .file("_config.yml", "author:\n  googlescholar: OTTILIE\n")
        .file("_data/cv.yml", "basics:\n  name: Ottilie Marrow\n")
        .file("papers.bib", bib);
    site.run(&["scholar", "import", "papers.bib", "--to", "cv"]).succeeds().says("Import: completed _data/cv.yml");
    site.run(&["scholar", "export", "resume.json"]).succeeds();
    let expected = serde_json::json!({ "basics": { "name": "Ottilie Marrow" }, "publications": [{
        "name": "Ice: 100% \u{e9}t\u{e9}", "publisher": "J", "releaseDate": "2020-03", "url": "https://e.example/a_b",
        "authors": ["Ottilie Marrow", "Ice & Sons"], "doi": "10.5555/ice", "scholar": "OTTILIE:ice", "type": "journal" }] });
    assert_eq!(json(&site, "resume.json"), expected);
    site.run(&["scholar", "export", "back.bib"]).succeeds();
    site.run(&["scholar", "import", "back.bib", "--to", "cv"])
        .succeeds()
        .says("Import: 0 written, 1 up to date, 0 kept, 0 omitted");
}

#[test]
fn publications_of_the_theme_are_exported_as_a_bibliography() {
    let site = Site::empty().file("_config.yml", "").file(
        "_data/publications.yml",
        "- title: \"Sea & ice\"\n  authors: [Ada Quill, \"Quill, Bo\"]\n  venue: Talks\n  year: 2021\n  type: conference\n  links: { Paper: \"https://e.example/p\" }\n",
    );
    site.run(&["scholar", "export", "papers.bib"]).succeeds();
    let expected = "@inproceedings{quill2021,\n  title = {Sea \\& ice},\n  author = {Ada Quill and {Quill, Bo}},\n  \
                    booktitle = {Talks},\n  year = {2021},\n  url = {https://e.example/p},\n}\n\n";
    assert_eq!(site.read("papers.bib").as_deref(), Some(expected));
}

#[test]
fn a_resume_of_newer_academicpages_stays_json() {
    let site = Site::empty().file("_config.yml", "").file("_data/cv.json", "{\"a\": 1}").file("new.json", "{\"b\": 2}");
    site.run(&["scholar", "import", "new.json", "--force"]).succeeds().says("Import: replaced _data/cv.json");
    assert_eq!(json(&site, "_data/cv.json"), serde_json::json!({ "b": 2 }));
}

/// A list that a person has edited gets what it lacks. Comments, order and changed values stay.
#[test]
fn a_bibliography_is_merged_into_the_data_of_the_theme() {
    let edited = "# Sorted by hand\n- title: \"Ice: a life\" # not as in the .bib file\n  authors: [Me]\n  year: 2020\n  \
                  links: { DOI: \"https://doi.org/10.5555/ICE\" }\n";
    let bib = "@article{ice2020, author = {Marrow, Ottilie}, title = {Ice}, journal = {J}, year = 2020, doi = {10.5555/ice}}\n\
               @article{fog2022, author = {Marrow, Ottilie}, title = {Fog}, year = 2022}\n";
    let site = Site::empty().file("_config.yml", "").file("_data/publications.yml", edited).file("papers.bib", bib);
    let trial = site.run(&["scholar", "import", "papers.bib", "--dry-run"]).succeeds();
    assert!(trial.out.contains("+- title: Fog") && trial.out.contains("+  venue: J"), "{}", trial.out);
    assert_eq!(site.read("_data/publications.yml").as_deref(), Some(edited));
    site.run(&["scholar", "import", "papers.bib"]).succeeds().says("Import: completed _data/publications.yml");
    let merged = site.read("_data/publications.yml").unwrap();
    assert!(merged.find("title: Fog") < merged.find("# Sorted by hand"), "{merged}");
    assert!(merged.contains("- title: \"Ice: a life\" # not as in the .bib file\n  authors: [Me]\n"), "{merged}");
    assert!(merged.contains("  venue: J\n") && merged.matches("- title").count() == 2, "{merged}");
    site.run(&["scholar", "import", "papers.bib"])
        .succeeds()
        .says("Import: 0 written, 1 up to date, 0 kept, 0 omitted");
    site.write("_data/publications.yml", "[]\n");
    let outcome = site.run(&["scholar", "import", "papers.bib"]).fails();
    outcome.says("Import: _data/publications.yml exists and cannot be merged; --force replaces it");
}

#[test]
fn a_page_of_the_same_work_under_another_name_is_completed() {
    let site = Site::empty()
        .file("_config.yml", "")
        .file("_publications/ice.md", "---\ntitle: ICE.\nvenue: mine\n---\nMy words\n")
        .file(
            "papers.bib",
            "@article{ice2020, title = {Ice}, journal = {J}, year = 2020, url = {https://e.example/a}}\n",
        );
    site.run(&["scholar", "import", "papers.bib", "--to", "collection"]).succeeds();
    assert_eq!(site.files("_publications"), ["ice.md"]);
    let page = site.read("_publications/ice.md").unwrap();
    assert!(page.contains("venue: mine\npaperurl: 'https://e.example/a'\n"), "{page}");
    assert!(page.ends_with("---\nMy words\n") && !page.contains("permalink"), "{page}");
}

#[test]
fn an_export_without_data_shows_the_command_that_creates_it() {
    let site = Site::empty().file("_config.yml", "");
    let outcome = site.run(&["scholar", "export"]).fails();
    assert!(outcome.all().contains("create one with 'hastie scholar import cv.json'"), "{}", outcome.all());
    let outcome = site.run(&["scholar", "export", "a.bib"]).fails();
    assert!(outcome.all().contains("no publications"), "{}", outcome.all());
}

#[test]
fn an_unterminated_entry_ends_the_import_with_its_line() {
    let whole = "@article{fog2019, title = {Fog}, year = 2019}\n";
    for (broken, line) in [
        ("\n@article{ice2020,\n  title = {Ice,\n  year = 2020\n}\n", 3),
        ("\n@article{ice2020,\n  title = \"Ice,\n  year = 2020\n}\n", 3),
        ("@article{ice2020,\n  title = {Ice}\n@article{sea2021, title = {Sea}, year = 2021}\n", 2),
        ("@article{ice2020,\n  title = {Ice}\n", 2),
    ] {
        for form in ["collection", "data", "cv"] {
            let site = Site::empty().file("_config.yml", "").file("papers.bib", format!("{whole}{broken}"));
            let outcome = site.run(&["scholar", "import", "papers.bib", "--to", form]).fails();
            assert!(outcome.all().contains(&format!("papers.bib: line {line}: ")), "{broken}: {}", outcome.all());
            assert!(outcome.all().contains("in the entry \"ice2020\""), "{}", outcome.all());
            assert_eq!(site.read("_data/publications.yml"), None);
        }
    }
}

#[test]
fn marks_of_authors_are_annotations_in_a_bibliography() {
    let publications = "- title: Sea\n  authors:\n    - \"Ottilie Marrow*\"\n    - Pim Oosterlaan\n    - \"Imke Solberry*†\"\n  year: 2021\n  type: journal\n";
    let site = Site::empty().file("_config.yml", "").file("_data/publications.yml", publications);
    site.run(&["scholar", "export", "papers.bib"]).succeeds();
    let bib = site.read("papers.bib").unwrap();
    assert!(bib.contains("  author = {Ottilie Marrow and Pim Oosterlaan and Imke Solberry},\n"), "{bib}");
    assert!(bib.contains("  author+an = {1=\"*\"; 3=\"*†\"},\n"), "{bib}");
    site.run(&["scholar", "import", "papers.bib"])
        .succeeds()
        .says("Import: 0 written, 1 up to date, 0 kept, 0 omitted");
}

const TWO_WORKS: &str = "@article{ice2020, author = {Marrow, Ottilie and Quill, Bo}, title = {Ice}, journal = {J, K}, year = 2020, doi = {10.5555/ice}}\n\
                         @article{fog2022, author = {Marrow, Ottilie}, title = {Fog}, year = 2022}\n";

/// Lists of works as people write them, with a line that the import must add to the work that it knows.
const LISTS: [(&str, &str); 6] = [
    ("- { title: 'Ice', year: 2020 } # short\n- {title: Sea, year: 2019}\n", "- { title: 'Ice', year: 2020, "),
    (
        "---\n# Newest first\n  - title: \"Ice\"   # quoted\n    year:   2020\n    abstract: >\n      Lines that\n      - are wrapped\n\n    # indented\n    links: {\n      Paper: a.pdf,\n    }\n\n  # older\n  - title: Sea\n    year: 2019\n",
        "    venue: ",
    ),
    ("-\n    title: Ice\n    year: 2020\n-\n    title: Sea\n    year: 2019\n    # the end\n", "    venue: "),
    (
        "- year: 2020\n  authors: [\"Ottilie Marrow\",\n    Bo Quill]\n  title: |-\n    Ice\n- &sea\n  title: Sea\n  year: 2019\n- <<: *sea\n  title: Sea again\n",
        "  venue: ",
    ),
    ("- {\n    title: Ice,\n    year: 2020 # exact\n  }\n- title: Sea\n  year: 2019\n", "  , authors: "),
    ("- {\n    title: Ice,\n    year: 2020,\n  } # } a brace\n- title: Sea\n  year: 2019\n", "   authors: "),
];

/// Each line of `before` is still there, in this order. Records in braces may be longer.
fn assert_kept(before: &str, after: &str) {
    let mut rest = after.lines();
    for line in before.lines() {
        let (start, end) = line.split_once('}').map_or((line, ""), |(start, end)| (start.trim_end(), end));
        assert!(rest.any(|new| new.starts_with(start) && new.ends_with(end)), "{line}\n{after}");
    }
}

#[test]
fn lists_of_works_keep_the_layout_that_people_gave_them() {
    for (list, added) in LISTS {
        let site = Site::empty()
            .file("_config.yml", "")
            .file("_data/publications.yml", list)
            .file("papers.bib", TWO_WORKS)
            .file("index.html", "---\n---\n{{ site.data.publications | jsonify }}");
        site.run(&["scholar", "import", "papers.bib"]).succeeds().says("Import: completed _data/publications.yml");
        let merged = site.read("_data/publications.yml").unwrap();
        assert_kept(list, &merged);
        assert!(merged.contains(added), "{added}\n{merged}");
        site.build().succeeds();
        let works: Vec<serde_json::Value> = serde_json::from_str(&site.read("_site/index.html").unwrap()).unwrap();
        let title = |work: &serde_json::Value| work["title"].as_str().unwrap().to_owned();
        assert_eq!(works.iter().map(title).collect::<Vec<_>>()[..3], ["Fog", "Ice", "Sea"], "{merged}");
        assert_eq!(works[1]["venue"], "J, K", "{merged}");
        assert_eq!(works[1]["authors"], serde_json::json!(["Ottilie Marrow", "Bo Quill"]), "{merged}");
        site.run(&["scholar", "import", "papers.bib"])
            .succeeds()
            .says("Import: 0 written, 1 up to date, 0 kept, 0 omitted");
    }
}

#[test]
fn line_ends_of_other_systems_are_kept() {
    let site = Site::empty()
        .file("_config.yml", "")
        .file("_data/publications.yml", "- title: Ice\r\n  year: 2020\r\n")
        .file("papers.bib", TWO_WORKS);
    site.run(&["scholar", "import", "papers.bib"]).succeeds();
    let merged = site.read("_data/publications.yml").unwrap();
    assert_eq!(merged.matches('\n').count(), merged.matches("\r\n").count(), "{merged}");
    assert!(merged.contains("  year: 2020\r\n  authors:\r\n"), "{merged}");
}

#[test]
fn a_curriculum_keeps_the_layout_that_people_gave_it() {
    let start = "# Mine\nbasics: { name: \"Ottilie Marrow\" }   # by hand\n";
    let end = "\n# Jobs\nwork:\n- name: 'Ice & Sons'\n  summary: >-\n    Long\n    text\n";
    for publications in [
        "",
        "publications: []\n",
        "publications:\n",
        "publications:\n# best\n- name: \"Ice\"\n  summary: mine\n",
        "publications:\n    - name:\n        Ice\n      # kept\n      summary: mine\n\n    - {name: Sea, releaseDate: 2019-01-01}\n",
    ] {
        let resume = format!("{start}{publications}{end}");
        let site =
            Site::empty().file("_config.yml", "").file("_data/cv.yml", resume.as_str()).file("papers.bib", TWO_WORKS);
        site.run(&["scholar", "import", "papers.bib", "--to", "cv"]).succeeds().says("Import: completed _data/cv.yml");
        let merged = site.read("_data/cv.yml").unwrap();
        assert_kept(&resume.replace("publications: []", "publications:"), &merged);
        site.run(&["scholar", "export", "cv.json"]).succeeds();
        let whole = json(&site, "cv.json");
        assert_eq!(whole["work"][0]["summary"], "Long text", "{merged}");
        let names: Vec<&str> =
            whole["publications"].as_array().unwrap().iter().map(|work| work["name"].as_str().unwrap()).collect();
        assert_eq!(names[..2], ["Fog", "Ice"], "{merged}");
        let ice = whole["publications"].as_array().unwrap().iter().find(|work| work["name"] == "Ice").unwrap();
        assert_eq!(ice["doi"], "10.5555/ice", "{merged}");
        assert_eq!(ice["summary"] == "mine", publications.contains("mine"), "{merged}");
        site.run(&["scholar", "import", "papers.bib", "--to", "cv"])
            .succeeds()
            .says("Import: 0 written, 1 up to date, 0 kept, 0 omitted");
    }
}

#[test]
fn files_that_cannot_be_merged_are_kept() {
    for (path, text, form) in [
        ("_data/publications.yml", "[{title: Ice, year: 2020}, {title: Sea}] # one line\n", "data"),
        ("_data/cv.yml", "# mine\n{basics: {name: Ottilie}, publications: [{name: Ice}]}\n", "cv"),
        (
            "_data/cv.json",
            "{ \"basics\": {\"name\": \"Ottilie\"},\n\n  \"publications\": [ {\"name\": \"Ice\"} ] }\n",
            "cv",
        ),
        ("_publications/2020-ice2020.md", "---\n{title: Ice, venue: mine}\n---\nMy words\n", "collection"),
    ] {
        let site = Site::empty().file("_config.yml", "").file(path, text).file("papers.bib", TWO_WORKS);
        let outcome = site.run(&["scholar", "import", "papers.bib", "--to", form]).fails();
        outcome.says(&format!("Import: {path} exists and cannot be merged; --force replaces it"));
        assert_eq!(site.read(path).as_deref(), Some(text), "{path}");
    }
    let (path, text) = ("_data/publications.yml", b"- title: caf\xe9\n");
    let site = Site::empty().file("_config.yml", "").file(path, text).file("papers.bib", TWO_WORKS);
    let outcome = site.run(&["scholar", "import", "papers.bib", "--to", "data"]).fails();
    outcome.says(&format!("Import: {path} exists and cannot be merged; --force replaces it"));
    assert_eq!(std::fs::read(site.folder().join(path)).unwrap(), text);
}

#[test]
fn front_matter_of_pages_keeps_its_layout() {
    let page = "---\n# Mine\n\"title\": 'ICE'\nauthors: Ottilie Marrow,\n  Bo Quill\nexcerpt: >\n  Two\n\n  parts: here\ntags: [a,\n  b]\n---\n\nMy words\n";
    let site = Site::empty().file("_config.yml", "").file("_publications/ice.md", page).file("papers.bib", TWO_WORKS);
    site.run(&["scholar", "import", "papers.bib", "--to", "collection"]).succeeds();
    let merged = site.read("_publications/ice.md").unwrap();
    assert_kept(page, &merged);
    assert!(merged.contains("\nvenue: ") && merged.matches("title").count() == 1, "{merged}");
}
