//! Requests the files of a published site: those that the build contains, and the pages that its sitemap names. Nothing
//! else is requested, so links are not followed.

use super::super::web::{Client, MAX_REDIRECTS, NoAnswer, joined, server};
use crate::check::rules::sitemap_addresses;
use crate::percent;
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The maximum number of files to request, unless `--most` sets another one. A sitemap may be requested in addition.
pub(super) const MOST: usize = 500;

/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(50);

/// The maximum size of a file, in bytes.
const LIMIT: u64 = 32 * 1024 * 1024;

/// The maximum size of all files together, in bytes. They are kept in memory.
const TOTAL: usize = 512 * 1024 * 1024;

/// The path of the sitemap, relative to the address of the site.
const SITEMAP: &str = "sitemap.xml";

/// The files that the server of a published site has sent.
pub(super) struct Published {
    /// The address of the site, without a slash at the end.
    pub(super) address: String,
    /// The files by path, as a build names them.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// The paths of all files that were requested, with or without success.
    requested: BTreeSet<String>,
    /// The number of files that were not requested because of the limit.
    pub(super) left_out: usize,
}

impl Published {
    /// Whether this file was requested from the server, with or without success.
    pub(super) fn was_requested(&self, file: &str) -> bool {
        self.requested.contains(file)
    }
}

/// Requests the files in `built` and the pages in the sitemap, at most `most` of them, HTML first.
///
/// # Errors
/// Fails with a message if the network is forbidden, the user's proxy is invalid, the server cannot be reached, or the
/// files are too large. Also fails if the server reports an error, except for missing files.
pub(super) fn request(address: &str, built: &[String], most: usize, world: &World) -> Result<Published, String> {
    if world.is_offline() {
        return Err("a published site needs the network, which --offline or HASTIE_OFFLINE forbids".to_owned());
    }
    let client = Client::new(world)?;
    let address = address.trim_end_matches('/').to_owned();
    let sitemap = get(&format!("{address}/{SITEMAP}"), &client)?;
    let named: BTreeSet<String> = sitemap
        .as_ref()
        .map(|bytes| sitemap_addresses(&String::from_utf8_lossy(bytes)))
        .unwrap_or_default()
        .into_iter()
        .filter_map(|page| path_of(&page, &address))
        .collect();
    let all: BTreeSet<&String> = built.iter().chain(&named).collect();
    // Pages come first, because they matter most.
    let mut order: Vec<&String> = all.into_iter().collect();
    order.sort_by_key(|file| (!file.ends_with(".html"), (*file).clone()));
    let left_out = order.len().saturating_sub(most);
    order.truncate(most);
    let mut site = Published { address, files: BTreeMap::new(), requested: BTreeSet::new(), left_out };
    let mut total = 0;
    for (index, file) in order.into_iter().enumerate() {
        if index > 0 {
            std::thread::sleep(PAUSE);
        }
        let found = match &sitemap {
            Some(bytes) if file == SITEMAP => Some(bytes.clone()),
            _ => get(&address_of(file, &site.address), &client)?,
        };
        total += found.as_ref().map_or(0, Vec::len);
        if total > TOTAL {
            return Err(format!("{} has more than {TOTAL} bytes. Request fewer files with --most", site.address));
        }
        site.requested.insert(file.clone());
        site.files.extend(found.map(|bytes| (file.clone(), bytes)));
    }
    Ok(site)
}

/// The address of a file. The index of a folder has the address of the folder.
fn address_of(file: &str, address: &str) -> String {
    let path = if file == "index.html" { "" } else { file.strip_suffix("/index.html").unwrap_or(file) };
    let slash = if path.is_empty() || file.ends_with("/index.html") { "/" } else { "" };
    match escaped(path) {
        path if path.is_empty() => format!("{address}/"),
        path => format!("{address}/{path}{slash}"),
    }
}

/// Percent-encodes a path for an address. Keeps its slashes.
pub(super) fn escaped(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(|part| percent::encoded(part, is_plain)).collect();
    parts.join("/")
}

/// Whether a byte needs no percent-encoding in the path of an address.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}

/// The path that a page of the sitemap has in a build. `None` for pages of other sites, and for paths with `..`.
fn path_of(page: &str, address: &str) -> Option<String> {
    let scheme_less = |text: &str| text.split_once("://").map_or(text.to_owned(), |(_, rest)| rest.to_owned());
    let rest = scheme_less(page);
    let rest = rest.strip_prefix(scheme_less(address).as_str())?;
    let path = rest.strip_prefix('/').or(rest.is_empty().then_some(""))?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = String::from_utf8_lossy(&percent::decoded(path)).into_owned();
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_inside = !path.split('/').any(|part| part == "..");
    is_inside.then(|| match (path.is_empty() || path.ends_with('/'), name.contains('.')) {
        (true, _) => format!("{path}index.html"),
        (false, true) => path.clone(),
        (false, false) => format!("{path}.html"),
    })
}

/// Requests the bytes at an address. `None` if the server answers 404 or 410, or redirects to another host.
fn get(url: &str, client: &Client) -> Result<Option<Vec<u8>>, String> {
    let mut url = url.to_owned();
    for _ in 0..=MAX_REDIRECTS {
        let response = client.send("GET", &url, LIMIT).map_err(|error| match error {
            NoAnswer::TooLong => format!("{url} has more than {LIMIT} bytes"),
            NoAnswer::Failed(why) => format!("{url} cannot be reached: {why}"),
        })?;
        match (response.status, response.location.as_deref().and_then(|to| joined(&url, to))) {
            (200, _) => return Ok(Some(response.body)),
            (404 | 410, _) => return Ok(None),
            // A redirect to another server is not a page of this site.
            (301 | 302 | 303 | 307 | 308, Some(next)) if host(&next) == host(&url) => url = next,
            (301 | 302 | 303 | 307 | 308, _) => return Ok(None),
            (status, _) => return Err(format!("{url}: the server answers {status}")),
        }
    }
    Err(format!("{url} is redirected more than {MAX_REDIRECTS} times"))
}

/// The host of an address, without scheme and `www`.
fn host(url: &str) -> &str {
    let host = server(url).split("://").nth(1).unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::super::sides::Side;
    use super::{Published, address_of, path_of};
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn files_and_addresses_correspond() {
        let site = "https://a.org/base";
        for (file, address) in [
            ("index.html", "https://a.org/base/"),
            ("b/index.html", "https://a.org/base/b/"),
            ("b/c.html", "https://a.org/base/b/c.html"),
            ("b c.txt", "https://a.org/base/b%20c.txt"),
        ] {
            assert_eq!(address_of(file, site), address);
            assert_eq!(path_of(address, site).as_deref(), Some(file));
        }
        assert_eq!(path_of("http://a.org/base/b", site).as_deref(), Some("b.html"));
        assert_eq!(path_of("https://a.org/other", site), None);
        assert_eq!(path_of("https://a.org/base/../x", site), None);
    }

    #[test]
    fn addresses_of_folders_for_browsers_are_escaped() {
        let address = "https://a.org/base".to_owned();
        let (files, requested) = (BTreeMap::new(), BTreeSet::new());
        let side = Side::Published(Published { address, files, requested, left_out: 0 });
        assert_eq!(side.address("a b/50%#é"), "https://a.org/base/a%20b/50%25%23%C3%A9");
    }
}
