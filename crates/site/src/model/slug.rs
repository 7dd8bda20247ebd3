//! Slugs from titles, and titles from slugs. Mirrors `Jekyll::Utils.slugify` and `titleize_slug`.

mod transliterate;

pub use transliterate::transliterate;

use crate::diagnostic::{Level, Message};
use crate::pattern::Pattern;
use hastie_value::letter_case;
use hastie_value::text::is_ascii_space;

/// The rule that decides which characters a slug keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every character. Hyphens at both ends stay.
    None,
    /// Everything except white space, which hyphens replace.
    Raw,
    /// Letters, combining marks and digits.
    Default,
    /// Like `Default`, plus punctuation that needs no escaping in URLs.
    Pretty,
    /// ASCII letters and digits.
    Ascii,
    /// Like `Default`, after transliterating Latin letters to ASCII.
    Latin,
}

impl Mode {
    /// The mode that the filter `slugify` calls by this name. [`Mode::None`] for unknown names.
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

    /// Whether a slug keeps the character `c`. For text outside of ASCII, the modes `Default`, `Latin` and `Pretty` use
    /// regular expressions instead of this function.
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

/// Like [`slugify`], but as in Jekyll 3: keeps characters that Unicode calls alphabetic, instead of letters and
/// combining marks.
pub fn slugify_alphanumeric(text: &str, mode: Mode, cased: bool) -> String {
    slugify_with(&ALPHANUMERIC, &PRETTY_ALPHANUMERIC, text, mode, cased)
}

/// The slug of `text`, in lower case unless `cased`. Each run of characters that `mode` does not keep becomes one
/// hyphen. Except with [`Mode::None`], a hyphen at each end is removed. The slug may be empty; [`empty`] is the warning
/// for that case.
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

/// Jekyll's warning that the slug of `text` is empty. With [`Mode::Latin`], the warning shows `text` in ASCII.
pub fn empty(text: &str, mode: Mode) -> Message {
    let text = if mode == Mode::Latin { transliterate(text) } else { text.to_owned() };
    Message::new(Level::Warn, "Warning:", format!("Empty `slug` generated for '{text}'."))
}

/// A title from a slug: "my-first-post" becomes "My First Post".
pub fn titleize(slug: &str) -> String {
    let words: Vec<String> = slug.trim_end_matches('-').split('-').map(capitalize).collect();
    words.join(" ")
}

/// Ruby's `downcase`, which has no special case for a final sigma.
pub fn downcase(text: &str) -> String {
    let mut lower = String::with_capacity(text.len());
    letter_case::push_downcased(text, &mut lower);
    lower
}

/// Ruby's `capitalize`: the first letter in title case (`Ss` for `ß`), the rest in lower case.
pub fn capitalize(word: &str) -> String {
    let mut capitalized = String::with_capacity(word.len());
    letter_case::push_capitalized(word, &mut capitalized);
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
        assert_eq!(titleize("ǆEP-ŉa"), "ǅep ʼNa");
    }
}
