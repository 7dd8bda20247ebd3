//! Versions of gems, and requirements for them. Mirrors `Gem::Version` and `Gem::Requirement`.

use std::cmp::Ordering;
use std::fmt;

/// A segment of a version: a number, or a word, which sorts before all numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Word(String),
    Number(u64),
}

/// A version number, such as `2.5.0.rc1`. In comparisons, `1` and `1.0` are equal.
#[derive(Debug, Clone)]
pub(crate) struct Version {
    text: String,
    pieces: Vec<Piece>,
}

impl Version {
    /// Parses a version: ASCII letters and digits, separated by periods, with a digit at the start. `None` for any
    /// other text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.split('.').all(is_part) {
            return None;
        }
        let mut pieces = Vec::new();
        for part in text.split('.') {
            let mut rest = part;
            while let Some(first) = rest.chars().next() {
                let same = |c: char| c.is_ascii_digit() == first.is_ascii_digit();
                let (piece, after) = rest.split_at(rest.find(|c| !same(c)).unwrap_or(rest.len()));
                pieces.push(match first.is_ascii_digit() {
                    true => Piece::Number(piece.parse().unwrap_or(u64::MAX)),
                    false => Piece::Word(piece.to_owned()),
                });
                rest = after;
            }
        }
        Some(Version { text: text.to_owned(), pieces })
    }

    /// The version as written: `1.0` is not shortened to `1`.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the version contains a letter, as in `2.5.0.rc1`.
    pub(crate) fn is_prerelease(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Word(_)))
    }

    /// `Gem::Version#<=>`. Missing parts count as zero, and words are less than numbers: `1` equals `1.0`, and
    /// `1.0.rc1` is less than `1.0`.
    pub(crate) fn compare(&self, other: &Version) -> Ordering {
        let zero = Piece::Number(0);
        let count = self.pieces.len().max(other.pieces.len());
        let piece = |pieces: &[Piece], place: usize| pieces.get(place).unwrap_or(&zero).clone();
        let orders = (0..count).map(|place| match (piece(&self.pieces, place), piece(&other.pieces, place)) {
            (Piece::Number(a), Piece::Number(b)) => a.cmp(&b),
            (Piece::Word(a), Piece::Word(b)) => a.cmp(&b),
            (Piece::Word(_), Piece::Number(_)) => Ordering::Less,
            (Piece::Number(_), Piece::Word(_)) => Ordering::Greater,
        });
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The numbers before the first word: 2 and 5 in `2.5.rc1`.
    fn numbers(&self) -> Vec<u64> {
        let number = |piece: &Piece| match piece {
            Piece::Number(number) => Some(*number),
            Piece::Word(_) => None,
        };
        self.pieces.iter().map_while(number).collect()
    }

    /// `Gem::Version#release`: `2.5` for the prerelease `2.5.rc1`. A version without letters stays the same.
    fn release(&self) -> Version {
        if self.is_prerelease() { Version::of_numbers(self.numbers()) } else { self.clone() }
    }

    /// `Gem::Version#bump`: drops the last number and increments the one before it. A single number is incremented.
    fn bumped(&self) -> Version {
        let mut numbers = self.numbers();
        if numbers.len() > 1 {
            numbers.pop();
        }
        if let Some(last) = numbers.last_mut() {
            *last = last.saturating_add(1);
        }
        Version::of_numbers(numbers)
    }

    fn of_numbers(numbers: Vec<u64>) -> Version {
        Version { text: String::new(), pieces: numbers.into_iter().map(Piece::Number).collect() }
    }
}

/// Conditions on a version, all of which must hold: `~> 2.5, != 2.5.3`. An empty list of conditions accepts every
/// version.
#[derive(Debug, Clone, Default)]
pub(crate) struct Requirement(Vec<(String, Version)>);

impl Requirement {
    /// Parses conditions separated by commas, or by `&` as in the index of a gem server. `None` if one is invalid.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let parts = text.split([',', '&']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(condition).collect::<Option<Vec<_>>>().map(Requirement)
    }

    /// Whether a version satisfies all conditions. `~> 2.5` accepts `2.9`, but neither `3.0` nor `3.0.rc1`.
    pub(crate) fn accepts(&self, version: &Version) -> bool {
        self.0.iter().all(|(operator, wanted)| {
            let order = version.compare(wanted);
            match operator.as_str() {
                "!=" => order.is_ne(),
                ">" => order.is_gt(),
                "<" => order.is_lt(),
                ">=" => order.is_ge(),
                "<=" => order.is_le(),
                "~>" => order.is_ge() && version.release().compare(&wanted.bumped()).is_lt(),
                _ => order.is_eq(),
            }
        })
    }

    /// Whether a condition names a prerelease, as in `>= 2.0.rc1`.
    pub(crate) fn names_prerelease(&self) -> bool {
        self.0.iter().any(|(_, version)| version.is_prerelease())
    }
}

/// Parses one condition: an operator and a version. Without an operator, the condition is `=`. `None` if it is invalid.
fn condition(part: &str) -> Option<(String, Version)> {
    let (operator, version) = part.split_at(part.find(|c| !"=!<>~".contains(c)).unwrap_or(part.len()));
    let is_known = matches!(operator, "" | "=" | "!=" | ">" | "<" | ">=" | "<=" | "~>");
    let version = Version::parse(version.trim()).filter(|_| is_known)?;
    Some((if operator.is_empty() { "=" } else { operator }.to_owned(), version))
}

impl fmt::Display for Requirement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return out.write_str(">= 0");
        }
        for (place, (operator, version)) in self.0.iter().enumerate() {
            write!(out, "{}{operator} {}", if place == 0 { "" } else { ", " }, version.as_str())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Requirement, Version};

    fn version(text: &str) -> Version {
        Version::parse(text).expect("a version")
    }

    #[test]
    fn versions_come_in_the_order_of_their_numbers() {
        for (a, b) in [("2.5.1", "2.10"), ("1.0.a", "1.0"), ("1.0.b2", "1.0.b10"), ("1", "1.0.1")] {
            assert!(version(a).compare(&version(b)).is_lt(), "{a} {b}");
        }
        assert!(version("1.0").compare(&version("1")).is_eq());
        for none in ["", "x", "1..2", "1.0-java", "1/2"] {
            assert!(Version::parse(none).is_none(), "{none}");
        }
    }

    #[test]
    fn requirements_are_those_of_rubygems() {
        for (text, requirement, holds) in [
            ("2.5.1", "~> 2.5", true),
            ("3.0", "~> 2.5", false),
            ("2.5.9", "~> 2.5.1", true),
            ("2.6", "~> 2.5.1", false),
            ("2.6.0.pre", "~> 2.5.1", false),
            ("2.0.0.b2", "~> 2.0.0.b1", true),
            ("3.9", "~> 3", true),
            ("2.5.1", "= 2.5.1", true),
            ("2.5.1", "2.5.2", false),
            ("2.5.1", "< 2.5.1", false),
            ("2.5.1", ">=2.5", true),
            ("2.5.1", "!= 2.5.1", false),
            ("4.4.1", "< 5.0&>= 3.5", true),
            ("5.0", ">= 3.5, < 5.0", false),
            ("4.9", "< 5.x", true),
            ("1", "", true),
        ] {
            let read = Requirement::parse(requirement).expect(requirement);
            assert_eq!(read.accepts(&version(text)), holds, "{text} {requirement}");
        }
        for broken in ["=> 1", "~>", "latest", "> 1-2"] {
            assert!(Requirement::parse(broken).is_none(), "{broken}");
        }
        assert_eq!(Requirement::parse("< 5.0&>= 3.5").expect("it is valid").to_string(), "< 5.0, >= 3.5");
    }
}
