//! The location of a site's citation data, for both reading and writing.

use hastie_liquid::Value;
use hastie_site::config::Configuration;
use hastie_site::world::World;
use std::path::Path;

const FILE: &str = "gs_data.json";

/// The folder of acad-homepage's crawler, and the folder into which the crawler writes.
const CRAWLER: (&str, &str) = ("google_scholar_crawler", "google_scholar_crawler/results");

/// The default folder of the data file.
const OWN: &str = "assets/scholar";

/// The path of `gs_data.json` relative to the source. `scholar_stats.data` sets the path. Otherwise,
/// `google_scholar_stats_base` sets the folder, unless this setting is a URL.
///
/// Without these settings, returns the first usual path at which a file exists, such as `_data/gs_data.json`. If there
/// is none, returns the default path.
pub fn data_file(config: &Configuration, world: &World) -> String {
    let named = config.get("scholar_stats").as_hash().and_then(|options| options.get("data")).and_then(Value::as_str);
    if let Some(named) = named.map(|named| named.trim_start_matches('/')).filter(|named| !named.is_empty()) {
        return named.to_owned();
    }
    let base = config.text("google_scholar_stats_base").filter(|base| !base.contains("://"));
    if let Some(base) = base.map(|base| base.trim_matches('/')).filter(|base| !base.is_empty()) {
        return format!("{base}/{FILE}");
    }
    let source = Path::new(&config.source);
    let (crawler, results) = CRAWLER;
    let usual = [results, OWN, "_data"].map(|folder| format!("{folder}/{FILE}"));
    let there = usual.iter().find(|place| world.is_file(&source.join(place)));
    let first = if world.is_folder(&source.join(crawler)) { results } else { OWN };
    there.cloned().unwrap_or_else(|| format!("{first}/{FILE}"))
}
