//! Commands for characters, dashes and quotes, escaped signs, and dollar signs around formulas.

use super::scan::{Scan, ends_word, space};
use super::tables;
use crate::ruby;

/// Removes the dollar signs around formulas: `$x$` becomes `x`. Keeps unpaired signs, and the first of two adjacent
/// signs: `$$x$$` becomes `$x$`.
pub(super) fn strip_maths(text: &str) -> String {
    let mut scan = Scan::new(text);
    while scan.copy_to('$') {
        match scan.rest()[1..].find('$') {
            Some(0) => scan.copy(1),
            Some(length) => {
                scan.replace(1, "");
                scan.copy(length);
                scan.replace(1, "");
            }
            None => scan.copy(1),
        }
    }
    scan.finish()
}

/// Converts commands such as `\dag`, then dashes and quotes, then escaped characters such as `\&`.
pub(super) fn punctuation(text: &str) -> String {
    let text = named(text, tables::PUNCTUATION, None);
    let text = dashes_and_quotes(&text);
    escaped(&text)
}

/// Replaces each command in `table` with its characters, together with the empty braces or white space after the
/// command. `comma` replaces `\,` before a word, white space or empty braces.
pub(super) fn named(text: &str, table: &[(&str, &'static str)], comma: Option<&str>) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        let rest = &scan.rest()[1..];
        let word: usize = rest.chars().take_while(|c| ruby::is_word(*c)).map(char::len_utf8).sum();
        if let Some(by) = tables::find(table, &rest[..word]).filter(|_| word > 0) {
            scan.replace(1 + word + command_end(&rest[word..]), by);
        } else if let Some(by) = comma.filter(|_| rest.starts_with(',')) {
            let end = command_end(&rest[1..]);
            if end > 0 || !ends_word(&rest[1..]) {
                scan.replace(2 + end, by);
            } else {
                scan.copy(1);
            }
        } else {
            scan.copy(1);
        }
    }
    scan.finish()
}

/// The length in bytes of the empty braces or white space that ends a command. 0 if neither follows.
fn command_end(rest: &str) -> usize {
    if rest.starts_with("{}") { 2 } else { space(rest) }
}

/// Converts hyphens to dashes, and backquotes and apostrophes to quotes. Removes runs of more than three hyphens.
fn dashes_and_quotes(text: &str) -> String {
    if !text.contains(['-', '`', '\'']) {
        return text.to_owned();
    }
    let mut scan = Scan::new(text);
    while let Some(length) = scan.rest().find(['-', '`', '\'']) {
        scan.copy(length);
        let rest = scan.rest();
        if rest.starts_with('-') {
            let dashes = rest.len() - rest.trim_start_matches('-').len();
            scan.replace(dashes, ["-", "–", "—"].get(dashes - 1).copied().unwrap_or(""));
        } else if rest.starts_with("``") {
            scan.replace(2, "“");
        } else if rest.starts_with("''") {
            scan.replace(2, "”");
        } else {
            scan.replace(1, if rest.starts_with('`') { "‘" } else { "’" });
        }
    }
    scan.copy(scan.rest().len());
    scan.finish()
}

/// Removes the backslash before signs such as `&`. Then converts `\~{}` to `~`, and `\ ` to a space.
fn escaped(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut scan = Scan::new(text);
    while scan.copy_to('\\') {
        let sign = scan.rest()[1..].starts_with(['$', '%', ';', '#', '_', '&']);
        if sign {
            scan.replace(1, "");
            scan.copy(1);
            // The braces belong to this sign and are not matched again.
            if scan.rest().starts_with("{}") {
                scan.copy(2);
            }
        } else {
            scan.copy(1);
        }
    }
    let text = scan.finish().replace("\\~{}", "~");
    text.replace("\\ ", " ")
}
