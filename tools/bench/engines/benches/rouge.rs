//! A comparison with syntect: highlighting the samples of `crates/rouge` to HTML with classes, by language.
//!
//! syntect uses Sublime Text grammars, which are compiled before the measurement, and a matcher in Rust (fancy-regex).
//! Its classes are different and more numerous, so the work is not quite the same.
//!
//! `cargo bench --bench rouge` runs the comparison with criterion. With `--rounds CASES.jsonl`, the program answers
//! requests instead, which `tools/bench/rouge` uses for a comparison with Ruby's Rouge. For each line `ENGINE NUMBER
//! SECONDS` on standard input, it highlights that case of the file (`lang`, `input`) repeatedly for that time. It
//! prints the microseconds per run, or `none` if the engine does not support the language.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a program of its own, over files of its own")]

use criterion::{Criterion, Throughput};
use hastie_rouge::{Lexer, Options, find, html};
use std::hint::black_box;
use std::io::BufRead;
use std::path::Path;
use std::time::{Duration, Instant};
use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

struct Case {
    lang: String,
    input: String,
}

type Highlighter = Box<dyn Fn(&str) -> String>;

/// A highlighter of one of the engines. `None` if the engine does not support the language.
fn highlighter(engine: &str, lang: &str) -> Option<Highlighter> {
    match engine {
        "hastie" => {
            let info = find(lang)?;
            Some(Box::new(move |source| html::spans(&Lexer::new(info, Options::new()).lex(source))))
        }
        "syntect" => {
            let syntaxes = SyntaxSet::load_defaults_newlines();
            syntaxes.find_syntax_by_token(lang)?;
            let lang = lang.to_owned();
            Some(Box::new(move |source| {
                let syntax = syntaxes.find_syntax_by_token(&lang).unwrap();
                let mut out = ClassedHTMLGenerator::new_with_class_style(syntax, &syntaxes, ClassStyle::Spaced);
                for line in LinesWithEndings::from(source) {
                    out.parse_html_for_line_which_includes_newline(line).unwrap();
                }
                out.finalize()
            }))
        }
        unknown => panic!("no engine is called {unknown}"),
    }
}

/// Answers requests for single measurements.
fn answer_rounds(cases: &[Case]) {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let [engine, number, seconds] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("ENGINE NUMBER SECONDS")
        };
        let case = &cases[number.parse::<usize>().unwrap()];
        let Some(highlight) = highlighter(engine, &case.lang) else {
            println!("none");
            continue;
        };
        let length = Duration::from_secs_f64(seconds.parse().unwrap());
        highlight(&case.input);
        let start = Instant::now();
        let mut calls = 0_u32;
        while start.elapsed() < length || calls == 0 {
            black_box(highlight(black_box(&case.input)));
            calls += 1;
        }
        println!("{}", start.elapsed().as_secs_f64() * 1e6 / f64::from(calls));
    }
}

fn samples() -> Vec<Case> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../crates/rouge/tests/samples");
    let list = |folder: &Path| {
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let files = list(&home).into_iter().flat_map(|folder| list(&folder));
    files
        .filter(|path| path.extension().is_none_or(|extension| extension != "tokens"))
        .map(|path| Case {
            lang: path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned(),
            input: std::fs::read_to_string(path).unwrap(),
        })
        .collect()
}

fn recorded(path: &str) -> Vec<Case> {
    let lines = std::fs::read_to_string(path).unwrap();
    let cases = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let text = |case: &serde_json::Value, name: &str| case[name].as_str().unwrap().to_owned();
    cases.map(|case| Case { lang: text(&case, "lang"), input: text(&case, "input") }).collect()
}

fn measure(criterion: &mut Criterion) {
    for case in samples() {
        let mut group = criterion.benchmark_group(&case.lang);
        group.throughput(Throughput::Bytes(case.input.len() as u64));
        for engine in ["hastie", "syntect"] {
            if let Some(highlight) = highlighter(engine, &case.lang) {
                group.bench_function(engine, |bench| bench.iter(|| highlight(black_box(&case.input))));
            }
        }
        group.finish();
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--rounds") {
        return answer_rounds(&recorded(&arguments.next().unwrap()));
    }
    let mut criterion = Criterion::default().configure_from_args();
    measure(&mut criterion);
    criterion.final_summary();
}
