//! Errors and warnings as text, in the format of dart-sass.
//!
//! [`report`] and [`report_warning`] format messages. `highlight` and `line` write the source excerpts in these
//! messages.

mod highlight;
mod line;

use crate::{Error, Frame, Sources, Span, Warning};
pub use highlight::Glyphs;
use highlight::{Highlight, highlight};

/// The text of an error as dart-sass prints it, without a trailing line break.
#[must_use]
pub fn report(error: &Error, sources: &Sources, glyphs: Glyphs) -> String {
    let mut out = format!("Error: {}", glyphs.translate(&error.message));
    let Some(span) = error.span else { return out };
    out.push('\n');
    out.push_str(&snippet(span, error.label.as_deref(), &error.secondary, sources, glyphs));
    let root = [Frame { span, member: "root stylesheet".to_owned() }];
    let trace = if error.trace.is_empty() { &root } else { error.trace.as_slice() };
    for line in trace_lines(trace, sources) {
        out.push_str("\n  ");
        out.push_str(&line);
    }
    out
}

/// The text of a warning or `@debug` message as dart-sass prints it. A blank line follows a warning, but not a `@debug`
/// message.
#[must_use]
pub fn report_warning(warning: &Warning, sources: &Sources, glyphs: Glyphs) -> String {
    if warning.debug {
        return debug_line(warning, sources);
    }
    let mut out = String::new();
    if let Some(deprecation) = warning.deprecation {
        out.push_str(&format!("DEPRECATION WARNING [{}]", deprecation.id()));
    } else {
        out.push_str("WARNING");
    }
    let message = &warning.message;
    let shown = |span| snippet(span, warning.label.as_deref(), &warning.secondary, sources, glyphs);
    match warning.span {
        None => out.push_str(&format!(": {message}\n")),
        Some(span) if warning.trace.is_empty() => {
            out.push_str(&format!(" on {}: \n{message}\n{}\n", place(span, sources), shown(span)));
        }
        Some(span) => out.push_str(&format!(": {message}\n\n{}\n", shown(span))),
    }
    for line in trace_lines(&warning.trace, sources) {
        out.push_str("    ");
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
    out
}

fn debug_line(warning: &Warning, sources: &Sources) -> String {
    let (url, line) = match warning.span.and_then(|span| Some((sources.find(span.source)?, span.start))) {
        Some((source, start)) => (source.url.clone(), source.location(start).line + 1),
        None => (None, 1),
    };
    format!("{}:{line} DEBUG: {}\n", url.as_deref().unwrap_or("-"), warning.message)
}

/// A message with its location and snippet: `line 1, column 2 of a.scss: message`.
pub(crate) fn span_message(span: Span, message: &str, sources: &Sources) -> String {
    let snippet = snippet(span, None, &[], sources, Glyphs::Unicode);
    format!("{}: {message}\n{snippet}", place(span, sources))
}

fn place(span: Span, sources: &Sources) -> String {
    let Some(source) = sources.find(span.source) else { return "line 1, column 1".to_owned() };
    let location = source.location(span.start);
    let mut text = format!("line {}, column {}", location.line + 1, location.column + 1);
    if let Some(url) = &source.url {
        text.push_str(&format!(" of {url}"));
    }
    text
}

fn snippet(span: Span, label: Option<&str>, secondary: &[(Span, String)], sources: &Sources, glyphs: Glyphs) -> String {
    // If there are secondary spans, the primary one always has a label, which may be empty.
    let label = label.or(if secondary.is_empty() { None } else { Some("") });
    let primary = Highlight::new(span, label, true, sources);
    let others = secondary.iter().map(|(span, label)| Highlight::new(*span, Some(label), false, sources));
    let highlights: Vec<Highlight> = std::iter::once(primary).chain(others).flatten().collect();
    highlight(highlights, glyphs)
}

/// The lines of a stack trace, with the names of functions and mixins below each other.
fn trace_lines(trace: &[Frame], sources: &Sources) -> Vec<String> {
    let locations: Vec<String> = trace
        .iter()
        .map(|frame| match sources.find(frame.span.source) {
            Some(source) => {
                let location = source.location(frame.span.start);
                let url = source.url.as_deref().unwrap_or("-");
                format!("{url} {}:{}", location.line + 1, location.column + 1)
            }
            None => "- 1:1".to_owned(),
        })
        .collect();
    let width = locations.iter().map(|location| location.encode_utf16().count()).max().unwrap_or(0);
    let line = |(location, frame): (String, &Frame)| {
        let padding = width - location.encode_utf16().count();
        format!("{location}{}  {}", " ".repeat(padding), frame.member)
    };
    locations.into_iter().zip(trace).map(line).collect()
}
