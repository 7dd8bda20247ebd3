//! The plugin itself, and how its guest is started.

use super::bridge::{Bridge, Stage};
use super::confinement::Confinement;
use super::convert::{RubyConverter, RubyProcessor, RubyTreeWriter};
use super::definitions::Definitions;
use super::gems;
use super::generate::RubyGenerator;
use super::hooks::RubyHooks;
use super::network::Network;
use super::shared::Shared;
use super::times::FileReport;
use super::{call_error, changes, facts, filter, identity, image, module, outside, tag};
use hastie_liquid::{Abort, Arity, Drop, Engine, Hash, Host, TagParse, Value};
use hastie_plugins::local::LocalFile;
use hastie_plugins::ruby::{Sources, Unloadable};
use hastie_ruby::wasm::{Limits, TimeLimit};
use hastie_ruby::{Guest, GuestFailure, Session, SystemRuby};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::model::{Document, Theme};
use hastie_site::plugin::{Generator, Hooks, Plugin};
use hastie_site::render::convert::{Converter, Processor, TreeWriter};
use hastie_site::render::drops::{CollectionDrop, DocumentDrop, SiteDrop};
use hastie_site::render::{SiteView, rendering_of};
use hastie_site::site::profile::log_table;
use hastie_site::world::{World, instant};
use hastie_site::write::overlay::Overlay;
use std::any::Any;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Which Ruby runs a site's own plugins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// None: they are left out.
    Off,
    /// An installed one, with all that it may do.
    System,
    /// One in a sandbox.
    #[default]
    Sandbox,
}

impl Mode {
    /// The mode from the command line or the environment.
    pub fn of(world: &World) -> Self {
        match world.variable("HASTIE_RUBY") {
            Some("off") => Mode::Off,
            Some("system") => Mode::System,
            _ => Mode::Sandbox,
        }
    }
}

/// A site's own Ruby.
#[derive(Debug)]
pub struct RubyPlugin {
    pub(crate) shared: Arc<Shared>,
}

impl RubyPlugin {
    /// Starts a guest and loads files and gems. The gems that cannot be loaded are returned besides.
    ///
    /// # Errors
    /// What a file raises while it is loaded, and a gem but for what it lacks.
    pub fn start(
        mode: Mode,
        sources: &Sources<'_>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Option<(Self, Vec<Unloadable>)>, Failure> {
        let overlay = (mode == Mode::Sandbox).then(Arc::<Overlay>::default);
        let confinement = (mode == Mode::Sandbox).then(|| Confinement::of(config, world)).transpose()?;
        let folders = confinement.as_ref().zip(overlay.clone());
        let guest = match guest(mode, config, world, folders, log) {
            Ok(Some(guest)) => guest,
            Ok(None) => return Ok(None),
            Err(gone) => return Err(Failure::raised("LoadError", gone.to_string())),
        };
        let network = Network::new(config, world);
        let shared = Arc::new(Shared::new(Session::new(guest), world, network, overlay, confinement));
        let plugin = RubyPlugin { shared };
        let unloadable = plugin.load(sources, config, world, log)?;
        Ok(Some((plugin, unloadable)))
    }

    /// The plugin with another guest instead of the sandboxed Ruby, for tests of the border between them. It is
    /// confined in the same way.
    ///
    /// # Errors
    /// What the guest raises, and where the configuration names folders elsewhere.
    pub fn with_guest(
        guest: Box<dyn Guest>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Self, Failure> {
        let confinement = Confinement::of(config, world)?;
        let network = Network::new(config, world);
        let overlay = Some(Arc::<Overlay>::default());
        let shared = Shared::new(Session::new(guest), world, network, overlay, Some(confinement));
        let plugin = RubyPlugin { shared: Arc::new(shared) };
        plugin.load(&Sources::default(), config, world, log)?;
        Ok(plugin)
    }

    fn load(
        &self,
        sources: &Sources<'_>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Vec<Unloadable>, Failure> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        self.shared.set_zone(&config.zone);
        let mut facts = facts::of_configuration(config, world);
        facts.set("native", Value::array(sources.native.iter().map(|name| name.as_str().into()).collect()));
        let begun = bridge.try_call("begin_site", vec![Value::hash(config.values.clone()), Value::hash(facts)]);
        begun.map_err(|error| call_error::failure(error, &config.source))?;
        let mut unloadable = Vec::new();
        for name in sources.early {
            unloadable.extend(self.load_gem(name, config, world, log)?);
        }
        self.load_files(sources.files, config, log)?;
        for name in sources.late {
            unloadable.extend(self.load_gem(name, config, world, log)?);
        }
        self.define(&config.source)?;
        Ok(unloadable)
    }

    fn load_gem(
        &self,
        name: &str,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Option<Unloadable>, Failure> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        let since = instant();
        let loaded = bridge.try_call("load_gem", vec![name.into()]);
        let time = since.elapsed();
        self.shared.tell(log);
        match loaded {
            Ok(Value::Str(reason)) => Ok(Some(Unloadable { name: name.to_string(), reason: reason.to_string() })),
            Ok(_) => {
                lock(&self.shared.loaded).push((gems::as_file(name, config, world), time));
                Ok(None)
            }
            Err(error) => Err(call_error::failure(error, &config.source)),
        }
    }

    fn load_files(&self, files: &[LocalFile], config: &Configuration, log: &mut Log) -> Result<(), Failure> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        for file in files {
            let since = instant();
            let loaded = bridge.try_call("load_file", vec![file.full.as_str().into()]);
            lock(&self.shared.loaded).push((file.clone(), since.elapsed()));
            self.shared.tell(log);
            loaded.map_err(|error| call_error::of_loading(error, &file.full, &config.source, log))?;
        }
        Ok(())
    }

    /// The definitions of the site's files, with their times so far.
    pub fn files(&self) -> Vec<FileReport> {
        lock(&self.shared.loaded).iter().map(|(file, time)| self.shared.times.report(file, *time)).collect()
    }

    /// What the program and Ruby said to each other.
    fn report_messages(&self, log: &mut Log) {
        let heads = ["Messages", "Count", "Bytes to Ruby", "Bytes from Ruby"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for (operation, traffic) in self.shared.session.traffic() {
            let numbers = [traffic.count, traffic.to_guest, traffic.from_guest];
            rows.push(std::iter::once(operation).chain(numbers.map(|number| number.to_string())).collect());
        }
        log_table("\nMessages between Hastie and Ruby:", &rows, log);
    }

    /// Makes objects of the configuration's texts where filters may change them.
    fn give_identity(&self, config: &mut Configuration) {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        if bridge.filters_mutate().unwrap_or(false) {
            config.values = identity::given_hash(&config.values);
        }
    }

    fn define(&self, source: &str) -> Result<(), Failure> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        let defined = bridge.try_call("definitions", Vec::new());
        let defined = defined.map_err(|error| call_error::failure(error, source))?;
        self.shared.define(Definitions::read(&defined));
        Ok(())
    }
}

/// The guest of a mode, if there is one.
pub fn guest(
    mode: Mode,
    config: &Configuration,
    world: &World,
    folders: Option<(&Confinement, Arc<Overlay>)>,
    log: &mut Log,
) -> Result<Option<Box<dyn Guest>>, GuestFailure> {
    match mode {
        Mode::Off => Ok(None),
        Mode::System => {
            let zone = config.text("timezone").or_else(|| world.variable("TZ")).unwrap_or("UTC");
            let program = world.variable("HASTIE_SYSTEM_RUBY").unwrap_or("ruby");
            SystemRuby::start(program, world.folder(), zone).map(|ruby| Some(Box::new(ruby) as Box<dyn Guest>))
        }
        Mode::Sandbox => match folders {
            Some((confinement, overlay)) => sandbox(config, world, confinement, overlay, log),
            None => Ok(None),
        },
    }
}

/// The most time for one call of the sandboxed Ruby, without its requests to the program.
const MOST_TIME: Duration = Duration::from_secs(60);

/// The limits of the sandboxed Ruby. A build with a deadline has no other limit of time, so that a slow plugin can be given more.
fn limits(world: &World) -> Limits {
    let end = world.timeout().map(|timeout| timeout.end());
    let call = if end.is_some() { Duration::MAX } else { MOST_TIME };
    let mut limits = Limits::default();
    limits.time = Some(TimeLimit { clock: instant, call, end });
    limits
}

/// A Ruby in the sandbox, if its module is there.
fn sandbox(
    config: &Configuration,
    world: &World,
    confinement: &Confinement,
    overlay: Arc<Overlay>,
    log: &mut Log,
) -> Result<Option<Box<dyn Guest>>, GuestFailure> {
    let Some(file) = module::find(world) else { return Ok(None) };
    let ruby = image::idle(&file, world, log)?;
    let outside = outside::Folders::new(confinement.guest(), &config.source, &config.destination, overlay);
    let variables = ["JEKYLL_ENV", "JEKYLL_LOG_LEVEL", "LANG", "TZ", "SOURCE_DATE_EPOCH"];
    let environment: Vec<(String, String)> = variables
        .iter()
        .filter_map(|name| world.variable(name).map(|value| ((*name).to_string(), value.to_string())))
        .collect();
    let folder = hastie_site::path::text(world.folder());
    let ruby = ruby.enter(&folder, Box::new(outside), &environment, limits(world))?;
    Ok(Some(Box::new(ruby)))
}

impl Plugin for RubyPlugin {
    fn name(&self) -> &'static str {
        "ruby"
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn configure(&self, config: &mut Configuration, _world: &World, log: &mut Log) -> Result<(), Failure> {
        if !self.shared.defined().has_hook(&["site"], "after_init") {
            self.give_identity(config);
            return Ok(());
        }
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        let result = bridge.try_call("after_init", Vec::new());
        self.shared.tell(log);
        let changed = result.map_err(|error| call_error::failure(error, &config.source))?;
        if let Some(pairs) = changed.as_hash().and_then(|changed| changed.get("config")) {
            changes::set_keys(&mut config.values, pairs);
        }
        self.give_identity(config);
        self.define(&config.source)
    }

    fn liquid(&self, engine: &mut Engine) {
        let _ = self.shared.native.set(engine.clone());
        let defined = self.shared.defined();
        for name in &defined.filters {
            let (shared, filter) = (Arc::clone(&self.shared), name.clone());
            let call = move |cx: &mut hastie_liquid::Context<'_>, input: &Value, args: &[Value]| {
                filter::call(&shared, &filter, cx, input, args)
            };
            engine.filter(name, Arity::at_least(0), call).noted(name).to_utf8();
        }
        for (name, is_block) in defined.tags.clone() {
            let shared = Arc::clone(&self.shared);
            let parse = move |parse: &mut TagParse<'_, '_>| tag::parse(&shared, is_block, parse);
            if is_block {
                engine.block(&name, parse);
            } else {
                engine.tag(&name, parse);
            }
        }
        for name in &defined.operators {
            let (shared, operator) = (Arc::clone(&self.shared), name.clone());
            engine.operator(name, move |cx, left, right| {
                let arguments = vec![operator.as_str().into(), left.clone(), right.clone()];
                Bridge { shared: &shared, stage: Stage::Context(cx) }.call("operator", arguments)
            });
        }
        let _ = self.shared.engine.set(engine.clone());
    }

    fn confine(&self, world: &World, theme: Option<&Theme>) -> Option<World> {
        let confinement = self.shared.confinement.as_ref()?;
        if let Some(theme) = theme {
            confinement.add_theme(theme);
        }
        Some(confinement.host(world))
    }

    fn overlay(&self) -> Option<Arc<Overlay>> {
        self.shared.overlay.clone()
    }

    fn report(&self, log: &mut Log) {
        let heads = ["Ruby file", "Defines", "Calls", "Running", "Loading"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for file in self.files() {
            let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
            rows.push(vec![
                file.path,
                file.defines,
                file.calls.to_string(),
                seconds(file.running),
                seconds(file.loading),
            ]);
        }
        log_table("\nRuby of the Site:", &rows, log);
        self.report_messages(log);
    }

    fn renders_in_order(&self, view: &SiteView) -> bool {
        super::turns::renders_in_order(&self.shared, view)
    }

    fn calls_in_order(&self, filter: &str) -> bool {
        super::turns::calls_in_order(&self.shared, filter)
    }

    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String> {
        if !self.shared.defined().drops.get("UrlDrop").is_some_and(|keys| keys.contains(name)) {
            return None;
        }
        let mut fields = super::fields::of_document(document);
        if let Value::Hash(hash) = &mut fields {
            Arc::make_mut(hash).set("content", document.content.clone().map_or(Value::Nil, Value::Str));
        }
        let id = super::names::Named::value(format!("doc:{}", document.id.0));
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        match bridge.try_call("url_placeholder", vec![id, name.into(), fields]) {
            Ok(Value::Str(text)) => Some(text.to_string()),
            Ok(_) => Some(String::new()),
            Err(_) => None,
        }
    }

    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Option<Result<Value, Abort>> {
        let defined = self.shared.defined();
        if defined.drops.values().all(std::collections::HashSet::is_empty) {
            return None;
        }
        let any = object.as_any();
        let (class, name) = if let Some(DocumentDrop(id)) = any.downcast_ref() {
            ("DocumentDrop", format!("docdrop:{}", id.0))
        } else if any.is::<SiteDrop>() {
            ("SiteDrop", "sitedrop".to_string())
        } else if let Some(CollectionDrop(label)) = any.downcast_ref() {
            ("CollectionDrop", format!("coldrop:{label}"))
        } else {
            return None;
        };
        if !defined.drops.get(class).is_some_and(|keys| keys.contains(key)) {
            return None;
        }
        let rendering = match rendering_of(host) {
            Ok(rendering) => rendering,
            Err(abort) => return Some(Err(abort)),
        };
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Rendering(rendering) };
        Some(bridge.call("drop_method", vec![super::names::Named::value(name), key.into()]))
    }

    fn converters(&self, _config: &Hash) -> Vec<Arc<dyn Converter>> {
        let defined = self.shared.defined();
        let converters = defined.converters.iter().map(|class| {
            let converter =
                RubyConverter { shared: Arc::clone(&self.shared), class: class.clone(), known: Mutex::default() };
            Arc::new(converter) as Arc<dyn Converter>
        });
        converters.collect()
    }

    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>> {
        let shared = Arc::clone(&self.shared);
        self.shared.defined().writes_trees.then(|| Arc::new(RubyTreeWriter { shared }) as Arc<dyn TreeWriter>)
    }

    fn processors(&self, _config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        let defined = self.shared.defined();
        let processors = defined.processors.iter().map(|name| {
            let processor = RubyProcessor { shared: Arc::clone(&self.shared), name: name.clone() };
            (name.clone(), Arc::new(processor) as Arc<dyn Processor>)
        });
        processors.collect()
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        let defined = self.shared.defined();
        let generators = defined.generators.iter().enumerate().map(|(place, (class, priority))| {
            Arc::new(RubyGenerator {
                shared: Arc::clone(&self.shared),
                place,
                class: class.clone(),
                priority: *priority,
            }) as Arc<dyn Generator>
        });
        generators.collect()
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(RubyHooks { shared: Arc::clone(&self.shared) })]
    }
}
