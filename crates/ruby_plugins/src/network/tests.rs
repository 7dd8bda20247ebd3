#![allow(clippy::disallowed_methods, reason = "tests look at the disk itself")]

use super::{Network, Outcome, age};
use hastie_liquid::Hash;
use hastie_site::config::Configuration;
use hastie_site::diagnostic::{Log, Message};
use hastie_site::world::{BuildOptions, PluginRequest, RequestFailure, World};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::{env, fs};

/// The time of the first build, in seconds since 1970.
const DATE: i64 = 1_700_000_000;

/// An empty site in a temporary folder.
struct Site(PathBuf);

impl Site {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("hastie-network-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder is made");
        Site(folder)
    }

    /// The network of a build at `later` seconds after [`DATE`]. The build has the environment variables `variables`,
    /// and the options `keys` of the configuration are true.
    fn network(&self, later: i64, variables: &[(&str, &str)], keys: &[&str]) -> Network {
        let value = |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        let world = World::fixed(&self.0, DATE + later).with_options(BuildOptions::from_variables(value));
        let mut overrides = Hash::new();
        overrides.set("source", self.0.to_string_lossy().into_owned());
        for key in keys {
            overrides.set(*key, true);
        }
        let config = Configuration::load(&world, &overrides, &mut Log::new()).expect("a valid configuration");
        Network::new(&config, &world)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Sends one response to each connection, and then refuses all others. Returns the URL.
fn server(responses: &'static [&'static str]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        let mut listener = Some(listener);
        for (index, response) in responses.iter().enumerate() {
            let (mut stream, _) = listener.as_ref().expect("an open port").accept().expect("a connection");
            if index + 1 == responses.len() {
                // The client must not find the port open after the last response.
                listener = None;
            }
            let mut reader = BufReader::new(stream.try_clone().expect("the same connection"));
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|length| length > 2) {
                line.clear();
            }
            let _ = stream.write_all(response.as_bytes());
        }
    });
    format!("http://127.0.0.1:{port}/feed.xml")
}

const FEED: &str = "HTTP/1.1 200 OK\r\nX-A: b: c\r\nContent-Length: 7\r\nConnection: close\r\n\r\na\n\nb: c";
const BROKEN: &str = "HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

fn request(url: &str) -> PluginRequest {
    let headers = vec![("Authorization".to_string(), "secret".to_string())];
    PluginRequest { method: "GET".into(), url: url.into(), headers, ..PluginRequest::default() }
}

fn get(network: &Network, url: &str) -> (Outcome, Vec<String>) {
    let mut warnings = Vec::new();
    let mut warn = |message: Message| warnings.push(message.text.unwrap_or_default());
    let outcome = network.request(request(url), "_plugins/feed.rb:3", &mut warn);
    (outcome, warnings)
}

fn body(outcome: Outcome) -> Vec<u8> {
    match outcome {
        Outcome::Response(response) => response.body,
        other => panic!("{other:?}"),
    }
}

const ONLINE: &[(&str, &str)] = &[("HASTIE_NETWORK", "1")];
const OFFLINE: &[(&str, &str)] = &[("HASTIE_NETWORK", "1"), ("HASTIE_OFFLINE", "1")];

#[test]
fn an_answer_is_used_again_if_a_request_fails_or_is_not_allowed() {
    let site = Site::new("kept");
    let url = server(&[FEED]);
    let first = site.network(0, ONLINE, &[]);
    let (outcome, warnings) = get(&first, &url);
    assert_eq!((body(outcome).as_slice(), warnings.len()), (b"a\n\nb: c".as_slice(), 0));
    for (variables, later, expected) in
        [(ONLINE, 59, "59 seconds ago"), (OFFLINE, 7_300, "2 hours ago"), (&[], 86_400, "1 day ago")]
    {
        let network = site.network(later, variables, &[]);
        let (outcome, warnings) = get(&network, &url);
        let Outcome::Response(response) = outcome else { panic!("{outcome:?}") };
        assert_eq!((response.status, response.body.as_slice()), (200, b"a\n\nb: c".as_slice()));
        assert!(response.headers.contains(&("x-a".to_string(), b"b: c".to_vec())));
        assert!(matches!(warnings.as_slice(), [one] if one.contains(expected) && one.contains(&url)), "{warnings:?}");
        assert_eq!(get(&network, &url).1, Vec::<String>::new());
    }
}

#[test]
fn an_answer_belongs_to_one_request() {
    let site = Site::new("request");
    let url = server(&[FEED]);
    body(get(&site.network(0, ONLINE, &[]), &url).0);
    let offline = site.network(0, OFFLINE, &[]);
    let other_header = PluginRequest { headers: Vec::new(), ..request(&url) };
    let other_method = PluginRequest { method: "POST".into(), ..request(&url) };
    let other_body = PluginRequest { body: b"x".to_vec(), ..request(&url) };
    for other in [request(&format!("{url}?x")), other_header, other_method, other_body] {
        let outcome = offline.request(other.clone(), "a.rb:1", &mut |_| {});
        assert!(matches!(outcome, Outcome::NotAllowed(_)), "{other:?} {outcome:?}");
    }
    assert!(matches!(offline.request(request(&url), "a.rb:1", &mut |_| {}), Outcome::Response(_)));
}

#[test]
fn an_error_of_the_server_reaches_the_plugin_and_does_not_replace_an_answer() {
    let site = Site::new("error");
    let url = server(&[FEED, BROKEN]);
    let network = site.network(0, ONLINE, &[]);
    body(get(&network, &url).0);
    assert!(matches!(get(&network, &url).0, Outcome::Response(response) if response.status == 500));
    assert_eq!(body(get(&site.network(0, OFFLINE, &[]), &url).0), b"a\n\nb: c");
}

#[test]
fn stored_answers_contain_no_headers_of_requests_and_damaged_ones_are_ignored() {
    let site = Site::new("stored");
    let url = server(&[FEED]);
    body(get(&site.network(0, ONLINE, &[]), &url).0);
    let folder = site.0.join(".jekyll-cache/Hastie/network");
    let entries: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    let bytes = fs::read(entry).expect("a file");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with(&format!("Hastie answer 1\nGET {url}\n{DATE} 200 local\n")), "{text}");
    assert!(!text.contains("secret"));
    for length in [0, 20, bytes.len() - 8] {
        fs::write(entry, &bytes[..length.min(bytes.len())]).expect("a file is written");
        let outcome = get(&site.network(0, OFFLINE, &[]), &url).0;
        assert!(matches!(outcome, Outcome::NotAllowed(_)), "{length}: {outcome:?}");
    }
}

#[test]
fn a_request_without_permission_is_one_warning_for_each_file() {
    let site = Site::new("warning");
    let network = site.network(0, &[], &[]);
    let url = "https://example.org/feed.xml";
    let (outcome, warnings) = get(&network, url);
    assert!(matches!(outcome, Outcome::NotAllowed(_)));
    assert_eq!(
        warnings,
        ["_plugins/feed.rb:3 requests https://example.org/feed.xml: the network is not allowed (--network or \
          HASTIE_NETWORK=1 allows it). The plugin is skipped."]
    );
    assert!(get(&network, url).1.is_empty());
    let mut others = 0;
    network.request(request(url), "_plugins/other.rb:1", &mut |_| others += 1);
    assert_eq!(others, 1);
}

#[test]
fn strict_builds_fail_without_permission() {
    let site = Site::new("strict");
    let (outcome, warnings) = get(&site.network(0, &[], &["strict"]), "https://example.org/");
    assert!(matches!(outcome, Outcome::Strict(message) if message.contains("_plugins/feed.rb:3")));
    assert!(warnings.is_empty());
}

#[test]
fn without_a_disk_cache_nothing_is_kept() {
    let site = Site::new("no-cache");
    let url = server(&[FEED]);
    body(get(&site.network(0, ONLINE, &["disable_disk_cache"]), &url).0);
    assert!(!site.0.join(".jekyll-cache").exists());
    assert!(matches!(
        get(&site.network(0, ONLINE, &["disable_disk_cache"]), &url).0,
        Outcome::Failed(RequestFailure::Refused, _)
    ));
}

#[test]
fn plugins_send_a_limited_number_of_requests() {
    let site = Site::new("limit");
    let network = site.network(0, &[], &[]);
    for _ in 0..super::MAX_REQUESTS {
        get(&network, "https://example.org/");
    }
    assert!(matches!(get(&network, "https://example.org/").0, Outcome::Failed(..)));
    network.end_build();
    assert!(matches!(get(&network, "https://example.org/").0, Outcome::NotAllowed(_)));
}

#[test]
fn ages_have_one_unit() {
    let ages = [0, 1, 59, 60, 3_599, 3_600, 86_399, 86_400, 864_000, -5].map(age);
    let expected = [
        "0 seconds",
        "1 second",
        "59 seconds",
        "1 minute",
        "59 minutes",
        "1 hour",
        "23 hours",
        "1 day",
        "10 days",
        "0 seconds",
    ];
    assert_eq!(ages, expected);
}
