//! Services that reject requests, stall or return invalid data, and full disks. The last good data is kept, and the
//! message suggests what to do.

use super::{LAST, PROFILE, fetch, good_server, json, page, server, site};
use crate::github::Server;
use crate::story::{Outcome, Site, program};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// Checks that the last good data is unchanged, that there are no other files next to it, and that the message has the
/// reason and the next step.
#[track_caller]
fn keeps_the_last_good_data(site: &Site, outcome: Outcome<'_>, reason: &str, next: &str) {
    assert_eq!(outcome.code(), Some(1), "{}", outcome.all());
    for text in [reason, next, "the previous data is kept"] {
        assert!(outcome.all().contains(text), "{text} is not in:\n{}", outcome.all());
    }
    is_untouched(site);
}

#[track_caller]
fn is_untouched(site: &Site) {
    assert_eq!(site.read("assets/scholar/gs_data.json").as_deref(), Some(LAST));
    let beside = std::fs::read_dir(site.folder().join("assets/scholar")).unwrap().count();
    assert_eq!(beside, 2, "nothing half-written is left");
}

#[test]
fn a_rejection_or_a_captcha_is_reported() {
    let refusing = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    });
    let site = site();
    let other = "choose another source (--from openalex,semantic-scholar)";
    let outcome = fetch(&site, &refusing, &["--from", "scholar"]);
    keeps_the_last_good_data(&site, outcome, "refuses to answer programs (403 Forbidden)", other);
    let captcha = Server::new(&[(PROFILE, b"<form id=captcha-form></form>".to_vec())]);
    let outcome = fetch(&site, &captcha.address, &["--from", "scholar"]);
    keeps_the_last_good_data(&site, outcome, "it requires a captcha", other);
}

#[test]
fn a_rate_limited_request_is_tried_three_times() {
    let busy = Server::busy();
    let site = site();
    let outcome = fetch(&site, &busy.address, &["--from", "scholar"]);
    keeps_the_last_good_data(&site, outcome, "429 Too Many Requests", "Try again tomorrow");
    assert_eq!(busy.asked().len(), 3);
}

#[test]
fn empty_changed_and_shrunken_profiles_do_not_replace_good_ones() {
    let site = site();
    let answered = |html: String| {
        let server = Server::new(&[(PROFILE, html.into())]);
        fetch(&site, &server.address, &["--from", "scholar"])
    };
    let take = "--accept-loss accepts the new numbers";
    keeps_the_last_good_data(&site, answered(page(0, &[])), "without works and citations", "Check the id");
    let changed = answered("<html></html>".into());
    keeps_the_last_good_data(&site, changed, "an unexpected format", "choose another source with --from");
    let fewer = answered(page(120, &[("break", "A", 70)]));
    keeps_the_last_good_data(&site, fewer, "there are 1 works instead of 2", take);
    let fallen = page(89, &[("break", "A", 49), ("murmur", "B", 40)]);
    keeps_the_last_good_data(&site, answered(fallen.clone()), "there are 89 citations instead of 100", take);
    let server = Server::new(&[(PROFILE, fallen.into())]);
    fetch(&site, &server.address, &["--from", "scholar", "--accept-loss"]).succeeds();
    assert_eq!(json(&site, "assets/scholar/gs_data.json")["citedby"], 89);
}

#[test]
fn truncated_responses_invalid_json_and_endless_redirects_are_rejected() {
    let site = site();
    let half = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n<div id=gsc_prf_in>Ottilie")
    });
    let outcome = fetch(&site, &half, &["--from", "scholar"]);
    keeps_the_last_good_data(&site, outcome, "could not be reached", "Run the command again later");
    let nonsense = Server::new(&[("/authors/https://orcid.org/0000-0002-1825-0097", b"{\"id\": ".to_vec())]);
    let outcome = fetch(&site, &nonsense.address, &["--from", "openalex"]);
    keeps_the_last_good_data(&site, outcome, "the response is not valid JSON", "choose another source with --from");
    let circle = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    });
    let outcome = fetch(&site, &circle, &["--from", "scholar"]);
    keeps_the_last_good_data(&site, outcome, "redirects endlessly", "choose another source with --from");
}

#[test]
fn slow_responses_time_out() {
    let site = site();
    let slow = server(|mut stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")?;
        loop {
            stream.write_all(b" ")?;
            thread::sleep(Duration::from_secs(10));
        }
    });
    let outcome = fetch(&site, &slow, &["--from", "scholar", "--timeout", "1"]);
    keeps_the_last_good_data(&site, outcome, "could not be reached", "Run the command again later");
}

#[test]
fn a_site_without_a_profile_shows_the_missing_setting() {
    let placeholder = "author:\n  googlescholar: https://scholar.google.com/citations?user=YOUR_GOOGLE_SCHOLAR_ID\n";
    let site = Site::empty().file("_config.yml", placeholder);
    let outcome = site.run(&["scholar", "fetch"]);
    assert_eq!(outcome.code(), Some(1));
    for setting in ["author.googlescholar", "scholar_userid", "author.orcid", "author.semantic_scholar", "--user"] {
        assert!(outcome.all().contains(setting), "{setting} is not in:\n{}", outcome.all());
    }
}

#[test]
fn an_unwritable_folder_changes_nothing() {
    let site = site().file("blocked", "a file where a folder is wanted");
    let outcome = fetch(&site, &good_server().address, &["--output", "blocked/data"]);
    assert_eq!(outcome.code(), Some(1));
    assert!(outcome.all().contains("blocked/data/gs_data.json cannot be written"), "{}", outcome.all());
    assert!(outcome.all().contains("change the permissions of the folder"), "{}", outcome.all());
}

/// `hastie scholar fetch` within a shell script, as `$@`.
fn fetch_in_shell<'s>(site: &'s Site, script: &str, address: &str) -> Outcome<'s> {
    let fetch = site.command(&["scholar", "fetch", "--pause", "0", "--from", "scholar", "--scholar-url", address]);
    let mut shell = program("sh");
    shell.args(["-c", script, "sh"]).arg(fetch.get_program()).args(fetch.get_args()).current_dir(site.folder());
    shell.envs(fetch.get_envs().filter_map(|(name, value)| Some((name, value?))));
    site.outcome(shell)
}

#[test]
fn each_service_is_named_before_it_answers() {
    // Accepts connections but never responds.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", silent.local_addr().unwrap());
    let site = site();
    let mut command = site.command(&["scholar", "fetch", "--from", "scholar", "--scholar-url", &address]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // Keeps the connection open, so that the command waits for the response.
    let connection = silent.accept().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(output.any(|line| line.trim() == "Google Scholar: fetching citation counts..."));
    child.kill().unwrap();
    child.wait().unwrap();
    drop(connection);
}

/// With a file size limit, the first written byte fails, as on a full disk.
#[cfg(unix)]
#[test]
fn a_file_size_limit_keeps_the_last_good_data() {
    let site = site();
    let outcome = fetch_in_shell(&site, r#"trap "" XFSZ; ulimit -f 0; exec "$@""#, &good_server().address);
    keeps_the_last_good_data(&site, outcome, "cannot be written", "Free some space");
}

/// The data is on a file system of two pages, which is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_last_good_data() {
    let may_mount = program("unshare").args(["--user", "--map-root-user", "--mount", "true"]).status();
    if !may_mount.is_ok_and(|status| status.success()) {
        // Mounting may not be permitted. In this case, the test above has to suffice.
        return;
    }
    let site = site();
    let script = r#"exec unshare --user --map-root-user --mount sh -c '
        cp -r assets/scholar saved && mount -t tmpfs -o size=8k tmpfs assets/scholar && cp saved/* assets/scholar/ || exit 9
        "$@"; code=$?
        cmp saved/gs_data.json assets/scholar/gs_data.json && cmp saved/gs_data_shieldsio.json assets/scholar/gs_data_shieldsio.json || code=8
        test "$(ls -A assets/scholar | wc -l)" = 2 || code=7
        exit $code' sh "$@""#;
    let outcome = fetch_in_shell(&site, script, &good_server().address);
    keeps_the_last_good_data(&site, outcome, "No space left on device", "Free some space");
}

#[cfg(unix)]
#[test]
fn a_process_killed_while_writing_keeps_the_last_good_data() {
    let site = site();
    let outcome = fetch_in_shell(&site, r#"ulimit -f 0; exec "$@""#, &good_server().address);
    assert_eq!(outcome.code(), None, "a signal ended it: {}", outcome.all());
    assert_eq!(site.read("assets/scholar/gs_data.json").as_deref(), Some(LAST));
    fetch(&site, &good_server().address, &[]).succeeds();
    assert_eq!(json(&site, "assets/scholar/gs_data.json")["citedby"], 120);
}

#[test]
fn concurrent_runs_write_complete_files() {
    let site = site();
    let totals = [120_u64, 121, 122, 123];
    let servers =
        totals.map(|total| Server::new(&[(PROFILE, page(total, &[("break", "A", 70), ("murmur", "B", 50)]).into())]));
    let runs: Vec<_> = servers
        .iter()
        .map(|server| {
            let urls = ["--from", "scholar", "--scholar-url", server.address.as_str()];
            site.command(&[&["scholar", "fetch", "--pause", "0"][..], &urls].concat()).spawn().unwrap()
        })
        .collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let total = json(&site, "assets/scholar/gs_data.json")["citedby"].as_u64().unwrap();
    assert!(totals.contains(&total), "{total}");
    let message =
        json(&site, "assets/scholar/gs_data_shieldsio.json")["message"].as_str().and_then(|text| text.parse().ok());
    assert!(message.is_some_and(|shown| totals.contains(&shown)), "{message:?}");
    assert_eq!(std::fs::read_dir(site.folder().join("assets/scholar")).unwrap().count(), 2);
}

/// Parsing counts towards the time limit: browsers' rules for deeply nested elements can take long.
#[test]
fn a_page_that_takes_long_to_parse_keeps_the_last_good_data() {
    let nested = "<div>".repeat(80_000);
    let server = Server::new(&[(PROFILE, nested.into_bytes())]);
    let site = site();
    let began = std::time::Instant::now();
    let outcome = fetch(&site, &server.address, &["--from", "scholar", "--timeout", "3"]);
    keeps_the_last_good_data(&site, outcome, "Google Scholar:", "another source with --from");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
