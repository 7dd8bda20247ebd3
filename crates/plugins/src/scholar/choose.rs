//! Selects and sorts the entries for a tag.

use super::citations;
use super::session::{Session, interpolate};
use hastie_bibtex::{Bibliography, Entry};
use hastie_liquid::{Abort, Context, Value};
use std::sync::Arc;

/// The entries that a tag shows, in order. `None` for a cited key that the query does not select.
pub(super) type Chosen<'b> = Vec<Option<&'b Entry>>;

impl Session<'_> {
    /// `entries`: the entries that the tag's query selects, in the order that the settings determine. Without a query
    /// in the tag, uses the setting `query`.
    pub(crate) fn entries<'b>(
        &mut self,
        bibliography: &'b Bibliography,
        cx: &mut Context<'_>,
    ) -> Result<Vec<&'b Entry>, Abort> {
        let query = match &self.options.query {
            Some(query) => interpolate(query, cx)?,
            None => self.text("query"),
        };
        self.select(bibliography, &query)
    }

    /// The entries selected by a query, sorted by the fields in the setting `sort_by`. With `sort_by: none` or the
    /// option `cited_in_order`, in the order of the file.
    ///
    /// # Errors
    /// Fails if the query fails. See [`Bibliography::query`].
    pub(crate) fn select<'b>(&mut self, bibliography: &'b Bibliography, query: &str) -> Result<Vec<&'b Entry>, Abort> {
        let selected = bibliography.query(query);
        let mut entries = selected.map_err(|error| Abort::error("NoMethodError", error.to_string()))?;
        self.sort(bibliography, &mut entries);
        Ok(entries)
    }

    /// `cited_entries`: the entries that the query selects. With the option `cited`, only the entries that the page has
    /// cited so far.
    ///
    /// Without sorting, cited entries are in the order of citation, with `None` for each key that the query does not
    /// select. If the tag also has the option `clear`, the page forgets its citations.
    pub(crate) fn cited_entries<'b>(
        &mut self,
        bibliography: &'b Bibliography,
        cx: &mut Context<'_>,
    ) -> Result<Chosen<'b>, Abort> {
        let entries = self.entries(bibliography, cx)?;
        if !self.options.cited {
            return Ok(entries.into_iter().map(Some).collect());
        }
        let keys = citations::keys(cx)?;
        let chosen = if self.skips_sort() {
            let by_key: std::collections::HashMap<&str, &Entry> =
                entries.iter().rev().map(|entry| (entry.key.as_str(), *entry)).collect();
            keys.iter().map(|key| by_key.get(key.as_str()?).copied()).collect()
        } else {
            let keys: std::collections::HashSet<&str> = keys.iter().filter_map(Value::as_str).collect();
            entries.into_iter().filter(|entry| keys.contains(entry.key.as_str())).map(Some).collect()
        };
        if self.options.clear {
            citations::clear(cx)?;
        }
        Ok(chosen)
    }

    /// The entry for a key. `None` if there is none. A number is an index into the elements of the bibliography, which
    /// include comments; a negative number counts from the end. Fails for strings that start with `@` or `!@`, and for
    /// values that are neither strings nor integers.
    pub(crate) fn find<'b>(&self, bibliography: &'b Bibliography, key: &Value) -> Result<Option<&'b Entry>, Abort> {
        match key {
            Value::Str(key) if key.starts_with('@') || key.starts_with("!@") => {
                Err(Abort::error("NoMethodError", format!("the key {key:?} is a query")))
            }
            Value::Str(key) => Ok(bibliography.entry(key)),
            Value::Int(index) => {
                let elements = bibliography.elements();
                let count = i64::try_from(elements.len()).unwrap_or(i64::MAX);
                let index = if *index < 0 { *index + count } else { *index };
                Ok(usize::try_from(index)
                    .ok()
                    .and_then(|index| elements.get(index))
                    .and_then(|element| element.entry()))
            }
            _ => Err(Abort::error("NoMethodError", "a key is not a string")),
        }
    }

    /// The entry with this key, and the bibliography that contains it. `None` if the key is unknown.
    pub(crate) fn keyed(
        &mut self,
        key: &Value,
        cx: &mut Context<'_>,
    ) -> Result<Option<(Arc<Bibliography>, Entry)>, Abort> {
        let bibliography = self.bibliography(cx)?;
        let found = key.as_str().and_then(|key| bibliography.entry(key)).cloned();
        Ok(found.map(|entry| (bibliography, entry)))
    }
}
