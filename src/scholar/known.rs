//! The works that a site already contains, and their Google Scholar ids.

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::world::World;
use hastie_liquid::{Hash, Value};
use hastie_scholar::{KnownWork, Profile, SiteWork, bibliography_works, listed_works};
use std::path::{Path, PathBuf};

/// The works with a Google Scholar id in `_data/publications.yml`, in the site's bibliographies and in the previous
/// data `last`, without duplicates. An id in a bibliography may name only the work, and is then completed with `user`,
/// the author's Google Scholar id.
pub fn known_works(
    configuration: &Configuration,
    user: Option<&str>,
    last: Option<&Profile>,
    world: &World,
    log: &mut Log,
) -> Vec<KnownWork> {
    let mut known = Known::default();
    let source = Path::new(&configuration.source);
    known.add_all(of_publications(source, world));
    for file in bibliographies(configuration, world) {
        let text = String::from_utf8_lossy(&world.read(&file).unwrap_or_default()).into_owned();
        match bibliography_works(&text, user) {
            Ok(works) => known.add_all(works),
            Err(problem) => log.warn("Scholar:", format!("{}: {problem}; its ids are not used", file.display())),
        }
    }
    known.add_all(last.into_iter().flat_map(of_profile));
    known.0
}

/// All works that a site lists: in `_data/publications.yml`, in its bibliographies, and in the collection
/// `publications`. An id in a bibliography may name only the work, and is then completed with `user`, the author's
/// Google Scholar id.
pub fn listed(configuration: &Configuration, user: Option<&str>, world: &World, log: &mut Log) -> Vec<SiteWork> {
    let source = Path::new(&configuration.source);
    let mut works: Vec<SiteWork> = publications(source, world).iter().filter_map(listed_publication).collect();
    for file in bibliographies(configuration, world) {
        let text = String::from_utf8_lossy(&world.read(&file).unwrap_or_default()).into_owned();
        match listed_works(&text, user) {
            Ok(found) => works.extend(found),
            Err(problem) => log.warn("Scholar:", format!("{}: {problem}; its works count as new", file.display())),
        }
    }
    let folder = source.join("_publications");
    for entry in world.list(&folder).unwrap_or_default() {
        let text = String::from_utf8_lossy(&world.read(&folder.join(&entry.name)).unwrap_or_default()).into_owned();
        let front = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")).map(|(front, _)| front);
        let front = hastie_yaml::load_file(front.unwrap_or_default().as_bytes(), &entry.name).unwrap_or(Value::Nil);
        works.extend(listed_publication(&front));
    }
    works
}

/// The work in a record of the theme's data, or in the front matter of academicpages. `None` without a title.
fn listed_publication(record: &Value) -> Option<SiteWork> {
    let record = record.as_hash()?;
    let text = |key: &str| record.get(key).and_then(Value::as_str).map(str::to_owned);
    let links = record.get("links").and_then(Value::as_hash).into_iter().flat_map(Hash::values);
    let mut links = links.filter_map(Value::as_str).chain(record.get("paperurl").and_then(Value::as_str));
    let doi = text("doi").or_else(|| links.find(|link| link.contains("doi.org/")).map(str::to_owned));
    Some(SiteWork { key: None, scholar_id: text("scholar"), title: text("title")?, doi })
}

#[derive(Default)]
struct Known(Vec<KnownWork>);

impl Known {
    /// Adds works. If a work with the same id exists, only fills in its missing year and DOI.
    fn add_all(&mut self, works: impl IntoIterator<Item = KnownWork>) {
        for work in works {
            match self.0.iter_mut().find(|other| other.scholar_id == work.scholar_id) {
                Some(there) => {
                    there.year = there.year.take().or(work.year);
                    there.doi = there.doi.take().or(work.doi);
                }
                None => self.0.push(work),
            }
        }
    }
}

/// The works of a profile that have a Google Scholar id. Ids of other services start with the name of the service.
fn of_profile(profile: &Profile) -> impl Iterator<Item = KnownWork> {
    let is_of_another = |id: &str| id.starts_with("openalex:") || id.starts_with("semantic-scholar:");
    let works = profile.works.iter().filter(move |work| !is_of_another(&work.id));
    works.map(|work| KnownWork {
        scholar_id: work.id.clone(),
        title: work.title.clone(),
        year: work.year.clone(),
        doi: work.doi.clone(),
    })
}

/// The `.bib` files in jekyll-scholar's folder and in the source itself.
fn bibliographies(configuration: &Configuration, world: &World) -> Vec<PathBuf> {
    let source = Path::new(&configuration.source);
    let options = configuration.get("scholar").as_hash();
    let folder = options.and_then(|options| options.get("source")).and_then(Value::as_str).unwrap_or("_bibliography");
    let folder = source.join(folder.trim_start_matches('/'));
    let mut files = Vec::new();
    for folder in [folder.as_path(), source] {
        let mut names: Vec<String> =
            world.list(folder).unwrap_or_default().into_iter().map(|entry| entry.name).collect();
        names.retain(|name| name.to_ascii_lowercase().ends_with(".bib"));
        names.sort();
        files.extend(names.into_iter().map(|name| folder.join(name)));
    }
    files
}

/// The works in the bundled theme's `_data/publications.yml` with a `scholar` id.
fn of_publications(source: &Path, world: &World) -> Vec<KnownWork> {
    publications(source, world).iter().filter_map(|work| of_publication(work.as_hash()?)).collect()
}

/// The records in `_data/publications.yml`.
fn publications(source: &Path, world: &World) -> Vec<Value> {
    let path = source.join("_data/publications.yml");
    let bytes = world.read(&path).unwrap_or_default();
    let works = hastie_yaml::load_file(&bytes, &path.to_string_lossy()).unwrap_or(Value::Nil);
    works.as_array().unwrap_or_default().to_vec()
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
