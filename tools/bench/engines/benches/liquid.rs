//! Compares this engine with the crate `liquid` 0.26 on the three templates in `templates/`: one full of loops, a
//! layout with nested includes, one full of filters. `tools/bench/liquid` runs this and then Ruby's Liquid 4.0.4, and
//! prints all ratios.
//!
//! `cargo bench --bench liquid` measures parsing and rendering with criterion. All engines must print the same text. If
//! `liquid` does not, the program prints a note.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a program of its own, over files of its own")]

use criterion::{Criterion, criterion_group, criterion_main};
use hastie_liquid::{Abort, Engine, FileSystem, Hash, Host, ParseOptions, RenderOptions, Template, TimeZone, Value};
use std::any::Any;
use std::collections::HashMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

const NAMES: [&str; 3] = ["loop", "layout", "filters"];

struct Program(TimeZone);

impl Host for Program {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn now(&mut self) -> (i64, u32) {
        (1_768_478_400, 0)
    }
    fn zone(&self) -> &TimeZone {
        &self.0
    }
}

#[derive(Debug)]
struct Partials(HashMap<String, Template>);

impl FileSystem for Partials {
    fn template(&self, name: &str) -> Result<Template, Abort> {
        Ok(self.0[name].clone())
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

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/templates")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap()
}

fn partials() -> Vec<(String, String)> {
    ["head", "header", "tag", "post", "footer"]
        .map(|name| (name.to_string(), read(&format!("partials/{name}.liquid"))))
        .into()
}

/// Measures one engine on one template: parsing it, and rendering it.
struct Bench<'b> {
    criterion: &'b mut Criterion,
    name: &'b str,
}

impl Bench<'_> {
    fn measure(&mut self, what: &str, engine: &str, mut run: impl FnMut()) {
        let mut group = self.criterion.benchmark_group(format!("liquid-{what}-{}", self.name));
        group.bench_function(engine, |bencher| bencher.iter(&mut run));
        group.finish();
    }
}

/// This engine; gives the text.
fn hastie(bench: &mut Bench<'_>, source: &str, data: &serde_json::Value) -> String {
    let engine = Engine::standard();
    let parse = |source: &str| Template::parse(&engine, source, ParseOptions::default()).unwrap();
    let partials = Partials(partials().iter().map(|(name, source)| (name.clone(), parse(source))).collect());
    let mut program = Program(TimeZone::UTC);
    let options = RenderOptions::new(value(data)).with_file_system(partials);
    let template = parse(source);
    let mut render = || template.render(&mut program, options.clone()).unwrap().text;
    let text = render();
    bench.measure("render", "hastie", || drop(black_box(render())));
    bench.measure("parse", "hastie", || drop(black_box(parse(source))));
    text
}

/// The crate `liquid`; gives the text, or the error that it ends with.
fn liquid(bench: &mut Bench<'_>, source: &str, data: &serde_json::Value) -> String {
    type Partials = liquid::partials::EagerCompiler<liquid::partials::InMemorySource>;
    let mut compiler = Partials::empty();
    for (name, source) in partials() {
        compiler.add(name, source);
    }
    let parser = liquid::ParserBuilder::with_stdlib().partials(compiler).build().unwrap();
    let liquid::model::Value::Object(data) = model(data) else { panic!("an object") };
    let template = parser.parse(source).unwrap();
    let text = template.render(&data).unwrap_or_else(|error| format!("({error})"));
    bench.measure("render", "liquid", || drop(black_box(template.render(&data))));
    bench.measure("parse", "liquid", || drop(black_box(parser.parse(source))));
    text
}

fn side_by_side(criterion: &mut Criterion) {
    let data: serde_json::Value = serde_json::from_str(&read("data.json")).unwrap();
    for name in NAMES {
        let source = read(&format!("{name}.liquid"));
        let mut bench = Bench { criterion, name };
        if hastie(&mut bench, &source, &data) != liquid(&mut bench, &source, &data) {
            println!("liquid prints another text for {name}");
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = side_by_side
}
criterion_main!(benches);
