//! Renders items by styles, for comparing with the reference: `render bib|cite|bibmany STYLE LOCALE FOLDER < items.jsonl`, where
//! the folder holds `styles` and `locales`, and the style of `bibmany` is a file of names.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use hastie_citeproc::{Cite, Date, DateParts, Item, Locale, Name, Renderer, Style, Value};
use serde_json::{Value as Json, json};
use std::io::Read;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, mode, style, locale, folder] = args.as_slice() else { panic!("render MODE STYLE LOCALE FOLDER") };
    let tag = Locale::file_tag(locale);
    let text = std::fs::read_to_string(format!("{folder}/locales/locales-{tag}.xml")).unwrap();
    let locale = Arc::new(Locale::parse(&text).unwrap());
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let lines: Vec<Json> = input.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let names: Vec<String> = match mode.as_str() {
        "bibmany" => std::fs::read_to_string(style).unwrap().lines().map(str::to_owned).collect(),
        _ => vec![style.clone()],
    };
    let mut out = String::new();
    for name in names {
        let path = if name.ends_with(".csl") { name.clone() } else { format!("{folder}/styles/{name}.csl") };
        let style = match Style::parse(&std::fs::read_to_string(path).unwrap()) {
            Ok(style) => style,
            Err(error) => {
                out += &format!("{}\n", json!({"style": name, "load_error": error.to_string()}));
                continue;
            }
        };
        let mut renderer = Renderer::new(locale.clone());
        for (at, line) in lines.iter().enumerate() {
            let many = line.as_array().cloned().unwrap_or_else(|| vec![line.clone()]);
            let items: Vec<Item> = many.iter().map(|json| item(json, at + 1)).collect();
            let text = |json: &'_ Json, key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
            let result = if mode == "cite" {
                let places: Vec<_> = many.iter().map(|j| (text(j, "_locator"), text(j, "_label"))).collect();
                let cites: Vec<Cite> = items
                    .iter()
                    .zip(&places)
                    .map(|(item, (locator, label))| Cite {
                        locator: locator.as_deref(),
                        label: locator.as_ref().map(|_| label.as_deref().unwrap_or("page")),
                        ..Cite::of(item)
                    })
                    .collect();
                renderer.citation(&style, &cites)
            } else {
                renderer.bibliography(&style, &items[0])
            };
            out += &match result {
                Ok(text) => format!("{}\n", json!({"style": name, "i": at, "out": text})),
                Err(error) => format!("{}\n", json!({"style": name, "i": at, "error": error.to_string()})),
            };
        }
    }
    print!("{out}");
}

fn item(json: &Json, number: usize) -> Item {
    let mut item = Item::default();
    for (key, value) in json.as_object().unwrap() {
        match value {
            _ if key.starts_with('_') => {}
            Json::String(text) => item.text(key, text.as_str()),
            Json::Array(names) => item.names(key, names.iter().map(name).collect()),
            Json::Object(_) => item.set(key, Value::Date(date(value))),
            other => item.text(key, other.to_string()),
        }
    }
    item.text("citation-number", number.to_string());
    if json.get("_suppress").is_some() {
        item.suppress("author");
    }
    item
}

fn name(json: &Json) -> Name {
    let part = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
    Name {
        family: part("family"),
        given: part("given"),
        suffix: part("suffix"),
        particle: part("non-dropping-particle"),
        dropping_particle: part("dropping-particle"),
        literal: part("literal"),
        comma_suffix: json.get("comma-suffix").is_some(),
        static_ordering: json.get("static-ordering").is_some(),
    }
}

fn date(json: &Json) -> Date {
    let lists = json.get("date-parts").and_then(Json::as_array).cloned().unwrap_or_default();
    let parts = lists
        .iter()
        .map(|list| {
            let at = |n: usize| list.get(n).and_then(Json::as_i64);
            DateParts { year: at(0), month: at(1), day: at(2) }
        })
        .collect();
    Date { parts, literal: json.get("literal").and_then(Json::as_str).map(str::to_owned), ..Date::default() }
}
