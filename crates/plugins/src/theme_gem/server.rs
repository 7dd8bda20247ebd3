//! A gem server: its index for a gem (`/info/NAME`) and its packages (`/gems/NAME-VERSION.gem`).

use super::version::Version;
use crate::fetched::AGENT;
use hastie_site::world::{Request, World};

/// The default server.
const DEFAULT: &str = "https://rubygems.org";

/// The environment variable for another server.
pub const VARIABLE: &str = "HASTIE_GEM_SERVER";

/// The maximum size of a package in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// A server.
#[derive(Debug)]
pub struct Server<'a> {
    /// Its URL without a trailing slash.
    pub address: String,
    world: &'a World,
}

/// A version of a gem in an index.
#[derive(Debug, Clone)]
pub struct Release {
    /// Which one.
    pub version: Version,
    /// The checksum of its package in hexadecimal.
    pub sha256: Option<String>,
}

impl<'a> Server<'a> {
    /// The server set in the environment or the Gemfile, or the default one.
    pub fn new(named: Option<String>, world: &'a World) -> Self {
        let own = world.variable(VARIABLE).filter(|address| !address.is_empty()).map(str::to_owned);
        let address = own.or(named).unwrap_or_else(|| DEFAULT.to_owned());
        Server { address: address.trim_end_matches('/').to_owned(), world }
    }

    /// All releases of a gem.
    ///
    /// # Errors
    /// Returns a message if there are none.
    pub fn releases(&self, name: &str) -> Result<Vec<Release>, String> {
        let text = self.get(&format!("/info/{name}"), 16 << 20)?;
        Ok(String::from_utf8_lossy(&text).lines().filter_map(release).collect())
    }

    /// Downloads the package of a version.
    ///
    /// # Errors
    /// Returns a message.
    pub fn package(&self, name: &str, version: &str) -> Result<Vec<u8>, String> {
        self.get(&format!("/gems/{name}-{version}.gem"), MAX_BYTES)
    }

    fn get(&self, path: &str, limit: u64) -> Result<Vec<u8>, String> {
        let url = format!("{}{path}", self.address);
        let headers = [("User-Agent", AGENT)];
        let request = Request { url: &url, headers: &headers, limit, redirections: 5 };
        match self.world.request_dependency(&request) {
            Ok(answer) if answer.is_success() => Ok(answer.body),
            Ok(answer) => Err(format!("{url}: {} {}", answer.status, answer.reason)),
            Err(why) => Err(format!("{url}: {why}")),
        }
    }
}

/// Parses a line of an index: `VERSION DEPENDENCIES|checksum:SUM,ruby:...`. `None` for other platforms.
fn release(line: &str) -> Option<Release> {
    let (version, rest) = line.split_once(' ')?;
    let version = Version::parse(version)?;
    let facts = rest.rsplit_once('|').map_or(rest, |(_, facts)| facts);
    let sum = facts.split(',').find_map(|fact| fact.strip_prefix("checksum:"));
    Some(Release { version, sha256: sum.map(str::to_lowercase) })
}

#[cfg(test)]
mod tests {
    use super::release;

    #[test]
    fn a_line_of_an_index_is_a_version_and_a_sum() {
        let line = "2.5.1 jekyll:< 5.0&>= 3.5,jekyll-feed:~> 0.9|checksum:AB12,ruby:>= 2.0";
        let read = release(line).expect("a release");
        assert_eq!((read.version.as_str(), read.sha256.as_deref()), ("2.5.1", Some("ab12")));
        assert!(release("---").is_none() && release("1.0-java |checksum:1").is_none());
    }
}
