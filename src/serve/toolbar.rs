//! The contents of the toolbar of `hastie serve --toolbar`: the last build, its warnings, and the sources of the page.

use super::origins::SiteOrigins;
use crate::diagnostic::{Diagnostic, Level, Log, Subject};
use crate::locks;
use serde_json::{Value as Json, json};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// The path from which a page requests the toolbar's data. The query is the request path of the page's file, followed
/// by `&page` if the sources of the page are wanted.
pub(super) const PATH: &str = "/.hastie/toolbar";

/// The path to which a page sends a new value of an option. The query is the option's name, `=`, and `true` or `false`.
pub(super) const OPTION_PATH: &str = "/.hastie/option";

/// The configuration keys of the options that the toolbar sets.
pub const OPTIONS: [&str; 3] = ["show_drafts", "future", "unpublished"];

/// The maximum number of warnings shown.
const MOST: usize = 100;

/// Sets an option and starts a build. The arguments are the key and the value.
pub type SetOption = dyn Fn(&'static str, bool) + Send + Sync;

/// The state of the toolbar, which shows facts about the last build. Clones share the state.
#[derive(Clone)]
pub struct Toolbar {
    state: Arc<Mutex<State>>,
    /// The function that sets an option. `None` if the site is not rebuilt.
    set_option: Option<Arc<SetOption>>,
}

/// The facts about a build that the toolbar shows: its duration, its steps, the options and so on.
#[derive(Clone, Debug, Default)]
pub struct BuildSummary {
    /// The local time at which the build ended.
    pub at: String,
    /// The duration of the whole build.
    pub time: Duration,
    /// The name and duration of each step of the build.
    pub steps: Vec<(&'static str, Duration)>,
    /// The values of [`OPTIONS`] in the build, in the same order.
    pub options: [bool; 3],
}

#[derive(Default)]
struct State {
    build: BuildSummary,
    warnings: Vec<Warning>,
}

/// A warning, with the file and line that it names.
struct Warning {
    text: String,
    place: Option<(String, usize)>,
}

impl fmt::Debug for Toolbar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolbar").finish_non_exhaustive()
    }
}

impl Toolbar {
    /// A toolbar before the first build. Without `set_option`, pages cannot change the options.
    pub fn new(set_option: Option<Arc<SetOption>>) -> Self {
        Toolbar { state: Arc::default(), set_option }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        locks::lock(&self.state)
    }

    /// Shows a build in the toolbar, with the first warnings and errors in `log`.
    pub fn built(&self, build: BuildSummary, log: &Log) {
        let warnings = log.messages().iter().filter(|message| message.level >= Level::Warn).take(MOST);
        let warnings = warnings
            .filter(|message| message.text.is_some() || !message.topic.is_empty())
            .map(|message| Warning {
                text: format!("{} {}", message.topic, message.text.as_deref().unwrap_or_default()).trim().to_owned(),
                place: place(message.detail.as_deref(), message.subject.as_ref()),
            })
            .collect();
        *self.lock() = State { build, warnings };
    }

    /// Sets an option, given as `NAME=true` or `NAME=false`. Returns false for an unknown option or value, and if pages
    /// cannot change the options.
    pub(super) fn set_option(&self, query: &str) -> bool {
        let Some((name, value)) = query.split_once('=') else { return false };
        let option = OPTIONS.into_iter().find(|option| *option == name);
        match (option, value.parse(), &self.set_option) {
            (Some(option), Ok(value), Some(set)) => {
                set(option, value);
                true
            }
            _ => false,
        }
    }

    /// The toolbar's data as JSON. `page` is the file and the text of a page whose sources are wanted.
    pub(super) fn json(&self, origins: &SiteOrigins, build: u64, page: Option<&(PathBuf, String)>) -> String {
        let page = page.and_then(|(file, text)| origins.details(build, file, text));
        let state = self.lock();
        let milliseconds = |time: &Duration| (time.as_secs_f64() * 1e4).round() / 10.0;
        let steps: Vec<Json> =
            state.build.steps.iter().map(|(name, time)| json!([name.to_lowercase(), milliseconds(time)])).collect();
        let warnings: Vec<Json> = state
            .warnings
            .iter()
            .map(|warning| {
                let place = warning.place.as_ref().map(|(file, line)| origins.shown(file, *line));
                json!({ "text": warning.text, "place": place })
            })
            .collect();
        let options: Vec<Json> =
            OPTIONS.iter().zip(state.build.options).map(|(name, is_set)| json!([name, is_set])).collect();
        json!({
            "at": state.build.at,
            "milliseconds": milliseconds(&state.build.time),
            "steps": steps,
            "warnings": warnings,
            "options": options,
            "switches": self.set_option.is_some(),
            "page": page,
        })
        .to_string()
    }
}

fn place(detail: Option<&Diagnostic>, subject: Option<&Subject>) -> Option<(String, usize)> {
    match (detail, subject) {
        (Some(detail), _) if !detail.file.is_empty() => Some((detail.file.clone(), detail.line.max(1))),
        (_, Some(Subject::File(file, line))) => Some((file.clone(), (*line).max(1))),
        _ => None,
    }
}
