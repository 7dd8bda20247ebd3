//! Imports a BibTeX file as collection files, as the bundled theme's `_data/publications.yml`, or as a part of a
//! resume.

use super::publication::Publication;
use super::{Import, ImportError, ImportedFile, slug, yaml};
use crate::matching::{KnownWork, SiteWork};
use hastie_bibtex::{Bibliography, Error, Options};
use serde_json::Value as Json;

/// A file in the collection `publications` for each entry, named after date and title. Entries without a title or a
/// year of four digits are omitted.
///
/// # Errors
/// Fails if the bibliography or one of its entries cannot be parsed.
pub fn bibliography_collection(bib: &str) -> Result<Import, ImportError> {
    let mut import = Import::default();
    for work in all_publications(bib, None)? {
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

/// The bundled theme's `_data/publications.yml`, newest first. Entries without a title are omitted. `user` is the
/// author's Google Scholar id, which is prepended to work ids that lack it.
///
/// # Errors
/// Fails if the bibliography or one of its entries cannot be parsed.
pub fn bibliography_data(bib: &str, user: Option<&str>) -> Result<Import, ImportError> {
    let (list, problems) = bibliography_records(bib, user)?;
    let file = ImportedFile { path: "_data/publications.yml".to_owned(), text: yaml::document(&Json::Array(list)) };
    Ok(Import { files: vec![file], problems })
}

/// The records in the file of [`bibliography_data`], and messages about omitted entries. For `user`, see
/// [`bibliography_data`].
///
/// # Errors
/// Fails if the bibliography or one of its entries cannot be parsed.
pub fn bibliography_records(bib: &str, user: Option<&str>) -> Result<(Vec<Json>, Vec<String>), ImportError> {
    let (works, problems) = titled(bib, user)?;
    Ok((works.iter().map(Publication::data).collect(), problems))
}

/// The entries as `publications` of a JSON Resume, newest first, and messages about omitted entries. For `user`, see
/// [`bibliography_data`].
///
/// # Errors
/// Fails if the bibliography or one of its entries cannot be parsed.
pub fn bibliography_resume(bib: &str, user: Option<&str>) -> Result<(Vec<Json>, Vec<String>), ImportError> {
    let (works, problems) = titled(bib, user)?;
    Ok((works.iter().map(Publication::resume).collect(), problems))
}

/// The works with a complete `google_scholar_id` (`USER:WORK`) in a bibliography. An id without `USER` is completed
/// with `user`, if that is given. Omits entries that cannot be parsed.
///
/// # Errors
/// Fails if the bibliography cannot be parsed.
pub fn bibliography_works(bib: &str, user: Option<&str>) -> Result<Vec<KnownWork>, ImportError> {
    Ok(publications(bib, user)?.into_iter().filter_map(Publication::known).collect())
}

/// All works in a bibliography, with their keys. For `user`, see [`bibliography_data`]. Omits entries that cannot be
/// parsed.
///
/// # Errors
/// Fails if the bibliography cannot be parsed.
pub fn listed_works(bib: &str, user: Option<&str>) -> Result<Vec<SiteWork>, ImportError> {
    Ok(publications(bib, user)?.into_iter().map(Publication::listed).collect())
}

/// The entries with a title, newest first, and messages about the others.
fn titled(bib: &str, user: Option<&str>) -> Result<(Vec<Publication>, Vec<String>), ImportError> {
    let (mut works, others): (Vec<_>, Vec<_>) =
        all_publications(bib, user)?.into_iter().partition(|work| !work.title.is_empty());
    works.sort_by(|a, b| b.year.cmp(&a.year));
    Ok((works, others.iter().map(|work| format!("{}: there is no title", work.key)).collect()))
}

/// The entries that can be parsed. Fails if an error ends the parsing of the whole bibliography.
fn publications(bib: &str, user: Option<&str>) -> Result<Vec<Publication>, ImportError> {
    let bibliography = Bibliography::parse(bib, &Options::default()).map_err(|error| broken(bib, &error))?;
    Ok(publications_of(bibliography, user))
}

/// All entries. Fails if one of them cannot be parsed.
fn all_publications(bib: &str, user: Option<&str>) -> Result<Vec<Publication>, ImportError> {
    let bibliography = Bibliography::parse(bib, &Options::default()).map_err(|error| broken(bib, &error))?;
    match bibliography.warnings().first() {
        None => Ok(publications_of(bibliography, user)),
        Some(lost) => {
            let line = lost.key.as_deref().and_then(|key| line_of_entry(bib, key)).unwrap_or(lost.line);
            let of_entry = lost.key.as_ref().map(|key| format!(" in the entry {key:?}")).unwrap_or_default();
            Err(ImportError(format!("line {line}: {}{of_entry}. Nothing was imported", lost.message)))
        }
    }
}

fn publications_of(mut bibliography: Bibliography, user: Option<&str>) -> Vec<Publication> {
    bibliography.replace_strings();
    bibliography.join();
    bibliography.entries().map(|entry| Publication::of(entry, &bibliography, user)).collect()
}

/// The message for a text that is not a bibliography. The parser may notice a missing brace only in a later entry. So
/// the message has the line on which the incomplete entry starts.
fn broken(bib: &str, error: &Error) -> ImportError {
    let line = error.key.as_deref().and_then(|key| line_of_entry(bib, key)).unwrap_or(error.line);
    let of_entry = error.key.as_ref().map(|key| format!(" in the entry {key:?}")).unwrap_or_default();
    ImportError(format!("line {line}: {error}{of_entry}"))
}

/// The line on which an entry starts, counted from 1. `None` if there is no entry with this key.
fn line_of_entry(bib: &str, key: &str) -> Option<usize> {
    let starts = |line: &str| {
        let (kind, rest) = line.trim_start().split_once('{')?;
        (kind.starts_with('@') && rest.split(',').next()?.trim() == key).then_some(())
    };
    bib.lines().position(|line| starts(line).is_some()).map(|index| index + 1)
}
