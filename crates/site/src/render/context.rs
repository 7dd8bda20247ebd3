//! The render context: the program's side of one item's rendering, handed to every drop, filter and tag.
//!
//! It knows the site and its own place in site order (which decides what it sees of other documents),
//! and collects log events. It reads; results go into the cells of its item.

use super::SiteView;
use super::excerpts;
use super::profile::{Figures, Meter};
use crate::diagnostic::{Level, Message};
use crate::render::Setup;
use hastie_liquid::scheduling::Suspension;
use hastie_liquid::{Abort, Error, Hash, Host, Str, Value};
use jiff::tz::TimeZone;
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// An event of a rendering, for the log.
#[derive(Debug, Clone)]
pub enum LogEvent {
    /// A message.
    Message(Message),
    /// The excerpt of the item at this index was read; its messages are logged here if it was not read before.
    Excerpt(usize),
    /// The URL of the item at this index was read, and there are messages about it.
    Url(usize),
    /// A message that is logged once for the whole site, where it comes first.
    Once(Message),
    /// The template of this path was rendered, and a profile is wanted.
    Rendered(String, Figures),
}

/// The schedule of renderings: how much of the site is finished when one begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Everything before it, nothing after it: one document after another.
    Sequential,
    /// Any item may be unfinished: a rendering that needs one ends with [`Abort::Suspended`].
    Parallel,
}

/// The context of one rendering.
pub struct RenderContext {
    /// The site.
    pub view: Arc<SiteView>,
    /// The index in site order of what is rendered.
    pub index: usize,
    /// Ruby's `registers[:page]`: what templates see as `page`.
    pub page: Value,
    /// Variables that tags have set on the page in this rendering: Ruby's `page['cited'] = ...`.
    pub page_variables: Hash,
    /// State that tags of plugins keep until the rendering is over, each under a number of its own.
    pub tag_states: HashMap<usize, Box<dyn Any + Send>>,
    /// The log events so far.
    pub events: Vec<LogEvent>,
    /// Whether documents before this one may be unfinished.
    pub schedule: Schedule,
    /// Whether Ruby would mark the source being converted as US-ASCII, as it does text that Liquid makes of numbers only. kramdown
    /// then writes entities for quotes.
    pub ascii_source: bool,
    /// Places of the excerpts being rendered, outermost first.
    pub(crate) excerpts: Vec<usize>,
    /// Texts of `include_cached` that this rendering has made.
    pub(crate) cached: HashSet<usize>,
    /// Measurements, where a profile is wanted.
    pub(crate) meter: Option<Meter>,
    /// The number of layouts that the item has been placed in so far.
    pub(crate) layouts_done: usize,
    zone: TimeZone,
}

impl RenderContext {
    /// The context of the item at `index`.
    pub fn new(view: &Arc<SiteView>, index: usize, schedule: Schedule) -> Self {
        RenderContext {
            view: Arc::clone(view),
            index,
            page: Value::Nil,
            page_variables: Hash::new(),
            tag_states: HashMap::new(),
            events: Vec::new(),
            schedule,
            ascii_source: false,
            excerpts: Vec::new(),
            cached: HashSet::new(),
            layouts_done: 0,
            meter: view.setup.profiles.then(Meter::default),
            zone: view.setup.zone.clone(),
        }
    }

    /// A context outside of any site, for templates that are rendered on their own.
    pub fn detached(setup: &Arc<Setup>) -> Self {
        RenderContext::new(&Arc::new(SiteView::empty(Arc::clone(setup))), usize::MAX, Schedule::Sequential)
    }

    /// Configuration and services of the site.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.view.setup
    }

    /// Adds a message to the log.
    pub fn log(&mut self, message: Message) {
        self.events.push(LogEvent::Message(message));
    }

    /// Logs the next step at the debug level, where anyone listens.
    pub fn trace(&mut self, topic: &str, path: impl FnOnce() -> String) {
        if self.view.setup.traces {
            self.log(Message::new(Level::Debug, topic, path()));
        }
    }

    /// The content of the item at `index`, as this rendering sees it.
    ///
    /// # Errors
    /// [`Abort::Suspended`] where it has to be converted first.
    pub fn content(&mut self, index: usize) -> Result<Option<Str>, Abort> {
        let slot = &self.view.slots[index];
        if let Some(sheet) = self.view.sheet_of(index) {
            return match slot.body.get() {
                Some(map) => Ok(Some(map.clone())),
                None => Err(Suspension::until(need_body(sheet)).into()),
            };
        }
        self.wait_within_excerpt()?;
        if index > self.index {
            return Ok(self.raw(index));
        }
        match slot.body.get() {
            Some(body) => Ok(Some(body.clone())),
            None if index == self.index || self.schedule == Schedule::Sequential => Ok(self.raw(index)),
            None => Err(Suspension::until(need_body(index)).into()),
        }
    }

    /// The output of the document at `index`, as this rendering sees it: `None` before it is finished.
    ///
    /// # Errors
    /// [`Abort::Suspended`] where it has to be rendered first.
    pub fn output(&mut self, index: usize) -> Result<Option<Str>, Abort> {
        self.wait_within_excerpt()?;
        if index >= self.index {
            return Ok(None);
        }
        match self.view.slots[index].output.get() {
            Some(output) => Ok(Some(output.clone())),
            None if self.schedule == Schedule::Sequential => Ok(None),
            None => Err(Suspension::until(need_output(index)).into()),
        }
    }

    /// Whether all items before this one are finished.
    pub fn is_next(&self) -> bool {
        self.schedule == Schedule::Sequential || self.view.finished_before.load(Ordering::Acquire) >= self.index
    }

    /// Waits until all items before this one are finished.
    ///
    /// # Errors
    /// [`Abort::Suspended`] where they are not.
    pub fn wait_for_all_before(&self) -> Result<(), Abort> {
        if self.is_next() { Ok(()) } else { Err(Suspension::until(need_all_before(self.index)).into()) }
    }

    /// The path of the item that is rendered; none outside of a site's rendering.
    pub fn path(&self) -> Option<String> {
        self.view.slots.get(self.index).map(|slot| slot.item().path())
    }

    /// The text of the excerpt of the document at `index`, rendered on first use.
    ///
    /// # Errors
    /// What its rendering raises.
    pub fn excerpt(&mut self, index: usize) -> Result<Option<Str>, Abort> {
        excerpts::text(self, index)
    }

    fn raw(&self, index: usize) -> Option<Str> {
        match &self.view.slots[index].owned {
            super::OwnedItem::Document(document) => document.content.clone(),
            super::OwnedItem::Page(page) => Some(page.content.clone()),
        }
    }

    /// An excerpt that reads other documents' progress depends on its first reader. The first reader is certain only when all
    /// items before this one are finished.
    ///
    /// # Errors
    /// [`Abort::Suspended`] within an excerpt, where documents before this one are not finished.
    pub fn wait_within_excerpt(&self) -> Result<(), Abort> {
        match self.excerpts.is_empty() || self.is_next() {
            true => Ok(()),
            false => Err(Suspension::until(need_all_before(self.index)).into()),
        }
    }
}

/// The step of a [`Suspension`] that waits for the converted content of the item at `index`.
pub fn need_body(index: usize) -> u64 {
    index as u64 * 2
}

/// The step of a [`Suspension`] that waits for the output of the item at `index`.
pub fn need_output(index: usize) -> u64 {
    index as u64 * 2 + 1
}

/// The step of a [`Suspension`] that waits for everything before `index` in site order.
pub fn need_all_before(index: usize) -> u64 {
    ALL_BEFORE | index as u64
}

/// The index that a number of [`need_all_before`] was made of.
pub fn all_before(need: u64) -> Option<usize> {
    (need & ALL_BEFORE != 0).then(|| usize::try_from(need & !ALL_BEFORE).unwrap_or(usize::MAX))
}

const ALL_BEFORE: u64 = 1 << 63;

/// The render context behind a host.
///
/// # Errors
/// Where a site's drop is read outside of a site's rendering.
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
        self.view.setup.world.now()
    }

    fn zone(&self) -> &TimeZone {
        &self.zone
    }

    fn knows_blank(&self) -> bool {
        self.view.setup.plugins.load_active_support()
    }
}
