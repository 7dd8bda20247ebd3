//! Attributes of elements, and attribute lists (`{: ...}`) before they are merged into them.

/// Attributes in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attributes(Vec<(String, String)>);

impl Attributes {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets an attribute; an existing one keeps its place.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some(entry) => entry.1 = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.remove(at).1)
    }

    /// Adds a class behind those that are there.
    pub fn add_class(&mut self, class: &str) {
        let all = match self.get("class") {
            Some(old) => format!("{old} {class}").trim_start().to_owned(),
            None => class.trim_start().to_owned(),
        };
        self.set("class", all);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

/// An attribute list: references to definitions or to words like `toc`, and attributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ial {
    pub refs: Vec<String>,
    pub attr: Attributes,
}

impl Ial {
    /// Merges another list behind this one.
    pub fn merge(&mut self, other: &Ial) {
        self.refs.extend(other.refs.iter().cloned());
        for (key, value) in other.attr.iter() {
            if key == "class" {
                self.attr.add_class(value);
            } else {
                self.attr.set(key, value);
            }
        }
    }
}
