//! Nested groups of entries, with headings.

use super::choose::Chosen;
use super::config::{self, TYPE_NAMES};
use super::group_value::GroupValue;
use super::markup;
use super::session::{Session, interpolate};
use super::sort::{is_falling, month};
use hastie_bibtex::{Bibliography, Entry};
use hastie_liquid::{Abort, Context, Value};
use hastie_value::time::MONTHS;
use std::cmp::Ordering;
use std::sync::Arc;

/// A level of groups: its key, whether its order is descending, and the tag of its headings.
struct Level<'a> {
    key: &'a str,
    falls: bool,
    tag: &'a str,
}

impl Session<'_> {
    /// The setting or option `group_by`. A tag keeps the value of its first rendering.
    fn group_by(&mut self, cx: &mut Context<'_>) -> Result<Value, Abort> {
        let found = match (&self.memo.group_by, &self.options.group_by) {
            (Some(Value::Str(known)), _) => Value::from(interpolate(known, cx)?),
            (Some(known), _) => known.clone(),
            (None, Some(option)) => Value::from(interpolate(option, cx)?),
            (None, None) => self.config().get("group_by").clone(),
        };
        self.memo.group_by = Some(found.clone());
        Ok(found)
    }

    /// Whether the value of `group_by` is anything but `none`.
    pub(crate) fn is_grouped(&mut self, cx: &mut Context<'_>) -> Result<bool, Abort> {
        Ok(self.group_by(cx)?.as_str() != Some("none"))
    }

    fn group_keys(&mut self, cx: &mut Context<'_>) -> Result<Vec<String>, Abort> {
        let by = self.group_by(cx)?;
        let keys = || config::words(&by, &self.setup.context).into_iter().map(month).collect();
        Ok(self.memo.group_keys.get_or_insert_with(keys).clone())
    }

    fn group_order(&mut self) -> Vec<String> {
        let order = || match &self.options.group_order {
            Some(order) => order.clone(),
            None => self.memo.config.words("group_order", &self.setup.context),
        };
        self.memo.group_order.get_or_insert_with(order).clone()
    }

    /// The HTML of all groups, each with its heading and entries. Fails if `entries` contains `None`, which is a cited
    /// key that the query does not select.
    pub(crate) fn groups(
        &mut self,
        bibliography: &Arc<Bibliography>,
        entries: Chosen<'_>,
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        let missing = || Abort::error("NoMethodError", "a cited entry is not in the bibliography");
        let entries: Vec<&Entry> = entries.into_iter().collect::<Option<_>>().ok_or_else(missing)?;
        let (keys, order) = (self.group_keys(cx)?, self.group_order());
        let words = || self.memo.config.words("bibliography_group_tag", &self.setup.context);
        let tags = self.memo.group_tags.get_or_insert_with(words).clone();
        let levels: Vec<Level<'_>> = keys
            .iter()
            .enumerate()
            .map(|(index, key)| Level {
                key,
                falls: order.get(index).or(order.last()).is_some_and(|order| is_falling(order)),
                tag: tags.get(index).or(tags.last()).map_or("", String::as_str),
            })
            .collect();
        self.grouped(bibliography, entries, &levels, cx)
    }

    fn grouped(
        &mut self,
        bibliography: &Arc<Bibliography>,
        entries: Vec<&Entry>,
        levels: &[Level<'_>],
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        let Some((level, deeper)) = levels.split_first() else {
            self.renderer(true, cx)?;
            return self.list(bibliography, entries.into_iter().map(Some).collect(), cx);
        };
        let mut out = Vec::new();
        for (value, entries) in self.groups_of(bibliography, entries, level)? {
            let name = self.group_name(level.key, &value)?;
            let class = [("class".to_string(), self.text("bibliography_class"))];
            let heading = markup::tag(level.tag, &name, &class);
            out.push(format!("{heading}\n{}", self.grouped(bibliography, entries, deeper, cx)?));
        }
        Ok(out.join("\n"))
    }

    /// Groups entries by the key of a level. Returns the groups in the order of the level.
    fn groups_of<'b>(
        &self,
        bibliography: &Bibliography,
        entries: Vec<&'b Entry>,
        level: &Level<'_>,
    ) -> Result<Vec<(GroupValue, Vec<&'b Entry>)>, Abort> {
        let mut groups: Vec<(GroupValue, Vec<&'b Entry>)> = Vec::new();
        let mut places: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
        for entry in entries {
            let value = self.group_value(bibliography, entry, level.key)?;
            let name = format!("{:?}{value}", std::mem::discriminant(&value));
            let index = *places.entry(name).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, members)) => members.push(entry),
                None => groups.push((value, vec![entry])),
            }
        }
        let mut failed = false;
        hastie_site::model::sort(&mut groups, |(one, _), (two, _)| {
            let (one, two) = if level.falls { (two, one) } else { (one, two) };
            self.group_compare(level.key, one, two).unwrap_or_else(|| {
                failed = true;
                Ordering::Equal
            })
        });
        if failed {
            return Err(Abort::error("ArgumentError", "comparison of Array with Array failed"));
        }
        Ok(groups)
    }

    fn group_compare(&self, key: &str, one: &GroupValue, two: &GroupValue) -> Option<Ordering> {
        if key != "type" {
            return one.compare(two);
        }
        let order = config::items(self.config().get("type_order"));
        let place = |value: &GroupValue| order.iter().position(|kind| kind.as_str() == Some(&value.to_string()));
        Some(match (place(one), place(two)) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(one), Some(two)) => one.cmp(&two),
        })
    }

    /// The heading of the group whose entries share this value of the field `key`.
    fn group_name(&self, key: &str, value: &GroupValue) -> Result<String, Abort> {
        match (key, value) {
            ("type", value) => {
                let kind = value.to_string();
                let own = self.config().get("type_names").as_hash().and_then(|own| own.get(&kind)).cloned();
                Ok(match own {
                    Some(own) if own.truthy() => config::plain(&own, &self.setup.context),
                    Some(_) => kind,
                    None => TYPE_NAMES
                        .iter()
                        .find(|(name, _)| *name == kind)
                        .map_or(kind.as_str(), |(_, shown)| shown)
                        .to_string(),
                })
            }
            ("month_numeric", GroupValue::Number(month)) => Ok(self.month_name(*month)),
            ("month_numeric", _) => Err(Abort::error("TypeError", "no implicit conversion of String into Integer")),
            _ => Ok(value.to_string()),
        }
    }

    fn month_name(&self, month: i128) -> String {
        let own = self.config().get("month_names");
        let names: Vec<String> = if own.is_nil() {
            MONTHS.iter().map(|name| (*name).to_string()).collect()
        } else {
            config::items(own).iter().map(|name| config::plain(name, &self.setup.context)).collect()
        };
        let index = usize::try_from(month - 1).ok();
        index.and_then(|index| names.get(index).cloned()).unwrap_or_else(|| "(unknown)".to_string())
    }
}
