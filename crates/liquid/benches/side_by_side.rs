//! Liquid side by side: this engine and the crate `liquid` 0.26, on the three templates in `side_by_side/`: one full of
//! loops, a layout with nested includes, one full of filters. `tools/bench/liquid` adds Ruby's Liquid 4.0.4.
//!
//! `cargo bench -p hastie-liquid` prints microseconds for parsing and rendering, the best of several rounds, and the
//! ratio of the two engines. All three engines must print the same text; where `liquid` does not, it says so.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // a program of its own, over files of its own

use hastie_liquid::{Abort, Engine, Hash, Host, ParseOptions, RenderOptions, Template, Value};
use std::any::Any;
use std::collections::HashMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

const NAMES: [&str; 3] = ["loop", "layout", "filters"];

struct Program {
    zone: jiff::tz::TimeZone,
    partials: HashMap<String, Template>,
}

impl Host for Program {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn now(&mut self) -> (i64, u32) {
        (1_768_478_400, 0)
    }
    fn zone(&self) -> &jiff::tz::TimeZone {
        &self.zone
    }
    fn partial(&mut self, name: &str) -> Result<Template, Abort> {
        Ok(self.partials[name].clone())
    }
}

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(truth) => Value::Bool(*truth),
        serde_json::Value::Number(number) => Value::Int(number.as_i64().unwrap()),
        serde_json::Value::String(text) => Value::from(text.as_str()),
        serde_json::Value::Array(items) => Value::array(items.iter().map(value).collect()),
        serde_json::Value::Object(entries) => {
            Value::hash(entries.iter().map(|(key, item)| (key.as_str(), value(item))).collect::<Hash>())
        }
    }
}

fn model(json: &serde_json::Value) -> liquid::model::Value {
    use liquid::model::Value;
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(truth) => Value::scalar(*truth),
        serde_json::Value::Number(number) => Value::scalar(number.as_i64().unwrap()),
        serde_json::Value::String(text) => Value::scalar(text.clone()),
        serde_json::Value::Array(items) => Value::Array(items.iter().map(model).collect()),
        serde_json::Value::Object(entries) => {
            Value::Object(entries.iter().map(|(key, item)| (key.clone().into(), model(item))).collect())
        }
    }
}

/// Microseconds for one call: the best of ten rounds of about 30 ms each.
fn microseconds(mut run: impl FnMut()) -> f64 {
    let mut calls = 1_u32;
    loop {
        let start = Instant::now();
        (0..calls).for_each(|_| run());
        if start.elapsed().as_millis() >= 30 {
            break;
        }
        calls *= 2;
    }
    let round = |_| {
        let start = Instant::now();
        (0..calls).for_each(|_| run());
        start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
    };
    (0..10).map(round).fold(f64::INFINITY, f64::min)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/side_by_side")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap()
}

fn partials() -> Vec<(String, String)> {
    ["head", "header", "tag", "post", "footer"]
        .map(|name| (name.to_string(), read(&format!("partials/{name}.liquid"))))
        .into()
}

/// Text, microseconds to parse, microseconds to render.
type Figures = (String, f64, f64);

fn ours(source: &str, data: &serde_json::Value) -> Figures {
    let engine = Engine::standard();
    let parse = |source: &str| Template::parse(&engine, source, ParseOptions::default()).unwrap();
    let partials = partials().iter().map(|(name, source)| (name.clone(), parse(source))).collect();
    let mut program = Program { zone: jiff::tz::TimeZone::UTC, partials };
    let data = value(data);
    let template = parse(source);
    let mut render = || template.render(&mut program, RenderOptions::new(data.clone())).unwrap().text;
    let text = render();
    let rendering = microseconds(|| drop(black_box(render())));
    (text, microseconds(|| drop(black_box(parse(source)))), rendering)
}

fn theirs(source: &str, data: &serde_json::Value) -> Figures {
    type Partials = liquid::partials::EagerCompiler<liquid::partials::InMemorySource>;
    let mut compiler = Partials::empty();
    for (name, source) in partials() {
        compiler.add(name, source);
    }
    let parser = liquid::ParserBuilder::with_stdlib().partials(compiler).build().unwrap();
    let liquid::model::Value::Object(data) = model(data) else { panic!("an object") };
    let template = parser.parse(source).unwrap();
    let text = template.render(&data).unwrap_or_else(|error| format!("({error})"));
    let rendering = microseconds(|| drop(black_box(template.render(&data))));
    (text, microseconds(|| drop(black_box(parser.parse(source)))), rendering)
}

fn main() {
    let data: serde_json::Value = serde_json::from_str(&read("data.json")).unwrap();
    println!("{:8} {:>28} {:>28}", "", "parsing, microseconds", "rendering, microseconds");
    println!(
        "{:8} {:>10} {:>10} {:>6} {:>10} {:>10} {:>6}",
        "", "hastie", "liquid", "ratio", "hastie", "liquid", "ratio"
    );
    let only = std::env::args().skip(1).find(|argument| NAMES.contains(&argument.as_str()));
    for name in NAMES.into_iter().filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let source = read(&format!("{name}.liquid"));
        let (text, parsing, rendering) = ours(&source, &data);
        let (their_text, their_parsing, their_rendering) = theirs(&source, &data);
        println!(
            "{name:8} {parsing:10.1} {their_parsing:10.1} {:6.1} {rendering:10.1} {their_rendering:10.1} {:6.1}{}",
            their_parsing / parsing,
            their_rendering / rendering,
            if text == their_text { "" } else { "   (liquid prints another text)" },
        );
    }
}
