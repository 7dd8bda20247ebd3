//! Parses OpenAlex's responses about an author and the author's works.

use crate::json::{AnswerError, object, text, unsigned};
use crate::matching::normal_doi;
use crate::profile::{Profile, Work};
use serde_json::{Map, Value};

/// The works in one response of OpenAlex, which splits long lists. Works without an id or a title are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAlexWorks {
    /// The works in this response.
    pub works: Vec<Work>,
    /// The cursor with which to request the next works. `None` if there are no more.
    pub next: Option<String>,
}

/// Parses the response to `/authors/ID`: the profile without works, and OpenAlex's author id.
///
/// # Errors
/// Fails if the response is not an author with an id and a number of citations.
pub fn parse_openalex_author(answer: &Value) -> Result<(Profile, String), AnswerError> {
    let author = object(answer, "the author")?;
    let id = text(author, "id").and_then(|id| id.rsplit('/').next().map(str::to_owned));
    let id = id.filter(|id| id.starts_with('A')).ok_or_else(|| AnswerError::missing("the author has no id"))?;
    let cited_by = author.get("cited_by_count").and_then(unsigned);
    let cited_by = cited_by.ok_or_else(|| AnswerError::missing("the author has no number of citations"))?;
    let mut profile = Profile {
        source: "OPENALEX".to_owned(),
        name: text(author, "display_name").unwrap_or_default(),
        affiliation: affiliation(author),
        ..Profile::default()
    };
    profile.cited_by.all = cited_by;
    let stats = author.get("summary_stats").and_then(Value::as_object);
    let stat = |key| stats.and_then(|stats| stats.get(key)).and_then(unsigned).unwrap_or(0);
    profile.h_index.all = stat("h_index");
    profile.i10_index.all = stat("i10_index");
    for year in author.get("counts_by_year").and_then(Value::as_array).into_iter().flatten() {
        let number = year.get("year").and_then(unsigned).and_then(|year| i64::try_from(year).ok());
        if let (Some(number), Some(count)) = (number, year.get("cited_by_count").and_then(unsigned)) {
            profile.cites_per_year.insert(number, count);
        }
    }
    Ok((profile, id))
}

/// Parses the response to `/works?filter=author.id:ID&cursor=...`.
///
/// # Errors
/// Fails if the response has no list of works.
pub fn parse_openalex_works(answer: &Value) -> Result<OpenAlexWorks, AnswerError> {
    let answer = object(answer, "the list of works")?;
    let results = answer.get("results").and_then(Value::as_array);
    let results = results.ok_or_else(|| AnswerError::missing("there is no list 'results'"))?;
    let next = answer.get("meta").and_then(|meta| meta.get("next_cursor")).and_then(Value::as_str);
    Ok(OpenAlexWorks {
        works: results.iter().filter_map(work).collect(),
        next: next.filter(|_| !results.is_empty()).map(str::to_owned),
    })
}

fn work(data: &Value) -> Option<Work> {
    let work = data.as_object()?;
    let id = text(work, "id")?;
    let source = work.get("primary_location").and_then(|location| location.get("source"));
    let venue = source.and_then(|source| source.get("display_name")).and_then(Value::as_str);
    let authors = work.get("authorships").and_then(Value::as_array).into_iter().flatten();
    let authors: Vec<&str> =
        authors.filter_map(|authorship| authorship.get("author")?.get("display_name")?.as_str()).collect();
    Some(Work {
        id: format!("openalex:{}", id.rsplit('/').next().unwrap_or(&id)),
        title: text(work, "title").or_else(|| text(work, "display_name"))?,
        year: work.get("publication_year").and_then(unsigned).map(|year| year.to_string()),
        venue: venue.map(str::to_owned),
        authors: (!authors.is_empty()).then(|| authors.join(", ")),
        doi: text(work, "doi").map(|doi| normal_doi(&doi)),
        cited_by: work.get("cited_by_count").and_then(unsigned).unwrap_or(0),
        cited_by_url: None,
    })
}

fn affiliation(author: &Map<String, Value>) -> Option<String> {
    let institutions = author.get("last_known_institutions").and_then(Value::as_array)?;
    institutions.iter().find_map(|institution| text(institution.as_object()?, "display_name"))
}
