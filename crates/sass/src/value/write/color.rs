//! Output of colors: as a name, in hexadecimal digits, or as the function of their space.

use super::Writer;
use crate::value::color::{Color, Format, Space};
use crate::value::{Number, Unit, fuzzy};
use hastie_sass_core::color_names::name_of;
use std::fmt::Write;

impl Writer<'_> {
    pub(super) fn color(&mut self, color: &Color) {
        match color.space {
            Space::Rgb | Space::Hsl | Space::Hwb if !color.has_missing_channel() => self.legacy_color(color),
            Space::Rgb => {
                self.out.push_str("rgb(");
                self.channels(color, [None; 3]);
            }
            Space::Hsl | Space::Hwb => {
                self.open(color);
                self.channels(color, [(!self.compressed).then_some("deg"), Some("%"), Some("%")]);
            }
            Space::Lab | Space::Lch | Space::Oklab | Space::Oklch => self.lab_color(color),
            _ => self.color_function(color),
        }
    }

    fn open(&mut self, color: &Color) {
        self.out.push_str(color.space.name());
        self.out.push('(');
    }

    /// Writes the channels, the alpha and the closing parenthesis.
    fn channels(&mut self, color: &Color, units: [Option<&'static str>; 3]) {
        for (index, (channel, unit)) in color.channels.iter().zip(units).enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            self.channel(*channel, unit);
        }
        self.slash_alpha(color);
    }

    fn slash_alpha(&mut self, color: &Color) {
        if !fuzzy::equals(color.alpha_value(), 1.0) {
            self.optional_space();
            self.out.push('/');
            self.optional_space();
            self.channel(color.alpha, None);
        }
        self.out.push(')');
    }

    fn channel(&mut self, channel: Option<f64>, unit: Option<&'static str>) {
        match channel {
            None => self.out.push_str("none"),
            Some(value) if value.is_finite() => {
                self.float(value);
                self.out.push_str(unit.unwrap_or(""));
            }
            Some(value) => match unit {
                Some(unit) => self.number(&Number::with_unit(value, Unit::new(unit))),
                None => self.number(&Number::new(value)),
            },
        }
    }

    /// Writes a color whose CSS function clamps some channels. If this would change the color, writes it with
    /// `color-mix()` or, with missing channels, in relative color syntax.
    fn lab_color(&mut self, color: &Color) {
        let [missing0, missing1, missing2] = color.channels.map(|channel| channel.is_none());
        let polar = color.space.is_polar();
        let max = if matches!(color.space, Space::Lab | Space::Lch) { 100.0 } else { 1.0 };
        let negative_chroma = polar && fuzzy::less(color.channel(1), 0.0);
        let outside = !fuzzy::in_range(color.channel(0), 0.0, max) && !missing1 && !missing2;
        if !self.inspect && (outside || (negative_chroma && !missing0 && !missing1)) {
            self.out.push_str("color-mix(in ");
            self.out.push_str(color.space.name());
            self.comma();
            self.color_function(&color.to_space(Space::XyzD65));
            self.optional_space();
            self.out.push_str("100%");
            self.comma();
            self.out.push_str(if self.compressed { "red)" } else { "black)" });
            return;
        }
        self.open(color);
        // As in dart-sass, the lightness is compared with 100 in all four spaces.
        if !self.inspect && (!fuzzy::in_range(color.channel(0), 0.0, 100.0) || negative_chroma) {
            self.out.push_str(if self.compressed { "from red " } else { "from black " });
        }
        match color.channels[0] {
            Some(lightness) if !self.compressed => {
                self.float(lightness * 100.0 / max);
                self.out.push('%');
            }
            lightness => self.channel(lightness, None),
        }
        self.out.push(' ');
        self.channel(color.channels[1], None);
        self.out.push(' ');
        self.channel(color.channels[2], (polar && !self.compressed).then_some("deg"));
        self.slash_alpha(color);
    }

    fn color_function(&mut self, color: &Color) {
        self.out.push_str("color(");
        self.out.push_str(color.space.name());
        self.out.push(' ');
        self.channels(color, [None; 3]);
    }

    fn legacy_color(&mut self, color: &Color) {
        let opaque = fuzzy::equals(color.alpha_value(), 1.0);
        if !color.is_in_gamut() && !self.inspect {
            self.hsl(color);
            return;
        }
        if self.compressed {
            self.shortest(color, opaque);
            return;
        }
        if color.space == Space::Hsl {
            self.hsl(color);
            return;
        }
        if self.inspect && color.space == Space::Hwb {
            self.hwb(color);
            return;
        }
        match &color.format {
            Format::RgbFunction => return self.rgb(color),
            Format::Literal(text) => return self.out.push_str(text),
            Format::None => {}
        }
        if opaque && let Some([red, green, blue]) = bytes(&color.to_space(Space::Rgb)) {
            match name_of(red, green, blue) {
                Some(name) => self.out.push_str(name),
                None => {
                    let _ = write!(self.out, "#{red:02x}{green:02x}{blue:02x}");
                }
            }
        } else if color.space == Space::Hwb {
            self.hsl(color);
        } else {
            self.rgb(color);
        }
    }

    fn shortest(&mut self, color: &Color, opaque: bool) {
        let rgb = color.to_space(Space::Rgb);
        if opaque && let Some([red, green, blue]) = bytes(&rgb) {
            let short = [red, green, blue].iter().all(|byte| byte & 15 == byte >> 4);
            match name_of(red, green, blue) {
                Some(name) if name.len() <= if short { 4 } else { 7 } => self.out.push_str(name),
                _ if short => {
                    let _ = write!(self.out, "#{:x}{:x}{:x}", red & 15, green & 15, blue & 15);
                }
                _ => {
                    let _ = write!(self.out, "#{red:02x}{green:02x}{blue:02x}");
                }
            }
            return;
        }
        let start = self.out.len();
        self.rgb(&rgb);
        let middle = self.out.len();
        self.hsl(&rgb.to_space(Space::Hsl));
        let hsl_len = self.out.len() - middle;
        // As in dart-sass, HSL is considered two characters longer because of its percent signs.
        if middle - start <= hsl_len + 2 {
            self.out.truncate(middle);
        } else {
            self.out.replace_range(start..middle, "");
        }
    }

    fn rgb(&mut self, color: &Color) {
        let opaque = fuzzy::equals(color.alpha_value(), 1.0);
        let rgb = color.to_space(Space::Rgb);
        self.out.push_str(if opaque { "rgb(" } else { "rgba(" });
        let ints = rgb.channels.map(|channel| {
            let value = channel.unwrap_or(0.0);
            if self.inspect { fuzzy::as_int(value) } else { Some(value).filter(|v| v.is_finite() && v.trunc() == *v) }
        });
        if let [Some(red), Some(green), Some(blue)] = ints {
            for (index, int) in [red, green, blue].into_iter().enumerate() {
                if index > 0 {
                    self.comma();
                }
                self.integer(int);
            }
        } else {
            for index in 0..3 {
                if index > 0 {
                    self.comma();
                }
                self.channel(Some(color.channel(index) * 100.0 / 255.0), Some("%"));
            }
        }
        self.comma_alpha(color, opaque);
    }

    fn hsl(&mut self, color: &Color) {
        let opaque = fuzzy::equals(color.alpha_value(), 1.0);
        let hsl = color.to_space(Space::Hsl);
        self.out.push_str(if opaque { "hsl(" } else { "hsla(" });
        self.channel(Some(hsl.channel(0)), None);
        self.comma();
        self.channel(Some(hsl.channel(1)), Some("%"));
        self.comma();
        self.channel(Some(hsl.channel(2)), Some("%"));
        self.comma_alpha(color, opaque);
    }

    fn comma_alpha(&mut self, color: &Color, opaque: bool) {
        if !opaque {
            self.comma();
            self.float(color.alpha_value());
        }
        self.out.push(')');
    }

    fn hwb(&mut self, color: &Color) {
        self.out.push_str("hwb(");
        self.float(color.channel(0));
        self.out.push(' ');
        self.float(color.channel(1));
        self.out.push_str("% ");
        self.float(color.channel(2));
        self.out.push('%');
        if !fuzzy::equals(color.alpha_value(), 1.0) {
            self.out.push_str(" / ");
            self.float(color.alpha_value());
        }
        self.out.push(')');
    }
}

impl Color {
    /// The CSS name of the color, such as `red`, even if the color is written differently. `None` if no such name
    /// exists, if a channel or alpha is missing, or if the space is not `rgb`, `hsl` or `hwb`.
    pub(crate) fn keyword(&self) -> Option<&'static str> {
        let legacy = matches!(self.space, Space::Rgb | Space::Hsl | Space::Hwb);
        if !legacy || self.channels.contains(&None) {
            return None;
        }
        let [red, green, blue] = bytes(&self.to_space(Space::Rgb))?;
        match self.alpha? {
            alpha if fuzzy::equals(alpha, 1.0) => name_of(red, green, blue),
            alpha if fuzzy::equals(alpha, 0.0) && [red, green, blue] == [0; 3] => Some("transparent"),
            _ => None,
        }
    }
}

/// The channels as bytes. `None` unless all are fuzzily equal to integers from 0 to 255.
fn bytes(rgb: &Color) -> Option<[u8; 3]> {
    let mut bytes = [0; 3];
    for (byte, channel) in bytes.iter_mut().zip(rgb.channels) {
        let int = fuzzy::as_int(channel.unwrap_or(0.0))?;
        *byte = (0.0..256.0).contains(&int).then_some(int as u8)?;
    }
    Some(bytes)
}
