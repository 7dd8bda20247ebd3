//! `strip_html`: removes HTML tags.

use crate::context::Context;
use crate::value::{Abort, Value};
use memchr::{memchr, memmem};
use std::borrow::Cow;

/// The start and end of each element that is removed with its content, in lower case, as Liquid searches for them.
const BLOCKS: [(&str, &str); 3] = [("<script", "</script>"), ("<!--", "-->"), ("<style", "</style>")];

/// `strip_html`: removes scripts, styles and comments, and then all tags. A tag without `>` is kept.
pub(crate) fn strip_html(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let text = input.to_text(cx.host)?;
    let text = without_blocks(&text);
    let mut rest: &str = &text;
    while let Some(start) = memchr(b'<', rest.as_bytes()) {
        let Some(length) = memchr(b'>', &rest.as_bytes()[start..]) else { break };
        out.push_str(&rest[..start]);
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    Ok(None)
}

/// The text without scripts, styles and comments. Borrowed if there are none.
fn without_blocks(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    // If the end of a block is not found, it does not occur later, either.
    let mut closes = [true; BLOCKS.len()];
    let mut from = 0;
    while let Some(position) = memchr(b'<', &text.as_bytes()[from..]).map(|position| from + position) {
        from = position + 1;
        if !matches!(text.as_bytes().get(from), Some(b's' | b'!')) {
            continue;
        }
        for ((start, end), closes) in BLOCKS.iter().zip(&mut closes) {
            if !*closes || !text[position..].starts_with(start) {
                continue;
            }
            let inside = position + start.len();
            match memmem::find(&text.as_bytes()[inside..], end.as_bytes()) {
                Some(length) => {
                    out.push_str(&text[done..position]);
                    from = inside + length + end.len();
                    done = from;
                    break;
                }
                None => *closes = false,
            }
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}
