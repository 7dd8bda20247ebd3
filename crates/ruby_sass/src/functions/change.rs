//! Color functions that change colors.

use super::CallContext;
use crate::error::{SassResult, SyntaxError};
use crate::value::{Color, Number, Value};
use std::sync::Arc;

/// A property of a color that functions change: an RGB channel, an HSL channel or alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Rgb(usize),
    Hsl(usize),
    Alpha,
}

const PARTS: [(&str, Part); 7] = [
    ("red", Part::Rgb(0)),
    ("green", Part::Rgb(1)),
    ("blue", Part::Rgb(2)),
    ("hue", Part::Hsl(0)),
    ("saturation", Part::Hsl(1)),
    ("lightness", Part::Hsl(2)),
    ("alpha", Part::Alpha),
];

fn part_of(color: &Color, part: Part) -> f64 {
    match part {
        Part::Rgb(index) => color.rgb().get(index).copied().map_or(0.0, f64::from),
        Part::Hsl(index) => color.hsl().get(index).copied().unwrap_or(0.0),
        Part::Alpha => color.alpha,
    }
}

/// The color with some properties changed. Fails if both RGB and HSL properties are changed.
fn with_parts(color: &Color, parts: &[(Part, f64)]) -> SassResult<Value> {
    let (mut rgb, mut hsl) = (color.rgb().map(f64::from), color.hsl());
    let (mut has_rgb, mut has_hsl, mut alpha) = (false, false, color.alpha);
    for (part, value) in parts {
        match *part {
            Part::Rgb(index) => {
                has_rgb = true;
                rgb.get_mut(index).into_iter().for_each(|slot| *slot = *value);
            }
            Part::Hsl(index) => {
                has_hsl = true;
                hsl.get_mut(index).into_iter().for_each(|slot| *slot = *value);
            }
            Part::Alpha => alpha = *value,
        }
    }
    Ok(Value::Color(Arc::new(match (has_rgb, has_hsl) {
        (true, true) => {
            return Err(SyntaxError::argument("Cannot specify HSL and RGB values for a color at the same time"));
        }
        (true, false) => Color::from_rgb(rgb, alpha),
        (false, true) => Color::from_hsl(hsl, alpha),
        (false, false) => color.with_alpha(alpha),
    })))
}

fn adjusted(given: &CallContext<'_, '_>, part: Part, sign: f64, most: f64, unit: &str) -> SassResult<Value> {
    let color = given.color(0, "color")?;
    let amount = given.number(1, "amount")?;
    given.within("Amount", (0.0, most), &amount, unit)?;
    with_parts(&color, &[(part, part_of(&color, part) + sign * amount.value)])
}

pub(super) fn opacify(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    adjusted(given, Part::Alpha, 1.0, 1.0, "")
}

pub(super) fn transparentize(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    adjusted(given, Part::Alpha, -1.0, 1.0, "")
}

pub(super) fn lighten(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    adjusted(given, Part::Hsl(2), 1.0, 100.0, "%")
}

pub(super) fn darken(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    adjusted(given, Part::Hsl(2), -1.0, 100.0, "%")
}

pub(super) fn saturate(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if !given.has(1) {
        return Ok(Value::ident(format!("saturate({})", given.joined()?)));
    }
    adjusted(given, Part::Hsl(1), 1.0, 100.0, "%")
}

pub(super) fn desaturate(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    adjusted(given, Part::Hsl(1), -1.0, 100.0, "%")
}

fn turned(color: &Color, degrees: f64) -> SassResult<Value> {
    with_parts(color, &[(Part::Hsl(0), part_of(color, Part::Hsl(0)) + degrees)])
}

pub(super) fn adjust_hue(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let color = given.color(0, "color")?;
    let degrees = given.number(1, "degrees")?.value;
    turned(&color, degrees)
}

pub(super) fn complement(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let color = given.color(0, "color")?;
    turned(&color, 180.0)
}

pub(super) fn grayscale(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if matches!(given.get(0), Value::Number(_)) {
        return Ok(Value::ident(format!("grayscale({})", given.joined()?)));
    }
    let color = given.color(0, "color")?;
    let saturation = part_of(&color, Part::Hsl(1)) - 100.0;
    with_parts(&color, &[(Part::Hsl(1), saturation)])
}

/// Changes properties of a color by named arguments, such as `$red: 15`. `change` computes the new value of a property.
/// Fails for unknown names, and for properties for which `accepts` is false.
fn by_keyword(
    given: &mut CallContext<'_, '_>,
    accepts: impl Fn(Part) -> bool,
    change: impl Fn(&CallContext<'_, '_>, &Color, &str, Part, &Arc<Number>) -> SassResult<f64>,
) -> SassResult<Value> {
    let color = given.color(0, "color")?;
    let mut keywords = std::mem::take(&mut given.keywords);
    let mut parts = Vec::new();
    for (name, part) in PARTS.into_iter().filter(|(_, part)| accepts(*part)) {
        let Some(index) = keywords.iter().position(|(known, _)| known == name) else { continue };
        let (_, value) = keywords.remove(index);
        let Value::Number(number) = &value else { return Err(super::wrong_type(&value, "number", name)) };
        parts.push((part, change(given, &color, name, part, number)?));
    }
    if let Some((name, value)) = keywords.first() {
        return Err(SyntaxError::argument(format!("Unknown argument ${name} ({})", given.css(value)?)));
    }
    with_parts(&color, &parts)
}

pub(super) fn adjust_color(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    by_keyword(
        given,
        |_| true,
        |given, color, name, part, number| {
            let now = part_of(color, part);
            let (most, unit) = match part {
                Part::Hsl(0) => return Ok(now + number.value),
                Part::Rgb(_) => (255.0, ""),
                Part::Hsl(_) => (100.0, "%"),
                Part::Alpha => (1.0, ""),
            };
            given.within(&format!("${name}: Amount"), (-most, most), number, unit)?;
            Ok((now + number.value).clamp(0.0, most))
        },
    )
}

pub(super) fn scale_color(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    by_keyword(
        given,
        |part| part != Part::Hsl(0),
        |given, color, name, part, number| {
            if !number.has_unit(Some("%")) {
                let text = given.css(&Value::Number(Arc::clone(number)))?;
                return Err(SyntaxError::argument(format!("Expected ${name} to have a unit of % but got {text}")));
            }
            given.within(&format!("${name}: Amount"), (-100.0, 100.0), number, "%")?;
            let most = match part {
                Part::Rgb(_) => 255.0,
                Part::Hsl(_) => 100.0,
                Part::Alpha => 1.0,
            };
            let now = part_of(color, part);
            let scale = number.value / 100.0;
            Ok(now + if scale > 0.0 { most - now } else { now } * scale)
        },
    )
}

pub(super) fn change_color(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    by_keyword(
        given,
        |_| true,
        |given, _, name, part, number| {
            let mut what = String::from(name.get(..1).unwrap_or_default().to_uppercase().as_str());
            what.push_str(name.get(1..).unwrap_or_default());
            match part {
                Part::Hsl(0) => Ok(number.value),
                Part::Rgb(_) => given.within(&format!("{what} value"), (0.0, 255.0), number, ""),
                Part::Hsl(_) => given.within(&what, (0.0, 100.0), number, "%"),
                Part::Alpha => given.within(&format!("{what} channel"), (0.0, 1.0), number, ""),
            }
        },
    )
}

fn mixed(one: &Color, two: &Color, weight: f64) -> Value {
    let share = weight / 100.0;
    let w = share * 2.0 - 1.0;
    let a = one.alpha - two.alpha;
    let first = ((if w * a == -1.0 { w } else { (w + a) / (1.0 + w * a) }) + 1.0) / 2.0;
    let second = 1.0 - first;
    let mut rgb = one.rgb().map(f64::from);
    for (channel, other) in rgb.iter_mut().zip(two.rgb()) {
        *channel = *channel * first + f64::from(other) * second;
    }
    let alpha = one.alpha * share + two.alpha * (1.0 - share);
    Value::Color(Arc::new(Color::from_rgb(rgb, alpha)))
}

fn weight(given: &CallContext<'_, '_>, index: usize, default: f64) -> SassResult<f64> {
    if !given.has(index) {
        return Ok(default);
    }
    let weight = given.number(index, "weight")?;
    given.within("Weight", (0.0, 100.0), &weight, "%")?;
    Ok(weight.value)
}

pub(super) fn mix(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (one, two) = (given.color(0, "color1")?, given.color(1, "color2")?);
    Ok(mixed(&one, &two, weight(given, 2, 50.0)?))
}

pub(super) fn invert(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    if matches!(given.get(0), Value::Number(_)) {
        return Ok(Value::ident(format!("invert({})", given.css(&given.get(0))?)));
    }
    let color = given.color(0, "color")?;
    let inverse = Color::from_rgb(color.rgb().map(|channel| 255.0 - f64::from(channel)), color.alpha);
    Ok(mixed(&inverse, &color, weight(given, 1, 100.0)?))
}
