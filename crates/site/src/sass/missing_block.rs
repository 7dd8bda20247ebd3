//! The error of a rule without a block, in dart-sass's words.
//!
//! sasso takes words at the top level for a property, and misses another thing than dart-sass does.

use super::CompileError;

/// The error for a style sheet that sasso refused for another reason at a line, if dart-sass would miss
/// a block there. `shown` is sasso's message, the last line of which names the sheet.
pub(super) fn find(source: &str, shown: &str, line: usize) -> Option<CompileError> {
    let at = missing_block(source)?;
    if source[..at].matches('\n').count() + 1 < line {
        return None;
    }
    let sheet = shown.lines().last().and_then(|line| line.trim().strip_suffix("root stylesheet"));
    let sheet = sheet.and_then(|sheet| sheet.trim_end().rsplit_once(' ').map_or(Some("-"), |(name, _)| Some(name)));
    Some(error(source, "expected \"{\".", at, sheet.unwrap_or("-")))
}

/// The error of an indented sheet that begins with white space, which sasso lets pass.
pub(super) fn indented_start(source: &str) -> Option<CompileError> {
    let message = "Indenting at the beginning of the document is illegal.";
    source.starts_with([' ', '\t']).then(|| error(source, message, 0, "-"))
}

/// Where the first rule at the top level that has no block misses it.
fn missing_block(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find(|c: char| !c.is_whitespace() && c != ';')?;
        let rest = &text[at..];
        if rest.starts_with("//") || rest.starts_with("/*") {
            at = after_comment(text, at)?;
            continue;
        }
        let end = prelude_end(text, at)?;
        let named = rest.starts_with(['$', '@']);
        match text[end..].chars().next() {
            Some('{') => at = block_end(text, end)?,
            Some(';') if named => at = end + 1,
            _ if named || end == at => return None,
            _ => {
                // What is missing at the end of a line is missing before the line break.
                let trimmed = text[..end].trim_end_matches([' ', '\t', '\n', '\r', '\u{c}']);
                let line_break = text[trimmed.len()..end].find(['\n', '\r', '\u{c}']);
                return Some(line_break.map_or(end, |at| trimmed.len() + at));
            }
        }
    }
}

/// Where what stands in front of a block ends: at a brace, a semicolon, an exclamation mark or the end.
/// `None` for what is beyond this: interpolation, and quotes without end.
fn prelude_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'}' | b';' | b'!' => return Some(at),
            b'#' if bytes.get(at + 1) == Some(&b'{') => return None,
            b'"' | b'\'' => at = after_quotes(text, at)?,
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => at = after_comment(text, at)?,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Some(text.len())
}

fn after_quotes(text: &str, at: usize) -> Option<usize> {
    let quote = text.as_bytes()[at] as char;
    let length = text[at + 1..].find([quote, '\n', '\\', '#'])?;
    text[at + 1 + length..].starts_with(quote).then_some(at + length + 2)
}

fn after_comment(text: &str, at: usize) -> Option<usize> {
    if text[at..].starts_with("//") {
        return Some(text[at..].find('\n').map_or(text.len(), |length| at + length));
    }
    text[at + 2..].find("*/").map(|length| at + length + 4)
}

/// Behind the block that begins at `start`.
fn block_end(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        let end = prelude_end(text, at)?;
        match text.as_bytes().get(end)? {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at = end + 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// An error as dart-sass shows it: message, line, and a caret below the place.
fn error(text: &str, message: &str, at: usize, sheet: &str) -> CompileError {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = before.matches('\n').count() + 1;
    let line = text[start..].split(['\n', '\r']).next().unwrap_or_default();
    let column = text[start..at].encode_utf16().count();
    let margin = " ".repeat(number.to_string().len());
    // A tab is shown as four blanks, and counts as one.
    let shift = " ".repeat(column + 3 * text[start..at].matches('\t').count());
    let line = line.replace('\t', "    ");
    let snippet = format!("{margin} ╷\n{number} │ {line}\n{margin} │ {shift}^\n{margin} ╵");
    let message = format!("{message}\n{snippet}\n  {sheet} {number}:{}  root stylesheet", column + 1);
    CompileError { message, line: number, column: column + 1 }
}
