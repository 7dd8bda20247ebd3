//! Queries such as `@article[year>=2010 && author~=Quill], @book`.
//!
//! A query is a list of selectors. Each consists of a type and optional conditions in brackets. `||` separates
//! alternatives, `,` and `&&` combine conditions. A query that does not start with `@` is a key.

use std::fmt;

use fancy_regex::Regex;

use crate::bibliography::Bibliography;
use crate::entry::{Entry, MONTHS};
use crate::ruby;
use crate::value::Value;

/// An error in a query, such as an unknown key, an invalid pattern, or a comparison of values that have no order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// The query is neither a selection nor the key of an entry.
    NoSuchKey(String),
    /// The query contains an invalid pattern.
    Pattern(String),
    /// The query compares a value that has no order.
    Incomparable(String),
    /// The query reads a field of an entry whose `crossref` leads back to the entry itself.
    Circle(String),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::NoSuchKey(query) => {
                write!(f, "the query {query:?} is neither a selection nor the key of an entry")
            }
            QueryError::Pattern(pattern) => write!(f, "the pattern {pattern:?} of the query cannot be read"),
            QueryError::Incomparable(name) => write!(f, "{name} of the query cannot be compared"),
            QueryError::Circle(key) => write!(f, "stack level too deep: the crossref of {key:?} leads back to itself"),
        }
    }
}

impl std::error::Error for QueryError {}

struct Selector {
    negated: bool,
    kind: String,
    /// Alternatives, each a list of conditions that must all be true. `None` selects all entries of the type.
    conditions: Option<Vec<Vec<Condition>>>,
}

/// A condition that an entry must meet, usually on one of its fields.
enum Condition {
    Always,
    /// The entry has the field with this name.
    Provided(String),
    Compared {
        name: String,
        operator: Operator,
    },
}

enum Operator {
    Equal(Option<String>),
    NotEqual(Option<String>),
    Matches(Regex),
    MatchesNot(Regex),
    Ordered { less: bool, equal: bool, value: String },
}

impl Bibliography {
    /// The entries that match at least one selector, in the order of the file. A query that is a single known key
    /// selects no entries.
    ///
    /// # Errors
    /// Fails if the query is an unknown key, contains an invalid pattern, or compares an entry's `month_numeric` with
    /// `<` or `>`. Also fails if the `crossref` fields lead from an entry into a cycle, and none of these entries has
    /// the field that the query reads.
    pub fn query(&self, query: &str) -> Result<Vec<&Entry>, QueryError> {
        if !query.starts_with('@') && !query.starts_with("!@") {
            return match self.entry(query) {
                Some(_) => Ok(Vec::new()),
                None => Err(QueryError::NoSuchKey(query.to_owned())),
            };
        }
        let selectors = selectors(query)?;
        let mut found = Vec::new();
        for entry in self.entries() {
            for selector in &selectors {
                if selector.selects(self, entry)? {
                    found.push(entry);
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The value to compare: a property such as `authors` or `key`, or a field. `None` if the entry has neither.
    fn property(&self, entry: &Entry, name: &str) -> Result<Option<Value>, QueryError> {
        let found = self.own_property(entry, name);
        if found.is_none() && self.is_circle(entry, name) {
            return Err(QueryError::Circle(entry.key.clone()));
        }
        Ok(found)
    }

    /// Whether the `crossref` fields lead from an entry into a cycle, and none of these entries has the field `name`.
    fn is_circle(&self, entry: &Entry, name: &str) -> bool {
        let mut seen = std::collections::HashSet::new();
        let mut current = Some(entry);
        while let Some(entry) = current.filter(|entry| !entry.provides(name)) {
            if !seen.insert(entry.key.as_str()) {
                return true;
            }
            current = self.parent(entry);
        }
        false
    }

    fn own_property(&self, entry: &Entry, name: &str) -> Option<Value> {
        let text = |text: Option<String>| text.map(Value::text);
        match name {
            "type" => entry.fields.get("type").cloned(),
            "key" | "id" => Some(Value::text(entry.key.clone())),
            "year" => text(entry.year()),
            "date" => self.get(entry, "date").or_else(|| self.get(entry, "year")).cloned(),
            "month_numeric" => {
                let month = entry.fields.get("month")?.to_string();
                text(MONTHS.iter().position(|name| *name == month).map(|index| (index + 1).to_string()))
            }
            "container_title" => {
                ["booktitle", "journal", "container"].iter().find_map(|name| self.get(entry, name)).cloned()
            }
            "authors" | "editors" | "translators" | "directors" | "producers" | "composers" => {
                self.get(entry, name.strip_suffix('s')?).cloned()
            }
            name => self.get(entry, name).cloned(),
        }
    }
}

impl Selector {
    fn selects(&self, bibliography: &Bibliography, entry: &Entry) -> Result<bool, QueryError> {
        let any = self.kind == "*" || self.kind.eq_ignore_ascii_case("entry");
        if (any || self.kind.to_lowercase() == entry.kind) == self.negated {
            return Ok(false);
        }
        let Some(alternatives) = &self.conditions else { return Ok(true) };
        for conditions in alternatives {
            let mut all = true;
            for condition in conditions {
                if !condition.holds(bibliography, entry)? {
                    all = false;
                    break;
                }
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Condition {
    fn holds(&self, bibliography: &Bibliography, entry: &Entry) -> Result<bool, QueryError> {
        let (name, operator) = match self {
            Condition::Always => return Ok(true),
            Condition::Provided(name) => return Ok(entry.provides(name)),
            Condition::Compared { name, operator } => (name, operator),
        };
        let actual = bibliography.property(entry, name)?;
        let text = actual.as_ref().map(Value::to_string);
        let matched = |pattern: &Regex| {
            let Some(text) = &text else { return Ok(false) };
            pattern.is_match(text).map_err(|_| QueryError::Pattern(pattern.as_str().to_owned()))
        };
        Ok(match operator {
            Operator::Equal(value) => text.is_some() && text == *value,
            Operator::NotEqual(value) => text.is_none() || text != *value,
            Operator::Matches(pattern) => matched(pattern)?,
            Operator::MatchesNot(pattern) => !matched(pattern)?,
            Operator::Ordered { less, equal, value } => {
                let Some(text) = text else { return Ok(false) };
                if name == "month_numeric" {
                    return Err(QueryError::Incomparable(name.clone()));
                }
                let numbers = ruby::has_line_of_digits(&text) && ruby::has_line_of_digits(value);
                let order = if numbers { ruby::to_i(&text).cmp(&ruby::to_i(value)) } else { text.as_str().cmp(value) };
                order.is_eq() && *equal || order.is_lt() && *less || order.is_gt() && !*less
            }
        })
    }
}

fn selectors(query: &str) -> Result<Vec<Selector>, QueryError> {
    let mut selectors = Vec::new();
    let mut rest = query;
    while let Some(position) = rest.find('@') {
        let negated = rest[..position].ends_with('!');
        rest = &rest[position + 1..];
        let length = if rest.starts_with('*') {
            1
        } else {
            rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count()
        };
        if length == 0 {
            continue;
        }
        let kind = rest[..length].to_owned();
        rest = &rest[length..];
        let mut conditions = None;
        if let Some(body) = rest.strip_prefix('[')
            && let Some(end) = body.find(']')
        {
            rest = &body[end + 1..];
            if end > 0 {
                conditions = Some(alternatives(&body[..end])?);
            }
        }
        selectors.push(Selector { negated, kind, conditions });
    }
    Ok(selectors)
}

fn alternatives(text: &str) -> Result<Vec<Vec<Condition>>, QueryError> {
    ruby::split(text, &["||"])
        .into_iter()
        .map(|part| ruby::split(part, &[",", "&&"]).into_iter().map(condition).collect())
        .collect()
}

/// The operators in the order in which they are tried. Any sign before `=` is part of the operator.
const OPERATORS: [&str; 10] = ["!=", "~=", "/=", "^=", "<=", ">=", "=", "!~", "<", ">"];

fn condition(text: &str) -> Result<Condition, QueryError> {
    // As in Ruby's `split`: the earliest separator wins, and white space around it belongs to it.
    let found = text.char_indices().find_map(|(position, _)| {
        OPERATORS.iter().find(|operator| text[position..].starts_with(**operator)).map(|operator| (position, *operator))
    });
    let Some((position, operator)) = found else {
        let name = ruby::strip(text);
        return Ok(if text.is_empty() { Condition::Always } else { Condition::Provided(name.to_owned()) });
    };
    let name = ruby::strip(&text[..position]).to_owned();
    let after = text[position + operator.len()..].trim_start_matches(ruby::is_space);
    // Another operator ends the value.
    let end = after
        .char_indices()
        .find(|(position, _)| OPERATORS.iter().any(|operator| after[*position..].starts_with(operator)))
        .map_or(after.len(), |(position, _)| position);
    let value = ruby::strip(&after[..end]).to_owned();
    // Ruby drops an empty string at the end, but not before another operator.
    let value = (end < after.len() || !value.is_empty()).then_some(value);
    let pattern = |anchor: &str| {
        let text = value.clone().unwrap_or_default();
        Regex::new(&format!("(?m){anchor}{text}")).map_err(|_| QueryError::Pattern(text))
    };
    let operator = match operator {
        "!=" | "/=" => Operator::NotEqual(value),
        "^=" => Operator::Matches(pattern("^")?),
        "~=" => Operator::Matches(pattern("")?),
        "!~" => Operator::MatchesNot(pattern("")?),
        "=" => Operator::Equal(value),
        ordered => Operator::Ordered {
            less: ordered.starts_with('<'),
            equal: ordered.ends_with('='),
            value: value.unwrap_or_default(),
        },
    };
    Ok(Condition::Compared { name, operator })
}
