//! Case filters: `downcase`, `upcase`, `capitalize`.

use crate::context::Context;
use crate::value::letter_case::{push_capitalized, push_downcased};
use crate::value::{Abort, Value};
use std::borrow::Cow;

/// `downcase`: converts all letters to lower case, also outside of ASCII.
pub(crate) fn downcase(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    push_downcased(&text_of(cx, input)?, out);
    Ok(None)
}

/// `upcase`: converts all letters to upper case, also outside of ASCII.
pub(crate) fn upcase(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let text = text_of(cx, input)?;
    if text.is_ascii() {
        let start = out.len();
        out.push_str(&text);
        out[start..].make_ascii_uppercase();
    } else {
        out.extend(text.chars().flat_map(char::to_uppercase));
    }
    Ok(None)
}

/// `capitalize`: converts the first character to title case (`Ss` for `ß`), and all other characters to lower case.
pub(crate) fn capitalize(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    push_capitalized(&text_of(cx, input)?, out);
    Ok(None)
}

/// The input's text. Counts steps for text outside of ASCII, which is looked up letter by letter.
fn text_of<'v>(cx: &mut Context<'_>, input: &'v Value) -> Result<Cow<'v, str>, Abort> {
    let text = input.to_text(cx.host)?;
    if !text.is_ascii() {
        cx.spend(text.len() as u64 / 4)?;
    }
    Ok(text)
}
