//! Conversions of Markdown that are reused. A conversion depends only on the text and on the options of its processor.
//!
//! Builds of one process keep conversions for the next build. Within a build, only filters convert the same text again,
//! for example when each page shows the beginnings of the same posts.

use crate::locks;
use crate::world::World;
use crate::world::kept::{Generations, Part};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The maximum number of bytes of Markdown and HTML that one build adds.
const MAX_BYTES: usize = 256 << 20;

/// The maximum number of bytes of Markdown and HTML that filters add if the process builds only once.
const MAX_BYTES_IN_FILTERS: usize = 64 << 20;

/// Converted Markdown. Later builds, and other pages with the same text, can use the result.
#[derive(Clone, Debug)]
pub(super) struct Converted {
    pub html: Arc<str>,
    /// The warnings of the conversion, which each use repeats.
    pub warnings: Arc<[String]>,
}

/// The conversions of one processor with the same options, by text.
type Table = Generations<Box<str>, Converted>;

/// All kept conversions, by the digest of the options.
#[derive(Default)]
struct Tables(Mutex<HashMap<[u8; 32], Arc<Table>>>);

impl Part for Tables {
    fn drop_unused(&self) {
        locks::lock(&self.0).retain(|_, table| {
            table.drop_unused_unless(|converted| Arc::strong_count(&converted.html) > 1);
            !table.is_empty()
        });
    }
}

/// The texts that a processor has converted, with their results, so that an equal text need not be converted again.
/// Builds of one process with the same options share the results.
#[derive(Debug)]
pub(super) struct Conversions {
    table: Arc<Table>,
    /// Whether later builds of the process can reuse the conversions.
    is_kept: bool,
    /// The number of bytes of Markdown and HTML that this build has added.
    size: AtomicUsize,
}

impl Conversions {
    /// Finds the conversions that earlier builds made with the same `options`, or starts without any. `options` must
    /// contain everything besides the text that influences the result.
    pub(super) fn new(world: &World, options: impl FnOnce() -> String) -> Self {
        let kept = world.kept().map(|kept| {
            let tables = kept.part::<Tables>();
            let mut tables = locks::lock(&tables.0);
            Arc::clone(tables.entry(Sha256::digest(options().as_bytes()).into()).or_default())
        });
        Conversions { is_kept: kept.is_some(), table: kept.unwrap_or_default(), size: AtomicUsize::new(0) }
    }

    /// The earlier conversion of a text. `None` if the text must be converted. `in_filter` is whether a filter needs
    /// the result. In a process that builds only once, only results for filters are stored.
    pub(super) fn get(&self, source: &str, in_filter: bool) -> Option<Converted> {
        if self.is_kept || in_filter { self.table.get(source) } else { None }
    }

    /// Adds a conversion and returns the stored HTML. `None` if [`get`](Self::get) would not look for the conversion,
    /// or if this build would store too much text in total. While the returned HTML is in use, later builds find the
    /// conversion.
    pub(super) fn add(&self, source: &str, html: &str, warnings: &[String], in_filter: bool) -> Option<Arc<str>> {
        let limit = match (self.is_kept, in_filter) {
            (true, _) => MAX_BYTES,
            (false, true) => MAX_BYTES_IN_FILTERS,
            (false, false) => return None,
        };
        let bytes = source.len() + html.len();
        if self.size.fetch_add(bytes, Ordering::Relaxed) + bytes > limit {
            return None;
        }
        let html: Arc<str> = html.into();
        self.table.insert(source.into(), Converted { html: Arc::clone(&html), warnings: warnings.into() });
        Some(html)
    }
}
