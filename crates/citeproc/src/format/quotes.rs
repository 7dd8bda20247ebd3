//! Puts texts in the quotation marks of a locale, and converts the marks in such a text to inner ones.

use crate::pattern::{Pattern, compiled};
use crate::text;
use regex::Regex;

/// The outer and inner quotation marks of a locale, such as `“…”` and `‘…’`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quotes {
    pub open: Option<String>,
    pub close: Option<String>,
    pub inner_open: Option<String>,
    pub inner_close: Option<String>,
    /// Whether periods and commas go inside of quotation marks.
    pub punctuation_inside: bool,
}

static STRAIGHT_OPEN: Pattern = Pattern::new(|| compiled(r#""\b"#));
static STRAIGHT_CLOSE: Pattern = Pattern::new(|| compiled(r#"\b""#));

/// A pair of quotation marks. `None` if one of them is missing, or if both are empty.
fn pair<'a>(open: &'a Option<String>, close: &'a Option<String>) -> Option<(&'a str, &'a str)> {
    let pair = (open.as_deref()?, close.as_deref()?);
    (pair != ("", "")).then_some(pair)
}

/// Puts the text in outer quotation marks, and converts its own quotation marks to inner marks. Unchanged if the locale
/// has no marks. Unless the locale keeps punctuation inside, the first period or comma at the end of a line moves
/// behind the closing mark. Later lines are then lost.
pub(super) fn quote(text: &str, quotes: &Quotes) -> String {
    let Some((open, close)) = pair(&quotes.open, &quotes.close) else { return text.to_owned() };
    let (open, close) = (text::encode_xml(open), text::encode_xml(close));
    let text = with_inner_quotes(text, &open, &close, quotes);
    if quotes.punctuation_inside {
        return format!("{open}{text}{close}");
    }
    // Moves a period or comma at the end of a line out of the marks. The text after that line is lost.
    let line_end =
        |(position, _): &(usize, &str)| text[position + 1..].is_empty() || text[position + 1..].starts_with('\n');
    match text.match_indices(['.', ',']).find(line_end) {
        Some((position, mark)) => format!("{open}{}{close}{mark}", &text[..position]),
        None => format!("{open}{text}{close}"),
    }
}

/// Replaces outer and straight quotation marks by inner ones.
fn with_inner_quotes(text: &str, open: &str, close: &str, quotes: &Quotes) -> String {
    let Some((inner_open, inner_close)) = pair(&quotes.inner_open, &quotes.inner_close) else {
        return text.to_owned();
    };
    let (inner_open, inner_close) = (text::encode_xml(inner_open), text::encode_xml(inner_close));
    let opened = replace(text, open, &STRAIGHT_OPEN, &inner_open);
    replace(&opened, close, &STRAIGHT_CLOSE, &inner_close)
}

/// Replaces each `mark`, and each straight quotation mark that `straight` matches, by `with`.
fn replace(text: &str, mark: &str, straight: &Regex, with: &str) -> String {
    let mut marks: Vec<(usize, usize)> = Vec::new();
    if text.contains('"') && mark != "\"" {
        marks.extend(straight.find_iter(text).map(|m| (m.start(), m.end())));
    }
    if !mark.is_empty() {
        marks.extend(text.match_indices(mark).map(|(position, m)| (position, position + m.len())));
    }
    marks.sort_unstable();
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for (start, end) in marks {
        if start >= last {
            out.push_str(&text[last..start]);
            out.push_str(with);
            last = end;
        }
    }
    out.push_str(&text[last..]);
    out
}
