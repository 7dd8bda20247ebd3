//! A variable with constant keys. The memo uses it to identify a value that a template has read.

use super::lookup::{Step, name_of};
use crate::memo::key::Key;
use crate::scope::Variables;
use crate::value::key::Name;
use crate::value::sharing::Stability;
use crate::value::{Abort, Host, Value};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A variable and its keys up to the first computed key: `page.author` in `page.author[x].name`.
#[derive(Debug, Clone)]
pub(crate) struct Path {
    root: Name,
    keys: Vec<Step>,
}

impl Path {
    pub(super) fn new<'s>(root: &Name, steps: impl Iterator<Item = &'s Step>) -> Self {
        Path { root: root.clone(), keys: steps.take_while(|step| name_of(step).is_some()).cloned().collect() }
    }

    /// The path of a variable without keys.
    pub(crate) fn of_name(root: &Name) -> Self {
        Path { root: root.clone(), keys: Vec::new() }
    }

    pub(crate) fn root(&self) -> &Name {
        &self.root
    }

    /// The memo's key for the value of the path. If the path leads through an object that all renderings share, this is
    /// the key of that object, because the object determines the value. `None` if the value cannot be compared, or if
    /// the path leads through an object that may change.
    pub(crate) fn key(&self, variables: &Variables, host: &mut dyn Host) -> Result<Option<Key>, Abort> {
        // Reading on behalf of the memo costs no steps.
        let steps = variables.take_work();
        let key = self.find_key(variables, host);
        variables.take_work();
        variables.note(steps);
        key
    }

    fn find_key(&self, variables: &Variables, host: &mut dyn Host) -> Result<Option<Key>, Abort> {
        let mut value = variables.find_unrecorded(&self.root, false, host)?.into_value();
        for step in &self.keys {
            if let Value::Drop(object) = &value {
                if let Some(key) = Key::of_drop(&**object, host) {
                    return Ok(Some(key));
                }
                if object.stability(host) == Stability::Changing {
                    return Ok(None);
                }
            }
            value = step.of(&value, variables, host)?.detached().into_value();
        }
        Ok(Key::of(&value, host))
    }

    /// The name of the variable, followed by the keys of the path.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.root).chain(self.keys.iter().filter_map(name_of)).map(|name| name.text.as_str())
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.keys.len() == other.keys.len() && self.names().eq(other.names())
    }
}

impl Eq for Path {}

impl Hash for Path {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.names().for_each(|name| name.hash(state));
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.names().enumerate() {
            f.write_str(if index == 0 { "" } else { "." })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}
