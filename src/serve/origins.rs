//! Tells open pages where their elements and texts come from, on request.
//!
//! The first request after a build renders the site once more, without writing it, so that builds themselves pay
//! nothing. Further pages of the same build are rendered alone.

use super::live::Place;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::locks;
use crate::render::origins::{Origin, Origins, PageOrigins};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// The path from which a page requests its origins. The query is the request path of the page's file.
pub(super) const PATH: &str = "/.hastie/origins";

/// Renders a site so that the origins of its pages can be found.
pub type RenderSite = dyn Fn(&mut Log) -> Result<Origins, Failure> + Send + Sync;

/// The origins of the pages of a site: the source file and the line of each HTML tag and text. Clones share these
/// origins.
#[derive(Clone)]
pub struct SiteOrigins {
    render: Arc<RenderSite>,
    source: PathBuf,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The origins of the whole site, with the number of the build to which they belong.
    site: Option<(u64, Arc<Origins>)>,
    /// The places that pages may request to open, by index. Pages that are open keep the indices of earlier builds.
    places: Vec<Place>,
    indices: HashMap<Origin, usize>,
}

impl fmt::Debug for SiteOrigins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteOrigins").field("source", &self.source).finish_non_exhaustive()
    }
}

impl SiteOrigins {
    /// The origins of the site in a folder. `render` is called once for each build whose origins are requested, and
    /// again if the call has failed.
    pub fn new(source: &Path, render: Arc<RenderSite>) -> Self {
        SiteOrigins { render, source: source.to_owned(), state: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        locks::lock(&self.state)
    }

    /// The origins of the whole site after build number `build`. If several pages ask at the same time, the site is
    /// rendered only once.
    fn site(&self, build: u64) -> Result<Arc<Origins>, Failure> {
        let mut state = self.lock();
        if let Some((of, site)) = &state.site
            && *of == build
        {
            return Ok(Arc::clone(site));
        }
        // The site of the previous build is not needed any more.
        state.site = None;
        let site = Arc::new((self.render)(&mut Log::new())?);
        state.site = Some((build, Arc::clone(&site)));
        Ok(site)
    }

    /// The origins of the page in a file, as JSON: its HTML and the list of places. In the HTML, start tags contain the
    /// index of their place in an attribute. A character before a text encodes the index of its place.
    ///
    /// # Errors
    /// Returns a message for the author if the site or the page cannot be rendered, or if no page of the site has this
    /// file.
    pub(super) fn page(&self, build: u64, file: &Path, text: &str) -> Result<String, String> {
        let site = self.site(build).map_err(|failure| failure.message)?;
        let unknown = || format!("The source of '{}' is not known.", file.display());
        let index = site.item(&file.to_string_lossy()).ok_or_else(unknown)?;
        let page = site.of_page(index, text).ok_or_else(unknown)?;
        Ok(self.json(&page).to_string())
    }

    fn json(&self, page: &PageOrigins) -> Json {
        let mut state = self.lock();
        let places: Vec<Json> = page
            .origins
            .iter()
            .map(|origin| {
                let index = state.index(origin, &self.source);
                json!({ "index": index, "file": origin.file, "line": origin.line })
            })
            .collect();
        json!({ "html": page.marked(), "places": places })
    }

    /// The sources of the page in a file: its own file, front matter, layouts, includes and data files. `None` if they
    /// are not known.
    pub(super) fn details(&self, build: u64, file: &Path, text: &str) -> Option<Json> {
        let site = self.site(build).ok()?;
        let index = site.item(&file.to_string_lossy())?;
        let sources = site.sources_of(index, text)?;
        let all = |files: &[String]| -> Vec<Json> { files.iter().map(|file| self.shown(file, 1)).collect() };
        Some(json!({
            "source": sources.own.as_ref().map(|own| self.shown(own, 1)),
            "front_matter": sources.front_matter,
            "layouts": all(&sources.layouts),
            "includes": all(&sources.includes),
            "data": all(&sources.data),
        }))
    }

    /// The file and line of a source as JSON: the text that the page shows, and the index with which the page asks to
    /// open the file.
    pub(super) fn shown(&self, file: &str, line: usize) -> Json {
        let origin = Origin { file: file.to_owned(), line };
        let index = self.lock().index(&origin, &self.source);
        let text = if line > 1 { format!("{file}:{line}") } else { file.to_owned() };
        json!({ "index": format!("source-{index}"), "shown": text })
    }

    /// The place with this index, which an earlier response to a page contained. `None` for an unknown index.
    pub(super) fn place(&self, index: usize) -> Option<Place> {
        self.lock().places.get(index).cloned()
    }
}

impl State {
    fn index(&mut self, origin: &Origin, source: &Path) -> usize {
        if let Some(index) = self.indices.get(origin) {
            return *index;
        }
        self.places.push(Place { file: source.join(&origin.file), line: origin.line, column: 1 });
        self.indices.insert(origin.clone(), self.places.len() - 1);
        self.places.len() - 1
    }
}
