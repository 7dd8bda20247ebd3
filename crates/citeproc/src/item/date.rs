//! Dates of items: exact or uncertain dates, ranges, seasons, and texts such as "in press".

use crate::text;

/// The year, month and day of a date, as far as known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DateParts {
    /// The year. Negative for years BC.
    pub year: Option<i64>,
    /// The month, starting at 1.
    pub month: Option<i64>,
    /// The day of the month, from 1 to 31. `None` if only the year or the month is known.
    pub day: Option<i64>,
}

/// A date or a range of dates. Styles print only the start of a range but, by default, write its label in the plural.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Date {
    /// The only date, or the start and the end of a range.
    pub parts: Vec<DateParts>,
    /// A text that replaces the date.
    pub literal: Option<String>,
    /// The number of the season: 1 for spring.
    pub season: Option<i64>,
    /// Whether the date is uncertain.
    pub circa: bool,
}

impl Date {
    /// Creates a date from one list, or a range from two. Each list has a year, and optionally a month and a day.
    pub fn parts(lists: &[&[i64]]) -> Date {
        let of = |list: &&[i64]| DateParts {
            year: list.first().copied(),
            month: list.get(1).copied(),
            day: list.get(2).copied(),
        };
        Date { parts: lists.iter().map(of).collect(), ..Date::default() }
    }

    /// A date that is printed verbatim, such as "in press".
    pub fn literal(text: impl Into<String>) -> Date {
        Date { literal: Some(text.into()), ..Date::default() }
    }

    /// The literal text. `None` if it is missing or empty, or if one of its lines is `false`, `no` or `never`.
    pub(crate) fn as_literal(&self) -> Option<&str> {
        self.literal.as_deref().filter(|l| text::affirms(l))
    }

    /// The first date of a range, or the only date. Without a date, all parts are `None`.
    pub(crate) fn start(&self) -> DateParts {
        self.parts.first().copied().unwrap_or_default()
    }

    /// Whether the date has neither a year, nor a season, nor a [literal text](Date::as_literal).
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.iter().all(|p| p.year.is_none()) && self.as_literal().is_none() && self.season.is_none()
    }

    /// Whether the date is a range whose end has a year. By default, the label of such a date is in the
    /// plural.
    pub(crate) fn is_range(&self) -> bool {
        self.parts.get(1).is_some_and(|p| p.year.is_some())
    }

    /// The literal text, the season's number, or the parts as Ruby prints nested arrays: `[[1843, 9]]`.
    pub(crate) fn plain(&self) -> String {
        if let Some(literal) = self.as_literal() {
            return literal.to_owned();
        }
        if let Some(season) = self.season {
            return season.to_string();
        }
        let list = |p: &DateParts| {
            let known: Vec<String> = [p.year, p.month, p.day].iter().map_while(|n| n.map(|n| n.to_string())).collect();
            format!("[{}]", known.join(", "))
        };
        format!("[{}]", self.parts.iter().map(list).collect::<Vec<_>>().join(", "))
    }
}
