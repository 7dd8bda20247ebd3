//! Live reload: pages that are open in a browser are notified of every build by server-sent events. They reload, or
//! show an error.
//!
//! The script is added to HTML when it is served, never to files. Each page contains the id of the build from which it
//! was served, so a page that was loaded too early is reloaded, too.

use crate::world::World;
use axum::response::sse::{Event, KeepAlive, Sse};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// The path of the event stream.
pub(super) const PATH: &str = "/.hastie/live";

/// Which pages get the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Injection {
    /// No pages.
    Never,
    /// Pages requested by a browser for display (those that accept `text/html`). Other clients get the unchanged file.
    Browsers,
    /// All pages.
    Always,
}

/// The outcome of the last build. Clones share it.
#[derive(Clone, Debug)]
pub struct Live {
    state: Arc<watch::Sender<State>>,
    start: u64,
}

#[derive(Clone, Debug)]
struct State {
    builds: u64,
    failure: Option<String>,
}

impl Live {
    /// The state before the first build. Build ids differ between runs of the server, so that open pages are reloaded.
    pub fn new(world: &World) -> Self {
        let (seconds, nanos) = world.now();
        let start = seconds.unsigned_abs().wrapping_mul(1_000_000_000).wrapping_add(u64::from(nanos));
        Live { state: Arc::new(watch::Sender::new(State { builds: 0, failure: None })), start }
    }

    /// Records a successful build.
    pub fn built(&self) {
        self.state.send_modify(|state| {
            state.builds += 1;
            state.failure = None;
        });
    }

    /// Records a failed build. `message` is shown to the author.
    pub fn failed(&self, message: impl Into<String>) {
        let message = message.into();
        self.state.send_modify(|state| state.failure = Some(message));
    }

    fn mark(&self, builds: u64) -> String {
        format!("{:x}-{builds}", self.start)
    }

    /// Inserts the script before the end of the page's body.
    pub fn inject(&self, html: &[u8]) -> Vec<u8> {
        let script =
            SCRIPT.replace("{path}", PATH).replace("{mark}", &self.mark(self.state.borrow().builds)).replace('\n', "");
        let position = end_of_body(html).unwrap_or(html.len());
        let (before, after) = html.split_at(position);
        [before, b"<script>", script.as_bytes(), b"</script>", after].concat()
    }

    /// The events for a page: the current state, followed by every change.
    pub fn events(&self) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let live = self.clone();
        let changes = WatchStream::new(self.state.subscribe()).map(move |state| {
            Ok(match state.failure {
                Some(message) => Event::default().event("failed").data(message.replace('\r', "")),
                None => Event::default().event("build").data(live.mark(state.builds)),
            })
        });
        Sse::new(changes).keep_alive(KeepAlive::default())
    }
}

/// The offset of the last `</body`.
fn end_of_body(html: &[u8]) -> Option<usize> {
    html.windows(6).rposition(|window| window.eq_ignore_ascii_case(b"</body"))
}

/// The script in the page. The error is shown in a separate popover, which the site's styles do not affect.
const SCRIPT: &str = r#"
(()=>{
const mark="{mark}";
let shown=null;
const events=new EventSource("{path}");
addEventListener("pagehide",()=>events.close());
addEventListener("pageshow",e=>{if(e.persisted)location.reload()});
events.addEventListener("build",e=>{
if(e.data!==mark)location.reload();
else if(shown){shown.remove();shown=null}
});
events.addEventListener("failed",e=>{
if(!shown){
shown=document.createElement("div");
shown.setAttribute("role","alert");
shown.dataset.hastie="failed";
shown.style.cssText="position:fixed;inset:0;z-index:2147483647;overflow:auto;padding:2rem;background:#14171bf5;color:#f3f3f0;font:15px/1.6 ui-monospace,monospace;white-space:pre-wrap;text-align:left";
document.body.append(shown);
}
shown.textContent="The site could not be built.\n\n"+e.data+"\n\nThis page reloads after the next successful build.";
});
})()
"#;
