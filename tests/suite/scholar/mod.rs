//! `hastie scholar`: citation counts from services that respond, reject requests, stall or return invalid data. The
//! services are a local server, and people and works are fictitious.

mod badge;
mod failures;
mod fetch;
mod import;
mod pages;
mod random;
mod talkmap;
mod workflow;
mod works;

use crate::github::Server;
use crate::story::{Outcome, Site};
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// A site whose last good data has two works and 100 citations.
fn site() -> Site {
    Site::new()
        .file(
            "_config.yml",
            "author:\n  googlescholar: https://scholar.example/citations?user=OTTILIE\n  orcid: 0000-0002-1825-0097\n",
        )
        .file("assets/scholar/gs_data.json", LAST)
        .file(
            "assets/scholar/gs_data_shieldsio.json",
            r#"{"schemaVersion": 1, "label": "citations", "message": "100"}"#,
        )
}

const LAST: &str = r#"{"name": "Ottilie Marrow", "citedby": 100, "publications": {"OTTILIE:break": {"bib": {"title": "Before the Break", "pub_year": "2025"}, "num_citations": 60}, "OTTILIE:murmur": {"bib": {"title": "Murmur", "pub_year": "2024"}, "num_citations": 40}}}"#;

/// A profile page with a total and works.
fn page(total: u64, works: &[(&str, &str, u64)]) -> String {
    let rows: String = works
        .iter()
        .map(|(id, title, count)| {
            format!(
                "<tr class=gsc_a_tr><td><a class=gsc_a_at href='/citations?citation_for_view=OTTILIE:{id}'>{title}</a></td>\
                 <td><a class='gsc_a_ac'>{count}</a></td><td><span class=gsc_a_h>2025</span></td></tr>"
            )
        })
        .collect();
    format!(
        "<div id=gsc_prf_in>Ottilie Marrow</div><table id=gsc_rsb_st><tr><td class=gsc_rsb_std>{total}</td></tr></table>\
         <table>{rows}</table>"
    )
}

const PROFILE: &str = "/citations?user=OTTILIE&hl=en&cstart=0&pagesize=100";

fn fetch<'s>(site: &'s Site, address: &str, more: &[&str]) -> Outcome<'s> {
    let urls = ["--scholar-url", address, "--openalex-url", address, "--semantic-scholar-url", address];
    let start = ["scholar", "fetch", "--pause", "0"];
    site.run(&[&start[..], &urls[..], more].concat())
}

/// A server with a profile of two works and 120 citations.
fn good_server() -> Server {
    Server::new(&[(PROFILE, page(120, &[("break", "Before the Break", 70), ("murmur", "Murmur", 50)]).into())])
}

/// A JSON file of the site.
fn json(site: &Site, path: &str) -> serde_json::Value {
    serde_json::from_str(&site.read(path).expect(path)).expect(path)
}

/// A server that handles every connection with `treat`.
fn server(treat: fn(TcpStream) -> std::io::Result<()>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
                let _ = stream.read(&mut [0; 4096]);
                treat(stream)
            });
        }
    });
    address
}

const TALKS: &str = "title\ttype\turl_slug\tvenue\tdate\tlocation\ttalk_url\tdescription\n\
                     Listening to ice\tTalk\tlisten\tHall\t2024-02-01\tLondon, UK\t\tWhat ice says.\n\
                     \"Nowhere: a talk\"\tTalk\tnowhere\tHall\t2024-03-01\tThe moon\t\t\n";
