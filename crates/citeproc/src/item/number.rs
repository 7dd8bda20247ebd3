//! Numbers in texts: numeric values, lists of numbers, Roman numerals.

use crate::pattern::{Pattern, compiled};
use crate::text::SPACE;

static NUMERIC: Pattern = Pattern::new(|| {
    let number = "[A-Za-z0-9_.:;]*[0-9]+[A-Za-z0-9_.:;]*";
    compiled(&format!("(?m)^{number}(?:[{SPACE}]*[,&-][{SPACE}]*{number})*$"))
});

static PLURAL: Pattern = Pattern::new(|| compiled(&format!("[^{SPACE}][{SPACE},&–-][^{SPACE}]|[0-9]f")));

/// Whether at least one line of the text is numeric, such as `2nd`, `D2` or `2, 3`.
pub(crate) fn is_numeric(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit()) && NUMERIC.is_match(text)
}

/// Whether the text looks like several numbers, such as `1, 2` or `10f`, so that its label is in the plural.
pub(crate) fn looks_plural(text: &str) -> bool {
    PLURAL.is_match(text)
}

/// Splits a list of numbers at `,`, `&` and `-`, and returns the numbers and the separators in order. Each separator is
/// returned as `, `, ` & ` or `-`, whatever spaces surround it in the text.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(position) = rest.find([',', '&', '-']) {
        let (before, after) = rest.split_at(position);
        let separator = match after.as_bytes().first() {
            Some(b',') => ", ",
            Some(b'&') => " & ",
            _ => "-",
        };
        out.push(before.trim_end_matches(crate::text::is_space).to_owned());
        out.push(separator.to_owned());
        rest = after[1..].trim_start_matches(crate::text::is_space);
    }
    out.push(rest.to_owned());
    out
}

/// The largest number that is converted to Roman numerals. The result has 1,000 letters.
const MAX_ROMAN: u64 = 1_000_000;

/// The number in lower-case Roman numerals: `14` becomes `xiv`. `0` becomes an empty text. Numbers above [`MAX_ROMAN`]
/// and other texts are unchanged.
pub(crate) fn roman(digits: &str) -> String {
    const FACTORS: [(&str, u64); 13] = [
        ("m", 1000),
        ("cm", 900),
        ("d", 500),
        ("cd", 400),
        ("c", 100),
        ("xc", 90),
        ("l", 50),
        ("xl", 40),
        ("x", 10),
        ("ix", 9),
        ("v", 5),
        ("iv", 4),
        ("i", 1),
    ];
    let Some(mut number) = digits.parse::<u64>().ok().filter(|n| *n <= MAX_ROMAN) else { return digits.to_owned() };
    let mut out = String::new();
    for (code, factor) in FACTORS {
        while number >= factor {
            out.push_str(code);
            number -= factor;
        }
    }
    out
}
