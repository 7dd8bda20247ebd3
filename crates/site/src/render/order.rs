//! The order of rendering: site order, or parallel as far as this cannot change the output.
//!
//! Jekyll renders one document after another, and each document can see state that earlier ones left. This state
//! consists of counters, registers of a layout's template, the last `content` and `layout`, and texts of
//! `include_cached`. The effects of a template are known once it is parsed. `dependencies` determines which documents
//! must wait for which, and the `scheduler` renders all others in parallel. With one thread, or if the dependencies
//! cannot be determined, all items are rendered one after another.

use super::context::{RenderContext, Schedule};
use super::shared_state::SharedState;
use super::{LogEvent, SiteView, dependencies, document, repeat, scheduler};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::locks;
use crate::progress::Progress;
use foldhash::HashSet;
use std::sync::Arc;

/// Renders all items, in parallel as far as their dependencies and the plugins allow. Renders one item after another
/// if the view `has_undated_posts`.
///
/// # Errors
/// Returns the first error in site order. Events before it are logged.
pub fn render(view: &Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let (has_scripts, has_undated) = (view.setup.plugins.render_in_order(view), view.has_undated_posts());
    let is_ordered = has_scripts || has_undated;
    if !has_undated && view.setup.plugins.reuses_results() && view.slots.len() > 1 {
        let _ = view.memo.set(Arc::default());
    }
    if !is_ordered && view.slots.len() > 1 && rayon::current_num_threads() > 1 {
        if let Some(dependencies) = dependencies::of_site(view) {
            let repeated = repeat::repeat(view, &dependencies);
            let outcomes = scheduler::render_in_parallel(view, &dependencies, repeated, progress);
            let mut seen = log_outcomes(view, outcomes, log)?;
            // The pages that plugins have appended are last.
            let appended = view.slots.first().len();
            return from(appended, view, progress, &mut SharedState::initial(view), &mut seen, log);
        }
        // The first rendering to parse a template defines it, so templates parsed for their effects are discarded.
        view.templates.clear();
    }
    in_order(view, progress, log)
}

/// Renders one item after another in site order. Each item sees the state that earlier items left.
fn in_order(view: &Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let mut shared_state = SharedState::initial(view);
    let mut seen = Seen::default();
    from(0, view, progress, &mut shared_state, &mut seen, log)
}

/// Renders the items from the index `start` on, one after another. Plugins may append pages to them.
fn from(
    start: usize,
    view: &Arc<SiteView>,
    progress: &Progress,
    shared_state: &mut SharedState,
    seen: &mut Seen,
    log: &mut Log,
) -> Result<(), Failure> {
    let mut index = start;
    while index < view.slots.len() {
        let mut rendering = RenderContext::new(view, index, Schedule::Sequential);
        let done = document::render(&mut rendering, shared_state);
        replay(view, index, std::mem::take(&mut rendering.events), seen, log);
        done.map_err(|abort| rendering.failure(abort))?;
        view.free_source(index);
        progress.step();
        index += 1;
    }
    Ok(())
}

/// The log of one item, and the failure if its rendering has failed.
#[derive(Default)]
pub(super) struct Outcome {
    pub events: Vec<LogEvent>,
    pub failure: Option<Failure>,
}

/// Events that are logged only once and are already in the log.
#[derive(Default)]
struct Seen {
    /// The slots of the items whose excerpts' events are already in the log.
    excerpts: HashSet<usize>,
    /// The messages of `LogEvent::Once` that are already in the log.
    once: HashSet<String>,
}

/// Appends all events to the log in site order, up to the first failure.
fn log_outcomes(view: &SiteView, outcomes: Vec<Outcome>, log: &mut Log) -> Result<Seen, Failure> {
    let mut seen = Seen::default();
    for (index, outcome) in outcomes.into_iter().enumerate() {
        replay(view, index, outcome.events, &mut seen, log);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
    }
    Ok(seen)
}

/// Appends the events of the rendering of the item at `index` to the log. The events of an excerpt belong to its first
/// reader.
fn replay(view: &SiteView, index: usize, events: Vec<LogEvent>, seen: &mut Seen, log: &mut Log) {
    let file = || view.slots[index].item().file();
    for one in events {
        match one {
            LogEvent::Message(message) => log.push(message.about_at_least(file)),
            LogEvent::Rendered(path, figures) => locks::lock(&view.profile).add(path, &figures),
            LogEvent::Url(index) => view.report_url(index, log),
            LogEvent::Time(_) | LogEvent::Varies => {}
            LogEvent::Once(message) => {
                if seen.once.insert(message.to_string()) {
                    log.push(message.about_at_least(file));
                }
            }
            LogEvent::Excerpt(index) => {
                if seen.excerpts.insert(index)
                    && let Some(excerpt) = view.slots[index].excerpt.get()
                {
                    replay(view, index, excerpt.events.clone(), seen, log);
                }
            }
        }
    }
}
