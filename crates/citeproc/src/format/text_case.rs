//! The cases of the attribute `text-case`, such as title case with its list of words that stay in lower case.

use crate::locale::Locale;
use crate::pattern::{Pattern, compiled};
use crate::style::TextCase;
use crate::text::{downcase, upcase};
use regex::Captures;

/// Words that are not capitalized in titles.
const STOPWORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "across",
    "afore",
    "after",
    "against",
    "along",
    "alongside",
    "amid",
    "amidst",
    "among",
    "amongst",
    "an",
    "and",
    "anenst",
    "apropos",
    "apud",
    "around",
    "as",
    "aside",
    "astride",
    "at",
    "athwart",
    "atop",
    "barring",
    "before",
    "behind",
    "below",
    "beneath",
    "beside",
    "besides",
    "between",
    "beyond",
    "but",
    "by",
    "circa",
    "despite",
    "d",
    "down",
    "during",
    "except",
    "for",
    "forenenst",
    "from",
    "given",
    "in",
    "inside",
    "into",
    "lest",
    "like",
    "modulo",
    "near",
    "next",
    "nor",
    "notwithstanding",
    "of",
    "off",
    "on",
    "onto",
    "or",
    "out",
    "over",
    "per",
    "plus",
    "pro",
    "qua",
    "sans",
    "since",
    "so",
    "than",
    "the",
    "through",
    "thru",
    "throughout",
    "thruout",
    "till",
    "to",
    "toward",
    "towards",
    "under",
    "underneath",
    "until",
    "unto",
    "up",
    "upon",
    "versus",
    "vs",
    "v",
    "via",
    "vis-à-vis",
    "with",
    "within",
    "without",
];

static FIRST: Pattern = Pattern::new(|| compiled(r"(?m)^([^\p{Alphabetic}\p{Nd}]*)(\p{Ll})"));
static EACH: Pattern = Pattern::new(|| compiled(r"\b(\p{Ll})"));
static FIRST_LETTER: Pattern = Pattern::new(|| compiled(r"(?m)^([^\p{L}]*)(\p{Ll})"));
static CAPITALS: Pattern = Pattern::new(|| compiled(r"\b(\p{Lu})(\p{Lu}+)\b"));
static WORD: Pattern = Pattern::new(|| compiled(r"\b(\p{L})([\p{L}.]+)\b"));
static LAST_WORD: Pattern = Pattern::new(|| compiled(r"(?m)(\.|\b)(\p{Ll})([\p{L}.]+)\b$"));

/// Converts a text as the attribute `text-case` demands. Title case changes the text only if the language is English.
pub(super) fn apply(text: String, case: TextCase, locale: &Locale) -> String {
    match case {
        TextCase::Lowercase => downcase(&text),
        TextCase::Uppercase => upcase(&text),
        TextCase::CapitalizeFirst => first(&FIRST, &text),
        TextCase::CapitalizeAll => all(&EACH, &text, |c| upcase(&c[1])),
        TextCase::Sentence => {
            let text = first(&FIRST_LETTER, &text);
            all(&CAPITALS, &text, |c| format!("{}{}", &c[1], downcase(&c[2])))
        }
        TextCase::Title if locale.language() != "en" => text,
        TextCase::Title => title(&text),
    }
}

fn first(pattern: &Pattern, text: &str) -> String {
    pattern.replace(text, |c: &Captures| format!("{}{}", &c[1], upcase(&c[2]))).into_owned()
}

fn all(pattern: &Pattern, text: &str, replace: impl FnMut(&Captures) -> String) -> String {
    pattern.replace_all(text, replace).into_owned()
}

fn title(text: &str) -> String {
    let mut is_first = true;
    let text = all(&WORD, text, |c| {
        let stays = !is_first && is_stopword(&c[0]);
        is_first = false;
        if stays { c[0].to_owned() } else { capitalized(&c[1], &c[2]) }
    });
    all(&LAST_WORD, &text, |c| if &c[1] == "." { c[0].to_owned() } else { capitalized(&c[2], &c[3]) })
}

/// Capitalizes a word if its first letter is in lower case. `rest` follows this letter.
fn capitalized(letter: &str, rest: &str) -> String {
    let small = letter.chars().all(char::is_lowercase);
    format!("{}{rest}", if small { upcase(letter) } else { letter.to_owned() })
}

fn is_stopword(word: &str) -> bool {
    STOPWORDS.contains(&downcase(word).as_str())
}
