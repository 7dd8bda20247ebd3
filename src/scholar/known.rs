//! Works whose ids on Google Scholar the site knows already.

use crate::world::World;
use hastie_liquid::{Hash, Value};
use hastie_scholar::{KnownWork, Profile};
use std::path::Path;

/// The works of the last good data and of `_data/publications.yml`, without repetition.
#[must_use]
pub fn known_works(source: &Path, last: Option<&Profile>, world: &World) -> Vec<KnownWork> {
    let mut known = of_publications(source, world);
    for work in last.into_iter().flat_map(|profile| &profile.works) {
        let is_scholars = !work.id.starts_with("openalex:") && !work.id.starts_with("semantic-scholar:");
        if is_scholars && known.iter().all(|other| other.scholar_id != work.id) {
            known.push(KnownWork {
                scholar_id: work.id.clone(),
                title: work.title.clone(),
                year: work.year.clone(),
                doi: work.doi.clone(),
            });
        }
    }
    known
}

/// The works of the bundled theme's `_data/publications.yml` that have a `scholar` id.
fn of_publications(source: &Path, world: &World) -> Vec<KnownWork> {
    let path = source.join("_data/publications.yml");
    let bytes = world.read(&path).unwrap_or_default();
    let works = hastie_yaml::load_file(&bytes, &path.to_string_lossy()).unwrap_or(Value::Nil);
    works.as_array().unwrap_or_default().iter().filter_map(|work| of_publication(work.as_hash()?)).collect()
}

fn of_publication(work: &Hash) -> Option<KnownWork> {
    let text = |key: &str| match work.get(key)? {
        Value::Str(text) => Some(text.as_str().to_owned()),
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    };
    let links = work.get("links").and_then(Value::as_hash);
    let linked =
        links.into_iter().flat_map(Hash::values).filter_map(Value::as_str).find(|link| link.contains("doi.org/"));
    Some(KnownWork {
        scholar_id: text("scholar")?,
        title: text("title")?,
        year: text("year"),
        doi: text("doi").or_else(|| linked.map(str::to_owned)),
    })
}
