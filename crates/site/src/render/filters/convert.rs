//! Filters that run the site's converters: `markdownify`, `smartify`, `sassify`, `scssify`.

use super::{Conversion, rendering};
use hastie_liquid::encoding::is_to_s_ascii;
use hastie_liquid::{Abort, Context, Value};

/// `markdownify`: converts Markdown to HTML with the site's Markdown converter.
pub(crate) fn markdownify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    cx.spend(steps_of_markdown(&text))?;
    Ok(Conversion::Markdown.run(&text, is_to_s_ascii(input) && text.is_ascii(), rendering(cx)?)?.into())
}

/// An estimate of the steps that converting a text costs. Characters that may start a span cost more than others.
fn steps_of_markdown(text: &str) -> u64 {
    let tried = text.bytes().filter(|byte| MAY_START_SPAN[usize::from(*byte)]).count();
    text.len() as u64 * 3 + tried as u64 * 15
}

/// The bytes that may start a span in Markdown. A table, because every byte of every converted text is looked up.
const MAY_START_SPAN: [bool; 256] = {
    let mut table = [false; 256];
    let starts = b"[*_`<!{$\\";
    let mut index = 0;
    while index < starts.len() {
        table[starts[index] as usize] = true;
        index += 1;
    }
    table
};

/// `smartify`: replaces plain quotes, dashes and dots by typographic ones: `"a" -- b...` becomes `“a” – b…`.
pub(crate) fn smartify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    cx.spend(text.len() as u64 * 3)?;
    Ok(Conversion::SmartyPants.run(&text, is_to_s_ascii(input) && text.is_ascii(), rendering(cx)?)?.into())
}

/// `sassify`: converts indented Sass to CSS, without a source map.
pub(crate) fn sassify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    style_sheet(cx, Conversion::Sass, input)
}

/// `scssify`: converts SCSS to CSS, without a source map.
pub(crate) fn scssify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    style_sheet(cx, Conversion::Scss, input)
}

/// Converts a style sheet. For numbers, booleans, nil, hashes and arrays with items, fails with the error that
/// dart-sass raises in JavaScript.
fn style_sheet(cx: &mut Context<'_>, conversion: Conversion, input: &Value) -> Result<Value, Abort> {
    let text = match input {
        Value::Str(text) => text.clone(),
        // JSON converts values without their own JSON type to strings.
        Value::Range(..) | Value::Date(_) | Value::Time(_) | Value::Symbol(_) | Value::Empty | Value::Blank => {
            input.to_s(cx.host)?
        }
        Value::Nil => return Err(script_error("Cannot read properties of null (reading 'length')")),
        Value::Array(items) if items.is_empty() => return Ok(Value::str("")),
        Value::Array(_) => return Err(script_error("this._string.charCodeAt is not a function")),
        _ => return Err(script_error("t2.charCodeAt is not a function")),
    };
    cx.spend(text.len() as u64 * 3)?;
    rendering(cx)?.own_reads.note("a style sheet, which the page's own files may change");
    Ok(conversion.run(&text, false, rendering(cx)?)?.into())
}

fn script_error(message: &str) -> Abort {
    Abort::error("ArgumentError", message)
}
