//! Compares the converter with comrak and pulldown-cmark on the documents in `documents/`: a README, one full of
//! tables, one full of lists, and a long one with plain text.
//!
//! comrak and pulldown-cmark run with all of kramdown's features that they support: tables, strikethrough, task lists,
//! footnotes, header ids and typographic punctuation. Nothing is highlighted.
//!
//! `cargo bench --bench kramdown` measures them with criterion. With `--rounds`, the program answers requests
//! instead, which `tools/bench/kramdown` uses to alternate with Ruby's kramdown. For each line `ENGINE FILE SECONDS` on
//! standard input, it converts the file repeatedly for that time and prints the microseconds per conversion.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a program of its own, over files of its own")]

use criterion::{Criterion, Throughput};
use hastie_kramdown::{Options, Setting};
use std::hint::black_box;
use std::io::BufRead;
use std::time::{Duration, Instant};

const ENGINES: [&str; 3] = ["hastie", "comrak", "pulldown-cmark"];

/// Converts with one of the engines.
fn converter(engine: &str) -> Box<dyn Fn(&str) -> String> {
    match engine {
        "hastie" => {
            let mut options = Options::jekyll();
            options.set("syntax_highlighter", &Setting::Nil).unwrap();
            Box::new(move |source| hastie_kramdown::convert(source, &options, None).unwrap().html)
        }
        "comrak" => {
            let mut options = comrak::Options::default();
            options.extension.table = true;
            options.extension.strikethrough = true;
            options.extension.tasklist = true;
            options.extension.footnotes = true;
            options.extension.header_id_prefix = Some(String::new());
            options.parse.smart = true;
            options.render.r#unsafe = true;
            Box::new(move |source| comrak::markdown_to_html(source, &options))
        }
        "pulldown-cmark" => {
            use pulldown_cmark::Options;
            let options = Options::ENABLE_TABLES
                | Options::ENABLE_STRIKETHROUGH
                | Options::ENABLE_TASKLISTS
                | Options::ENABLE_FOOTNOTES
                | Options::ENABLE_HEADING_ATTRIBUTES
                | Options::ENABLE_SMART_PUNCTUATION;
            Box::new(move |source| {
                let mut html = String::with_capacity(source.len() * 3 / 2);
                pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new_ext(source, options));
                html
            })
        }
        unknown => panic!("no engine is called {unknown}"),
    }
}

/// Answers requests for single measurements.
fn answer_rounds() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let [engine, file, seconds] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("ENGINE FILE SECONDS") };
        let source = std::fs::read_to_string(file).unwrap();
        let convert = converter(engine);
        let length = Duration::from_secs_f64(seconds.parse().unwrap());
        convert(&source);
        let start = Instant::now();
        let mut calls = 0_u32;
        while start.elapsed() < length {
            black_box(convert(black_box(&source)));
            calls += 1;
        }
        println!("{}", start.elapsed().as_secs_f64() * 1e6 / f64::from(calls));
    }
}

fn measure(criterion: &mut Criterion) {
    let documents = [
        ("readme", include_str!("documents/readme.md")),
        ("tables", include_str!("documents/tables.md")),
        ("lists", include_str!("documents/lists.md")),
        ("plain", include_str!("documents/plain.md")),
    ];
    for (name, source) in documents {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(source.len() as u64));
        for engine in ENGINES {
            let convert = converter(engine);
            group.bench_function(engine, |bencher| bencher.iter(|| convert(black_box(source))));
        }
        group.finish();
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "--rounds") {
        return answer_rounds();
    }
    let mut criterion = Criterion::default().configure_from_args();
    measure(&mut criterion);
    criterion.final_summary();
}
