//! The files of a site's citation data: one rule for those that write it and those that read it.

use hastie_liquid::Value;
use hastie_site::config::Configuration;
use hastie_site::world::World;
use std::path::Path;

const FILE: &str = "gs_data.json";

/// The folder that acad-homepage's crawler writes to, below that of the crawler.
const CRAWLER: (&str, &str) = ("google_scholar_crawler", "google_scholar_crawler/results");

/// The folder of a site that has no other.
const OWN: &str = "assets/scholar";

/// The path of `gs_data.json` below the source: the one that `scholar_stats.data` names, the one in the local folder that
/// `google_scholar_stats_base` names, the first that is there, or the one that would be the first.
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
