//! `hastie scholar talkmap`: creates a static map with the places of talks.
//!
//! Coordinates come from the front matter (`latitude` and `longitude`, or `coordinates`), from the cache
//! `_data/talk_places.yml`, or from the embedded gazetteer. The cache stores the places that were found, so that the
//! author can correct them.

use super::{Target, not_written};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Document, Theme};
use crate::plugin::{Catalog, Plugins};
use crate::scholar::{files, json};
use crate::site::Site;
use crate::world::World;
use hastie_liquid::Value;
use hastie_scholar::{Place, TALK_MAP_MARK, Talk, find_place, talk_map};
use hastie_site::Reference;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Options of `hastie scholar talkmap`. The path in `file` must not lead out of the source.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The page to write, below the source
    #[arg(value_name = "FILE", default_value = "talkmap/index.html")]
    file: String,
    /// The collection with the talks
    #[arg(long, value_name = "NAME", default_value = "talks")]
    collection: String,
    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "Talks")]
    title: String,
    /// Replace a page of this name that is not a talk map
    #[arg(long)]
    force: bool,
}

/// The cache of places, relative to the source.
const CACHE: &str = "_data/talk_places.yml";

/// `hastie scholar talkmap`: writes a page with a map of the talks. Without `--force`, only a page that this command
/// has written is replaced.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> Result<(), String> {
    let page = target.source().join(&args.file);
    let old = target.world.read(&page).ok();
    let is_foreign = old.is_some_and(|old| !String::from_utf8_lossy(&old).contains(TALK_MAP_MARK));
    if is_foreign && !args.force {
        return Err(format!(
            "{} exists and is not a talk map; use --force to replace it, or choose another name",
            args.file
        ));
    }
    let cache_file = target.source().join(CACHE);
    let mut cache = read_cache(&cache_file, target.world);
    let known = cache.len();
    let talks = talks(args, target, &mut cache, log)?;
    let mut changed = vec![(page, talk_map(&args.title, &talks))];
    if cache.len() > known {
        changed.push((cache_file, cache_text(&cache)));
    }
    changed.iter().try_for_each(|(path, _)| target.check_inside(path))?;
    files::replace(&changed, target.world).map_err(|error| not_written(&args.file, &error))?;
    let lost = talks.iter().filter(|talk| talk.place.is_none()).count();
    log.info("Talk map:", format!("wrote {} with {} talks; {lost} could not be placed", args.file, talks.len()));
    Ok(())
}

/// The talks with a location, newest first.
fn talks(
    args: &Args,
    target: &Target<'_>,
    cache: &mut BTreeMap<String, Place>,
    log: &mut Log,
) -> Result<Vec<Talk>, String> {
    let site = read_site(target, log).map_err(|problem| problem.to_string())?;
    let name = &args.collection;
    let docs = site.content.collection(name).map(|collection| collection.docs.as_slice()).unwrap_or_default();
    if docs.is_empty() {
        return Err(format!("the site has no talks in its collection '{name}'; --collection names another"));
    }
    let mut talks = Vec::new();
    for doc in docs {
        let Some(talk) = talk(doc, &site, cache)? else {
            log.info("Talk map:", format!("{} has no location", doc.relative_path));
            continue;
        };
        if talk.place.is_none() {
            let location = serde_json::Value::from(talk.location.as_str());
            let advice = format!("add it to {CACHE} ({location}: [latitude, longitude])");
            log.warn("Talk map:", format!("{}: {location} is not known; {advice}", doc.relative_path));
        }
        talks.push(talk);
    }
    talks.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.title.cmp(&b.title)));
    Ok(talks)
}

/// Reads the site without plugins and theme. They are not needed for talks, and might have to be downloaded.
fn read_site(target: &Target<'_>, log: &mut Log) -> Result<Site, Failure> {
    let mut configuration = target.configuration.clone();
    configuration.set_theme(Value::Nil);
    // GitHub Pages would set a theme.
    configuration.reference = &Reference::JEKYLL_4;
    let mut site = Site::new(configuration, target.world, &NoPlugins, log)?;
    site.reset(log)?;
    site.read(log)?;
    Ok(site)
}

#[derive(Debug)]
struct NoPlugins;

impl Catalog for NoPlugins {
    fn choose(&self, _: &Configuration, _: Option<&Theme>, _: &World, _: &mut Log) -> Result<Plugins, Failure> {
        Ok(Plugins::new(Vec::new()))
    }

    fn add_theme_plugins(&self, _: &mut Plugins, _: &Theme, _: &Configuration, _: &mut Log) -> Result<(), Failure> {
        Ok(())
    }
}

/// The talk described by a document. `None` without a location.
fn talk(doc: &Document, site: &Site, cache: &mut BTreeMap<String, Place>) -> Result<Option<Talk>, String> {
    let text = |key: &str| match json::of(&doc.field(key)) {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Null => None,
        other => Some(other.to_string()),
    };
    let location = text("location").unwrap_or_default();
    let own = own_place(doc);
    if location.is_empty() && own.is_none() {
        return Ok(None);
    }
    let place = own.or_else(|| cache.get(&location).copied()).or_else(|| find_place(&location));
    if let Some(place) = place.filter(|_| own.is_none()) {
        cache.insert(location.clone(), place);
    }
    let url = doc.url().map_err(|_| format!("{} has no address", doc.relative_path))?;
    Ok(Some(Talk {
        title: text("title").unwrap_or_else(|| doc.basename().to_owned()),
        location,
        date: text("date").map(|date| date.chars().take(10).collect()).unwrap_or_default(),
        url: format!("{}{url}", site.setup.context.text(site.setup.context.settings().baseurl()).trim_end_matches('/')),
        place,
    }))
}

fn own_place(doc: &Document) -> Option<Place> {
    let pair = |latitude: &Value, longitude: &Value| Place::new(number(latitude)?, number(longitude)?);
    match doc.field("coordinates").as_array() {
        Some([latitude, longitude]) => pair(latitude, longitude),
        _ => pair(&doc.field("latitude"), &doc.field("longitude")),
    }
}

fn number(value: &Value) -> Option<f64> {
    json::of(value).as_f64()
}

fn read_cache(path: &Path, world: &World) -> BTreeMap<String, Place> {
    let bytes = world.read(path).unwrap_or_default();
    let cache = hastie_yaml::load_file(&bytes, CACHE).unwrap_or(Value::Nil);
    let entries = cache.as_hash().cloned().unwrap_or_default();
    let places = entries.iter().filter_map(|(name, pair)| match pair.as_array()? {
        [latitude, longitude] => Some((name.as_str()?.to_owned(), Place::new(number(latitude)?, number(longitude)?)?)),
        _ => None,
    });
    places.collect()
}

fn cache_text(cache: &BTreeMap<String, Place>) -> String {
    let mut text =
        "# The latitude and longitude of each place. hastie scholar talkmap reads your corrections.\n".to_owned();
    for (name, place) in cache {
        let name = serde_json::Value::from(name.as_str());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: [{}, {}]", place.latitude, place.longitude);
    }
    text
}
