//! The gem jekyll-last-modified-at 1.3: the time when a page or document was last modified, according to git or to the
//! file system.
//!
//! Every page and document gets `last_modified_at`. This object becomes a time when a template reads it, and a string
//! in the configured format when a filter sorts or groups by it. The tag `{% last_modified_at FORMAT %}` prints it. As
//! in the gem, if one page uses several formats, the first one applies to all. The history is read by the module `git`
//! on first use.

use super::git::{History, Repository, Unreadable};
use super::ruby_methods;
use hastie_liquid::{Abort, Context, Drop, Engine, Error, Hash, Host, Str, Tag, TagParse, Time, TimeZone, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::model::page::PageKind;
use hastie_site::model::{Document, Page, SiteContext};
use hastie_site::path;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Rendered, rendering_of};
use hastie_site::site::Site;
use hastie_site::world::World;
use hastie_value::time::try_strftime;
use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

/// The gem's default format.
const FORMAT: &str = "%d-%b-%y";

/// Registers the tag `last_modified_at`, and sets the variable of the same name in pages and documents.
#[derive(Debug, Default)]
pub(crate) struct LastModifiedAt {
    times: Arc<Times>,
}

impl Plugin for LastModifiedAt {
    fn name(&self) -> &'static str {
        "jekyll-last-modified-at"
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("last_modified_at", parse);
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Marker(Arc::clone(&self.times)))]
    }
}

/// The modification times of a site's files.
#[derive(Debug, Default)]
struct Times {
    site: OnceLock<Surroundings>,
    /// The repository that contains the site, with its history. `None` if there is no repository.
    history: OnceLock<Option<(Repository, Result<History, Unreadable>)>>,
    /// The output of the tag `last_modified_at` for each path. The output in the first format is kept for all later
    /// tags.
    printed: Mutex<HashMap<Str, Str>>,
}

#[derive(Debug)]
struct Surroundings {
    world: World,
    source: String,
    zone: TimeZone,
    format: Value,
}

impl Times {
    /// The modification time of a file, whose path is relative to the source.
    fn of(&self, path: &str) -> Result<Time, Abort> {
        let Some(site) = self.site.get() else { return Err(Abort::error("RuntimeError", "no site is set up")) };
        let file = path::sanitized(&site.source, path);
        let Ok(stat) = site.world.stat(Path::new(&file)) else {
            return Err(Abort::error("Errno::ENOENT", format!("No such file or directory - {file} does not exist!")));
        };
        let seconds = self.committed(site, &file).unwrap_or(stat.modified.0);
        Ok(Time::local(seconds, 0, &site.zone))
    }

    /// The time of the last commit of a file, if any.
    fn committed(&self, site: &Surroundings, file: &str) -> Option<i64> {
        let history = self.history.get_or_init(|| {
            let source = Path::new(&site.source);
            let repository = Repository::around(&site.world, source)?;
            let below = source.strip_prefix(repository.top()).unwrap_or(Path::new("")).to_string_lossy().into_owned();
            let history = History::read(&repository, &below, &site.world);
            Some((repository, history))
        });
        let (repository, Ok(history)) = history.as_ref()? else { return None };
        history.time(Path::new(file).strip_prefix(repository.top()).ok()?.to_str()?)
    }

    /// The modification time of the file at `path` as text. Without `format`, uses the configured format.
    ///
    /// # Errors
    /// Fails if there is no such file, or if the format is not a string or is rejected by Ruby.
    fn formatted(&self, path: &str, format: Option<&str>) -> Result<Str, Abort> {
        let time = self.of(path)?;
        let configured = self.site.get().map_or(&Value::Nil, |site| &site.format);
        let format = match (format, configured) {
            (Some(format), _) => format,
            (None, Value::Str(format)) => format,
            (None, Value::Nil | Value::Bool(false)) => FORMAT,
            (None, other) => return Err(Failure::no_conversion(other, "String").into()),
        };
        let text = try_strftime(&time, format);
        text.map(Str::from).ok_or_else(|| Abort::error("ArgumentError", format!("invalid format: {format}")))
    }
}

/// `last_modified_at` of a page or document: `LastModifiedAt::Determinator`.
#[derive(Debug)]
struct Determinator {
    times: Arc<Times>,
    path: String,
}

impl Drop for Determinator {
    /// `page_path` for plugins in Ruby. Templates read keys of the time instead.
    fn get(&self, key: &str, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        Ok((key == "page_path").then(|| Value::from(self.path.as_str())))
    }

    fn to_liquid(&self, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        self.times.of(&self.path).map(|time| Some(Value::time(time)))
    }

    fn print(&self, _host: &mut dyn Host) -> Result<Str, Abort> {
        self.times.formatted(&self.path, None)
    }

    fn class(&self) -> &'static str {
        "Jekyll::LastModifiedAt::Determinator"
    }

    fn is_hash(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Sets `last_modified_at` in pages and documents.
struct Marker(Arc<Times>);

impl Marker {
    fn value(&self, path: &str) -> Value {
        Value::drop(Determinator { times: Arc::clone(&self.0), path: path.to_owned() })
    }
}

impl Hooks for Marker {
    fn priority(&self) -> i32 {
        hastie_site::plugin::priority::HIGHEST
    }

    fn after_init(&self, context: &SiteContext, _log: &mut Log) -> Result<(), Failure> {
        let format = context.config("last-modified-at").as_hash().and_then(|options| options.get("date-format"));
        let _ = self.0.site.set(Surroundings {
            world: context.world.clone(),
            source: context.source.clone(),
            zone: context.zone.clone(),
            format: format.cloned().unwrap_or(Value::Nil),
        });
        Ok(())
    }

    /// Fails if Ruby cannot call `dig` on the setting `last-modified-at`, as the gem does for the first item.
    fn post_read(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        ruby_methods::dig(site.setup.context.config("last-modified-at"), "date-format").map(|_| ())
    }

    /// Sets `last_modified_at` after front matter was read, so front matter cannot override it.
    fn page_post_init(&self, page: &mut Page) {
        let path = page.path();
        let value = self.value(path.as_str().unwrap_or_else(|| page.relative_path()));
        page.data.set("last_modified_at", value);
    }

    /// Sets `last_modified_at` before front matter is read, so front matter overrides it.
    fn document_post_init(&self, document: &mut Document) {
        let value = self.value(&document.path);
        document.data.set("last_modified_at", value);
    }

    /// Sets `last_modified_at` in generated pages. A template that reads it fails, because these pages have no file.
    /// Archives and the pages of Ruby classes with their own `initialize` run no hooks, so they do not have it.
    fn pre_render(&self, site: &mut Site, _payload: &mut Hash, _log: &mut Log) -> Result<(), Failure> {
        let runs_hooks = |page: &&mut Page| {
            !matches!(page.kind, PageKind::File | PageKind::Generated("Jekyll::Page"))
                && page.liquid_attributes.is_none()
        };
        let generated = site.content.pages.iter_mut().filter(runs_hooks);
        for page in generated.filter(|page| page.data.get("last_modified_at").is_none()) {
            let value = self.value(page.path().as_str().unwrap_or_else(|| page.relative_path()));
            page.data.set("last_modified_at", value);
        }
        Ok(())
    }

    fn post_render(&self, _rendered: &mut Rendered, log: &mut Log) -> Result<(), Failure> {
        if let Some(Some((repository, Err(why)))) = self.0.history.get() {
            let top = repository.top().display();
            let text =
                format!("the history in {top} cannot be read: {why}. The times of the files themselves are used.");
            log.warn("Last Modified At:", text);
        }
        Ok(())
    }
}

/// The tag `{% last_modified_at [FORMAT] %}`, which prints the modification time of the page.
#[derive(Debug)]
struct LastModified {
    format: Option<String>,
}

fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let format = Some(tag.markup()).filter(|markup| !markup.is_empty()).map(|markup| markup.trim().to_owned());
    Ok(Box::new(LastModified { format }))
}

impl Tag for LastModified {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let rendering = rendering_of(cx.host)?;
        let Some(plugin) = rendering.setup().plugins.find::<LastModifiedAt>() else { return Ok(()) };
        let (times, page) = (Arc::clone(&plugin.times), rendering.page.clone());
        let path = super::evaluation::key(&page, "path", cx.host)?.to_s(cx.host)?;
        let before = lock(&times.printed).get(&path).cloned();
        let text: Str = match before {
            Some(text) => text,
            None => times.formatted(&path, self.format.as_deref())?,
        };
        out.push_str(&text);
        lock(&times.printed).entry(path).or_insert(text);
        Ok(())
    }
}
