//! Texts made shorter: `truncate`, `truncatewords`.

use super::split::words;
use crate::context::Cx;
use crate::host::Abort;
use crate::value::{Str, Value};
use num_bigint::BigInt;

/// `truncate`: at most so many characters (50), the ellipsis that shows the cut among them.
pub fn truncate(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() {
        return Ok(Value::Nil);
    }
    let text = input.to_s(cx.host)?;
    let length = length(cx, args, 50)?;
    let ellipsis = ellipsis(cx, args)?;
    if BigInt::from(text.chars().count()) <= length {
        return Ok(Value::Str(text));
    }
    let kept = length - BigInt::from(ellipsis.chars().count());
    let kept = usize::try_from(kept).unwrap_or(0);
    let mut cut: String = text.chars().take(kept).collect();
    cut.push_str(&ellipsis);
    Ok(cut.into())
}

/// `truncatewords`: so many words (15), and an ellipsis, also if those are all. White space between
/// words becomes a blank.
pub fn truncatewords(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() {
        return Ok(Value::Nil);
    }
    let text = input.to_s(cx.host)?;
    let length = length(cx, args, 15)?;
    // At least one, whatever was asked for; beyond the text's own length all numbers are the same.
    let kept = if length < BigInt::from(1) { 1 } else { usize::try_from(length).unwrap_or(usize::MAX) };
    let words: Vec<&str> = words(&text).take(kept).collect();
    if words.len() < kept {
        return Ok(input.clone());
    }
    let mut cut = words.join(" ");
    cut.push_str(&ellipsis(cx, args)?);
    Ok(cut.into())
}

fn length(cx: &mut Cx<'_>, args: &[Value], default: i64) -> Result<BigInt, Abort> {
    args.first().map_or_else(|| Ok(BigInt::from(default)), |length| length.to_integer(cx.host))
}

fn ellipsis(cx: &mut Cx<'_>, args: &[Value]) -> Result<Str, Abort> {
    args.get(1).map_or_else(|| Ok("...".into()), |ellipsis| ellipsis.to_s(cx.host))
}
