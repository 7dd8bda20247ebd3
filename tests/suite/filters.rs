//! Jekyll's filters, compared with Ruby Jekyll 4.4.1 through `hastie liquid --jsonl`. Each file in `tests/filters/` has
//! the cases of a family of filters: a template, its variables, and the result (`->` for text, `!!` for an error).
//! Recorded with `tools/record/filters`.

use crate::story::{Site, program};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::process::Stdio;

/// Compares all cases of a file, and reports all differences together.
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

/// JSON can represent a string in several ways, so the decoded values are compared.
fn meant(line: &str) -> String {
    match line.strip_prefix("-> ") {
        Some(text) => format!("-> {}", serde_json::from_str::<Json>(text).unwrap()),
        None => line.to_string(),
    }
}

/// The program's results, in the format of the files.
fn answers(requests: &str) -> Vec<String> {
    let mut hastie = program(env!("CARGO_BIN_EXE_hastie"))
        .args(["liquid", "--jsonl"])
        .env("SOURCE_DATE_EPOCH", "1768478400")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = hastie.stdin.take().unwrap();
    let requests = requests.to_string();
    let feeder = std::thread::spawn(move || input.write_all(requests.as_bytes()).unwrap());
    let output = hastie.wait_with_output().unwrap();
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
fn items_are_found_by_their_properties() {
    check("where_and_find", 37);
}

#[test]
fn items_are_sorted_as_jekyll_sorts_them() {
    check("sort", 19);
}

#[test]
fn arrays_are_modified_and_joined() {
    check("arrays", 35);
}

#[test]
fn strings_become_slugs_words_and_json() {
    check("text", 52);
}

#[test]
fn dates_are_formatted_for_people_and_machines() {
    check("dates", 28);
}

#[test]
fn urls_are_completed_and_normalized() {
    check("urls", 35);
}

#[test]
fn sample_depends_only_on_the_clock() {
    let request = json!({ "template": "{{ x | sample: 2 | sort | join }}", "data": { "x": [1, 2, 3] } });
    let (first, second) = (answers(&format!("{request}\n")), answers(&format!("{request}\n")));
    assert_eq!(first, second);
    assert!(["-> \"1 2\"", "-> \"1 3\"", "-> \"2 3\""].contains(&first[0].as_str()), "{first:?}");
}

/// Recorded from Ruby. A list that grows in a loop is changed in place, which nothing else may notice.
#[test]
fn a_list_that_grows_changes_no_other_list() {
    let page = r#"---
---
{% assign list = "" | split: "" %}{% assign same = list %}{% for i in (1..4) %}{% assign list = list | push: i %}{% if i == 2 %}{% assign two = list %}{% endif %}{% endfor %}{{ list | inspect }} {{ same | inspect }} {{ two | inspect }}
{% assign list = list | push: list %}{{ list | inspect }}
{% for item in two %}{% assign two = two | push: item %}{% endfor %}{{ two | inspect }}
{% assign text = "a" %}{% assign text = text | push: "b" %}{{ text }}
{% for list in two %}{% assign list = list | push: 9 %}{{ list }}{% endfor %} {{ list | inspect }}
{% include more.html list=two %}{{ list | inspect }} {{ two | inspect }}
{% assign data = site.data.names %}{% assign data = data | push: "z" %}{{ data | inspect }} {{ site.data.names | inspect }}
"#;
    let more = r#"{% assign two = include.list | push: 7 %}{% assign two = two | push: 8 %}{{ include.list | inspect }} {{ two | inspect }}
"#;
    let expected = r#"[1, 2, 3, 4] [] [1, 2]
[1, 2, 3, 4, [1, 2, 3, 4]]
[1, 2, 1, 2]
a
1212 2
[1, 2, 1, 2] [1, 2, 1, 2, 7, 8]
2 [1, 2, 1, 2, 7, 8]
[&quot;x&quot;, &quot;y&quot;, &quot;z&quot;] [&quot;x&quot;, &quot;y&quot;]
"#;
    Site::empty()
        .file("_config.yml", "plugins: []\n")
        .file("_data/names.json", "[\"x\", \"y\"]")
        .file("_includes/more.html", more)
        .file("index.html", page)
        .build()
        .succeeds()
        .wrote("index.html", expected);
}
