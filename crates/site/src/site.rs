//! Mirrors `Jekyll::Site`: one site, and the steps that make it.
//!
//! [`Site::process`] reads as Jekyll's does: reset, read, generate, render, cleanup, write. A site may
//! be processed several times in one run; each time begins from nothing but its configuration.

use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{Collection, Document, Layout, Page, Shelf, StaticFile};
use crate::plugin::Catalog;
use crate::profile::Phases;
use crate::progress::{Progress, Stage};
use crate::render::view::{Parts, Written};
use crate::render::{SiteView, order};
use crate::setup::Setup;
use crate::world::World;
use crate::write::publish::NewFile;
use crate::{generate, read, write};
use hastie_liquid::{Hash, Value};
use indexmap::IndexMap;
use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

/// What Jekyll says of a configuration from before its version 3.
const RELATIVE_PERMALINKS: &str = "Since v3.0, permalinks for pages in subfolders must be relative to the site source \
                                   directory, not the parent directory. Check https://jekyllrb.com/docs/upgrading/ for \
                                   more info.";

/// A site on its way from source to destination.
#[derive(Debug)]
pub struct Site {
    /// What it stands on.
    pub setup: Arc<Setup>,
    /// Layouts by name.
    pub layouts: IndexMap<String, Arc<Layout>>,
    /// Collections in configuration order, `posts` first.
    pub collections: Vec<Collection>,
    /// Pages, read and generated.
    pub pages: Vec<Page>,
    /// Static files, those of collections among them.
    pub static_files: Vec<Arc<StaticFile>>,
    /// `site.data`
    pub data: Value,
    /// What generators write into `site.config` for templates to see.
    pub added: Hash,
}

impl Site {
    /// A site of this configuration, nothing read yet, with the plugins it asks a catalog for.
    ///
    /// # Errors
    /// A destination that is or contains the source, a theme that cannot be found, and what else
    /// Jekyll refuses before it begins.
    pub fn new(config: Configuration, world: &World, catalog: &dyn Catalog, log: &mut Log) -> Result<Self, Failure> {
        let setup = Arc::new(Setup::new(config, world, catalog, log)?);
        for hooks in setup.plugins.hooks() {
            hooks.after_init(&setup, log)?;
        }
        Ok(Site {
            setup,
            layouts: IndexMap::new(),
            collections: Vec::new(),
            pages: Vec::new(),
            static_files: Vec::new(),
            data: Value::hash(Hash::new()),
            added: Hash::new(),
        })
    }

    /// Builds the site.
    ///
    /// # Errors
    /// What ends the build; the destination is then as it was before.
    pub fn process(&mut self, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
        let mut phases = Phases::default();
        self.reset(log)?;
        phases.end("RESET");
        progress.begin(Stage::Read, 0);
        self.read(log)?;
        phases.end("READ");
        progress.begin(Stage::Generate, 0);
        self.generate(log)?;
        phases.end("GENERATE");
        let rendered = self.render(progress, log)?;
        phases.end("RENDER");
        progress.begin(Stage::Write, 0);
        let written: Vec<Written<'_>> = rendered.written().collect();
        let files = write::publish::files(&rendered, &written)?;
        for place in written.iter().filter_map(Written::place) {
            rendered.tell_url(place, log);
        }
        let obsolete = cleanup(&rendered, &files);
        phases.end("CLEANUP");
        if files.len() < written.len() {
            write::conflicts::warn(&rendered, log);
        }
        write_out(&rendered, &written, &files, &obsolete, log)?;
        phases.end("WRITE");
        if self.setup.profiles {
            phases.tell(&self.setup, &rendered.profile.lock().unwrap_or_else(PoisonError::into_inner), log);
        }
        progress.begin(Stage::Idle, 0);
        Ok(())
    }

    /// Forgets everything that was read.
    ///
    /// # Errors
    /// What a hook raises.
    pub fn reset(&mut self, log: &mut Log) -> Result<(), Failure> {
        let setup = &self.setup;
        let names = setup.collection_names()?;
        self.collections = names.iter().map(|name| collection(setup, name)).collect();
        self.layouts = IndexMap::new();
        self.pages = Vec::new();
        self.static_files = Vec::new();
        self.data = Value::hash(Hash::new());
        self.added = Hash::new();
        for hooks in Arc::clone(&self.setup).plugins.hooks() {
            hooks.after_reset(self, log)?;
        }
        Ok(())
    }

    /// Reads the source.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn read(&mut self, log: &mut Log) -> Result<(), Failure> {
        self.setup.defaults.announce(log)?;
        read::read(self, log)?;
        self.setup.defaults.check()?;
        self.limit_posts();
        for hooks in Arc::clone(&self.setup).plugins.hooks() {
            hooks.post_read(self, log)?;
        }
        Ok(())
    }

    /// Runs the generators.
    ///
    /// # Errors
    /// What a generator raises.
    pub fn generate(&mut self, log: &mut Log) -> Result<(), Failure> {
        generate::generate(self, log)
    }

    /// Renders everything. What was read moves into the view that comes back.
    ///
    /// # Errors
    /// What a rendering raises, and a configuration that asks for `relative_permalinks`.
    pub fn render(&mut self, progress: &Progress, log: &mut Log) -> Result<Arc<SiteView>, Failure> {
        if self.setup.config("relative_permalinks").truthy() {
            log.push(Message::plain(Level::Error, RELATIVE_PERMALINKS));
            return Err(Failure::raised("SystemExit", RELATIVE_PERMALINKS));
        }
        let mut payload = Hash::new();
        for hooks in Arc::clone(&self.setup).plugins.hooks() {
            hooks.pre_render(self, &mut payload, log)?;
        }
        let view = Arc::new(self.view(payload));
        progress.begin(Stage::Render, view.entries.len());
        order::render(&view, progress, log)?;
        self.setup.unsupported.tell(log);
        let mut rendered = view;
        for hooks in self.setup.plugins.hooks() {
            if let Some(rendered) = Arc::get_mut(&mut rendered) {
                hooks.post_render(rendered, log)?;
            }
        }
        Ok(rendered)
    }

    /// The site as it is rendered, with `payload` as variables of all templates. What was read and generated moves into
    /// it.
    pub fn view(&mut self, payload: Hash) -> SiteView {
        let parts = Parts {
            layouts: std::mem::take(&mut self.layouts),
            collections: std::mem::take(&mut self.collections),
            pages: std::mem::take(&mut self.pages),
            static_files: std::mem::take(&mut self.static_files),
            data: self.data.clone(),
            added: self.added.clone(),
            payload,
        };
        SiteView::new(Arc::clone(&self.setup), parts)
    }

    /// The posts, a collection that is always there.
    pub fn posts_mut(&mut self) -> &mut Collection {
        let there = self.collections.iter().position(|collection| collection.label() == "posts");
        let at = there.unwrap_or_else(|| {
            self.collections.push(collection(&self.setup, "posts"));
            self.collections.len() - 1
        });
        &mut self.collections[at]
    }

    /// The posts.
    pub fn posts(&self) -> &[Document] {
        self.collections.iter().find(|collection| collection.label() == "posts").map_or(&[], |posts| &posts.docs)
    }

    /// The posts, the latest first: `site.posts`.
    pub fn posts_by_date(&self) -> Vec<&Document> {
        let mut posts: Vec<_> = self.posts().iter().collect();
        read::sort(&mut posts, |a, b| b.compare(a));
        posts
    }

    /// Keeps the latest posts, as many as `limit_posts` says.
    fn limit_posts(&mut self) {
        let Value::Int(limit) = *self.setup.config("limit_posts") else { return };
        if let Some(limit) = usize::try_from(limit).ok().filter(|limit| *limit > 0) {
            let docs = &mut self.posts_mut().docs;
            docs.drain(..docs.len().saturating_sub(limit));
        }
    }
}

/// An empty collection as the configuration has it.
fn collection(setup: &Setup, label: &str) -> Collection {
    let entry = Some(setup.config("collections"));
    Collection::new(Shelf::new(label, entry, &setup.collections_path, &setup.style))
}

/// What is to go from the destination.
fn cleanup(rendered: &SiteView, files: &[NewFile<'_>]) -> Vec<String> {
    let new: HashSet<&str> = files.iter().map(|file| file.destination.as_str()).collect();
    let mut obsolete = write::cleanup::obsolete(&rendered.setup, &new);
    for hooks in rendered.setup.plugins.hooks() {
        hooks.on_obsolete(&mut obsolete);
    }
    obsolete
}

/// Puts the rendered site into its destination.
fn write_out(
    rendered: &SiteView,
    written: &[Written<'_>],
    files: &[NewFile<'_>],
    obsolete: &[String],
    log: &mut Log,
) -> Result<(), Failure> {
    let setup = &rendered.setup;
    for (file, error) in write::publish::publish(setup, files, obsolete)? {
        log.warn("Cleaner:", format!("{file} is stale and could not be removed: {error}"));
    }
    let items = || written.iter().filter_map(Written::place).map(|place| rendered.entries[place].item());
    if setup.traces {
        for file in items().filter_map(|item| item.destination(&setup.destination).ok()) {
            log.debug("Writing:", file);
        }
    }
    for hooks in setup.plugins.hooks() {
        for item in items() {
            hooks.item_post_write(item, log)?;
        }
        hooks.post_write(rendered, log)?;
    }
    Ok(())
}
