//! Random responses of services, and random resumes. The result is a valid file, or the old file is kept.

use super::{LAST, server, site};
use crate::story::Site;
use hastie::scholar::client::RequestLimits;
use hastie::scholar::{Origin, Plan, Store, Subject, WriteOptions, Written, fetch};
use hastie::world::World;
use hastie_scholar::{Profile, parse_resume, resume_to_yaml};
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Reproducible pseudorandom numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// A random JSON value.
    fn value(&mut self, depth: u32) -> Value {
        match self.below(if depth == 0 { 9 } else { 12 }) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(-1.5),
            3 => json!(u64::MAX),
            4 => json!(self.below(1000)),
            5 => json!(1e300),
            6..9 => json!(self.text()),
            9 => Value::Array((0..self.below(4)).map(|_| self.value(depth - 1)).collect()),
            _ => Value::Object((0..self.below(5)).map(|_| (self.text(), self.value(depth - 1))).collect::<Map<_, _>>()),
        }
    }

    fn text(&mut self) -> String {
        const PIECES: [&str; 32] = [
            "a",
            "Ice",
            " ",
            "\n",
            "\t",
            "\r",
            ":",
            ": ",
            " #",
            "- ",
            "? ",
            "'",
            "\"",
            "\\",
            "{",
            "}",
            "[",
            "~",
            "null",
            "yes",
            "<<",
            "2020-01-01",
            "1_000",
            "0x1f",
            "1:30",
            "é",
            "\u{85}",
            "\u{2028}",
            "\u{feff}",
            "\u{0}",
            "\u{7f}",
            "😀",
        ];
        (0..self.below(5)).map(|_| PIECES[self.below(32) as usize]).collect()
    }

    /// The data with parts missing, duplicated or of a different type.
    fn mangle(&mut self, data: &Value) -> Value {
        match self.below(14) {
            0 => self.value(2),
            1 => Value::Null,
            _ => match data {
                Value::Object(map) => {
                    let mut kept = Map::new();
                    for (key, value) in map {
                        if self.below(12) > 0 {
                            kept.insert(key.clone(), self.mangle(value));
                        }
                    }
                    Value::Object(kept)
                }
                Value::Array(items) => {
                    let mut mangled: Vec<Value> = items.iter().map(|item| self.mangle(item)).collect();
                    if self.below(6) == 0 {
                        mangled.extend(items.iter().cloned());
                    }
                    Value::Array(mangled)
                }
                other => other.clone(),
            },
        }
    }
}

/// A service that returns the texts in order, and then repeats the last one.
fn service(answers: &Arc<Mutex<Vec<String>>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answers = Arc::clone(answers);
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let mut answers = answers.lock().unwrap();
            let body = if answers.len() > 1 { answers.remove(0) } else { answers.first().cloned().unwrap_or_default() };
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    address
}

/// Checks that templates can read the file and the badge shows the same number.
fn is_valid(site: &Site) {
    let data = super::json(site, "assets/scholar/gs_data.json");
    assert!(data["citedby"].is_u64() && data["hindex"].is_u64() && data["i10index"].is_u64(), "{data}");
    assert!(data["updated"].is_string() && data["cites_per_year"].is_object(), "{data}");
    for (id, work) in data["publications"].as_object().expect("publications") {
        assert!(
            work["num_citations"].is_u64() && work["author_pub_id"] == *id && work["bib"]["title"].is_string(),
            "{work}"
        );
    }
    let badge = super::json(site, "assets/scholar/gs_data_shieldsio.json");
    assert_eq!(badge["message"], data["citedby"].to_string());
}

#[test]
fn random_responses_give_a_valid_file_or_keep_the_old_one() {
    let openalex = [
        json!({ "id": "https://openalex.org/A7", "display_name": "O", "cited_by_count": 110, "summary_stats": { "h_index": 2, "i10_index": 1 },
            "counts_by_year": [{ "year": 2024, "cited_by_count": 3 }], "last_known_institutions": [{ "display_name": "N" }] }),
        json!({ "meta": { "next_cursor": null }, "results": [
            { "id": "https://openalex.org/W1", "title": "Before the Break", "publication_year": 2025, "cited_by_count": 65, "doi": "https://doi.org/10.5555/a",
              "authorships": [{ "author": { "display_name": "O" } }], "primary_location": { "source": { "display_name": "J" } } },
            { "id": "https://openalex.org/W2", "title": "Murmur", "publication_year": 2024, "cited_by_count": 45 }] }),
    ];
    let semantic_scholar = [
        json!({ "name": "O", "affiliations": ["N"], "homepage": "https://h.example", "citationCount": 110, "hIndex": 2 }),
        json!({ "offset": 0, "data": [
            { "paperId": "p1", "title": "Before the Break", "year": 2025, "venue": "J", "citationCount": 65, "externalIds": { "DOI": "10.5555/a" }, "authors": [{ "name": "O" }] },
            { "paperId": "p2", "title": "Murmur", "year": 2024, "citationCount": 45 }] }),
    ];
    let answers = Arc::new(Mutex::new(Vec::new()));
    let address = service(&answers);
    let limits =
        RequestLimits { pause: Duration::ZERO, answer: Duration::from_secs(5), total: Duration::from_secs(20) };
    let subject =
        Subject { orcid: Some("0000-0002-1825-0097".into()), semantic_scholar: Some("7".into()), ..Subject::default() };
    let mut dice = Dice(19);
    let mut taken = 0;
    for round in 0..600 {
        let (origin, shapes) =
            if round % 2 == 0 { (Origin::OpenAlex, &openalex) } else { (Origin::SemanticScholar, &semantic_scholar) };
        let texts = shapes.iter().map(|shape| dice.mangle(shape).to_string());
        *answers.lock().unwrap() =
            texts.chain([json!({ "meta": {}, "results": [], "data": [] }).to_string()]).collect();
        let site = site();
        let world = World::fixed(site.folder(), 1_768_478_400).online();
        let plan = Plan {
            origins: vec![origin],
            scholar_url: address.clone(),
            openalex_url: address.clone(),
            semantic_scholar_url: address.clone(),
            file: None,
            limits,
        };
        let store = Store { file: site.folder().join("assets/scholar/gs_data.json"), citations: None };
        let written = fetch(&plan, &subject, &[], &world, |_| ()).ok().map(|fetched| {
            store
                .write(
                    &fetched.profile,
                    world.now(),
                    WriteOptions { accept_loss: dice.below(2) == 0, dry_run: false },
                    &world,
                )
                .unwrap()
        });
        if matches!(written, Some(Written::Files(_))) {
            taken += 1;
            is_valid(&site);
        } else {
            assert_eq!(site.read("assets/scholar/gs_data.json").as_deref(), Some(LAST));
        }
    }
    assert!((100..500).contains(&taken), "both happen often: {taken} of 600 were taken");
}

#[test]
fn random_crawler_files_are_read_and_written() {
    let last: Value = serde_json::from_str(LAST).unwrap();
    let mut dice = Dice(7);
    for _ in 0..5000 {
        let Ok(profile) = Profile::from_json(&dice.mangle(&last)) else { continue };
        let written = profile.to_json("now");
        let again = Profile::from_json(&written).expect("what is written can be read");
        assert_eq!(again.to_json("now"), written);
    }
}

#[test]
fn random_resumes_survive_a_round_trip_through_yaml() {
    let mut dice = Dice(2026);
    for _ in 0..20_000 {
        let Value::Object(resume) = dice.value(4) else { continue };
        let resume = Value::Object(resume);
        let read = parse_resume(resume.to_string().as_bytes()).unwrap();
        let Ok(yaml) = resume_to_yaml(&read) else {
            assert!(read.to_string().contains("<<"));
            continue;
        };
        let value = hastie_yaml::load_file(yaml.as_bytes(), "cv.yml")
            .unwrap_or_else(|error| panic!("{}\n{yaml}", error.message));
        assert_eq!(hastie::scholar::json::of(&value), read, "{yaml}");
    }
}

#[test]
fn a_service_that_closes_every_connection_is_unreachable() {
    let site = site();
    let outcome = super::fetch(&site, &server(|_| Ok(())), &["--from", "openalex"]).fails();
    assert!(outcome.all().contains("could not be reached"), "{}", outcome.all());
}
