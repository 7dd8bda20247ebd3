//! Maps colors into the gamut of their space, by clipping channels or by reducing the chroma.

use super::{Color, Space, convert};
use crate::Result;
use crate::value::{argument_error, fuzzy, javascript};

/// An algorithm that maps a color into a gamut: `clip` or `local-minde`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamutMethod {
    /// `clip`: clamps each channel.
    Clip,
    /// `local-minde`: reduces chroma until the difference from the clipped color is not noticeable.
    LocalMinde,
}

/// The just noticeable difference in Oklab.
const JUST_NOTICEABLE: f64 = 0.02;
/// The precision of the search for the chroma.
const EPSILON: f64 = 0.0001;

impl GamutMethod {
    /// Parses `clip` and `local-minde`, the values of `$method`. Fails for other names.
    pub fn from_name(name: &str) -> Result<GamutMethod> {
        match name {
            "clip" => Ok(GamutMethod::Clip),
            "local-minde" => Ok(GamutMethod::LocalMinde),
            _ => Err(argument_error(format!("Unknown gamut map method \"{name}\"."), None)),
        }
    }
}

impl Color {
    /// Maps the color into the gamut of its space. A color that is already in the gamut is unchanged.
    #[must_use]
    pub fn to_gamut(&self, method: GamutMethod) -> Color {
        match method {
            _ if self.is_in_gamut() => self.clone(),
            GamutMethod::Clip => clip(self),
            GamutMethod::LocalMinde => local_minde(self),
        }
    }
}

fn clip(color: &Color) -> Color {
    let mut channels = color.channels;
    for (value, channel) in channels.iter_mut().zip(color.space.channels()) {
        if let (Some(value), Some(range)) = (value, &channel.range) {
            *value = fuzzy::clamp(*value, range.min, range.max);
        }
    }
    Color::new(color.space, channels, color.alpha)
}

/// Maps a color into the gamut of its space by the algorithm of the CSS Color 4 candidate recommendation of November
/// 2022.
fn local_minde(color: &Color) -> Color {
    let origin = color.to_space(Space::Oklch);
    let lightness = origin.channel(0);
    if fuzzy::less_or_equal(1.0, lightness) {
        return if color.is_legacy() {
            Color::rgb_or_missing([Some(255.0); 3], color.alpha).to_space(color.space)
        } else {
            Color::new(color.space, [Some(1.0); 3], color.alpha)
        };
    }
    if fuzzy::less_or_equal(lightness, 0.0) {
        return Color::rgb_or_missing([Some(0.0); 3], color.alpha).to_space(color.space);
    }
    let mut clipped = color.to_gamut(GamutMethod::Clip);
    if difference(&clipped, color) < JUST_NOTICEABLE {
        return clipped;
    }
    let (mut min, mut max) = (0.0, origin.channel(1));
    let mut min_in_gamut = true;
    while max - min > EPSILON {
        let chroma = (min + max) / 2.0;
        let channels = [origin.channels[0], Some(chroma), origin.channels[2]];
        let current = convert::convert(Space::Oklch, color.space, channels, origin.alpha);
        if min_in_gamut && current.is_in_gamut() {
            min = chroma;
            continue;
        }
        clipped = current.to_gamut(GamutMethod::Clip);
        let error = difference(&clipped, &current);
        if error < JUST_NOTICEABLE {
            if JUST_NOTICEABLE - error < EPSILON {
                return clipped;
            }
            min_in_gamut = false;
            min = chroma;
        } else {
            max = chroma;
        }
    }
    clipped
}

/// The distance of two colors in Oklab.
fn difference(a: &Color, b: &Color) -> f64 {
    let (a, b) = (a.to_space(Space::Oklab), b.to_space(Space::Oklab));
    (0..3)
        .map(|index| javascript::pow(a.channel(index) - b.channel(index), 2.0))
        .fold(0.0, |sum, square| sum + square)
        .sqrt()
}
