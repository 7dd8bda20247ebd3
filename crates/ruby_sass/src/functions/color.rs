//! Color functions that create colors or return their properties.

use super::CallContext;
use crate::error::{SassResult, SyntaxError};
use crate::value::{Color, Number, Value, rounded};
use std::sync::Arc;

fn text_has(value: &Value, needles: &[&str]) -> bool {
    matches!(value, Value::Text(text) if needles.iter().any(|needle| text.value.contains(needle)))
}

fn is_var(value: &Value) -> bool {
    text_has(value, &["var("])
}

fn is_special(value: &Value) -> bool {
    text_has(value, &["calc(", "var("])
}

fn wrong_count(given: usize, wanted: usize) -> SassResult<Value> {
    Err(SyntaxError::argument(format!("wrong number of arguments ({given} for {wanted})")))
}

/// Converts a percentage to a share of `most`: `20%` of 255 is 51. Returns the value of a number without a unit
/// unchanged. Fails for other units.
pub(super) fn share(given: &CallContext<'_, '_>, number: &Arc<Number>, most: f64, name: &str) -> SassResult<f64> {
    if number.is_unitless() {
        Ok(number.value)
    } else if number.has_unit(Some("%")) {
        Ok(most * number.value / 100.0)
    } else {
        let text = given.css(&Value::Number(Arc::clone(number)))?;
        Err(SyntaxError::argument(format!("${name}: Expected {text} to have no units or \"%\"")))
    }
}

fn color(color: Color) -> SassResult<Value> {
    Ok(Value::Color(Arc::new(color)))
}

/// The call as plain CSS, with `name` as the function's name.
fn as_css(given: &CallContext<'_, '_>, name: &str) -> SassResult<Value> {
    Ok(Value::ident(format!("{name}({})", given.joined()?)))
}

pub(super) fn rgb(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let count = given.values.len();
    if count < 3 {
        return if given.values.iter().any(is_var) { as_css(given, "rgb") } else { wrong_count(count, 3) };
    }
    if given.values.iter().any(is_special) {
        return as_css(given, "rgb");
    }
    color(Color::from_rgb(channels(given)?, 1.0))
}

fn channels(given: &CallContext<'_, '_>) -> SassResult<[f64; 3]> {
    let names = ["red", "green", "blue"];
    let numbers = [given.number(0, names[0])?, given.number(1, names[1])?, given.number(2, names[2])?];
    let [red, green, blue] = &numbers;
    Ok([
        share(given, red, 255.0, names[0])?,
        share(given, green, 255.0, names[1])?,
        share(given, blue, 255.0, names[2])?,
    ])
}

pub(super) fn rgba(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let count = given.values.len();
    match count {
        1 | 3 => {
            if given.values.iter().any(is_var) {
                as_css(given, "rgba")
            } else {
                wrong_count(count, 4)
            }
        }
        2 => with_alpha(given),
        4 => {
            if given.values.iter().any(is_special) {
                return as_css(given, "rgba");
            }
            let rgb = channels(given)?;
            let alpha = given.number(3, "alpha")?;
            color(Color::from_rgb(rgb, 1.0).with_alpha(share(given, &alpha, 1.0, "alpha")?))
        }
        count => wrong_count(count, 4),
    }
}

fn with_alpha(given: &CallContext<'_, '_>) -> SassResult<Value> {
    let (first, alpha) = (given.get(0), given.get(1));
    if is_var(&first) || (is_var(&alpha) && !matches!(first, Value::Color(_))) {
        return as_css(given, "rgba");
    }
    let base = given.color(0, "color")?;
    if is_special(&alpha) {
        let [red, green, blue] = base.rgb();
        return Ok(Value::ident(format!("rgba({red}, {green}, {blue}, {})", given.css(&alpha)?)));
    }
    let alpha = given.number(1, "alpha")?;
    color(base.with_alpha(share(given, &alpha, 1.0, "alpha")?))
}

pub(super) fn hsl(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let count = given.values.len();
    if count < 3 {
        return if given.values.iter().any(is_var) { as_css(given, "hsl") } else { wrong_count(count, 3) };
    }
    if given.values.iter().any(is_special) {
        return as_css(given, "hsl");
    }
    color(Color::from_hsl(hsl_channels(given)?, 1.0))
}

fn hsl_channels(given: &CallContext<'_, '_>) -> SassResult<[f64; 3]> {
    let hue = given.number(0, "hue")?.value;
    Ok([hue, given.number(1, "saturation")?.value, given.number(2, "lightness")?.value])
}

pub(super) fn hsla(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let count = given.values.len();
    if count < 4 {
        let shown = if count == 3 { 2 } else { count };
        return if given.values.iter().any(is_var) { as_css(given, "hsla") } else { wrong_count(shown, 4) };
    }
    if given.values.iter().any(is_special) {
        return as_css(given, "hsla");
    }
    let hsl = hsl_channels(given)?;
    let alpha = given.number(3, "alpha")?;
    color(Color::from_hsl(hsl, share(given, &alpha, 1.0, "alpha")?))
}

fn channel(given: &CallContext<'_, '_>, index: usize) -> SassResult<Value> {
    let rgb = given.color(0, "color")?.rgb();
    Ok(Value::number(rgb.get(index).copied().map_or(0.0, f64::from)))
}

pub(super) fn red(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    channel(given, 0)
}

pub(super) fn green(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    channel(given, 1)
}

pub(super) fn blue(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    channel(given, 2)
}

pub(super) fn hue(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let [hue, ..] = given.color(0, "color")?.hsl();
    Ok(Value::with_unit(hue, "deg"))
}

pub(super) fn saturation(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let [_, saturation, _] = given.color(0, "color")?.hsl();
    Ok(Value::with_unit(saturation, "%"))
}

pub(super) fn lightness(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let [.., lightness] = given.color(0, "color")?.hsl();
    Ok(Value::with_unit(lightness, "%"))
}

pub(super) fn alpha(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let is_filter = |value: &Value| match value {
        Value::Text(text) if !text.quoted => {
            let rest = text.value.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            rest.len() < text.value.len() && rest.trim_start().starts_with('=')
        }
        _ => false,
    };
    if given.values.iter().all(is_filter) {
        return as_css(given, "alpha");
    }
    if given.values.len() != 1 {
        return wrong_count(given.values.len(), 1);
    }
    Ok(Value::number(given.color(0, "color")?.alpha))
}

pub(super) fn opacity(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if matches!(given.get(0), Value::Number(_)) {
        return as_css(given, "opacity");
    }
    Ok(Value::number(given.color(0, "color")?.alpha))
}

pub(super) fn ie_hex_str(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let color = given.color(0, "color")?;
    let alpha = rounded(color.alpha * 255.0) as u8;
    let hex = color.hex();
    let text = format!("#{alpha:02x}{}", hex.trim_start_matches('#'));
    Ok(Value::ident(text.to_uppercase()))
}
