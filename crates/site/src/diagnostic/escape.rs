//! Shows control characters instead of sending them to the terminal.
//!
//! File names, configurations, exceptions and the output of a site's Ruby may contain sequences that clear the screen,
//! rename the window or hide text. Only two kinds of colours reach the terminal: Hastie's own, and the plain colours in
//! messages of a site's Ruby.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with its control characters in Ruby's notation (`\e`, `\u0007`). Characters that set the direction of the
/// text after them, such as U+202E, are replaced, too. Tabs and line breaks are kept.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| None)
}

/// Like [`escaped`], but keeps the colours of the gem colorator. If the last colour is not ended, ends it after the
/// text.
pub fn escaped_but_colours(text: &str) -> Cow<'_, str> {
    let mut shown = escaped_but(text, colour);
    if shown.rfind('\u{1b}').is_some_and(|last| !shown[last..].starts_with(PLAIN)) {
        shown.to_mut().push_str(PLAIN);
    }
    shown
}

/// Uses JSON escapes such as `\u009b` for the characters that [`escaped`] replaces. Serializers leave some of these
/// characters unescaped, because JSON allows that.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    if !json.chars().any(is_control) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match is_control(c) {
            // Only strings contain such characters.
            true => drop(write!(shown, "\\u{:04x}", u32::from(c))),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The sequence that ends all colours and bold text.
const PLAIN: &str = "\u{1b}[0m";

/// The colour sequence at the start of a text: bold, one of eight colours, or the sequence that ends bold and colours.
/// `None` if the text starts differently.
fn colour(text: &str) -> Option<&str> {
    let code = text.strip_prefix("\u{1b}[")?;
    let code = &code[..code.find('m')?];
    matches!(code, "0" | "1" | "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37").then(|| &text[..code.len() + 3])
}

fn escaped_but(text: &str, kept: impl Fn(&str) -> Option<&str>) -> Cow<'_, str> {
    if !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            // A line break on Windows.
            '\r' if rest.starts_with("\r\n") => {
                shown.push(c);
                1
            }
            c if !is_control(c) => {
                shown.push(c);
                c.len_utf8()
            }
            c => match kept(rest) {
                Some(kept) => {
                    shown.push_str(kept);
                    kept.len()
                }
                None => {
                    push_escape(c, &mut shown);
                    c.len_utf8()
                }
            },
        };
        rest = &rest[length..];
    }
    Cow::Owned(shown)
}

fn push_escape(c: char, shown: &mut String) {
    match c {
        '\r' => shown.push_str("\\r"),
        '\u{1b}' => shown.push_str("\\e"),
        // Writing to a string cannot fail.
        c => drop(write!(shown, "\\u{:04X}", u32::from(c))),
    }
}

/// Whether a terminal may interpret the character: a control character, or one that reverses the direction of text.
fn is_control(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, escaped_but_colours, escaped_json};

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(escaped("\u{1b}]0;title\u{7}\u{1b}[2J"), r"\e]0;title\u0007\e[2J");
        assert_eq!(escaped("\u{9b}31m \0 \u{7f} a\rb"), r"\u009B31m \u0000 \u007F a\rb");
        assert_eq!(escaped("gpj.\u{202e}exe"), r"gpj.\u202Eexe");
        assert_eq!(escaped("a\tb\r\nc\n\u{e9} \u{5e9}\u{200f}"), "a\tb\r\nc\n\u{e9} \u{5e9}\u{200f}");
    }

    #[test]
    fn json_keeps_its_meaning() {
        assert_eq!(
            escaped_json("{\n\t\"a\": \"\u{9b}\u{7f}\u{202e}\u{e9}\"\n}\n"),
            "{\n\t\"a\": \"\\u009b\\u007f\\u202e\u{e9}\"\n}\n"
        );
    }

    #[test]
    fn colours_may_be_kept() {
        assert_eq!(escaped_but_colours("\u{1b}[32mok\u{1b}[0m \u{1b}[2J"), "\u{1b}[32mok\u{1b}[0m \\e[2J");
        assert_eq!(escaped_but_colours("\u{1b}[1mbold"), "\u{1b}[1mbold\u{1b}[0m");
        assert_eq!(escaped_but_colours("\u{1b}[8mhidden\u{1b}[38;5;1m"), r"\e[8mhidden\e[38;5;1m");
        assert_eq!(escaped("\u{1b}[32mok"), r"\e[32mok");
    }
}
