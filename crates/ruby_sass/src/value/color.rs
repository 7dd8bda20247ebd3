//! Colors: RGB or HSL channels, and alpha.

use super::number::{EPSILON, modulo};
use hastie_sass_core::color_names::{name_of, named_color};
use std::sync::Arc;

/// A color, in red, green and blue or in hue, saturation and lightness. The other form is computed if necessary.
#[derive(Clone, Debug)]
pub(crate) struct Color {
    pub(crate) rgb: Option<[u8; 3]>,
    pub(crate) hsl: Option<[f64; 3]>,
    pub(crate) alpha: f64,
    /// The original notation, unless the color was computed.
    pub(crate) written: Option<Arc<str>>,
}

/// Rounds to the nearest integer. Numbers whose fraction differs from 0.5 by less than `EPSILON` are rounded away from
/// zero.
pub(crate) fn rounded(value: f64) -> f64 {
    let rest = modulo(value, 1.0);
    let is_half = (rest - 0.5).abs() < EPSILON;
    let down = if value > 0.0 { !is_half && rest < 0.5 } else { is_half || rest < 0.5 };
    if down { value.floor() } else { value.ceil() }
}

fn byte(value: f64) -> u8 {
    rounded(value).clamp(0.0, 255.0) as u8
}

impl Color {
    /// Creates a color from RGB channels, which are rounded and clamped to the range from 0 to 255. `alpha` is clamped
    /// to the range from 0 to 1.
    pub(crate) fn from_rgb(rgb: [f64; 3], alpha: f64) -> Color {
        Color { rgb: Some(rgb.map(byte)), hsl: None, alpha: alpha.clamp(0.0, 1.0), written: None }
    }

    /// Creates a color from hue in degrees, and saturation and lightness in percent. The hue is reduced modulo 360, and
    /// the other values are clamped to their ranges.
    pub(crate) fn from_hsl([hue, saturation, lightness]: [f64; 3], alpha: f64) -> Color {
        let hsl = [modulo(hue, 360.0), saturation.clamp(0.0, 100.0), lightness.clamp(0.0, 100.0)];
        Color { rgb: None, hsl: Some(hsl), alpha: alpha.clamp(0.0, 1.0), written: None }
    }

    /// Parses three, four, six or eight hexadecimal digits after `#`. `None` for any other text.
    pub(crate) fn from_hex(written: &str) -> Option<Color> {
        let digits: Option<Vec<u32>> = written.strip_prefix('#')?.chars().map(|digit| digit.to_digit(16)).collect();
        let digits = digits?;
        let bytes: Vec<u32> = match digits.len() {
            3 | 4 => digits.iter().map(|digit| digit * 17).collect(),
            6 | 8 => digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte * 16 + digit)).collect(),
            _ => return None,
        };
        let [red, green, blue, ref alpha @ ..] = bytes[..] else { return None };
        let alpha = alpha.first().map_or(1.0, |alpha| f64::from(*alpha) / 255.0);
        let rgb = [red as u8, green as u8, blue as u8];
        Some(Color { rgb: Some(rgb), hsl: None, alpha, written: Some(written.into()) })
    }

    /// The color with a name, ignoring case. `None` for a name that is not a CSS color.
    pub(crate) fn named(name: &str) -> Option<Color> {
        let (rgb, alpha) = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            named_color(&name.to_ascii_lowercase())?
        } else {
            named_color(name)?
        };
        Some(Color { rgb: Some(rgb), hsl: None, alpha, written: Some(name.into()) })
    }

    /// The color with a different alpha channel. `alpha` is clamped to the range from 0 to 1.
    pub(crate) fn with_alpha(&self, alpha: f64) -> Color {
        Color { alpha: alpha.clamp(0.0, 1.0), written: None, ..self.clone() }
    }

    pub(crate) fn rgb(&self) -> [u8; 3] {
        if let Some(rgb) = self.rgb {
            return rgb;
        }
        let [hue, saturation, lightness] = self.hsl.unwrap_or_default();
        let (h, s, l) = (hue / 360.0, saturation / 100.0, lightness / 100.0);
        let high = if l <= 0.5 { l * (s + 1.0) } else { l + s - l * s };
        let low = l * 2.0 - high;
        [h + 1.0 / 3.0, h, h - 1.0 / 3.0].map(|hue| byte(channel(low, high, hue) * 255.0))
    }

    pub(crate) fn hsl(&self) -> [f64; 3] {
        if let Some(hsl) = self.hsl {
            return hsl;
        }
        let [r, g, b] = self.rgb.unwrap_or_default().map(|channel| f64::from(channel) / 255.0);
        let (max, min) = (r.max(g).max(b), r.min(g).min(b));
        let d = max - min;
        let hue = if max == min {
            0.0
        } else if max == r {
            60.0 * (g - b) / d
        } else if max == g {
            60.0 * (b - r) / d + 120.0
        } else {
            60.0 * (r - g) / d + 240.0
        };
        let l = (max + min) / 2.0;
        let s = if max == min {
            0.0
        } else if l < 0.5 {
            d / (2.0 * l)
        } else {
            d / (2.0 - 2.0 * l)
        };
        [modulo(hue, 360.0), s * 100.0, l * 100.0]
    }

    /// The CSS name of exactly this color, including its alpha channel. `None` if it has none.
    pub(crate) fn name(&self) -> Option<&'static str> {
        let [red, green, blue] = self.rgb();
        if self.alpha == 0.0 {
            return (red == 0 && green == 0 && blue == 0).then_some("transparent");
        }
        if self.alpha != 1.0 {
            return None;
        }
        // Ruby Sass uses these names instead of the first one in alphabetical order.
        name_of(red, green, blue).map(|name| match name {
            "aqua" => "cyan",
            "fuchsia" => "magenta",
            name => name,
        })
    }
}

fn channel(low: f64, high: f64, hue: f64) -> f64 {
    let hue = if hue < 0.0 { hue + 1.0 } else { hue };
    let hue = if hue > 1.0 { hue - 1.0 } else { hue };
    if hue * 6.0 < 1.0 {
        low + (high - low) * hue * 6.0
    } else if hue * 2.0 < 1.0 {
        high
    } else if hue * 3.0 < 2.0 {
        low + (high - low) * (2.0 / 3.0 - hue) * 6.0
    } else {
        low
    }
}
