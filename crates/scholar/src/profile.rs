//! A researcher's profile: the numbers and the works, and their form in `gs_data.json`.

use crate::json::{AnswerError, object, text, unsigned};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};

/// A number over all years and over the last five.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Over all years.
    pub all: u64,
    /// Over the last five years, where the source tells.
    pub recent: Option<u64>,
}

/// A researcher with all works.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// The id on Google Scholar, where it is known.
    pub scholar_id: Option<String>,
    /// The service that the numbers come from, as `gs_data.json` names it: `AUTHOR_PROFILE_PAGE` for Google Scholar.
    pub source: String,
    /// The name.
    pub name: String,
    /// The affiliation.
    pub affiliation: Option<String>,
    /// Topics, in the source's order.
    pub interests: Vec<String>,
    /// The homepage.
    pub homepage: Option<String>,
    /// The address of a portrait.
    pub picture: Option<String>,
    /// `@` and the domain of the verified address.
    pub email_domain: Option<String>,
    /// Citations.
    pub cited_by: Counts,
    /// The h-index.
    pub h_index: Counts,
    /// The i10-index.
    pub i10_index: Counts,
    /// Citations by year.
    pub cites_per_year: BTreeMap<i64, u64>,
    /// The works, in the source's order.
    pub works: Vec<Work>,
    /// Ids that the site's pages ask for and the source does not know, sorted. The script of acad-homepage stops at the
    /// first id that is not in the file, so these get an entry without a number.
    pub unknown_ids: Vec<String>,
}

/// The `source` of an entry that only a page of the site speaks of.
const ONLY_ON_A_PAGE: &str = "PAGE_OF_THE_SITE";

/// The text in place of an unknown number.
const NO_NUMBER: &str = "\u{2013}";

/// One work of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Work {
    /// The id in `gs_data.json`: Google Scholar's `author_pub_id` (`USER:WORK`), or that of another service.
    pub id: String,
    /// The title.
    pub title: String,
    /// The year, as the source writes it.
    pub year: Option<String>,
    /// The venue with volume and pages, in one line.
    pub venue: Option<String>,
    /// The authors, in one line.
    pub authors: Option<String>,
    /// The DOI without `https://doi.org/`, in lower case.
    pub doi: Option<String>,
    /// Citations.
    pub cited_by: u64,
    /// The page that lists the citing works.
    pub cited_by_url: Option<String>,
}

impl Profile {
    /// The profile in the shape that the crawler of acad-homepage writes: an author with `publications` keyed by
    /// `author_pub_id`. `updated` is the date and time of the numbers.
    #[must_use]
    pub fn to_json(&self, updated: &str) -> Value {
        let mut author = Map::new();
        author.insert("container_type".into(), "Author".into());
        author.insert("filled".into(), json!(["basics", "indices", "counts", "publications"]));
        author.insert("scholar_id".into(), self.scholar_id.clone().into());
        author.insert("source".into(), self.source.clone().into());
        author.insert("name".into(), self.name.clone().into());
        let optional = [
            ("url_picture", &self.picture),
            ("affiliation", &self.affiliation),
            ("email_domain", &self.email_domain),
            ("homepage", &self.homepage),
        ];
        for (key, value) in optional {
            if let Some(value) = value {
                author.insert(key.into(), value.clone().into());
            }
        }
        author.insert("interests".into(), json!(self.interests));
        let numbers = [("citedby", self.cited_by), ("hindex", self.h_index), ("i10index", self.i10_index)];
        for (key, counts) in numbers {
            author.insert(key.into(), counts.all.into());
            if let Some(recent) = counts.recent {
                author.insert(format!("{key}5y"), recent.into());
            }
        }
        let years = self.cites_per_year.iter().map(|(year, count)| (year.to_string(), Value::from(*count)));
        author.insert("cites_per_year".into(), Value::Object(years.collect()));
        let unknown = self.unknown_ids.iter().map(|id| (id.clone(), without_number(id)));
        let works = self.works.iter().map(|work| (work.id.clone(), work.to_json()));
        author.insert("publications".into(), Value::Object(unknown.chain(works).collect()));
        author.insert("updated".into(), updated.into());
        Value::Object(author)
    }

    /// Reads a `gs_data.json`, whoever wrote it. Fields of a wrong type count as missing.
    ///
    /// # Errors
    /// Fails if the data is no object, or has neither a number of citations nor publications.
    pub fn from_json(data: &Value) -> Result<Profile, AnswerError> {
        let author = object(data, "the file")?;
        let cited_by = counts(author, "citedby");
        let works = author.get("publications").and_then(Value::as_object);
        if cited_by.is_none() && works.is_none() {
            return Err(AnswerError::missing("neither 'citedby' nor 'publications' is there"));
        }
        let years = author.get("cites_per_year").and_then(Value::as_object);
        let years =
            years.into_iter().flatten().filter_map(|(year, count)| Some((year.parse().ok()?, unsigned(count)?)));
        let interests = author.get("interests").and_then(Value::as_array);
        let entries = works.into_iter().flatten();
        let (unknown, works): (Vec<_>, Vec<_>) = entries.partition(|(_, work)| is_only_on_a_page(work));
        Ok(Profile {
            scholar_id: text(author, "scholar_id"),
            source: text(author, "source").unwrap_or_default(),
            name: text(author, "name").unwrap_or_default(),
            affiliation: text(author, "affiliation"),
            interests: interests.into_iter().flatten().filter_map(|topic| topic.as_str().map(str::to_owned)).collect(),
            homepage: text(author, "homepage"),
            picture: text(author, "url_picture"),
            email_domain: text(author, "email_domain"),
            cited_by: cited_by.unwrap_or_default(),
            h_index: counts(author, "hindex").unwrap_or_default(),
            i10_index: counts(author, "i10index").unwrap_or_default(),
            cites_per_year: years.collect(),
            works: works.into_iter().filter_map(|(id, work)| Work::from_json(id, work)).collect(),
            unknown_ids: unknown.into_iter().map(|(id, _)| id.clone()).collect(),
        })
    }

    /// Leaves one work of each id, the first: pages of a list overlap when its order changes between two requests.
    pub fn remove_duplicates(&mut self) {
        let mut ids = HashSet::new();
        self.works.retain(|work| ids.insert(work.id.clone()));
    }

    /// The h-index and the i10-index of the works, for services that do not give them.
    pub fn count_indices(&mut self) {
        let mut cited: Vec<u64> = self.works.iter().map(|work| work.cited_by).collect();
        cited.sort_unstable_by(|a, b| b.cmp(a));
        self.h_index.all = cited.iter().zip(1..).take_while(|(count, rank)| **count >= *rank).count() as u64;
        self.i10_index.all = cited.iter().filter(|count| **count >= 10).count() as u64;
    }
}

impl Work {
    fn to_json(&self) -> Value {
        let mut bib = Map::new();
        bib.insert("title".into(), self.title.clone().into());
        let optional =
            [("pub_year", &self.year), ("citation", &self.venue), ("author", &self.authors), ("doi", &self.doi)];
        for (key, value) in optional {
            if let Some(value) = value {
                bib.insert(key.into(), value.clone().into());
            }
        }
        let mut work = Map::new();
        work.insert("container_type".into(), "Publication".into());
        work.insert("source".into(), "AUTHOR_PUBLICATION_ENTRY".into());
        work.insert("bib".into(), Value::Object(bib));
        work.insert("filled".into(), false.into());
        work.insert("author_pub_id".into(), self.id.clone().into());
        work.insert("num_citations".into(), self.cited_by.into());
        if let Some(url) = &self.cited_by_url {
            work.insert("citedby_url".into(), url.clone().into());
        }
        Value::Object(work)
    }

    fn from_json(id: &str, data: &Value) -> Option<Work> {
        let work = data.as_object()?;
        let empty = Map::new();
        let bib = work.get("bib").and_then(Value::as_object).unwrap_or(&empty);
        let year = bib.get("pub_year").and_then(|year| match year {
            Value::Number(year) => Some(year.to_string()),
            year => year.as_str().map(str::to_owned),
        });
        Some(Work {
            id: id.to_owned(),
            title: text(bib, "title").unwrap_or_default(),
            year,
            venue: text(bib, "citation"),
            authors: text(bib, "author"),
            doi: text(bib, "doi"),
            cited_by: work.get("num_citations").and_then(unsigned).unwrap_or(0),
            cited_by_url: text(work, "citedby_url"),
        })
    }
}

fn without_number(id: &str) -> Value {
    json!({
        "container_type": "Publication",
        "source": ONLY_ON_A_PAGE,
        "bib": {},
        "filled": false,
        "author_pub_id": id,
        "num_citations": NO_NUMBER,
    })
}

fn is_only_on_a_page(work: &Value) -> bool {
    work.get("source").and_then(Value::as_str) == Some(ONLY_ON_A_PAGE)
}

fn counts(author: &Map<String, Value>, key: &str) -> Option<Counts> {
    let all = author.get(key).and_then(unsigned)?;
    Some(Counts { all, recent: author.get(&format!("{key}5y")).and_then(unsigned) })
}
