//! Implements the trait `Sharing`, through which renderings reuse results of templates. Records which values only one
//! rendering sees, and repeats the log events of a reused result.

use super::context::{LogEvent, RenderContext, rendering_of};
use super::profile::Figures;
use crate::world;
use hastie_liquid::TimeObserver;
use hastie_value::sharing::{Mark, Sharing, SideEffects};
use std::sync::Arc;
use std::time::Duration;

/// The side effects of rendering a part of a template.
#[derive(Debug)]
struct Effects {
    events: Vec<LogEvent>,
    /// Whether a later build may give another result although all sources are the same.
    varies: bool,
    /// The time that rendering the part took, if it was measured.
    time: Duration,
}

/// Records the texts that templates make from the time of the build. Unlike the time itself, most texts are the same in
/// the next build.
pub(super) const TIME_OBSERVER: TimeObserver = TimeObserver {
    variable: "site.time",
    begin: |host| rendering_of(host).map_or(0, |rendering| u64::from(rendering.own_reads.varying())),
    end: |host, before, formatted| {
        if let Ok(rendering) = rendering_of(host)
            && let Ok(before) = u32::try_from(before)
        {
            rendering.own_reads.keep_varying(before);
            rendering.events.push(LogEvent::Time(formatted));
        }
    },
};

impl Sharing for RenderContext {
    /// Whether this rendering may reuse results of other renderings. It may not in excerpts, which depend on who reads
    /// them first. It also may not after tags have set variables on the page, because other pages do not see these.
    fn is_allowed(&self) -> bool {
        self.excerpts.is_empty() && self.page_variables.is_empty()
    }

    fn note(&mut self, what: &'static str) {
        self.own_reads.note(what);
    }

    fn mark(&self) -> Mark {
        let at = self.meter.as_ref().map(|_| world::instant());
        Mark { notes: self.own_reads.count(), varying: self.own_reads.varying(), events: self.events.len(), at }
    }

    fn since(&self, mark: &Mark) -> Result<SideEffects, &'static str> {
        if self.own_reads.count() != mark.notes {
            return Err(self.own_reads.last());
        }
        let varies = self.own_reads.varying() != mark.varying;
        let events = self.events.get(mark.events..).unwrap_or_default();
        if events.is_empty() && mark.at.is_none() && !varies {
            return Ok(SideEffects::default());
        }
        let time = mark.at.map_or(Duration::ZERO, |at| at.elapsed());
        Ok(SideEffects(Some(Arc::new(Effects { events: events.iter().map(without_time).collect(), varies, time }))))
    }

    fn repeat(&mut self, effects: &SideEffects) {
        let effects = effects.0.as_ref().and_then(|effects| effects.downcast_ref::<Effects>());
        if let Some(Effects { events, varies, time }) = effects {
            self.events.extend(events.iter().cloned());
            if *varies {
                self.note_varying();
            }
            if let Some(meter) = &mut self.meter {
                meter.reused(*time);
            }
        }
    }
}

/// The log event to repeat when the result of a template is reused. The reuse takes no time, so the event's times are
/// zero.
fn without_time(event: &LogEvent) -> LogEvent {
    match event {
        LogEvent::Rendered(path, figures) => {
            let counted = Figures { count: figures.count, bytes: figures.bytes, ..Figures::default() };
            LogEvent::Rendered(path.clone(), counted)
        }
        other => other.clone(),
    }
}
