//! The places in which two texts differ: words in text, attributes in tags.

use super::causes::{self, Cause};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeMap;

/// The maximum number of comparisons of tokens for one file. A difference that would need more is reported as one
/// change.
const MAX_COMPARISONS: usize = 25_000_000;

/// The number of equal tokens around a change that help to recognize its cause.
const CONTEXT: usize = 4;

/// A place in a file at which the two sites differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The line of the change in the old file, starting at 1.
    pub old_line: usize,
    /// The line of the change in the new file, starting at 1.
    pub new_line: usize,
    /// The kind of the part that differs: `text`, `comment`, `doctype`, `tag`, `bytes`, or an attribute as `a[href]`.
    pub what: String,
    /// The old text at this place. Empty for an addition.
    pub old: String,
    /// The new text at this place. Empty for a removal.
    pub new: String,
    /// The known cause of the change, such as the clock. `None` if the cause is unknown.
    pub cause: Option<Cause>,
}

impl Change {
    /// One change for two versions of a file that is not text: the sizes of both versions, and the offset of the first
    /// byte that differs.
    pub(super) fn of_bytes(old: &[u8], new: &[u8]) -> Self {
        let first = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let described = |bytes: &[u8]| format!("{} bytes, different from byte {first} on", bytes.len());
        let (old, new) = (described(old), described(new));
        Change { old_line: 1, new_line: 1, what: "bytes".to_owned(), old, new, cause: None }
    }
}

/// A tag, a comment or a word.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    line: usize,
}

impl PartialEq for Token<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Token<'_> {}

impl std::hash::Hash for Token<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PartialOrd for Token<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Token<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.text.cmp(other.text)
    }
}

impl<'t> Token<'t> {
    fn is_tag(&self) -> bool {
        let next = self.text.as_bytes().get(1);
        self.text.starts_with('<') && next.is_some_and(|next| next.is_ascii_alphabetic() || *next == b'/')
    }

    /// The name of a change of this token in reports.
    fn what(&self) -> &'static str {
        let start = self.text.get(..9).unwrap_or_default();
        match self.text {
            text if text.starts_with("<!--") || text.starts_with("/*") => "comment",
            _ if start.eq_ignore_ascii_case("<!doctype") => "doctype",
            _ if self.is_tag() => "tag",
            _ => "text",
        }
    }

    /// The name of a tag. Starts with a slash for an end tag.
    fn name(&self) -> &'t str {
        let rest = &self.text[1..];
        rest.split(|c: char| c.is_ascii_whitespace() || c == '>' || (c == '/' && !rest.starts_with('/')))
            .next()
            .unwrap_or_default()
    }
}

/// Finds the places in which two texts differ. If long texts differ much, everything between the first and the last
/// difference counts as replaced.
pub(super) fn find(old: &str, new: &str) -> Vec<Change> {
    let (old, new) = (tokens(old), tokens(new));
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let (old_len, new_len) = (old.len() - start - end, new.len() - start - end);
    let whole = [DiffOp::Replace { old_index: start, old_len, new_index: start, new_len }];
    let ops = match old_len.saturating_mul(new_len) > MAX_COMPARISONS {
        true => whole.to_vec(),
        false => capture_diff_slices(Algorithm::Myers, &old, &new),
    };
    let mut changes = Vec::new();
    for op in ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        add(&old, &new, op, &mut changes);
    }
    changes
}

/// Adds the changes within `op`, a range of tokens in which the two texts differ.
fn add(old: &[Token<'_>], new: &[Token<'_>], op: &DiffOp, changes: &mut Vec<Change>) {
    let (olds, news) = (&old[op.old_range()], &new[op.new_range()]);
    let line = |tokens: &[Token<'_>], at: usize| tokens.get(at).or(tokens.last()).map_or(1, |token| token.line);
    let are_alike = |(old, new): (&Token<'_>, &Token<'_>)| {
        old.what() == new.what() && (!old.is_tag() || old.name().eq_ignore_ascii_case(new.name()))
    };
    if olds.len() == news.len() && olds.iter().zip(news).all(are_alike) && olds.iter().any(Token::is_tag) {
        for (old, new) in olds.iter().zip(news) {
            match old.is_tag() {
                true => add_attributes(old, new, changes),
                false if old != new => changes.push(Change {
                    old_line: old.line,
                    new_line: new.line,
                    what: old.what().to_owned(),
                    old: old.text.to_owned(),
                    new: new.text.to_owned(),
                    cause: causes::of(old.what(), old.text, new.text, ["", ""]),
                }),
                false => {}
            }
        }
        return;
    }
    let what = olds.iter().chain(news).map(Token::what).find(|what| *what != "text").unwrap_or("text");
    let is_one = olds.iter().chain(news).all(|token| token.what() == what);
    let joined = |tokens: &[Token<'_>]| tokens.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    let around = |tokens: &[Token<'_>], range: std::ops::Range<usize>| {
        joined(&tokens[range.start.saturating_sub(CONTEXT)..(range.end + CONTEXT).min(tokens.len())])
    };
    let context = [around(old, op.old_range()), around(new, op.new_range())];
    let (old_text, new_text) = (joined(olds), joined(news));
    let cause = causes::of(if is_one { what } else { "tag" }, &old_text, &new_text, [&context[0], &context[1]]);
    changes.push(Change {
        old_line: line(old, op.old_range().start),
        new_line: line(new, op.new_range().start),
        what: what.to_owned(),
        old: old_text,
        new: new_text,
        cause,
    });
}

/// Adds the attributes in which two tags with the same name differ.
fn add_attributes(old: &Token<'_>, new: &Token<'_>, changes: &mut Vec<Change>) {
    let (before, after) = (attributes(old.text), attributes(new.text));
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let generator = before.get("name").is_some_and(|name| name.eq_ignore_ascii_case("generator"));
    for name in names {
        let (old_value, new_value) = (before.get(name), after.get(name));
        if old_value == new_value {
            continue;
        }
        let shown = |value: Option<&String>| value.map(|value| format!("{name}=\"{value}\"")).unwrap_or_default();
        let (old_text, new_text) = (shown(old_value), shown(new_value));
        let cause = match generator && name == "content" {
            true => Some(Cause::Generator),
            false => causes::of(name, &old_text, &new_text, ["", ""]),
        };
        let what = format!("{}[{name}]", old.name().to_ascii_lowercase());
        changes.push(Change { old_line: old.line, new_line: new.line, what, old: old_text, new: new_text, cause });
    }
}

/// The attributes of a tag, by name in lower case. Of repeated attributes, only the first counts.
fn attributes(tag: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut rest = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
    rest = rest.find(|c: char| c.is_ascii_whitespace()).map_or("", |end| &rest[end..]);
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_ascii_whitespace() || c == '=').unwrap_or(rest.len());
        if rest.is_empty() {
            return found;
        }
        // An equals sign without a name is part of one.
        let end = end.max(rest.chars().next().map_or(1, char::len_utf8));
        let name = rest[..end].to_ascii_lowercase();
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(given) = rest.strip_prefix('=') {
            let given = given.trim_start();
            (value, rest) = match given.chars().next() {
                Some(quote @ ('"' | '\'')) => given[1..].split_once(quote).unwrap_or((&given[1..], "")),
                _ => given.split_at(given.find(|c: char| c.is_ascii_whitespace()).unwrap_or(given.len())),
            };
        }
        found.entry(name).or_insert_with(|| value.to_owned());
    }
}

/// Divides a text into tags, comments and words. Words also end after the punctuation of style sheets, scripts and
/// JSON.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut line, mut rest) = (1, text);
    while !rest.is_empty() {
        let word = rest.trim_start();
        line += lines(&rest[..rest.len() - word.len()]);
        if word.is_empty() {
            break;
        }
        let end = end_of_token(word);
        found.push(Token { text: &word[..end], line });
        line += lines(&word[..end]);
        rest = &word[end..];
    }
    found
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The length of the first token, which is at least one character.
fn end_of_token(text: &str) -> usize {
    let after = |end: &str| text.find(end).map_or(text.len(), |at| at + end.len());
    if text.starts_with("<!--") {
        return after("-->");
    }
    if text.starts_with("/*") {
        return after("*/");
    }
    if text.starts_with("<!") || (Token { text, line: 0 }).is_tag() {
        return end_of_tag(text);
    }
    let first = text.chars().next().map_or(1, char::len_utf8);
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        if at >= first && (c.is_whitespace() || c == '<' || ";{},".contains(previous)) {
            return at;
        }
        previous = c;
    }
    text.len()
}

/// The length of a tag. A `>` within quotes does not end it.
fn end_of_tag(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    text.len()
}
