//! Fetches citation counts from the first source that has them.

use super::client::{Client, Refusal, RequestLimits};
use super::subject::Subject;
use crate::world::World;
use hastie_scholar::{
    AnswerError, KnownWork, Profile, match_works, parse_google_page, parse_openalex_author, parse_openalex_works,
    parse_semantic_scholar_author, parse_semantic_scholar_papers,
};
use std::collections::HashSet;
use std::path::PathBuf;

/// A service or file from which citation counts come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The profile page on Google Scholar.
    Scholar,
    /// OpenAlex, by its own author id or by the ORCID iD.
    OpenAlex,
    /// Semantic Scholar, by its own author id.
    SemanticScholar,
    /// An existing `gs_data.json`.
    File,
}

impl Origin {
    /// The name of the source in messages, such as `Google Scholar` or `The file`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Origin::Scholar => "Google Scholar",
            Origin::OpenAlex => "OpenAlex",
            Origin::SemanticScholar => "Semantic Scholar",
            Origin::File => "The file",
        }
    }
}

/// The sources to query, their addresses, and the limits on requests.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The sources, in the order to try.
    pub origins: Vec<Origin>,
    /// The base URL of Google Scholar, without a slash at the end.
    pub scholar_url: String,
    /// The base URL of OpenAlex, without a slash at the end.
    pub openalex_url: String,
    /// The base URL of Semantic Scholar, without a slash at the end.
    pub semantic_scholar_url: String,
    /// The path of the `gs_data.json` that [`Origin::File`] reads.
    pub file: Option<PathBuf>,
    /// The time limits, and the pauses between attempts.
    pub limits: RequestLimits,
}

/// A source that returned no counts, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The source that failed.
    pub origin: Origin,
    /// The reason for the failure.
    pub refusal: Refusal,
}

/// The result of the first source that succeeded.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The source that succeeded.
    pub origin: Origin,
    /// The profile. Its works have their Google Scholar ids, as far as known.
    pub profile: Profile,
    /// The titles of works without a known Google Scholar id.
    pub unmatched: Vec<String>,
    /// Works that are known to the site but not in the profile.
    pub missing: Vec<KnownWork>,
    /// The sources that were tried before `origin` and failed.
    pub attempts: Vec<Attempt>,
}

/// The maximum number of pages of works to request from a service. A page has 100 to 500 works.
const PAGES: usize = 100;

/// Queries the sources in order, until one source succeeds. `asking` is called before each query, because an answer can
/// take minutes.
///
/// # Errors
/// Returns all failed attempts if no source succeeded.
pub fn fetch(
    plan: &Plan,
    subject: &Subject,
    known: &[KnownWork],
    world: &World,
    mut asking: impl FnMut(Origin),
) -> Result<Fetched, Vec<Attempt>> {
    let client = Client::new(world, plan.limits);
    let mut attempts = Vec::new();
    for origin in &plan.origins {
        asking(*origin);
        let found = match origin {
            Origin::Scholar => scholar(&client, plan, subject),
            Origin::OpenAlex => openalex(&client, plan, subject),
            Origin::SemanticScholar => semantic_scholar(&client, plan, subject),
            Origin::File => file(plan, world),
        };
        match found.and_then(|profile| not_empty(profile, *origin)) {
            Ok(profile) => return Ok(matched(profile, *origin, subject, known, attempts)),
            Err(refusal) => attempts.push(Attempt { origin: *origin, refusal }),
        }
    }
    Err(attempts)
}

fn matched(
    mut profile: Profile,
    origin: Origin,
    subject: &Subject,
    known: &[KnownWork],
    attempts: Vec<Attempt>,
) -> Fetched {
    let mut unmatched = Vec::new();
    if matches!(origin, Origin::OpenAlex | Origin::SemanticScholar) {
        profile.scholar_id.clone_from(&subject.scholar);
        let matched = match_works(std::mem::take(&mut profile.works), known);
        unmatched = matched.unmatched.iter().map(|index| matched.works[*index].title.clone()).collect();
        profile.works = matched.works;
    }
    profile.remove_duplicates();
    let ids: HashSet<&str> = profile.works.iter().map(|work| work.id.as_str()).collect();
    let missing = known.iter().filter(|work| !ids.contains(work.scholar_id.as_str())).cloned().collect();
    Fetched { origin, profile, unmatched, missing, attempts }
}

/// Rejects a profile without works and citations, which services return if something is wrong.
fn not_empty(profile: Profile, origin: Origin) -> Result<Profile, Refusal> {
    if profile.works.is_empty() && profile.cited_by.all == 0 {
        let what =
            format!("{} shows a profile without works and citations. Make it public, or check the id", origin.title());
        return Err(Refusal::Unknown(what));
    }
    Ok(profile)
}

fn scholar(client: &Client<'_>, plan: &Plan, subject: &Subject) -> Result<Profile, Refusal> {
    let no_id = "set author.googlescholar (al-folio: scholar_userid) in _config.yml, or give --user";
    let user = subject.scholar.as_deref().ok_or(Refusal::NoId(no_id))?;
    let mut whole: Option<Profile> = None;
    for page in 0..PAGES {
        let start = page * 100;
        let url = format!("{}/citations?user={user}&hl=en&cstart={start}&pagesize=100", plan.scholar_url);
        let (html, id) = (client.text(&url)?, user.to_owned());
        let page = client.in_time(move || parse_google_page(&html, &id))?.map_err(unusable)?;
        let has_more = page.has_more && !page.profile.works.is_empty();
        match &mut whole {
            None => whole = Some(page.profile),
            Some(whole) => whole.works.extend(page.profile.works),
        }
        if !has_more {
            break;
        }
    }
    whole.ok_or_else(|| Refusal::Unknown("there is no profile".to_owned()))
}

fn openalex(client: &Client<'_>, plan: &Plan, subject: &Subject) -> Result<Profile, Refusal> {
    let no_id = "set author.orcid in _config.yml, or give --orcid";
    let id = match (&subject.openalex, &subject.orcid) {
        (Some(id), _) => id.clone(),
        (None, Some(orcid)) => format!("https://orcid.org/{orcid}"),
        (None, None) => return Err(Refusal::NoId(no_id)),
    };
    let author = client.json(&format!("{}/authors/{id}", plan.openalex_url))?;
    let (mut profile, id) = parse_openalex_author(&author).map_err(unusable)?;
    let mut cursor = "*".to_owned();
    for _ in 0..PAGES {
        let filter = format!("filter=author.id:{id}&per-page=200&cursor={}", escaped(&cursor));
        let page =
            parse_openalex_works(&client.json(&format!("{}/works?{filter}", plan.openalex_url))?).map_err(unusable)?;
        profile.works.extend(page.works);
        match page.next {
            Some(next) => cursor = next,
            None => break,
        }
    }
    Ok(profile)
}

fn semantic_scholar(client: &Client<'_>, plan: &Plan, subject: &Subject) -> Result<Profile, Refusal> {
    let no_id = "set author.semantic_scholar in _config.yml, or give --semantic-scholar";
    let id = subject.semantic_scholar.as_deref().ok_or(Refusal::NoId(no_id))?;
    let base = format!("{}/graph/v1/author/{id}", plan.semantic_scholar_url);
    let author = client.json(&format!("{base}?fields=name,affiliations,homepage,citationCount,hIndex"))?;
    let mut profile = parse_semantic_scholar_author(&author).map_err(unusable)?;
    let mut offset = 0;
    for _ in 0..PAGES {
        let fields = "fields=title,year,venue,citationCount,externalIds,authors";
        let url = format!("{base}/papers?{fields}&limit=500&offset={offset}");
        let page = parse_semantic_scholar_papers(&client.json(&url)?).map_err(unusable)?;
        profile.works.extend(page.works);
        match page.next {
            Some(next) if next > offset => offset = next,
            _ => break,
        }
    }
    let h_index = profile.h_index;
    profile.count_indices();
    if h_index.all > 0 {
        profile.h_index = h_index;
    }
    Ok(profile)
}

fn file(plan: &Plan, world: &World) -> Result<Profile, Refusal> {
    let path = plan.file.as_ref().ok_or(Refusal::NoId("give --file"))?;
    let bytes = world.read(path).map_err(|error| Refusal::Unusable(format!("{}: {error}", path.display())))?;
    let data =
        serde_json::from_slice(&bytes).map_err(|error| Refusal::Unusable(format!("{}: {error}", path.display())))?;
    Profile::from_json(&data).map_err(unusable)
}

fn unusable(error: AnswerError) -> Refusal {
    match error {
        AnswerError::Captcha => Refusal::Refused("it requires a captcha".to_owned()),
        other => Refusal::Unusable(other.to_string()),
    }
}

/// Percent-encodes a text for a query.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b'*');
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
