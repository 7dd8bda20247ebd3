//! A gem server: its index for a gem (`/info/NAME`) and its packages (`/gems/NAME-VERSION.gem`).

use super::resolve::{Cause, Missing};
use super::version::{Requirement, Version};
use crate::fetched::AGENT;
use crate::gemfile;
use hastie_site::world::{Request, World};

/// The gem server if neither the user nor the Gemfile names one.
const DEFAULT: &str = "https://rubygems.org";

/// The maximum size of a package in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Requests to one gem server, by default to `https://rubygems.org`.
#[derive(Debug)]
pub(crate) struct Server<'a> {
    /// The URL of the server, without a trailing slash.
    pub address: String,
    world: &'a World,
}

/// A version of a gem, as the index of a gem server or the gem in the cache describes it.
#[derive(Debug, Clone)]
pub(crate) struct Release {
    /// The version number without the platform.
    pub version: Version,
    /// The SHA-256 checksum of the release's package in hexadecimal. `None` if the index contains none.
    pub sha256: Option<String>,
    /// The gems on which the release depends, with their requirements.
    pub dependencies: Vec<(String, Requirement)>,
    /// The versions of Ruby with which the release runs.
    pub ruby: Requirement,
}

impl<'a> Server<'a> {
    /// The server set by the user, otherwise by the Gemfile or its lock file, and otherwise `https://rubygems.org`.
    pub(crate) fn new(world: &'a World) -> Self {
        let own = world.options().gem_server.clone();
        let address = own.or_else(|| gemfile::source(world)).unwrap_or_else(|| DEFAULT.to_owned());
        Server { address: address.trim_end_matches('/').to_owned(), world }
    }

    /// All releases of a gem that run on every platform. Omits releases whose requirements cannot be parsed, or that
    /// need more than 100 gems directly.
    ///
    /// # Errors
    /// Returns the reason if the server cannot be reached or reports an error, such as 404 for an unknown gem.
    pub(crate) fn releases(&self, name: &str) -> Result<Vec<Release>, Missing> {
        let text = self.get(&format!("/info/{name}"), 16 << 20)?;
        Ok(String::from_utf8_lossy(&text).lines().filter_map(release).collect())
    }

    /// Downloads the `.gem` file of a version.
    ///
    /// # Errors
    /// Returns the reason if the package cannot be downloaded.
    pub(crate) fn package(&self, name: &str, version: &str) -> Result<Vec<u8>, Missing> {
        self.get(&format!("/gems/{name}-{version}.gem"), MAX_BYTES)
    }

    fn get(&self, path: &str, limit: u64) -> Result<Vec<u8>, Missing> {
        let url = format!("{}{path}", self.address);
        let headers = [("User-Agent", AGENT)];
        let request = Request { url: &url, headers: &headers, limit, redirections: 5 };
        match self.world.request_dependency(&request) {
            Ok(answer) if answer.is_success() => Ok(answer.body),
            Ok(answer) => {
                let cause = if matches!(answer.status, 404 | 410) { Cause::Unknown } else { Cause::Unusable };
                Err(Missing { reason: format!("{url}: {} {}", answer.status, answer.reason), cause })
            }
            Err(why) => Err(Missing { reason: format!("{url}: {why}"), cause: Cause::Unreachable }),
        }
    }
}

/// The maximum number of gems that a release may need directly.
const MAX_DEPENDENCIES: usize = 100;

/// Parses a line of an index: `VERSION NAME:REQUIREMENT,...|checksum:SUM,ruby:REQUIREMENT,...`. `None` for a release
/// that is only for one platform, and for invalid requirements.
fn release(line: &str) -> Option<Release> {
    let (version, rest) = line.split_once(' ')?;
    let version = Version::parse(version)?;
    let (dependencies, facts) = rest.rsplit_once('|').unwrap_or((rest, ""));
    let fact = |key: &str| facts.split(',').find_map(|fact| fact.strip_prefix(key)?.strip_prefix(':'));
    let dependency = |text: &str| {
        let (name, requirement) = text.split_once(':').unwrap_or((text, ""));
        Some((name.to_owned(), Requirement::parse(requirement)?))
    };
    let dependencies = dependencies.split(',').filter(|text| !text.is_empty()).map(dependency);
    let dependencies = dependencies.take(MAX_DEPENDENCIES + 1).collect::<Option<Vec<_>>>()?;
    Some(Release {
        version,
        sha256: fact("checksum").map(str::to_lowercase),
        dependencies: Some(dependencies).filter(|all| all.len() <= MAX_DEPENDENCIES)?,
        ruby: Requirement::parse(fact("ruby").unwrap_or_default())?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Version, release};

    #[test]
    fn a_line_of_an_index_is_a_release() {
        let line = "2.5.1 jekyll:< 5.0&>= 3.5,jekyll-feed:~> 0.9|checksum:AB12,ruby:>= 2.0&< 4,rubygems:>= 1.3.6";
        let read = release(line).expect("a release");
        assert_eq!((read.version.as_str(), read.sha256.as_deref()), ("2.5.1", Some("ab12")));
        let needed: Vec<String> = read.dependencies.iter().map(|(name, version)| format!("{name} {version}")).collect();
        assert_eq!(needed, ["jekyll < 5.0, >= 3.5", "jekyll-feed ~> 0.9"]);
        let ruby = |text: &str| read.ruby.accepts(&Version::parse(text).expect("a version"));
        assert!(ruby("3.2") && !ruby("4.0"));
        assert!(release("1.0 |checksum:1").is_some_and(|read| read.dependencies.is_empty()));
        assert!(release("---").is_none() && release("1.0-java |checksum:1").is_none());
    }
}
