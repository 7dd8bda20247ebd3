//! The plugins of one site, in the order in which they were requested.

use super::{Generator, Hooks, OutputTransform, Pass, Plugin, ScriptHost};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{SiteContext, Theme};
use crate::render::SiteView;
use crate::render::convert::TreeWriter;
use crate::render::steps::{OriginalStep, RenderStep, StepCall, StepResult};
use crate::render::{Extensions, Item, RenderContext};
use crate::world::World;
use hastie_liquid::{Abort, Blanks, Drop, Hash, Host, Str, Value};
use std::any::{Any, TypeId};
use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

/// The plugins that a site uses, in the order in which Jekyll loads them.
#[derive(Debug, Default)]
pub struct Plugins {
    list: Vec<Arc<dyn Plugin>>,
    hooks: Registered,
    hint: Option<Hint>,
    /// The index of the plugin that embeds an interpreter.
    script_host: Option<usize>,
}

/// The hooks of all plugins, collected on first use.
#[derive(Default)]
struct Registered(OnceLock<Vec<Arc<dyn Hooks>>>);

impl Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Registered")
    }
}

/// The catalog's function that returns advice about an unknown tag.
struct Hint(HintFn);

type HintFn = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

impl Debug for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hint")
    }
}

impl Plugins {
    /// Creates the list of a site's plugins. The plugins in `list` must be in the order in which Jekyll loads them.
    pub fn new(list: Vec<Arc<dyn Plugin>>) -> Self {
        let script_host = list.iter().position(|plugin| plugin.script_host().is_some());
        Plugins { list, script_host, ..Plugins::default() }
    }

    /// Sets the function that returns advice about an unknown Liquid tag, for authors who use this tag.
    #[must_use]
    pub fn with_tag_hint(mut self, hint: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        self.hint = Some(Hint(Box::new(hint)));
        self
    }

    /// Adds a plugin to the end of the list, as if Jekyll had loaded it last.
    pub fn push(&mut self, plugin: Arc<dyn Plugin>) {
        if self.script_host.is_none() && plugin.script_host().is_some() {
            self.script_host = Some(self.list.len());
        }
        self.list.push(plugin);
        self.hooks = Registered::default();
    }

    /// The theme of the first plugin that provides one. `None` if no plugin does.
    ///
    /// # Errors
    /// Fails if the plugin cannot load its theme.
    pub fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        for plugin in &self.list {
            if let Some(theme) = plugin.theme(config, world, log)? {
                return Ok(Some(theme));
            }
        }
        Ok(None)
    }

    /// The passes of the first plugin that asks for several passes, each of which builds the whole site. Empty if no
    /// plugin does.
    ///
    /// # Errors
    /// Fails if the plugin's options are invalid.
    pub fn passes(&self, context: &SiteContext) -> Result<Vec<Pass>, Failure> {
        for plugin in &self.list {
            let passes = plugin.passes(context)?;
            if !passes.is_empty() {
                return Ok(passes);
            }
        }
        Ok(Vec::new())
    }

    /// The plugins in the order in which Jekyll loads them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Plugin>> {
        self.list.iter()
    }

    /// Whether the site uses the plugin whose gem is called `name`.
    pub fn has(&self, name: &str) -> bool {
        self.list.iter().any(|plugin| plugin.name() == name)
    }

    /// The plugin that runs the site's scripts, such as Ruby in `_plugins`. `None` if the site has no such plugin.
    pub fn script_host(&self) -> Option<&dyn ScriptHost> {
        self.list.get(self.script_host?)?.script_host()
    }

    /// All generators, highest priority first. Generators with the same priority are in the order of their plugins.
    pub fn generators(&self) -> Vec<Arc<dyn Generator>> {
        let mut generators: Vec<_> = self.list.iter().flat_map(|plugin| plugin.generators()).collect();
        generators.sort_by_key(|generator| std::cmp::Reverse(generator.priority()));
        generators
    }

    /// The plugins' transforms of output files, in the order in which Jekyll loads the plugins.
    pub fn transforms(&self) -> Vec<Arc<dyn OutputTransform>> {
        self.list.iter().flat_map(|plugin| plugin.transforms()).collect()
    }

    /// All hooks, highest priority first. The list is cached, because it is read for every page and document.
    pub fn hooks(&self) -> &[Arc<dyn Hooks>] {
        self.hooks.0.get_or_init(|| {
            let mut hooks: Vec<_> = self.list.iter().flat_map(|plugin| plugin.hooks()).collect();
            hooks.sort_by_key(|hooks| std::cmp::Reverse(hooks.priority()));
            hooks
        })
    }
}

impl Extensions for Plugins {
    fn has_hooks(&self) -> bool {
        !self.hooks().is_empty()
    }

    fn pre_render(
        &self,
        item: Item<'_>,
        payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure> {
        let mut source = None;
        for hooks in self.hooks() {
            source = hooks.item_pre_render(item, payload, rendering)?.or(source);
        }
        Ok(source)
    }

    fn post_convert(&self, item: Item<'_>, content: String, rendering: &mut RenderContext) -> Result<String, Failure> {
        self.hooks().iter().try_fold(content, |content, hooks| hooks.item_post_convert(item, content, rendering))
    }

    fn post_render(&self, item: Item<'_>, output: String, rendering: &mut RenderContext) -> Result<String, Failure> {
        self.hooks().iter().try_fold(output, |output, hooks| hooks.item_post_render(item, output, rendering))
    }

    fn has(&self, name: &str) -> bool {
        Plugins::has(self, name)
    }

    fn render_in_order(&self, view: &SiteView) -> bool {
        self.script_host().is_some_and(|host| host.renders_in_order(view))
    }

    fn reuses_results(&self) -> bool {
        self.script_host().is_none_or(|host| host.reuses_results())
    }

    fn are_repeatable(&self) -> bool {
        self.list.iter().all(|plugin| plugin.is_repeatable())
    }

    fn names(&self) -> Vec<&'static str> {
        self.list.iter().map(|plugin| plugin.name()).collect()
    }

    fn calls_in_order(&self, filter: &str) -> bool {
        self.script_host().is_some_and(|host| host.calls_in_order(filter))
    }

    fn replaces(&self, step: RenderStep) -> bool {
        self.script_host().is_some_and(|host| host.replaces(step))
    }

    fn replacement(
        &self,
        call: StepCall<'_>,
        rendering: &mut RenderContext,
        original: &mut OriginalStep<'_>,
    ) -> Result<StepResult, Abort> {
        match self.script_host() {
            Some(host) => host.replacement(call, rendering, original),
            None => original(rendering, call.text, &Hash::new()),
        }
    }

    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>> {
        self.script_host()?.tree_writer()
    }

    fn has_drop_values(&self) -> bool {
        self.script_host().is_some_and(ScriptHost::has_drop_values)
    }

    fn drop_keys(&self, object: &dyn Drop) -> Vec<Str> {
        self.script_host().map_or_else(Vec::new, |scripts| scripts.drop_keys(object))
    }

    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        self.script_host().and_then(|scripts| scripts.drop_value(object, key, host)).transpose()
    }

    fn blanks(&self) -> Blanks {
        self.list.iter().fold(Blanks::NONE, |all, plugin| all.or(plugin.blanks()))
    }

    fn encodes_json(&self) -> bool {
        self.list.iter().any(|plugin| plugin.encodes_json())
    }

    fn tag_hint(&self, tag: &str) -> Option<String> {
        self.hint.as_ref().and_then(|hint| hint.0(tag))
    }

    fn plugin(&self, of: TypeId) -> Option<&dyn Any> {
        self.list.iter().filter_map(|plugin| plugin.as_any()).find(|plugin| (*plugin).type_id() == of)
    }
}
