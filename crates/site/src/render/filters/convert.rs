//! The site's converters as filters: `markdownify`, `smartify`, `sassify`, `scssify`.

use super::{Conversion, rendering};
use hastie_liquid::{Abort, Context, Value};

/// `markdownify`: Markdown as HTML.
pub fn markdownify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    cx.spend(steps_of_markdown(&text))?;
    Ok(Conversion::Markdown.run(&text, is_ascii(input, &text), rendering(cx)?)?.into())
}

/// Roughly the steps of a rendering that converting a text takes: what may begin a span is tried as one.
fn steps_of_markdown(text: &str) -> u64 {
    let tried = text.bytes().filter(|byte| b"[*_`<!{$\\".contains(byte)).count();
    text.len() as u64 * 3 + tried as u64 * 15
}

/// `smartify`: plain quotes, dashes and dots as typographic ones.
pub fn smartify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    cx.spend(text.len() as u64 * 3)?;
    Ok(Conversion::SmartyPants.run(&text, is_ascii(input, &text), rendering(cx)?)?.into())
}

/// Whether Ruby's text of the value is in the encoding US-ASCII: that of a number is, and an array or a
/// hash takes over the encoding of what it begins with. So does captured text.
fn is_ascii(value: &Value, text: &str) -> bool {
    let first = match value {
        Value::Array(items) => items.first(),
        Value::Hash(hash) => hash.keys().next(),
        Value::Str(text) => return text.is_us_ascii(),
        Value::Drop(_) => return false,
        _ => None,
    };
    text.is_ascii() && first.is_none_or(|first| is_ascii(first, ""))
}

/// `sassify`: indented Sass as CSS.
pub fn sassify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    style_sheet(cx, Conversion::Sass, input)
}

/// `scssify`: SCSS as CSS.
pub fn scssify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    style_sheet(cx, Conversion::Scss, input)
}

/// A value that is no text fails within Sass, which is written in JavaScript, and it is JavaScript's words
/// that a site's author gets to see.
fn style_sheet(cx: &mut Context<'_>, conversion: Conversion, input: &Value) -> Result<Value, Abort> {
    let text = match input {
        Value::Str(text) => text.clone(),
        // JSON carries what has no form of its own there as text.
        Value::Range(..) | Value::Date(_) | Value::Time(_) | Value::Empty | Value::Blank => input.to_s(cx.host)?,
        Value::Nil => return Err(script_error("Cannot read properties of null (reading 'length')")),
        Value::Array(items) if items.is_empty() => return Ok(Value::str("")),
        Value::Array(_) => return Err(script_error("this._string.charCodeAt is not a function")),
        _ => return Err(script_error("t2.charCodeAt is not a function")),
    };
    cx.spend(text.len() as u64 * 3)?;
    Ok(conversion.run(&text, false, rendering(cx)?)?.into())
}

fn script_error(message: &str) -> Abort {
    Abort::error("ArgumentError", message)
}
