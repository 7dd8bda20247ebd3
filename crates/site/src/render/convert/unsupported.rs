//! Languages whose code came out plain because their lexer is not there yet: each is told once a build.

use crate::diagnostic::Log;
use crate::locks;
use hastie_rouge::LexerInfo;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The languages met so far, noted from any thread.
#[derive(Debug, Default)]
pub struct Unsupported(Mutex<BTreeSet<&'static str>>);

impl Unsupported {
    /// Notes a language, if its texts are not told apart.
    pub fn note(&self, info: &LexerInfo) {
        if !info.is_supported() {
            locks::lock(&self.0).insert(info.tag);
        }
    }

    /// Tells of all that were noted, in the order of their names, and forgets them.
    pub fn report(&self, log: &mut Log) {
        for tag in std::mem::take(&mut *locks::lock(&self.0)) {
            log.warn("Highlighter:", format!("There is no lexer for '{tag}' yet. Its code is plain text."));
        }
    }
}
