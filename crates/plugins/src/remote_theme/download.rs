//! Downloads the archive of a theme. Mirrors the downloading part of `RemoteTheme::Downloader`, and
//! `Theme#resolve_latest_release`.

use super::TOPIC;
use super::name::Repository;
use crate::fetched::AGENT;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::world::{Request, RequestError, Response, World};

/// The maximum size of an archive in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Downloads the archive of a repository at `reference`, which is a commit, branch, tag or `HEAD`.
///
/// # Errors
/// Fails if the download fails, with the same message as jekyll-remote-theme if the gem has one for this case.
pub(crate) fn archive(
    repository: &Repository,
    reference: &str,
    world: &World,
    log: &mut Log,
) -> Result<Vec<u8>, Failure> {
    let mirror = world.options().github_mirror.clone();
    let base = mirror.unwrap_or_else(|| format!("https://codeload.{}", repository.host));
    let url = format!("{}/{repository}/tar.gz/{reference}", base.trim_end_matches('/'));
    log.debug(TOPIC, format!("Downloading {url}"));
    let headers = [("User-Agent", AGENT)];
    let answer = world.request_dependency(&Request { url: &url, headers: &headers, limit: MAX_BYTES, redirections: 0 });
    match answer {
        Ok(answer) if answer.is_success() => Ok(answer.body),
        Ok(Response { status: 404, .. }) => Err(failed(format!(
            "The repository '{repository}' could not be found. Please check that the repository name is correct, \
             publicly accessible, and contains a valid Jekyll theme. URL: {url}"
        ))),
        Ok(answer) => Err(failed(format!("{} - {} - Loading URL: {url}", answer.status, answer.reason))),
        Err(RequestError::TooLong) => Err(failed(format!("Maximum file size of {MAX_BYTES} bytes exceeded"))),
        Err(other) => Err(failed(format!("{other} - Loading URL: {url}"))),
    }
}

/// The git tag of the latest release. `HEAD`, with a warning, if the request fails, or if the response names no valid
/// tag.
pub(crate) fn latest(repository: &Repository, world: &World, log: &mut Log) -> String {
    let url = match (&world.options().github_mirror, repository.host.as_str()) {
        (Some(mirror), _) => format!("{}/repos/{repository}/releases/latest", mirror.trim_end_matches('/')),
        (None, "github.com") => format!("https://api.github.com/repos/{repository}/releases/latest"),
        (None, host) => format!("https://{host}/api/v3/repos/{repository}/releases/latest"),
    };
    log.debug(TOPIC, format!("Resolving @latest for {repository}"));
    let headers = [("User-Agent", AGENT), ("Accept", "application/vnd.github.v3+json")];
    let answer = world.request_dependency(&Request { url: &url, headers: &headers, limit: 1 << 20, redirections: 0 });
    let why = match answer {
        Err(error) => format!("Failed to fetch latest release for {repository}: {error}, using HEAD"),
        Ok(answer) if !answer.is_success() => format!("No releases found for {repository}, using HEAD"),
        Ok(answer) => match serde_json::from_slice::<serde_json::Value>(&answer.body) {
            Err(error) => format!("Failed to parse API response for {repository}: {error}, using HEAD"),
            Ok(release) => match release["tag_name"].as_str() {
                Some(tag) if is_tag(tag) => return tag.to_owned(),
                _ => format!("No tag_name in API response for {repository}, using HEAD"),
            },
        },
    };
    log.warn_of_setting("remote_theme", TOPIC, why);
    "HEAD".to_owned()
}

/// Whether a tag needs no escaping in a URL.
fn is_tag(tag: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+/".contains(c);
    !tag.is_empty() && tag.chars().all(is_plain) && !tag.split('/').any(|part| matches!(part, "" | "." | ".."))
}

/// The exception `Jekyll::RemoteTheme::DownloadError`, for a build that cannot get its theme.
pub(crate) fn failed(message: String) -> Failure {
    Failure::raised("Jekyll::RemoteTheme::DownloadError", message)
}
