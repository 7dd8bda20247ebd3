//! Languages whose code stays plain because they have no lexer yet: one message for each in a build.

use crate::diagnostic::Log;
use crate::locks;
use hastie_rouge::{Edition, LexerInfo};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The languages met so far, noted from any thread, and the release that they are looked up in.
#[derive(Debug, Default)]
pub struct Unsupported {
    edition: Edition,
    met: Mutex<BTreeSet<&'static str>>,
}

impl Unsupported {
    /// None met yet, in a release of Rouge.
    pub fn new(edition: Edition) -> Self {
        Unsupported { edition, met: Mutex::default() }
    }

    /// The release of Rouge that is followed.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// Notes a language, if it has no lexer.
    pub fn note(&self, info: &LexerInfo) {
        if !info.is_supported() {
            locks::lock(&self.met).insert(info.tag);
        }
    }

    /// Tells of all that were noted, in the order of their names, and forgets them.
    pub fn report(&self, log: &mut Log) {
        for tag in std::mem::take(&mut *locks::lock(&self.met)) {
            log.warn("Highlighter:", format!("There is no lexer for '{tag}' yet. Its code is plain text."));
        }
    }
}
