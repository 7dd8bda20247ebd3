//! Color mixing, inversion, complement and grayscale.

use super::update::adjust_channel;
use super::{check_percent, css_call, missing_channel_error, shown, space_argument};
use crate::functions::{FunctionContext, warn_global};
use crate::value::color::{Channel, InterpolationMethod, Range, Space};
use crate::value::{Color, Number, Value, argument_error, fuzzy};
use crate::{Deprecation, Error, Result};

pub(super) fn mix(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let first = args[0].assert_color(Some("color1"))?;
    let second = args[1].assert_color(Some("color2"))?;
    let weight = args[2].assert_number(Some("weight"))?;
    if !args[3].is_null() {
        let method = InterpolationMethod::from_value(&args[3], Some("method"))?;
        let weight = weight.value_in_range_with(0.0, 100.0, Some("weight"), "%")? / 100.0;
        return Ok(first.interpolate(second, method, weight).into());
    }
    check_percent(weight, "weight", context);
    for (color, name) in [(first, "color1"), (second, "color2")] {
        if !color.is_legacy() {
            let text =
                format!("To use color.mix() with non-legacy color {}, you must provide a $method.", shown(color));
            return Err(argument_error(text, Some(name)));
        }
    }
    Ok(mix_legacy(first, second, weight)?.into())
}

/// Mixes colors with the legacy algorithm, in which the more opaque color has more weight.
fn mix_legacy(first: &Color, second: &Color, weight: &Number) -> Result<Color> {
    let (a, b) = (first.to_space(Space::Rgb), second.to_space(Space::Rgb));
    let scale = weight.value_in_range(0.0, 100.0, Some("weight"))? / 100.0;
    let normalized = scale * 2.0 - 1.0;
    let distance = first.alpha_value() - second.alpha_value();
    let product = normalized * distance;
    let combined = if product == -1.0 { normalized } else { (normalized + distance) / (1.0 + product) };
    let weight1 = (combined + 1.0) / 2.0;
    let weight2 = 1.0 - weight1;
    let channels = [0, 1, 2].map(|index| a.channel(index) * weight1 + b.channel(index) * weight2);
    Ok(Color::rgb(channels, a.alpha_value() * scale + b.alpha_value() * (1.0 - scale)))
}

pub(super) fn complement(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let implicit = args[1].is_null();
    let space = if color.is_legacy() && implicit { Space::Hsl } else { space_argument(&args[1])? };
    if !space.is_polar() {
        let text = format!("Color space {} doesn't have a hue channel.", space.name());
        return Err(argument_error(text, Some("space")));
    }
    let mut converted = if implicit { color.to_space_complete(space) } else { color.to_space(space) };
    let hue = if space.is_legacy() { 0 } else { 2 };
    let old = converted.channel_or_missing(hue);
    let new = match space.channels().get(hue) {
        Some(channel) => adjust_channel(&converted, channel, old, Some(&Number::new(180.0)), context)?,
        None => old,
    };
    if let Some(value) = converted.channels.get_mut(hue) {
        *value = new;
    }
    let turned = Color::new(space, converted.channels, converted.alpha);
    Ok(turned.to_space_complete(color.space).into())
}

pub(super) fn global_invert(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let filter = matches!(args[0], Value::Number(_)) || args[0].is_special_number();
    if !filter {
        warn_global("color", "invert", context);
    }
    invert(args, filter, context)
}

pub(super) fn module_invert(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let result = invert(args, matches!(args[0], Value::Number(_)), context)?;
    if matches!(result, Value::String(_)) {
        warn_number("invert", &args[0], &result, context);
    }
    Ok(result)
}

/// Warns about a call with a number, such as `color.invert(1)`, which is meant for the CSS function.
fn warn_number(name: &str, number: &Value, result: &Value, context: &mut dyn FunctionContext) {
    let text = format!(
        "Passing a number ({}) to color.{name}() is deprecated.\n\nRecommendation: {}",
        number.inspect(),
        result.inspect()
    );
    context.deprecate(Deprecation::ColorModuleCompat, text);
}

fn invert(args: &[Value], filter: bool, context: &mut dyn FunctionContext) -> Result<Value> {
    let weight = args[1].assert_number(Some("weight"))?;
    if filter {
        if weight.value != 100.0 || !weight.is_percent() {
            return Err(Error::message("Only one argument may be passed to the plain-CSS invert() function."));
        }
        return css_call("invert", &args[..1]);
    }
    let color = args[0].assert_color(Some("color"))?;
    if args[2].is_null() {
        if !color.is_legacy() {
            let text =
                format!("To use color.invert() with non-legacy color {}, you must provide a $space.", shown(color));
            return Err(argument_error(text, Some("color")));
        }
        check_percent(weight, "weight", context);
        let rgb = color.to_space(Space::Rgb);
        let inverted = Color::rgb_or_missing(invert_channels(&rgb, [true; 3])?, color.alpha);
        return Ok(mix_legacy(&inverted, color, weight)?.to_space(color.space).into());
    }
    let space = space_argument(&args[2])?;
    let weight = weight.value_in_range_with(0.0, 100.0, Some("weight"), "%")? / 100.0;
    if fuzzy::equals(weight, 0.0) {
        return Ok(args[0].clone());
    }
    let converted = color.to_space(space);
    let channels = match space {
        Space::Hwb => {
            let [hue, whiteness, blackness] = invert_channels(&converted, [true, false, false])?;
            [hue, blackness, whiteness]
        }
        Space::Hsl | Space::Lch | Space::Oklch => invert_channels(&converted, [true, false, true])?,
        _ => invert_channels(&converted, [true; 3])?,
    };
    let inverted = Color::new(space, channels, Some(converted.alpha_value()));
    if fuzzy::equals(weight, 1.0) {
        return Ok(inverted.to_space_complete(color.space).into());
    }
    Ok(color.interpolate(&inverted, InterpolationMethod::new(space), 1.0 - weight).into())
}

fn invert_channels(color: &Color, which: [bool; 3]) -> Result<[Option<f64>; 3]> {
    let mut channels = color.channels;
    for ((value, channel), invert) in channels.iter_mut().zip(color.space.channels()).zip(which) {
        if invert {
            *value = Some(invert_channel(color, channel, *value)?);
        }
    }
    Ok(channels)
}

fn invert_channel(color: &Color, channel: &Channel, value: Option<f64>) -> Result<f64> {
    let value = value.ok_or_else(|| missing_channel_error(color, channel.name))?;
    Ok(match &channel.range {
        Some(Range { min, .. }) if *min < 0.0 => -value,
        Some(Range { max, .. }) => max - value,
        None => fuzzy::modulo(value + 180.0, 360.0),
    })
}

pub(super) fn global_grayscale(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if matches!(args[0], Value::Number(_)) || args[0].is_special_number() {
        return css_call("grayscale", args);
    }
    warn_global("color", "grayscale", context);
    grayscale(&args[0])
}

pub(super) fn module_grayscale(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if matches!(args[0], Value::Number(_)) {
        let result = css_call("grayscale", args)?;
        warn_number("grayscale", &args[0], &result, context);
        return Ok(result);
    }
    grayscale(&args[0])
}

fn grayscale(value: &Value) -> Result<Value> {
    let color = value.assert_color(Some("color"))?;
    let space = if color.is_legacy() { Space::Hsl } else { Space::Oklch };
    let mut converted = color.to_space(space);
    converted.channels[1] = Some(0.0);
    let gray = Color::new(space, converted.channels, Some(converted.alpha_value()));
    Ok(if color.is_legacy() { gray.to_space_complete(color.space) } else { gray.to_space(color.space) }.into())
}
