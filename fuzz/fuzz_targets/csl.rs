//! Renders an entry with any text as its CSL style: this succeeds or fails, and never panics. Text after a NUL becomes
//! the item's title and names.
#![no_main]

use hastie_citeproc::{Cite, Date, Item, Locale, Name, Renderer, Style};
use std::sync::Arc;

const LOCALE: &str = include_str!("../../crates/citeproc/tests/locales/locales-en-US.xml");

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (style, value) = text.split_once('\0').unwrap_or((text, "A “title”"));
    let _ = Locale::parse(style);
    let (Ok(style), Ok(locale)) = (Style::parse(style), Locale::parse(LOCALE)) else { return };
    let mut item = Item::new("book");
    for key in ["title", "page", "edition", "volume", "DOI", "editor"] {
        item.text(key, value);
    }
    item.names("author", vec![Name::person(value, value), Name::literal(value)]);
    item.date("issued", Date::parts(&[&[2020, 2, 30]]));
    let mut renderer = Renderer::new(Arc::new(locale));
    let _ = renderer.bibliography(&style, &item);
    let _ = renderer.citation(&style, &[Cite { locator: Some(value), ..Cite::of(&item) }, Cite::of(&item)]);
});
