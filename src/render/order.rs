//! Who is rendered when: documents and pages in site order, or together where nothing tells the
//! difference.

use super::document::{Leftovers, body, turn_at, wrap};
use super::turn::Pace;
use super::{Said, SiteView};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::plugins::Hooks;
use crate::progress::Progress;
use hastie_liquid::{Abort, Error};
use std::collections::HashSet;
use std::sync::Arc;

/// The number for [`Abort::Needs`] that asks for the whole site to be rendered one after another.
pub const IN_ORDER: u64 = u64::MAX;

/// Renders everything.
///
/// # Errors
/// The first error in site order; what was said before it is in the log.
pub fn render(view: &Arc<SiteView>, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let hooks = view.setup.plugins.hooks();
    in_order(view, &hooks, progress, log)
}

/// One after another, in site order, each seeing what the ones before it left.
fn in_order(view: &Arc<SiteView>, hooks: &[Arc<dyn Hooks>], progress: &Progress, log: &mut Log) -> Result<(), Failure> {
    let mut leftovers = Leftovers::default();
    let mut heard = HashSet::new();
    for place in 0..view.entries.len() {
        let mut turn = turn_at(view, place, Pace::InOrder);
        let done =
            body(&mut turn, hooks, &mut leftovers).and_then(|begun| wrap(&mut turn, &begun, hooks, &mut leftovers));
        repeat(view, std::mem::take(&mut turn.said), &mut heard, log);
        done.map_err(ended)?;
        progress.step();
    }
    Ok(())
}

/// Puts what a turn said into the log; what an excerpt said belongs to who asked for it first.
fn repeat(view: &SiteView, said: Vec<Said>, heard: &mut HashSet<usize>, log: &mut Log) {
    for one in said {
        match one {
            Said::Message(message) => log.push(message),
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
fn ended(abort: Abort) -> Failure {
    let error: Error = match abort {
        Abort::Error(error) => *error,
        Abort::Needs(_) => Error::new("RuntimeError", "a document needs one that comes after it"),
    };
    let fatal = error.class.starts_with("Jekyll::Errors::");
    Failure { fatal, class: error.class, message: error.to_string(), place: None }
}
