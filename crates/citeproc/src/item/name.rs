//! Names of people and institutions.

use crate::text;

/// The parts of a person's name, or a name that is printed verbatim. `particle` is the non-dropping particle (`von`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Name {
    /// The surname, without particles such as "von".
    pub family: Option<String>,
    /// The first and middle names, or their initials.
    pub given: Option<String>,
    /// The suffix, such as `Jr.`
    pub suffix: Option<String>,
    /// The non-dropping particle, such as `van` in `van Gogh`.
    pub particle: Option<String>,
    /// The dropping particle, which is omitted before the family name in some styles.
    pub dropping_particle: Option<String>,
    /// A name that is printed verbatim.
    pub literal: Option<String>,
    /// Whether to put a comma before the suffix.
    pub comma_suffix: bool,
    /// Whether the family name always comes first.
    pub static_ordering: bool,
}

impl Name {
    /// A name without particles and suffix.
    pub fn person(family: &str, given: &str) -> Name {
        Name { family: Some(family.to_owned()), given: Some(given.to_owned()), ..Name::default() }
    }

    /// A name that is printed verbatim, such as the name of an institution.
    pub fn literal(text: &str) -> Name {
        Name { literal: Some(text.to_owned()), ..Name::default() }
    }

    /// The literal text. `None` if it is missing or empty, or if one of its lines is `false`, `no` or `never`.
    pub(crate) fn as_literal(&self) -> Option<&str> {
        self.literal.as_deref().filter(|l| text::affirms(l))
    }

    /// Whether all parts of the name are missing. A part that is an empty string is not missing.
    pub(crate) fn is_empty(&self) -> bool {
        [&self.family, &self.given, &self.suffix, &self.particle, &self.dropping_particle, &self.literal]
            .iter()
            .all(|part| part.is_none())
    }

    /// The given name followed by the family name.
    fn plain(&self) -> String {
        text::compact_join(&[or_empty(&self.given), or_empty(&self.family)], " ")
    }

    /// The parts of the name in the form in which names are compared: in lower case and without HTML tags.
    fn key(&self) -> Vec<String> {
        let parts = match self.as_literal() {
            Some(literal) => vec![without_article(literal).to_owned()],
            None => vec![
                text::compact_join(&[or_empty(&self.particle), or_empty(&self.family)], " "),
                or_empty(&self.dropping_particle).to_owned(),
                or_empty(&self.given).to_owned(),
                or_empty(&self.suffix).to_owned(),
            ],
        };
        parts.iter().map(|part| strip_markup(&text::downcase(part))).collect()
    }
}

/// A part of a name, such as the particle `von`, or an empty string if the name lacks the part.
pub(crate) fn or_empty(part: &Option<String>) -> &str {
    part.as_deref().unwrap_or_default()
}

/// Removes HTML tags such as `<i>`: each `<` with the text up to the next `>`. Keeps a `<` without a `>` after it.
pub(crate) fn strip_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        let Some(close) = rest[open..].find('>') else { break };
        out.push_str(&rest[..open]);
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}

/// The text without an article at its start, such as `the` or `der`.
fn without_article(text: &str) -> &str {
    const ARTICLES: [&str; 11] = ["the", "an", "a", "der", "die", "das", "eine", "ein", "la", "le", "l"];
    for article in ARTICLES {
        let Some((head, rest)) = text.split_at_checked(article.len()) else { continue };
        if !head.eq_ignore_ascii_case(article) {
            continue;
        }
        let after = rest.trim_start_matches(text::is_space);
        if article != "l" && after.len() < rest.len() {
            return after;
        }
        if article == "l" {
            let mut chars = rest.chars();
            if chars.next().is_some_and(|c| !(c.is_ascii_alphanumeric() || c == '_')) {
                return chars.as_str();
            }
        }
    }
    text
}

/// Whether two lists have equal names in the same order. Ignores case, HTML tags, and an article at the start of a
/// literal name.
pub(crate) fn same_names(a: &[Name], b: &[Name]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key() == b.key())
}

/// Joins names as `A & B` or `A, B, & C`. Of five or more names, only three are written: `A, B, C, et al.`
pub(crate) fn plain_list(names: &[Name]) -> String {
    let plain: Vec<String> = names.iter().map(Name::plain).collect();
    match plain.as_slice() {
        [a, b, c, _, _, ..] => format!("{a}, {b}, {c}, et al."),
        [] => String::new(),
        [one] => one.clone(),
        [a, b] => format!("{a} & {b}"),
        [head @ .., last] => format!("{}, & {last}", head.join(", ")),
    }
}
