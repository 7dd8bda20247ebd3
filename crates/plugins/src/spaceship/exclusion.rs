//! Temporarily removes code and Liquid, which processors must not change.

use super::Kind;
use hastie_site::failure::Failure;
use hastie_site::render::RenderContext;
use std::ops::Range;

/// The number in placeholders. The gem uses an object id, which varies between runs.
const OBJECT: u32 = 8;

fn mark(number: usize) -> String {
    format!("<!JEKYLL@{OBJECT}@{number}>")
}

/// Replaces code and Liquid by placeholders. Returns the resulting text and the removed parts. Removes nothing if
/// `kind` is the processor for PlantUML or Mermaid.
pub(super) fn exclude(
    content: &str,
    kind: Kind,
    rendering: &mut RenderContext,
) -> Result<(String, Vec<String>), Failure> {
    let mut kept = Vec::new();
    let mut content = content.to_owned();
    if matches!(kind, Kind::Plantuml | Kind::Mermaid) {
        return Ok((content, kept));
    }
    // The gem has another pattern for formulas here, which never matches.
    for (find, first) in [(code as fn(&str) -> Vec<Range<usize>>, b'`'), (liquid, b'{')] {
        let found = find(&content);
        let texts: Vec<String> = found.iter().map(|range| content[range.clone()].to_owned()).collect();
        let replaced = if is_in_order(&content, &found, first, rendering)? {
            in_place(&content, &found, kept.len())
        } else {
            one_by_one(&content, &texts, kept.len(), rendering)?
        };
        content = replaced;
        kept.extend(texts);
    }
    Ok((content, kept))
}

/// Whether replacing the ranges `found` of `content` gives the same result as the gem. For the text of each range, the
/// gem replaces the first occurrence in `content`. Returns true if no text occurs before its range, except in earlier
/// ranges. The text of each range begins with the byte `first`.
fn is_in_order(
    content: &str,
    found: &[Range<usize>],
    first: u8,
    rendering: &mut RenderContext,
) -> Result<bool, Failure> {
    let mut others: Vec<usize> = Vec::new();
    let mut end = 0;
    for range in found {
        others.extend(memchr::memchr_iter(first, &content.as_bytes()[end..range.start]).map(|index| end + index));
        end = range.end;
        rendering.count_text_work(others.len())?;
        let text = &content[range.clone()];
        // A text may also begin at one of these positions and continue in a range that was replaced before, or in this one.
        // The slow way decides both cases.
        if others.iter().any(|position| content[*position..].starts_with(text)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Replaces the ranges by placeholders, numbered from `count`.
fn in_place(content: &str, found: &[Range<usize>], count: usize) -> String {
    let mut out = String::with_capacity(content.len());
    let mut end = 0;
    for (index, range) in found.iter().enumerate() {
        out.push_str(&content[end..range.start]);
        out.push_str(&mark(count + index));
        end = range.end;
    }
    out.push_str(&content[end..]);
    out
}

/// Replaces the first occurrence of each text with a placeholder, numbered from `count`.
fn one_by_one(content: &str, texts: &[String], count: usize, rendering: &mut RenderContext) -> Result<String, Failure> {
    let mut content = content.to_owned();
    for (index, text) in texts.iter().enumerate() {
        rendering.count_text_work(content.len())?;
        content = content.replacen(text, &mark(count + index), 1);
    }
    Ok(content)
}

/// Replaces each placeholder by the text that was removed there. If a placeholder occurs several times, only the first
/// one is replaced.
pub(super) fn restore(content: String, kept: Vec<String>) -> String {
    if kept.is_empty() {
        return content;
    }
    let mut out = String::with_capacity(content.len());
    let mut kept: Vec<Option<String>> = kept.into_iter().map(Some).collect();
    restore_into(&content, &mut kept, &mut out);
    out
}

/// Appends `content` to `out`, with removed texts instead of placeholders. A text that was removed later can contain
/// placeholders of earlier ones.
fn restore_into(content: &str, kept: &mut [Option<String>], out: &mut String) {
    let start = format!("<!JEKYLL@{OBJECT}@");
    let mut rest = content;
    while let Some(position) = rest.find(&start) {
        let (before, mark) = rest.split_at(position);
        out.push_str(before);
        let number = &mark[start.len()..];
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let is_canonical = digits == 1 || !number.starts_with('0');
        let text = number[..digits].parse().ok().filter(|_: &usize| is_canonical && number[digits..].starts_with('>'));
        match text.and_then(|index: usize| kept.get_mut(index)?.take()) {
            Some(text) => {
                restore_into(&text, kept, out);
                rest = &number[digits + 1..];
            }
            None => {
                out.push_str(&start);
                rest = number;
            }
        }
    }
    out.push_str(rest);
}

/// The ranges of code spans, which are between equal numbers of backticks. A backslash before them prevents a span.
fn code(content: &str) -> Vec<Range<usize>> {
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
                found.push(start..close);
                position = close;
            }
            None => next += 1,
        }
    }
    found
}

/// The end of a code span whose opening backticks begin at `start`, in the run of backticks that ends at `end`. Of the
/// backticks from `start` on, as many as possible open the span, if the same number closes it. `None` if no number
/// fits.
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

/// The start and end of each run of backticks, in order.
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
fn liquid(content: &str) -> Vec<Range<usize>> {
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
                found.push(position..position + end + 4);
                from = position + end + 4;
            }
            None => from = position + 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{code, in_place, liquid, restore};

    fn texts(content: &str, find: fn(&str) -> Vec<std::ops::Range<usize>>) -> Vec<&str> {
        find(content).into_iter().map(|range| &content[range]).collect()
    }

    #[test]
    fn code_is_closed_by_as_many_backticks_as_open_it() {
        assert_eq!(texts("a `b` ``c`d`` \\`e` f`", code), ["`b`", "``c`d``", "` f`"]);
        assert_eq!(texts("```x\n``y`` z", code), ["```x\n``", "``"]);
        assert!(code("none \\` here").is_empty());
    }

    #[test]
    fn liquid_stands_in_one_line() {
        assert_eq!(texts("{{ a }} {% b %} \\{{ c }} {{ d\n}}", liquid), ["{{ a }}", "{% b %}"]);
    }

    #[test]
    fn removed_texts_come_back_also_those_in_others() {
        let content = "a `b` {{ c `d` }} e";
        let without_code = in_place(content, &code(content), 0);
        let without_liquid = in_place(&without_code, &liquid(&without_code), 2);
        assert_eq!(without_liquid, "a <!JEKYLL@8@0> <!JEKYLL@8@2> e");
        let kept = ["`b`", "`d`", "{{ c <!JEKYLL@8@1> }}"].map(str::to_owned).to_vec();
        assert_eq!(restore(without_liquid, kept), content);
        assert_eq!(restore("<!JEKYLL@8@0> <!JEKYLL@8@0>".to_owned(), vec!["x".to_owned()]), "x <!JEKYLL@8@0>");
    }
}
