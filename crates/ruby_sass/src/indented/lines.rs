//! Arranges the lines of the indented syntax in a tree, by their indentation.

use crate::error::{SassResult, SyntaxError};

/// A line with its children: the lines after it that are indented more deeply.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// The indentation level.
    tabs: usize,
    /// The one-based line number.
    pub(super) number: u32,
    pub(super) children: Vec<Line>,
    /// The indentation of a comment's continuation lines. `None` without such lines.
    pub(super) comment_margin: Option<String>,
}

impl Line {
    fn is_comment(&self) -> bool {
        self.text.starts_with("//") || self.text.starts_with("/*")
    }
}

fn margin(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// Builds the tree of a text's lines. Fails if the indentation is invalid.
pub(super) fn lines(text: &str) -> SassResult<Vec<Line>> {
    Ok(nested(&mut flat(text)?.into_iter().peekable(), 0))
}

fn nested(lines: &mut std::iter::Peekable<std::vec::IntoIter<Line>>, base: usize) -> Vec<Line> {
    let mut siblings: Vec<Line> = Vec::new();
    while let Some(tabs) = lines.peek().map(|line| line.tabs) {
        if tabs < base {
            break;
        }
        match siblings.last_mut() {
            Some(last) if tabs > base => last.children = nested(lines, tabs),
            _ => siblings.extend(lines.next()),
        }
    }
    siblings
}

/// The maximum indentation level.
const DEPTH: usize = 200;

fn flat(text: &str) -> SassResult<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    let mut tab: Option<String> = None;
    let mut comment_margin: Option<String> = None;
    let mut first = true;
    for (index, line) in text.split('\n').enumerate() {
        let number = index as u32 + 1;
        let own = margin(line);
        if line.trim().is_empty() {
            if let Some(last) = lines.last_mut().filter(|last| last.is_comment()) {
                last.text.push('\n');
            }
            continue;
        }
        if !own.is_empty() {
            if tab.is_none() {
                let within = comment_margin.get_or_insert_with(|| own.to_owned());
                if continues_comment(line, lines.last_mut(), "", within, number)? {
                    continue;
                }
                comment_margin = None;
            }
            if first {
                return Err(SyntaxError::at("Indenting at the beginning of the document is illegal.", number));
            }
            let tab = tab.get_or_insert_with(|| own.to_owned());
            if tab.contains(' ') && tab.contains('\t') {
                return Err(SyntaxError::at("Indentation can't use both tabs and spaces.", number));
            }
        }
        first = false;
        let mut tabs = 0;
        if let Some(tab) = &tab {
            let within = comment_margin.get_or_insert_with(|| own.to_owned());
            let depth = lines.last().map_or(0, |last| last.tabs);
            if continues_comment(line, lines.last_mut(), &tab.repeat(depth), within, number)? {
                continue;
            }
            comment_margin = None;
            tabs = own.matches(tab.as_str()).count();
            if tab.repeat(tabs) != own {
                let (used, rest) = (described(own, true), described(tab, false));
                return Err(SyntaxError::at(
                    format!(
                        "Inconsistent indentation: {used} used for indentation, but the rest of the document was \
                         indented using {rest}."
                    ),
                    number,
                ));
            }
            if tabs > DEPTH {
                return Err(SyntaxError::at("This line is indented too deeply.", number));
            }
        }
        let text = line.trim().to_owned();
        lines.push(Line { text, tabs, number, children: Vec::new(), comment_margin: None });
    }
    Ok(lines)
}

/// If the line before is a comment and this line is indented below it, appends this line to the comment. Returns
/// whether it was appended. Fails if the indentation is inconsistent.
fn continues_comment(line: &str, last: Option<&mut Line>, tabs: &str, within: &str, number: u32) -> SassResult<bool> {
    let Some(last) = last.filter(|last| last.is_comment()) else { return Ok(false) };
    if !line.strip_prefix(tabs).is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        return Ok(false);
    }
    if !line.starts_with(within) {
        let (before, now) = (described(within, false), described(margin(line), false));
        return Err(SyntaxError::at(
            format!(
                "Inconsistent indentation: previous line was indented by {before}, but this line was indented by {now}."
            ),
            number,
        ));
    }
    last.comment_margin.get_or_insert_with(|| within.to_owned());
    last.text.push('\n');
    last.text.push_str(line);
    Ok(true)
}

/// The text for indentation in messages, such as `2 spaces`. With `was`, a verb is added, as in `2 spaces were`.
fn described(indentation: &str, was: bool) -> String {
    let noun = match (indentation.contains('\t'), indentation.contains(' ')) {
        (false, _) => "space",
        (true, false) => "tab",
        (true, true) => return format!("{indentation:?}{}", if was { " was" } else { "" }),
    };
    let count = indentation.chars().count();
    let (plural, verb) = if count == 1 { ("", " was") } else { ("s", " were") };
    format!("{count} {noun}{plural}{}", if was { verb } else { "" })
}
