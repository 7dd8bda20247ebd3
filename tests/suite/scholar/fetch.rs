//! The files that `hastie scholar fetch` writes if a service responds.

use super::{LAST, PROFILE, fetch, good_server, json, page, site};
use crate::github::Server;
use crate::story::Site;

#[test]
fn counts_are_written_in_the_formats_of_the_crawler() {
    let server = good_server();
    let site = site();
    fetch(&site, &server.address, &["--citations"]).succeeds();
    let data = json(&site, "assets/scholar/gs_data.json");
    assert_eq!(data["citedby"], 120);
    assert_eq!(data["publications"]["OTTILIE:break"]["num_citations"], 70);
    assert_eq!(data["updated"], "2026-01-15 12:00:00.000000");
    let endpoint = r#"{"schemaVersion": 1, "label": "citations", "message": "120"}"#;
    assert_eq!(site.read("assets/scholar/gs_data_shieldsio.json").as_deref(), Some(endpoint));
    let citations = site.read("_data/citations.yml").unwrap();
    assert!(
        citations
            .starts_with("metadata:\n  last_updated: '2026-01-15'\npapers:\n  OTTILIE:break:\n    citations: 70\n")
    );
}

#[test]
fn unchanged_counts_are_not_rewritten() {
    let server = good_server();
    let site = site();
    fetch(&site, &server.address, &[]).succeeds();
    let written = std::fs::metadata(site.folder().join("assets/scholar/gs_data.json")).unwrap().modified().unwrap();
    let again = fetch(&site, &server.address, &[]).succeeds();
    assert!(again.all().contains("all numbers are unchanged"), "{}", again.all());
    let now = std::fs::metadata(site.folder().join("assets/scholar/gs_data.json")).unwrap().modified().unwrap();
    assert_eq!(written, now);
}

#[test]
fn a_dry_run_writes_nothing() {
    let server = good_server();
    let site = site();
    let outcome = fetch(&site, &server.address, &["--dry-run"]).succeeds();
    assert!(outcome.all().contains("would write"), "{}", outcome.all());
    assert_eq!(site.read("assets/scholar/gs_data.json").as_deref(), Some(LAST));
}

#[test]
fn the_next_source_is_tried_and_its_works_get_ids() {
    let author = r#"{"id": "https://openalex.org/A7", "display_name": "O. Marrow", "cited_by_count": 110, "summary_stats": {"h_index": 2}}"#;
    let works = r#"{"meta": {"next_cursor": null}, "results": [
        {"id": "https://openalex.org/W1", "title": "Before the break.", "publication_year": 2025, "cited_by_count": 65},
        {"id": "https://openalex.org/W2", "title": "MURMUR", "publication_year": 2023, "cited_by_count": 44},
        {"id": "https://openalex.org/W3", "title": "Unheard of", "publication_year": 2023, "cited_by_count": 1}]}"#;
    let server = Server::new(&[
        ("/authors/https://orcid.org/0000-0002-1825-0097", author.into()),
        ("/works?filter=author.id:A7&per-page=200&cursor=*", works.into()),
    ]);
    let site = site();
    let outcome = fetch(&site, &server.address, &[]).succeeds();
    assert!(outcome.all().contains("Google Scholar: there is nothing at"), "{}", outcome.all());
    assert!(outcome.all().contains("the id of \"Unheard of\" on Google Scholar is unknown"), "{}", outcome.all());
    let data = json(&site, "assets/scholar/gs_data.json");
    let ids: Vec<&String> = data["publications"].as_object().unwrap().keys().collect();
    assert_eq!(ids, ["OTTILIE:break", "OTTILIE:murmur", "openalex:W3"]);
}

pub(super) const AUTHOR_OF_OPENALEX: &str = "/authors/https://orcid.org/0000-0002-1825-0097";
pub(super) const WORKS_OF_OPENALEX: &str = "/works?filter=author.id:A7&per-page=200&cursor=*";

#[test]
fn works_get_their_ids_from_a_bibliography_by_doi_and_by_title_and_year() {
    let author = r#"{"id": "https://openalex.org/A7", "display_name": "O. Marrow", "cited_by_count": 200}"#;
    let works = r#"{"meta": {}, "results": [
        {"id": "https://openalex.org/W1", "title": "Another title", "doi": "https://doi.org/10.5555/ICE", "publication_year": 2020, "cited_by_count": 9},
        {"id": "https://openalex.org/W2", "title": "Sea & K\u00fcste", "publication_year": 2021, "cited_by_count": 8},
        {"id": "https://openalex.org/W4", "title": "Murmur", "publication_year": 2024, "cited_by_count": 41},
        {"id": "https://openalex.org/W5", "title": "Before the Break", "publication_year": 2025, "cited_by_count": 61}]}"#;
    let server = Server::new(&[(AUTHOR_OF_OPENALEX, author.into()), (WORKS_OF_OPENALEX, works.into())]);
    let bib = r#"@article{ice, title = {Ice}, year = 2020, doi = {10.5555/ice}, google_scholar_id = {ice}}
        @article{sea, title = {Sea \& {K{\"u}ste}}, year = 2021, google_scholar_id = {OTTILIE:sea}}
        @article{fog, title = {Fog}, year = 2019, google_scholar_id = {fog}}"#;
    let site = site().file("_bibliography/papers.bib", bib);
    let outcome = fetch(&site, &server.address, &["--from", "openalex"]).succeeds();
    let data = json(&site, "assets/scholar/gs_data.json");
    let ids: Vec<&String> = data["publications"].as_object().unwrap().keys().collect();
    assert_eq!(ids, ["OTTILIE:ice", "OTTILIE:sea", "OTTILIE:murmur", "OTTILIE:break"]);
    outcome.says("Not found: OpenAlex has no work with the id \"OTTILIE:fog\" (\"Fog\")");
}

#[test]
fn all_pages_of_a_profile_are_read_and_duplicate_works_count_once() {
    let works = |from: usize| -> Vec<(String, u64)> { (from..from + 100).map(|n| (format!("w{n}"), 1)).collect() };
    let full = |works: &[(String, u64)], more: &str| {
        let rows: Vec<_> = works.iter().map(|(id, count)| (id.as_str(), id.as_str(), *count)).collect();
        format!("{}<button id=gsc_bpf_more {more}></button>", page(190, &rows)).into_bytes()
    };
    let second = "/citations?user=OTTILIE&hl=en&cstart=100&pagesize=100";
    let server = Server::new(&[(PROFILE, full(&works(0), "")), (second, full(&works(90), "disabled"))]);
    let site = site();
    fetch(&site, &server.address, &[]).succeeds().says("Google Scholar: 190 citations of 190 works");
    assert_eq!(server.asked(), [PROFILE, second]);
    fetch(&site, &server.address, &[]).succeeds().says("Scholar: all numbers are unchanged");
}

#[test]
fn unknown_ids_on_pages_are_reported_without_stopping_the_script() {
    let server = good_server();
    let page = "---\n---\nBefore the Break <span class='show_paper_citations' data='OTTILIE:brake'></span>\n\
                <span class='show_paper_citations' data='OTTILIE:murmur'></span>\n";
    let readme = "Write `<span class='show_paper_citations' data='PAPER'></span>`.\n";
    let site = site().file("_pages/about.md", page).file("README.md", readme);
    fetch(&site, &server.address, &[]).succeeds().does_not_say("README.md").says(
        "Not found: _pages/about.md:3: there is no work with the id \"OTTILIE:brake\": did you mean \"OTTILIE:break\" (\"Before the Break\")?",
    );
    let data = json(&site, "assets/scholar/gs_data.json");
    assert_eq!(data["publications"]["OTTILIE:brake"]["num_citations"], "\u{2013}");
    assert_eq!(data["publications"]["OTTILIE:murmur"]["num_citations"], 50);
    fetch(&site, &server.address, &[]).succeeds().says("Scholar: all numbers are unchanged");
}

#[test]
fn the_data_is_written_to_the_configured_path() {
    let server = good_server();
    let place = |config: &str, file: &str| {
        let who = "author:\n  googlescholar: OTTILIE\n";
        let site =
            Site::empty().file("_config.yml", format!("{who}{config}")).file("google_scholar_crawler/main.py", "");
        let site = site.file("index.html", "---\n---\n<b id=total_cit></b>\n");
        fetch(&site, &server.address, &[]).succeeds();
        assert_eq!(json(&site, file)["citedby"], 120, "{file}");
        site.run(&["scholar", "badge", "badge.svg"]).succeeds();
        site.write(
            "_config.yml",
            format!(
                "{}\nscholar_stats: {}",
                config.replace("scholar_stats:", "x:"),
                if config.contains("data:") { "{data: numbers/mine.json}" } else { "true" }
            ),
        );
        site.build().succeeds().wrote("index.html", "<b id=total_cit>120</b>\n");
    };
    place("", "google_scholar_crawler/results/gs_data.json");
    place("google_scholar_stats_base: /assets/numbers/\n", "assets/numbers/gs_data.json");
    place("scholar_stats: {data: numbers/mine.json}\n", "numbers/mine.json");
}

#[test]
fn a_file_from_another_tool_is_used_when_given() {
    let site = site().file("crawled.json", LAST.replace("100", "130"));
    fetch(&site, "http://127.0.0.1:9", &["--file", "crawled.json"])
        .succeeds()
        .says("The file: 130 citations of 2 works");
    assert_eq!(json(&site, "assets/scholar/gs_data.json")["citedby"], 130);
}

#[test]
fn al_folio_s_file_is_updated_if_the_site_has_one() {
    let server = good_server();
    let site = Site::new()
        .file("_data/socials.yml", "scholar_userid: OTTILIE\n")
        .file("_data/citations.yml", "metadata:\n  last_updated: '2025-01-01'\npapers: {}\n");
    fetch(&site, &server.address, &[]).succeeds().says("Scholar: wrote _data/citations.yml");
    let expected = "metadata:\n  last_updated: '2026-01-15'\npapers:\n  OTTILIE:break:\n    citations: 70\n    \
                    title: Before the Break\n    year: '2025'\n  OTTILIE:murmur:\n    citations: 50\n    title: Murmur\n    year: '2025'\n";
    assert_eq!(site.read("_data/citations.yml").as_deref(), Some(expected));
}
