//! The values by which entries are grouped: numbers, strings and dates.

use super::config::{self, TYPE_ALIASES};
use super::session::Session;
use super::sort::responsible;
use hastie_bibtex::{Bibliography, Entry, Value};
use hastie_liquid::Abort;
use hastie_value::time::{civil, date_parse};
use std::cmp::Ordering;

/// The value shared by the entries of a group: a number, a text or a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GroupValue {
    Number(i128),
    Text(String),
    Day(i64, i64, i64),
}

impl GroupValue {
    /// Ruby's `<=>`. `None` for values of different types, which are not comparable.
    pub(crate) fn compare(&self, other: &GroupValue) -> Option<Ordering> {
        match (self, other) {
            (GroupValue::Number(one), GroupValue::Number(two)) => Some(one.cmp(two)),
            (GroupValue::Text(one), GroupValue::Text(two)) => Some(one.cmp(two)),
            (GroupValue::Day(y1, m1, d1), GroupValue::Day(y2, m2, d2)) => Some((y1, m1, d1).cmp(&(y2, m2, d2))),
            _ => None,
        }
    }
}

impl std::fmt::Display for GroupValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GroupValue::Number(number) => write!(f, "{number}"),
            GroupValue::Text(text) => f.write_str(text),
            GroupValue::Day(year, month, day) if *year < 0 => write!(f, "-{:04}-{month:02}-{day:02}", -year),
            GroupValue::Day(year, month, day) => write!(f, "{year:04}-{month:02}-{day:02}"),
        }
    }
}

impl Session<'_> {
    /// The value of the field `key`, in the form by which an entry is grouped. Fails if the entry lacks the field
    /// and `key` is not `type`, `year`, `date` or `name`.
    pub(crate) fn group_value(
        &self,
        bibliography: &Bibliography,
        entry: &Entry,
        key: &str,
    ) -> Result<GroupValue, Abort> {
        let value = bibliography.get(entry, key);
        let text = |value: Option<&Value>| value.map(Value::to_string).unwrap_or_default();
        Ok(match key {
            "type" => GroupValue::Text(self.type_alias(&entry.kind)),
            "year" | "date" => {
                let text = text(value);
                match self.day(&text) {
                    Some((year, month, day)) => GroupValue::Day(year, month, day),
                    None => GroupValue::Text(text),
                }
            }
            "name" => GroupValue::Text(text(responsible(bibliography, entry))),
            _ => match value {
                None => {
                    let text = format!("undefined method `numeric?' for nil:NilClass ({} has no {key})", entry.key);
                    return Err(Abort::error("NoMethodError", text));
                }
                Some(value) if value.is_numeric() => GroupValue::Number(value.to_i()),
                value => GroupValue::Text(text(value)),
            },
        })
    }

    /// The type as which an entry is grouped, such as `thesis` for `phdthesis`.
    fn type_alias(&self, kind: &str) -> String {
        let own = self.config().get("type_aliases").as_hash().and_then(|own| own.get(kind)).cloned();
        match own {
            Some(own) if own.truthy() => config::plain(&own, &self.setup.context),
            Some(_) => kind.to_string(),
            None => {
                let known = TYPE_ALIASES.iter().find(|(name, _)| *name == kind);
                known.map_or(kind, |(_, alias)| alias).to_string()
            }
        }
    }

    /// Ruby's `Date.parse` as year, month and day. `None` for an invalid date.
    pub(crate) fn day(&self, text: &str) -> Option<(i64, i64, i64)> {
        let pieces = date_parse::pieces(text)?;
        let (today, ..) = self.today();
        let (year, month, day) = match (pieces.day_of_year, pieces.month, pieces.day) {
            (Some(day), None, _) => {
                let year = pieces.year.unwrap_or(today);
                let length = if civil::is_leap(year) { 366 } else { 365 };
                let day = if (1..=length).contains(&day) { day } else { return None };
                let (year, month, day) = civil::civil_from_days(civil::days_from_civil(year, 1, 1) + day - 1);
                (year, i64::from(month), i64::from(day))
            }
            (_, Some(month), day) => (pieces.year.unwrap_or(today), month, day.unwrap_or(1)),
            (_, None, Some(day)) => {
                let (year, month, _) = self.today();
                (pieces.year.unwrap_or(year), if pieces.year.is_some() { 1 } else { month }, day)
            }
            (_, None, None) => (pieces.year?, 1, 1),
        };
        let is_day = (1..=12).contains(&month) && (1..=civil::month_length(year, month)).contains(&day);
        is_day.then_some((year, month, day))
    }

    fn today(&self) -> (i64, i64, i64) {
        let (seconds, nanos) = self.setup.context.world.now();
        let (year, month, day) = self.setup.context.local_time(seconds, nanos).civil();
        (year, i64::from(month), i64::from(day))
    }
}
