//! The program's side of one call into Ruby.
//!
//! Ruby may send requests while the call runs. The [`Stage`] of the build decides which parts of the site Ruby can see,
//! and the module `requests` handles the requests. Many calls return the changes that Ruby made to the site.
//! [`Bridge::apply`] copies these changes into the site.

use crate::changes;
use crate::definitions::Definitions;
use crate::interpreter::Interpreter;
use crate::objects::names;
use crate::protocol::Operation;
use crate::site_state::SiteState;

use crate::changes::write_back::Holders;
use hastie_liquid::{Abort, Body, Context, Drop, Engine, Hash, RenderOptions, TagParse, Value};
use hastie_ruby::marshal::{Objects, Representation};
use hastie_ruby::{CallError, GuestFailure};
use hastie_site::render::payload::Payload;
use hastie_site::render::steps::OriginalStep;
use hastie_site::render::{RenderContext, Schedule, Setup, SiteView, rendering_of};
use hastie_site::site::Site;
use hastie_value::sharing::Sharing;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The recorded reason why an output that depends on Ruby is not kept for the next build.
pub(crate) const NOTE: &str = "the site's Ruby";

/// The stage of the build, with the objects that Ruby can use in it. `'p` is the lifetime of the values that a Liquid
/// context or a tag borrows.
pub(crate) enum Stage<'a, 'p> {
    /// Before the site exists: only the configuration is known.
    Load,
    /// The site is being read, or generators and hooks change it.
    Site(&'a mut Site),
    /// A document or page is being rendered, outside of any template.
    Rendering(&'a mut RenderContext),
    /// A template is being rendered.
    Context(&'a mut Context<'p>),
    /// A tag is being parsed.
    Parse(Parsing<'a, 'p>),
    /// All documents are rendered, and outputs may still change.
    Rendered(&'a mut SiteView),
    /// Ruby writes files: hooks for `post_write`, or methods `write` of plugins. The site can no longer change.
    Written(&'a Arc<SiteView>),
}

/// A tag that a class in Ruby parses.
pub(crate) struct Parsing<'a, 'p> {
    /// The tag's markup and the rest of the template.
    pub tag: TagParse<'a, 'p>,
    /// The parsed parts of the block's content, such as the part before `else`, by the numbers that Ruby knows.
    pub bodies: HashMap<u64, Body>,
    /// For a class that inherits from the class of a built-in tag: the numbers of the tags that the built-in class has
    /// parsed.
    pub native_tags: Vec<u64>,
}

/// One call into Ruby, with the state that the program needs to answer Ruby's requests.
pub(crate) struct Bridge<'a, 'p> {
    /// The Ruby that executes the call.
    pub ruby: &'a Interpreter,
    /// The objects that exist at the moment of the call: content, rendered items or outputs.
    pub stage: Stage<'a, 'p>,
    /// Runs Jekyll's original of the rendering step that a plugin's method replaces. `None` after the method has called
    /// it.
    pub original: Option<&'a mut OriginalStep<'a>>,
}

impl<'a, 'p> Bridge<'a, 'p> {
    /// A bridge for calls at this stage of the build, outside of any step that Ruby overrides.
    pub(crate) fn new(ruby: &'a Interpreter, stage: Stage<'a, 'p>) -> Self {
        Bridge { ruby, stage, original: None }
    }

    /// Calls an operation of the shim, for callers that return errors to a template.
    ///
    /// # Errors
    /// Same as [`Bridge::try_call`], but as errors of Liquid.
    pub(crate) fn call(&mut self, operation: Operation, arguments: Vec<Value>) -> Result<Value, Abort> {
        self.try_call(operation, arguments).map_err(CallError::into_abort)
    }

    /// Calls an operation of the shim. The error says whether Ruby raised it, the program returned it, or the guest
    /// failed.
    ///
    /// # Errors
    /// Returns Ruby's exception, an error of the program that passed through Ruby, or the failure of the guest.
    pub(crate) fn try_call(&mut self, operation: Operation, arguments: Vec<Value>) -> Result<Value, CallError> {
        let ruby = self.ruby;
        if operation != Operation::Filter {
            ruby.filter_results.forget_uncertain();
        }
        let file = match (operation, arguments.first()) {
            (Operation::LoadFile | Operation::LoadGem, Some(Value::Str(name))) => Some(name.clone()),
            _ => None,
        };
        if operation != Operation::ObjectInLiquid {
            ruby.conversions.forget();
        }
        let result = ruby.session.call(operation.name(), arguments, self);
        if operation != Operation::ObjectInLiquid {
            ruby.conversions.forget();
        }
        let result = result.map_err(|error| with_running(error, ruby, operation, file.as_deref()));
        let rendering = match &mut self.stage {
            Stage::Rendering(rendering) => Some(&mut **rendering),
            Stage::Context(cx) => {
                // The call may have put the site's first object of Ruby into a variable.
                if ruby.has_ruby_objects.load(Ordering::Acquire) {
                    cx.convert_variables();
                }
                rendering_of(cx.host).ok()
            }
            _ => None,
        };
        if let Some(rendering) = rendering {
            rendering.note(NOTE);
            ruby.console.flush_to_rendering(rendering);
        }
        result
    }

    /// Calls an operation that returns Ruby's changes to the site, and applies them.
    ///
    /// # Errors
    /// Same as [`Bridge::try_call`] and [`Bridge::apply`].
    pub(crate) fn call_for_changes(&mut self, operation: Operation, arguments: Vec<Value>) -> Result<(), CallError> {
        let changed = self.try_call(operation, arguments)?;
        self.apply(&changed).map_err(CallError::Abort)
    }

    /// Applies Ruby's changes to the site, as far as the site can change at this stage. New definitions of plugins
    /// apply at every stage.
    ///
    /// # Errors
    /// Fails if a path in the changes leads outside of the folders that a sandboxed Ruby may use. From
    /// rendering on, fails if Ruby has changed something that is fixed then.
    pub(crate) fn apply(&mut self, changed: &Value) -> Result<(), Abort> {
        let Some(changed) = changed.as_hash() else { return Ok(()) };
        if ["config", "data", "definitions"].iter().any(|key| changed.contains_key(key)) {
            self.ruby.filter_results.forget_traced();
        }
        if let Some(definitions) = changed.get("definitions") {
            self.ruby.define(Definitions::read(definitions));
        }
        match &mut self.stage {
            Stage::Site(site) => changes::to_site(site, changed, self.ruby),
            Stage::Rendering(rendering) => {
                let view = Arc::clone(&rendering.view);
                changes::rendering::to_view(&mut Holders::of_rendering(&view, rendering), changed, self.ruby)
            }
            Stage::Context(cx) => {
                let view = Arc::clone(&rendering_of(cx.host)?.view);
                changes::rendering::to_view(&mut Holders::of_template(&view, cx), changed, self.ruby)
            }
            Stage::Rendered(view) => changes::rendering::to_rendered(view, changed, self.ruby),
            Stage::Written(_) | Stage::Load | Stage::Parse(_) => Ok(()),
        }
    }

    /// Whether a filter of the plugins may change its arguments in place, or another plugin has changed a text in place.
    ///
    /// # Errors
    /// Same as [`Bridge::try_call`].
    pub(crate) fn filters_mutate(&mut self) -> Result<bool, CallError> {
        if self.ruby.world.has_text_identity() {
            return Ok(true);
        }
        let has_filters = !self.ruby.defined().filters.is_empty();
        Ok(has_filters && self.try_call(Operation::FiltersMutate, Vec::new())?.truthy())
    }

    /// The readable state of the site at this stage: before rendering, the site itself; later, a view of the site.
    ///
    /// # Errors
    /// Fails if there is no site yet, or if a tag is being parsed.
    pub(crate) fn site_state(&mut self) -> Result<SiteState<'_>, Abort> {
        match &mut self.stage {
            Stage::Site(site) => Ok(SiteState::Site(site, &self.ruby.positions)),
            Stage::Rendering(rendering) => Ok(SiteState::Shared(Arc::clone(&rendering.view))),
            Stage::Context(cx) => Ok(SiteState::Shared(Arc::clone(&rendering_of(cx.host)?.view))),
            Stage::Rendered(view) => Ok(SiteState::View(view)),
            Stage::Written(view) => Ok(SiteState::Shared(Arc::clone(view))),
            Stage::Load | Stage::Parse(_) => Err(Abort::error(
                "NotImplementedError",
                "the site cannot be read while plugins are loaded or tags are parsed",
            )),
        }
    }

    /// The configuration and services of the site that calls Ruby.
    ///
    /// # Errors
    /// Fails if the setup of the site is not complete yet.
    pub(crate) fn setup(&self) -> Result<Arc<Setup>, Abort> {
        match &self.stage {
            Stage::Site(site) => Some(Arc::clone(&site.setup)),
            Stage::Rendering(rendering) => Some(Arc::clone(rendering.setup())),
            Stage::Rendered(view) => Some(Arc::clone(view.setup())),
            Stage::Written(view) => Some(Arc::clone(view.setup())),
            _ => self.ruby.setup(),
        }
        .ok_or_else(|| Abort::error("NotImplementedError", "the site is not set up yet"))
    }

    /// The Liquid engine of the site, with the plugins' tags and filters.
    ///
    /// # Errors
    /// Fails if the tags and filters in Ruby are not registered yet.
    pub(crate) fn engine(&self) -> Result<Engine, Abort> {
        match self.setup() {
            Ok(setup) => Ok(setup.engine.clone()),
            Err(error) => self.ruby.engine.get().cloned().ok_or(error),
        }
    }

    /// Runs `work` with the current rendering. Outside of renderings, creates a rendering that sees the site as it is
    /// now. While plugins are loaded or a tag is parsed, the new rendering sees an empty site.
    ///
    /// # Errors
    /// Returns the errors of `work`. Fails before the setup is complete.
    pub(crate) fn with_rendering<T>(
        &mut self,
        work: impl FnOnce(&mut RenderContext) -> Result<T, Abort>,
    ) -> Result<T, Abort> {
        let ruby = self.ruby;
        match &mut self.stage {
            Stage::Rendering(rendering) => work(rendering),
            Stage::Context(cx) => work(rendering_of(cx.host)?),
            Stage::Site(site) => {
                let view = Arc::new(site.view(Hash::new()));
                let result = in_view(&view, 0, ruby, work);
                if let Some(view) = Arc::into_inner(view) {
                    site.restore_content(view);
                }
                result
            }
            Stage::Rendered(view) => {
                let empty = SiteView::empty(Arc::clone(view.setup()));
                let taken = Arc::new(std::mem::replace(*view, empty));
                let result = in_view(&taken, taken.slots().len(), ruby, work);
                if let Some(taken) = Arc::into_inner(taken) {
                    **view = taken;
                }
                result
            }
            Stage::Written(view) => in_view(view, view.slots().len(), ruby, work),
            Stage::Load | Stage::Parse(_) => {
                let Some(setup) = ruby.setup() else {
                    return Err(Abort::error(
                        "NotImplementedError",
                        "nothing can be rendered while plugins are loaded",
                    ));
                };
                let mut rendering = RenderContext::detached(&setup);
                work(&mut rendering)
            }
        }
    }

    /// Runs `work` with the context of the template that is being rendered. Outside of templates, creates a context.
    ///
    /// # Errors
    /// Same as [`Bridge::with_rendering`].
    pub(crate) fn with_context<T>(
        &mut self,
        work: impl FnOnce(&mut Context<'_>) -> Result<T, Abort>,
    ) -> Result<T, Abort> {
        if let Stage::Context(cx) = &mut self.stage {
            return work(cx);
        }
        let engine = self.engine()?;
        self.with_rendering(|rendering| {
            let payload = Payload::new(rendering.page.clone());
            let mut cx = Context::new(&engine, rendering, RenderOptions::raising(Value::drop(payload)));
            work(&mut cx)
        })
    }
}

/// Adds to a failure of the guest what Ruby was running, such as a plugin's file. Returns other errors unchanged.
fn with_running(error: CallError, ruby: &Interpreter, operation: Operation, file: Option<&str>) -> CallError {
    let failure = match error {
        CallError::Guest(GuestFailure::During(..)) => return error,
        CallError::Guest(failure) => failure,
        error => return error,
    };
    let running = match file {
        Some(file) => format!("while it loaded {file}"),
        None => format!("during {}", ruby.times.running().unwrap_or_else(|| format!("'{}'", operation.name()))),
    };
    CallError::Guest(GuestFailure::During(Box::new(failure), running))
}

/// Runs `work` with a new rendering of the item at `index`. If `index` is the number of items, the rendering sees all
/// items as finished.
fn in_view<T>(
    view: &Arc<SiteView>,
    index: usize,
    ruby: &Interpreter,
    work: impl FnOnce(&mut RenderContext) -> Result<T, Abort>,
) -> Result<T, Abort> {
    let mut rendering = RenderContext::new(view, index, Schedule::Sequential);
    let result = work(&mut rendering);
    ruby.console.log_events(rendering.events);
    result
}

impl Objects for Bridge<'_, '_> {
    fn represent(&mut self, object: &Arc<dyn Drop>, inside: bool) -> Result<Representation, Abort> {
        if let Some(known) = names::represent(self.ruby, object, inside) {
            return Ok(known);
        }
        let object = Arc::clone(object);
        self.with_rendering(move |rendering| names::page_hash(&*object, rendering)).map(Representation::Value)
    }

    fn resolve(&mut self, name: &str) -> Option<Value> {
        names::resolve(self.ruby, name)
    }
}
