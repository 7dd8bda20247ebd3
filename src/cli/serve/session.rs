//! Connects open pages with the builds of a server. Pages can request the origins of their elements, and change options
//! of the next build.

use crate::cli::{Context, build, watch};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::locks;
use crate::render::origins::Origins;
use crate::serve::{BuildSummary, OPTIONS, Request, SiteOrigins, Toolbar};
use hastie_liquid::{Hash, Value};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

/// The options for the next build of a running server. The toolbar in open pages can change them.
pub(super) struct Session {
    context: Mutex<Context>,
    request: OnceLock<Request>,
}

impl Session {
    pub(super) fn new(context: &Context) -> Arc<Self> {
        Arc::new(Session { context: Mutex::new(context.copy()), request: OnceLock::new() })
    }

    fn lock(&self) -> MutexGuard<'_, Context> {
        locks::lock(&self.context)
    }

    /// Copies the options of the first build from `context`.
    pub(super) fn begin(&self, context: &Context) {
        *self.lock() = context.copy();
    }

    /// Stores the handle with which the toolbar starts builds.
    pub(super) fn set_request(&self, request: Request) {
        let _ = self.request.set(request);
    }

    /// Sets the options in `context` for the next build: the first build's options, with the changes from the toolbar.
    pub(super) fn apply(&self, context: &mut Context) {
        context.overrides.clone_from(&self.lock().overrides);
    }

    /// The origins of the pages of the site in the folder `source`. When a page first requests its origins after a
    /// build, the site is rendered in memory.
    pub(super) fn origins(self: &Arc<Self>, source: &str) -> SiteOrigins {
        let session = Arc::clone(self);
        let render = move |log: &mut Log| session.render(log);
        SiteOrigins::new(Path::new(source), Arc::new(render))
    }

    fn render(&self, log: &mut Log) -> Result<Origins, Failure> {
        let context = self.lock().copy();
        build::origins(&context, log)
    }

    /// The server's toolbar. Pages can only change the options in the toolbar if the site is `watched`.
    pub(super) fn toolbar(self: &Arc<Self>, watched: bool) -> Toolbar {
        let session = Arc::clone(self);
        let set_option = move |key: &'static str, value: bool| {
            session.lock().overrides.set(key, Value::Bool(value));
            if let Some(request) = session.request.get() {
                request.make();
            }
        };
        Toolbar::new(if watched { Some(Arc::new(set_option)) } else { None })
    }

    /// The summary of a build that has just ended, for the toolbar. `time` and `steps` are the durations of the build
    /// and of its steps. `values` are the settings of the site.
    pub(super) fn summary(&self, time: Duration, steps: Vec<(&'static str, Duration)>, values: &Hash) -> BuildSummary {
        let at = watch::now(&self.lock());
        let is_set = |key: &str| values.get(key).is_some_and(Value::truthy);
        BuildSummary { at, time, steps, options: OPTIONS.map(is_set) }
    }
}
