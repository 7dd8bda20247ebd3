//! Temporarily removes code and Liquid, which processors must not change.

use super::Kind;

/// The number in placeholders. The gem uses an object id, which varies between runs.
const OBJECT: u32 = 8;

fn mark(number: usize) -> String {
    format!("<!JEKYLL@{OBJECT}@{number}>")
}

/// Replaces code and Liquid by placeholders, and returns the removed texts.
pub(super) fn exclude(content: &str, kind: Kind) -> (String, Vec<String>) {
    let mut kept = Vec::new();
    let mut content = content.to_owned();
    if matches!(kind, Kind::Plantuml | Kind::Mermaid) {
        return (content, kept);
    }
    // The gem has another pattern for formulas here, which never matches.
    for find in [code as fn(&str) -> Vec<String>, liquid] {
        for text in find(&content) {
            content = content.replacen(&text, &mark(kept.len()), 1);
            kept.push(text);
        }
    }
    (content, kept)
}

/// Restores the removed texts.
pub(super) fn restore(mut content: String, kept: Vec<String>) -> String {
    for (number, text) in kept.iter().enumerate().rev() {
        content = content.replacen(&mark(number), text, 1);
    }
    content
}

/// Spans between equal numbers of backticks. A backslash before them prevents a span.
fn code(content: &str) -> Vec<String> {
    let bytes = content.as_bytes();
    let runs = runs(bytes);
    let mut found = Vec::new();
    let mut position = 0;
    let mut next = 0;
    while let Some((start, end)) = runs.get(next).copied() {
        let start = start.max(position);
        if start >= end {
            next += 1;
            continue;
        }
        let is_escaped = start > 0 && bytes.get(start - 1) == Some(&b'\\');
        let start = if is_escaped { start + 1 } else { start };
        match closing(&runs, next, start, end) {
            Some(close) => {
                found.push(content[start..close].to_owned());
                position = close;
            }
            None => next += 1,
        }
    }
    found
}

/// The end of a span that starts at `start` in the run that ends at `end`, with the longest opening that has an end.
fn closing(runs: &[(usize, usize)], own: usize, start: usize, end: usize) -> Option<usize> {
    let length = end.checked_sub(start).filter(|length| *length > 0)?;
    let longest = runs[own + 1..].iter().map(|(start, end)| end - start).max().unwrap_or(0);
    let opening = length.min(longest).max(length / 2);
    if opening == 0 {
        return None;
    }
    if start + 2 * opening <= end {
        return Some(start + 2 * opening);
    }
    let close = runs[own + 1..].iter().find(|(start, end)| end - start >= opening)?;
    Some(close.0 + opening)
}

/// Runs of backticks.
fn runs(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (position, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'`') {
        match runs.last_mut() {
            Some(last) if last.1 == position => last.1 += 1,
            _ => runs.push((position, position + 1)),
        }
    }
    runs
}

/// Liquid tags and outputs on a single line.
fn liquid(content: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(position) = content[from..].find('{') {
        let position = from + position;
        let rest = &content[position..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let close = if line.starts_with("{{") { "}}" } else { "%}" };
        let is_open = (line.starts_with("{{") || line.starts_with("{%")) && !content[..position].ends_with('\\');
        match line.get(2..).filter(|_| is_open).and_then(|inner| inner.find(close)) {
            Some(end) => {
                found.push(line[..end + 4].to_owned());
                from = position + end + 4;
            }
            None => from = position + 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{code, liquid};

    #[test]
    fn code_is_closed_by_as_many_backticks_as_open_it() {
        assert_eq!(code("a `b` ``c`d`` \\`e` f`"), ["`b`", "``c`d``", "` f`"]);
        assert_eq!(code("```x\n``y`` z"), ["```x\n``", "``"]);
        assert!(code("none \\` here").is_empty());
    }

    #[test]
    fn liquid_stands_in_one_line() {
        assert_eq!(liquid("{{ a }} {% b %} \\{{ c }} {{ d\n}}"), ["{{ a }}", "{% b %}"]);
    }
}
