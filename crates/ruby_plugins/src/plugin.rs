//! The plugin that the site sees: it calls Ruby for everything that a site's own plugins define.

use crate::bridge::{Bridge, Stage};
use crate::changes::tables;
use crate::definitions::converter::{RubyConverter, RubyProcessor, RubyTreeWriter};
use crate::definitions::filter;
use crate::definitions::generator::{RedirectUrls, RubyGenerator, StepsAfterGenerators};
use crate::definitions::hooks::RubyHooks;
use crate::definitions::object_filter;
use crate::definitions::render_steps;
use crate::definitions::tag;
use crate::identity;
use crate::interpreter::Interpreter;
use crate::objects::fields;
use crate::objects::names::{self, ObjectName};
use crate::ordering;
use crate::protocol::Operation;
use crate::reports::call_error;
use crate::reports::call_times::FileReport;
use crate::start;
use crate::start::loading;
use hastie_liquid::{Abort, Arity, Blanks, Context, Drop, Engine, Hash, Host, Str, TagParse, Value};
use hastie_plugins::ruby::{Sources, Unloadable};
use hastie_ruby::Guest;
use hastie_site::config::{AddedIncludes, Configuration};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::model::{Document, Theme};
use hastie_site::plugin::{Generator, Hooks, Plugin, Plugins, ScriptHost};
use hastie_site::render::convert::{Converter, Processor, TreeWriter};
use hastie_site::render::steps::{OriginalStep, RenderStep, StepCall, StepResult};
use hastie_site::render::tags::LINK_FILTER;
use hastie_site::render::{Item, RenderContext, Rendered, SiteView, rendering_of};
use hastie_site::site::profile::log_table;
use hastie_site::world::{RubyMode, World};
use hastie_site::write::overlay::Overlay;
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

/// A site's plugins in Ruby, both files and gems, as one plugin. All share one interpreter.
#[derive(Debug)]
pub struct RubyPlugin {
    ruby: Arc<Interpreter>,
}

impl RubyPlugin {
    /// Starts a Ruby, and loads files and gems. Also returns the gems that cannot be loaded. `None` if Ruby is
    /// disabled, or if the sandboxed Ruby is not installed.
    ///
    /// # Errors
    /// Fails if Ruby cannot be started, if a file raises an exception, or if a gem raises one for another reason than a
    /// missing library. Also fails if the configuration names folders that the site may not use.
    pub fn start(
        mode: RubyMode,
        sources: &Sources<'_>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Option<(Self, Vec<Unloadable>)>, Failure> {
        let Some(ruby) = start::interpreter(mode, config, world, log)? else { return Ok(None) };
        let unloadable = loading::load(&ruby, sources, config, world, log)?;
        Ok(Some((RubyPlugin { ruby: Arc::new(ruby) }, unloadable)))
    }

    /// The plugin with another guest instead of the sandboxed Ruby, for tests of the border between program and guest.
    /// The guest is confined like Ruby.
    ///
    /// # Errors
    /// Fails if the guest raises an exception, or if the configuration names folders that the site may not use.
    pub fn with_guest(
        guest: Box<dyn Guest>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Self, Failure> {
        let ruby = start::with_guest(guest, config, world)?;
        loading::load(&ruby, &Sources::default(), config, world, log)?;
        Ok(RubyPlugin { ruby: Arc::new(ruby) })
    }

    /// Logs the number and size of messages for `--profile`.
    fn report_messages(&self, log: &mut Log) {
        let heads = ["Messages", "Count", "Bytes to Ruby", "Bytes from Ruby"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for (operation, traffic) in self.ruby.session.traffic() {
            let numbers = [traffic.count, traffic.to_guest, traffic.from_guest];
            rows.push(std::iter::once(operation).chain(numbers.map(|number| number.to_string())).collect());
        }
        log_table("\nMessages between Hastie and Ruby:", &rows, log);
    }

    /// Notes the configuration as Ruby knows it. If a filter of the plugins may change strings in place, first turns the
    /// configuration's strings into objects, which are compared by address. A change of such a string can then be
    /// written back wherever it is used.
    fn note_configuration(&self, config: &mut Configuration) {
        if Bridge::new(&self.ruby, Stage::Load).filters_mutate().unwrap_or(false) {
            config.values = identity::hash_with_identity(&config.values);
        }
        lock(&self.ruby.configuration).clone_from(&config.values);
    }

    /// The names of the enabled built-in plugins whose classes the site's Ruby has changed.
    pub(crate) fn changed_plugins(&self) -> Vec<String> {
        self.ruby.defined().changed_plugins.clone()
    }
}

/// The files and gems of a site's Ruby, with their definitions and times. `None` if the site has no Ruby, or if Ruby is
/// not running.
pub fn files(plugins: &Plugins) -> Option<Vec<FileReport>> {
    let ruby = plugins.iter().find_map(|plugin| plugin.as_any()?.downcast_ref::<Arc<Interpreter>>())?;
    Some(reports(ruby))
}

fn reports(ruby: &Interpreter) -> Vec<FileReport> {
    lock(&ruby.loaded).iter().map(|(file, time)| ruby.times.report(file, *time)).collect()
}

impl Plugin for RubyPlugin {
    fn name(&self) -> &'static str {
        "ruby"
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(&self.ruby)
    }

    fn configure(&self, config: &mut Configuration, _world: &World, log: &mut Log) -> Result<(), Failure> {
        if !self.ruby.defined().has_hook(&["site"], "after_init") {
            self.note_configuration(config);
            return Ok(());
        }
        let result = Bridge::new(&self.ruby, Stage::Load).try_call(Operation::AfterInit, Vec::new());
        self.ruby.console.flush(log);
        let changed = result.map_err(|error| call_error::failure(error, &config.source))?;
        let changed = |key: &str| changed.as_hash().and_then(|changed| changed.get(key));
        if let Some(pairs) = changed("config") {
            tables::set_keys(&mut config.values, pairs);
        }
        let style = changed("permalink_style").and_then(Value::as_str).map(str::to_owned);
        config.permalink_style = style.or_else(|| config.permalink_style.take());
        if let Some([before, after]) = changed("includes").and_then(Value::as_array) {
            let folders = |list: &Value| {
                let texts = list.as_array().unwrap_or_default().iter().filter_map(Value::as_str);
                texts.map(str::to_owned).collect()
            };
            config.added_includes = AddedIncludes { before: folders(before), after: folders(after) };
        }
        self.note_configuration(config);
        loading::read_definitions(&self.ruby, &config.source)
    }

    fn blanks(&self) -> Blanks {
        self.ruby.defined().blanks
    }

    fn liquid(&self, engine: &mut Engine) {
        let _ = self.ruby.native_engine.set(engine.clone());
        let _ = self.ruby.this.set(Arc::downgrade(&self.ruby));
        let defined = self.ruby.defined();
        if Bridge::new(&self.ruby, Stage::Load).filters_mutate().unwrap_or(false) {
            engine.set_identity(identity::identity_for);
        }
        object_filter::intercept(&self.ruby, engine);
        engine.convert_variables(Arc::clone(&self.ruby.has_ruby_objects));
        for name in &defined.filters {
            let (ruby, filter) = (Arc::clone(&self.ruby), name.clone());
            let call = move |cx: &mut Context<'_>, input: &Value, args: &[Value]| {
                filter::call(&ruby, &filter, cx, input, args)
            };
            engine.filter(name, Arity::at_least(0), call).recorded_as(name);
        }
        if defined.writes_links {
            let ruby = Arc::clone(&self.ruby);
            // Jekyll's tags pass the page, document or static file itself, not its drop.
            let call = move |cx: &mut Context<'_>, input: &Value, args: &[Value]| {
                filter::call(&ruby, "relative_url", cx, &names::object_of(&ruby, input), args)
            };
            engine.filter(LINK_FILTER, Arity::at_least(0), call).recorded_as("relative_url");
        }
        for (name, is_block) in defined.tags.clone() {
            let ruby = Arc::clone(&self.ruby);
            let parse = move |parse: &mut TagParse<'_, '_>| tag::parse(&ruby, is_block, parse);
            if is_block {
                engine.block(&name, parse);
            } else {
                engine.tag(&name, parse);
            }
        }
        for name in &defined.operators {
            let (ruby, operator) = (Arc::clone(&self.ruby), name.clone());
            engine.operator(name, move |cx, left, right| {
                let arguments = vec![operator.as_str().into(), left.clone(), right.clone()];
                Bridge::new(&ruby, Stage::Context(cx)).call(Operation::Operator, arguments)
            });
        }
        let _ = self.ruby.engine.set(engine.clone());
    }

    fn converters(&self, _config: &Hash) -> Vec<Arc<dyn Converter>> {
        let defined = self.ruby.defined();
        let converter = |class| Arc::new(RubyConverter::new(&self.ruby, class)) as Arc<dyn Converter>;
        defined.converters.iter().map(converter).collect()
    }

    fn processors(&self, _config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        let defined = self.ruby.defined();
        let processors = defined.processors.iter().map(|name| {
            let processor = RubyProcessor { ruby: Arc::clone(&self.ruby), name: name.clone() };
            (name.clone(), Arc::new(processor) as Arc<dyn Processor>)
        });
        processors.collect()
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        let defined = self.ruby.defined();
        let generators = defined.generators.iter().enumerate().map(|(index, (class, priority))| {
            Arc::new(RubyGenerator { ruby: Arc::clone(&self.ruby), index, class: class.clone(), priority: *priority })
                as Arc<dyn Generator>
        });
        let after = ["generate", "render"].iter().any(|step| defined.has_step(step)).then(|| {
            let hooks = RubyHooks { ruby: Arc::clone(&self.ruby) };
            Arc::new(StepsAfterGenerators { hooks }) as Arc<dyn Generator>
        });
        let urls = defined
            .replaces_urls
            .then(|| Arc::new(RedirectUrls { ruby: Arc::clone(&self.ruby) }) as Arc<dyn Generator>);
        generators.chain(urls).chain(after).collect()
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(RubyHooks { ruby: Arc::clone(&self.ruby) })]
    }

    fn script_host(&self) -> Option<&dyn ScriptHost> {
        Some(self)
    }
}

impl ScriptHost for RubyPlugin {
    fn confine(&self, world: &World, theme: Option<&Theme>) -> Option<World> {
        let confinement = self.ruby.confinement.as_ref()?;
        if let Some(theme) = theme {
            confinement.add_theme(theme);
        }
        Some(confinement.program_world(world))
    }

    fn before_pass(&self) {
        self.ruby.release_site();
    }

    fn hooks_new_documents(&self, label: &str) -> bool {
        self.ruby.defined().has_hook(&[label, "documents"], "post_init")
    }

    fn replaces_publisher(&self) -> bool {
        self.ruby.defined().replaces_publisher
    }

    fn renders_in_order(&self, view: &SiteView) -> bool {
        ordering::renders_in_order(&self.ruby, view)
    }

    fn reuses_results(&self) -> bool {
        ordering::reuses_results(&self.ruby)
    }

    fn calls_in_order(&self, filter: &str) -> bool {
        ordering::calls_in_order(&self.ruby, filter)
    }

    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String> {
        if !self.ruby.defined().drops.get("UrlDrop").is_some_and(|keys| keys.iter().any(|key| key == name)) {
            return None;
        }
        let mut fields = fields::of_document(document);
        if let Value::Hash(hash) = &mut fields {
            Arc::make_mut(hash).set("content", document.content.get().map_or(Value::Nil, Value::Str));
        }
        let id = ObjectName::value(format!("doc:{}", document.id.0));
        let mut bridge = Bridge::new(&self.ruby, Stage::Load);
        match bridge.try_call(Operation::UrlPlaceholder, vec![id, name.into(), fields]) {
            Ok(Value::Str(text)) => Some(text.to_string()),
            Ok(_) => Some(String::new()),
            Err(error) => {
                let source = &document.context().source;
                lock(&self.ruby.pending_failure).get_or_insert(call_error::failure(error, source));
                Some(String::new())
            }
        }
    }

    fn has_drop_values(&self) -> bool {
        self.ruby.defines_drop_keys()
    }

    fn drop_keys(&self, object: &dyn Drop) -> Vec<Str> {
        let defined = self.ruby.defined();
        let keys = names::class_of_drop(object.as_any()).and_then(|class| defined.drops.get(class));
        let keys = keys.into_iter().flatten().filter(|key| !key.ends_with('='));
        keys.map(|key| Str::from(key.as_str())).collect()
    }

    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Option<Result<Value, Abort>> {
        if !self.ruby.defines_drop_keys() {
            return None;
        }
        let defined = self.ruby.defined();
        // Filters such as `where` read a key of each document, so nothing is computed before the key is known.
        let class = names::class_of_drop(object.as_any())?;
        if !defined.drops.get(class).is_some_and(|keys| keys.iter().any(|one| one == key)) {
            return None;
        }
        let name = names::name_of_drop(&self.ruby, object.as_any())?;
        let running = (name, key.to_string());
        if lock(&self.ruby.running_drop_keys).contains(&running) {
            return None;
        }
        let rendering = match rendering_of(host) {
            Ok(rendering) => rendering,
            Err(abort) => return Some(Err(abort)),
        };
        let arguments = vec![ObjectName::value(running.0.clone()), key.into()];
        lock(&self.ruby.running_drop_keys).push(running);
        let result = Bridge::new(&self.ruby, Stage::Rendering(rendering)).call(Operation::DropMethod, arguments);
        lock(&self.ruby.running_drop_keys).pop();
        Some(result)
    }

    fn replaces(&self, step: RenderStep) -> bool {
        self.ruby.defined().render_steps.iter().any(|name| name == render_steps::method(step))
    }

    fn replacement(
        &self,
        call: StepCall<'_>,
        rendering: &mut RenderContext,
        original: &mut OriginalStep<'_>,
    ) -> Result<StepResult, Abort> {
        render_steps::run(&self.ruby, call, rendering, original)
    }

    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>> {
        let ruby = Arc::clone(&self.ruby);
        self.ruby.defined().writes_trees.then(|| Arc::new(RubyTreeWriter { ruby }) as Arc<dyn TreeWriter>)
    }

    fn overlay(&self) -> Option<Arc<Overlay>> {
        self.ruby.overlay.clone()
    }

    fn pre_publish(&self, items: &[Item<'_>], rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        RubyHooks { ruby: Arc::clone(&self.ruby) }.pre_publish(items, rendered, log)
    }

    fn report(&self, log: &mut Log) {
        let heads = ["Ruby file", "Defines", "Calls", "Running", "Loading"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for file in reports(&self.ruby) {
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
}
