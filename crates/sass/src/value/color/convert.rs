//! Conversions between color spaces, as in CSS Color 4.
//!
//! Every conversion goes through linear light or through a space that is defined by it. Missing channels stay missing
//! in the analogous channels of the result: lightness, chroma and hue, or the axes of Lab.

use super::matrices::{LMS_TO_OKLAB, Linear, Matrix, OKLAB_TO_LMS};
use super::{Color, Space};
use crate::value::{fuzzy, javascript};
use std::f64::consts::PI;

type Channels = [Option<f64>; 3];

const LAB_KAPPA: f64 = 24389.0 / 27.0;
const LAB_EPSILON: f64 = 216.0 / 24389.0;
/// The white point of XYZ D50.
const D50: [f64; 3] = [0.3457 / 0.3585, 1.0, (1.0 - 0.3457 - 0.3585) / 0.3585];

/// The channels that are missing in the original color. Analogous channels become missing in the converted color.
#[derive(Clone, Copy, Default)]
struct Missing {
    lightness: bool,
    chroma: bool,
    hue: bool,
    a: bool,
    b: bool,
}

impl Missing {
    /// If both axes of Lab are missing, marks chroma and hue as missing. If chroma and hue are missing, marks the two
    /// axes.
    fn analogous(mut self) -> Missing {
        if self.a && self.b {
            self.chroma = true;
            self.hue = true;
        } else if self.chroma && self.hue {
            self.a = true;
            self.b = true;
        }
        self
    }

    fn all(self) -> bool {
        self.lightness && self.chroma && self.hue
    }
}

/// Converts the channels and the alpha of a color to the space `to`, without gamut mapping. Channels without effect,
/// such as the hue of a gray, become missing. A missing channel stays missing if `to` has an analogous channel.
pub(super) fn convert(from: Space, to: Space, channels: Channels, alpha: Option<f64>) -> Color {
    let none = Missing::default();
    match from {
        Space::Rgb => from_srgb(to, channels.map(|channel| channel.map(|value| value / 255.0)), alpha, none),
        Space::Srgb => from_srgb(to, channels, alpha, none),
        Space::Hsl => from_hsl(to, channels, alpha),
        Space::Hwb => from_hwb(to, channels, alpha),
        Space::SrgbLinear if matches!(to, Space::Rgb | Space::Hsl | Space::Hwb | Space::Srgb) => {
            from_srgb(to, channels.map(|channel| channel.map(srgb_from_linear)), alpha, none)
        }
        Space::DisplayP3 if to == Space::DisplayP3Linear => {
            Color::new(to, channels.map(|channel| channel.map(srgb_to_linear)), alpha)
        }
        Space::DisplayP3Linear if to == Space::DisplayP3 => {
            Color::new(to, channels.map(|channel| channel.map(srgb_from_linear)), alpha)
        }
        Space::Lab => from_lab(to, channels, alpha, none),
        Space::Lch => from_lab_polar(to, channels, alpha, from_lab),
        Space::Oklab => from_oklab(to, channels, alpha, none),
        Space::Oklch => from_lab_polar(to, channels, alpha, from_oklab),
        Space::XyzD50 => from_xyz_d50(to, channels, alpha, none),
        Space::Lms => from_lms(to, channels, alpha, none),
        _ => through_linear(from, to, channels, alpha, none),
    }
}

fn from_hsl(to: Space, [hue, saturation, lightness]: Channels, alpha: Option<f64>) -> Color {
    let turn = fuzzy::modulo(hue.unwrap_or(0.0) / 360.0, 1.0);
    let (s, l) = (saturation.unwrap_or(0.0) / 100.0, lightness.unwrap_or(0.0) / 100.0);
    let m2 = if l <= 0.5 { l * (s + 1.0) } else { l + s - l * s };
    let m1 = l * 2.0 - m2;
    let rgb = [turn + 1.0 / 3.0, turn, turn - 1.0 / 3.0].map(|turn| Some(hue_to_rgb(m1, m2, turn)));
    let missing = Missing {
        lightness: lightness.is_none(),
        chroma: saturation.is_none(),
        hue: hue.is_none(),
        ..Missing::default()
    };
    from_srgb(to, rgb, alpha, missing)
}

fn from_hwb(to: Space, [hue, whiteness, blackness]: Channels, alpha: Option<f64>) -> Color {
    if whiteness.is_none() && blackness.is_none() {
        if hue.is_none() {
            return Color::new(to, [None; 3], alpha);
        }
        let converted = from_hwb(to, [hue, Some(0.0), Some(0.0)], alpha);
        return match to {
            Space::Hsl => Color::new(to, [Some(converted.channel(0)), None, None], converted.alpha),
            Space::Lch | Space::Oklch => Color::new(to, [None, None, Some(converted.channel(2))], converted.alpha),
            _ => converted,
        };
    }
    let turn = fuzzy::modulo(hue.unwrap_or(0.0), 360.0) / 360.0;
    let (mut white, mut black) = (whiteness.unwrap_or(0.0) / 100.0, blackness.unwrap_or(0.0) / 100.0);
    let sum = white + black;
    if sum > 1.0 {
        white /= sum;
        black /= sum;
    }
    let factor = 1.0 - white - black;
    let rgb = [turn + 1.0 / 3.0, turn, turn - 1.0 / 3.0];
    let rgb = rgb.map(|turn| Some(hue_to_rgb(0.0, 1.0, turn) * factor + white));
    from_srgb(to, rgb, alpha, Missing { hue: hue.is_none(), ..Missing::default() })
}

fn hue_to_rgb(m1: f64, m2: f64, mut turn: f64) -> f64 {
    if turn < 0.0 {
        turn += 1.0;
    }
    if turn > 1.0 {
        turn -= 1.0;
    }
    if turn < 1.0 / 6.0 {
        m1 + (m2 - m1) * turn * 6.0
    } else if turn < 0.5 {
        m2
    } else if turn < 2.0 / 3.0 {
        m1 + (m2 - m1) * (2.0 / 3.0 - turn) * 6.0
    } else {
        m1
    }
}

fn from_srgb(to: Space, channels: Channels, alpha: Option<f64>, missing: Missing) -> Color {
    if channels == [None; 3] || missing.all() {
        return Color::new(to, [None; 3], alpha);
    }
    match to {
        Space::Hsl | Space::Hwb => srgb_to_polar(to, channels.map(|channel| channel.unwrap_or(0.0)), alpha, missing),
        Space::Rgb => Color::raw(to, channels.map(|channel| channel.map(|value| value * 255.0)), alpha),
        Space::SrgbLinear => Color::new(to, channels.map(|channel| channel.map(srgb_to_linear)), alpha),
        _ => through_linear(Space::Srgb, to, channels, alpha, missing),
    }
}

fn srgb_to_polar(to: Space, [red, green, blue]: [f64; 3], alpha: Option<f64>, missing: Missing) -> Color {
    let (max, min) = (maximum(maximum(red, green), blue), minimum(minimum(red, green), blue));
    let delta = max - min;
    let mut hue = if max == min {
        0.0
    } else if max == red {
        60.0 * (green - blue) / delta + 360.0
    } else if max == green {
        60.0 * (blue - red) / delta + 120.0
    } else {
        60.0 * (red - green) / delta + 240.0
    };
    if to == Space::Hwb {
        let (white, black) = (min * 100.0, 100.0 - max * 100.0);
        let gray = missing.hue || fuzzy::less_or_equal(100.0, white + black);
        let hue = (!gray).then_some(fuzzy::modulo(hue, 360.0));
        let known = !(missing.chroma && missing.lightness);
        return Color::new(to, [hue, known.then_some(white), known.then_some(black)], alpha);
    }
    let lightness = (min + max) / 2.0;
    let mut saturation = if lightness == 0.0 || lightness == 1.0 {
        0.0
    } else {
        100.0 * (max - lightness) / minimum(lightness, 1.0 - lightness)
    };
    if saturation < 0.0 {
        hue += 180.0;
        saturation = saturation.abs();
    }
    let gray = missing.hue || fuzzy::equals(saturation, 0.0);
    let channels = [
        (!gray).then_some(fuzzy::modulo(hue, 360.0)),
        (!missing.chroma).then_some(saturation),
        (!missing.lightness).then_some(lightness * 100.0),
    ];
    Color::new(to, channels, alpha)
}

/// The larger number. NaN if one of them is NaN.
fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// The smaller number. NaN if one of them is NaN.
fn minimum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) }
}

/// Converts the channels with a matrix for linear light. Missing channels stay missing if `to` has analogous ones.
fn through_linear(from: Space, to: Space, channels: Channels, alpha: Option<f64>, missing: Missing) -> Color {
    let missing = missing.analogous();
    if missing.all() || channels == [None; 3] {
        return Color::new(to, [None; 3], alpha);
    }
    let between = match to {
        Space::Hsl | Space::Hwb => Space::Srgb,
        Space::Lab | Space::Lch => Space::XyzD50,
        Space::Oklab | Space::Oklch => Space::Lms,
        _ => to,
    };
    let converted = if between == from {
        channels
    } else {
        let light = channels.map(|channel| to_linear(from, channel.unwrap_or(0.0)));
        multiply(linear_of(from).matrix_to(linear_of(between)), light).map(|value| Some(from_linear(between, value)))
    };
    match to {
        Space::Hsl | Space::Hwb => from_srgb(to, converted, alpha, Missing { a: false, b: false, ..missing }),
        Space::Lab | Space::Lch => from_xyz_d50(to, converted, alpha, missing),
        Space::Oklab | Space::Oklch => from_lms(to, converted, alpha, missing),
        _ => {
            let mut kept = converted;
            for (kept, channel) in kept.iter_mut().zip(channels) {
                if channel.is_none() {
                    *kept = None;
                }
            }
            Color::new(to, kept, alpha)
        }
    }
}

fn multiply(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [a, b, c, d, e, f, g, h, i] = *matrix;
    [a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z]
}

fn linear_of(space: Space) -> Linear {
    match space {
        Space::DisplayP3 | Space::DisplayP3Linear => Linear::DisplayP3,
        Space::A98Rgb => Linear::A98Rgb,
        Space::ProphotoRgb => Linear::ProphotoRgb,
        Space::Rec2020 => Linear::Rec2020,
        Space::XyzD65 => Linear::XyzD65,
        Space::XyzD50 => Linear::XyzD50,
        Space::Lms => Linear::Lms,
        _ => Linear::Srgb,
    }
}

/// Removes the transfer function (gamma) of `space` from a channel.
fn to_linear(space: Space, channel: f64) -> f64 {
    let (size, sign) = (channel.abs(), fuzzy::sign(channel));
    match space {
        Space::Rgb => srgb_to_linear(channel / 255.0),
        Space::Srgb | Space::DisplayP3 => srgb_to_linear(channel),
        Space::A98Rgb => sign * javascript::pow(size, 563.0 / 256.0),
        Space::ProphotoRgb if size <= 16.0 / 512.0 => channel / 16.0,
        Space::ProphotoRgb => sign * javascript::pow(size, 1.8),
        Space::Rec2020 => sign * javascript::pow(size, 2.4),
        _ => channel,
    }
}

/// Applies the transfer function (gamma) of `space` to linear light.
fn from_linear(space: Space, light: f64) -> f64 {
    let (size, sign) = (light.abs(), fuzzy::sign(light));
    match space {
        Space::Rgb => srgb_from_linear(light) * 255.0,
        Space::Srgb | Space::DisplayP3 => srgb_from_linear(light),
        Space::A98Rgb => sign * javascript::pow(size, 256.0 / 563.0),
        Space::ProphotoRgb if size >= 1.0 / 512.0 => sign * javascript::pow(size, 1.0 / 1.8),
        Space::ProphotoRgb => 16.0 * light,
        Space::Rec2020 => sign * javascript::pow(size, 1.0 / 2.4),
        _ => light,
    }
}

fn srgb_to_linear(channel: f64) -> f64 {
    let size = channel.abs();
    if size <= 0.04045 { channel / 12.92 } else { fuzzy::sign(channel) * javascript::pow((size + 0.055) / 1.055, 2.4) }
}

fn srgb_from_linear(light: f64) -> f64 {
    let size = light.abs();
    if size <= 0.0031308 {
        light * 12.92
    } else {
        fuzzy::sign(light) * (1.055 * javascript::pow(size, 1.0 / 2.4) - 0.055)
    }
}

fn from_xyz_d50(to: Space, channels: Channels, alpha: Option<f64>, missing: Missing) -> Color {
    let missing = missing.analogous();
    if missing.all() || channels == [None; 3] {
        return Color::new(to, [None; 3], alpha);
    }
    if !matches!(to, Space::Lab | Space::Lch) {
        return through_linear(Space::XyzD50, to, channels, alpha, missing);
    }
    let [x, y, z] = channels.map(|channel| channel.unwrap_or(0.0));
    let (f0, f1, f2) = (lab_f(x / D50[0]), lab_f(y / D50[1]), lab_f(z / D50[2]));
    let lightness = (!missing.lightness).then_some(116.0 * f1 - 16.0);
    let (a, b) = (500.0 * (f0 - f1), 200.0 * (f1 - f2));
    if to == Space::Lab {
        Color::raw(to, [lightness, (!missing.a).then_some(a), (!missing.b).then_some(b)], alpha)
    } else {
        lab_to_lch(to, [lightness, Some(a), Some(b)], alpha, missing)
    }
}

fn lab_f(component: f64) -> f64 {
    if component > LAB_EPSILON {
        javascript::pow(component, 1.0 / 3.0) + 0.0
    } else {
        (LAB_KAPPA * component + 16.0) / 116.0
    }
}

fn from_lms(to: Space, channels: Channels, alpha: Option<f64>, missing: Missing) -> Color {
    let missing = missing.analogous();
    if missing.all() || channels == [None; 3] {
        return Color::new(to, [None; 3], alpha);
    }
    if !matches!(to, Space::Oklab | Space::Oklch) {
        return through_linear(Space::Lms, to, channels, alpha, missing);
    }
    let roots = channels.map(|channel| {
        let value = channel.unwrap_or(0.0);
        javascript::pow(value.abs(), 1.0 / 3.0) * fuzzy::sign(value)
    });
    let [lightness, a, b] = multiply(&LMS_TO_OKLAB, roots);
    let lightness = (!missing.lightness).then_some(lightness);
    if to == Space::Oklab {
        Color::raw(to, [lightness, (!missing.a).then_some(a), (!missing.b).then_some(b)], alpha)
    } else {
        lab_to_lch(to, [lightness, Some(a), Some(b)], alpha, missing)
    }
}

/// Converts a color from Lch or Oklch to `to`. Chroma and hue become the axes `a` and `b`, which `from_axes` then
/// converts.
fn from_lab_polar(
    to: Space,
    [lightness, chroma, hue]: Channels,
    alpha: Option<f64>,
    from_axes: impl Fn(Space, Channels, Option<f64>, Missing) -> Color,
) -> Color {
    let angle = hue.unwrap_or(0.0) * PI / 180.0;
    let size = chroma.unwrap_or(0.0);
    let missing = Missing { chroma: chroma.is_none(), hue: hue.is_none(), ..Missing::default() };
    from_axes(to, [lightness, Some(size * javascript::cos(angle)), Some(size * javascript::sin(angle))], alpha, missing)
}

fn from_lab(to: Space, [lightness, mut a, mut b]: Channels, alpha: Option<f64>, mut missing: Missing) -> Color {
    if missing.chroma && missing.hue {
        (a, b) = (None, None);
    } else if a.is_none() && b.is_none() {
        missing.chroma = true;
        missing.hue = true;
    }
    match to {
        Space::Lab => {
            let powerless = lightness.is_none_or(|lightness| fuzzy::equals(lightness, 0.0));
            let keep = |axis: Option<f64>| axis.filter(|_| !powerless);
            Color::raw(to, [lightness, keep(a), keep(b)], alpha)
        }
        Space::Lch => lab_to_lch(to, [lightness, a, b], alpha, Missing::default()),
        _ => {
            missing.lightness = lightness.is_none();
            (missing.a, missing.b) = (a.is_none(), b.is_none());
            let lightness = lightness.unwrap_or(0.0);
            let f1 = (lightness + 16.0) / 116.0;
            let x = lab_f_inverse(a.unwrap_or(0.0) / 500.0 + f1) * D50[0];
            let y = if lightness > LAB_KAPPA * LAB_EPSILON {
                javascript::pow((lightness + 16.0) / 116.0, 3.0)
            } else {
                lightness / LAB_KAPPA
            };
            let z = lab_f_inverse(f1 - b.unwrap_or(0.0) / 200.0) * D50[2];
            from_xyz_d50(to, [Some(x), Some(y * D50[1]), Some(z)], alpha, missing)
        }
    }
}

fn lab_f_inverse(component: f64) -> f64 {
    let cubed = javascript::pow(component, 3.0) + 0.0;
    if cubed > LAB_EPSILON { cubed } else { (116.0 * component - 16.0) / LAB_KAPPA }
}

fn from_oklab(to: Space, [lightness, mut a, mut b]: Channels, alpha: Option<f64>, mut missing: Missing) -> Color {
    if to == Space::Oklch {
        return lab_to_lch(to, [lightness, a, b], alpha, missing);
    }
    if a.is_none() && b.is_none() {
        missing.chroma = true;
        missing.hue = true;
    } else if missing.chroma && missing.hue {
        (a, b) = (None, None);
    }
    missing.lightness = lightness.is_none();
    (missing.a, missing.b) = (a.is_none(), b.is_none());
    let roots = multiply(&OKLAB_TO_LMS, [lightness, a, b].map(|channel| channel.unwrap_or(0.0)));
    from_lms(to, roots.map(|root| Some(javascript::pow(root, 3.0) + 0.0)), alpha, missing)
}

fn lab_to_lch(to: Space, [lightness, a, b]: Channels, alpha: Option<f64>, missing: Missing) -> Color {
    let none = a.is_none() && b.is_none();
    let (a, b) = (a.unwrap_or(0.0), b.unwrap_or(0.0));
    let chroma = (javascript::pow(a, 2.0) + javascript::pow(b, 2.0)).sqrt();
    let hue = if missing.hue || none || fuzzy::equals(chroma, 0.0) {
        None
    } else {
        let hue = libm::atan2(b, a) * 180.0 / PI;
        Some(if hue >= 0.0 { hue } else { hue + 360.0 })
    };
    Color::new(to, [lightness, (!missing.chroma && !none).then_some(chroma), hue], alpha)
}
