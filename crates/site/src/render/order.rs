//! The order of rendering: documents and pages in site order, or in parallel as far as nothing tells the difference.
//!
//! Jekyll renders one after another, and what one leaves behind (counters, the registers of a layout's template, the
//! last `content` and `layout`, the text of an `include_cached`) the next can see. The effects of a template are known
//! when it is parsed: [`dependencies`] says which documents have to wait for which, and the [`scheduler`] renders all others
//! at the same time. On one thread, and where the templates do not tell, the whole site is rendered one after another.

use super::document::{body, wrap};
use super::shared_state::SharedState;
use super::turn::{Pace, Turn};
use super::{Said, SiteView, dependencies, scheduler};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::progress::Progress;
use hastie_liquid::{Abort, Error};
use std::collections::HashSet;
use std::sync::Arc;

/// Renders everything.
///
/// # Errors
/// The first error in site order; what was said before it is in the log.
pub fn render(view: &Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    if rayon::current_num_threads() > 1 && view.entries.len() > 1 && !view.has_undated_posts() {
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
    let mut heard = HashSet::new();
    for place in 0..view.entries.len() {
        let mut turn = Turn::new(view, place, Pace::InOrder);
        let done =
            body(&mut turn, &mut shared_state).and_then(|body_state| wrap(&mut turn, &body_state, &mut shared_state));
        repeat(view, std::mem::take(&mut turn.said), &mut heard, log);
        done.map_err(ended)?;
        progress.step();
    }
    Ok(())
}

/// What came of one entry's turn.
#[derive(Default)]
pub(super) struct Outcome {
    pub said: Vec<Said>,
    pub failure: Option<Failure>,
}

/// Puts what was said into the log in site order, up to the first failure.
fn gather(view: &SiteView, outcomes: Vec<Outcome>, log: &mut Log) -> Result<(), Failure> {
    let mut heard = HashSet::new();
    for outcome in outcomes {
        repeat(view, outcome.said, &mut heard, log);
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
    }
    Ok(())
}

/// Puts what a turn said into the log; what an excerpt said belongs to who asked for it first.
fn repeat(view: &SiteView, said: Vec<Said>, heard: &mut HashSet<usize>, log: &mut Log) {
    for one in said {
        match one {
            Said::Message(message) => log.push(message),
            Said::Rendered(path, figures) => {
                view.profile.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(path, &figures)
            }
            Said::Url(place) => view.tell_url(place, log),
            Said::Excerpt(place) => {
                if heard.insert(place)
                    && let Some(excerpt) = view.entries[place].excerpt.get()
                {
                    repeat(view, excerpt.said.clone(), heard, log);
                }
            }
        }
    }
}

/// A rendering's end as the build's.
pub(super) fn ended(abort: Abort) -> Failure {
    let error: Error = match abort {
        Abort::Error(error) => *error,
        Abort::Needs(_) => Error::new("RuntimeError", "a document needs one that comes after it"),
    };
    let fatal = error.kind.class().starts_with("Jekyll::Errors::");
    Failure { fatal, message: error.to_string(), kind: error.kind, place: None }
}
