//! `color.adjust()`, `color.scale()` and `color.change()`.

use super::construct::{ChannelOrigin, channel_from_value, color_from_channels};
use super::{angle_of, check_percent, is_none, missing_channel_error};
use crate::functions::FunctionContext;
use crate::value::color::{ALPHA, Channel, Space};
use crate::value::{Color, Number, Unit, Value, argument_error, fuzzy};
use crate::{Deprecation, Error, Result, Symbol};

/// The function that changes a color: `color.adjust()`, `color.scale()` or `color.change()`.
#[derive(Clone, Copy, PartialEq)]
enum Update {
    Adjust,
    Scale,
    Change,
}

pub(super) fn adjust(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    update(args, context, Update::Adjust)
}

pub(super) fn scale(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    update(args, context, Update::Scale)
}

pub(super) fn change(args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
    update(args, context, Update::Change)
}

fn update(args: &mut [Value], context: &mut dyn FunctionContext, update: Update) -> Result<Value> {
    let (keywords, positional) = match &args[1] {
        Value::ArgumentList(list) => (list.keywords(), !list.items.is_empty()),
        _ => (&[][..], false),
    };
    if positional {
        return Err(Error::message(
            "Only one positional argument is allowed. All other arguments must be passed by name.",
        ));
    }
    let original = args[0].assert_color(Some("color"))?;
    let named = |name: &str| keywords.iter().find(|(key, _)| key.as_str() == name).map(|(_, value)| value);
    let alpha = named("alpha");
    let channels: Vec<&(Symbol, Value)> =
        keywords.iter().filter(|(name, _)| !matches!(name.as_str(), "space" | "alpha")).collect();
    let space = match named("space") {
        Some(space) => Some(space.assert_unquoted(Some("space"))?),
        None => None,
    };
    let color = match space {
        Some(name) => original.to_space(Space::from_name(name, Some("space"))?),
        None if original.is_legacy() => match legacy_space(&channels) {
            Some(space) => original.to_space_complete(space),
            None => Color::clone(original),
        },
        None => Color::clone(original),
    };
    let mut values: [Option<&Value>; 3] = [None; 3];
    for (name, value) in channels {
        let slot = color.space.channel_index(name.as_str()).and_then(|index| values.get_mut(index));
        let Some(slot) = slot else {
            let text = format!("Color space {} doesn't have a channel with this name.", color.space.name());
            return Err(argument_error(text, Some(name.as_str())));
        };
        *slot = Some(value);
    }
    let result = match update {
        Update::Change => change_color(&color, values, alpha, context)?,
        _ => number_update(&color, values, alpha, update, context)?,
    };
    Ok(result.to_space_complete(original.space).into())
}

/// The legacy color space that the channel names belong to. `None` if none of the names belongs to one.
fn legacy_space(channels: &[&(Symbol, Value)]) -> Option<Space> {
    let mut hue = false;
    for (name, _) in channels {
        match name.as_str() {
            "red" | "green" | "blue" => return Some(Space::Rgb),
            "saturation" | "lightness" => return Some(Space::Hsl),
            "whiteness" | "blackness" => return Some(Space::Hwb),
            "hue" => hue = true,
            _ => {}
        }
    }
    hue.then_some(Space::Hsl)
}

fn number_update(
    color: &Color,
    values: [Option<&Value>; 3],
    alpha: Option<&Value>,
    update: Update,
    context: &mut dyn FunctionContext,
) -> Result<Color> {
    let mut numbers: [Option<&Number>; 3] = [None; 3];
    for ((number, value), channel) in numbers.iter_mut().zip(values).zip(color.space.channels()) {
        *number = value.map(|value| value.assert_number(Some(channel.name))).transpose()?;
    }
    let alpha = alpha.map(|alpha| alpha.assert_number(Some("alpha"))).transpose()?;
    let mut channels = color.channels;
    for ((value, number), channel) in channels.iter_mut().zip(numbers).zip(color.space.channels()) {
        *value = match update {
            Update::Scale => scale_channel(color, channel, *value, number)?,
            _ => adjust_channel(color, channel, *value, number, context)?,
        };
    }
    let alpha = match update {
        Update::Scale => scale_channel(color, &ALPHA, color.alpha, alpha)?,
        _ => adjust_channel(color, &ALPHA, color.alpha, alpha, context)?.map(|alpha| fuzzy::clamp(alpha, 0.0, 1.0)),
    };
    Ok(Color::new(color.space, channels, alpha))
}

fn scale_channel(color: &Color, channel: &Channel, old: Option<f64>, factor: Option<&Number>) -> Result<Option<f64>> {
    let Some(factor) = factor else { return Ok(old) };
    let Some(range) = &channel.range else {
        return Err(argument_error("Channel isn't scalable.".into(), Some(channel.name)));
    };
    let old = old.ok_or_else(|| missing_channel_error(color, channel.name))?;
    factor.assert_unit(Unit::PERCENT, Some(channel.name))?;
    let factor = factor.value_in_range_with(-100.0, 100.0, Some(channel.name), "%")? / 100.0;
    Ok(Some(if factor == 0.0 {
        old
    } else if factor > 0.0 {
        if old >= range.max { old } else { old + (range.max - old) * factor }
    } else if old <= range.min {
        old
    } else {
        old + (old - range.min) * factor
    }))
}

/// The channel's old value plus a number, as `color.adjust` computes it. The sum stays within the bounds that CSS
/// enforces. If the old value is already outside, the sum may stay outside, but no further away. Without a number,
/// returns the old value. Fails for units that the channel does not accept, or if there is a number but no old value.
pub(super) fn adjust_channel(
    color: &Color,
    channel: &Channel,
    old: Option<f64>,
    number: Option<&Number>,
    context: &mut dyn FunctionContext,
) -> Result<Option<f64>> {
    let Some(number) = number else { return Ok(old) };
    let old = old.ok_or_else(|| missing_channel_error(color, channel.name))?;
    let adjustment = match (color.space, channel.name) {
        (Space::Hsl | Space::Hwb, "hue") => Number::new(angle_of(number, "hue", context)?),
        (Space::Hsl, "saturation" | "lightness") => {
            check_percent(number, channel.name, context);
            Number::percent(number.value)
        }
        (_, "alpha") if number.has_units() => {
            let text = format!(
                "$alpha: Passing a number with unit {} is deprecated.\n\nTo preserve current behavior: {}\n\nMore info: \
                 https://sass-lang.com/d/function-units",
                number.unit_string(),
                number.unit_suggestion("alpha", None)
            );
            context.deprecate(Deprecation::FunctionUnits, text);
            Number::new(number.value)
        }
        _ => number.clone(),
    };
    let result = old + channel_from_value(channel, &adjustment, false)?;
    Ok(Some(match &channel.range {
        Some(range) if range.lower_clamped && result < range.min => {
            if old < range.min {
                old.max(result)
            } else {
                range.min
            }
        }
        Some(range) if range.upper_clamped && result > range.max => {
            if old > range.max {
                old.min(result)
            } else {
                range.max
            }
        }
        _ => result,
    }))
}

fn change_color(
    color: &Color,
    values: [Option<&Value>; 3],
    alpha: Option<&Value>,
    context: &mut dyn FunctionContext,
) -> Result<Color> {
    let mut numbers: [Option<Number>; 3] = [None, None, None];
    for (index, (number, value)) in numbers.iter_mut().zip(values).enumerate() {
        *number = changed_channel(color, index, value)?;
    }
    let alpha = changed_alpha(color, alpha, context)?;
    color_from_channels(color.space, numbers, alpha, ChannelOrigin::Update, context)
}

fn changed_channel(color: &Color, index: usize, value: Option<&Value>) -> Result<Option<Number>> {
    match value {
        None => {
            let percent = matches!(color.space, Space::Hsl | Space::Hwb) && index > 0;
            let number = if percent { Number::percent } else { Number::new };
            Ok(color.channel_or_missing(index).map(number))
        }
        Some(value) if is_none(value) => Ok(None),
        Some(Value::Number(number)) => Ok(Some(number.clone())),
        Some(value) => {
            let name = color.space.channels().get(index).map(|channel| channel.name);
            Err(argument_error(format!("{} is not a number or unquoted \"none\".", value.inspect()), name))
        }
    }
}

fn changed_alpha(color: &Color, alpha: Option<&Value>, context: &mut dyn FunctionContext) -> Result<Option<f64>> {
    match alpha {
        None => Ok(Some(color.alpha_value())),
        Some(alpha) if is_none(alpha) => Ok(None),
        Some(Value::Number(number)) => {
            if number.is_percent() {
                return Ok(Some(number.value_in_range_with(0.0, 100.0, Some("alpha"), "%")? / 100.0));
            }
            if number.has_units() {
                let text = format!(
                    "$alpha: Passing a unit other than % ({}) is deprecated.\n\nTo preserve current behavior: \
                     {}\n\nSee https://sass-lang.com/d/function-units",
                    number.inspect(),
                    number.unit_suggestion("alpha", None)
                );
                context.deprecate(Deprecation::FunctionUnits, text);
            }
            number.value_in_range(0.0, 1.0, Some("alpha")).map(Some)
        }
        Some(alpha) => {
            let text = format!("{} is not a number or unquoted \"none\".", alpha.inspect());
            Err(argument_error(text, Some("alpha")))
        }
    }
}
