//! Generates a page for each entry, if the site has the layout for it.

use super::arguments::Options;
use super::config::Config;
use super::library::Library;
use super::links::file_name;
use super::memo::Memo;
use super::session::Session;
use hastie_bibtex::{Bibliography, Entry};
use hastie_liquid::{Abort, Context, Hash, RenderOptions, Str, Value};
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::model::page::PageKind;
use hastie_site::model::{self, Page};
use hastie_site::path;
use hastie_site::plugin::{Generator, priority};
use hastie_site::render::{LogEvent, RenderContext};

use hastie_site::site::Site;
use std::path::Path;
use std::sync::Arc;

/// Generates a page for each entry that the setting `query` selects, if the site has the layout that the setting
/// `details_layout` names.
#[derive(Debug)]
pub(super) struct Details {
    pub library: Arc<Library>,
}

impl Generator for Details {
    fn class(&self) -> &'static str {
        "Jekyll::Scholar::DetailsGenerator"
    }

    fn priority(&self) -> i32 {
        priority::HIGH
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let config = Config::of_site(&setup.context);
        if !config.get("use_raw_bibtex_entry").is_nil() {
            log.warn_of_setting("scholar", "Jekyll-scholar:", "Option `use_raw_bibtex_entry` is no longer supported");
        }
        let options = Options::default();
        let memo = Memo { config, ..Memo::default() };
        let mut session =
            Session { library: &self.library, options: &options, memo, setup: Arc::clone(&setup), is_ordered: false };
        if !session.has_pages(|name| site.content.layouts.contains_key(name)) {
            return Ok(());
        }
        let source = layout(site, &session.text("details_layout"), log);
        let mut rendering = RenderContext::detached(&setup);
        let pages = {
            let mut cx = Context::new(&setup.engine, &mut rendering, RenderOptions::raising(Value::Nil));
            pages(&mut session, &source, &mut cx)
        };
        let mut once = std::collections::HashSet::new();
        for event in rendering.events {
            match event {
                LogEvent::Message(message) => log.push(message),
                LogEvent::Once(message) if once.insert(message.to_string()) => log.push(message),
                _ => {}
            }
        }
        site.content.pages.extend(pages.map_err(failure)?);
        Ok(())
    }
}

fn failure(abort: Abort) -> Failure {
    match abort {
        Abort::Error(error) => Failure::raised(error.kind, error.message),
        _ => Failure::raised("RuntimeError", "a page of an entry needs another document"),
    }
}

/// The front matter and text of the layout, which are copied to each page.
fn layout(site: &Site, name: &str, log: &mut Log) -> (Hash, Str) {
    let file = path::join(&path::join(&site.setup.context.source, "_layouts"), name);
    let own = path::basename(name);
    let layout = site.content.layouts.get(own.strip_suffix(".html").unwrap_or(own));
    match (site.setup.context.world.stat(Path::new(&file)), layout) {
        (Ok(_), Some(layout)) => ((*layout.data).clone(), layout.content.clone()),
        (Err(error), _) => {
            let cause = Failure::unreadable("rb_sysopen", &file, &error).message;
            log.push(Message::plain(Level::Warn, format!("Error reading file {file}: {cause}")).about(file, 0));
            (Hash::new(), Str::default())
        }
        _ => (Hash::new(), Str::default()),
    }
}

/// A page for each entry selected by the query in the settings.
fn pages(session: &mut Session<'_>, layout: &(Hash, Str), cx: &mut Context<'_>) -> Result<Vec<Page>, Abort> {
    let bibliography = session.bibliography(cx)?;
    let setup = Arc::clone(&session.setup.context);
    let folder = path::join("", &session.text("details_dir"));
    let entries = session.entries(&bibliography, cx)?;
    entries.into_iter().map(|entry| page(session, &setup, &bibliography, entry, &folder, layout, cx)).collect()
}

fn page(
    session: &mut Session<'_>,
    setup: &Arc<model::SiteContext>,
    bibliography: &Bibliography,
    entry: &Entry,
    folder: &str,
    (front_matter, content): &(Hash, Str),
    cx: &mut Context<'_>,
) -> Result<Page, Abort> {
    // Each page has its own renderer.
    session.memo.renderer = None;
    let name = format!("{}.html", file_name(&entry.key));
    let kind = PageKind::Generated("Jekyll::Scholar::Details");
    let mut page = Page::new(setup, kind, &setup.source, folder, &name);
    page.data = front_matter.clone().into();
    page.content = content.clone().into();
    if !page.data.contains_key("layout") {
        // The gem's pages ignore layouts set by front matter defaults.
        page.data.set("layout", Value::Nil);
    }
    let data = session.data(bibliography, entry, None, cx)?;
    let title = data.get("entry").and_then(Value::as_hash).and_then(|entry| entry.get("title")).cloned();
    for (key, value) in data.iter() {
        page.data.set_value(key.clone(), value.clone());
    }
    if let Some(title) = title {
        page.data.set("title", title);
    }
    let (url, messages) = session.page_path(entry)?;
    super::present::log_all(messages, cx)?;
    page.set_url(&url);
    Ok(page)
}
