//! Parses Semantic Scholar's responses about an author and the author's papers.

use crate::json::{AnswerError, object, text, unsigned};
use crate::matching::normal_doi;
use crate::profile::{Profile, Work};
use serde_json::Value;

/// The papers in one response of the service, which splits long lists. Papers without an id or a title are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SemanticScholarWorks {
    /// The papers in this response.
    pub works: Vec<Work>,
    /// The offset with which to request the next papers. `None` if there are no more.
    pub next: Option<u64>,
}

/// Parses the response to `/graph/v1/author/ID`: the profile without works.
///
/// # Errors
/// Fails if the response is not an author with a number of citations.
pub fn parse_semantic_scholar_author(answer: &Value) -> Result<Profile, AnswerError> {
    let author = object(answer, "the author")?;
    let cited_by = author.get("citationCount").and_then(unsigned);
    let cited_by = cited_by.ok_or_else(|| AnswerError::missing("the author has no number of citations"))?;
    let affiliations = author.get("affiliations").and_then(Value::as_array).into_iter().flatten();
    let mut profile = Profile {
        source: "SEMANTIC_SCHOLAR".to_owned(),
        name: text(author, "name").unwrap_or_default(),
        affiliation: affiliations.filter_map(Value::as_str).map(str::to_owned).next(),
        homepage: text(author, "homepage"),
        ..Profile::default()
    };
    profile.cited_by.all = cited_by;
    profile.h_index.all = author.get("hIndex").and_then(unsigned).unwrap_or(0);
    Ok(profile)
}

/// Parses the response to `/graph/v1/author/ID/papers`.
///
/// # Errors
/// Fails if the response has no list of papers.
pub fn parse_semantic_scholar_papers(answer: &Value) -> Result<SemanticScholarWorks, AnswerError> {
    let answer = object(answer, "the list of papers")?;
    let papers = answer.get("data").and_then(Value::as_array);
    let papers = papers.ok_or_else(|| AnswerError::missing("there is no list 'data'"))?;
    Ok(SemanticScholarWorks {
        works: papers.iter().filter_map(work).collect(),
        next: answer.get("next").and_then(unsigned).filter(|_| !papers.is_empty()),
    })
}

fn work(data: &Value) -> Option<Work> {
    let paper = data.as_object()?;
    let authors = paper.get("authors").and_then(Value::as_array).into_iter().flatten();
    let authors: Vec<&str> = authors.filter_map(|author| author.get("name")?.as_str()).collect();
    let doi = paper.get("externalIds").and_then(|ids| ids.get("DOI")).and_then(Value::as_str);
    Some(Work {
        id: format!("semantic-scholar:{}", text(paper, "paperId")?),
        title: text(paper, "title")?,
        year: paper.get("year").and_then(unsigned).map(|year| year.to_string()),
        venue: text(paper, "venue"),
        authors: (!authors.is_empty()).then(|| authors.join(", ")),
        doi: doi.map(normal_doi),
        cited_by: paper.get("citationCount").and_then(unsigned).unwrap_or(0),
        cited_by_url: None,
    })
}
