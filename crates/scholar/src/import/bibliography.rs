//! Imports a BibTeX file as collection files, as the bundled theme's `_data/publications.yml`, or as a part of a
//! resume.

use super::publication::Publication;
use super::{Import, ImportError, ImportedFile, slug, yaml};
use crate::matching::KnownWork;
use hastie_bibtex::{Bibliography, Options};
use serde_json::Value as Json;

/// A file in the collection `publications` for each entry, named after date and title.
///
/// # Errors
/// Fails if a bibliography cannot be read.
pub fn bibliography_collection(bib: &str) -> Result<Import, ImportError> {
    let mut import = Import::default();
    for work in publications(bib, None)? {
        match work.date() {
            None => import.problems.push(format!("{}: there is no year", work.key)),
            Some(_) if work.title.is_empty() => import.problems.push(format!("{}: there is no title", work.key)),
            Some(date) => {
                let named = Some(slug(&work.title)).filter(|slug| !slug.is_empty());
                let name = named.unwrap_or_else(|| slug(&work.key));
                import.add("_publications", &format!("{date}-{name}"), |name| work.page(name, &date));
            }
        }
    }
    Ok(import)
}

/// The bundled theme's `_data/publications.yml`, newest first. `user` is the author's Google Scholar id. It is
/// prepended to work ids that lack it.
///
/// # Errors
/// Fails if a bibliography cannot be read.
pub fn bibliography_data(bib: &str, user: Option<&str>) -> Result<Import, ImportError> {
    let (works, problems) = titled(bib, user)?;
    let list: Vec<Json> = works.iter().map(Publication::data).collect();
    let file = ImportedFile { path: "_data/publications.yml".to_owned(), text: yaml::document(&Json::Array(list)) };
    Ok(Import { files: vec![file], problems })
}

/// The entries as `publications` of a JSON Resume, newest first, and the omitted entries.
///
/// # Errors
/// Fails if a bibliography cannot be read.
pub fn bibliography_resume(bib: &str, user: Option<&str>) -> Result<(Vec<Json>, Vec<String>), ImportError> {
    let (works, problems) = titled(bib, user)?;
    Ok((works.iter().map(Publication::resume).collect(), problems))
}

/// The works in a bibliography with a `google_scholar_id`. For `user`, see [`bibliography_data`]. Without it, only
/// complete ids count.
///
/// # Errors
/// Fails if a bibliography cannot be read.
pub fn bibliography_works(bib: &str, user: Option<&str>) -> Result<Vec<KnownWork>, ImportError> {
    Ok(publications(bib, user)?.into_iter().filter_map(Publication::known).collect())
}

/// The entries with a title, newest first, and messages about the others.
fn titled(bib: &str, user: Option<&str>) -> Result<(Vec<Publication>, Vec<String>), ImportError> {
    let (mut works, others): (Vec<_>, Vec<_>) =
        publications(bib, user)?.into_iter().partition(|work| !work.title.is_empty());
    works.sort_by(|a, b| b.year.cmp(&a.year));
    Ok((works, others.iter().map(|work| format!("{}: there is no title", work.key)).collect()))
}

fn publications(bib: &str, user: Option<&str>) -> Result<Vec<Publication>, ImportError> {
    let mut bibliography =
        Bibliography::parse(bib, &Options::default()).map_err(|error| ImportError(error.to_string()))?;
    bibliography.replace_strings();
    bibliography.join();
    Ok(bibliography.entries().map(|entry| Publication::of(entry, &bibliography, user)).collect())
}
