//! Splits names like the gem namae 1.2.0, in display or sort order, with titles and suffixes.
//!
//! Used for CSL variables that contain names but are not name fields in BibTeX: `recipient`, `interviewer`.

use crate::ruby::{is_space, is_word};

/// A person's name, divided into parts by the grammar of the gem namae.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Name {
    /// The first and middle names, separated by spaces.
    pub given: Option<String>,
    /// The surname, without particles such as "von".
    pub family: Option<String>,
    /// A suffix after the name: `Jr.`, `III`.
    pub suffix: Option<String>,
    /// The particles before the family name: `van`, `de la`.
    pub particle: Option<String>,
    /// A nickname, in quotes between the other parts.
    pub nick: Option<String>,
    /// A form of address before the name: `Mrs.`
    pub appellation: Option<String>,
    /// An academic title before the name: `Dr.`
    pub title: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Comma,
    Upper,
    Lower,
    Plain,
    Nick,
    And,
    Appellation,
    Title,
    Suffix,
    Particle,
}

type Token = (Kind, String);

const TITLES: &[&str] = &[
    "sir",
    "lord",
    "count",
    "countess",
    "gen",
    "adm",
    "col",
    "maj",
    "capt",
    "cmdr",
    "lt",
    "sgt",
    "cpl",
    "pvt",
    "pastor",
    "pr",
    "reverend",
    "rev",
    "elder",
    "deacon",
    "deaconess",
    "father",
    "fr",
    "rabbi",
    "cantor",
    "vicar",
    "prof",
    "dr",
    "md",
    "phd",
    "ph.d",
];
const APPELLATIONS: &[&str] = &["mr", "mrs", "ms", "fr", "hr"];
const BARE_APPELLATIONS: &[&str] = &["miss", "herr", "frau"];
const PARTICLES: &[&str] = &["Da", "Di", "Du", "Der", "Des", "De", "St.", "St", "Saint", "La", "Les", "Van", "Von"];

/// Splits a list such as `Ada Lovelace and Turing, Alan`. `None` if the list does not match namae's grammar.
pub fn parse(text: &str) -> Option<Vec<Name>> {
    let tokens = tokens(text.trim_matches(is_space))?;
    // A separator may come before the first name.
    let tokens = match tokens.split_first() {
        None => return Some(Vec::new()),
        Some(((Kind::And, _), rest)) => rest,
        Some(_) => &tokens[..],
    };
    tokens.split(|(kind, _)| *kind == Kind::And).map(name).collect()
}

/// The length in bytes of the word at the start, up to white space, a comma or a semicolon.
fn word_end(text: &str) -> usize {
    text.find(|c| is_space(c) || c == ',' || c == ';').unwrap_or(text.len())
}

/// The word at the start, up to white space or the end. `None` if the word is too long for a title or appellation.
fn short_word(text: &str) -> Option<&str> {
    let start: usize = text.chars().take(LONGEST + 1).take_while(|c| !is_space(*c)).map(char::len_utf8).sum();
    (text.len() == start || text[start..].starts_with(is_space)).then(|| &text[..start])
}

/// The length of the longest title or appellation, including a full stop after it.
const LONGEST: usize = 10;

/// The length in bytes of a word from `list` at the start, in any case. If `stop` is true, the word may end with a full
/// stop. `None` if there is no such word, or neither white space nor the end follows it.
fn listed(text: &str, list: &[&str], stop: bool) -> Option<usize> {
    let word = short_word(text)?;
    let bare = if stop { word.strip_suffix('.').unwrap_or(word) } else { word };
    list.iter().any(|entry| entry.eq_ignore_ascii_case(bare)).then_some(word.len())
}

fn suffix(text: &str) -> Option<usize> {
    let roman = text.bytes().take_while(|b| b"IVX".contains(b)).count();
    let length = if ["JR", "Jr", "jr", "SR", "Sr", "sr"].iter().any(|word| text.starts_with(word)) {
        2
    } else if roman >= 2 {
        roman
    } else {
        return None;
    };
    let rest = &text[length..];
    if rest.starts_with('.') { Some(length + 1) } else { (!rest.chars().next().is_some_and(is_word)).then_some(length) }
}

/// The length in bytes of a separator between names at the start, such as `and` or `;`, with the white space around it.
/// `None` if the text starts in another way.
fn separator(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches(is_space);
    let gap = text.len() - rest.len();
    let length = if rest.starts_with(['&', ';']) {
        1
    } else if rest.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("and"))
        && !rest[3..].chars().next().is_some_and(is_word)
    {
        3
    } else {
        return None;
    };
    let after = rest[length..].trim_start_matches(is_space);
    Some(gap + rest.len() - after.len())
}

/// The length in bytes of the groups in braces at the start. A command may precede a group, as in `\v{C}`. If `many` is
/// false, only the first group counts.
fn groups(text: &str, many: bool) -> usize {
    let mut position = 0;
    loop {
        let rest = &text[position..];
        let command = rest
            .strip_prefix('\\')
            .map_or(0, |name| 1 + name.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count());
        let body = if command == 1 { "" } else { &rest[command..] };
        let Some(end) = body.strip_prefix('{').and_then(|body| body.find('}')) else { return position };
        position += command + end + 2;
        if !many {
            return position;
        }
    }
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    let (mut commas, mut words, mut suffices) = (0, 0, 0);
    while !rest.is_empty() {
        if let Some(length) = separator(rest) {
            // Several in a row count as one.
            if tokens.last().is_none_or(|(kind, _)| *kind != Kind::And) {
                tokens.push((Kind::And, String::new()));
            }
            (commas, words, suffices) = (0, 0, 0);
            rest = &rest[length..];
            continue;
        }
        let inner = rest.trim_start_matches(is_space);
        if let Some(after) = inner.strip_prefix(',') {
            rest = after.trim_start_matches(is_space);
            let has_suffix = suffices > 0 || suffix(rest).is_some();
            if commas == 0 || commas == 1 && has_suffix {
                commas += 1;
                tokens.push((Kind::Comma, String::new()));
            } else {
                tokens.push((Kind::And, String::new()));
                (commas, words, suffices) = (0, 0, 0);
            }
            continue;
        }
        rest = inner;
        let (kind, length) = token(rest, words)?;
        words += usize::from(kind != Kind::Appellation);
        suffices += usize::from(kind == Kind::Suffix);
        let taken = &rest[..length];
        let taken = if kind == Kind::Nick { &taken[1..length - 1] } else { taken };
        tokens.push((kind, taken.to_owned()));
        rest = &rest[length..];
    }
    Some(tokens)
}

fn token(rest: &str, words: usize) -> Option<(Kind, usize)> {
    if let Some(length) = listed(rest, TITLES, true) {
        return Some((Kind::Title, length));
    }
    if let Some(length) = suffix(rest) {
        return Some((Kind::Suffix, length));
    }
    if let Some(length) = listed(rest, APPELLATIONS, true).or_else(|| listed(rest, BARE_APPELLATIONS, false)) {
        return Some((if words == 0 { Kind::Appellation } else { Kind::Upper }, length));
    }
    if let Some(word) = short_word(rest).filter(|word| PARTICLES.contains(word)) {
        return Some((Kind::Particle, word.len()));
    }
    let start = groups(rest, true);
    let letter = rest[start..].chars().next();
    if letter.is_some_and(char::is_uppercase) {
        return Some((Kind::Upper, start + word_end(&rest[start..])));
    }
    if letter.is_some_and(char::is_lowercase) {
        return Some((Kind::Lower, start + word_end(&rest[start..])));
    }
    let group = groups(rest, false);
    if group > 0 {
        return Some((Kind::Plain, group + word_end(&rest[group..])));
    }
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let end = rest[1..].find(quote).filter(|end| *end > 0 && !rest[1..=*end].contains('\n'))?;
    Some((Kind::Nick, end + 2))
}

fn joined(tokens: &[Token]) -> Option<String> {
    (!tokens.is_empty()).then(|| tokens.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" "))
}

fn all(tokens: &[Token], kinds: &[Kind]) -> bool {
    tokens.iter().all(|(kind, _)| kinds.contains(kind))
}

const CAPITAL: &[Kind] = &[Kind::Upper, Kind::Plain];
const WORD: &[Kind] = &[Kind::Upper, Kind::Plain, Kind::Lower, Kind::Particle];
const SMALL: &[Kind] = &[Kind::Lower, Kind::Particle];

fn name(tokens: &[Token]) -> Option<Name> {
    let mut pieces = tokens.split(|(kind, _)| *kind == Kind::Comma);
    let first = pieces.next()?;
    let more: Vec<&[Token]> = pieces.collect();
    if !more.is_empty() {
        return sort_order(first, &more);
    }
    match first {
        [] => None,
        [(kind, text)] if WORD.contains(kind) => Some(Name { given: Some(text.clone()), ..Name::default() }),
        [(Kind::Appellation, text), rest @ ..] => {
            Some(Name { appellation: Some(text.clone()), ..after_honorific(rest)? })
        }
        [(Kind::Title, _), ..] => {
            let count = first.iter().take_while(|(kind, _)| *kind == Kind::Title).count();
            let name = after_honorific(&first[count..])?;
            Some(Name { title: joined(&first[..count]), ..name })
        }
        words => display_order(words),
    }
}

fn after_honorific(tokens: &[Token]) -> Option<Name> {
    match tokens {
        [(kind, text)] if WORD.contains(kind) => Some(Name { family: Some(text.clone()), ..Name::default() }),
        _ => display_order(tokens),
    }
}

/// The index of the family name after particles, such as 1 in `van Berg`. In `van berg`, the index is 1, too, although
/// the word is in lower case. `None` without particles, or if no family name follows them.
fn after_particles(tokens: &[Token]) -> Option<usize> {
    let last = tokens.iter().rposition(|(kind, _)| SMALL.contains(kind))?;
    if last + 1 < tokens.len() {
        return Some(last + 1);
    }
    let ends = tokens[last].0 == Kind::Lower && last > 0 && SMALL.contains(&tokens[last - 1].0);
    ends.then_some(last)
}

fn display_order(tokens: &[Token]) -> Option<Name> {
    let titles = tokens.iter().rev().take_while(|(kind, _)| *kind == Kind::Title).count();
    let (tokens, title) = (&tokens[..tokens.len() - titles], joined(&tokens[tokens.len() - titles..]));
    let suffices = tokens.iter().rev().take_while(|(kind, _)| *kind == Kind::Suffix).count();
    let (tokens, suffix) = (&tokens[..tokens.len() - suffices], joined(&tokens[tokens.len() - suffices..]));
    if let Some(index) = tokens.iter().position(|(kind, _)| *kind == Kind::Nick) {
        let (given, family) = (&tokens[..index], &tokens[index + 1..]);
        if given.is_empty() || !all(given, CAPITAL) || !all(family, WORD) || family.is_empty() {
            return None;
        }
        let start = if all(family, CAPITAL) || family.len() == 1 { 0 } else { after_particles(family)? };
        return Some(Name {
            given: joined(given),
            nick: Some(tokens[index].1.clone()),
            particle: joined(&family[..start]),
            family: joined(&family[start..]),
            suffix,
            title,
            ..Name::default()
        });
    }
    if !all(tokens, WORD) || tokens.len() < 2 {
        return None;
    }
    let (last, before) = tokens.split_last()?;
    if all(before, CAPITAL) {
        return Some(Name { given: joined(before), family: Some(last.1.clone()), suffix, title, ..Name::default() });
    }
    if suffix.is_some() || title.is_some() {
        return None;
    }
    let von = tokens.iter().position(|(kind, _)| SMALL.contains(kind))?;
    let start = after_particles(tokens)?;
    Some(Name {
        given: joined(&tokens[..von]),
        particle: joined(&tokens[von..start]),
        family: joined(&tokens[start..]),
        ..Name::default()
    })
}

fn sort_order(last: &[Token], more: &[&[Token]]) -> Option<Name> {
    if last.is_empty() || !all(last, WORD) {
        return None;
    }
    let is_plain = all(last, CAPITAL) || last.len() == 1 && last[0].0 == Kind::Lower;
    let start = if is_plain { 0 } else { after_particles(last)? };
    let (suffix, given) = match more {
        [words] => {
            let is_suffix = |(kind, _): &Token| *kind == Kind::Suffix;
            let count = words.iter().rev().take_while(|token| is_suffix(token)).count();
            let (words, suffices) = words.split_at(words.len() - count);
            if !all(words, WORD) {
                return None;
            }
            (joined(suffices), joined(words))
        }
        [one, two] if all(one, &[Kind::Suffix]) && !one.is_empty() => (joined(one), joined(two)),
        [one, two] if all(two, &[Kind::Suffix]) && !two.is_empty() => (joined(two), joined(one)),
        _ => return None,
    };
    let mut family = joined(&last[start..]);
    let mut given = given;
    // A name in display order before a suffix: the last word is the family name.
    if suffix.is_some()
        && given.is_none()
        && let Some((before, word)) = family.as_deref().and_then(|family| family.rsplit_once(' '))
    {
        (given, family) = (Some(before.to_owned()), Some(word.to_owned()));
    }
    Some(Name { particle: joined(&last[..start]), family, suffix, given, ..Name::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_are_told_apart() {
        let names = parse("Ada B. Quill and van Berg, Bo; Tan, Jr., Cy").unwrap();
        assert_eq!(names[0].family.as_deref(), Some("Quill"));
        assert_eq!(names[1].particle.as_deref(), Some("van"));
        assert_eq!(names[2].suffix.as_deref(), Some("Jr."));
        assert_eq!(names[2].given.as_deref(), Some("Cy"));
    }
}
