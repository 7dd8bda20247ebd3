//! The parser for selectors in `@keyframes`.

use crate::prelude::{ScanResult, Scanner, SpanMap};
use crate::{Result, Sources};
use std::sync::Arc;

/// Parses a list of `from`, `to` and percentages.
///
/// # Errors
/// Fails if the text is not such a list.
pub fn parse_keyframe_selectors(text: &str, map: &SpanMap, sources: &Sources) -> Result<Vec<Arc<str>>> {
    selectors(&mut Scanner::new(text)).map_err(|error| map.error(*error, text, sources))
}

fn selectors(scanner: &mut Scanner<'_>) -> ScanResult<Vec<Arc<str>>> {
    let mut selectors = Vec::new();
    loop {
        scanner.whitespace()?;
        if !scanner.looking_at_identifier() {
            selectors.push(percentage(scanner)?.into());
        } else if scanner.scan_identifier("from") {
            selectors.push(Arc::from("from"));
        } else {
            scanner.expect_identifier("to", "\"to\" or \"from\"")?;
            selectors.push(Arc::from("to"));
        }
        scanner.whitespace()?;
        if !scanner.scan(b',') {
            scanner.expect_done()?;
            return Ok(selectors);
        }
    }
}

fn percentage(scanner: &mut Scanner<'_>) -> ScanResult<String> {
    let mut text = String::new();
    if scanner.scan(b'+') {
        text.push('+');
    }
    if !scanner.peek().is_some_and(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(scanner.error("Expected number."));
    }
    digits(scanner, &mut text);
    if scanner.scan(b'.') {
        text.push('.');
        digits(scanner, &mut text);
    }
    if scanner.scan_letter(b'e') {
        text.push('e');
        if let Some(sign @ (b'+' | b'-')) = scanner.peek() {
            scanner.scan(sign);
            text.push(sign as char);
        }
        let before = text.len();
        digits(scanner, &mut text);
        if text.len() == before {
            return Err(scanner.error("Expected digit."));
        }
    }
    scanner.expect(b'%')?;
    text.push('%');
    Ok(text)
}

fn digits(scanner: &mut Scanner<'_>, text: &mut String) {
    while let Some(digit) = scanner.peek().filter(u8::is_ascii_digit) {
        scanner.scan(digit);
        text.push(digit as char);
    }
}
