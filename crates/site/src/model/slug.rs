//! Mirrors `Jekyll::Utils.slugify` and `titleize_slug`: names for URLs made from titles, and back.

mod transliterate;

pub use transliterate::transliterate;

use crate::diagnostic::{Level, Message};
use crate::pattern::Pattern;
use hastie_liquid::value::number::is_ascii_space;

/// The characters of a text that its slug keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The text, unchanged.
    None,
    /// Only runs of white space become hyphens.
    Raw,
    /// Letters, marks and digits survive.
    Default,
    /// As default, and the punctuation that URLs show unescaped.
    Pretty,
    /// Only ASCII letters and digits survive.
    Ascii,
    /// As default, after Latin letters have lost their accents.
    Latin,
}

impl Mode {
    /// The mode that a template or a configuration names; unknown names leave the text unchanged.
    pub fn named(name: &str) -> Mode {
        match name {
            "raw" => Mode::Raw,
            "default" => Mode::Default,
            "pretty" => Mode::Pretty,
            "ascii" => Mode::Ascii,
            "latin" => Mode::Latin,
            _ => Mode::None,
        }
    }

    /// Whether a character survives; of characters beyond ASCII, in modes that do not look at what they are.
    fn keeps(self, c: char) -> bool {
        match self {
            Mode::None => true,
            Mode::Raw => !is_ascii_space(c),
            Mode::Pretty => c.is_ascii_alphanumeric() || "._~!$&'()+,;=@".contains(c),
            Mode::Default | Mode::Ascii | Mode::Latin => c.is_ascii_alphanumeric(),
        }
    }
}

static DEFAULT: Pattern = Pattern::new(r"[^\p{M}\p{L}\p{Nd}]+");
static PRETTY: Pattern = Pattern::new(r"[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+");

static ALPHANUMERIC: Pattern = Pattern::new(r"[^\p{Alphabetic}\p{Nd}]+");
static PRETTY_ALPHANUMERIC: Pattern = Pattern::new(r"[^\p{Alphabetic}\p{Nd}._~!$&'()+,;=@]+");

/// As [`slugify`], but what survives by default is what is alphanumeric: Jekyll 3.
pub fn slugify_alphanumeric(text: &str, mode: Mode, cased: bool) -> String {
    slugify_with(&ALPHANUMERIC, &PRETTY_ALPHANUMERIC, text, mode, cased)
}

/// The slug of `text`: lowercase unless `cased`, other characters as hyphens, one hyphen less at either end. It may be
/// empty; [`empty`] is the message about that.
pub fn slugify(text: &str, mode: Mode, cased: bool) -> String {
    slugify_with(&DEFAULT, &PRETTY, text, mode, cased)
}

fn slugify_with(default: &Pattern, pretty: &Pattern, text: &str, mode: Mode, cased: bool) -> String {
    if mode == Mode::None {
        return if cased { text.to_string() } else { downcase(text) };
    }
    let plain;
    let text = if mode == Mode::Latin {
        plain = transliterate(text);
        plain.as_str()
    } else {
        text
    };
    let hyphenated = match mode {
        Mode::Default | Mode::Latin if !text.is_ascii() => replace_matches(default, text),
        Mode::Pretty if !text.is_ascii() => replace_matches(pretty, text),
        _ => replace_runs(text, |c| !mode.keeps(c)),
    };
    let trimmed = hyphenated.strip_prefix('-').unwrap_or(&hyphenated);
    let trimmed = trimmed.strip_suffix('-').unwrap_or(trimmed);
    if cased { trimmed.to_string() } else { downcase(trimmed) }
}

/// Jekyll's warning about a text without a character that a slug keeps.
pub fn empty(text: &str, mode: Mode) -> Message {
    let text = if mode == Mode::Latin { transliterate(text) } else { text.to_owned() };
    Message::new(Level::Warn, "Warning:", format!("Empty `slug` generated for '{text}'."))
}

/// "my-first-post" as a title: "My First Post".
pub fn titleize(slug: &str) -> String {
    let words: Vec<String> = slug.trim_end_matches('-').split('-').map(capitalize).collect();
    words.join(" ")
}

/// Ruby's `downcase`: letter by letter, so that a final sigma is as any other.
pub fn downcase(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().flat_map(char::to_lowercase).collect() }
}

/// Ruby's `capitalize`: the first letter a capital, the others small.
pub fn capitalize(word: &str) -> String {
    let mut letters = word.chars();
    let Some(first) = letters.next() else { return String::new() };
    let mut upper = first.to_uppercase();
    let mut capitalized: String = upper.next().into_iter().collect();
    // "ß" becomes "Ss": only the first letter of an expansion is a capital.
    capitalized.extend(upper.flat_map(char::to_lowercase));
    capitalized.push_str(&downcase(letters.as_str()));
    capitalized
}

fn replace_matches(pattern: &Pattern, text: &str) -> String {
    pattern.replace_all(text, "-").into_owned()
}

fn replace_runs(text: &str, replaced: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_run = false;
    for c in text.chars() {
        match (replaced(c), in_run) {
            (true, false) => out.push('-'),
            (true, true) => {}
            (false, _) => out.push(c),
        }
        in_run = replaced(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_what_jekyll_makes() {
        assert_eq!(slugify("-Hello  World-!", Mode::Default, false), "hello-world");
        assert_eq!(slugify("a_b.C", Mode::Pretty, true), "a_b.C");
        assert_eq!(slugify("ÀΣ", Mode::Latin, false), "a");
        assert_eq!(slugify("ΑΣ", Mode::Default, false), "ασ");
    }

    #[test]
    fn titles_are_made_of_capitalized_words() {
        assert_eq!(titleize("-a-bÉc--d-"), " A Béc  D");
        assert_eq!(titleize("ßa"), "Ssa");
    }
}
