//! Parses the value of `remote_theme`. Mirrors the naming part of `RemoteTheme::Theme`.

use hastie_site::path;
use hastie_site::render::filters::uri::Uri;
use hastie_site::world::World;
use std::fmt;

/// A theme named by `remote_theme`: a folder, or a repository on a server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A local folder, as an absolute path.
    Folder(String),
    /// A repository on GitHub, or on a server with GitHub Enterprise.
    Repository(Repository),
}

/// A repository at a branch, tag or commit. As in jekyll-remote-theme, owner, name and reference are converted to lower
/// case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Repository {
    /// The server: `github.com`, or the host that an environment variable such as `PAGES_GITHUB_HOSTNAME` names.
    pub host: String,
    /// The user or organization that owns the repository: `OWNER` of `OWNER/NAME`.
    pub owner: String,
    /// The name of the repository: `NAME` of `OWNER/NAME`.
    pub name: String,
    /// A branch, tag or commit; `latest` for the latest release; `HEAD` by default.
    pub reference: String,
}

impl Named {
    /// Parses the value of `remote_theme`. `None` if jekyll-remote-theme considers it invalid, or for `~/` without a
    /// home folder. Does not check whether folders exist.
    pub(crate) fn parse(text: &str, world: &World) -> Option<Self> {
        if let Some(below) = text.strip_prefix("~/") {
            return Some(Named::Folder(path::expand(below, &world.home()?)));
        }
        if ["/", "./", "../"].iter().any(|start| text.starts_with(start)) {
            return Some(Named::Folder(path::expand(text, &world.folder().to_string_lossy())));
        }
        let text = text.to_lowercase();
        if let Some(repository) = Repository::parse(&text, "github.com") {
            return Some(Named::Repository(repository));
        }
        let uri = Uri::parse(&text).ok()?;
        let host = uri.host.as_deref()?;
        let others = ["PAGES_GITHUB_HOSTNAME", "GITHUB_HOSTNAME"];
        let is_known = host == "github.com" || others.iter().any(|variable| world.variable(variable) == Some(host));
        let path = uri.path.strip_prefix('/').filter(|_| is_known)?;
        Repository::parse(path, host).map(Named::Repository)
    }
}

impl Repository {
    /// Parses `OWNER/NAME` or `OWNER/NAME@REF`. `None` for other texts.
    fn parse(text: &str, host: &str) -> Option<Self> {
        let is_word = |text: &str, more: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || more.contains(c))
        };
        let (owner, rest) = text.split_once('/')?;
        let (name, reference) = rest.split_once('@').unwrap_or((rest, "HEAD"));
        let is_valid = is_word(owner, "") && is_word(name, "._") && is_word(reference, "._");
        is_valid.then(|| Repository {
            host: host.to_owned(),
            owner: owner.to_owned(),
            name: name.to_owned(),
            reference: reference.to_owned(),
        })
    }

    /// The URL of the repository: `https://HOST/OWNER/NAME`.
    pub(crate) fn address(&self) -> String {
        format!("https://{}/{}/{}", self.host, self.owner, self.name)
    }

    /// `OWNER/NAME@REF`, or `OWNER/NAME` for the default reference `HEAD`.
    pub(crate) fn with_reference(&self) -> String {
        if self.reference == "HEAD" { self.to_string() } else { format!("{self}@{}", self.reference) }
    }
}

/// Writes `OWNER/NAME`, without host and reference.
impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Named> {
        let world = World::fixed("/site", 0).with_variable("GITHUB_HOSTNAME", "github.example.org");
        Named::parse(text, &world)
    }

    fn repository(host: &str, reference: &str) -> Option<Named> {
        let [host, owner, name, reference] = [host, "ada", "hearth", reference].map(str::to_owned);
        Some(Named::Repository(Repository { host, owner, name, reference }))
    }

    #[test]
    fn a_repository_is_named_short_or_by_its_address() {
        assert_eq!(parse("Ada/Hearth"), repository("github.com", "HEAD"));
        assert_eq!(parse("ada/hearth@v1.0"), repository("github.com", "v1.0"));
        assert_eq!(parse("http://github.com/ada/hearth"), repository("github.com", "HEAD"));
        assert_eq!(parse("https://GitHub.example.org/ada/hearth@latest"), repository("github.example.org", "latest"));
    }

    #[test]
    fn other_servers_and_what_git_would_not_take_are_refused() {
        let wrong =
            ["hearth", "a/b/c", "ada/hearth@", "a_b/c", "https://example.org/a/b", "https://github.com/a/b/c", ""];
        for text in wrong {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_folder_is_found_from_where_the_build_was_started() {
        assert_eq!(parse("../hearth"), Some(Named::Folder("/hearth".to_owned())));
        assert_eq!(parse("./a/../hearth"), Some(Named::Folder("/site/hearth".to_owned())));
    }
}
