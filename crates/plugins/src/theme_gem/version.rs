//! Versions of gems, and the requirements in a Gemfile (`Gem::Version`, `Gem::Requirement`).

use std::cmp::Ordering;

/// A segment of a version: a number, or a word, which sorts before all numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Word(String),
    Number(u64),
}

/// A version.
#[derive(Debug, Clone)]
pub struct Version {
    text: String,
    pieces: Vec<Piece>,
}

impl Version {
    /// Parses a version. `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
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

    /// The version as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether this is a prerelease.
    pub fn is_prerelease(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Word(_)))
    }

    /// Ruby's `<=>`. Missing segments count as zero.
    pub fn compare(&self, other: &Version) -> Ordering {
        let zero = Piece::Number(0);
        let count = self.pieces.len().max(other.pieces.len());
        let at = |pieces: &[Piece], place: usize| pieces.get(place).unwrap_or(&zero).clone();
        let orders = (0..count).map(|place| match (at(&self.pieces, place), at(&other.pieces, place)) {
            (Piece::Number(a), Piece::Number(b)) => a.cmp(&b),
            (Piece::Word(a), Piece::Word(b)) => a.cmp(&b),
            (Piece::Word(_), Piece::Number(_)) => Ordering::Less,
            (Piece::Number(_), Piece::Word(_)) => Ordering::Greater,
        });
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Whether the version satisfies a requirement such as `~> 2.5`. Invalid requirements are always satisfied.
    pub fn satisfies(&self, requirement: &str) -> bool {
        let requirement = requirement.trim();
        let operator: String = requirement.chars().take_while(|c| "=!<>~".contains(*c)).collect();
        let Some(wanted) = Version::parse(requirement[operator.len()..].trim()) else { return true };
        let order = self.compare(&wanted);
        match operator.as_str() {
            "" | "=" => order.is_eq(),
            "!=" => order.is_ne(),
            ">" => order.is_gt(),
            "<" => order.is_lt(),
            ">=" => order.is_ge(),
            "<=" => order.is_le(),
            "~>" => order.is_ge() && self.compare(&wanted.bumped()).is_lt(),
            _ => true,
        }
    }

    /// `Gem::Version#bump`: drops the last number and increments the one before it.
    fn bumped(&self) -> Version {
        let mut numbers: Vec<u64> = self
            .pieces
            .iter()
            .map_while(|piece| match piece {
                Piece::Number(number) => Some(*number),
                Piece::Word(_) => None,
            })
            .collect();
        if numbers.len() > 1 {
            numbers.pop();
        }
        if let Some(last) = numbers.last_mut() {
            *last = last.saturating_add(1);
        }
        Version { text: String::new(), pieces: numbers.into_iter().map(Piece::Number).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

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
    fn requirements_are_those_of_a_gemfile() {
        for (text, requirement, holds) in [
            ("2.5.1", "~> 2.5", true),
            ("3.0", "~> 2.5", false),
            ("2.5.9", "~> 2.5.1", true),
            ("2.6", "~> 2.5.1", false),
            ("2.5.1", "= 2.5.1", true),
            ("2.5.1", "2.5.2", false),
            ("2.5.1", "< 2.5.1", false),
            ("2.5.1", ">=2.5", true),
            ("2.5.1", "!= 2.5.1", false),
        ] {
            assert_eq!(version(text).satisfies(requirement), holds, "{text} {requirement}");
        }
    }
}
