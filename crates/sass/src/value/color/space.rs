//! The color spaces of CSS Color 4 and their channels.

use super::super::argument_error;
use crate::{Error, Result};

/// The color spaces of CSS Color 4, and `Lms`, which only conversions use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `rgb`, channels from 0 to 255
    Rgb,
    /// `hsl`: hue, saturation and lightness
    Hsl,
    /// `hwb`: hue, whiteness and blackness
    Hwb,
    /// `srgb`, channels from 0 to 1
    Srgb,
    /// `srgb-linear`: `srgb` without its transfer function (gamma)
    SrgbLinear,
    /// `display-p3`, channels from 0 to 1
    DisplayP3,
    /// `display-p3-linear`: `display-p3` without its transfer function (gamma)
    DisplayP3Linear,
    /// `a98-rgb`, channels from 0 to 1
    A98Rgb,
    /// `prophoto-rgb`, channels from 0 to 1
    ProphotoRgb,
    /// `rec2020`, channels from 0 to 1
    Rec2020,
    /// `xyz`, with the white point D65
    XyzD65,
    /// `xyz-d50`, in which white is the light of D50
    XyzD50,
    /// `lab`: lightness and the axes `a` and `b`
    Lab,
    /// `lch`: lightness, chroma and hue
    Lch,
    /// `oklab`: lightness and the axes `a` and `b`, all of Oklab
    Oklab,
    /// `oklch`: lightness, chroma and hue, all of Oklab
    Oklch,
    /// LMS cone responses, used only in conversions from and to Oklab.
    Lms,
}

/// A component of a color, such as `red` or `hue`, with its unit and range. Each color space has three channels. The
/// channel `alpha` does not belong to a space.
#[derive(Debug, PartialEq)]
pub struct Channel {
    /// The name, such as `red` or `hue`.
    pub name: &'static str,
    /// The unit returned by `color.channel()`: `%` or `deg`. `None` for a number without a unit.
    pub unit: Option<&'static str>,
    /// The range of the values in the gamut. `None` for hues, which are angles.
    pub range: Option<Range>,
}

/// The range of a channel other than a hue, and what CSS functions do with values outside of it.
#[derive(Debug, PartialEq)]
pub struct Range {
    /// The smallest value in the gamut, such as 0 or -125.
    pub min: f64,
    /// The largest value in the gamut, which corresponds to 100%.
    pub max: f64,
    /// Whether CSS functions accept only percentages.
    pub requires_percent: bool,
    /// Whether CSS functions clamp values below the range.
    pub lower_clamped: bool,
    /// Whether CSS functions clamp values above the range.
    pub upper_clamped: bool,
}

const fn linear(name: &'static str, min: f64, max: f64) -> Channel {
    let range = Range { min, max, requires_percent: false, lower_clamped: false, upper_clamped: false };
    let unit = if min == 0.0 && max == 100.0 { Some("%") } else { None };
    Channel { name, unit, range: Some(range) }
}

const fn clamped(name: &'static str, max: f64, upper_clamped: bool) -> Channel {
    let range = Range { min: 0.0, max, requires_percent: false, lower_clamped: true, upper_clamped };
    let unit = if max == 100.0 { Some("%") } else { None };
    Channel { name, unit, range: Some(range) }
}

const fn percent(name: &'static str, lower_clamped: bool) -> Channel {
    let range = Range { min: 0.0, max: 100.0, requires_percent: true, lower_clamped, upper_clamped: false };
    Channel { name, unit: Some("%"), range: Some(range) }
}

const HUE: Channel = Channel { name: "hue", unit: Some("deg"), range: None };
const OK_LIGHTNESS: Channel = Channel { unit: Some("%"), ..clamped("lightness", 1.0, true) };

pub(crate) static ALPHA: Channel = linear("alpha", 0.0, 1.0);
static RGB: [Channel; 3] = [clamped("red", 255.0, true), clamped("green", 255.0, true), clamped("blue", 255.0, true)];
static HSL: [Channel; 3] = [HUE, percent("saturation", true), percent("lightness", false)];
static HWB: [Channel; 3] = [HUE, percent("whiteness", false), percent("blackness", false)];
static PREDEFINED: [Channel; 3] = [linear("red", 0.0, 1.0), linear("green", 0.0, 1.0), linear("blue", 0.0, 1.0)];
static XYZ: [Channel; 3] = [linear("x", 0.0, 1.0), linear("y", 0.0, 1.0), linear("z", 0.0, 1.0)];
static LAB: [Channel; 3] = [clamped("lightness", 100.0, true), linear("a", -125.0, 125.0), linear("b", -125.0, 125.0)];
static LCH: [Channel; 3] = [clamped("lightness", 100.0, true), clamped("chroma", 150.0, false), HUE];
static OKLAB: [Channel; 3] = [OK_LIGHTNESS, linear("a", -0.4, 0.4), linear("b", -0.4, 0.4)];
static OKLCH: [Channel; 3] = [OK_LIGHTNESS, clamped("chroma", 0.4, false), HUE];

impl Space {
    /// The name of the space, as `color.space()` returns it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Space::Rgb => "rgb",
            Space::Hsl => "hsl",
            Space::Hwb => "hwb",
            Space::Srgb => "srgb",
            Space::SrgbLinear => "srgb-linear",
            Space::DisplayP3 => "display-p3",
            Space::DisplayP3Linear => "display-p3-linear",
            Space::A98Rgb => "a98-rgb",
            Space::ProphotoRgb => "prophoto-rgb",
            Space::Rec2020 => "rec2020",
            Space::XyzD65 => "xyz",
            Space::XyzD50 => "xyz-d50",
            Space::Lab => "lab",
            Space::Lch => "lch",
            Space::Oklab => "oklab",
            Space::Oklch => "oklch",
            Space::Lms => "lms",
        }
    }

    /// The space with this name, ignoring case. Fails for an unknown name, with the parameter `argument` in the
    /// message.
    pub fn from_name(name: &str, argument: Option<&str>) -> Result<Space> {
        Space::named(name)
            .or_else(|| Space::named(&name.to_ascii_lowercase()))
            .ok_or_else(|| unknown_space(name, argument))
    }

    /// The space with this name in lower case. `None` for other names.
    fn named(name: &str) -> Option<Space> {
        Some(match name {
            "rgb" => Space::Rgb,
            "hsl" => Space::Hsl,
            "hwb" => Space::Hwb,
            "srgb" => Space::Srgb,
            "srgb-linear" => Space::SrgbLinear,
            "display-p3" => Space::DisplayP3,
            "display-p3-linear" => Space::DisplayP3Linear,
            "a98-rgb" => Space::A98Rgb,
            "prophoto-rgb" => Space::ProphotoRgb,
            "rec2020" => Space::Rec2020,
            "xyz" | "xyz-d65" => Space::XyzD65,
            "xyz-d50" => Space::XyzD50,
            "lab" => Space::Lab,
            "lch" => Space::Lch,
            "oklab" => Space::Oklab,
            "oklch" => Space::Oklch,
            _ => return None,
        })
    }

    /// The descriptions of the space's three channels, in order.
    #[must_use]
    pub fn channels(self) -> &'static [Channel; 3] {
        match self {
            Space::Rgb => &RGB,
            Space::Hsl => &HSL,
            Space::Hwb => &HWB,
            Space::XyzD65 | Space::XyzD50 => &XYZ,
            Space::Lab => &LAB,
            Space::Lch => &LCH,
            Space::Oklab => &OKLAB,
            Space::Oklch => &OKLCH,
            _ => &PREDEFINED,
        }
    }

    /// The position of a channel: 0, 1 or 2. `None` if the space lacks it.
    #[must_use]
    pub fn channel_index(self, name: &str) -> Option<usize> {
        self.channels().iter().position(|channel| channel.name == name)
    }

    /// Whether the ranges of the channels bound the gamut, as in `rgb` but not in `lab`.
    #[must_use]
    pub fn is_bounded(self) -> bool {
        !matches!(
            self,
            Space::XyzD65 | Space::XyzD50 | Space::Lab | Space::Lch | Space::Oklab | Space::Oklch | Space::Lms
        )
    }

    /// Whether this is one of Sass's legacy color spaces: `rgb`, `hsl` and `hwb`.
    #[must_use]
    pub fn is_legacy(self) -> bool {
        matches!(self, Space::Rgb | Space::Hsl | Space::Hwb)
    }

    /// Whether one channel of the space is a hue, as in `hsl` and `oklch`.
    #[must_use]
    pub fn is_polar(self) -> bool {
        matches!(self, Space::Hsl | Space::Hwb | Space::Lch | Space::Oklch)
    }
}

fn unknown_space(name: &str, argument: Option<&str>) -> Box<Error> {
    argument_error(format!("Unknown color space \"{name}\"."), argument)
}
