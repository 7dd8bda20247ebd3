//! Items from CSL JSON, for tests and comparisons.
#![allow(dead_code, clippy::unwrap_used)]

use hastie_citeproc::{Cite, Date, DateParts, Item, Name, Value};
use serde_json::Value as Json;

/// An item with its number in the list.
pub(crate) fn item(json: &Json, number: usize) -> Item {
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

/// A citation of an item.
pub(crate) fn cite<'a>(json: &'a Json, item: &'a Item) -> Cite<'a> {
    let text = |key: &str| json.get(key).and_then(Json::as_str);
    let locator = text("_locator");
    Cite { locator, label: locator.map(|_| text("_label").unwrap_or("page")), ..Cite::of(item) }
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
    let part = |list: &Json| {
        let number = |n: usize| list.get(n).and_then(Json::as_i64);
        DateParts { year: number(0), month: number(1), day: number(2) }
    };
    let literal = json.get("literal").and_then(Json::as_str).map(str::to_owned);
    Date { parts: lists.iter().map(part).collect(), literal, ..Date::default() }
}
