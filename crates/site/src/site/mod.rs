//! The site and the steps of a build. Mirrors [`Jekyll::Site`].
//!
//! [`Site::new`] sets up the theme, plugins, converters and Liquid engine ([`set_up`]). [`Site::process`] then runs the
//! same steps as Jekyll's `Site#process`: reset, read, generate, render, cleanup, write. The plugin traits are in
//! [`plugin`].
//!
//! A site can be processed several times. Each time starts from the configuration alone.
//!
//! [`Jekyll::Site`]: https://github.com/jekyll/jekyll/blob/v4.4.1/lib/jekyll/site.rb

mod generate;
pub mod identity;
mod passes;
pub mod plugin;
pub mod profile;
mod setup;
mod transforms;

pub use setup::{find_theme, set_up};

use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{Collection, Content, Page};
use crate::progress::{Progress, Stage};
use crate::render::Written;
use crate::render::outlet::Outlet;
use crate::render::producer::{Producer, Producers};
use crate::render::{Item, Setup, SiteView, order, repeat};
use crate::world::{Kind, World};
use crate::write::early::{Early, Finished};
use crate::{read, write};
use hastie_liquid::Hash;
use plugin::{Catalog, Plugins};
use profile::Phases;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Jekyll's error for `relative_permalinks`, an option removed in Jekyll 3.
const RELATIVE_PERMALINKS: &str = "Since v3.0, permalinks for pages in subfolders must be relative to the site source \
                                   directory, not the parent directory. Check https://jekyllrb.com/docs/upgrading/ for \
                                   more info.";

/// A Jekyll site: its configuration, its plugins and its content.
#[derive(Debug)]
pub struct Site {
    /// The configuration and the services for rendering.
    pub setup: Arc<Setup>,
    /// The plugins this site uses.
    pub plugins: Arc<Plugins>,
    /// Everything read from the source or added by generators.
    pub content: Content,
    /// Native code that produces the content of some generated pages, such as a sitemap.
    pub producers: Producers,
    /// The absolute paths of the files that the last build changed, created or removed in the destination.
    pub changed: Vec<String>,
    /// The size of the source that was read last, in bytes.
    source_size: u64,
    /// The time of each step of the last build.
    pub steps: Vec<(&'static str, Duration)>,
    /// The site as it was rendered last.
    rendered: Option<Arc<SiteView>>,
    /// Whether pages may keep their output from the last build of the process.
    keeps_renderings: bool,
    /// Whether outputs may be written before all items are rendered.
    writes_early: bool,
    /// The outputs that were already written during rendering.
    early: Option<Arc<Early>>,
}

impl Site {
    /// Creates a site and loads its theme and plugins. Reads no content yet.
    ///
    /// # Errors
    /// Fails if the destination is the source or contains it, if a theme or plugin is missing, or if a hook fails. Also
    /// fails if Jekyll rejects the configuration for another reason.
    pub fn new(config: Configuration, world: &World, catalog: &dyn Catalog, log: &mut Log) -> Result<Self, Failure> {
        let (setup, plugins) = set_up(config, world, catalog, log)?;
        let setup = Arc::new(setup);
        for hooks in plugins.hooks() {
            hooks.after_init(&setup.context, log)?;
        }
        Ok(Site {
            setup,
            plugins,
            content: Content::default(),
            producers: Producers::default(),
            changed: Vec::new(),
            steps: Vec::new(),
            rendered: None,
            keeps_renderings: false,
            writes_early: false,
            early: None,
            source_size: 0,
        })
    }

    /// Builds the site and writes it to the destination.
    ///
    /// # Errors
    /// Fails if the build fails. The destination is unchanged unless an earlier pass was published, or the failure
    /// comes after publishing, for example from a hook.
    pub fn process(&mut self, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
        self.changed.clear();
        self.process_passes(progress, log)?;
        if let Some(kept) = self.setup.context.world.kept() {
            kept.end_build();
        }
        Ok(())
    }

    /// Runs one pass. A site has a single pass unless a plugin asks for more.
    pub(crate) fn process_once(&mut self, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
        self.rendered = None;
        self.keeps_renderings = true;
        self.writes_early = self.may_write_early();
        let mut phases = Phases::default();
        let produced = self.produce(&mut phases, progress, log);
        let early = self.early.take();
        let mut rendered = produced?;
        let is_early = early.is_some();
        let mut early = early.and_then(Arc::into_inner).and_then(Early::finish);
        if rendered.needs_new_outputs() || (is_early && early.is_none()) {
            (self.keeps_renderings, self.writes_early) = (false, false);
            early = None;
            rendered = self.produce(&mut phases, progress, log)?;
        }
        progress.begin(Stage::Write, 0);
        self.write(&rendered, early, progress, &mut phases, log)?;
        if self.setup.profiles {
            phases.report(&self.setup, &rendered, log);
            if let Some(host) = self.plugins.script_host() {
                host.report(log);
            }
        }
        self.steps = phases.done().to_vec();
        repeat::keep(&rendered);
        self.rendered = Some(rendered);
        progress.begin(Stage::Idle, 0);
        Ok(())
    }

    /// Reads, generates and renders the site, without publishing it.
    fn produce(&mut self, phases: &mut Phases, progress: &Progress, log: &mut Log) -> Result<Arc<SiteView>, Failure> {
        self.reset(log)?;
        phases.end("RESET");
        progress.begin(Stage::Read, 0);
        self.read(log)?;
        progress.note_source(self.source_size);
        phases.end("READ");
        progress.begin(Stage::Generate, 0);
        self.generate(log)?;
        phases.end("GENERATE");
        let rendered = self.render(progress, log)?;
        if self.needs_text_identity() {
            return Err(Failure::raised("RuntimeError", "a plugin changed a text in place"));
        }
        phases.end("RENDER");
        Ok(rendered)
    }

    /// Whether the last build failed because a plugin changed a text in place, which templates may share. The site must
    /// be created again, in a [world with text identity](World::with_text_identity).
    pub fn needs_text_identity(&self) -> bool {
        self.setup.needs_text_identity.load(Ordering::Acquire)
    }

    /// Whether outputs need not stay in memory after rendering. False if the site has hooks, transforms or scripts, if
    /// reads are confined to some folders, or if the site's encoding is ISO 8859-1.
    fn may_write_early(&self) -> bool {
        let context = &self.setup.context;
        let is_changed = !self.plugins.hooks().is_empty() || !self.plugins.transforms().is_empty();
        let is_read = self.plugins.script_host().is_some();
        !is_changed && !is_read && context.world.gate().is_none() && !context.is_latin1()
    }

    /// Lets outputs be written while other items are still being rendered, if possible.
    fn begin_early(&mut self, view: &SiteView) {
        self.early = None;
        if self.writes_early
            && let Some(early) = Early::begin(&self.setup.context, view.slots.len())
        {
            let early = Arc::new(early);
            let outlet: Weak<dyn Outlet> = Arc::downgrade(&early) as _;
            let _ = view.outlet.set(outlet);
            self.early = Some(early);
        }
    }

    /// The site as the last build rendered it. `None` before the first build, and after a build that failed or had
    /// several passes.
    pub fn rendered(&self) -> Option<&SiteView> {
        self.rendered.as_deref()
    }

    /// Renders the site without writing it, so that [`origins`](crate::render::origins) can find where its pages come
    /// from.
    ///
    /// # Errors
    /// Fails if the build fails.
    pub fn render_for_origins(&mut self, log: &mut Log) -> Result<Arc<SiteView>, Failure> {
        // Origins are found by the addresses of strings. Short strings have none until they get an identity.
        if let Some(setup) = Arc::get_mut(&mut self.setup) {
            setup.engine.set_identity(identity::identity_for);
        }
        self.reset(log)?;
        self.read(log)?;
        self.generate(log)?;
        identity::give_identity(self);
        self.render(&Progress::default(), log)
    }

    /// Removes obsolete files and writes the rendered site. Mirrors `Site#cleanup` and `Site#write`.
    ///
    /// First, the transforms of plugins change the rendered files. Files that plugins wrote during the build are merged
    /// with the site's files just before everything is published.
    fn write(
        &mut self,
        rendered: &Arc<SiteView>,
        early: Option<Finished>,
        progress: &Progress,
        phases: &mut Phases,
        log: &mut Log,
    ) -> Result<(), Failure> {
        let written: Vec<Written<'_>> = rendered.written().collect();
        let mut files = write::publish::files(rendered, &written, early.as_ref())?;
        transforms::apply(&self.plugins.transforms(), &self.setup.context, &mut files, log)?;
        for index in written.iter().filter_map(Written::index) {
            rendered.report_url(index, log);
        }
        let host = self.plugins.script_host();
        let overlay = host.and_then(|host| host.overlay());
        let made = overlay.as_ref().map(|overlay| overlay.made(&self.setup.context.destination)).unwrap_or_default();
        let by_plugins = write::publish::of_plugins(rendered, &written);
        let kept = files.iter().map(|file| file.destination.as_str()).chain(by_plugins.iter().map(String::as_str));
        let mut obsolete = cleanup(rendered, kept, &self.plugins, made);
        phases.end("CLEANUP");
        self.check_refused()?;
        if files.len() < written.len() && self.setup.context.reference().configuration.warns_of_conflicts {
            write::conflicts::warn(rendered, log);
        }
        write::conflicts::warn_of_case(&files, log);
        let mut folders = Vec::new();
        if let Some(overlay) = &overlay {
            overlay.rebase(rendered, &written, &mut files, &obsolete);
            let items: Vec<Item<'_>> = items(rendered, &written).collect();
            if let Some(host) = host {
                host.pre_publish(&items, rendered, log)?;
            }
            folders = overlay.merge(&self.setup.context.destination, &mut files, &mut obsolete);
        }
        // A plugin may have rescued the error about a refused path.
        if let Some(path) = self.setup.context.world.gate().and_then(|gate| gate.refused()) {
            return Err(Failure::outside(&path));
        }
        progress.begin(Stage::Publish, 0);
        if let Some(timeout) = self.setup.context.world.timeout() {
            timeout.begin_publishing();
        }
        let outcome = write::publish::publish(&self.setup.context, files, &obsolete, early)?;
        for (file, error) in outcome.kept {
            log.warn_about(&file, 0, "Cleaner:", format!("{file} is stale and could not be removed: {error}"));
        }
        after_publishing(rendered, &self.plugins, &written, log)?;
        self.changed.extend(outcome.changed);
        self.changed.extend(by_plugins);
        for folder in folders {
            write::publish::make_folders(Path::new(&folder))?;
        }
        phases.end("WRITE");
        Ok(())
    }

    /// Discards all content. Mirrors `Site#reset`.
    ///
    /// # Errors
    /// Fails if a hook fails, or if plugins have set `collections` to an invalid value.
    pub fn reset(&mut self, log: &mut Log) -> Result<(), Failure> {
        self.content = Content::default();
        self.set_collections()?;
        self.producers = Producers::default();
        let before = self.setup.context.settings().collections().clone();
        for hooks in Arc::clone(&self.plugins).hooks() {
            hooks.after_reset(self, log)?;
        }
        if !self.setup.context.settings().collections().is_same(&before) {
            self.set_collections()?;
        }
        Ok(())
    }

    /// Creates the configured collections. Collections that exist already keep their documents.
    fn set_collections(&mut self) -> Result<(), Failure> {
        let mut old = std::mem::take(&mut self.content.collections);
        for name in self.setup.context.collection_names()? {
            let mut collection = Collection::configured(&self.setup.context, &name);
            if let Some(known) = old.iter_mut().find(|known| known.label() == collection.label()) {
                collection.docs = std::mem::take(&mut known.docs);
                collection.docs.iter_mut().for_each(|document| document.collection = Arc::clone(&collection.info));
            }
            self.content.collections.push(collection);
        }
        Ok(())
    }

    /// Reads layouts, posts, pages, static files, collections and data into `content`. Mirrors `Site#read`.
    ///
    /// # Errors
    /// Fails if a file cannot be read, for example because it is a pipe, if front matter defaults are invalid, or if a
    /// hook fails.
    pub fn read(&mut self, log: &mut Log) -> Result<(), Failure> {
        self.setup.context.defaults.log_warnings(log)?;
        let before = self.setup.context.world.bytes_seen();
        read::read(&self.setup.context, &mut self.content, log)?;
        self.source_size = self.setup.context.world.bytes_seen() - before;
        self.setup.context.defaults.check()?;
        self.limit_posts();
        self.check_refused()?;
        for hooks in Arc::clone(&self.plugins).hooks() {
            hooks.post_read(self, log)?;
        }
        Ok(())
    }

    /// Runs the generators, highest priority first. Mirrors `Site#generate`.
    ///
    /// # Errors
    /// Fails if a generator fails.
    pub fn generate(&mut self, log: &mut Log) -> Result<(), Failure> {
        generate::generate(self, log)
    }

    /// Renders all pages and documents. Mirrors `Site#render`. The content moves into the returned view.
    ///
    /// # Errors
    /// Fails if rendering or a hook fails, or if the configuration sets `relative_permalinks`.
    pub fn render(&mut self, progress: &Progress, log: &mut Log) -> Result<Arc<SiteView>, Failure> {
        if self.setup.context.settings().relative_permalinks() {
            log.push(Message::plain(Level::Error, RELATIVE_PERMALINKS).about_setting("relative_permalinks"));
            return Err(Failure::raised("SystemExit", RELATIVE_PERMALINKS));
        }
        let mut payload = Hash::new();
        for hooks in Arc::clone(&self.plugins).hooks() {
            hooks.pre_render(self, &mut payload, log)?;
        }
        let view = Arc::new(self.view(payload));
        view.allow_costs();
        self.begin_early(&view);
        if self.keeps_renderings {
            repeat::prepare(&view);
        }
        progress.begin(Stage::Render, view.slots.len());
        order::render(&view, progress, log)?;
        let mut rendered = view;
        for hooks in self.plugins.hooks() {
            if let Some(rendered) = Arc::get_mut(&mut rendered) {
                hooks.post_render(rendered, log)?;
            }
        }
        Ok(rendered)
    }

    /// Creates the view used for rendering. Every template can read the variables in `payload`. The content moves into
    /// the view.
    pub fn view(&mut self, payload: Hash) -> SiteView {
        let content = Content { data: self.content.data.clone(), ..std::mem::take(&mut self.content) };
        SiteView::new(Arc::clone(&self.setup), content, std::mem::take(&mut self.producers), payload)
    }

    /// Moves the content of a view back into the site, without the source maps of style sheets.
    pub fn restore_content(&mut self, view: SiteView) {
        (self.content, self.producers) = view.into_content();
    }

    /// Adds a page whose content comes from native code.
    pub fn add_produced(&mut self, page: Page, producer: Arc<dyn Producer>) {
        self.producers.insert(page.id, producer);
        self.content.pages.push(page);
    }

    /// Fails if the build has refused a path, such as a named pipe. The code that asked for the path may have continued
    /// without it.
    fn check_refused(&self) -> Result<(), Failure> {
        match self.setup.context.world.take_refused() {
            Some((path, refusal)) => Err(refusal.of(&path)),
            None => Ok(()),
        }
    }

    /// Keeps only the latest `limit_posts` posts.
    fn limit_posts(&mut self) {
        if let Some(limit) = self.setup.context.settings().post_limit() {
            let docs = &mut self.content.posts_mut(&self.setup.context).docs;
            docs.drain(..docs.len().saturating_sub(limit));
        }
    }
}

/// The files to delete from the destination: those that the new site does not contain, except `keep_files` and files
/// that hooks keep.
fn cleanup<'f>(
    rendered: &SiteView,
    new: impl Iterator<Item = &'f str>,
    plugins: &Plugins,
    made: Vec<(String, Kind)>,
) -> Vec<String> {
    let keep = rendered.setup.context.settings().keep_files();
    let mut obsolete = write::cleanup::obsolete(&rendered.setup.context, keep, new, made);
    for hooks in plugins.hooks() {
        hooks.on_obsolete(&mut obsolete);
    }
    obsolete
}

/// The pages and documents whose outputs are in `written`. Static files are left out.
fn items<'v>(rendered: &'v SiteView, written: &'v [Written<'_>]) -> impl Iterator<Item = Item<'v>> {
    written.iter().filter_map(Written::index).map(|index| rendered.slots[index].item())
}

/// Logs the written files and runs the `post_write` hooks.
fn after_publishing(
    rendered: &Arc<SiteView>,
    plugins: &Plugins,
    written: &[Written<'_>],
    log: &mut Log,
) -> Result<(), Failure> {
    let setup = &rendered.setup;
    if setup.context.traces {
        for file in items(rendered, written).filter_map(|item| item.destination(&setup.context.destination).ok()) {
            log.debug("Writing:", file);
        }
    }
    for hooks in plugins.hooks() {
        for item in items(rendered, written) {
            hooks.item_post_write(item, rendered, log)?;
        }
        hooks.post_write(rendered, log)?;
    }
    Ok(())
}
