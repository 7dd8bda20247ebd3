//! Mirrors cmark-gfm's extension `autolink`: addresses in the text that become links.

use super::html::{address, escape};

/// Writes a text with its addresses as links.
pub(super) fn write(out: &mut String, text: &str) {
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut at = 0;
    while at < bytes.len() {
        let found = match bytes[at] {
            b'w' => www(text, at).map(|end| (at, end, "http://")),
            b':' => url(text, from, at).map(|(start, end)| (start, end, "")),
            b'@' => email(text, from, at),
            _ => None,
        };
        let Some((start, end, scheme)) = found else {
            at += 1;
            continue;
        };
        escape(out, &text[from..start]);
        out.push_str("<a href=\"");
        out.push_str(scheme);
        address(out, &text[start..end]);
        out.push_str("\">");
        escape(out, &text[start..end]);
        out.push_str("</a>");
        (from, at) = (end, end);
    }
    escape(out, &text[from..]);
}

/// The end of an address that begins with `www.` at `at`.
fn www(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].chars().next_back();
    let free = before.is_none_or(|c| c.is_whitespace() || matches!(c, '*' | '_' | '~' | '('));
    if !free || !text[at..].starts_with("www.") {
        return None;
    }
    domain(&text[at..], false)?;
    end(text, at)
}

/// The start and the end of an address whose colon is at `at`.
fn url(text: &str, from: usize, at: usize) -> Option<(usize, usize)> {
    if !text[at..].starts_with("://") {
        return None;
    }
    let scheme = text[from..at].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let start = at - scheme;
    if !["http", "https", "ftp"].iter().any(|known| text[start..at].eq_ignore_ascii_case(known)) {
        return None;
    }
    domain(&text[at + 3..], true)?;
    Some((start, end(text, start)?))
}

/// The length of a domain; dots are needed unless `short` ones will do. The last two parts have no underscore.
fn domain(text: &str, short: bool) -> Option<usize> {
    let (mut dots, mut last, mut before_last) = (0, 0, 0);
    let mut length = 0;
    for c in text.chars() {
        match c {
            '_' => last += 1,
            '.' => {
                dots += 1;
                before_last = last;
                last = 0;
            }
            '-' => {}
            c if c.is_whitespace() || c.is_ascii_punctuation() => break,
            _ => {}
        }
        length += c.len_utf8();
    }
    let good = last == 0 && before_last == 0 && length > 0 && (short || dots > 0);
    good.then_some(length)
}

/// Where an address that begins at `start` ends: before white space or `<`, without punctuation.
fn end(text: &str, start: usize) -> Option<usize> {
    let tail = &text[start..];
    let mut link = &tail[..tail.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(tail.len())];
    while let Some(last) = link.bytes().last() {
        match last {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => link = &link[..link.len() - 1],
            b')' => {
                let count = |mark: char| link.matches(mark).count();
                if count(')') <= count('(') {
                    break;
                }
                link = &link[..link.len() - 1];
            }
            b';' => {
                let name = link[..link.len() - 1].bytes().rev().take_while(u8::is_ascii_alphabetic).count();
                let amp = link.len() - 1 - name;
                let entity = name > 0 && link[..amp].ends_with('&');
                link = &link[..if entity { amp - 1 } else { link.len() - 1 }];
            }
            _ => break,
        }
    }
    (!link.is_empty()).then_some(start + link.len())
}

/// The start and the end of an address of electronic mail whose `@` is at `at`, and the scheme it lacks.
fn email(text: &str, from: usize, at: usize) -> Option<(usize, usize, &'static str)> {
    let bytes = text.as_bytes();
    let local = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'+' | b'-' | b'_');
    let before = bytes[from..at].iter().rev().take_while(|b| local(b)).count();
    if before == 0 {
        return None;
    }
    let mut dots = 0;
    let mut stop = at + 1;
    while let Some(&byte) = bytes.get(stop) {
        match byte {
            b'.' if bytes.get(stop + 1).is_some_and(u8::is_ascii_alphanumeric) => dots += 1,
            b'-' | b'_' => {}
            byte if byte.is_ascii_alphanumeric() => {}
            _ => break,
        }
        stop += 1;
    }
    let ends_well = bytes[stop - 1].is_ascii_alphabetic() || bytes[stop - 1] == b'.';
    let start = at - before;
    // A scheme that is written out belongs to the link.
    let (start, scheme) = match text[from..start].ends_with("mailto:") {
        true => (start - "mailto:".len(), ""),
        false => (start, "mailto:"),
    };
    (stop - at >= 2 && dots > 0 && ends_well).then_some((start, stop, scheme))
}
