//! Live reload: pages that are open in a browser are notified of every build by server-sent events. The pages update
//! themselves if the build affects them, or show what went wrong.
//!
//! A reference to the script (`client/*.js`) is added to HTML when it is served, never to files. The reference contains
//! the id of the build from which the page was served. So a page that was loaded too early, or that lost its
//! connection, receives everything that changed since then.

pub mod protocol;
mod report;

pub(super) use report::Place;
pub use report::Report;

use super::listing::escape;
use crate::world::World;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::json;
use std::collections::{BTreeSet, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// The path from which pages receive the events of builds.
pub(super) const PATH: &str = "/.hastie/live";

/// The request path of the JavaScript for live reload.
pub(super) const SCRIPT_PATH: &str = "/.hastie/live.js";

/// The JavaScript that pages load from `SCRIPT_PATH`. It reloads pages, shows errors, and draws the toolbar.
pub(super) const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("client/overlay.js"),
    include_str!("client/morph.js"),
    include_str!("client/source.js"),
    include_str!("client/main.js"),
    include_str!("client/toolbar.js"),
    "})();\n"
);

/// The number of builds whose changes are remembered, for pages that missed some.
const REMEMBERED: usize = 50;

/// After a build that changes more files than this, pages treat all files as changed.
const MOST_FILES: usize = 2000;

/// The choice of the pages into which the server inserts the script for live reload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Injection {
    /// No pages get the script.
    Never,
    /// Pages requested by a browser for display (those that accept `text/html`). Other clients get the unchanged file.
    Browsers,
    /// All pages get the script.
    Always,
}

/// The pauses between the attempts of a page to connect again to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// The pause before the first attempt.
    pub shortest: Duration,
    /// The longest pause. Each pause is twice as long as the previous one, up to this value.
    pub longest: Duration,
}

/// The outcome of the last build, and the files that recent builds changed. Clones share this state.
#[derive(Clone, Debug)]
pub struct Live {
    state: Arc<watch::Sender<State>>,
    start: u64,
}

/// The request paths of the files that a build changed. `None` if all files may have changed.
type Changes = Option<Arc<[String]>>;

#[derive(Clone, Debug, Default)]
struct State {
    builds: u64,
    /// The changes of the last builds, the newest last.
    history: VecDeque<Changes>,
    report: Option<Arc<Report>>,
}

impl State {
    /// The request paths of the files that have changed since build number `seen`. `None` if all files may have
    /// changed.
    fn changes_since(&self, seen: u64) -> Option<BTreeSet<&str>> {
        let missed = usize::try_from(self.builds.checked_sub(seen)?).ok()?;
        let first = self.history.len().checked_sub(missed)?;
        let mut changed = BTreeSet::new();
        for changes in self.history.iter().skip(first) {
            changed.extend(changes.as_ref()?.iter().map(String::as_str));
        }
        Some(changed)
    }
}

impl Live {
    /// The state before the first build. Build ids differ between runs of the server, so that open pages are reloaded.
    pub fn new(world: &World) -> Self {
        let (seconds, nanos) = world.now();
        let start = seconds.unsigned_abs().wrapping_mul(1_000_000_000).wrapping_add(u64::from(nanos));
        Live { state: Arc::new(watch::Sender::new(State::default())), start }
    }

    /// Records a build that wrote the site. `changed` are the request paths of the files that differ from the previous
    /// build. If there is a report, pages show the report, and are only updated after the next build without a report.
    pub fn built(&self, changed: Vec<String>, report: Option<Report>) {
        let changes = if changed.len() > MOST_FILES { None } else { Some(Arc::from(changed)) };
        self.state.send_modify(|state| {
            state.builds += 1;
            state.history.push_back(changes);
            if state.history.len() > REMEMBERED {
                state.history.pop_front();
            }
            state.report = report.map(Arc::new);
        });
    }

    /// Records a build that did not finish, and shows its report in open pages.
    pub fn failed(&self, report: Report) {
        self.state.send_modify(|state| state.report = Some(Arc::new(report)));
    }

    /// The place with this index in the current report. `None` without a report, or for an unknown index.
    pub(super) fn place(&self, index: usize) -> Option<Place> {
        self.state.borrow().report.as_ref()?.places.get(index).cloned()
    }

    /// The number of builds that wrote the site so far.
    pub(super) fn builds(&self) -> u64 {
        self.state.borrow().builds
    }

    /// The id of a build: the time when the server started, and the number of builds since then.
    fn build_id(&self, builds: u64) -> String {
        format!("{:x}-{builds}", self.start)
    }

    /// The number of builds in a build id. `None` if the id is from an earlier run of the server.
    fn builds_at(&self, build_id: &str) -> Option<u64> {
        let (start, builds) = build_id.split_once('-')?;
        (u64::from_str_radix(start, 16).ok()? == self.start).then(|| builds.parse().ok())?
    }

    /// Inserts a `script` element for live reload before the end of the page's body, or at the end of the text if no
    /// body ends. `file` is the request path of the page's file. With `has_toolbar`, the script shows the toolbar.
    pub fn inject(&self, html: &[u8], file: &str, delays: &Delays, has_toolbar: bool) -> Vec<u8> {
        let build_id = self.build_id(self.state.borrow().builds);
        let toolbar = if has_toolbar { " data-toolbar" } else { "" };
        let (shortest, longest) = (delays.shortest.as_millis(), delays.longest.as_millis());
        let script = format!(
            "<script src=\"{SCRIPT_PATH}\" data-hastie=\"{build_id}\" data-file=\"{}\" data-delays=\"{shortest} {longest}\"{toolbar}></script>",
            escape(file)
        );
        let end = end_of_body(html).unwrap_or(html.len());
        let (before, after) = html.split_at(end);
        [before, script.as_bytes(), after].concat()
    }

    /// The events for a page that was served after the build `build_id`: the current state, and then the newest state
    /// after each change.
    ///
    /// A `build` event contains the new build id and the changed files. A `failed` event contains the report.
    pub(super) fn events(&self, build_id: Option<&str>) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let live = self.clone();
        let mut seen = build_id.and_then(|build_id| self.builds_at(build_id));
        let changes = WatchStream::new(self.state.subscribe()).map(move |state| {
            let event = match &state.report {
                Some(report) => Event::default().event("failed").data(&report.json),
                None => {
                    let changed = seen.and_then(|seen| state.changes_since(seen));
                    seen = Some(state.builds);
                    let data = json!({ "id": live.build_id(state.builds), "changed": changed });
                    Event::default().event("build").data(data.to_string())
                }
            };
            Ok(event)
        });
        Sse::new(changes).keep_alive(KeepAlive::default())
    }
}

/// The offset of the last `</body`, in any case of letters. `None` if there is none.
fn end_of_body(html: &[u8]) -> Option<usize> {
    html.windows(6).rposition(|window| window.eq_ignore_ascii_case(b"</body"))
}
