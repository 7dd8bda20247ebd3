//! Requests the links to other sites. The number of requests is limited, and each server gets one request at a time.
//! Working links are cached.

use super::super::web::{Client, MAX_REDIRECTS, NoAnswer, joined, server};
use crate::config::{Configuration, cache};
use crate::path;
use crate::world::{World, write_below};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The maximum number of requests of one run, redirects not counted.
const MAX_REQUESTS: usize = 2000;

/// The number of servers that are asked at the same time.
const SERVERS: usize = 8;

/// The pause between two requests to a server.
const PAUSE: Duration = Duration::from_millis(500);

/// The maximum size of a response in bytes. Only the status of a response matters, so a longer response is not an
/// error.
const LIMIT: u64 = 4 * 1024 * 1024;

/// The time for which a working link is not requested again, in seconds.
const VALID: i64 = 7 * 24 * 3600;

/// The file with the working links, relative to the cache folder of the site.
const CACHE: &str = "Hastie/links.json";

/// The statuses with which servers refuse programs, although a browser may get the page.
const UNCLEAR: [u16; 7] = [401, 403, 405, 406, 418, 429, 999];

/// Requests the addresses, except those that worked in the last week. Returns the problems by address.
///
/// # Errors
/// Fails with a message if the network is forbidden, the user's proxy is invalid, or there are too many addresses.
pub(super) fn ask(
    addresses: &BTreeSet<String>,
    configuration: &Configuration,
    world: &World,
) -> Result<BTreeMap<String, String>, String> {
    if world.is_offline() {
        return Err("--external needs the network, which --offline or HASTIE_OFFLINE forbids".to_owned());
    }
    let cache = Cache::read(configuration, world);
    let unknown: Vec<&String> = addresses.iter().filter(|address| !cache.is_valid(address)).collect();
    if unknown.len() > MAX_REQUESTS {
        return Err(format!(
            "{} links to other sites exceed the limit of {MAX_REQUESTS}. Skip files with --exclude",
            unknown.len()
        ));
    }
    let client = Client::new(world)?;
    let mut servers: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for address in unknown {
        servers.entry(server(address)).or_default().push(address);
    }
    let servers: Vec<Vec<&String>> = servers.into_values().collect();
    let found = Mutex::new((BTreeMap::new(), cache));
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(addresses) = servers.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (index, address) in addresses.iter().enumerate() {
                if index > 0 {
                    std::thread::sleep(PAUSE);
                }
                let problem = problem(address, &client);
                let mut found = crate::locks::lock(&found);
                match problem {
                    Some(problem) => {
                        found.0.insert((*address).clone(), problem);
                    }
                    None => found.1.add(address),
                }
            }
        }
    };
    std::thread::scope(|scope| (0..SERVERS).for_each(|_| drop(scope.spawn(work))));
    let (problems, cache) = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    cache.write();
    Ok(problems)
}

/// The problem with an address. `None` if a page was found, or if the server refuses programs.
fn problem(address: &str, client: &Client) -> Option<String> {
    let mut url = address.to_owned();
    for _ in 0..=MAX_REDIRECTS {
        let response = match client.send("HEAD", &url, LIMIT) {
            // Some servers know only GET.
            Ok(response) if response.status >= 400 => client.send("GET", &url, LIMIT),
            other => other,
        };
        let response = match response {
            Ok(response) => response,
            Err(NoAnswer::TooLong) => return None,
            Err(NoAnswer::Failed(reason)) => return Some(format!("cannot be reached: {reason}")),
        };
        let status = response.status;
        match (status, response.location) {
            (301 | 302 | 303 | 307 | 308, Some(to)) => match joined(&url, &to) {
                Some(next) => url = next,
                None => return Some(format!("leads to '{to}', which is not a web address")),
            },
            _ if status < 400 || UNCLEAR.contains(&status) => return None,
            _ => return Some(format!("is broken: the server answers {status}")),
        }
    }
    Some(format!("is redirected more than {MAX_REDIRECTS} times"))
}

/// The links that worked in earlier runs, with the times of the requests.
struct Cache {
    source: String,
    file: Option<String>,
    now: i64,
    links: Map<String, Json>,
}

impl Cache {
    fn read(configuration: &Configuration, world: &World) -> Self {
        let file = cache::folder(configuration).map(|folder| path::join(&folder, CACHE));
        let bytes = file.as_ref().and_then(|file| world.read(Path::new(file)).ok()).unwrap_or_default();
        let links = serde_json::from_slice::<Json>(&bytes).ok().and_then(|links| links.as_object().cloned());
        Cache { source: configuration.source.clone(), file, now: world.now().0, links: links.unwrap_or_default() }
    }

    fn is_valid(&self, address: &str) -> bool {
        let time = self.links.get(address).and_then(Json::as_i64);
        time.is_some_and(|time| (0..VALID).contains(&(self.now - time)))
    }

    fn add(&mut self, address: &str) {
        self.links.insert(address.to_owned(), json!(self.now));
    }

    /// Writes the cache file, without links that must be requested again. Errors are ignored.
    fn write(mut self) {
        let now = self.now;
        self.links.retain(|_, time| time.as_i64().is_some_and(|time| (0..VALID).contains(&(now - time))));
        let Some(file) = self.file else { return };
        let text = format!("{:#}\n", Json::Object(self.links));
        let _ = write_below(Path::new(&self.source), Path::new(&file), text.as_bytes());
    }
}
