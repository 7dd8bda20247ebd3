//! Collects code languages without a lexer. Each is reported once per build.

use crate::diagnostic::Log;
use crate::locks;
use hastie_rouge::{LexerInfo, Version};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The languages found so far, from any thread, and the Rouge release in which they are looked up.
#[derive(Debug, Default)]
pub struct Unsupported {
    version: Version,
    met: Mutex<BTreeSet<&'static str>>,
}

impl Unsupported {
    /// An empty collection.
    pub fn new(version: Version) -> Self {
        Unsupported { version, met: Mutex::default() }
    }

    /// The Rouge release.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Records a language if it has no lexer.
    pub fn note(&self, info: &LexerInfo) {
        if !info.is_supported() {
            locks::lock(&self.met).insert(info.tag);
        }
    }

    /// Logs all recorded languages, sorted by name, and clears the collection.
    pub fn report(&self, log: &mut Log) {
        for tag in std::mem::take(&mut *locks::lock(&self.met)) {
            log.warn("Highlighter:", format!("There is no lexer for '{tag}' yet. Its code is plain text."));
        }
    }
}
