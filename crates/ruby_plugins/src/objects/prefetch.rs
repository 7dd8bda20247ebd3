//! Predicts the objects whose fields Ruby requests next.
//!
//! A plugin that goes through a list of pages or documents requests the fields of one object after another. With each
//! expected request, more of the following objects are sent in the same response.

use hastie_site::locks::lock;
use std::sync::Mutex;

/// The maximum number of objects that one response sends in advance.
pub(crate) const MAX_OBJECTS: usize = 64;

/// The object that a plugin requests next if it goes through a list, and the number of objects that the last response
/// sent in advance.
#[derive(Debug, Default)]
pub(crate) struct Prefetch(Mutex<Walk>);

/// The position of a plugin that goes through a list of pages or documents.
#[derive(Debug, Default)]
struct Walk {
    /// The name of the object that is requested next if the plugin goes through a list.
    expected: Option<String>,
    /// The number of objects that were sent in advance with the last response.
    count: usize,
}

impl Prefetch {
    /// The number of objects to send in advance, in addition to the requested object `name`. If `name` directly follows
    /// the last object that was sent, the number is twice the previous one, but at least 4 and at most [`MAX_OBJECTS`].
    /// Otherwise it is 0.
    ///
    /// `following` returns the name of the object at an index in the list of objects after `name`. It is called once,
    /// for the object that is expected next.
    pub(crate) fn count(&self, name: &str, following: impl FnOnce(usize) -> Option<String>) -> usize {
        let mut walk = lock(&self.0);
        let is_expected = walk.expected.as_deref() == Some(name);
        let count = if is_expected { (walk.count * 2).clamp(4, MAX_OBJECTS) } else { 0 };
        *walk = Walk { expected: following(count), count };
        count
    }
}

#[cfg(test)]
mod tests {
    use super::Prefetch;

    #[test]
    fn more_objects_are_sent_while_a_plugin_goes_through_a_list() {
        let names: Vec<String> = (0..100).map(|number| format!("page:{number}")).collect();
        let prefetch = Prefetch::default();
        let mut position = 0;
        let mut counts = Vec::new();
        while position < names.len() {
            let count = prefetch.count(&names[position], |index| names.get(position + 1 + index).cloned());
            counts.push(count);
            position += count + 1;
        }
        assert_eq!(counts, [0, 4, 8, 16, 32, 64]);
        assert_eq!(prefetch.count("page:50", |_| None), 0, "another object starts from the beginning");
    }
}
