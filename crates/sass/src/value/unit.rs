//! Units and conversion factors.

use crate::Symbol;
use std::f64::consts::PI;

/// A unit of a number. The units of CSS are stored as an index, and all other units as their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// An index into the table of known units.
    Known(u8),
    /// A unit that is not in CSS, or that is not written in its usual case, such as `PX`.
    Other(Symbol),
}

/// The number of units that belong to a [`Kind`].
const CONVERTIBLE: usize = 18;

/// The known units. Convertible ones come first, grouped by kind, with the canonical unit of each kind first.
const NAMES: [&str; 67] = [
    "in", "cm", "pc", "mm", "q", "pt", "px", "deg", "grad", "rad", "turn", "s", "ms", "Hz", "kHz", "dpi", "dpcm",
    "dppx", "%", "em", "rem", "ex", "rex", "cap", "rcap", "ch", "rch", "ic", "ric", "lh", "rlh", "vw", "lvw", "svw",
    "dvw", "vh", "lvh", "svh", "dvh", "vi", "lvi", "svi", "dvi", "vb", "lvb", "svb", "dvb", "vmin", "lvmin", "svmin",
    "dvmin", "vmax", "lvmax", "svmax", "dvmax", "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax", "fr", "x", "hz", "khz",
    "Q", "dB",
];

/// The units with the names in [`NAMES`], in the same order. Numbers borrow their single unit from this array.
pub(super) static KNOWN: [Unit; NAMES.len()] = {
    let mut all = [const { Unit::Known(0) }; NAMES.len()];
    let mut index = 0;
    while index < NAMES.len() {
        all[index] = Unit::Known(index as u8);
        index += 1;
    }
    all
};

/// The indices of the relative lengths, such as `em` and `vw`, in [`NAMES`].
const RELATIVE_LENGTHS: std::ops::RangeInclusive<u8> = 19..=60;

impl Unit {
    /// `%`, which cannot be converted to another unit.
    pub const PERCENT: Unit = Unit::Known(18);
    /// Degrees, the unit of hues.
    pub const DEG: Unit = Unit::Known(7);
    /// `rad`, the unit to which the arguments of trigonometric functions are converted.
    pub const RAD: Unit = Unit::Known(9);
    /// `px`, the CSS pixel: 96 pixels are one inch.
    pub const PX: Unit = Unit::Known(6);

    /// The unit with this name, which is case-sensitive.
    #[must_use]
    pub fn new(name: &str) -> Unit {
        match name {
            "px" => Unit::PX,
            "%" => Unit::PERCENT,
            "em" => Unit::Known(19),
            "rem" => Unit::Known(20),
            _ => match NAMES.iter().position(|known| *known == name) {
                Some(index) => Unit::Known(index as u8),
                None => Unit::Other(Symbol::new(name)),
            },
        }
    }

    /// The unit as written in CSS, such as `px` or `%`. An unknown unit keeps the name from the source.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Known(index) => NAMES.get(usize::from(index)).copied().unwrap_or(""),
            Unit::Other(name) => name.as_str(),
        }
    }

    /// The quantity that the unit measures. `None` for units that are not convertible, such as `em`.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        let Unit::Known(index) = self else { return None };
        Kind::ALL.into_iter().find(|kind| kind.range().contains(&usize::from(index)))
    }

    /// The factor that converts a value from `other` to this unit: 96 for `px` from `in`. 1 for two equal units. `None`
    /// for two different units that cannot be converted into each other.
    #[must_use]
    pub fn factor_from(self, other: Unit) -> Option<f64> {
        if self == other {
            return Some(1.0);
        }
        let (Unit::Known(to), Unit::Known(from)) = (self, other) else { return None };
        let kind = self.kind()?;
        let range = kind.range();
        let (to, from) = (usize::from(to), usize::from(from));
        if !range.contains(&from) {
            return None;
        }
        kind.factors().get((to - range.start) * range.len() + from - range.start).copied()
    }

    /// The factor that converts a value from this unit to the canonical unit of its kind. 1 for units that are not
    /// convertible.
    #[must_use]
    pub fn canonical_factor(self) -> f64 {
        match self.kind() {
            Some(kind) => 1.0 / self.factor_from(kind.canonical()).unwrap_or(1.0),
            None => 1.0,
        }
    }

    /// The unit that represents all units of the same kind, such as `in` for lengths. A unit that cannot be converted
    /// is its own canonical unit.
    #[must_use]
    pub fn canonical(self) -> Unit {
        self.kind().map_or(self, Kind::canonical)
    }

    /// The group of units that browsers can add to this one. `None` if the group is not known.
    fn group(self) -> Option<Group> {
        let lower;
        let index = match self {
            Unit::Known(index) => index,
            Unit::Other(name) => {
                lower = name.as_str().to_ascii_lowercase();
                let index = NAMES.iter().position(|known| *known == lower)?;
                index as u8
            }
        };
        Some(match index {
            0..=6 | 65 => Group::Length,
            7..=10 => Group::Angle,
            11 | 12 => Group::Time,
            13 | 14 | 63 | 64 => Group::Frequency,
            15..=17 => Group::Density,
            index if RELATIVE_LENGTHS.contains(&index) => Group::Length,
            _ => return None,
        })
    }

    /// Whether browsers may be able to add numbers with these units, as with `px` and `em`, but not with `px` and `s`.
    /// Also true if one of the units, such as `%`, is not known to measure a length, angle, time, frequency or
    /// resolution.
    #[must_use]
    pub fn possibly_compatible(self, other: Unit) -> bool {
        match (self.group(), other.group()) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }
}

/// A group of units that CSS can add to each other.
#[derive(PartialEq)]
enum Group {
    Length,
    Angle,
    Time,
    Frequency,
    Density,
}

/// The quantity that a convertible unit measures, such as `Length` for `px`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Absolute lengths, such as `px` and `cm`.
    Length,
    /// `deg`, `rad` and others.
    Angle,
    /// Durations: `s` and `ms`.
    Time,
    /// `Hz` and `kHz`.
    Frequency,
    /// Resolutions, such as `dpi` and `dppx`.
    PixelDensity,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Length, Kind::Angle, Kind::Time, Kind::Frequency, Kind::PixelDensity];

    /// The kind's name in error messages, such as `pixel density`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Length => "length",
            Kind::Angle => "angle",
            Kind::Time => "time",
            Kind::Frequency => "frequency",
            Kind::PixelDensity => "pixel density",
        }
    }

    /// The units that convert to each other, such as `px` and `in`, in the order in which error messages list them.
    #[must_use]
    pub fn units(self) -> &'static [&'static str] {
        NAMES.get(self.range()).unwrap_or(&[])
    }

    fn range(self) -> std::ops::Range<usize> {
        match self {
            Kind::Length => 0..7,
            Kind::Angle => 7..11,
            Kind::Time => 11..13,
            Kind::Frequency => 13..15,
            Kind::PixelDensity => 15..CONVERTIBLE,
        }
    }

    fn canonical(self) -> Unit {
        Unit::Known(self.range().start as u8)
    }

    /// The factors of conversions between the units of this kind. Each row has the factors to one unit, each column
    /// from one unit. The divisions are written out, because rounding would otherwise differ.
    fn factors(self) -> &'static [f64] {
        match self {
            Kind::Length => &LENGTH,
            Kind::Angle => &ANGLE,
            Kind::Time => &[1.0, 1.0 / 1000.0, 1000.0, 1.0],
            Kind::Frequency => &[1.0, 1000.0, 1.0 / 1000.0, 1.0],
            Kind::PixelDensity => &[1.0, 2.54, 96.0, 1.0 / 2.54, 1.0, 96.0 / 2.54, 1.0 / 96.0, 2.54 / 96.0, 1.0],
        }
    }
}

/// The factors between units of length: see [`Kind::factors`].
const LENGTH: [f64; 49] = [
    1.0,
    1.0 / 2.54,
    1.0 / 6.0,
    1.0 / 25.4,
    1.0 / 101.6,
    1.0 / 72.0,
    1.0 / 96.0, //
    2.54,
    1.0,
    2.54 / 6.0,
    1.0 / 10.0,
    1.0 / 40.0,
    2.54 / 72.0,
    2.54 / 96.0, //
    6.0,
    6.0 / 2.54,
    1.0,
    6.0 / 25.4,
    6.0 / 101.6,
    1.0 / 12.0,
    1.0 / 16.0, //
    25.4,
    10.0,
    25.4 / 6.0,
    1.0,
    1.0 / 4.0,
    25.4 / 72.0,
    25.4 / 96.0, //
    101.6,
    40.0,
    101.6 / 6.0,
    4.0,
    1.0,
    101.6 / 72.0,
    101.6 / 96.0, //
    72.0,
    72.0 / 2.54,
    12.0,
    72.0 / 25.4,
    72.0 / 101.6,
    1.0,
    3.0 / 4.0, //
    96.0,
    96.0 / 2.54,
    16.0,
    96.0 / 25.4,
    96.0 / 101.6,
    4.0 / 3.0,
    1.0,
];

/// The factors between units of angles: see [`Kind::factors`].
const ANGLE: [f64; 16] = [
    1.0,
    9.0 / 10.0,
    180.0 / PI,
    360.0, //
    10.0 / 9.0,
    1.0,
    200.0 / PI,
    400.0, //
    PI / 180.0,
    PI / 200.0,
    1.0,
    2.0 * PI, //
    1.0 / 360.0,
    1.0 / 400.0,
    1.0 / (2.0 * PI),
    1.0,
];
