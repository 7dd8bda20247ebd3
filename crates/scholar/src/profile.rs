//! A researcher's profile: counts and works, and their representation in `gs_data.json`.

use crate::json::{AnswerError, object, text, unsigned};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};

/// A count for all years, and a count for the last five years only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// The count for all years.
    pub all: u64,
    /// The count for the last five years, if the source provides it.
    pub recent: Option<u64>,
}

/// A researcher's metrics and works, as a service returns them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// The researcher's Google Scholar id, if known.
    pub scholar_id: Option<String>,
    /// The service that provided the counts, with its name in `gs_data.json`: `AUTHOR_PROFILE_PAGE` for Google Scholar.
    pub source: String,
    /// The researcher's name in the spelling of the service.
    pub name: String,
    /// The institution as the service names it. `None` if it names none.
    pub affiliation: Option<String>,
    /// The researcher's topics, in the order of the service.
    pub interests: Vec<String>,
    /// The URL of the homepage. `None` if the service provides none.
    pub homepage: Option<String>,
    /// The URL of a portrait. `None` if the service provides none.
    pub picture: Option<String>,
    /// `@` and the domain of the verified email address. `None` if the service provides none.
    pub email_domain: Option<String>,
    /// The number of citations of all works.
    pub cited_by: Counts,
    /// The h-index, for all years and for the last five.
    pub h_index: Counts,
    /// The i10-index, for all years and for the last five.
    pub i10_index: Counts,
    /// The number of citations that the works received in each calendar year.
    pub cites_per_year: BTreeMap<i64, u64>,
    /// The works, in the source's order.
    pub works: Vec<Work>,
    /// The ids of works that occur in the site's pages, but are unknown to the source, sorted. acad-homepage's script
    /// stops at the first id that `gs_data.json` lacks, so each of these ids gets an entry without a number.
    pub unknown_ids: Vec<String>,
}

/// The `source` of an entry that only occurs in a page of the site.
const ONLY_ON_A_PAGE: &str = "PAGE_OF_THE_SITE";

/// An en dash, the text for an unknown number.
const NO_NUMBER: &str = "\u{2013}";

/// A publication as a service or a `gs_data.json` describes it, with its citation count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Work {
    /// The id in `gs_data.json`: Google Scholar's `author_pub_id` (`USER:WORK`), or the id of another service.
    pub id: String,
    /// The title, as plain text.
    pub title: String,
    /// The year as written by the source. `None` if the source has none.
    pub year: Option<String>,
    /// The venue. From Google Scholar, it includes volume and pages. `None` if the source has none.
    pub venue: Option<String>,
    /// The authors, on one line. `None` if the source has none.
    pub authors: Option<String>,
    /// The DOI. From a service, it is in lower case and without `https://doi.org/`. `None` if the source has none.
    pub doi: Option<String>,
    /// The number of times that other works cite this one.
    pub cited_by: u64,
    /// The URL of the page that lists the citing works. `None` if the source has none.
    pub cited_by_url: Option<String>,
}

impl Profile {
    /// The profile in the format of acad-homepage's crawler: an author whose `publications` are a map from
    /// `author_pub_id` to work. `updated` is the date and time of the data.
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

    /// Parses a `gs_data.json` from any program. Fields of the wrong type are treated as missing.
    ///
    /// # Errors
    /// Fails if the data is not an object, or has neither a citation count nor publications.
    pub fn from_json(data: &Value) -> Result<Profile, AnswerError> {
        let author = object(data, "the file")?;
        let cited_by = counts(author, "citedby");
        let works = author.get("publications").and_then(Value::as_object);
        if cited_by.is_none() && works.is_none() {
            return Err(AnswerError::missing("'citedby' and 'publications' are missing"));
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

    /// Removes works with duplicate ids, keeping the first. Pages of a list overlap if its order changes between two
    /// requests.
    pub fn remove_duplicates(&mut self) {
        let mut ids = HashSet::new();
        self.works.retain(|work| ids.insert(work.id.clone()));
    }

    /// Computes the h-index and the i10-index of all years from the works' citations, for a service that does not
    /// provide both indices.
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
