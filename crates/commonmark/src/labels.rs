//! Link reference definitions: `[label]: address "title"`. Labels are compared without regard to case and the amount of
//! white space.

use crate::tree::Span;
use std::collections::HashMap;
use unicase::UniCase;

/// The maximum length of a link's label in bytes. A longer label is text, as in cmark-gfm.
pub(crate) const MAX_LENGTH: usize = 1000;

/// The form of a label in which labels are compared. The comparison ignores case, and each run of white space becomes
/// one space. `None` for a label that is empty or only white space.
pub(crate) fn normalized(label: &[u8]) -> Option<UniCase<String>> {
    let text = String::from_utf8_lossy(label);
    let words = text.split(|c: char| c.is_ascii() && crate::characters::is_space(c as u8));
    let mut joined = String::with_capacity(label.len());
    for word in words.filter(|word| !word.is_empty()) {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    (!joined.is_empty()).then(|| UniCase::unicode(joined))
}

/// The link definitions of a document, by label. Later definitions of the same label are ignored.
#[derive(Debug, Default)]
pub(crate) struct Labels(HashMap<UniCase<String>, (Span, Span)>);

impl Labels {
    /// Records a link definition, unless the label is empty or already defined.
    pub(crate) fn define(&mut self, label: &[u8], address: Span, title: Span) {
        if let Some(label) = normalized(label) {
            self.0.entry(label).or_insert((address, title));
        }
    }

    /// The address and title that are defined for a label. `None` for labels that are undefined, empty or too long.
    pub(crate) fn find(&self, label: &[u8]) -> Option<(Span, Span)> {
        if self.0.is_empty() || label.is_empty() || label.len() > MAX_LENGTH {
            return None;
        }
        self.0.get(&normalized(label)?).copied()
    }
}
