//! The results that renderings reuse: a record of the values that only one rendering sees, and the log events that a
//! reused result repeats.

use super::context::{LogEvent, RenderContext};
use super::profile::Figures;
use crate::world;
use hastie_value::sharing::{Mark, Sharing, SideEffects};
use std::sync::Arc;
use std::time::Duration;

/// The side effects of a part of a template.
#[derive(Debug)]
struct Effects {
    events: Vec<LogEvent>,
    /// The time that the part took, if it was measured.
    time: Duration,
}

impl Sharing for RenderContext {
    /// Variables that tags set on a page are seen only by that page, and excerpts depend on who reads them first.
    fn is_allowed(&self) -> bool {
        self.excerpts.is_empty() && self.page_variables.is_empty()
    }

    fn note(&mut self, what: &'static str) {
        self.own_reads.note(what);
    }

    fn mark(&self) -> Mark {
        let at = self.meter.as_ref().map(|_| world::instant());
        Mark { notes: self.own_reads.count(), events: self.events.len(), at }
    }

    fn since(&self, mark: &Mark) -> Result<SideEffects, &'static str> {
        if self.own_reads.count() != mark.notes {
            return Err(self.own_reads.last());
        }
        let events = self.events.get(mark.events..).unwrap_or_default();
        if events.is_empty() && mark.at.is_none() {
            return Ok(SideEffects::default());
        }
        let time = mark.at.map_or(Duration::ZERO, |at| at.elapsed());
        Ok(SideEffects(Some(Arc::new(Effects { events: events.iter().map(without_time).collect(), time }))))
    }

    fn repeat(&mut self, effects: &SideEffects) {
        let effects = effects.0.as_ref().and_then(|effects| effects.downcast_ref::<Effects>());
        if let Some(Effects { events, time }) = effects {
            self.events.extend(events.iter().cloned());
            if let Some(meter) = &mut self.meter {
                meter.reused(*time);
            }
        }
    }
}

/// The event for another rendering. A template that is not rendered again takes no time.
fn without_time(event: &LogEvent) -> LogEvent {
    match event {
        LogEvent::Rendered(path, figures) => {
            let counted = Figures { count: figures.count, bytes: figures.bytes, ..Figures::default() };
            LogEvent::Rendered(path.clone(), counted)
        }
        other => other.clone(),
    }
}
