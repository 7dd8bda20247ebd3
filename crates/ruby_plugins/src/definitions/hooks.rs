//! Hooks that are blocks in Ruby.

use crate::bridge::{Bridge, Stage};
use crate::changes;
use crate::definitions::post_init;
use crate::identity;
use crate::interpreter::Interpreter;
use crate::objects::fields;
use crate::objects::known;
use crate::objects::names::{self, ObjectName};
use crate::protocol::Operation;
use crate::reports::call_error;
use crate::reports::call_times::Kind;
use crate::start::TIME_OF_ITEM;
use crate::start::facts;
use hastie_liquid::{Hash, Value};
use hastie_ruby::CallError;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::model::{Document, Page, SiteContext, Writer};
use hastie_site::plugin::Hooks;
use hastie_site::render::{Item, RenderContext, Rendered};
use hastie_site::site::Site;
use std::sync::Arc;

/// Variables of the payload that Jekyll sets for each item or layout.
const ITEM_VARIABLES: [&str; 6] =
    ["page", "paginator", "content", "layout", "highlighter_prefix", "highlighter_suffix"];

/// All hooks of a site's plugins. Ruby itself knows which blocks are registered for an event, and their priorities.
pub(crate) struct RubyHooks {
    /// The interpreter that runs the hooks.
    pub ruby: Arc<Interpreter>,
}

impl RubyHooks {
    /// Whether any of the owners has a hook for an event.
    fn has(&self, owners: &[&str], event: &str) -> bool {
        self.ruby.defined().has_hook(owners, event)
    }

    /// Whether there is a hook for an event of a page or document.
    fn has_item(&self, item: Item<'_>, event: &str) -> bool {
        match item.collection() {
            Some(label) => self.has(&[label, "documents"], event),
            None => self.has(&["pages"], event),
        }
    }

    /// Runs the hooks for an event of the site, and applies their changes.
    fn site_hook(&self, bridge: &mut Bridge<'_, '_>, event: &str) -> Result<(), CallError> {
        let run = || known::call_for_changes(bridge, Operation::SiteHook, vec![event.into()]);
        self.ruby.times.of(Kind::Hook, event, run)
    }

    /// Finishes the plugins' replacements of the methods `ended` of `Jekyll::Site`, and then starts the replacements of
    /// the methods `begun`. A replacement waits at its call of the original method, which Hastie runs itself.
    fn steps(&self, bridge: &mut Bridge<'_, '_>, ended: &[&str], begun: &[&str]) -> Result<(), CallError> {
        let ended = ended.iter().map(|name| (Operation::EndStep, *name));
        let begun = begun.iter().map(|name| (Operation::BeginStep, *name));
        for (operation, name) in ended.chain(begun) {
            if self.ruby.defined().has_step(name) {
                known::call_for_changes(bridge, operation, vec![name.into()])?;
            }
        }
        Ok(())
    }

    /// Fails with the pending failure, if any: an earlier call could not return it, or plugins must not rescue it.
    fn check_pending(&self) -> Result<(), Failure> {
        lock(&self.ruby.pending_failure).take().map_or(Ok(()), Err)
    }

    /// Runs `work` at a stage, and then passes on what plugins have logged. Fails without running `work` if a failure
    /// is pending.
    fn at(
        &self,
        stage: Stage<'_, '_>,
        source: &str,
        log: &mut Log,
        work: impl FnOnce(&mut Bridge<'_, '_>) -> Result<(), CallError>,
    ) -> Result<(), Failure> {
        self.check_pending()?;
        let done = work(&mut Bridge::new(&self.ruby, stage));
        self.ruby.console.flush(log);
        done.map_err(|error| call_error::failure(error, source))
    }

    /// Runs the hooks for an event of a page or document that is being rendered. `text` is the attribute `name` of the
    /// item, which is `content` or `output`. Returns the text if hooks have replaced it. Variables that hooks set are
    /// added to `payload`, or to the payload that all items share.
    fn item_hook(
        &self,
        rendering: &mut RenderContext,
        item: Item<'_>,
        (event, name): (&str, &str),
        text: Value,
        payload: Option<&mut Hash>,
    ) -> Result<Option<String>, Failure> {
        let source = rendering.setup().context.source.clone();
        let mut arguments = vec![event.into(), ObjectName::of_item(item), name.into(), text];
        if let Some(payload) = &payload {
            arguments.push(payload.get("page").cloned().unwrap_or_else(|| rendering.page.clone()));
            arguments.push(Value::hash((**payload).clone()));
        }
        let mut bridge = Bridge::new(&self.ruby, Stage::Rendering(rendering));
        let called = self.ruby.times.of(Kind::Hook, event, || bridge.try_call(Operation::ItemHook, arguments));
        let result = called.map_err(|error| call_error::failure(error, &source))?;
        let [text, set, changed] = result.as_array().unwrap_or_default() else { return Ok(None) };
        bridge.apply(changed).map_err(|abort| call_error::of_abort(abort, &source))?;
        if let (Some(set), Some(payload)) = (set.as_hash(), payload) {
            // In Jekyll, all items share the other variables of the payload, and tags may replace these later.
            for (key, value) in set.iter() {
                if key.as_str().is_some_and(|key| ITEM_VARIABLES.contains(&key)) {
                    payload.set_value(key.clone(), value.clone());
                } else {
                    rendering.view.payload().change(|shared| shared.set_value(key.clone(), value.clone()));
                }
            }
        }
        Ok(text.as_str().map(str::to_string))
    }
}

impl Hooks for RubyHooks {
    fn after_init(&self, setup: &SiteContext, log: &mut Log) -> Result<(), Failure> {
        let mut facts = facts::of_setup(setup);
        // Built-in plugins have changed the configuration after Ruby received it.
        let known = std::mem::take(&mut *lock(&self.ruby.configuration));
        let mut changed = Hash::new();
        let is_known =
            |key, value: &Value| known.get_value(key).is_some_and(|known| known.is_same(value) || known.equals(value));
        for (key, value) in setup.config.values.iter().filter(|(key, value)| !is_known(key, value)) {
            changed.set_value(key.clone(), value.clone());
        }
        facts.set("config", Value::hash(changed));
        let facts = Value::hash(facts);
        self.at(Stage::Load, &setup.source, log, |bridge| bridge.try_call(Operation::SetUp, vec![facts]).map(drop))
    }

    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        *lock(&self.ruby.setup) = Arc::downgrade(&site.setup);
        if let Some(overlay) = &self.ruby.overlay {
            overlay.clear();
        }
        let source = site.setup.context.source.clone();
        let hooked = self.has(&["site"], "after_reset");
        let pass = facts::of_pass(&site.plugins.passes(&site.setup.context)?, &site.setup.context);
        self.at(Stage::Site(site), &source, log, |bridge| {
            if let Some(facts) = pass {
                bridge.try_call(Operation::SetUp, vec![Value::hash(facts)])?;
            }
            self.steps(bridge, &[], &["process", "reset"])?;
            bridge.try_call(Operation::Reset, Vec::new())?;
            if hooked {
                self.site_hook(bridge, "after_reset")?;
            }
            self.steps(bridge, &["reset"], &["read"])
        })
    }

    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.context.source.clone();
        let hooked = self.has(&["site"], "post_read");
        let (reads_posts, replaces_publisher) = {
            let defined = self.ruby.defined();
            (defined.reads_posts, defined.replaces_publisher)
        };
        let items = site.content.pages.len() + site.content.collections.iter().map(|one| one.docs.len()).sum::<usize>();
        self.ruby.session.allow_time(TIME_OF_ITEM.saturating_mul(u32::try_from(items).unwrap_or(u32::MAX)));
        self.at(Stage::Site(site), &source, log, |bridge| {
            bridge.ruby.states.forget();
            known::call_stale(bridge)?;
            if reads_posts {
                known::call_for_changes(bridge, Operation::ReadPosts, Vec::new())?;
            }
            if replaces_publisher {
                // Generators ask which documents are written.
                known::call_for_changes(bridge, Operation::Overrides, Vec::new())?;
            }
            if hooked {
                self.site_hook(bridge, "post_read")?;
            }
            self.steps(bridge, &["read"], &["generate"])
        })
    }

    fn pre_render(&self, site: &mut Site, payload: &mut Hash, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.context.source.clone();
        let hooked = self.has(&["site"], "pre_render");
        // Native generators, and plugins that select the pages of a pass, may have changed the site.
        let has_passes = site.plugins.passes(&site.setup.context).is_ok_and(|passes| !passes.is_empty());
        let is_stale = has_passes || site.plugins.generators().len() > self.ruby.defined().generators.len();
        self.at(Stage::Site(site), &source, log, |bridge| {
            if is_stale {
                known::call_stale(bridge)?;
            }
            if hooked {
                let result = bridge.try_call(Operation::SitePayloadHook, vec!["pre_render".into()])?;
                if let Some([Value::Hash(set), changed, Value::Hash(of_site)]) = result.as_array() {
                    set.iter().for_each(|(key, value)| payload.set_value(key.clone(), value.clone()));
                    bridge.apply(changed).map_err(CallError::Abort)?;
                    if let Stage::Site(site) = &mut bridge.stage {
                        site.content.site_payload = (**of_site).clone();
                    }
                }
            }
            known::call_for_changes(bridge, Operation::Overrides, Vec::new())?;
            if bridge.filters_mutate()?
                && let Stage::Site(site) = &mut bridge.stage
            {
                identity::give_identity(site);
            }
            bridge.ruby.states.forget();
            bridge.try_call(Operation::Stage, vec!["render".into()]).map(drop)
        })
    }

    fn post_render(&self, rendered: &mut Rendered, log: &mut Log) -> Result<(), Failure> {
        let hooked = self.has(&["site"], "post_render");
        let has_steps = ["render", "write"].iter().any(|step| self.ruby.defined().has_step(step));
        if !hooked && !has_steps {
            self.ruby.console.flush(log);
            return Ok(());
        }
        let source = rendered.setup().context.source.clone();
        self.at(Stage::Rendered(rendered), &source, log, |bridge| {
            if hooked {
                let result = bridge.try_call(Operation::SitePayloadHook, vec!["post_render".into()])?;
                if let Some([_, changed, _]) = result.as_array() {
                    bridge.apply(changed).map_err(CallError::Abort)?;
                }
            }
            self.steps(bridge, &["render"], &["write"])
        })
    }

    fn post_write(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if self.ruby.overlay.is_some() {
            return Ok(());
        }
        self.write_files(rendered, log)?;
        self.site_written(rendered, log)
    }

    fn page_post_init(&self, page: &mut Page) {
        if !self.has(&["pages"], "post_init") {
            return;
        }
        let setup = Arc::clone(page.context());
        let mut fields = match fields::of_page(page, &setup.source) {
            Value::Hash(fields) => (*fields).clone(),
            _ => Hash::new(),
        };
        fields.set("content", page.content.text());
        let id = ObjectName::value(format!("page:{}", page.id.0));
        let mut bridge = Bridge::new(&self.ruby, Stage::Load);
        match bridge.try_call(Operation::PagePostInit, vec![id, Value::hash(fields)]) {
            Ok(Value::Hash(changed)) => changes::change_page(page, &changed),
            Ok(_) => {}
            Err(error) => self.fail_later(error, &setup),
        }
    }

    fn documents_post_init(&self, documents: &mut [Document]) {
        let Some(first) = documents.first() else { return };
        let (label, setup) = (first.collection.label.clone(), Arc::clone(first.context()));
        if !self.has(&[&label, "documents"], "post_init") {
            return;
        }
        if let Err(error) = post_init::run_all(&self.ruby, &label, documents) {
            self.fail_later(error, &setup);
        }
    }

    fn item_pre_render(
        &self,
        item: Item<'_>,
        payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure> {
        let is_hooked = self.has_item(item, "pre_render");
        if let (true, Item::Page(_), Value::Drop(page)) =
            (is_hooked || self.has_item(item, "post_convert"), item, rendering.page.clone())
        {
            // Jekyll computes the page's hash before its hooks run, so that it does not show their changes to the page's data.
            let hash = names::page_hash(&*page, rendering).map_err(|abort| call_error::of_abort(abort, ""))?;
            payload.set("page", hash);
        }
        if !is_hooked {
            return Ok(None);
        }
        let map = rendering.view.source_map(rendering.index);
        let source = Value::Str(map.unwrap_or_else(|| item.source()));
        self.item_hook(rendering, item, ("pre_render", "content"), source, Some(payload))
    }

    fn item_post_convert(
        &self,
        item: Item<'_>,
        content: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        if !self.has_item(item, "post_convert") {
            return Ok(content);
        }
        let changed = self.item_hook(rendering, item, ("post_convert", "content"), content.as_str().into(), None)?;
        Ok(changed.unwrap_or(content))
    }

    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        self.update_attributes(item, rendering)?;
        let output = self.set_output(item, output, rendering)?;
        if !self.has_item(item, "post_render") {
            return Ok(output);
        }
        let changed = self.item_hook(rendering, item, ("post_render", "output"), output.as_str().into(), None)?;
        Ok(changed.unwrap_or(output))
    }

    fn item_post_write(&self, item: Item<'_>, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if self.ruby.overlay.is_none() { self.item_written(item, rendered, log) } else { Ok(()) }
    }

    fn on_obsolete(&self, files: &mut Vec<String>) {
        if !self.has(&["clean"], "on_obsolete") {
            return;
        }
        let list = Value::array(files.iter().map(|file| file.as_str().into()).collect());
        let mut bridge = Bridge::new(&self.ruby, Stage::Load);
        match bridge.try_call(Operation::Obsolete, vec![list]) {
            Ok(kept) => {
                let kept = kept.as_array().unwrap_or_default();
                *files = kept.iter().filter_map(|file| file.as_str().map(str::to_string)).collect();
            }
            Err(error) => *lock(&self.ruby.pending_failure) = Some(call_error::failure(error, "")),
        }
    }
}

impl RubyHooks {
    /// Runs a sandboxed Ruby's `post_write` hooks and redefined `write` methods before the site is published. So the
    /// files that they write are published, too. Runs none of them for a Ruby without a sandbox.
    ///
    /// # Errors
    /// Fails if one of them raises an exception, or with the failure that an earlier hook could not return.
    pub(crate) fn pre_publish(
        &self,
        items: &[Item<'_>],
        rendered: &Arc<Rendered>,
        log: &mut Log,
    ) -> Result<(), Failure> {
        self.check_pending()?;
        if self.ruby.overlay.is_none() {
            return Ok(());
        }
        self.write_files(rendered, log)?;
        for item in items {
            self.item_written(*item, rendered, log)?;
        }
        self.site_written(rendered, log)
    }

    /// Runs a plugin's `Site#generate` to the end, and the plugin's `Site#render` up to the call of the original
    /// method.
    ///
    /// # Errors
    /// Fails if either method raises an exception, or with the failure that an earlier hook could not return.
    pub(crate) fn generated(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.context.source.clone();
        self.at(Stage::Site(site), &source, log, |bridge| {
            known::call_stale(bridge)?;
            self.steps(bridge, &["generate"], &["render"])
        })
    }

    /// Runs the site's `post_write` hooks, and finishes the methods `write` and `process` of `Jekyll::Site` that
    /// plugins have replaced. Then logs all output of plugins, and prepares the network for the next build.
    fn site_written(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let hooked = self.has(&["site"], "post_write");
        let has_steps = ["write", "process"].iter().any(|step| self.ruby.defined().has_step(step));
        let done = if hooked || has_steps {
            rendered.setup().context.world.settle_copies();
            self.at(Stage::Written(rendered), &rendered.setup().context.source, log, |bridge| {
                bridge.try_call(Operation::Stage, vec!["written".into()])?;
                if hooked {
                    self.site_hook(bridge, "post_write")?;
                }
                self.steps(bridge, &["write", "process"], &[])
            })
        } else {
            Ok(())
        };
        self.ruby.console.end_lines();
        self.ruby.network.end_build();
        self.ruby.console.flush(log);
        done
    }

    /// Runs the `post_write` hooks of a page or document. If its class redefines `write`, calls this method instead.
    fn item_written(&self, item: Item<'_>, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if item.writer() == Writer::Plugin {
            return self.write(ObjectName::of_item(item), rendered, log);
        }
        if !self.has_item(item, "post_write") {
            return Ok(());
        }
        self.at(Stage::Written(rendered), &rendered.setup().context.source, log, |bridge| {
            let arguments = vec!["post_write".into(), ObjectName::of_item(item), Value::Nil, Value::Nil];
            bridge.try_call(Operation::ItemHook, arguments).map(drop)
        })
    }

    /// Writes the static files whose class redefines `write`.
    fn write_files(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        for file in rendered.static_files().iter().filter(|file| file.writer == Writer::Plugin) {
            let objects = self.ruby.objects.lock();
            let numbers = objects.files.iter().filter(|(_, other)| Arc::ptr_eq(other, file)).map(|(number, _)| *number);
            let number = numbers.min();
            drop(objects);
            // Without the object, the plugin's method could not write the file.
            let Some(number) = number else {
                let message = format!("the object that writes {} no longer exists", file.relative_path);
                return Err(Failure::raised("RuntimeError", message));
            };
            self.write(ObjectName::value(format!("file:{number}")), rendered, log)?;
        }
        Ok(())
    }

    /// Calls the method `write` of an object.
    fn write(&self, object: Value, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        self.at(Stage::Written(rendered), &rendered.setup().context.source, log, |bridge| {
            bridge.try_call(Operation::Write, vec![object]).map(drop)
        })
    }

    /// Calls a page's redefined `to_liquid` again, once its content is converted.
    fn update_attributes(&self, item: Item<'_>, rendering: &mut RenderContext) -> Result<(), Failure> {
        let Item::Page(Page { added: Some(added), .. }) = item else { return Ok(()) };
        let source = rendering.setup().context.source.clone();
        // The plugin's method merges its keys into the original hash, which must not contain older ones.
        added.replace(Hash::new());
        let mut bridge = Bridge::new(&self.ruby, Stage::Rendering(rendering));
        let attributes = bridge.try_call(Operation::PageAttributes, vec![ObjectName::of_item(item)]);
        if let Value::Hash(attributes) = attributes.map_err(|error| call_error::failure(error, &source))? {
            added.replace((*attributes).clone());
        }
        Ok(())
    }

    /// Passes the output to the item's redefined `output=`, if any, and returns the new output.
    fn set_output(&self, item: Item<'_>, output: String, rendering: &mut RenderContext) -> Result<String, Failure> {
        let number = match item {
            Item::Document(document) => document.id.0,
            Item::Page(page) => page.id.0,
        };
        if !lock(&self.ruby.output_writers).contains(&number) {
            return Ok(output);
        }
        let source = rendering.setup().context.source.clone();
        let mut bridge = Bridge::new(&self.ruby, Stage::Rendering(rendering));
        let written = bridge.try_call(Operation::SetOutput, vec![ObjectName::of_item(item), output.as_str().into()]);
        match written.map_err(|error| call_error::failure(error, &source))? {
            Value::Str(text) => Ok(text.to_string()),
            _ => Ok(output),
        }
    }

    /// Keeps a failure until a hook can return it. Only the first of several is kept.
    fn fail_later(&self, error: CallError, setup: &SiteContext) {
        lock(&self.ruby.pending_failure).get_or_insert(call_error::failure(error, &setup.source));
    }
}
