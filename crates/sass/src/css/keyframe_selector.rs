//! The parser for selectors in `@keyframes`.

use crate::scanner::{Scanner, SpanMap};
use crate::{Result, Sources};
use std::sync::Arc;

/// Parses a list of `from`, `to` and percentages. A percentage such as `50.0%` is not shortened.
///
/// # Errors
/// Fails if the text is not such a list.
pub(crate) fn parse_keyframe_selectors(text: &str, map: &SpanMap, sources: &Sources) -> Result<Vec<Arc<str>>> {
    selectors(&mut Scanner::interpolated(text)).map_err(|error| map.error(error, text, sources))
}

fn selectors(scanner: &mut Scanner<'_>) -> Result<Vec<Arc<str>>> {
    let mut selectors = Vec::new();
    loop {
        scanner.whitespace()?;
        if !scanner.looking_at_identifier() {
            selectors.push(percentage(scanner)?.into());
        } else if scanner.scan_identifier("from")? {
            selectors.push(Arc::from("from"));
        } else {
            scanner.expect_identifier("to", Some("\"to\" or \"from\""))?;
            selectors.push(Arc::from("to"));
        }
        scanner.whitespace()?;
        if !scanner.scan_byte(b',') {
            scanner.expect_done()?;
            return Ok(selectors);
        }
    }
}

fn percentage(scanner: &mut Scanner<'_>) -> Result<String> {
    let mut text = String::new();
    if scanner.scan_byte(b'+') {
        text.push('+');
    }
    if !scanner.peek().is_some_and(|byte| byte.is_ascii_digit() || byte == b'.') {
        return scanner.fail("Expected number.");
    }
    digits(scanner, &mut text);
    if scanner.scan_byte(b'.') {
        text.push('.');
        digits(scanner, &mut text);
    }
    if scanner.scan_letter(b'e')? {
        text.push('e');
        if let Some(sign @ (b'+' | b'-')) = scanner.peek() {
            scanner.scan_byte(sign);
            text.push(sign as char);
        }
        let before = text.len();
        digits(scanner, &mut text);
        if text.len() == before {
            return scanner.fail("Expected digit.");
        }
    }
    scanner.expect_byte(b'%')?;
    text.push('%');
    Ok(text)
}

fn digits(scanner: &mut Scanner<'_>, text: &mut String) {
    while let Some(digit) = scanner.peek().filter(u8::is_ascii_digit) {
        scanner.scan_byte(digit);
        text.push(digit as char);
    }
}
