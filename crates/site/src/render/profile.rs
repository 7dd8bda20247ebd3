//! Counts what `--profile` reports for each template: number of renderings, bytes and time. Mirrors the counters of
//! `Jekyll::LiquidRenderer`. Nothing is counted unless profiling is enabled.
//!
//! Further numbers are not in Jekyll, such as the time without includes, the number of reads of site data, and the
//! number of reused results.

use super::{LogEvent, RenderContext};
use crate::world;
use indexmap::IndexMap;
use std::time::{Duration, Instant};

/// The measurements of `--profile` for the template that is being rendered.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// The time spent in templates included by the current one.
    inner: Duration,
    /// The number of reads of site data so far.
    pub(crate) reads: u64,
    /// The number of results that were reused instead of computed.
    reused: u64,
    /// The time that the earlier computations of the reused results took.
    saved: Duration,
}

impl Meter {
    /// Counts a result that was reused instead of computed. `time` is how long it took to compute the result. The reuse
    /// has saved this time.
    pub(super) fn reused(&mut self, time: Duration) {
        self.reused += 1;
        self.saved += time;
    }
}

/// An unfinished measurement of one template.
pub(crate) struct Running {
    began: Instant,
    outer: Meter,
}

/// The measurements of a template, for one rendering or as totals of several renderings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// The number of times that the template was rendered.
    pub count: u64,
    /// The number of bytes that the template has written.
    pub bytes: u64,
    /// The time that rendering the template took, including the time of the files that it includes.
    pub time: Duration,
    /// The time that rendering the template took, without the time of the files that it includes.
    pub own: Duration,
    /// The number of times that templates accessed the site, for example to read a key of a drop.
    pub reads: u64,
    /// The number of cache hits of `include_cached`.
    pub cached: u64,
    /// The number of times that a result of the template, or of a filter in it, was reused instead of computed.
    pub reused: u64,
    /// The time that the reused results took when they were computed.
    pub saved: Duration,
}

/// The measurements of each template, such as its time and its number of renderings.
#[derive(Debug, Default)]
pub struct Profile {
    /// The figures by template path, in the order of first rendering.
    pub templates: IndexMap<String, Figures>,
}

impl Profile {
    /// Adds the figures of one rendering to the totals of the template at `path`.
    pub(super) fn add(&mut self, path: String, more: &Figures) {
        let figures = self.templates.entry(path).or_default();
        figures.count += more.count;
        figures.bytes += more.bytes;
        figures.time += more.time;
        figures.own += more.own;
        figures.reads += more.reads;
        figures.cached += more.cached;
        figures.reused += more.reused;
        figures.saved += more.saved;
    }
}

/// Starts the measurement of a template that is about to be rendered. `None` unless profiling is enabled.
pub(crate) fn begin(rendering: &mut RenderContext) -> Option<Running> {
    let outer = std::mem::take(rendering.meter.as_mut()?);
    Some(Running { began: world::instant(), outer })
}

/// Ends a measurement. The template at `path` has written `bytes` bytes.
pub(crate) fn end(rendering: &mut RenderContext, running: Option<Running>, path: &str, bytes: usize) {
    let (Some(running), Some(meter)) = (running, rendering.meter.as_mut()) else { return };
    let time = running.began.elapsed();
    let own = time.saturating_sub(meter.inner);
    let figures = Figures {
        count: 1,
        bytes: bytes as u64,
        time,
        own,
        reads: meter.reads,
        cached: 0,
        reused: meter.reused,
        saved: meter.saved,
    };
    *meter = Meter { inner: running.outer.inner + time, ..running.outer };
    rendering.events.push(LogEvent::Rendered(path.to_string(), figures));
}

/// If profiling is enabled, counts a cache hit of `include_cached` for the file at `path`.
pub(crate) fn cached(rendering: &mut RenderContext, path: &str) {
    if rendering.meter.is_some() {
        rendering.events.push(LogEvent::Rendered(path.to_string(), Figures { cached: 1, ..Figures::default() }));
    }
}
