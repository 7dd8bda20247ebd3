//! Color functions that return a property of a color, such as `red()` and `color.channel()`.

use super::{color_in_space, css_call, shown, space_argument};
use crate::functions::{FunctionContext, warn_global};
use crate::value::color::{GamutMethod, Space};
use crate::value::{Number, Unit, Value, argument_error, fuzzy};
use crate::{Deprecation, Error, Result};

/// A channel of `rgb`, `hsl` or `hwb` that has a Sass function of its own, such as `red()`.
struct LegacyChannel {
    name: &'static str,
    space: Space,
    index: usize,
    unit: Option<&'static str>,
}

fn legacy_channel(
    args: &mut [Value],
    context: &mut dyn FunctionContext,
    channel: &LegacyChannel,
    global: bool,
) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let name = channel.name;
    if !color.is_legacy() {
        return Err(Error::message(format!(
            "color.{name}() is only supported for legacy colors. Please use color.channel() instead with an explicit \
             $space argument."
        )));
    }
    let mut value = color.to_space(channel.space).channel(channel.index);
    if channel.space == Space::Rgb {
        value = fuzzy::round(value);
    }
    if context.wants(Deprecation::ColorFunctions) {
        let prefix = if global { "" } else { "color." };
        let text = format!(
            "{prefix}{name}() is deprecated. Suggestion:\n\ncolor.channel($color, \"{name}\", $space: {})\n\nMore \
             info: https://sass-lang.com/d/color-functions",
            channel.space.name()
        );
        context.deprecate(Deprecation::ColorFunctions, text);
    }
    Ok(match channel.unit {
        Some(unit) => Number::with_unit(value, Unit::new(unit)).into(),
        None => value.into(),
    })
}

/// Defines the functions `red()`, `hue()` and so on.
macro_rules! legacy_channels {
    ($($function:ident: $space:ident, $index:literal, $unit:expr;)*) => { $(
        pub(super) fn $function(args: &mut [Value], context: &mut dyn FunctionContext, global: bool) -> Result<Value> {
            let name = stringify!($function);
            let channel = LegacyChannel { name, space: Space::$space, index: $index, unit: $unit };
            legacy_channel(args, context, &channel, global)
        }
    )* };
}

legacy_channels! {
    red: Rgb, 0, None;
    green: Rgb, 1, None;
    blue: Rgb, 2, None;
    hue: Hsl, 0, Some("deg");
    saturation: Hsl, 1, Some("%");
    lightness: Hsl, 2, Some("%");
}

pub(super) fn whiteness(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let channel = LegacyChannel { name: "whiteness", space: Space::Hwb, index: 1, unit: Some("%") };
    legacy_channel(args, context, &channel, false)
}

pub(super) fn blackness(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let channel = LegacyChannel { name: "blackness", space: Space::Hwb, index: 2, unit: Some("%") };
    legacy_channel(args, context, &channel, false)
}

/// Whether a value is an argument of Microsoft's `alpha()`, such as `opacity=20`.
fn is_microsoft_filter(value: &Value) -> bool {
    let Value::String(string) = value else { return false };
    let letters = string.text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let behind = string.text.get(letters..).unwrap_or("");
    !string.quoted && letters > 0 && behind.trim_start().starts_with('=')
}

fn alpha_of(value: &Value, prefix: &str, context: Option<&mut dyn FunctionContext>) -> Result<Value> {
    if let Value::Color(color) = value
        && !color.is_legacy()
    {
        return Err(Error::message(format!(
            "{prefix}alpha() is only supported for legacy colors. Please use color.channel() instead."
        )));
    }
    if let Some(context) = context {
        warn_global("color", "alpha", context);
    }
    Ok(value.assert_color(Some("color"))?.alpha_value().into())
}

pub(super) fn global_alpha(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if is_microsoft_filter(&args[0]) {
        return css_call("alpha", args);
    }
    alpha_of(&args[0], "", Some(context))
}

pub(super) fn global_alpha_filters(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let list = args[0].as_list();
    if list.is_empty() {
        return Err(Error::message("Missing argument $color."));
    }
    if list.iter().all(is_microsoft_filter) {
        return css_call("alpha", args);
    }
    Err(Error::message(format!("Only 1 argument allowed, but {} were passed.", list.len())))
}

fn warn_filter(result: &Value, context: &mut dyn FunctionContext) {
    let text =
        format!("Using color.alpha() for a Microsoft filter is deprecated.\n\nRecommendation: {}", result.inspect());
    context.deprecate(Deprecation::ColorModuleCompat, text);
}

pub(super) fn module_alpha(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if is_microsoft_filter(&args[0]) {
        let result = css_call("alpha", args)?;
        warn_filter(&result, context);
        return Ok(result);
    }
    alpha_of(&args[0], "color.", None)
}

pub(super) fn module_alpha_filters(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if args[0].as_list().iter().all(is_microsoft_filter) {
        let result = css_call("alpha", args)?;
        warn_filter(&result, context);
        return Ok(result);
    }
    // dart-sass counts the argument list as one argument.
    Err(Error::message(format!("Only 1 argument allowed, but {} were passed.", args.len())))
}

pub(super) fn global_opacity(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if matches!(args[0], Value::Number(_)) || args[0].is_special_number() {
        return css_call("opacity", args);
    }
    warn_global("color", "opacity", context);
    Ok(args[0].assert_color(Some("color"))?.alpha_value().into())
}

pub(super) fn module_opacity(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    if let Value::Number(number) = &args[0] {
        let result = css_call("opacity", args)?;
        let text = format!(
            "Passing a number ({} to color.opacity() is deprecated.\n\nRecommendation: {}",
            number.inspect(),
            result.inspect()
        );
        context.deprecate(Deprecation::ColorModuleCompat, text);
        return Ok(result);
    }
    Ok(args[0].assert_color(Some("color"))?.alpha_value().into())
}

pub(super) fn to_space(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    if args[1].is_null() {
        return Ok(args[0].clone());
    }
    Ok(color.to_space_complete(space_argument(&args[1])?).into())
}

fn channel_name(value: &Value) -> Result<&str> {
    value.assert_quoted(Some("channel"))
}

pub(super) fn is_missing(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let channel = color.find_channel(channel_name(&args[1])?, Some("channel"))?;
    Ok(channel.map_or(color.alpha, |index| color.channel_or_missing(index)).is_none().into())
}

pub(super) fn is_powerless(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let color = color_in_space(&args[0], &args[2])?;
    let channel = color.find_channel(channel_name(&args[1])?, Some("channel"))?;
    Ok(channel.is_some_and(|index| color.is_powerless(index)).into())
}

pub(super) fn is_in_gamut(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    Ok(color_in_space(&args[0], &args[1])?.is_in_gamut().into())
}

pub(super) fn to_gamut(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?;
    let space = if args[1].is_null() { color.space } else { space_argument(&args[1])? };
    if args[2].is_null() {
        let text = "color.to-gamut() requires a $method argument for forwards-compatibility with changes in the CSS \
                    spec. Suggestion:\n\n$method: local-minde";
        return Err(argument_error(text.into(), Some("method")));
    }
    let method = GamutMethod::from_name(args[2].assert_unquoted(Some("method"))?)?;
    if !space.is_bounded() {
        return Ok(args[0].clone());
    }
    Ok(color.to_space(space).to_gamut(method).to_space_complete(color.space).into())
}

pub(super) fn channel(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let color = color_in_space(&args[0], &args[2])?;
    let name = channel_name(&args[1])?;
    if name == "alpha" {
        return Ok(color.alpha_value().into());
    }
    let Some(position) = color.space.channel_index(name) else {
        let text = format!("Color {} has no channel named {name}.", shown(&color));
        return Err(argument_error(text, Some("channel")));
    };
    let Some(channel) = color.space.channels().get(position) else { return Ok(Value::Null) };
    let value = color.channel(position);
    Ok(match (channel.unit, &channel.range) {
        (Some("%"), Some(range)) => Number::percent(value * 100.0 / range.max).into(),
        (Some(_), _) => Number::degrees(value).into(),
        _ => value.into(),
    })
}

pub(super) fn same(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let first = args[0].assert_color(Some("color1"))?;
    let second = args[1].assert_color(Some("color2"))?;
    Ok(first.looks_same(second).into())
}

pub(super) fn ie_hex_str(args: &mut [Value], _: &mut dyn FunctionContext) -> Result<Value> {
    let color = args[0].assert_color(Some("color"))?.to_space(Space::Rgb).to_gamut(GamutMethod::LocalMinde);
    let [alpha, red, green, blue] = [color.alpha_value() * 255.0, color.channel(0), color.channel(1), color.channel(2)]
        .map(|value| fuzzy::round_half(value) as i64);
    Ok(Value::unquoted(format!("#{alpha:02X}{red:02X}{green:02X}{blue:02X}")))
}
