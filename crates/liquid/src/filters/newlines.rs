//! Line break filters: `strip_newlines`, `newline_to_br`.

use crate::context::Context;
use crate::value::{Abort, Value};
use memchr::memchr_iter;

/// `strip_newlines`: removes all line breaks, which are `\n` or `\r\n`. A single `\r` is kept.
pub(crate) fn strip_newlines(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let text = input.to_text(cx.host)?;
    each_line(&text, out, |line, out| out.push_str(line.strip_suffix('\r').unwrap_or(line)));
    Ok(None)
}

/// `newline_to_br`: inserts `<br />` before each `\n`, and so between `\r` and `\n`.
pub(crate) fn newline_to_br(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let text = input.to_text(cx.host)?;
    each_line(&text, out, |line, out| {
        out.push_str(line);
        out.push_str("<br />\n");
    });
    Ok(None)
}

/// Calls `write` with each terminated line, without its line feed. Then appends the text after the last line feed
/// unchanged.
fn each_line(text: &str, out: &mut String, write: impl Fn(&str, &mut String)) {
    let mut done = 0;
    for position in memchr_iter(b'\n', text.as_bytes()) {
        write(&text[done..position], out);
        done = position + 1;
    }
    out.push_str(&text[done..]);
}
