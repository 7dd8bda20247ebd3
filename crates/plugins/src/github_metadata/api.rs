//! Requests to GitHub's API, if the user allows network access. Mirrors `GitHubMetadata::Client`.
//!
//! The responses are combined to an object with the keys of `site.github`, which is cached for later builds. Each
//! request is sent once. Requests about the owner's other repositories, two for each, come last, so that everything
//! else is known when GitHub's rate limit is reached.

use super::facts::Facts;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::world::{Request, World};
use serde_json::{Map, Value, json};

/// The maximum size of a response in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// The maximum number of pages of a list, with a hundred entries each.
const MAX_PAGES: usize = 20;

/// The reason to stop sending requests.
enum End {
    /// The server cannot be reached, refuses a request, or sends invalid JSON. Contains the reason.
    Silence(String),
    /// The error that ends the build: GitHub rejects the credentials.
    Failure(Failure),
}

/// All data about a repository. Empty, with a warning, if the server cannot be reached, refuses a request, fails with
/// status 500 or above, or sends invalid JSON. If only the releases and contributors of the owner's repositories cannot
/// be read, returns all other data, also with a warning.
///
/// # Errors
/// Fails if GitHub rejects the credentials.
pub(crate) fn ask(facts: &Facts, world: &World, log: &mut Log) -> Result<Map<String, Value>, Failure> {
    let tokens = ["JEKYLL_GITHUB_TOKEN", "OCTOKIT_ACCESS_TOKEN"].into_iter().find_map(|name| world.variable(name));
    let token = tokens.filter(|token| !token.is_empty());
    if token.is_none() {
        let text = "No GitHub API authentication could be found. Some fields may be missing or have incorrect data.";
        log.warn("GitHub Metadata:", text);
    }
    let client = Client { base: facts.api_url(), authorization: token.map(|token| format!("token {token}")), world };
    let mut known = Map::new();
    let outcome = client.collect(facts, &mut known).and_then(|()| {
        let more = client.repositories(&mut known);
        if let Err(End::Silence(why)) = &more {
            log.warn("GitHub Metadata:", format!("{why}. Releases and contributors of some repositories are missing."));
            return Ok(());
        }
        more
    });
    match outcome {
        Ok(()) => Ok(known),
        Err(End::Silence(why)) => {
            log.warn("GitHub Metadata:", format!("{why}. GitHub metadata may be missing or incorrect."));
            Ok(Map::new())
        }
        Err(End::Failure(failure)) => Err(failure),
    }
}

struct Client<'a> {
    base: &'a str,
    authorization: Option<String>,
    world: &'a World,
}

impl Client<'_> {
    fn collect(&self, facts: &Facts, known: &mut Map<String, Value>) -> Result<(), End> {
        let (nwo, owner) = (facts.nwo(), facts.owner());
        let repository = self.get(&format!("/repos/{nwo}"))?.unwrap_or_default();
        for (key, field) in [
            ("license", "license"),
            ("language", "language"),
            ("project_tagline", "description"),
            ("show_downloads", "has_downloads"),
            ("private", "private"),
            ("archived", "archived"),
            ("disabled", "disabled"),
        ] {
            known.insert(key.to_owned(), repository[field].clone());
        }
        let address = facts.repository_url();
        for (key, field, below) in [("issues_url", "has_issues", "issues"), ("wiki_url", "has_wiki", "wiki")] {
            if repository[field] == true {
                known.insert(key.to_owned(), json!(format!("{address}/{below}")));
            }
        }
        self.pages(facts, known)?;
        let organization = self.get(&format!("/orgs/{owner}"))?;
        let is_organization = organization.is_some();
        let info = match organization {
            Some(organization) => organization,
            None => self.get(&format!("/users/{owner}"))?.unwrap_or_default(),
        };
        known.insert("owner_display_name".to_owned(), info["name"].clone());
        known.insert(
            "owner".to_owned(),
            super::facts::OWNER.split_ascii_whitespace().map(|key| (key.to_owned(), info[key].clone())).collect(),
        );
        let members = if is_organization { self.list(&format!("/orgs/{owner}/public_members?"))? } else { Value::Null };
        known.insert("organization_members".to_owned(), members);
        known.insert("contributors".to_owned(), self.list(&format!("/repos/{nwo}/contributors?"))?);
        known.insert("releases".to_owned(), self.list(&format!("/repos/{nwo}/releases?"))?);
        let latest = self.get(&format!("/repos/{nwo}/releases/latest"))?.unwrap_or(Value::Bool(false));
        known.insert("latest_release".to_owned(), latest);
        let repositories = self.list(&format!("/users/{owner}/repos?type=public&"))?;
        known.insert("public_repositories".to_owned(), if repositories.is_array() { repositories } else { json!([]) });
        Ok(())
    }

    /// Adds the releases and contributors of each of the owner's repositories to `known`. A list that is not available is
    /// `false`.
    fn repositories(&self, known: &mut Map<String, Value>) -> Result<(), End> {
        let Some(Value::Array(repositories)) = known.get_mut("public_repositories") else { return Ok(()) };
        let keys = ["releases", "contributors"];
        for repository in repositories.iter_mut().filter_map(Value::as_object_mut) {
            repository.extend(keys.map(|key| (key.to_owned(), Value::Bool(false))));
        }
        for repository in repositories.iter_mut().filter_map(Value::as_object_mut) {
            let Some(nwo) = repository.get("full_name").and_then(Value::as_str).map(str::to_owned) else { continue };
            for key in keys {
                repository.insert(key.to_owned(), self.list(&format!("/repos/{nwo}/{key}?"))?);
            }
        }
        Ok(())
    }

    /// Adds the settings of GitHub Pages to `known`, such as the URL and the branch.
    fn pages(&self, facts: &Facts, known: &mut Map<String, Value>) -> Result<(), End> {
        let pages = self.get(&format!("/repos/{}/pages", facts.nwo()))?.unwrap_or_default();
        if let Some(url) = pages["html_url"].as_str() {
            let url = url.strip_suffix('/').unwrap_or(url);
            known.insert("url".to_owned(), json!(url));
            known.insert("baseurl".to_owned(), json!(&url[super::facts::path_start(url)..]));
        }
        if let Some(branch) = pages["source"]["branch"].as_str() {
            let address = facts.repository_url();
            known.insert("zip_url".to_owned(), json!(format!("{address}/zipball/{branch}")));
            known.insert("tar_url".to_owned(), json!(format!("{address}/tarball/{branch}")));
            known.insert("source".to_owned(), pages["source"].clone());
        }
        Ok(())
    }

    /// The items of all pages of a list. `false` if the list does not exist. `path` must end with `?` or `&`.
    fn list(&self, path: &str) -> Result<Value, End> {
        let mut all = Vec::new();
        for page in 1..=MAX_PAGES {
            match self.get(&format!("{path}per_page=100&page={page}"))? {
                Some(Value::Array(part)) => {
                    let is_last = part.len() < 100;
                    all.extend(part);
                    if is_last {
                        break;
                    }
                }
                _ if page == 1 => return Ok(Value::Bool(false)),
                _ => break,
            }
        }
        Ok(Value::Array(all))
    }

    /// The JSON that GitHub returns for a path. `None` if GitHub has no data there.
    fn get(&self, path: &str) -> Result<Option<Value>, End> {
        let mut headers = vec![
            ("User-Agent", concat!("Hastie/", env!("CARGO_PKG_VERSION"))),
            ("Accept", "application/vnd.github+json"),
        ];
        headers.extend(self.authorization.as_deref().map(|it| ("Authorization", it)));
        let url = format!("{}{path}", self.base);
        let request = Request { url: &url, headers: &headers, limit: MAX_BYTES, redirections: 3 };
        let answer = self.world.request(&request).map_err(|_| End::Silence("No internet connection".to_owned()))?;
        match answer.status {
            401 => {
                let text = "The GitHub API credentials you provided aren't valid.";
                Err(End::Failure(Failure::raised("Jekyll::GitHubMetadata::Client::BadCredentialsError", text)))
            }
            403 | 429 | 500.. => Err(End::Silence(format!("GET {url}: {} - {}", answer.status, answer.reason))),
            // For example, a repository without releases, or an owner that is not an organization. An empty repository
            // has no contents.
            204 | 300.. => Ok(None),
            _ => match serde_json::from_slice(&answer.body) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(End::Silence(format!("GET {url}: {error}"))),
            },
        }
    }
}
