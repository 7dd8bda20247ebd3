//! Formats the text of an element as HTML: case, fonts, quotation marks, affixes.

mod html;
mod quotes;
mod squeeze;
mod text_case;

pub(crate) use quotes::Quotes;
pub(crate) use squeeze::{concat, join};

use crate::locale::Locale;
use crate::style::{Formatting, Layout};

/// Formats the text of an element by its attributes, such as `text-case`, `font-style` and `prefix`. An empty text
/// stays empty.
pub(crate) fn apply(input: String, formatting: &Formatting, locale: &Locale) -> String {
    if input.is_empty() {
        return input;
    }
    let content = content(input, formatting, locale);
    let affixed = affixes(content, formatting, locale);
    let displayed = match &formatting.display {
        Some(display) => format!("<div class=\"csl-{display}\">{affixed}</div>"),
        None => affixed,
    };
    html::escape_lone(displayed)
}

/// Formats the text of a layout. The layout's font attributes also apply to its affixes.
pub(crate) fn apply_layout(input: String, layout: &Layout, locale: &Locale) -> String {
    if input.is_empty() {
        return input;
    }
    let affixed = affixes(input, &layout.formatting, locale);
    html::escape_lone(content(affixed, &layout.formatting, locale))
}

fn content(text: String, formatting: &Formatting, locale: &Locale) -> String {
    let mut text = match formatting.text_case {
        Some(case) => text_case::apply(text, case, locale),
        None => text,
    };
    let styles = if formatting.has_font() { html::fonts(&mut text, formatting) } else { String::new() };
    if formatting.strip_periods {
        text.retain(|c| c != '.');
    }
    if formatting.quotes {
        text = quotes::quote(&text, locale.quotes());
    }
    if styles.is_empty() { text } else { format!("<span style=\"{styles}\">{text}</span>") }
}

fn affixes(text: String, formatting: &Formatting, locale: &Locale) -> String {
    let text = match &formatting.prefix {
        Some(prefix) => squeeze::prefix(&text, prefix),
        None => text,
    };
    match &formatting.suffix {
        Some(suffix) => concat(&text, suffix, locale.quotes()),
        None => text,
    }
}
