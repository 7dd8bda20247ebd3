//! The first pass, which normalizes equivalent notations.

use super::scan::{Scan, ends_word, space};
use crate::ruby;

/// Puts the argument of a one-character command in braces (`\c c` becomes `\c{c}`), and marks the end of a command
/// before punctuation with `{}` (`a\o,` becomes `a\o{},`). Also converts `\i` and `\j` to letters without dots, and `~`
/// to a no-break space.
pub(super) fn normalize(text: &str) -> String {
    if !text.contains('\\') {
        return ties(text);
    }
    let text = dotless(text);
    let text = command_spaces(&text);
    let text = command_stops(&text);
    let text = arguments(&text);
    ties(&text)
}

/// Converts `\i` and `\j` to letters without dots.
fn dotless(text: &str) -> String {
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        let rest = scan.rest();
        let letter = match rest.as_bytes().get(1) {
            Some(b'i') => "ı",
            Some(b'j') => "ȷ",
            _ => "",
        };
        if !letter.is_empty() && ends_word(&rest[2..]) {
            scan.replace(2, letter);
        } else {
            scan.copy(1);
        }
    }
    scan.finish()
}

/// Replaces the backslash of an escaped space after a command with `{}`: `\foo\ ` becomes `\foo{} `.
fn command_spaces(text: &str) -> String {
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        let rest = scan.rest();
        let name = rest[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        let after = &rest[1 + name..];
        let gap = after.strip_prefix('\\').map_or(0, space);
        if name > 0 && gap > 0 {
            scan.copy(1 + name);
            scan.replace(1, "{}");
            scan.copy(gap);
        } else {
            scan.copy(1);
        }
    }
    scan.finish()
}

/// Marks the end of a one-character command before punctuation with `{}`: `a\o,` becomes `a\o{},`. Not at the start of
/// the text or after `{`.
fn command_stops(text: &str) -> String {
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        let rest = scan.rest();
        let before = scan.last().is_some_and(|c| c != '{');
        let bytes = rest.as_bytes();
        let is_name = bytes.get(1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let is_stop = matches!(bytes.get(2), Some(b';' | b',' | b'.' | b':' | b'%'));
        if before && is_name && is_stop {
            scan.copy(2);
            scan.replace(0, "{}");
            scan.copy(1);
            // The stop belongs to this match: the next command needs a character before it.
            if scan.rest().starts_with('\\') {
                scan.copy(1);
            }
        } else {
            scan.copy(1);
        }
    }
    scan.finish()
}

/// Converts `\c cb` to `\c{cb}`, for every command of one character.
fn arguments(text: &str) -> String {
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        let rest = scan.rest();
        let Some(command) = rest[1..].chars().next() else { break };
        let after = &rest[1 + command.len_utf8()..];
        let gap = space(after);
        let word: usize = after[gap..].chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
        let takes = !ruby::is_space(command) && !"ijIJ&#${}_~%".contains(command);
        if takes && gap > 0 && word > 0 && ends_word(&after[gap + word..]) {
            scan.copy(1 + command.len_utf8());
            scan.replace(gap, "{");
            scan.copy(word);
            scan.replace(0, "}");
        } else {
            scan.copy(1);
        }
    }
    scan.copy(scan.rest().len());
    scan.finish()
}

/// Converts `~` to a no-break space, unless it follows a backslash or another `~`.
fn ties(text: &str) -> String {
    if !text.contains('~') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    if chars.peek() == Some(&'~') {
        chars.next();
        out.push('\u{a0}');
    }
    while let Some(c) = chars.next() {
        out.push(c);
        if c != '\\' && chars.peek() == Some(&'~') {
            chars.next();
            out.push('\u{a0}');
        }
    }
    out
}
