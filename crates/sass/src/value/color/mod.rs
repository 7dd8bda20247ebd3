//! Colors. Mirrors dart-sass's `value/color.dart`.
//!
//! `space` defines the color spaces and their channels, `convert` and `matrices` convert between them, `gamut` maps
//! colors into the gamut of their space, and `interpolate` mixes them.

mod convert;
mod gamut;
mod interpolate;
mod matrices;
mod space;

pub(crate) use gamut::GamutMethod;
pub(crate) use interpolate::InterpolationMethod;
pub(crate) use space::{ALPHA, Channel, Range, Space};

use super::{argument_error, fuzzy};
use crate::Result;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A color in any color space. A channel is `None` if it is missing, as `none` in CSS.
#[derive(Clone, Debug)]
pub struct Color {
    /// The color space, which determines the meaning of the channels.
    pub space: Space,
    /// The values of the channels. `None` for a missing channel.
    pub channels: [Option<f64>; 3],
    /// The opacity, from 0 to 1. `None` if it is missing.
    pub alpha: Option<f64>,
    /// The original notation, if the output keeps it.
    pub format: Format,
}

/// The original notation of a color, if it is kept for output.
#[derive(Clone, Debug, PartialEq)]
pub enum Format {
    /// The color has no notation that the output keeps.
    None,
    /// A call of `rgb()`.
    RgbFunction,
    /// A name or hexadecimal digits.
    Literal(Arc<str>),
}

impl Color {
    /// Creates a color from a literal. `original` is the text of the literal, or empty if the output does not keep this
    /// notation.
    #[must_use]
    pub fn from_literal(rgb: [u8; 3], alpha: f64, original: Arc<str>) -> Color {
        let channels = rgb.map(|channel| Some(f64::from(channel)));
        let format = if original.is_empty() { Format::None } else { Format::Literal(original) };
        Color { space: Space::Rgb, channels, alpha: Some(alpha), format }
    }

    /// Creates a color. Hues are normalized to one turn. A negative chroma or saturation becomes positive, with the
    /// opposite hue.
    #[must_use]
    pub fn new(space: Space, channels: [Option<f64>; 3], alpha: Option<f64>) -> Color {
        let [first, second, third] = channels;
        let negative = second.is_some_and(|chroma| fuzzy::less(chroma, 0.0));
        let linear = |channel: Option<f64>| channel.map(normalize_linear);
        let channels = match space {
            Space::Hsl => [normalize_hue(first, negative), linear(second.map(f64::abs)), linear(third)],
            Space::Hwb => [normalize_hue(first, false), linear(second), linear(third)],
            Space::Lch | Space::Oklch => [linear(first), linear(second.map(f64::abs)), normalize_hue(third, negative)],
            _ => channels.map(linear),
        };
        Color::raw(space, channels, linear(alpha))
    }

    /// Creates a color with unchanged channels, including negative zeros.
    fn raw(space: Space, channels: [Option<f64>; 3], alpha: Option<f64>) -> Color {
        Color { space, channels, alpha: alpha.map(normalize_alpha), format: Format::None }
    }

    /// Creates a color in the space `rgb`, whose channels range from 0 to 255.
    #[must_use]
    pub fn rgb(channels: [f64; 3], alpha: f64) -> Color {
        Color::rgb_or_missing(channels.map(Some), Some(alpha))
    }

    /// Creates a color in the space `rgb`, whose channels usually range from 0 to 255. They are not clamped. `None` is
    /// a missing channel.
    #[must_use]
    pub fn rgb_or_missing(channels: [Option<f64>; 3], alpha: Option<f64>) -> Color {
        Color::raw(Space::Rgb, channels, alpha)
    }

    /// The value of the channel with this index (0 to 2). A missing channel counts as 0.
    #[must_use]
    pub fn channel(&self, index: usize) -> f64 {
        self.channel_or_missing(index).unwrap_or(0.0)
    }

    /// The value of the channel with this index (0 to 2). `None` for a missing channel.
    #[must_use]
    pub fn channel_or_missing(&self, index: usize) -> Option<f64> {
        self.channels.get(index).copied().flatten()
    }

    /// The alpha channel, which is 1 for opaque colors. A missing alpha channel counts as 0.
    #[must_use]
    pub fn alpha_value(&self) -> f64 {
        self.alpha.unwrap_or(0.0)
    }

    /// Whether the space is `rgb`, `hsl` or `hwb`.
    #[must_use]
    pub fn is_legacy(&self) -> bool {
        self.space.is_legacy()
    }

    /// Whether any channel, including alpha, is missing, as `none` in CSS.
    #[must_use]
    pub fn has_missing_channel(&self) -> bool {
        self.alpha.is_none() || self.channels.iter().any(Option::is_none)
    }

    /// Whether the channel with this index is the hue of a gray, which has no effect. A color is gray if its saturation
    /// or chroma is 0, or if its whiteness and blackness add up to at least 100%.
    #[must_use]
    pub fn is_powerless(&self, index: usize) -> bool {
        match (self.space, index) {
            (Space::Hsl, 0) => fuzzy::equals(self.channel(1), 0.0),
            (Space::Hwb, 0) => fuzzy::less_or_equal(100.0, self.channel(1) + self.channel(2)),
            (Space::Lch | Space::Oklch, 2) => fuzzy::equals(self.channel(1), 0.0),
            _ => false,
        }
    }

    /// Whether all channels are within their ranges. Always true for spaces without bounds, such as `lab`.
    #[must_use]
    pub fn is_in_gamut(&self) -> bool {
        !self.space.is_bounded()
            || self.space.channels().iter().zip(self.channels).all(|(channel, value)| match &channel.range {
                Some(range) => fuzzy::in_range(value.unwrap_or(0.0), range.min, range.max),
                None => true,
            })
    }

    /// The index of a channel by name. `None` for alpha. Fails for unknown names, with the parameter `argument` in the
    /// message.
    pub fn find_channel(&self, name: &str, argument: Option<&str>) -> Result<Option<usize>> {
        if name == "alpha" {
            return Ok(None);
        }
        match self.space.channel_index(name) {
            Some(index) => Ok(Some(index)),
            None => {
                let color = super::Value::from(self.clone()).inspect();
                Err(argument_error(format!("Color {color} doesn't have a channel named \"{name}\"."), argument))
            }
        }
    }

    /// The color with a different alpha channel. Missing channels become 0.
    #[must_use]
    pub fn with_alpha(&self, alpha: f64) -> Color {
        Color::new(self.space, [0, 1, 2].map(|index| Some(self.channel(index))), Some(alpha))
    }

    /// Converts the color, without fitting it into the gamut of `space`. Channels without effect, such as the hue of a
    /// gray, become missing. A missing hue stays missing if `space` has a hue. A missing alpha becomes 0, unless the
    /// color is already in `space`.
    #[must_use]
    pub fn to_space(&self, space: Space) -> Color {
        if self.space == space {
            return self.clone();
        }
        convert::convert(self.space, space, self.channels, Some(self.alpha_value()))
    }

    /// Converts the color to `space`. If `space` is a legacy space and not the color's own space, missing channels
    /// become 0.
    #[must_use]
    pub fn to_space_complete(&self, space: Space) -> Color {
        let converted = self.to_space(space);
        if self.space == space || !space.is_legacy() || !converted.has_missing_channel() {
            return converted;
        }
        let channels = [0, 1, 2].map(|index| Some(converted.channel(index)));
        Color::new(space, channels, Some(converted.alpha_value()))
    }

    /// Whether two colors are equal, after conversion to one space if necessary. Missing channels count as 0.
    #[must_use]
    pub fn looks_same(&self, other: &Color) -> bool {
        let channels = |color: &Color| [0, 1, 2].map(|index| color.channel(index));
        let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| fuzzy::equals(*a, b));
        if !fuzzy::equals(self.alpha_value(), other.alpha_value()) {
            return false;
        }
        if self.space == other.space {
            return close(channels(self), channels(other));
        }
        let to_xyz = |color: &Color| match color.space {
            Space::XyzD65 => channels(color),
            space => channels(&convert::convert(space, Space::XyzD65, channels(color).map(Some), Some(1.0))),
        };
        close(to_xyz(self), to_xyz(other))
    }
}

fn normalize_hue(hue: Option<f64>, invert: bool) -> Option<f64> {
    hue.map(|hue| match hue {
        hue if hue == 0.0 || !hue.is_finite() => 0.0,
        hue => fuzzy::modulo(fuzzy::modulo(hue, 360.0) + 360.0 + if invert { 180.0 } else { 0.0 }, 360.0),
    })
}

fn normalize_linear(value: f64) -> f64 {
    if value == 0.0 || value.is_nan() { 0.0 } else { value }
}

impl PartialEq for Color {
    fn eq(&self, other: &Color) -> bool {
        if self.space == other.space {
            return fuzzy::equals_option(self.alpha, other.alpha)
                && self.channels.iter().zip(other.channels).all(|(a, b)| fuzzy::equals_option(*a, b));
        }
        self.is_legacy()
            && other.is_legacy()
            && fuzzy::equals_option(self.alpha, other.alpha)
            && self.to_space(Space::Rgb) == other.to_space(Space::Rgb)
    }
}

impl Hash for Color {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let rgb = if self.is_legacy() { &self.to_space(Space::Rgb) } else { self };
        for index in 0..3 {
            state.write_u64(fuzzy::hash_bits(rgb.channel(index)));
        }
        state.write_u64(fuzzy::hash_bits(self.alpha_value()));
    }
}

fn normalize_alpha(alpha: f64) -> f64 {
    fuzzy::check_range(alpha, 0.0, 1.0).unwrap_or_else(|| fuzzy::clamp(alpha, 0.0, 1.0))
}
