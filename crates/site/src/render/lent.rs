//! Texts that belong to an object of Jekyll, such as the name of a page, and that a template has read.
//!
//! In Jekyll, a filter that changes such a text in place changes the object. Hastie computes the text anew for each
//! reader, so the change would be lost. The texts are remembered, so that such a change can be an error instead.

use hastie_liquid::{Str, Value};

/// The variables `content` and `layout` of a template, before and after plugins have changed them in place. The rest of
/// the template sees the changes, and so do the next templates.
#[derive(Debug)]
pub struct LayoutVariables {
    /// Each variable: its value at the start of the template, and its current value.
    values: [(Value, Value); 2],
}

impl LayoutVariables {
    pub(crate) fn new(content: &Value, layout: &Value) -> Self {
        LayoutVariables { values: [content, layout].map(|value| (value.clone(), value.clone())) }
    }

    /// Replaces objects that a plugin has changed in place. `changed` returns the new value for a value that is or
    /// contains such an object, and otherwise `None`.
    pub fn replace(&mut self, changed: impl Fn(&Value) -> Option<Value>) {
        for (_, now) in &mut self.values {
            if let Some(new) = changed(now) {
                *now = new;
            }
        }
    }

    /// The current value of the variable that had this very value at the start of the template. `None` for any other
    /// value, even an equal one.
    pub(crate) fn current(&self, first: &Value) -> Option<Value> {
        self.values.iter().find(|(start, _)| start.is_same(first)).map(|(_, now)| now.clone())
    }
}

/// The texts that one rendering has read from Jekyll's objects, with their keys. For example, the URL of a page has the
/// key `url`. A filter must not change these texts in place. The error about such a change contains the key.
#[derive(Debug, Default)]
pub struct LentTexts(Vec<(Str, &'static str)>);

impl LentTexts {
    /// Records a text under its key, and returns a copy that [`key_of`](Self::key_of) recognizes.
    pub(crate) fn note(&mut self, text: &Str, key: &'static str) -> Str {
        let text = text.to_object();
        self.0.push((text.clone(), key));
        text
    }

    /// The key under which this very text was recorded, such as `url`. `None` for any other string, even an equal
    /// one.
    pub fn key_of(&self, text: &Value) -> Option<&'static str> {
        let Value::Str(text) = text else { return None };
        let is_same = |lent: &Str| std::ptr::eq(lent.as_str(), text.as_str());
        self.0.iter().find(|(lent, _)| is_same(lent)).map(|(_, key)| *key)
    }
}
