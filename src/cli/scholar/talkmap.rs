//! `hastie scholar talkmap`: the places of talks on a static map.
//!
//! A place comes from the front matter (`latitude` and `longitude`, or `coordinates`), from the cache
//! `_data/talk_places.yml`, or from the embedded gazetteer. Places that were found go into the cache, where the author can
//! mend them.

use super::json;
use crate::cli::{Context, build, failure};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::world::World;
use hastie_liquid::{Hash, Value};
use hastie_scholar::{Place, Talk, find_place, talk_map};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `hastie scholar talkmap`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The page to write, below the source
    #[arg(value_name = "FILE", default_value = "talkmap/index.html")]
    file: String,
    /// The collection with the talks
    #[arg(long, value_name = "NAME", default_value = "talks")]
    collection: String,
    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "Talks")]
    title: String,
}

/// The cache of places, below the source.
const CACHE: &str = "_data/talk_places.yml";

/// Draws the map.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let configuration = match build::configure(context, &mut log) {
        Ok(configuration) => configuration,
        Err(problem) => return failure::plain_end(&problem, &mut log),
    };
    match draw(args, &configuration, &context.world, &mut log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            log.error("Talk map:", problem);
            ExitCode::FAILURE
        }
    }
}

fn draw(args: &Args, configuration: &Configuration, world: &World, log: &mut Log) -> Result<(), String> {
    let source = Path::new(&configuration.source);
    let folder = source.join(format!("_{}", args.collection));
    let files = markdown_files(&folder, world);
    if files.is_empty() {
        return Err(format!("there are no talks in {}", folder.display()));
    }
    let mut cache = read_cache(&source.join(CACHE), world);
    let known = cache.len();
    let mut talks = Vec::new();
    let mut lost = 0;
    for file in &files {
        let name = file.strip_prefix(source).unwrap_or(file).display().to_string();
        match talk(file, &args.collection, &mut cache, world) {
            Ok(Some(talk)) => talks.push(talk),
            Ok(None) => log.info("Talk map:", format!("{name} has no location")),
            Err(location) => {
                lost += 1;
                let advice = format!("add it to {CACHE} (\"{location}\": [latitude, longitude])");
                log.warn("Talk map:", format!("{name}: \"{location}\" is not known; {advice}"));
            }
        }
    }
    talks.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.title.cmp(&b.title)));
    let page = source.join(&args.file);
    write(&page, &talk_map(&args.title, &talks))?;
    if cache.len() > known {
        write(&source.join(CACHE), &cache_text(&cache))?;
    }
    log.info("Talk map:", format!("wrote {} with {} talks; {lost} could not be placed", args.file, talks.len()));
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn markdown_files(folder: &Path, world: &World) -> Vec<PathBuf> {
    let entries = world.list(folder).unwrap_or_default();
    let is_markdown = |name: &str| name.ends_with(".md") || name.ends_with(".markdown") || name.ends_with(".html");
    entries.into_iter().filter(|entry| is_markdown(&entry.name)).map(|entry| folder.join(entry.name)).collect()
}

/// The talk in a file; `None` without a location, the location as error where it is not known.
fn talk(
    file: &Path,
    collection: &str,
    cache: &mut BTreeMap<String, Place>,
    world: &World,
) -> Result<Option<Talk>, String> {
    let front = front_matter(&world.read(file).unwrap_or_default());
    let text = |key: &str| match json::of(front.get(key)?) {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Null => None,
        other => Some(other.to_string()),
    };
    let location = text("location").unwrap_or_default();
    let own = own_place(&front);
    if location.is_empty() && own.is_none() {
        return Ok(None);
    }
    let place = own.or_else(|| cache.get(&location).copied()).or_else(|| find_place(&location));
    let place = place.ok_or_else(|| location.clone())?;
    if own.is_none() {
        cache.insert(location.clone(), place);
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    Ok(Some(Talk {
        title: text("title").unwrap_or_else(|| stem.to_owned()),
        location,
        date: text("date").map(|date| date.chars().take(10).collect()).unwrap_or_default(),
        url: text("permalink").unwrap_or_else(|| format!("/{collection}/{stem}/")),
        place,
    }))
}

fn front_matter(bytes: &[u8]) -> Hash {
    let text = String::from_utf8_lossy(bytes);
    let rest = text.strip_prefix("---").map(|rest| rest.trim_start_matches(['\r', ' ']));
    let front = rest.and_then(|rest| rest.strip_prefix('\n')).and_then(|rest| rest.split_once("\n---"));
    let value = front.and_then(|(front, _)| hastie_yaml::load(front.as_bytes(), None).ok());
    value.and_then(|value| value.as_hash().cloned()).unwrap_or_default()
}

fn own_place(front: &Hash) -> Option<Place> {
    let pair = |latitude: &Value, longitude: &Value| Place::new(number(latitude)?, number(longitude)?);
    match (front.get("latitude"), front.get("longitude"), front.get("coordinates").and_then(Value::as_array)) {
        (Some(latitude), Some(longitude), _) => pair(latitude, longitude),
        (_, _, Some([latitude, longitude])) => pair(latitude, longitude),
        _ => None,
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
        "# Where talks were given: latitude and longitude. Mend what is wrong; hastie scholar talkmap reads it.\n"
            .to_owned();
    for (name, place) in cache {
        let name = serde_json::Value::from(name.as_str());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}: [{}, {}]", place.latitude, place.longitude);
    }
    text
}
