//! `strip_html`: the text without tags.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;

/// What goes with all that is in it, up to its end; written small, as Liquid looks for them.
const BLOCKS: [(&str, &str); 3] = [("<script", "</script>"), ("<!--", "-->"), ("<style", "</style>")];

/// `strip_html`: without scripts, styles and comments, and then without tags. What is not closed
/// stays.
pub fn strip_html(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    if !text.contains('<') {
        return Ok(Value::Str(text));
    }
    Ok(without_tags(&without_blocks(&text)).into())
}

fn without_blocks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    // Once a block's end is not found it is nowhere further on either.
    let mut closes = [true; BLOCKS.len()];
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|at| from + at) {
        from = at + 1;
        for ((start, end), closes) in BLOCKS.iter().zip(&mut closes) {
            if !*closes || !text[at..].starts_with(start) {
                continue;
            }
            let inside = at + start.len();
            match text[inside..].find(end) {
                Some(length) => {
                    out.push_str(&text[done..at]);
                    from = inside + length + end.len();
                    done = from;
                    break;
                }
                None => *closes = false,
            }
        }
    }
    out.push_str(&text[done..]);
    out
}

fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let Some(length) = rest[start..].find('>') else { break };
        out.push_str(&rest[..start]);
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    out
}
