//! Mirrors what `Jekyll::LiquidRenderer` counts for `--profile`: how often each template was rendered,
//! how much it made and how long that took. Nothing is counted unless the site asks for it.
//!
//! Beside Jekyll's three there are three of our own: the time without what a template includes, how
//! often it asked the site for something, and how often `include_cached` had its text ready.

use super::{LogEvent, RenderContext};
use crate::world;
use indexmap::IndexMap;
use std::time::{Duration, Instant};

/// The measurements while a template is rendered.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// Time of templates inside the one that is rendered now.
    inner: Duration,
    /// Questions to the site so far.
    pub(crate) reads: u64,
}

/// A rendering on its way.
pub(crate) struct Running {
    began: Instant,
    outer: Meter,
}

/// The sums over all renderings of one template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// Renderings.
    pub count: u64,
    /// Bytes that they made.
    pub bytes: u64,
    /// Their time, with everything that they include.
    pub time: Duration,
    /// Their time without what they include.
    pub own: Duration,
    /// The number of times they asked the site for something.
    pub reads: u64,
    /// The number of times `include_cached` had the text already.
    pub cached: u64,
}

/// Figures by the path of the template.
#[derive(Debug, Default)]
pub struct Profile {
    /// In the order in which the templates were first rendered.
    pub templates: IndexMap<String, Figures>,
}

impl Profile {
    /// Adds what one rendering came to.
    pub(super) fn add(&mut self, path: String, more: &Figures) {
        let figures = self.templates.entry(path).or_default();
        figures.count += more.count;
        figures.bytes += more.bytes;
        figures.time += more.time;
        figures.own += more.own;
        figures.reads += more.reads;
        figures.cached += more.cached;
    }
}

/// Begins to measure a template, if there is a profile.
pub(crate) fn begin(rendering: &mut RenderContext) -> Option<Running> {
    let outer = std::mem::take(rendering.meter.as_mut()?);
    Some(Running { began: world::instant(), outer })
}

/// Ends the measurement: the template of `path` made so many `bytes`.
pub(crate) fn end(rendering: &mut RenderContext, running: Option<Running>, path: &str, bytes: usize) {
    let (Some(running), Some(meter)) = (running, rendering.meter.as_mut()) else { return };
    let time = running.began.elapsed();
    let own = time.saturating_sub(meter.inner);
    let figures = Figures { count: 1, bytes: bytes as u64, time, own, reads: meter.reads, cached: 0 };
    *meter = Meter { inner: running.outer.inner + time, reads: running.outer.reads };
    rendering.events.push(LogEvent::Rendered(path.to_string(), figures));
}

/// Notes that `include_cached` had the text of `path` ready.
pub(crate) fn cached(rendering: &mut RenderContext, path: &str) {
    if rendering.meter.is_some() {
        rendering.events.push(LogEvent::Rendered(path.to_string(), Figures { cached: 1, ..Figures::default() }));
    }
}
