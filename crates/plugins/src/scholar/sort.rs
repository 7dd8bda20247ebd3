//! Sorts entries by several fields, each ascending or descending.

use super::session::Session;
use hastie_bibtex::{Bibliography, Entry, Value};
use hastie_site::model;
use hastie_value::text::is_ascii_space;
use std::cmp::Ordering;

impl Session<'_> {
    /// Whether the entries stay in their order, because of the option `cited_in_order` or the setting `sort_by: none`.
    pub(crate) fn skips_sort(&self) -> bool {
        self.options.skip_sort || self.config().get("sort_by").as_str() == Some("none")
    }

    fn sort_keys(&mut self) -> Vec<String> {
        if self.memo.sort_keys.is_none() {
            let keys = self.memo.config.words("sort_by", &self.setup.context);
            self.memo.sort_keys = Some(keys.into_iter().map(month).collect());
        }
        self.memo.sort_keys.clone().unwrap_or_default()
    }

    fn sort_order(&mut self) -> Vec<String> {
        let words = || self.memo.config.words("order", &self.setup.context);
        self.memo.sort_order.get_or_insert_with(words).clone()
    }

    /// Sorts entries by the fields in the setting `sort_by`, one after the other. Two entries count as equal as soon as
    /// their values of a field are not comparable. Does nothing with `sort_by: none` or `cited_in_order`.
    pub(crate) fn sort(&mut self, bibliography: &Bibliography, entries: &mut Vec<&Entry>) {
        if self.skips_sort() {
            return;
        }
        let (keys, order) = (self.sort_keys(), self.sort_order());
        let falls: Vec<bool> = (0..keys.len())
            .map(|index| order.get(index).or(order.last()).is_some_and(|order| is_falling(order)))
            .collect();
        let empty = Value::empty();
        let mut rows: Vec<(Vec<Key<'_>>, &Entry)> = entries
            .iter()
            .map(|entry| (keys.iter().map(|key| Key::of(bibliography, entry, key, &empty)).collect(), *entry))
            .collect();
        model::sort(&mut rows, |(one, _), (two, _)| {
            for ((one, two), falls) in one.iter().zip(two).zip(&falls) {
                let order = if *falls { two.compare(one) } else { one.compare(two) };
                match order {
                    Some(Ordering::Equal) => {}
                    Some(order) => return order,
                    None => return Ordering::Equal,
                }
            }
            Ordering::Equal
        });
        *entries = rows.into_iter().map(|(_, entry)| entry).collect();
    }
}

/// An entry's value of one sort field, in the forms that comparisons need.
struct Key<'b> {
    value: std::borrow::Cow<'b, Value>,
    number: Option<i128>,
    text: String,
}

impl<'b> Key<'b> {
    fn of(bibliography: &'b Bibliography, entry: &'b Entry, key: &str, empty: &'b Value) -> Self {
        let value = match key {
            "name" => std::borrow::Cow::Owned(Value::text(name(bibliography, entry))),
            key => std::borrow::Cow::Borrowed(bibliography.get(entry, key).unwrap_or(empty)),
        };
        let number = value.is_numeric().then(|| value.to_i());
        let text = if value.is_names() { String::new() } else { value.to_string() };
        Key { value, number, text }
    }

    fn compare(&self, other: &Key<'_>) -> Option<Ordering> {
        if self.value.is_names() || other.value.is_names() {
            return self.value.compare(&other.value);
        }
        Some(match (self.number, other.number) {
            (Some(one), Some(two)) => one.cmp(&two),
            _ => self.text.cmp(&other.text),
        })
    }
}

/// Whether a sort order is descending. As in Ruby, one of its lines must start with `desc` or `reverse`, in upper or
/// lower case.
pub(super) fn is_falling(order: &str) -> bool {
    let starts = |line: &str, word: &str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    order.split('\n').any(|line| starts(line, "desc") || starts(line, "reverse"))
}

/// The field by which entries are sorted or grouped: `month_numeric` instead of `month`, so that months are in order.
/// Other fields are unchanged.
pub(super) fn month(key: String) -> String {
    if key == "month" { "month_numeric".to_string() } else { key }
}

/// The author of an entry, otherwise its editor, institution, organization or publisher. `None` if the entry and its
/// `crossref` entry lack all of them.
pub(super) fn responsible<'b>(bibliography: &'b Bibliography, entry: &'b Entry) -> Option<&'b Value> {
    let fields = ["author", "editor", "institution", "organization", "publisher"];
    fields.iter().find_map(|field| bibliography.get(entry, field))
}

/// The value of [`responsible`] as a lower-case string, without surrounding braces.
fn name(bibliography: &Bibliography, entry: &Entry) -> String {
    let text = responsible(bibliography, entry).map(Value::to_string).unwrap_or_default();
    let text =
        text.trim_start_matches(|c| c == '{' || is_ascii_space(c)).trim_end_matches(|c| c == '}' || is_ascii_space(c));
    text.chars().flat_map(char::to_lowercase).collect()
}
