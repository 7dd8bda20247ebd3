//! The parser for media queries, which runs after interpolation.

use super::MediaQuery;
use crate::scanner::{Scanner, SpanMap};
use crate::{Result, Sources};

/// Parses a list of media queries, after interpolation.
///
/// # Errors
/// Fails if the text is not a list of media queries.
pub(crate) fn parse_media_queries(text: &str, map: &SpanMap, sources: &Sources) -> Result<Vec<MediaQuery>> {
    queries(&mut Scanner::interpolated(text)).map_err(|error| map.error(error, text, sources))
}

fn queries(scanner: &mut Scanner<'_>) -> Result<Vec<MediaQuery>> {
    let mut queries = Vec::new();
    loop {
        scanner.whitespace()?;
        queries.push(query(scanner)?);
        scanner.whitespace()?;
        if !scanner.scan_byte(b',') {
            scanner.expect_done()?;
            return Ok(queries);
        }
    }
}

fn query(scanner: &mut Scanner<'_>) -> Result<MediaQuery> {
    if scanner.peek() == Some(b'(') {
        return conditions(scanner);
    }
    let first = scanner.identifier()?.into_owned();
    if first.eq_ignore_ascii_case("not") {
        scanner.expect_whitespace()?;
        if !scanner.looking_at_identifier() {
            let condition = format!("(not {})", in_parens(scanner)?);
            return Ok(MediaQuery::of_conditions(vec![condition], true));
        }
    }
    scanner.whitespace()?;
    if !scanner.looking_at_identifier() {
        return Ok(MediaQuery::of_type(None, first, Vec::new()));
    }
    let second = scanner.identifier()?.into_owned();
    let (modifier, media_type) = if second.eq_ignore_ascii_case("and") {
        scanner.expect_whitespace()?;
        (None, first)
    } else {
        scanner.whitespace()?;
        if !scanner.scan_identifier("and")? {
            return Ok(MediaQuery::of_type(Some(first), second, Vec::new()));
        }
        scanner.expect_whitespace()?;
        (Some(first), second)
    };
    if scanner.scan_identifier("not")? {
        scanner.expect_whitespace()?;
        let condition = format!("(not {})", in_parens(scanner)?);
        return Ok(MediaQuery::of_type(modifier, media_type, vec![condition]));
    }
    Ok(MediaQuery::of_type(modifier, media_type, sequence(scanner, "and")?))
}

/// Reads a query without a media type, such as `(color) and (hover)`.
fn conditions(scanner: &mut Scanner<'_>) -> Result<MediaQuery> {
    let mut conditions = vec![in_parens(scanner)?];
    scanner.whitespace()?;
    let mut conjunction = true;
    if scanner.scan_identifier("and")? {
        scanner.expect_whitespace()?;
        conditions.append(&mut sequence(scanner, "and")?);
    } else if scanner.scan_identifier("or")? {
        scanner.expect_whitespace()?;
        conjunction = false;
        conditions.append(&mut sequence(scanner, "or")?);
    }
    Ok(MediaQuery::of_conditions(conditions, conjunction))
}

/// Reads conditions in parentheses, joined by `operator`.
fn sequence(scanner: &mut Scanner<'_>, operator: &str) -> Result<Vec<String>> {
    let mut conditions = Vec::new();
    loop {
        conditions.push(in_parens(scanner)?);
        scanner.whitespace()?;
        if !scanner.scan_identifier(operator)? {
            return Ok(conditions);
        }
        scanner.expect_whitespace()?;
    }
}

fn in_parens(scanner: &mut Scanner<'_>) -> Result<String> {
    if !scanner.scan_byte(b'(') {
        return scanner.fail("expected media condition in parentheses.");
    }
    let condition = format!("({})", scanner.declaration_value(false)?);
    scanner.expect_byte(b')')?;
    Ok(condition)
}
