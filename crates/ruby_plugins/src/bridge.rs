//! The program's side of one call into Ruby: the stage of the build, and the answers to Ruby's questions.

use super::model::Model;
use super::names;
use super::shared::Shared;
use super::{answers, changes};
use hastie_liquid::{Abort, Body, Context, Drop, RenderOptions, TagParse, Value};
use hastie_ruby::marshal::{Objects, Representation};
use hastie_ruby::{CallError, GuestFailure, RequestHandler};
use hastie_site::render::Setup;
use hastie_site::render::payload::Payload;
use hastie_site::render::{RenderContext, SiteView, rendering_of};
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

/// The stage of the build, with the objects that Ruby can reach in it.
pub enum Stage<'a, 'p, 's> {
    /// Nothing is there but the configuration.
    Load,
    /// The site is being read or generated.
    Site(&'a mut Site),
    /// A document has its rendering.
    Rendering(&'a mut RenderContext),
    /// A template is being rendered.
    Context(&'a mut Context<'p>),
    /// A tag is being read.
    Parse(&'a mut Parsing<'p, 's>),
    /// Everything is rendered, and may still be changed.
    Rendered(&'a mut SiteView),
    /// Everything is written.
    Written(&'a Arc<SiteView>),
}

/// A tag that Ruby reads, with the bodies it has read so far.
pub struct Parsing<'p, 's> {
    pub tag: TagParse<'p, 's>,
    pub bodies: HashMap<u64, Body>,
    pub natives: Vec<u64>,
}

/// One call.
pub struct Bridge<'d, 'a, 'p, 's> {
    pub shared: &'d Shared,
    pub stage: Stage<'a, 'p, 's>,
}

impl Bridge<'_, '_, '_, '_> {
    /// Calls into Ruby.
    ///
    /// # Errors
    /// What Ruby raises, as templates have it.
    pub fn call(&mut self, operation: &str, arguments: Vec<Value>) -> Result<Value, Abort> {
        self.try_call(operation, arguments).map_err(CallError::into_abort)
    }

    /// Calls into Ruby.
    ///
    /// # Errors
    /// What Ruby raises.
    pub fn try_call(&mut self, operation: &str, arguments: Vec<Value>) -> Result<Value, CallError> {
        let shared = self.shared;
        if operation != "filter" {
            shared.functions.forget_traced();
        }
        let file = match (operation, arguments.first()) {
            ("load_file" | "load_gem", Some(Value::Str(name))) => Some(name.clone()),
            _ => None,
        };
        let result = shared.session.call(operation, arguments, self);
        let result = result.map_err(|error| with_running(error, shared, operation, file.as_deref()));
        match &mut self.stage {
            Stage::Rendering(rendering) => shared.tell_turn(rendering),
            Stage::Context(cx) => {
                if let Ok(rendering) = rendering_of(cx.host) {
                    shared.tell_turn(rendering);
                }
            }
            _ => {}
        }
        result
    }

    /// A call whose result is what Ruby changed of the site.
    ///
    /// # Errors
    /// What Ruby raises.
    pub fn call_for_changes(&mut self, operation: &str, arguments: Vec<Value>) -> Result<(), CallError> {
        let changed = self.try_call(operation, arguments)?;
        self.apply(&changed).map_err(CallError::Abort)
    }

    /// Takes over what Ruby changed.
    ///
    /// # Errors
    /// What cannot be.
    pub fn apply(&mut self, changed: &Value) -> Result<(), Abort> {
        let Some(changed) = changed.as_hash() else { return Ok(()) };
        match &mut self.stage {
            Stage::Site(site) => changes::to_site(site, changed, self.shared),
            Stage::Rendering(rendering) => {
                changes::to_view(&Arc::clone(&rendering.view), changed);
                Ok(())
            }
            Stage::Context(cx) => {
                changes::to_view(&Arc::clone(&rendering_of(cx.host)?.view), changed);
                Ok(())
            }
            Stage::Rendered(view) => {
                changes::to_rendered(view, changed);
                Ok(())
            }
            Stage::Written(_) | Stage::Load | Stage::Parse(_) => Ok(()),
        }
    }

    /// Whether a filter of the plugins may change things in place.
    ///
    /// # Errors
    /// What Ruby raises.
    pub fn filters_mutate(&mut self) -> Result<bool, CallError> {
        let has_filters = !self.shared.defined().filters.is_empty();
        Ok(has_filters && self.try_call("mutating?", Vec::new())?.truthy())
    }

    /// Makes objects of the texts of a site that is about to be rendered.
    pub fn give_identity(&mut self) {
        if let Stage::Site(site) = &mut self.stage {
            super::identity::give_all(site);
        }
    }

    /// The readable state of the site at this moment.
    ///
    /// # Errors
    /// Where there is no site yet.
    pub fn model(&mut self) -> Result<Model<'_>, Abort> {
        match &mut self.stage {
            Stage::Site(site) => Ok(Model::Site(site)),
            Stage::Rendering(rendering) => Ok(Model::Shared(Arc::clone(&rendering.view))),
            Stage::Context(cx) => Ok(Model::Shared(Arc::clone(&rendering_of(cx.host)?.view))),
            Stage::Rendered(view) => Ok(Model::View(view)),
            Stage::Written(view) => Ok(Model::Shared(Arc::clone(view))),
            Stage::Load | Stage::Parse(_) => {
                Err(Abort::error("NotImplementedError", "the site cannot be looked at while plugins or tags are read"))
            }
        }
    }

    pub fn setup(&self) -> Result<Arc<Setup>, Abort> {
        match &self.stage {
            Stage::Site(site) => Some(Arc::clone(&site.setup)),
            Stage::Rendering(rendering) => Some(Arc::clone(rendering.setup())),
            Stage::Rendered(view) => Some(Arc::clone(&view.setup)),
            Stage::Written(view) => Some(Arc::clone(&view.setup)),
            _ => self.shared.setup(),
        }
        .ok_or_else(|| Abort::error("NotImplementedError", "the site is not set up yet"))
    }

    /// Does something with a rendering: the document's whose rendering it is, or one from which everything is seen as
    /// it is now.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn with_rendering<T>(&mut self, work: impl FnOnce(&mut RenderContext) -> Result<T, Abort>) -> Result<T, Abort> {
        let shared = self.shared;
        match &mut self.stage {
            Stage::Rendering(rendering) => work(rendering),
            Stage::Context(cx) => work(rendering_of(cx.host)?),
            Stage::Site(site) => {
                let view = Arc::new(site.view(hastie_liquid::Hash::new()));
                let result = in_view(&view, 0, shared, work);
                if let Some(view) = Arc::into_inner(view) {
                    site.restore_content(view);
                }
                result
            }
            Stage::Rendered(view) => {
                let empty = SiteView::empty(Arc::clone(&view.setup));
                let taken = Arc::new(std::mem::replace(*view, empty));
                let result = in_view(&taken, taken.slots.len(), shared, work);
                if let Some(taken) = Arc::into_inner(taken) {
                    **view = taken;
                }
                result
            }
            Stage::Written(view) => in_view(view, view.slots.len(), shared, work),
            Stage::Load | Stage::Parse(_) => {
                let Some(setup) = shared.setup() else {
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

    /// Does something in the context of the template being rendered, or in one of its own.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn with_context<T>(&mut self, work: impl FnOnce(&mut Context<'_>) -> Result<T, Abort>) -> Result<T, Abort> {
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

    /// The engine with the files' tags and filters.
    ///
    /// # Errors
    /// Where they are not all loaded yet.
    pub fn engine(&self) -> Result<hastie_liquid::Engine, Abort> {
        match self.setup() {
            Ok(setup) => Ok(setup.engine.clone()),
            Err(error) => self.shared.engine.get().cloned().ok_or(error),
        }
    }
}

/// The error of a guest that cannot go on, with the name of what it was running.
fn with_running(error: CallError, shared: &Shared, operation: &str, file: Option<&str>) -> CallError {
    let failure = match error {
        CallError::Guest(GuestFailure::During(..)) => return error,
        CallError::Guest(failure) => failure,
        error => return error,
    };
    let what = match file {
        Some(file) => format!("while it loaded {file}"),
        None => format!("during {}", shared.times.running().unwrap_or_else(|| format!("'{operation}'"))),
    };
    CallError::Guest(GuestFailure::During(Box::new(failure), what))
}

fn in_view<T>(
    view: &Arc<SiteView>,
    place: usize,
    shared: &Shared,
    work: impl FnOnce(&mut RenderContext) -> Result<T, Abort>,
) -> Result<T, Abort> {
    let mut rendering = RenderContext::new(view, place, hastie_site::render::Schedule::Sequential);
    let result = work(&mut rendering);
    for said in rendering.events {
        if let hastie_site::render::LogEvent::Message(message) = said {
            shared.say(message);
        }
    }
    result
}

impl Objects for Bridge<'_, '_, '_, '_> {
    fn represent(&mut self, object: &Arc<dyn Drop>, inside: bool) -> Result<Representation, Abort> {
        if let Some(known) = names::represent(self.shared, object, inside) {
            return Ok(known);
        }
        let object = Arc::clone(object);
        self.with_rendering(move |rendering| names::page_hash(&*object, rendering)).map(Representation::Value)
    }

    fn resolve(&mut self, name: &str) -> Option<Value> {
        names::resolve(self.shared, name)
    }
}

impl RequestHandler for Bridge<'_, '_, '_, '_> {
    fn handle(&mut self, operation: &str, arguments: &[Value]) -> Result<Value, Abort> {
        answers::answer(self, operation, arguments)
    }
}
