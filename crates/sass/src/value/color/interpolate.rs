//! Mixes two colors in a color space.

use super::{Color, Space};
use crate::Result;
use crate::value::{Value, argument_error, fuzzy};

/// A color space and a hue interpolation method, such as `oklch longer hue`.
#[derive(Clone, Copy, Debug)]
pub struct InterpolationMethod {
    /// The color space in which the colors are mixed.
    pub space: Space,
    /// The hue interpolation method, used in polar spaces.
    pub hue: HueMethod,
}

/// The way around the color wheel that an interpolation takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HueMethod {
    /// `shorter`: along the arc of at most 180 degrees.
    Shorter,
    /// `longer`: along the arc of at least 180 degrees.
    Longer,
    /// `increasing`: the angle grows from the first color to the second.
    Increasing,
    /// `decreasing`: the angle shrinks from the first color to the second.
    Decreasing,
}

impl InterpolationMethod {
    /// The method for `space` with the shorter hue arc.
    #[must_use]
    pub fn new(space: Space) -> InterpolationMethod {
        InterpolationMethod { space, hue: HueMethod::Shorter }
    }

    /// Parses a method such as `oklch longer hue`. Fails for any other value, with the parameter `name` in the message.
    pub fn from_value(value: &Value, name: Option<&str>) -> Result<InterpolationMethod> {
        let list = value.assert_common_list_style(name, false)?;
        let fail = |text: String| Err(argument_error(text, name));
        let Some(first) = list.first() else {
            return fail("Expected a color interpolation method, got an empty list.".into());
        };
        let space = Space::from_name(first.assert_unquoted(name)?, name)?;
        let Some(second) = list.get(1) else { return Ok(InterpolationMethod::new(space)) };
        let hue = HueMethod::from_value(second, name)?;
        let Some(third) = list.get(2) else {
            return fail(format!("Expected unquoted string \"hue\" after {}.", value.inspect()));
        };
        if !third.assert_unquoted(name)?.eq_ignore_ascii_case("hue") {
            let (value, third) = (value.inspect(), third.inspect());
            return fail(format!("Expected unquoted string \"hue\" at the end of {value}, was {third}."));
        }
        if list.len() > 3 {
            return fail(format!("Expected nothing after \"hue\" in {}.", value.inspect()));
        }
        if !space.is_polar() {
            // dart-sass shows its internal name of the method.
            let text = format!(
                "Hue interpolation method \"HueInterpolationMethod.{} hue\" may not be set for rectangular color space {}.",
                hue.name(),
                space.name()
            );
            return fail(text);
        }
        Ok(InterpolationMethod { space, hue })
    }
}

impl HueMethod {
    fn from_value(value: &Value, name: Option<&str>) -> Result<HueMethod> {
        let string = value.assert_string(name)?;
        value.assert_unquoted(None)?;
        match string.text.to_ascii_lowercase().as_str() {
            "shorter" => Ok(HueMethod::Shorter),
            "longer" => Ok(HueMethod::Longer),
            "increasing" => Ok(HueMethod::Increasing),
            "decreasing" => Ok(HueMethod::Decreasing),
            _ => Err(argument_error(format!("Unknown hue interpolation method {}.", value.inspect()), name)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            HueMethod::Shorter => "shorter",
            HueMethod::Longer => "longer",
            HueMethod::Increasing => "increasing",
            HueMethod::Decreasing => "decreasing",
        }
    }

    fn mix(self, mut first: f64, mut second: f64, weight: f64) -> f64 {
        let way = second - first;
        match self {
            HueMethod::Shorter if way > 180.0 => first += 360.0,
            HueMethod::Shorter if way < -180.0 => second += 360.0,
            HueMethod::Longer if way > 0.0 && way < 180.0 => second += 360.0,
            HueMethod::Longer if way > -180.0 && way <= 0.0 => first += 360.0,
            HueMethod::Increasing if second < first => second += 360.0,
            HueMethod::Decreasing if first < second => first += 360.0,
            _ => {}
        }
        first * weight + second * (1.0 - weight)
    }
}

impl Color {
    /// Mixes two colors. `weight` (0 to 1) is the weight of `self`. The result is in the space of `self`, but for
    /// weight 0 it is `other` unchanged.
    #[must_use]
    pub fn interpolate(&self, other: &Color, method: InterpolationMethod, weight: f64) -> Color {
        if fuzzy::equals(weight, 0.0) {
            return other.clone();
        }
        if fuzzy::equals(weight, 1.0) {
            return self.clone();
        }
        let (first, second) = (self.to_space(method.space), other.to_space(method.space));
        let alpha = match (self.alpha, other.alpha) {
            (None, None) => None,
            (a, b) => {
                let (a, b) = (a.unwrap_or(other.alpha_value()), b.unwrap_or(self.alpha_value()));
                Some(a * weight + b * (1.0 - weight))
            }
        };
        let own = self.alpha.unwrap_or(1.0) * weight;
        let others = other.alpha.unwrap_or(1.0) * (1.0 - weight);
        let hue = match method.space {
            Space::Hsl | Space::Hwb => Some(0),
            Space::Lch | Space::Oklch => Some(2),
            _ => None,
        };
        let channels = [0, 1, 2].map(|index| {
            let (a, b) = (first.channel_or_missing(index), second.channel_or_missing(index));
            let (a, b) = (a.or(b)?, b.or(a)?);
            Some(match hue {
                Some(hue) if hue == index => method.hue.mix(a, b, weight),
                _ => (a * own + b * others) / alpha.unwrap_or(1.0),
            })
        });
        Color::new(method.space, channels, alpha).to_space_complete(self.space)
    }
}
