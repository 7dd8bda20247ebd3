//! Legacy color functions, which `color.adjust()` and `color.scale()` replace.

use super::{angle_value, css_call};
use crate::functions::{FunctionContext, warn_global};
use crate::value::color::Space;
use crate::value::{Color, Number, Value, fuzzy};
use crate::{Deprecation, Error, Result};

/// The error for a call such as `color.lighten()`: the function `name` exists only globally. Recommends
/// `color.adjust()` with `channel`, and with `sign` before the amount.
pub(super) fn removed(args: &mut [Value], name: &str, channel: &str, sign: &str) -> Result<Value> {
    Err(Error::message(format!(
        "The function {name}() isn't in the sass:color module.\n\nRecommendation: color.adjust({}, ${channel}: \
         {sign}{})\n\nMore info: https://sass-lang.com/documentation/functions/color#{name}",
        args[0].inspect(),
        args[1].inspect()
    )))
}

fn only_legacy(color: &Color, name: &str) -> Result<()> {
    if color.is_legacy() {
        return Ok(());
    }
    Err(Error::message(format!(
        "{name}() is only supported for legacy colors. Please use color.adjust() instead with an explicit $space \
         argument."
    )))
}

pub(super) fn adjust_hue(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let degrees = angle_value(&args[1], "degrees", context)?;
    only_legacy(color, "adjust-hue")?;
    let suggested = Value::from(Number::degrees(degrees)).to_css()?;
    let text = format!(
        "adjust-hue() is deprecated. Suggestion:\n\ncolor.adjust($color, $hue: {suggested})\n\nMore info: \
         https://sass-lang.com/d/color-functions"
    );
    context.deprecate(Deprecation::ColorFunctions, text);
    let hsl = color.to_space(Space::Hsl);
    let channels = [hsl.channel(0) + degrees, hsl.channel(1), hsl.channel(2)].map(Some);
    Ok(Color::new(Space::Hsl, channels, Some(color.alpha_value())).to_space(color.space).into())
}

pub(super) fn lighten(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    adjust_hsl(args, context, "lighten", 2, 1.0)
}

pub(super) fn darken(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    adjust_hsl(args, context, "darken", 2, -1.0)
}

pub(super) fn desaturate(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    adjust_hsl(args, context, "desaturate", 1, -1.0)
}

pub(super) fn saturate(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    warn_global("color", "adjust", context);
    adjust_hsl(args, context, "saturate", 1, 1.0)
}

pub(super) fn saturate_filter(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    if !args[0].is_special_number() {
        args[0].assert_number(Some("amount"))?;
    }
    css_call("saturate", args)
}

/// Adds the amount in `args` to the saturation or lightness, or subtracts it if `sign` is -1.
fn adjust_hsl(
    args: &mut [Value],
    context: &mut dyn FunctionContext,
    name: &str,
    channel: usize,
    sign: f64,
) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let amount = args[1].assert_number(Some("amount"))?;
    only_legacy(color, name)?;
    let hsl = color.to_space(Space::Hsl);
    let mut channels = [0, 1, 2].map(|index| Some(hsl.channel(index)));
    let change = amount.value_in_range(0.0, 100.0, Some("amount"))? * sign;
    if let Some(value) = channels.get_mut(channel) {
        *value = Some(fuzzy::clamp(hsl.channel(channel) + change, 0.0, 100.0));
    }
    let result = Color::new(Space::Hsl, channels, Some(color.alpha_value())).to_space(color.space);
    let channel_name = if channel == 1 { "saturation" } else { "lightness" };
    warn_replaced(name, channel_name, hsl.channel(channel), amount.value * sign, 100.0, context)?;
    Ok(result.into())
}

pub(super) fn opacify(args: &mut [Value], context: &mut dyn FunctionContext, name: &str) -> Result<Value> {
    adjust_alpha(args, context, name, 1.0)
}

pub(super) fn transparentize(args: &mut [Value], context: &mut dyn FunctionContext, name: &str) -> Result<Value> {
    adjust_alpha(args, context, name, -1.0)
}

fn adjust_alpha(args: &mut [Value], context: &mut dyn FunctionContext, name: &str, sign: f64) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let amount = args[1].assert_number(Some("amount"))?;
    only_legacy(color, name)?;
    let alpha = color.alpha_value();
    let change = amount.value_in_range_with(0.0, 1.0, Some("amount"), "")? * sign;
    let result = color.with_alpha(fuzzy::clamp(alpha + change, 0.0, 1.0));
    warn_replaced(name, "alpha", alpha, amount.value * sign, 1.0, context)?;
    Ok(result.into())
}

/// Warns about a function that `color.scale()` and `color.adjust()` replace.
fn warn_replaced(
    name: &str,
    channel: &str,
    old: f64,
    adjustment: f64,
    max: f64,
    context: &mut dyn FunctionContext,
) -> Result<()> {
    if !context.wants(Deprecation::ColorFunctions) {
        return Ok(());
    }
    let new = old + adjustment;
    let suggestion = if adjustment == 0.0 {
        String::from(":\n\n")
    } else {
        let factor = if new > max {
            1.0
        } else if new < 0.0 {
            -1.0
        } else if adjustment > 0.0 {
            adjustment / (max - old)
        } else {
            (new - old) / old
        };
        let factor = Value::from(Number::percent(factor * 100.0)).to_css()?;
        format!("s:\n\ncolor.scale($color, ${channel}: {factor})\n")
    };
    let difference = if channel == "alpha" { Number::new(adjustment) } else { Number::percent(adjustment) };
    let text = format!(
        "{name}() is deprecated. Suggestion{suggestion}color.adjust($color, ${channel}: {})\n\nMore info: \
         https://sass-lang.com/d/color-functions",
        Value::from(difference).to_css()?
    );
    context.deprecate(Deprecation::ColorFunctions, text);
    Ok(())
}
