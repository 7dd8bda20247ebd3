//! What Ruby Jekyll 4.4.1 made of our own inputs to each of its filters: the files in `tests/filters/`, one a
//! family of filters, through `hastie liquid --jsonl`. A case is a template, its variables, and the answer:
//! `->` a text, `!!` an error. Recorded with `tools/record/filters`.

use serde_json::{Value as Json, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// Compares every case of a file, and tells all differences at once.
fn check(family: &str, least: usize) {
    let path = format!("{}/tests/filters/{family}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let blocks: Vec<&str> = text.split("\n\n").map(str::trim).collect();
    let mut requests = String::new();
    let mut expected = Vec::new();
    for block in blocks {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let Some(template) = lines.next() else { continue };
        let mut data = serde_json::Map::new();
        for line in lines {
            match line.split_once(" = ") {
                Some((name, json)) if !line.starts_with(['-', '!']) => {
                    data.insert(name.into(), serde_json::from_str(json).unwrap());
                }
                _ => expected.push((block, line)),
            }
        }
        let config = json!({ "url": "https://example.org", "baseurl": "/base" });
        requests += &format!("{}\n", json!({ "template": template, "data": data, "config": config }));
    }
    assert!(expected.len() >= least, "only {} cases", expected.len());
    let answers = answers(&requests);
    assert_eq!(answers.len(), expected.len());
    let differences: Vec<String> = expected
        .iter()
        .zip(&answers)
        .filter(|((_, line), got)| meant(line) != **got)
        .map(|((block, _), got)| format!("{block}\n   ours {got}"))
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

/// JSON has more than one spelling for a text: what is compared is what it stands for.
fn meant(line: &str) -> String {
    match line.strip_prefix("-> ") {
        Some(text) => format!("-> {}", serde_json::from_str::<Json>(text).unwrap()),
        None => line.to_string(),
    }
}

/// What the program answers, in the words of the files.
fn answers(requests: &str) -> Vec<String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hastie"))
        .args(["liquid", "--jsonl"])
        .env("TZ", "UTC")
        .env("SOURCE_DATE_EPOCH", "1768478400")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let requests = requests.to_string();
    let feeder = std::thread::spawn(move || input.write_all(requests.as_bytes()).unwrap());
    let output = program.wait_with_output().unwrap();
    feeder.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| {
            let answer: Json = serde_json::from_str(line).unwrap();
            match (&answer["result"], &answer["error"]) {
                (Json::Null, error) => format!("!! {}", error.as_str().unwrap().lines().next().unwrap()),
                (text, _) => format!("-> {text}"),
            }
        })
        .collect()
}

#[test]
fn items_are_found_by_what_they_have() {
    check("where_and_find", 37);
}

#[test]
fn items_are_sorted_as_jekyll_sorts_them() {
    check("sort", 19);
}

#[test]
fn arrays_grow_shrink_and_become_sentences() {
    check("arrays", 35);
}

#[test]
fn texts_become_slugs_words_and_json() {
    check("text", 52);
}

#[test]
fn dates_are_written_in_words_and_for_machines() {
    check("dates", 28);
}

#[test]
fn addresses_are_completed_and_put_in_normal_form() {
    check("urls", 35);
}

#[test]
fn a_sample_depends_on_the_clock_alone() {
    let request = json!({ "template": "{{ x | sample: 2 | sort | join }}", "data": { "x": [1, 2, 3] } });
    let (first, second) = (answers(&format!("{request}\n")), answers(&format!("{request}\n")));
    assert_eq!(first, second);
    assert!(["-> \"1 2\"", "-> \"1 3\"", "-> \"2 3\""].contains(&first[0].as_str()), "{first:?}");
}
