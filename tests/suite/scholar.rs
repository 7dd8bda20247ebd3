//! `hastie scholar`: citation counts from services that answer, refuse, stall or talk nonsense. The services are a server
//! on this machine; people and works are made up.

use crate::github::Server;
use crate::story::{Outcome, Site};
use std::io::{Read, Write};
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

/// A profile page with a total and two works.
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

/// The last good data is as it was, nothing lies beside it, and the message says what it should.
fn keeps_the_last_good_data(site: &Site, outcome: Outcome<'_>, message: &str) {
    assert_eq!(outcome.code(), Some(1), "{}", outcome.all());
    assert!(outcome.all().contains(message), "{message} is not in:\n{}", outcome.all());
    assert_eq!(site.read("assets/scholar/gs_data.json").as_deref(), Some(LAST));
    let beside = std::fs::read_dir(site.folder().join("assets/scholar")).unwrap().count();
    assert_eq!(beside, 2, "nothing half-written is left");
}

/// A server that treats every connection in one way.
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

#[test]
fn good_numbers_are_written_in_the_crawler_s_shapes() {
    let server =
        Server::new(&[(PROFILE, page(120, &[("break", "Before the Break", 70), ("murmur", "Murmur", 50)]).into())]);
    let site = site();
    fetch(&site, &server.address, &["--citations"]).succeeds();
    let data: serde_json::Value = serde_json::from_str(&site.read("assets/scholar/gs_data.json").unwrap()).unwrap();
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
fn numbers_that_did_not_change_are_not_written_again() {
    let server = Server::new(&[(PROFILE, page(120, &[("break", "A", 70), ("murmur", "B", 50)]).into())]);
    let site = site();
    fetch(&site, &server.address, &[]).succeeds();
    let written = std::fs::metadata(site.folder().join("assets/scholar/gs_data.json")).unwrap().modified().unwrap();
    let again = fetch(&site, &server.address, &[]).succeeds();
    assert!(again.all().contains("all numbers are as they were"), "{}", again.all());
    let now = std::fs::metadata(site.folder().join("assets/scholar/gs_data.json")).unwrap().modified().unwrap();
    assert_eq!(written, now);
}

#[test]
fn a_refusal_or_a_captcha_is_said_plainly() {
    let refusing = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    });
    let site = site();
    keeps_the_last_good_data(
        &site,
        fetch(&site, &refusing, &["--from", "scholar"]),
        "refuses to answer programs (403 Forbidden)",
    );
    let captcha = Server::new(&[(PROFILE, b"<form id=captcha-form></form>".to_vec())]);
    keeps_the_last_good_data(&site, fetch(&site, &captcha.address, &["--from", "scholar"]), "it asks for a captcha");
}

#[test]
fn empty_changed_and_shrunken_profiles_do_not_replace_good_ones() {
    let site = site();
    let answered = |html: String| {
        let server = Server::new(&[(PROFILE, html.into())]);
        fetch(&site, &server.address, &["--from", "scholar"])
    };
    keeps_the_last_good_data(&site, answered(page(0, &[])), "without works and citations");
    keeps_the_last_good_data(&site, answered("<html></html>".into()), "another shape than expected");
    keeps_the_last_good_data(&site, answered(page(120, &[("break", "A", 70)])), "there are 1 works where there were 2");
    let fallen = page(89, &[("break", "A", 49), ("murmur", "B", 40)]);
    keeps_the_last_good_data(&site, answered(fallen.clone()), "there are 89 citations where there were 100");
    let server = Server::new(&[(PROFILE, fallen.into())]);
    fetch(&site, &server.address, &["--from", "scholar", "--accept-loss"]).succeeds();
    assert!(site.read("assets/scholar/gs_data.json").unwrap().contains("\"citedby\": 89"));
}

#[test]
fn half_an_answer_wrong_json_and_endless_redirections_are_refused() {
    let site = site();
    let half = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n<div id=gsc_prf_in>Ottilie")
    });
    keeps_the_last_good_data(&site, fetch(&site, &half, &["--from", "scholar"]), "could not be reached");
    let nonsense = Server::new(&[("/authors/https://orcid.org/0000-0002-1825-0097", b"{\"id\": ".to_vec())]);
    keeps_the_last_good_data(&site, fetch(&site, &nonsense.address, &["--from", "openalex"]), "the answer is no JSON");
    let circle = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    });
    keeps_the_last_good_data(&site, fetch(&site, &circle, &["--from", "scholar"]), "redirects without an end");
}

#[test]
fn a_byte_every_ten_seconds_is_not_waited_for() {
    let site = site();
    let slow = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")?;
        loop {
            stream.write_all(b" ")?;
            thread::sleep(Duration::from_secs(10));
        }
    });
    keeps_the_last_good_data(
        &site,
        fetch(&site, &slow, &["--from", "scholar", "--timeout", "1"]),
        "could not be reached",
    );
}

#[test]
fn the_next_source_is_asked_and_its_works_get_their_ids() {
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
    assert!(outcome.all().contains("no id on Google Scholar is known for \"Unheard of\""), "{}", outcome.all());
    let data: serde_json::Value = serde_json::from_str(&site.read("assets/scholar/gs_data.json").unwrap()).unwrap();
    let ids: Vec<&String> = data["publications"].as_object().unwrap().keys().collect();
    assert_eq!(ids, ["OTTILIE:break", "OTTILIE:murmur", "openalex:W3"]);
}

#[test]
fn a_folder_that_cannot_be_written_leaves_everything_as_it_was() {
    let server = Server::new(&[(PROFILE, page(120, &[("break", "A", 70), ("murmur", "B", 50)]).into())]);
    let site = site().file("blocked", "a file where a folder is wanted");
    let outcome = fetch(&site, &server.address, &["--output", "blocked/data"]);
    assert_eq!(outcome.code(), Some(1));
    assert!(outcome.all().contains("cannot be written"), "{}", outcome.all());
}

#[test]
fn two_runs_at_once_leave_whole_files() {
    let server = Server::new(&[(PROFILE, page(120, &[("break", "A", 70), ("murmur", "B", 50)]).into())]);
    let site = site();
    let arguments = ["scholar", "fetch", "--pause", "0", "--from", "scholar", "--scholar-url", &server.address];
    let runs: Vec<_> = (0..4).map(|_| site.command(&arguments).spawn().unwrap()).collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let data: serde_json::Value = serde_json::from_str(&site.read("assets/scholar/gs_data.json").unwrap()).unwrap();
    assert_eq!(data["citedby"], 120);
    assert_eq!(std::fs::read_dir(site.folder().join("assets/scholar")).unwrap().count(), 2);
}

#[test]
fn a_dry_run_writes_nothing() {
    let server = Server::new(&[(PROFILE, page(120, &[("break", "A", 70), ("murmur", "B", 50)]).into())]);
    let site = site();
    let outcome = fetch(&site, &server.address, &["--dry-run"]).succeeds();
    assert!(outcome.all().contains("would write"), "{}", outcome.all());
    assert_eq!(site.read("assets/scholar/gs_data.json").as_deref(), Some(LAST));
}

#[test]
fn a_badge_shows_the_number_of_the_site_s_data() {
    let site = site();
    site.run(&["scholar", "badge", "badge.svg", "--style", "square", "--label", "cited <by>"]).succeeds();
    let svg = site.read("badge.svg").unwrap();
    assert!(svg.contains(">100</text>") && svg.contains("cited &lt;by&gt;"), "{svg}");
    let empty = Site::new().file("_config.yml", "");
    let outcome = empty.run(&["scholar", "badge"]);
    assert_eq!(outcome.code(), Some(1));
    assert!(outcome.all().contains("run 'hastie scholar fetch'"), "{}", outcome.all());
}

const TALKS: &str = "title\ttype\turl_slug\tvenue\tdate\tlocation\ttalk_url\tdescription\n\
                     Listening to ice\tTalk\tlisten\tHall\t2024-02-01\tLondon, UK\t\tWhat ice says.\n\
                     \"Nowhere: a talk\"\tTalk\tnowhere\tHall\t2024-03-01\tThe moon\t\t\n";

#[test]
fn imported_talks_build_and_existing_files_are_left_alone() {
    let site = Site::new()
        .file("_config.yml", "collections:\n  talks:\n    output: true\n")
        .file("_talks/2024-02-01-listen.md", "---\ntitle: Mine\n---\n")
        .file("talks.tsv", TALKS);
    let trial = site.run(&["scholar", "import", "talks.tsv", "--dry-run"]).succeeds();
    assert!(trial.all().contains("would write _talks/2024-03-01-nowhere.md"), "{}", trial.all());
    assert_eq!(site.read("_talks/2024-03-01-nowhere.md"), None);
    let outcome = site.run(&["scholar", "import", "talks.tsv"]).succeeds();
    assert!(outcome.all().contains("_talks/2024-02-01-listen.md is there and differs"), "{}", outcome.all());
    assert_eq!(site.read("_talks/2024-02-01-listen.md").as_deref(), Some("---\ntitle: Mine\n---\n"));
    site.run(&["scholar", "import", "talks.tsv", "--force"]).succeeds();
    assert!(site.read("_talks/2024-02-01-listen.md").unwrap().contains("title: \"Listening to ice\""));
    site.build().succeeds();
    assert_eq!(site.read("_site/talks/2024-02-01-listen.html").as_deref(), Some("<p>What ice says.</p>\n"));
}

#[test]
fn a_resume_goes_to_the_theme_s_data_and_back_without_loss() {
    let resume = r#"{"basics": {"name": "O'Marrow: \"Ottilie\"", "none": null}, "work": [{"startDate": "2020-01", "score": 1.5, "more": []}, "yes", "2020-01-01"]}"#;
    let site = Site::new().file("_config.yml", "").file("cv.json", resume);
    site.run(&["scholar", "import", "cv.json"]).succeeds();
    site.run(&["scholar", "export", "back.json"]).succeeds();
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(json(&site.read("back.json").unwrap()), json(resume));
}

#[test]
fn talks_are_put_on_a_map_and_what_is_lost_is_said() {
    let site = Site::new().file("_config.yml", "collections:\n  talks:\n    output: true\n").file("talks.tsv", TALKS);
    site.run(&["scholar", "import", "talks.tsv"]).succeeds();
    let outcome = site.run(&["scholar", "talkmap"]).succeeds();
    assert!(outcome.all().contains("\"The moon\" is not known"), "{}", outcome.all());
    assert!(outcome.all().contains("1 could not be placed"), "{}", outcome.all());
    let map = site.read("talkmap/index.html").unwrap();
    assert!(map.contains("<circle") && map.contains("Listening to ice") && !map.contains("<script"));
    site.write("_data/talk_places.yml", "\"The moon\": [10, 20]\n");
    site.run(&["scholar", "talkmap"]).succeeds();
    assert_eq!(site.read("talkmap/index.html").unwrap().matches("<circle").count(), 2);
}

/// A site that wants its counts in the pages.
fn counted(page: &str) -> Site {
    site().file("_config.yml", "scholar_stats: true\n").file("index.html", page)
}

#[test]
fn counts_are_in_the_page_when_the_site_asks_for_it() {
    let page = "---\n---\n<b id=\"total_cit\">?</b> <span class='show_paper_citations' data='OTTILIE:break'></span>\n";
    let site = counted(page);
    site.build().succeeds().wrote(
        "index.html",
        "<b id=\"total_cit\">100</b> <span class='show_paper_citations' data='OTTILIE:break'>| Citations: 60</span>\n",
    );
    site.write("_config.yml", "");
    site.build().succeeds().wrote("index.html", page.strip_prefix("---\n---\n").unwrap());
}

#[test]
fn an_unknown_id_is_told_with_its_line_and_a_suggestion() {
    let page = "---\n---\n<p>Murmur sleeps</p>\n<p>Before the Break <span class='show_paper_citations' data='OTTILIE:brake'></span></p>\n";
    let site = counted(page);
    let outcome = site.build().succeeds();
    assert!(outcome.all().contains("the data has no work with the id \"OTTILIE:brake\""), "{}", outcome.all());
    assert!(outcome.all().contains("index.html:2"), "{}", outcome.all());
    assert!(outcome.all().contains("did you mean \"OTTILIE:break\""), "{}", outcome.all());
}

#[test]
fn a_site_without_data_says_which_command_gets_it() {
    let site = Site::new()
        .file("_config.yml", "scholar_stats: true\n")
        .file("index.html", "---\n---\n<b id=total_cit>?</b>\n");
    let outcome = site.build().succeeds();
    assert!(outcome.all().contains("run 'hastie scholar fetch'"), "{}", outcome.all());
    assert_eq!(site.read("_site/index.html").as_deref(), Some("<b id=total_cit>?</b>\n"));
}

#[test]
fn al_folio_s_tags_take_their_numbers_from_the_site_s_files() {
    let page = "---\nscholar: OTTILIE\nwork: break\nrecord: 4242\n---\n{% google_scholar_citations page.scholar page.work %} \
                {% google_scholar_citations page.scholar page.none %} {% inspirehep_citations page.record %}\n";
    let site = counted(page).file("_data/inspirehep_citations.yml", "4242: 1204\n");
    site.build().succeeds().wrote("index.html", "60 N/A 1.2K\n");
}
