//! Attributes of elements, and attribute lists (`{: ...}`) that are not yet merged into them.

use std::borrow::Cow;

/// Attributes in the order in which they were first set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attributes<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl<'a> Attributes<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_ref())
    }

    /// Sets an attribute. An existing attribute keeps its position.
    pub(crate) fn set(&mut self, name: &'a str, value: impl Into<Cow<'a, str>>) {
        let value = value.into();
        match self.0.iter_mut().find(|(key, _)| *key == name) {
            Some(entry) => entry.1 = value,
            None => {
                if self.0.is_empty() {
                    self.0.reserve_exact(2);
                }
                self.0.push((name, value));
            }
        }
    }

    pub(crate) fn remove(&mut self, name: &str) -> Option<Cow<'a, str>> {
        let index = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.remove(index).1)
    }

    /// Appends a class to the existing classes, separated by a space.
    pub(crate) fn add_class(&mut self, class: impl Into<Cow<'a, str>>) {
        let class = class.into();
        match self.0.iter_mut().find(|(key, _)| *key == "class") {
            Some((_, all)) if all.is_empty() => *all = trimmed(class),
            Some((_, all)) => {
                let all = all.to_mut();
                all.push(' ');
                all.push_str(&class);
                if all.starts_with(is_white) {
                    *all = all.trim_start().to_owned();
                }
            }
            None => self.set("class", trimmed(class)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'a str, &Cow<'a, str>)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Cow<'a, str>> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

fn is_white(c: char) -> bool {
    c.is_whitespace()
}

fn trimmed(class: Cow<'_, str>) -> Cow<'_, str> {
    if class.starts_with(is_white) { Cow::Owned(class.trim_start().to_owned()) } else { class }
}

/// An attribute list such as `{: .note #id toc}`: attributes, and references to definitions or keywords such as `toc`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ial<'a> {
    pub refs: Vec<&'a str>,
    pub attr: Attributes<'a>,
}

impl<'a> Ial<'a> {
    /// Adds the attributes and references of another list. The other list's values win, and classes are joined.
    pub(crate) fn merge(&mut self, other: &Ial<'a>) {
        self.refs.extend(other.refs.iter().copied());
        for (key, value) in other.attr.iter() {
            if key == "class" {
                self.attr.add_class(value.clone());
            } else {
                self.attr.set(key, value.clone());
            }
        }
    }
}
