//! The order of rendering: documents and pages in site order, or in parallel as far as nothing tells the difference.
//!
//! Jekyll renders one after another, and what one leaves behind (counters, the registers of a layout's template, the
//! last `content` and `layout`, the text of an `include_cached`) the next can see. The effects of a template are known
//! when it is parsed: `dependencies` says which documents have to wait for which, and the `scheduler` renders all others
//! at the same time. On one thread, and where the templates do not tell, the whole site is rendered one after another.

use super::context::{RenderContext, Schedule};
use super::document::{body, wrap};
use super::shared_state::SharedState;
use super::{LogEvent, SiteView, dependencies, scheduler};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::locks;
use crate::progress::Progress;
use hastie_liquid::{Abort, Error};
use std::collections::HashSet;
use std::sync::Arc;

/// Renders everything.
///
/// # Errors
/// The first error in site order; the events before it are in the log.
pub fn render(view: &Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let together = rayon::current_num_threads() > 1 && !view.setup.plugins.render_in_order(view);
    if together && view.slots.len() > 1 && !view.has_undated_posts() {
        if let Some(dependencies) = dependencies::of_site(view) {
            return gather(view, scheduler::together(view, &dependencies, progress), log);
        }
        // Who parses a template first decides it, too.
        view.templates.clear();
    }
    in_order(view, progress, log)
}

/// One after another, in site order, each seeing what the ones before it left.
fn in_order(view: &Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let mut shared_state = SharedState::default();
    let mut seen = Seen::default();
    for index in 0..view.slots.len() {
        let mut rendering = RenderContext::new(view, index, Schedule::Sequential);
        let done = body(&mut rendering, &mut shared_state)
            .and_then(|body_state| wrap(&mut rendering, &body_state, &mut shared_state));
        replay(view, std::mem::take(&mut rendering.events), &mut seen, log);
        done.map_err(ended)?;
        progress.step();
    }
    Ok(())
}

/// The outcome of one item's rendering.
#[derive(Default)]
pub(super) struct Outcome {
    pub events: Vec<LogEvent>,
    pub failure: Option<Failure>,
}

/// Events that are in the log already and belong there once.
#[derive(Default)]
struct Seen {
    /// The excerpts whose events are.
    excerpts: HashSet<usize>,
    /// Messages for the whole site.
    once: HashSet<String>,
}

/// Puts all events into the log in site order, up to the first failure.
fn gather(view: &SiteView, outcomes: Vec<Outcome>, log: &mut Log) -> Result<(), Failure> {
    let mut seen = Seen::default();
    for outcome in outcomes {
        replay(view, outcome.events, &mut seen, log);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
    }
    Ok(())
}

/// Puts the events of a rendering into the log; those of an excerpt belong to its first reader.
fn replay(view: &SiteView, events: Vec<LogEvent>, seen: &mut Seen, log: &mut Log) {
    for one in events {
        match one {
            LogEvent::Message(message) => log.push(message),
            LogEvent::Rendered(path, figures) => locks::lock(&view.profile).add(path, &figures),
            LogEvent::Url(index) => view.report_url(index, log),
            LogEvent::Once(message) => {
                if seen.once.insert(message.to_string()) {
                    log.push(message);
                }
            }
            LogEvent::Excerpt(index) => {
                if seen.excerpts.insert(index)
                    && let Some(excerpt) = view.slots[index].excerpt.get()
                {
                    replay(view, excerpt.events.clone(), seen, log);
                }
            }
        }
    }
}

/// A rendering's end as the build's.
pub(super) fn ended(abort: Abort) -> Failure {
    let error: Error = match abort {
        Abort::Error(error) => *error,
        _ => Error::new("RuntimeError", "a document needs one that comes after it"),
    };
    let fatal = error.kind.class().starts_with("Jekyll::Errors::");
    Failure { fatal, message: error.to_string(), kind: error.kind, location: None }
}
