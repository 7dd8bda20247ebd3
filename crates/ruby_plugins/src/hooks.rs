//! Hooks that are blocks in Ruby.

use super::bridge::{Bridge, Stage};
use super::call_error;
use super::facts;
use super::fields;
use super::names::{self, Named};
use super::shared::Shared;
use super::times::Kind;
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

/// All of them: which is called when is for Ruby to know.
pub struct RubyHooks {
    pub shared: Arc<Shared>,
}

impl RubyHooks {
    fn has(&self, owners: &[&str], point: &str) -> bool {
        self.shared.defined().has_hook(owners, point)
    }

    fn has_item(&self, item: Item<'_>, point: &str) -> bool {
        match item.collection() {
            Some(label) => self.has(&[label, "documents"], point),
            None => self.has(&["pages"], point),
        }
    }

    /// A hook of the site, whose changes are taken over.
    fn site_hook(&self, bridge: &mut Bridge<'_, '_, '_, '_>, point: &str) -> Result<(), CallError> {
        self.shared.times.of(Kind::Hook, point, || bridge.call_for_changes("site_hook", vec![point.into()]))
    }

    /// One call at a stage, with the log messages of the call.
    fn at(
        &self,
        stage: Stage<'_, '_, '_>,
        source: &str,
        log: &mut Log,
        work: impl FnOnce(&mut Bridge<'_, '_, '_, '_>) -> Result<(), CallError>,
    ) -> Result<(), Failure> {
        if let Some(failure) = lock(&self.shared.failed).take() {
            return Err(failure);
        }
        let done = work(&mut Bridge { shared: &self.shared, stage });
        self.shared.tell(log);
        done.map_err(|error| call_error::failure(error, source))
    }

    /// A hook of a page or document with its text: the text it becomes.
    fn item(
        &self,
        rendering: &mut RenderContext,
        item: Item<'_>,
        (point, name): (&str, &str),
        text: Value,
        extras: Option<&mut Hash>,
    ) -> Result<Option<String>, Failure> {
        let source = rendering.setup().source.clone();
        let mut arguments = vec![point.into(), named(item), name.into(), text];
        if let Some(extras) = &extras {
            arguments.push(extras.get("page").cloned().unwrap_or_else(|| rendering.page.clone()));
            arguments.push(Value::hash((**extras).clone()));
        }
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Rendering(rendering) };
        let called = self.shared.times.of(Kind::Hook, point, || bridge.try_call("item_hook", arguments));
        let result = called.map_err(|error| call_error::failure(error, &source))?;
        let [text, set, changed] = result.as_array().unwrap_or_default() else { return Ok(None) };
        bridge.apply(changed).map_err(|abort| call_error::of_abort(abort, &source))?;
        if let (Some(set), Some(extras)) = (set.as_hash(), extras) {
            let mut lasting = (*rendering.view.payload).clone();
            for (key, value) in set.iter() {
                if key.as_str() != Some("page") {
                    lasting.set_value(key.clone(), value.clone());
                }
                extras.set_value(key.clone(), value.clone());
            }
            rendering.view.payload.replace(lasting);
        }
        Ok(text.as_str().map(str::to_string))
    }
}

/// The name under which a call is about a page or document.
fn named(item: Item<'_>) -> Value {
    Named::value(match item {
        Item::Document(document) => format!("doc:{}", document.id.0),
        Item::Page(page) => format!("page:{}", page.id.0),
    })
}

impl Hooks for RubyHooks {
    fn after_init(&self, setup: &SiteContext, log: &mut Log) -> Result<(), Failure> {
        let facts = Value::hash(facts::of_setup(setup));
        self.at(Stage::Load, &setup.source, log, |bridge| bridge.try_call("set_up", vec![facts]).map(drop))
    }

    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        *lock(&self.shared.setup) = Arc::downgrade(&site.setup);
        if let Some(overlay) = &self.shared.overlay {
            overlay.clear();
        }
        let source = site.setup.source.clone();
        let hooked = self.has(&["site"], "after_reset");
        self.at(Stage::Site(site), &source, log, |bridge| {
            bridge.try_call("reset", Vec::new())?;
            if hooked { self.site_hook(bridge, "after_reset") } else { Ok(()) }
        })
    }

    fn before_pass(&self) {
        self.shared.let_go();
    }

    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.source.clone();
        let hooked = self.has(&["site"], "post_read");
        let reads_posts = self.shared.defined().reads_posts;
        self.at(Stage::Site(site), &source, log, |bridge| {
            bridge.try_call("stale", Vec::new())?;
            if reads_posts {
                bridge.call_for_changes("read_posts", Vec::new())?;
            }
            if hooked { self.site_hook(bridge, "post_read") } else { Ok(()) }
        })
    }

    fn pre_render(&self, site: &mut Site, payload: &mut Hash, log: &mut Log) -> Result<(), Failure> {
        let source = site.setup.source.clone();
        let hooked = self.has(&["site"], "pre_render");
        // Others have changed the site since Ruby last saw it: generators, and what chooses the pages of a pass.
        let has_passes = site.plugins.passes(&site.setup).is_ok_and(|passes| !passes.is_empty());
        let is_mixed = has_passes || site.plugins.generators().len() > self.shared.defined().generators.len();
        self.at(Stage::Site(site), &source, log, |bridge| {
            if is_mixed {
                bridge.try_call("stale", Vec::new())?;
            }
            if hooked {
                let result = bridge.try_call("site_payload_hook", vec!["pre_render".into()])?;
                if let Some([Value::Hash(set), changed]) = result.as_array() {
                    set.iter().for_each(|(key, value)| payload.set_value(key.clone(), value.clone()));
                    bridge.apply(changed).map_err(CallError::Abort)?;
                }
            }
            bridge.call_for_changes("overrides", Vec::new())?;
            if bridge.filters_mutate()? {
                bridge.give_identity();
            }
            bridge.try_call("stage", vec!["render".into()]).map(drop)
        })
    }

    fn post_render(&self, rendered: &mut Rendered, log: &mut Log) -> Result<(), Failure> {
        if !self.has(&["site"], "post_render") {
            self.shared.tell(log);
            return Ok(());
        }
        let source = rendered.setup.source.clone();
        self.at(Stage::Rendered(rendered), &source, log, |bridge| {
            let result = bridge.try_call("site_payload_hook", vec!["post_render".into()])?;
            match result.as_array() {
                Some([_, changed]) => bridge.apply(changed).map_err(CallError::Abort),
                _ => Ok(()),
            }
        })
    }

    fn pre_publish(&self, items: &[Item<'_>], rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if let Some(failure) = lock(&self.shared.failed).take() {
            return Err(failure);
        }
        if self.shared.overlay.is_none() {
            return Ok(());
        }
        self.write_files(rendered, log)?;
        for item in items {
            self.written_item(*item, rendered, log)?;
        }
        self.written(rendered, log)
    }

    fn post_write(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if self.shared.overlay.is_some() {
            return Ok(());
        }
        self.write_files(rendered, log)?;
        self.written(rendered, log)
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
        fields.set("content", page.content.clone());
        let id = Named::value(format!("page:{}", page.id.0));
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        match bridge.try_call("page_made", vec![id, Value::hash(fields)]) {
            Ok(Value::Hash(changed)) => super::changes::change_page(page, &changed),
            Ok(_) => {}
            Err(error) => self.fail(error, &setup),
        }
    }

    fn document_post_init(&self, document: &mut Document) {
        let label = document.collection.label.clone();
        if !self.has(&[&label, "documents"], "post_init") {
            return;
        }
        let setup = Arc::clone(document.context());
        let data = Value::hash((*document.data).clone());
        let number = Value::Int(i64::from(document.id.0));
        let arguments = vec![number, Value::Str(document.path.clone()), label.into(), data];
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        match bridge.try_call("document_made", arguments) {
            Ok(result) => {
                if let Some([Value::Hash(data), _]) = result.as_array() {
                    document.data = (**data).clone().into();
                }
            }
            Err(error) => self.fail(error, &setup),
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
            // A page is a hash made before its hooks run: what they set in its data shows to others only.
            let hash = names::page_hash(&*page, rendering).map_err(|abort| call_error::of_abort(abort, ""))?;
            payload.set("page", hash);
        }
        if !is_hooked {
            return Ok(None);
        }
        let source = Value::Str(item.source());
        self.item(rendering, item, ("pre_render", "content"), source, Some(payload))
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
        let changed = self.item(rendering, item, ("post_convert", "content"), content.as_str().into(), None)?;
        Ok(changed.unwrap_or(content))
    }

    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let output = self.written_by_ruby(item, output, rendering)?;
        if !self.has_item(item, "post_render") {
            return Ok(output);
        }
        let changed = self.item(rendering, item, ("post_render", "output"), output.as_str().into(), None)?;
        Ok(changed.unwrap_or(output))
    }

    fn item_post_write(&self, item: Item<'_>, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if self.shared.overlay.is_none() { self.written_item(item, rendered, log) } else { Ok(()) }
    }

    fn on_obsolete(&self, files: &mut Vec<String>) {
        if !self.has(&["clean"], "on_obsolete") {
            return;
        }
        let list = Value::array(files.iter().map(|file| file.as_str().into()).collect());
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        match bridge.try_call("obsolete", vec![list]) {
            Ok(kept) => {
                let kept = kept.as_array().unwrap_or_default();
                *files = kept.iter().filter_map(|file| file.as_str().map(str::to_string)).collect();
            }
            Err(error) => *lock(&self.shared.failed) = Some(call_error::failure(error, "")),
        }
    }
}

impl RubyHooks {
    /// `:site, :post_write`. An installed Ruby writes into the destination itself, a sandboxed one into the overlay.
    fn written(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let done = if self.has(&["site"], "post_write") {
            self.at(Stage::Written(rendered), &rendered.setup.source, log, |bridge| {
                bridge.try_call("stage", vec!["written".into()])?;
                self.site_hook(bridge, "post_write")
            })
        } else {
            Ok(())
        };
        self.shared.end_line();
        self.shared.network.end_build();
        self.shared.tell(log);
        done
    }

    /// The same of a page or document.
    fn written_item(&self, item: Item<'_>, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        if item.writer() == Writer::Plugin {
            return self.write(named(item), rendered, log);
        }
        if !self.has_item(item, "post_write") {
            return Ok(());
        }
        self.at(Stage::Written(rendered), &rendered.setup.source, log, |bridge| {
            bridge.try_call("item_hook", vec!["post_write".into(), named(item), Value::Nil, Value::Nil]).map(drop)
        })
    }

    /// Writes the static files whose class has a `write` of its own.
    fn write_files(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        for file in rendered.static_files.iter().filter(|file| file.writer == Writer::Plugin) {
            let held = self.shared.held();
            let number =
                held.files.iter().filter(|(_, other)| Arc::ptr_eq(other, file)).map(|(number, _)| *number).min();
            drop(held);
            if let Some(number) = number {
                self.write(Named::value(format!("file:{number}")), rendered, log)?;
            }
        }
        Ok(())
    }

    /// Lets a thing's own method write it.
    fn write(&self, thing: Value, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        self.at(Stage::Written(rendered), &rendered.setup.source, log, |bridge| {
            bridge.try_call("write", vec![thing]).map(drop)
        })
    }

    /// The output after a plugin's own `output=`.
    fn written_by_ruby(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let number = match item {
            Item::Document(document) => document.id.0,
            Item::Page(page) => page.id.0,
        };
        if !lock(&self.shared.output_writers).contains(&number) {
            return Ok(output);
        }
        let source = rendering.setup().source.clone();
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Rendering(rendering) };
        let written = bridge.try_call("set_output", vec![named(item), output.as_str().into()]);
        match written.map_err(|error| call_error::failure(error, &source))? {
            Value::Str(text) => Ok(text.to_string()),
            _ => Ok(output),
        }
    }

    /// Keeps a failure until the build can be ended.
    fn fail(&self, error: CallError, setup: &SiteContext) {
        lock(&self.shared.failed).get_or_insert(call_error::failure(error, &setup.source));
    }
}
