//! Source maps in JSON, version 3.

use super::Mapping;
use crate::{SourceId, Sources};
use std::fmt::Write as _;

/// The URL of the CSS for a source map, and whether the map contains the texts of the sources.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceMapOptions<'a> {
    /// The URL of the CSS. `None` leaves it out of the source map.
    pub file: Option<&'a str>,
    /// Whether to embed the source texts.
    pub include_sources: bool,
}

/// The source map in dart-sass's format. `url` returns the URL of a source.
#[must_use]
pub fn source_map_json(
    mappings: &[Mapping],
    options: SourceMapOptions<'_>,
    sources: &Sources,
    url: &dyn Fn(SourceId) -> String,
) -> String {
    let mut ids: Vec<(SourceId, String)> = Vec::new();
    let text = encode(mappings, &mut |id| {
        if let Some(known) = ids.iter().rposition(|(other, _)| *other == id) {
            return known;
        }
        // A file that was read twice is listed once.
        let url = url(id);
        match ids.iter().position(|(_, other)| *other == url) {
            Some(known) => known,
            None => {
                ids.push((id, url));
                ids.len() - 1
            }
        }
    });
    let mut json = String::from("{\"version\":3,\"sourceRoot\":\"\",\"sources\":[");
    for (index, (_, url)) in ids.iter().enumerate() {
        json.push_str(if index > 0 { "," } else { "" });
        string(&mut json, url);
    }
    let _ = write!(json, "],\"names\":[],\"mappings\":\"{text}\"");
    if let Some(file) = options.file {
        json.push_str(",\"file\":");
        string(&mut json, file);
    }
    if options.include_sources {
        json.push_str(",\"sourcesContent\":[");
        for (index, (id, _)) in ids.iter().enumerate() {
            json.push_str(if index > 0 { "," } else { "" });
            match sources.find(*id) {
                Some(source) => string(&mut json, &source.text),
                None => json.push_str("null"),
            }
        }
        json.push(']');
    }
    json.push('}');
    json
}

/// The sources in the order of the source map, and the mappings in its encoding (Base64 VLQ).
#[must_use]
pub fn encode_mappings(mappings: &[Mapping]) -> (Vec<SourceId>, String) {
    let mut ids: Vec<SourceId> = Vec::new();
    let text = encode(mappings, &mut |id| {
        ids.iter().position(|other| *other == id).unwrap_or_else(|| {
            ids.push(id);
            ids.len() - 1
        })
    });
    (ids, text)
}

fn encode(mappings: &[Mapping], number: &mut dyn FnMut(SourceId) -> usize) -> String {
    let mut text = String::new();
    let (mut line, mut column) = (0, 0_i64);
    let (mut source, mut original_line, mut original_column) = (0_i64, 0_i64, 0_i64);
    let mut first = true;
    let mut last_source: Option<(SourceId, i64)> = None;
    for mapping in mappings {
        while line < mapping.line {
            text.push(';');
            line += 1;
            column = 0;
            first = true;
        }
        if !first {
            text.push(',');
        }
        first = false;
        let id = match last_source {
            Some((id, known)) if id == mapping.source => known,
            _ => number(mapping.source) as i64,
        };
        last_source = Some((mapping.source, id));
        for (last, new) in [
            (&mut column, i64::from(mapping.column)),
            (&mut source, id),
            (&mut original_line, i64::from(mapping.original.line)),
            (&mut original_column, i64::from(mapping.original.column)),
        ] {
            vlq(&mut text, new - *last);
            *last = new;
        }
    }
    text
}

/// Appends a number in Base64 VLQ encoding. The lowest bit is the sign.
fn vlq(text: &mut String, number: i64) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut left = (number.unsigned_abs() << 1) | u64::from(number < 0);
    loop {
        let digit = (left & 31) as usize;
        left >>= 5;
        let more = if left > 0 { 32 } else { 0 };
        text.push(char::from(DIGITS[digit | more]));
        if left == 0 {
            return;
        }
    }
}

fn string(json: &mut String, text: &str) {
    json.push('"');
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            '\0'..='\x1f' => {
                let _ = write!(json, "\\u{:04x}", character as u32);
            }
            _ => json.push(character),
        }
    }
    json.push('"');
}
