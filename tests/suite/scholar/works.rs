//! `hastie scholar works`: works that the site does not list.

use super::fetch::{AUTHOR_OF_OPENALEX, WORKS_OF_OPENALEX};
use crate::github::Server;
use crate::story::{Outcome, Site};

/// OpenAlex's answer about an author's works, shortened to the fields that matter.
const WORKS: &str = r#"{"meta": {"next_cursor": null}, "results": [
    {"id": "https://openalex.org/W1", "title": "Ice", "doi": "https://doi.org/10.5555/ICE", "publication_year": 2020, "cited_by_count": 9},
    {"id": "https://openalex.org/W2", "title": "Sea & coast: 100% _salt_", "publication_year": 2021, "cited_by_count": 8,
     "doi": "https://doi.org/10.5555/sea", "primary_location": {"source": {"display_name": "Journal of Coasts"}},
     "authorships": [{"author": {"display_name": "Ottilie Marrow"}}, {"author": {"display_name": "Bo Quill"}}]},
    {"id": "https://openalex.org/W3", "title": "SEA & COAST: 100% SALT", "publication_year": 2020, "cited_by_count": 0},
    {"id": "https://openalex.org/W4", "title": "Murmur.", "publication_year": 2024, "cited_by_count": 41},
    {"id": "https://openalex.org/W5", "title": "Listed as a page", "publication_year": 2025, "cited_by_count": 1}]}"#;

const AUTHOR: &str = r#"{"id": "https://openalex.org/A7", "display_name": "O. Marrow", "cited_by_count": 110, "summary_stats": {"h_index": 2}}"#;

fn site() -> Site {
    Site::empty()
        .file("_config.yml", "author:\n  orcid: 0000-0002-1825-0097\n")
        .file("_bibliography/papers.bib", "@article{marrow2021coast, title = {Frozen}, doi = {10.5555/ice}}\n")
        .file("_data/publications.yml", "- title: Murmur\n")
        .file("_publications/a.md", "---\ntitle: \"Listed: as a page\"\n---\n")
}

fn works<'s>(site: &'s Site, address: &str, more: &[&str]) -> Outcome<'s> {
    let urls = ["--scholar-url", address, "--openalex-url", address, "--semantic-scholar-url", address];
    site.run(&[&["scholar", "works", "--pause", "0", "--from", "openalex"][..], &urls[..], more].concat())
}

const EXPECTED: &str = "% OpenAlex: 1 of 5 works are not listed by the site.\n\n\
    @article{marrow2021coast-2,\n  title = {Sea \\& coast: 100\\% \\_salt\\_},\n  author = {Ottilie Marrow and Bo Quill},\n  \
    journal = {Journal of Coasts},\n  year = {2021},\n  doi = {10.5555/sea},\n}\n";

#[test]
fn works_that_the_site_does_not_list_are_proposed() {
    let server = Server::new(&[(AUTHOR_OF_OPENALEX, AUTHOR.into()), (WORKS_OF_OPENALEX, WORKS.into())]);
    let site = site();
    let told = works(&site, &server.address, &[]).succeeds();
    assert_eq!(told.out, EXPECTED);
    works(&site, &server.address, &["new.bib"]).succeeds().says("Works: wrote new.bib");
    assert_eq!(site.read("new.bib").as_deref(), Some(EXPECTED));
    works(&site, &server.address, &["new.bib"]).fails().says("Works: new.bib exists, and is not overwritten");
}

#[test]
fn the_author_may_be_given_by_the_id_of_openalex() {
    let server = Server::new(&[("/authors/A7", AUTHOR.into()), (WORKS_OF_OPENALEX, WORKS.into())]);
    let site = site();
    let told = works(&site, &server.address, &["--openalex", "https://openalex.org/A7"]).succeeds();
    assert_eq!(told.out, EXPECTED);
}

#[test]
fn nothing_is_written_if_no_service_answers() {
    let server = Server::new(&[]);
    let site = site();
    let outcome = works(&site, &server.address, &["new.bib"]).fails();
    assert!(
        outcome.all().contains("Works: no source returned works. OpenAlex: there is nothing at"),
        "{}",
        outcome.all()
    );
    assert_eq!(site.read("new.bib"), None);
}
