//! The values that follow from a repository's name and the environment, without requests to GitHub. Mirrors
//! `GitHubMetadata::Pages`, `Repository` and `RepositoryCompat`.

use crate::git::Repository;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::config::Configuration;
use hastie_site::world::World;
use std::path::Path;

/// The keys of `site.github` for which Ruby raises an error if the repository is unknown.
pub(crate) const KEYS: [&str; 34] = [
    "archived",
    "baseurl",
    "clone_url",
    "contributors",
    "disabled",
    "is_project_page",
    "is_user_page",
    "issues_url",
    "language",
    "latest_release",
    "license",
    "organization_members",
    "owner",
    "owner_display_name",
    "owner_gravatar_url",
    "owner_name",
    "owner_url",
    "private",
    "project_tagline",
    "project_title",
    "public_repositories",
    "releases",
    "releases_url",
    "repository_name",
    "repository_nwo",
    "repository_url",
    "show_downloads",
    "source",
    "tar_url",
    "url",
    "wiki_url",
    "zip_url",
    "stargazers",
    "forks",
];

/// The keys of `site.github.owner`, separated by spaces.
pub(crate) const OWNER: &str = "avatar_url bio blog collaborators company created_at description email followers following \
    has_organization_projects has_repository_projects hireable html_url id is_verified location login name node_id \
    public_gists public_repos type updated_at";

/// A repository's name, the addresses of GitHub, and the environment of the build.
pub(crate) struct Facts {
    nwo: String,
    environment: String,
    is_production: bool,
    is_page_build: bool,
    is_isolated: bool,
    uses_tls: bool,
    hostname: String,
    pages_hostname: String,
    api_url: String,
    help_url: String,
}

impl Facts {
    /// The facts about a repository. Its name is in the environment variable `PAGES_REPO_NWO`, otherwise in the setting
    /// `repository`, otherwise, in development and tests, in the remote `origin`. `None` if all lack it. Ignores a
    /// `repository` without a slash.
    pub(crate) fn of(config: &Configuration, world: &World) -> Option<Self> {
        let variable = |name: &str| world.variable(name).filter(|value| !value.is_empty());
        let or = |names: [&str; 2], other: &str| {
            let value = names.into_iter().find_map(variable).unwrap_or(other);
            value.strip_suffix('/').unwrap_or(value).to_owned()
        };
        let jekyll_env = world.variable("JEKYLL_ENV");
        let environment = variable("PAGES_ENV").or(jekyll_env).unwrap_or("development").to_owned();
        let hostname = or(["PAGES_GITHUB_HOSTNAME", "GITHUB_HOSTNAME"], "github.com");
        let local = if environment == "development" { "localhost:4000" } else { "github.io" };
        let nwo = world.variable("PAGES_REPO_NWO").map(str::to_owned);
        let nwo = nwo.or_else(|| config.text("repository").filter(|name| name.contains('/')).map(str::to_owned));
        let is_local = matches!(jekyll_env.unwrap_or("development"), "development" | "test");
        let nwo = nwo.or_else(|| if is_local { of_origin(world, &hostname) } else { None })?;
        Some(Facts {
            nwo,
            is_production: jekyll_env == Some("production"),
            is_page_build: variable("PAGE_BUILD_ID").is_some(),
            is_isolated: variable("SUBDOMAIN_ISOLATION") == Some("true"),
            uses_tls: variable("SSL") == Some("true") || environment == "test",
            pages_hostname: or(["PAGES_PAGES_HOSTNAME", "PAGES_HOSTNAME"], local),
            api_url: or(["PAGES_API_URL", "API_URL"], "https://api.github.com"),
            help_url: or(["PAGES_HELP_URL", "HELP_URL"], "https://docs.github.com"),
            hostname,
            environment,
        })
    }

    /// The owner and name of the repository: `OWNER/NAME`.
    pub(crate) fn nwo(&self) -> &str {
        &self.nwo
    }

    /// The base URL of GitHub's API: `https://api.github.com`, unless the environment sets another URL.
    pub(crate) fn api_url(&self) -> &str {
        &self.api_url
    }

    /// The address of the repository on GitHub, without a slash at the end.
    pub(crate) fn repository_url(&self) -> String {
        format!("{}/{}/{}", self.github_url(), self.owner(), self.name())
    }

    /// The parts of `OWNER/NAME`. As with Ruby's `split`, empty parts at the end are dropped.
    fn parts(&self) -> std::str::Split<'_, char> {
        self.nwo.trim_end_matches('/').split('/')
    }

    /// Whether the text that should be `OWNER/NAME` is empty or consists of slashes.
    pub(crate) fn is_nameless(&self) -> bool {
        self.nwo.trim_end_matches('/').is_empty()
    }

    /// The owner of the repository: the part of `OWNER/NAME` before the slash.
    pub(crate) fn owner(&self) -> &str {
        self.parts().next().unwrap_or_default()
    }

    fn name(&self) -> &str {
        self.parts().next_back().unwrap_or_default()
    }

    /// The default for the site's title: the owner for a user's site, otherwise the repository's name.
    pub(crate) fn title(&self) -> &str {
        if self.is_user_page() { self.owner() } else { self.name() }
    }

    /// Whether to set `url` and `baseurl` if the site does not set them: true in production or in a build of GitHub
    /// Pages.
    pub(crate) fn gives_address(&self) -> bool {
        self.is_production || self.is_page_build
    }

    fn is_enterprise(&self) -> bool {
        self.environment == "enterprise"
    }

    fn has_custom_domains(&self) -> bool {
        matches!(self.environment.as_str(), "dotcom" | "test")
    }

    fn is_githubs_own(&self) -> bool {
        !self.is_enterprise() && self.owner() == "github"
    }

    fn user_domain(&self) -> String {
        let owner = self.owner();
        let domain = if self.is_githubs_own() {
            format!("{owner}.{}", self.hostname)
        } else if self.is_enterprise() {
            self.pages_hostname.clone()
        } else {
            format!("{owner}.{}", self.pages_hostname)
        };
        domain.to_lowercase()
    }

    fn is_user_page(&self) -> bool {
        let (name, owner) = (self.name().to_lowercase(), self.owner().to_lowercase());
        if self.is_enterprise() {
            return name == format!("{owner}.{}", self.hostname);
        }
        name == self.user_domain() || name == format!("{owner}.github.com")
    }

    fn scheme(&self) -> &'static str {
        if self.uses_tls { "https" } else { "http" }
    }

    fn github_url(&self) -> String {
        if self.environment == "dotcom" || self.hostname == "github.com" {
            "https://github.com".to_owned()
        } else {
            format!("{}://{}", self.scheme(), self.hostname)
        }
    }

    /// The URL of the GitHub Pages site, without a slash at the end.
    pub(crate) fn url(&self) -> String {
        let url = if self.has_custom_domains() {
            let domain = self.user_domain();
            let is_tls = self.is_githubs_own() && domain.ends_with(".github.com");
            let scheme = if is_tls { "https" } else { "http" };
            let path = if self.is_user_page() { String::new() } else { format!("/{}", self.name()) };
            format!("{scheme}://{domain}{path}")
        } else {
            let path = if self.is_user_page() { self.owner() } else { &self.nwo };
            if self.is_isolated {
                format!("{}://{}/{path}", self.scheme(), self.pages_hostname)
            } else {
                format!("{}/pages/{path}", self.github_url())
            }
        };
        url.strip_suffix('/').map_or(url.clone(), str::to_owned)
    }

    /// `site.github` without data from GitHub. Some values are guessed from the repository's name, such as `url`.
    /// Others, such as `license`, are nil, false or empty.
    pub(crate) fn values(&self, world: &World) -> Hash {
        let owner_url = format!("{}/{}", self.github_url(), self.owner());
        let repository_url = self.repository_url();
        let branch = if self.is_user_page() { "master" } else { "gh-pages" };
        let mut source = Hash::new();
        source.set("branch", branch);
        source.set("path", "/");
        let mut owner = Hash::new();
        for key in OWNER.split_ascii_whitespace() {
            owner.set(key, Value::Nil);
        }
        let mut values = Hash::new();
        for key in ["archived", "disabled", "issues_url", "language", "license", "organization_members"] {
            values.set(key, Value::Nil);
        }
        for key in ["owner_display_name", "private", "project_tagline", "show_downloads", "wiki_url"] {
            values.set(key, Value::Nil);
        }
        for key in ["contributors", "latest_release", "releases"] {
            values.set(key, false);
        }
        values.set("public_repositories", Value::array(Vec::new()));
        values.set("versions", Value::hash(Hash::new()));
        values.set("owner", Value::hash(owner));
        values.set("source", Value::hash(source));
        values.set("is_project_page", !self.is_user_page());
        values.set("is_user_page", self.is_user_page());
        let texts = [
            ("api_url", self.api_url.clone()),
            ("baseurl", self.url()[path_start(&self.url())..].to_owned()),
            ("build_revision", self.revision(world)),
            ("clone_url", format!("{repository_url}.git")),
            ("environment", self.environment.clone()),
            ("help_url", self.help_url.clone()),
            ("hostname", self.hostname.clone()),
            ("owner_gravatar_url", format!("{owner_url}.png")),
            ("owner_name", self.owner().to_owned()),
            ("pages_env", self.environment.clone()),
            ("pages_hostname", self.pages_hostname.clone()),
            ("project_title", self.name().to_owned()),
            ("releases_url", format!("{repository_url}/releases")),
            ("repository_name", self.name().to_owned()),
            ("repository_nwo", self.nwo.clone()),
            ("tar_url", format!("{repository_url}/tarball/{branch}")),
            ("url", self.url()),
            ("zip_url", format!("{repository_url}/zipball/{branch}")),
            ("owner_url", owner_url),
            ("repository_url", repository_url),
        ];
        for (key, text) in texts {
            values.set(key, text);
        }
        values
    }

    fn revision(&self, world: &World) -> String {
        if let Some(revision) = world.variable("JEKYLL_BUILD_REVISION") {
            return revision.to_owned();
        }
        Repository::around(world, world.folder()).and_then(|git| git.head(world)).unwrap_or_default()
    }
}

/// The byte offset of the path in a URL. The URL's length if it has no path.
pub(crate) fn path_start(url: &str) -> usize {
    let host = url.find("://").map_or(0, |position| position + 3);
    url[host..].find('/').map_or(url.len(), |position| host + position)
}

/// `OWNER/NAME` in the URL of the remote `origin`. `None` if the remote does not exist, or is not on the host
/// `hostname`.
fn of_origin(world: &World, hostname: &str) -> Option<String> {
    let url = Repository::around(world, Path::new(world.folder()))?.origin(world)?;
    let url = url.strip_suffix(".git").unwrap_or(&url);
    let after = &url[url.find(hostname)? + hostname.len()..];
    let (owner, rest) = after.strip_prefix([':', '/'])?.split_once('/')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name: String = rest.chars().take_while(|c| is_word(*c) || *c == '.').collect();
    let is_named = !owner.is_empty() && owner.chars().all(is_word) && !name.is_empty();
    is_named.then(|| format!("{owner}/{name}"))
}

/// jekyll-github-metadata's exception for an unknown repository.
pub(crate) fn no_repository() -> Abort {
    let text = "No repo name found. Specify using PAGES_REPO_NWO environment variables, 'repository' in your \
                configuration, or set up an 'origin' git remote pointing to your github.com repository.";
    Abort::error("Jekyll::GitHubMetadata::RepositoryFinder::NoRepositoryError", text)
}
