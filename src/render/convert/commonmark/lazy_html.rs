//! A tag alone on a line that would go on a paragraph inside of a block quote or list item without saying so.
//!
//! CommonMark has it be text of that paragraph, and pulldown-cmark does. cmark-gfm looks only whether the innermost
//! block that the line matched is a paragraph, finds that it is none, and begins an HTML block there. An empty line
//! before it leads pulldown-cmark to the same.

use pulldown_cmark::{Event, Options, Parser, Tag};
use std::borrow::Cow;

/// The source with empty lines before such tags.
pub(super) fn separated(source: &str, extensions: Options) -> Cow<'_, str> {
    if !has_candidate(source) {
        return Cow::Borrowed(source);
    }
    let mut places = Vec::new();
    let mut containers = 0usize;
    for (event, range) in Parser::new_ext(source, extensions).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::Item) => containers += 1,
            Event::End(pulldown_cmark::TagEnd::BlockQuote(_) | pulldown_cmark::TagEnd::Item) => {
                containers = containers.saturating_sub(1);
            }
            Event::InlineHtml(_) if containers > 0 => {
                let start = source[..range.start].rfind('\n').map_or(0, |end| end + 1);
                let line = source[start..].lines().next().unwrap_or_default();
                if start > 0 && places.last() != Some(&start) && is_tag_alone(line) {
                    places.push(start);
                }
            }
            _ => {}
        }
    }
    let mut text = String::with_capacity(source.len() + places.len());
    let mut from = 0;
    for place in places {
        text.push_str(&source[from..place]);
        text.push('\n');
        from = place;
    }
    text.push_str(&source[from..]);
    Cow::Owned(text)
}

/// Whether some line behind one that is not empty is such a tag.
fn has_candidate(source: &str) -> bool {
    let mut before = "";
    source.lines().any(|line| {
        let is_found = !before.trim().is_empty() && is_tag_alone(line);
        before = line;
        is_found
    })
}

/// CommonMark's seventh start of an HTML block: a whole tag, and nothing else on the line.
fn is_tag_alone(line: &str) -> bool {
    let tag = line.trim_start_matches(' ');
    if line.len() - tag.len() > 3 || !tag.starts_with('<') {
        return false;
    }
    whole_tag(&tag[1..]).is_some_and(|rest| rest.trim_matches([' ', '\t', '\x0b', '\x0c', '\r']).is_empty())
}

/// What stands behind a tag whose `<` has been read.
fn whole_tag(text: &str) -> Option<&str> {
    if let Some(text) = text.strip_prefix('/') {
        return name(text)?.trim_start().strip_prefix('>');
    }
    let mut rest = name(text)?;
    loop {
        let after = rest.trim_start();
        if let Some(end) = after.strip_prefix('>').or_else(|| after.strip_prefix("/>")) {
            return Some(end);
        }
        if after.len() == rest.len() {
            return None;
        }
        rest = attribute(after)?;
    }
}

fn name(text: &str) -> Option<&str> {
    let is_in = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| text.trim_start_matches(is_in))
}

/// What stands behind an attribute and its value.
fn attribute(text: &str) -> Option<&str> {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_' || c == ':';
    let is_in = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '-');
    if !text.starts_with(is_first) {
        return None;
    }
    let rest = text.trim_start_matches(is_in);
    let Some(value) = rest.trim_start().strip_prefix('=') else { return Some(rest) };
    let value = value.trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split_once(quote).map(|(_, rest)| rest),
        _ => {
            let is_out = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '=' | '<' | '>' | '`');
            let end = value.find(is_out).unwrap_or(value.len());
            (end > 0).then(|| &value[end..])
        }
    }
}
