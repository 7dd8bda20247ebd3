//! Compares entries and citations with Ruby's citeproc (`tools/record/citeproc`), in four small locales.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

#[path = "items/mod.rs"]
mod items;

use hastie_citeproc::{Cite, Error, Item, Locale, Renderer, Style};
use serde_json::Value as Json;
use std::fs;
use std::sync::Arc;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

fn locale(tag: &str) -> Arc<Locale> {
    let file = format!("{FOLDER}/locales/locales-{}.xml", Locale::file_tag(tag));
    Arc::new(Locale::parse(&fs::read_to_string(file).unwrap()).unwrap())
}

fn style(name: &str) -> Style {
    Style::parse(&fs::read_to_string(format!("{FOLDER}/styles/{name}.csl")).unwrap()).unwrap()
}

fn lines(path: &str) -> Vec<Json> {
    let text = fs::read_to_string(format!("{FOLDER}/{path}")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn check(what: &str, expected: &Json, got: Result<String, Error>) {
    let got = match got {
        Ok(text) => serde_json::json!({ "out": text }),
        Err(error) => serde_json::json!({ "error": error.to_string() }),
    };
    assert_eq!(expected, &got, "{what}");
}

fn entries(name: &str) {
    let style = style(name);
    for tag in ["en", "de", "fr", "nl"] {
        let mut renderer = Renderer::new(locale(tag));
        let expected = lines(&format!("expected/{name}.{tag}.jsonl"));
        let items = lines("items.jsonl");
        assert_eq!(items.len(), expected.len(), "{name}.{tag}");
        for (index, (json, expected)) in items.iter().zip(&expected).enumerate() {
            let item = items::item(json, index + 1);
            check(&format!("{name}, {tag}, {}", json["id"]), expected, renderer.bibliography(&style, &item));
        }
    }
}

macro_rules! styles {
    ($($test:ident: $name:literal;)*) => { $(
        #[test]
        fn $test() {
            entries($name);
        }
    )* };
}

styles! {
    names_stand_in_full: "names-long";
    names_stand_as_initials: "names-initials";
    parts_of_names_have_formatting_of_their_own: "names-parts";
    long_lists_of_names_are_shortened: "et-al";
    others_stand_in_for_missing_names: "substitute";
    editors_who_translate_stand_once: "editors-translators";
    dates_follow_the_locale_or_the_style: "dates";
    numbers_have_forms_and_labels: "numbers";
    page_ranges_are_expanded: "pages-expanded";
    page_ranges_are_minimal: "pages-minimal";
    page_ranges_keep_two_digits: "pages-minimal-two";
    page_ranges_follow_chicago: "pages-chicago";
    letters_change_case: "letter-case";
    quotation_marks_mind_punctuation: "quotes";
    affixes_do_not_double_punctuation: "affixes";
    fonts_become_tags_or_declarations: "fonts";
    groups_without_values_vanish: "groups";
    entries_are_numbered: "numbered";
}

#[test]
fn citations_join_cites_with_their_locators() {
    let style = style("numbered");
    let mut renderer = Renderer::new(locale("en"));
    for (index, (list, expected)) in lines("cites.jsonl").iter().zip(lines("expected/cites.en.jsonl")).enumerate() {
        let list = list.as_array().unwrap();
        let items: Vec<Item> = list.iter().map(|json| items::item(json, index + 1)).collect();
        let cites: Vec<Cite> = list.iter().zip(&items).map(|(json, item)| items::cite(json, item)).collect();
        check(&format!("citation {index}"), &expected, renderer.citation(&style, &cites));
    }
}
