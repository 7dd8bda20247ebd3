//! The context of one rendering, which Liquid passes to every drop, filter and tag as its host.
//!
//! It gives access to the site and knows the index of the item being rendered, which decides what the item can see of
//! other documents. It collects log events. Results are not stored here but in the slot of the item.

use super::SiteView;
use super::excerpts;
use super::lent::{LayoutVariables, LentTexts};
use super::origins;
use super::own_reads::{OwnReads, Parts};
use super::profile::{Figures, Meter};
use super::shared_state::LayoutState;
use crate::diagnostic::{Level, Message};
use crate::failure::Failure;
use crate::render::Setup;
use hastie_liquid::marks::Marks;
use hastie_liquid::{Abort, Blanks, Error, FormattedTime, Hash, Host, Str, TimeZone, Value};
use hastie_value::scheduling::{Step, Suspension};
use hastie_value::sharing::Sharing;
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// An entry in the log of one rendering. The entries of all renderings are processed in site order.
#[derive(Debug, Clone)]
pub enum LogEvent {
    /// A message that the rendering logged.
    Message(Message),
    /// The excerpt of the item at this index was read. Its messages are logged here if this is the first read in site
    /// order.
    Excerpt(usize),
    /// The URL of the item at this index was read, and there are warnings about the URL.
    Url(usize),
    /// A message that is logged only once per site, at its first occurrence in site order.
    Once(Message),
    /// A template was rendered while profiling. Contains its path.
    Rendered(String, Figures),
    /// The rendered text contains a part of the build's time, such as the year.
    Time(FormattedTime),
    /// Something was read that may differ in a later build although all sources are the same.
    Varies,
}

/// The order in which items are rendered: one after another, or in parallel. In parallel, any other item may be
/// unfinished when a rendering starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// One after another: when the rendering of an item starts, all earlier items are finished, and no later ones.
    Sequential,
    /// In parallel: any other item may be unfinished. A rendering that needs one ends with [`Abort::Suspended`].
    Parallel,
}

/// The bytes that a search or a copy processes in the time of one step.
const BYTES_PER_STEP: usize = 64;

/// The maximum number of other items whose contents a rendering records. An item that reads more contents is rendered
/// in each build.
const MAX_CONTENTS: usize = 256;

/// The host of one rendering: its view of the site, its item, and its log events.
pub struct RenderContext {
    /// The view of the site, which all renderings share.
    pub view: Arc<SiteView>,
    /// The index in site order of the item being rendered.
    pub index: usize,
    /// Ruby's `registers[:page]`: the value of `page` in templates.
    pub page: Value,
    /// Variables that tags set on the page during this rendering, as with Ruby's `page['cited'] = ...`.
    pub page_variables: Hash,
    /// Variables that tags have set in the payload of the excerpt that is being rendered.
    pub excerpt_variables: Hash,
    /// State that plugins' tags keep during the rendering, by a number of the tag.
    pub tag_states: HashMap<usize, Box<dyn Any + Send>>,
    /// The log events of this rendering so far.
    pub events: Vec<LogEvent>,
    /// The schedule of the items, which decides whether earlier items may be unfinished.
    pub schedule: Schedule,
    /// Whether Ruby would treat the source as US-ASCII, as it does for text that Liquid produced from numbers only.
    /// kramdown then writes entities for quotes.
    pub ascii_source: bool,
    /// Whether a filter is converting text. The result is then stored even if the process builds only once, because
    /// other pages often convert the same text.
    pub(crate) converts_in_filter: bool,
    /// The contents and the converted Markdown that the rendering has used. They decide whether the next build can
    /// reuse the result of the rendering.
    pub(crate) parts: Parts,
    /// The indices of the excerpts being rendered, outermost first.
    pub(crate) excerpts: Vec<usize>,
    /// The numbers of the `include_cached` texts that this rendering has created.
    pub(crate) cached: HashSet<usize>,
    /// The steps of the templates rendered in this phase. They count for the budget of the build once the phase is
    /// finished.
    pub(crate) steps: u64,
    /// Measurements for the profile, if enabled.
    pub(crate) meter: Option<Meter>,
    /// The indices of documents whose missing date Jekyll 3 has set, because their URL was read.
    pub(crate) dated_by_url: Vec<usize>,
    /// The number of layouts applied to the item so far.
    pub(crate) layouts_done: usize,
    /// The reads that decide whether results of this rendering can be reused.
    pub(crate) own_reads: OwnReads,
    /// Texts of Jekyll's objects that the rendering has read, if plugins may change them in place.
    pub lent_texts: Option<LentTexts>,
    /// The variables `content` and `layout` of the current template, if plugins may change them in place.
    pub layout_variables: Option<LayoutVariables>,
    /// The hash that plugins see as `page`: its first value, and its value after plugins have changed objects in place.
    /// `None` if `page` is the page itself.
    pub page_hash: Option<[Value; 2]>,
    /// The variables `layout` and `content`, for `:pre_render` hooks and for a replaced `Renderer#render_liquid`.
    pub layout_state: Option<LayoutState>,
    /// The marks that this rendering writes into its output, by which the origins of the page are found. `None` in
    /// normal renderings, which write no marks.
    pub(crate) marks: Option<Arc<Marks>>,
    /// Whether the contents and excerpts of other items that appear on the page also contain marks of their origins.
    pub(crate) marks_others: bool,
    /// The failure of a hook that ended the rendering.
    failure: Option<Box<Failure>>,
    zone: TimeZone,
}

impl RenderContext {
    /// Counts the work that a plugin does on texts, so that no page keeps a build busy for minutes. `bytes` is the
    /// total length of the texts that are searched or copied.
    ///
    /// # Errors
    /// Fails if the build takes more steps than allowed.
    pub fn count_text_work(&mut self, bytes: usize) -> Result<(), Failure> {
        self.steps = self.steps.saturating_add((bytes / BYTES_PER_STEP) as u64);
        self.view.setup.budget.check_steps(self.steps).map_err(|abort| match abort {
            Abort::Error(error) => Failure::raised(error.kind, error.message),
            _ => Failure::raised("RuntimeError", "too many steps"),
        })
    }

    /// Creates the context for rendering the item in slot `index` of `view`.
    pub fn new(view: &Arc<SiteView>, index: usize, schedule: Schedule) -> Self {
        RenderContext {
            view: Arc::clone(view),
            index,
            page: Value::Nil,
            page_variables: Hash::new(),
            excerpt_variables: Hash::new(),
            tag_states: HashMap::new(),
            events: Vec::new(),
            schedule,
            ascii_source: false,
            converts_in_filter: false,
            parts: Parts::default(),
            excerpts: Vec::new(),
            cached: HashSet::new(),
            dated_by_url: Vec::new(),
            layouts_done: 0,
            steps: 0,
            meter: view.setup.profiles.then(Meter::default),
            own_reads: OwnReads::default(),
            lent_texts: view.setup.has_text_identity.load(Ordering::Relaxed).then(LentTexts::default),
            layout_variables: None,
            page_hash: None,
            layout_state: None,
            marks: None,
            marks_others: false,
            failure: None,
            zone: view.setup.context.zone.clone(),
        }
    }

    /// Ends the rendering with the failure of a hook. The returned error has no location, but the context keeps it for
    /// [`RenderContext::failure`].
    pub(crate) fn fail(&mut self, failure: Failure) -> Abort {
        let abort = failure.clone().into();
        self.failure = Some(Box::new(failure));
        abort
    }

    /// Converts the error that ended this rendering into the failure of the build. If the error came from a hook, the
    /// failure has the hook's location.
    pub(crate) fn failure(&mut self, abort: Abort) -> Failure {
        let error = match abort {
            Abort::Error(error) => *error,
            _ => Error::new("RuntimeError", "a document needs another one that is rendered after it"),
        };
        // A plugin may have rescued the error of a hook and raised another one.
        let hooked = self.failure.take().filter(|it| it.kind == error.kind && it.message == error.message);
        Failure {
            fatal: error.kind.class().starts_with("Jekyll::Errors::"),
            message: error.to_string(),
            kind: error.kind,
            location: hooked.and_then(|failure| failure.location),
        }
    }

    /// A text of one of Jekyll's objects as a value for templates. `key` is the name of the text in templates, such as
    /// `content`. If filters may change texts in place, records the text under this name.
    #[inline]
    pub(crate) fn lend(&mut self, text: Str, key: &'static str) -> Value {
        Value::Str(match &mut self.lent_texts {
            None => text,
            Some(lent) => lent.note(&text, key),
        })
    }

    /// A context whose view has no pages and documents, for example for a single template.
    pub fn detached(setup: &Arc<Setup>) -> Self {
        RenderContext::new(&Arc::new(SiteView::empty(Arc::clone(setup))), usize::MAX, Schedule::Sequential)
    }

    /// The page as tags and filters of plugins find it in their registers: the hash that replaced it in
    /// hooks, or the page itself.
    pub fn registered_page(&self) -> Value {
        self.page_hash.as_ref().map_or_else(|| self.page.clone(), |[_, now]| now.clone())
    }

    /// The configuration and services of the site.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.view.setup
    }

    /// Logs a message. The messages of all renderings are printed in site order, with any number of threads.
    pub fn log(&mut self, message: Message) {
        self.events.push(LogEvent::Message(message));
    }

    /// Logs a debug message, if debug messages are enabled. `topic` names the step that begins, and `path` the file or
    /// item that the step works on.
    pub fn trace(&mut self, topic: &str, path: impl FnOnce() -> String) {
        if self.view.setup.context.traces {
            self.log(Message::new(Level::Debug, topic, path()));
        }
    }

    /// The content of the item in slot `index`, as seen by this rendering: converted for earlier items, unconverted for
    /// later ones. This rendering's own item is converted once its body is finished. For a source map, returns the map.
    /// `None` for a document without content, such as a YAML file.
    ///
    /// # Errors
    /// [`Abort::Suspended`] if the item, or the style sheet of a source map, must be converted first. Also within an
    /// excerpt if an item before this rendering's item is unfinished. Another error if the content has left memory and
    /// cannot be read back.
    pub fn content(&mut self, index: usize) -> Result<Option<Str>, Abort> {
        self.own_reads.note_repeatable("the content of a document");
        self.note_content(index);
        if let Some(sheet) = self.view.sheet_of(index) {
            return match self.view.body(index)? {
                Some(map) => Ok(Some(map)),
                None => Err(Suspension::until(Step::Body(sheet)).into()),
            };
        }
        self.wait_within_excerpt()?;
        if index > self.index {
            return Ok(self.raw(index));
        }
        match self.view.body(index)? {
            Some(body) => Ok(Some(self.with_marks(&body, |view, marks| origins::record::body(view, index, marks)))),
            None if index == self.index || self.schedule == Schedule::Sequential => Ok(self.raw(index)),
            None => Err(Suspension::until(Step::Body(index)).into()),
        }
    }

    /// The output of the document in slot `index`, as seen by this rendering. `None` for the item being rendered and
    /// for later items.
    ///
    /// # Errors
    /// [`Abort::Suspended`] if the document must be rendered first, or within an excerpt if an earlier item is
    /// unfinished. Another error if the output has left memory and cannot be read back.
    pub fn output(&mut self, index: usize) -> Result<Option<Str>, Abort> {
        self.own_reads.note_repeatable("the output of a document");
        self.note_content(index);
        self.wait_within_excerpt()?;
        if index >= self.index {
            return Ok(None);
        }
        match self.view.output(index)? {
            Some(output) => Ok(Some(output)),
            None if self.schedule == Schedule::Sequential => Ok(None),
            None => Err(Suspension::until(Step::Output(index)).into()),
        }
    }

    /// Records that this rendering depends on the content or output of another item, the one in slot `index`. With
    /// too many such items, records instead that a later build may give another result.
    pub(super) fn note_content(&mut self, index: usize) {
        if index == self.index {
            return;
        }
        if self.parts.contents.len() >= MAX_CONTENTS {
            self.note_varying();
        } else if !self.parts.contents.contains(&index) {
            self.parts.contents.push(index);
        }
    }

    /// Records that a later build may give another result although all sources are the same.
    pub fn note_varying(&self) {
        self.own_reads.note_varying();
    }

    /// Adds [`LogEvent::Varies`] if this rendering has read something that may differ in a later build. Then forgets
    /// these reads, so each is reported only once.
    pub(super) fn report_varying(&mut self) {
        if self.own_reads.take_varying() > 0 {
            self.events.push(LogEvent::Varies);
        }
    }

    /// Whether all items before this item are finished. Records that the rendering depends on this state, which may
    /// differ in a later build.
    pub fn is_next(&self) -> bool {
        self.own_reads.note("the state of the rendering");
        self.is_finished_before()
    }

    /// Like [`is_next`](Self::is_next), but does not prevent a later build from reusing the output of the item. Used by
    /// `include_cached` before it looks up a text.
    pub(super) fn is_next_for_cached_text(&self) -> bool {
        self.own_reads.note_repeatable("the state of the rendering");
        self.is_finished_before()
    }

    fn is_finished_before(&self) -> bool {
        self.schedule == Schedule::Sequential || self.view.finished_before.load(Ordering::Acquire) >= self.index
    }

    /// Suspends the rendering unless all items before this item are finished.
    ///
    /// # Errors
    /// [`Abort::Suspended`] if they are not finished.
    pub fn wait_for_all_before(&self) -> Result<(), Abort> {
        if self.is_next() { Ok(()) } else { Err(Suspension::until(Step::AllBefore(self.index)).into()) }
    }

    /// The path of the item being rendered. `None` outside of a site.
    pub fn path(&self) -> Option<String> {
        self.view.slots.get(self.index).map(|slot| slot.item().path())
    }

    /// The rendered excerpt of the item in slot `index`. The first call renders it. `None` if no excerpt was
    /// extracted.
    ///
    /// # Errors
    /// Fails if rendering the excerpt fails. [`Abort::Suspended`] if the excerpt needs an unfinished item.
    pub fn excerpt(&mut self, index: usize) -> Result<Option<Str>, Abort> {
        self.own_reads.note_repeatable("the excerpt of a document");
        excerpts::text(self, index)
    }

    /// Returns a copy of `text`, the content or excerpt of an item. If this rendering needs the marks of other items'
    /// texts, calls `record`, which renders the text with marks. These marks are then stored for the copy. Does not
    /// call `record` if the marks of `text` are known already. If `record` fails, stores nothing.
    pub(crate) fn with_marks(
        &self,
        text: &Str,
        record: impl FnOnce(&Arc<SiteView>, &Arc<Marks>) -> Result<String, Abort>,
    ) -> Str {
        match &self.marks {
            Some(marks) if self.marks_others && !marks.knows(text) => match record(&self.view, marks) {
                Ok(marked) => origins::record::keep(marks, text, &marked),
                Err(_) => text.clone(),
            },
            _ => text.clone(),
        }
    }

    /// The source of the file at `path`, which is not a template, with marks of its origins if this rendering writes
    /// marks.
    pub(crate) fn annotated(&self, path: &str, source: &Str) -> String {
        match &self.marks {
            Some(marks) => marks.annotated(&path.into(), source),
            None => source.to_string(),
        }
    }

    fn raw(&self, index: usize) -> Option<Str> {
        match &self.view.slots[index].owned {
            super::OwnedItem::Document(document) => document.content.get(),
            super::OwnedItem::Page(page) => (!page.lacks_content).then(|| page.content.text()),
        }
    }

    /// Suspends the rendering of an excerpt until all items before this rendering's item are finished. The first item
    /// that reads the excerpt is only known then. Does nothing outside of an excerpt.
    ///
    /// # Errors
    /// [`Abort::Suspended`] within an excerpt if items before this rendering's item are unfinished.
    pub fn wait_within_excerpt(&self) -> Result<(), Abort> {
        match self.excerpts.is_empty() || self.is_next() {
            true => Ok(()),
            false => Err(Suspension::until(Step::AllBefore(self.index)).into()),
        }
    }
}

/// The render context of a filter or tag, from the host that Liquid passes to it.
///
/// # Errors
/// Fails if the host is not a render context, because no site is rendered.
pub fn rendering_of(host: &mut dyn Host) -> Result<&mut RenderContext, Abort> {
    let Some(rendering) = host.as_any().downcast_mut::<RenderContext>() else {
        return Err(Abort::from(Error::new("NoMethodError", "this object belongs to a site")));
    };
    if let Some(meter) = &mut rendering.meter {
        meter.reads += 1;
    }
    Ok(rendering)
}

impl Host for RenderContext {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn now(&mut self) -> (i64, u32) {
        self.own_reads.note("the clock");
        self.view.setup.context.world.now()
    }

    fn zone(&self) -> &TimeZone {
        &self.zone
    }

    fn blanks(&self) -> Blanks {
        self.view.setup.plugins.blanks()
    }

    fn sharing(&mut self) -> Option<&mut dyn Sharing> {
        Some(self)
    }
}
