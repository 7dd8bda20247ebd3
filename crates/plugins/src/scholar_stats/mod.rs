//! `scholar_stats:` in the configuration: writes citation counts into pages during the build, so that a page needs no
//! script, no third party and no waiting. This is not a gem but a feature of Hastie, which is off by default.
//!
//! The counts come from the `gs_data.json` that `hastie scholar fetch` or acad-homepage's crawler wrote. A build never
//! fetches them.
//!
//! ```yaml
//! scholar_stats: true
//! # or
//! scholar_stats:
//!   data: assets/scholar/gs_data.json
//!   text: "| Citations: {count}"
//! ```

mod al_citations;
mod fill;
mod place;
mod suggestion;
mod tags;

pub(crate) use al_citations::AlCitations;
pub use fill::{DisplayedWork, displayed_works};
pub use place::data_file;
pub use suggestion::suggestion;

use crate::local::LocalFile;
use fill::{Counts, fill};
use hastie_liquid::{Engine, Hash, Value};
use hastie_scholar::Profile;
use hastie_site::config::Configuration;
use hastie_site::diagnostic::{Diagnostic, Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::locks;
use hastie_site::model::SiteContext;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Item, RenderContext};
use hastie_site::site::Site;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The text for a paper's count, as in acad-homepage's script.
const TEXT: &str = "| Citations: {count}";

/// Whether a site wants citation counts in its pages: the setting `scholar_stats` is neither nil nor `false`.
pub fn is_wanted(config: &Configuration) -> bool {
    config.get("scholar_stats").truthy()
}

/// Whether a Ruby file only defines al-folio's tags for citation counts, which Hastie replaces.
pub fn replaces(file: &LocalFile) -> bool {
    tags::are_all_of(file)
}

/// The plugin for a site that wants counts in its pages, or that has al-folio's Ruby files for tags with counts. `None`
/// for all other sites.
///
/// These Ruby files would access the network during a build. They are removed from `local`, and the tags of this plugin
/// replace them.
pub fn for_site(config: &Configuration, local: &mut Vec<LocalFile>, log: &mut Log) -> Option<ScholarStats> {
    let before = local.len();
    local.retain(|file| {
        let is_replaced = tags::are_all_of(file);
        if is_replaced {
            log.debug("Scholar:", format!("{} is not run: its tag takes its numbers from the site's files", file.path));
        }
        !is_replaced
    });
    let fills = is_wanted(config);
    (fills || local.len() < before).then(|| ScholarStats { fills, data: Arc::default() })
}

/// Registers al-folio's tags for citation counts and, if `scholar_stats` is enabled, fills counts into pages. The
/// plugin is enabled by this setting or by al-folio's Ruby files, not by a list of plugins.
#[derive(Debug, Default)]
pub struct ScholarStats {
    /// Whether to write counts into pages. The tags are always available.
    fills: bool,
    data: Arc<Shared>,
}

/// The data of the current build, read once at its start.
#[derive(Debug, Default)]
struct Shared(Mutex<Arc<Data>>);

/// The citation counts in the site's files. `profile` is `None` if `gs_data.json` is missing or invalid.
#[derive(Debug, Default)]
struct Data {
    profile: Option<Profile>,
    /// The counts by record in `_data/inspirehep_citations.yml`.
    inspirehep: Hash,
}

impl Shared {
    fn get(&self) -> Arc<Data> {
        Arc::clone(&locks::lock(&self.0))
    }
}

impl Plugin for ScholarStats {
    fn name(&self) -> &'static str {
        "scholar_stats"
    }

    fn liquid(&self, engine: &mut Engine) {
        tags::register(engine, &self.data);
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Stats { fills: self.fills, data: Arc::clone(&self.data) })]
    }
}

struct Stats {
    fills: bool,
    data: Arc<Shared>,
}

impl Hooks for Stats {
    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let data = Data { profile: read(&site.setup.context, log), inspirehep: read_inspirehep(&site.setup.context) };
        *locks::lock(&self.data.0) = Arc::new(data);
        Ok(())
    }

    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        if !self.fills
            || !matches!(item.output_ext().as_str(), ".html" | ".htm" | ".xhtml")
            || !fill::has_places(&output)
        {
            return Ok(output);
        }
        let data = self.data.get();
        let Some(profile) = &data.profile else { return Ok(output) };
        let text = option(&rendering.setup().context, "text").unwrap_or_else(|| TEXT.to_owned());
        let filled = fill(&output, &Counts { profile, text: &text });
        for unknown in &filled.unknown {
            rendering.log(warning(item, unknown, profile));
        }
        Ok(filled.html)
    }
}

/// Reads `gs_data.json`. `None`, with a warning, if the file is missing or invalid.
fn read(context: &SiteContext, log: &mut Log) -> Option<Profile> {
    let place = data_file(&context.config, &context.world);
    let path = Path::new(&context.source).join(&place);
    if !context.world.is_file(&path) {
        let text = format!("there is no {place}: run 'hastie scholar fetch'. Pages are unchanged.");
        log.warn_of_setting("scholar_stats", "Scholar:", text);
        return None;
    }
    let bytes = context.world.read(&path).unwrap_or_default();
    let data = serde_json::from_slice(&bytes).map_err(|error| error.to_string());
    match data.and_then(|data| Profile::from_json(&data).map_err(|error| error.to_string())) {
        Ok(profile) => Some(profile),
        Err(problem) => {
            let text = format!("{place}: {problem}. Run 'hastie scholar fetch'. Pages are unchanged.");
            log.warn_about(&place, 0, "Scholar:", text);
            None
        }
    }
}

fn read_inspirehep(context: &SiteContext) -> Hash {
    let path = Path::new(&context.source).join("_data/inspirehep_citations.yml");
    let bytes = context.world.read(&path).unwrap_or_default();
    let counts = hastie_yaml::load_file(&bytes, &path.to_string_lossy()).unwrap_or(Value::Nil);
    counts.as_hash().cloned().unwrap_or_default()
}

fn option(context: &SiteContext, key: &str) -> Option<String> {
    let options = context.config.get("scholar_stats").as_hash()?;
    options.get(key).and_then(Value::as_str).map(str::to_owned)
}

/// The warning about an id that is missing in the data, with its location in the source.
fn warning(item: Item<'_>, unknown: &fill::Unknown, profile: &Profile) -> Message {
    let source = item.source();
    let line = source.find(&unknown.id).map_or(0, |position| source[..position].matches('\n').count() + 1);
    let mut place = Diagnostic::at(item.relative_path(), Some(source.as_str()), line, 0);
    if let Some(work) = suggestion(&unknown.before, profile) {
        place = place.with_hint(format!("did you mean \"{}\" (\"{}\")?", work.id, work.title));
    }
    Message::new(Level::Warn, "Scholar:", format!("the data has no work with the id \"{}\"", unknown.id)).at(place)
}
