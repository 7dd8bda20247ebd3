//! Color constructors, such as `rgb()`, `hsl()` and `color()`, with the full CSS syntax.

use super::{angle_of, check_percent, css_call, is_none, percentage_or_unitless, shown};
use crate::functions::FunctionContext;
use crate::syntax::Separator;
use crate::value::color::{Channel, Format, Space};
use crate::value::{Color, List, Number, Unit, Value, argument_error, fuzzy};
use crate::{Error, Result};
use std::borrow::Cow;

/// The alpha channel that an argument gives, limited to the range from 0 to 1. Without an argument, it is 1.
fn alpha_argument(alpha: Option<&Value>) -> Result<Option<f64>> {
    let Some(alpha) = alpha else { return Ok(Some(1.0)) };
    let alpha = percentage_or_unitless(alpha.assert_number(Some("alpha"))?, 1.0, "alpha")?;
    Ok(Some(fuzzy::clamp(alpha, 0.0, 1.0)))
}

pub(super) fn rgb(args: &mut [Value], name: &str) -> Result<Value> {
    if args.iter().any(Value::is_special_number) {
        return css_call(name, args);
    }
    let channels = [
        args[0].assert_number(Some("red"))?,
        args[1].assert_number(Some("green"))?,
        args[2].assert_number(Some("blue"))?,
    ];
    let alpha = alpha_argument(args.get(3))?;
    let mut values = [None; 3];
    for ((value, number), channel) in values.iter_mut().zip(channels).zip(Space::Rgb.channels()) {
        *value = Some(channel_from_value(channel, number, true)?);
    }
    let color = Color::rgb_or_missing(values, alpha);
    Ok(Color { format: Format::RgbFunction, ..color }.into())
}

pub(super) fn rgb_of_color(args: &mut [Value], name: &str) -> Result<Value> {
    // A CSS variable may expand to several arguments.
    let is_color = matches!(args[0], Value::Color(_));
    if args[0].is_special_variable() || (!is_color && args[1].is_special_variable()) {
        return css_call(name, args);
    }
    let color = args[0].assert_color(Some("color"))?;
    if !color.is_legacy() {
        let shown = shown(color);
        let text = format!(
            "Expected {shown} to be in the legacy RGB, HSL, or HWB color space.\n\nRecommendation: color.change({shown}, \
             $alpha: {})",
            args[1].inspect()
        );
        return Err(argument_error(text, Some(name)));
    }
    let color = color.to_space(Space::Rgb);
    if args[1].is_special_number() {
        let [red, green, blue] = [0, 1, 2].map(|index| Value::from(color.channel(index)));
        return css_call(name, &[red, green, blue, args[1].clone()]);
    }
    let alpha = percentage_or_unitless(args[1].assert_number(Some("alpha"))?, 1.0, "alpha")?;
    Ok(color.with_alpha(fuzzy::clamp(alpha, 0.0, 1.0)).into())
}

pub(super) fn hsl(args: &mut [Value], context: &mut dyn FunctionContext, name: &str) -> Result<Value> {
    if args.iter().any(Value::is_special_number) {
        return css_call(name, args);
    }
    let channels = [
        Some(args[0].assert_number(Some("hue"))?.clone()),
        Some(args[1].assert_number(Some("saturation"))?.clone()),
        Some(args[2].assert_number(Some("lightness"))?.clone()),
    ];
    let alpha = alpha_argument(args.get(3))?;
    Ok(color_from_channels(Space::Hsl, channels, alpha, ChannelOrigin::Function, context)?.into())
}

pub(super) fn hsl_of_two(args: &mut [Value], name: &str) -> Result<Value> {
    if args.iter().any(Value::is_special_variable) {
        return css_call(name, args);
    }
    Err(Error::message("Missing argument $lightness."))
}

pub(super) fn hwb(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    let [hue, whiteness, blackness, alpha] = args else { return Ok(Value::Null) };
    let channels = List::new(vec![hue.clone(), whiteness.clone(), blackness.clone()], Separator::Space);
    let description = List::new(vec![channels.into(), alpha.clone()], Separator::Slash);
    parse(&description.into(), "hwb", Some(Space::Hwb), None, context)
}

pub(super) fn color(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    parse(&args[0], "color", None, Some("description"), context)
}

/// Calls the color constructor `name` with a single argument that contains all channels, as in `rgb(1 2 3)`.
pub(super) fn channels(
    args: &mut [Value],
    context: &mut dyn FunctionContext,
    name: &str,
    space: Space,
) -> Result<Value> {
    parse(&args[0], name, Some(space), Some("channels"), context)
}

/// Parses a list of channels. The color space is given by the function or by the first element.
fn parse(
    input: &Value,
    function: &str,
    space: Option<Space>,
    name: Option<&str>,
    context: &mut dyn FunctionContext,
) -> Result<Value> {
    let as_css = || css_call(function, std::slice::from_ref(input));
    if input.is_special_variable() {
        return as_css();
    }
    let Some((components, alpha_value)) = split_alpha(input, name)? else { return as_css() };
    let Some((space, channels)) = split_space(&components, space, name)? else { return as_css() };
    let as_css_channels = || match space {
        Some(Space::Rgb | Space::Hsl) if channels.len() == 3 => {
            let mut all = channels.clone();
            all.extend(alpha_value.clone());
            css_call(function, &all)
        }
        _ => as_css(),
    };
    if alpha_value.as_ref().is_some_and(Value::is_special_number) {
        return as_css_channels();
    }
    let alpha = match &alpha_value {
        None => Some(1.0),
        Some(Value::String(text)) if !text.quoted && &*text.text == "none" => None,
        Some(alpha) => {
            let alpha = percentage_or_unitless(alpha.assert_number(name)?, 1.0, "alpha")?;
            Some(fuzzy::clamp(alpha, 0.0, 1.0))
        }
    };
    // If the space is unknown, only the browser can evaluate the list.
    let Some(known) = space else { return as_css() };
    if channels.iter().any(Value::is_special_number) {
        return as_css_channels();
    }
    if channels.len() != 3 {
        let text =
            format!("The {} color space has 3 channels but {} has {}.", known.name(), input.inspect(), channels.len());
        return Err(argument_error(text, name));
    }
    let mut numbers = channels.iter().map(|channel| match channel {
        Value::Number(number) => Some(number.clone()),
        _ => None,
    });
    let numbers = [0, 1, 2].map(|_| numbers.next().flatten());
    Ok(color_from_channels(known, numbers, alpha, ChannelOrigin::Function, context)?.into())
}

/// Splits a list into its color space and channels. `None` if only the browser can evaluate the list.
fn split_space(
    components: &Value,
    space: Option<Space>,
    name: Option<&str>,
) -> Result<Option<(Option<Space>, Vec<Value>)>> {
    let list = components.assert_common_list_style(name, false)?;
    let [first, rest @ ..] = &*list else {
        return Err(argument_error("Color component list may not be empty.".into(), name));
    };
    if matches!(first, Value::String(text) if !text.quoted && text.text.eq_ignore_ascii_case("from")) {
        return Ok(None);
    }
    if components.is_special_variable() {
        return Ok(Some((space, vec![components.clone()])));
    }
    let (space, channels) = match space {
        Some(space) => (Some(space), &*list),
        None => {
            let space_name = first.assert_unquoted(name)?;
            let space = if first.is_special_variable() { None } else { Some(Space::from_name(space_name, name)?) };
            if let Some(space) = space.filter(|space| has_own_function(*space)) {
                let space = space.name();
                let text = format!(
                    "The color() function doesn't support the color space {space}. Use the {space}() function instead."
                );
                return Err(argument_error(text, name));
            }
            (space, rest)
        }
    };
    for (index, channel) in channels.iter().enumerate() {
        if !matches!(channel, Value::Number(_)) && !channel.is_special_number() && !is_none(channel) {
            let known = space.and_then(|space| space.channels().get(index));
            let shown =
                known.map_or_else(|| format!("channel {}", index + 1), |known| format!("{} channel", known.name));
            let text = format!("Expected {shown} to be a number, was {}.", channel.inspect());
            return Err(argument_error(text, name));
        }
    }
    Ok(Some((space, channels.to_vec())))
}

fn has_own_function(space: Space) -> bool {
    space.is_legacy() || matches!(space, Space::Lab | Space::Lch | Space::Oklab | Space::Oklch)
}

/// Splits a list into channels and the alpha after the slash, which may already be part of a string or a number. `None`
/// if a string contains several slashes.
fn split_alpha(input: &Value, name: Option<&str>) -> Result<Option<(Value, Option<Value>)>> {
    let list = input.assert_common_list_style(name, true)?;
    if input.separator() == Separator::Slash {
        return match &*list {
            [components, alpha] => Ok(Some((components.clone(), Some(alpha.clone())))),
            _ => {
                let were = if list.len() == 1 { "was" } else { "were" };
                let text = format!("Only 2 slash-separated elements allowed, but {} {were} passed.", list.len());
                Err(argument_error(text, name))
            }
        };
    }
    let [initial @ .., last] = &*list else { return Ok(Some((input.clone(), None))) };
    let with_last = |last: Value| {
        let items = initial.iter().cloned().chain(std::iter::once(last)).collect();
        Value::from(List::new(items, Separator::Space))
    };
    match last {
        Value::String(text) if !text.quoted => {
            let parts: Vec<&str> = text.text.split('/').collect();
            match parts.as_slice() {
                [_] => Ok(Some((input.clone(), None))),
                [channel, alpha] => Ok(Some((with_last(number_or_string(channel)), Some(number_or_string(alpha))))),
                _ => Ok(None),
            }
        }
        Value::Number(number) => Ok(Some(match number.as_slash() {
            Some((channel, alpha)) => (with_last(channel.clone().into()), Some(alpha.clone().into())),
            None => (input.clone(), None),
        })),
        _ => Ok(Some((input.clone(), None))),
    }
}

/// Parses a number, or returns the text as an unquoted string.
fn number_or_string(text: &str) -> Value {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    let after = digits.get(whole..).unwrap_or("");
    let fraction = match after.strip_prefix('.') {
        Some(rest) => 1 + rest.bytes().take_while(u8::is_ascii_digit).count(),
        None => 0,
    };
    if fraction == 1 || whole + fraction == 0 {
        return Value::unquoted(text);
    }
    let mut len = text.len() - digits.len() + whole + fraction;
    let exponent = text.get(len..).and_then(|rest| rest.strip_prefix(['e', 'E'])).map(|rest| {
        let signless = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        (rest.len() - signless.len(), signless.bytes().take_while(u8::is_ascii_digit).count())
    });
    if let Some((sign, digits)) = exponent.filter(|(_, digits)| *digits > 0) {
        len += 1 + sign + digits;
    }
    let (number, unit) = text.split_at(len);
    let Ok(value) = number.parse::<f64>() else { return Value::unquoted(text) };
    match unit {
        "" => value.into(),
        "%" => Number::percent(value).into(),
        unit if is_unit(unit) => Number::with_unit(value, Unit::new(unit)).into(),
        _ => Value::unquoted(text),
    }
}

fn is_unit(text: &str) -> bool {
    text.chars().all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '-' || !char.is_ascii())
        && !text.starts_with(|char: char| char.is_ascii_digit())
}

/// Whether a new color comes from a function such as `rgb()` or from another color. This decides on the limits of the
/// channels and on the notation.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ChannelOrigin {
    /// A function such as `rgb()`. Most channels are limited to the bounds that CSS enforces. The result of `rgb()`
    /// keeps that notation.
    Function,
    /// Another color, whose channels a function has changed.
    Update,
}

/// Creates a color from numbers with units. `None` is a missing channel. A wrong unit of a hue in `hwb`, or of any
/// channel in `hsl`, causes a deprecation warning. Fails for other wrong units.
pub(super) fn color_from_channels(
    space: Space,
    numbers: [Option<Number>; 3],
    alpha: Option<f64>,
    origin: ChannelOrigin,
    context: &mut dyn FunctionContext,
) -> Result<Color> {
    let clamp = origin != ChannelOrigin::Update;
    let channels = match space {
        Space::Hsl => hsl_channels(&numbers, clamp, context)?,
        Space::Hwb => hwb_channels(&numbers, context)?,
        _ => {
            let mut channels = [None; 3];
            for ((value, number), channel) in channels.iter_mut().zip(&numbers).zip(space.channels()) {
                *value = number.as_ref().map(|number| channel_from_value(channel, number, clamp)).transpose()?;
            }
            channels
        }
    };
    let format =
        if origin == ChannelOrigin::Function && space == Space::Rgb { Format::RgbFunction } else { Format::None };
    let color = match space {
        Space::Rgb => Color::rgb_or_missing(channels, alpha),
        _ => Color::new(space, channels, alpha),
    };
    Ok(Color { format, ..color })
}

fn hsl_channels(
    [hue, saturation, lightness]: &[Option<Number>; 3],
    clamp: bool,
    context: &mut dyn FunctionContext,
) -> Result<[Option<f64>; 3]> {
    let [_, saturation_channel, lightness_channel] = Space::Hsl.channels();
    for (number, name) in [(saturation, "saturation"), (lightness, "lightness")] {
        if let Some(number) = number {
            check_percent(number, name, context);
        }
    }
    let hue = hue.as_ref().map(|hue| angle_of(hue, "hue", context)).transpose()?;
    let percent = |number: &Option<Number>, channel: &Channel| -> Result<Option<f64>> {
        let number = number.as_ref().map(|number| Cow::<Number>::Owned(Number::percent(number.value)));
        number.map(|number| channel_from_value(channel, &number, clamp)).transpose()
    };
    Ok([hue, percent(saturation, saturation_channel)?, percent(lightness, lightness_channel)?])
}

fn hwb_channels(
    [hue, whiteness, blackness]: &[Option<Number>; 3],
    context: &mut dyn FunctionContext,
) -> Result<[Option<f64>; 3]> {
    for (number, name) in [(whiteness, "whiteness"), (blackness, "blackness")] {
        if let Some(number) = number {
            number.assert_unit(Unit::PERCENT, Some(name))?;
        }
    }
    let value = |number: &Option<Number>| number.as_ref().map(|number| number.value);
    let (mut white, mut black) = (value(whiteness), value(blackness));
    if let (Some(whiteness), Some(blackness)) = (white, black)
        && whiteness + blackness > 100.0
    {
        let scaled = whiteness / (whiteness + blackness) * 100.0;
        white = Some(scaled);
        black = Some(blackness / (whiteness + blackness) * 100.0);
    }
    Ok([hue.as_ref().map(|hue| angle_of(hue, "hue", context)).transpose()?, white, black])
}

/// The value of a number in a channel. 100% is the channel's maximum, and hues become degrees from 0 to below 360. With
/// `clamp`, the value is limited to the bounds that CSS enforces. Fails for other units, and for a number without `%`
/// in a channel that requires it.
pub(super) fn channel_from_value(channel: &Channel, number: &Number, clamp: bool) -> Result<f64> {
    let Some(range) = &channel.range else {
        return Ok(fuzzy::modulo(number.coerce_value_to_unit(Unit::DEG, Some(channel.name))?, 360.0));
    };
    if range.requires_percent && !number.is_percent() {
        let text = format!("Expected {} to have unit \"%\".", number.inspect());
        return Err(argument_error(text, Some(channel.name)));
    }
    let value = percentage_or_unitless(number, range.max, channel.name)?;
    if !clamp || !(range.lower_clamped || range.upper_clamped) {
        return Ok(value);
    }
    let min = if range.lower_clamped { range.min } else { f64::NEG_INFINITY };
    let max = if range.upper_clamped { range.max } else { f64::INFINITY };
    Ok(fuzzy::clamp(value, min, max))
}
