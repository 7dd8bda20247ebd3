//! Texts that belong to an object of Jekyll, such as the name of a page, and that a template has read.
//!
//! In Jekyll, a filter that changes such a text in place changes the object. Hastie computes the text anew for each
//! reader, so the change would be lost. The texts are remembered, so that such a change can be an error instead.

use hastie_liquid::{Str, Value};

/// The text that a layout wraps, before and after filters have changed it in place. The rest of the layout sees the
/// changes.
#[derive(Debug)]
pub struct LayoutContent {
    /// The text with which the layout began.
    first: Value,
    /// The text as filters have left it.
    now: Value,
}

impl LayoutContent {
    pub(crate) fn new(content: &Value) -> Self {
        LayoutContent { first: content.clone(), now: content.clone() }
    }

    /// Sets the text to `new` if the current text is the very string `old`, not only an equal string.
    pub fn replace(&mut self, old: &Value, new: &Value) {
        if self.now.is_same(old) {
            self.now = new.clone();
        }
    }

    /// The current text in the layout, if the layout began with the string `content`. `None` if it began with another
    /// string, even an equal one.
    pub(crate) fn current(&self, content: &Value) -> Option<Value> {
        self.first.is_same(content).then(|| self.now.clone())
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
