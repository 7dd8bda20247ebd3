//! Renders items with styles, for comparison with `tools/record/citeproc`:
//! `render bib|cite STYLE LOCALE FOLDER < items.jsonl`. The folder contains `styles` and `locales`. `bibmany` expects a
//! file with style names.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

#[path = "../tests/items/mod.rs"]
mod items;

use hastie_citeproc::{Cite, Item, Locale, Renderer, Style};
use serde_json::{Value as Json, json};
use std::fs;
use std::io::Read;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, mode, style, tag, folder] = args.as_slice() else { panic!("render bib|cite|bibmany STYLE LOCALE FOLDER") };
    let text = fs::read_to_string(format!("{folder}/locales/locales-{}.xml", Locale::file_tag(tag))).unwrap();
    let locale = Arc::new(Locale::parse(&text).unwrap());
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let lines: Vec<Json> = input.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let many = mode == "bibmany";
    let names = if many { fs::read_to_string(style).unwrap() } else { style.clone() };
    for name in names.lines() {
        let path = if name.ends_with(".csl") { name.to_owned() } else { format!("{folder}/styles/{name}.csl") };
        match Style::parse(&fs::read_to_string(path).unwrap()) {
            Ok(style) => render(mode, name, &style, &mut Renderer::new(locale.clone()), &lines),
            Err(error) => println!("{}", json!({"style": name, "load_error": error.to_string()})),
        }
    }
}

fn render(mode: &str, name: &str, style: &Style, renderer: &mut Renderer, lines: &[Json]) {
    for (index, line) in lines.iter().enumerate() {
        let many = line.as_array().cloned().unwrap_or_else(|| vec![line.clone()]);
        let items: Vec<Item> = many.iter().map(|json| items::item(json, index + 1)).collect();
        let result = if mode == "cite" {
            let cites: Vec<Cite> = many.iter().zip(&items).map(|(json, item)| items::cite(json, item)).collect();
            renderer.citation(style, &cites)
        } else {
            renderer.bibliography(style, &items[0])
        };
        match result {
            Ok(text) => println!("{}", json!({"style": name, "i": index, "out": text})),
            Err(error) => println!("{}", json!({"style": name, "i": index, "error": error.to_string()})),
        }
    }
}
