//! The network for a site's own plugins: requests within limits, and the responses of earlier builds.
//!
//! [`PluginClient`](hastie_site::world::PluginClient) decides which addresses may be reached. This module stores the
//! responses ([`stored`]) and uses them if a request fails or is not allowed.

mod stored;

use hastie_site::config::{Configuration, cache};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::locks::lock;
use hastie_site::world::{PluginClient, PluginRequest, PluginRequestError, PluginResponse, RequestFailure, World};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use stored::StoredResponses;

/// The maximum number of requests in a build.
const MAX_REQUESTS: u32 = 2_000;

/// The maximum size of a response, in bytes.
const MAX_RESPONSE: u64 = 32 << 20;

/// The maximum size of all responses of a build, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Sends the requests of plugins. If a request fails or is not allowed, uses the response of an earlier build, if any.
#[derive(Debug)]
pub(crate) struct Network {
    world: World,
    /// The responses of earlier builds. `None` without a disk cache.
    stored: Option<StoredResponses>,
    is_strict: bool,
    build: Mutex<Build>,
}

/// The client of one build, the number of requests and bytes so far, and the warnings that were printed.
#[derive(Debug)]
struct Build {
    client: Result<PluginClient, String>,
    requests: u32,
    bytes: u64,
    /// The Ruby files about which there was a warning.
    warned: HashSet<String>,
    has_warned_of_age: bool,
}

impl Build {
    fn new(world: &World) -> Self {
        let client = PluginClient::new(world);
        Build { client, requests: 0, bytes: 0, warned: HashSet::new(), has_warned_of_age: false }
    }
}

/// The result of a plugin's request: a response, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A response of the server, in this or an earlier build.
    Response(PluginResponse),
    /// The user has not allowed the request, and no response is stored. Contains the reason.
    NotAllowed(String),
    /// The user has not allowed the request, and `--strict` makes this an error. Contains the message that ends the
    /// build.
    Strict(String),
    /// The request failed, and no response is stored. Contains the kind of failure and its message.
    Failed(RequestFailure, String),
}

impl Network {
    /// The network of a site. Without a disk cache, no responses are stored.
    pub(crate) fn new(config: &Configuration, world: &World) -> Self {
        let folder = cache::folder(config).map(|folder| PathBuf::from(format!("{folder}/Hastie/network")));
        let source = PathBuf::from(&config.source);
        Network {
            world: world.clone(),
            stored: folder.map(|folder| StoredResponses { folder, source, world: world.unobserved() }),
            is_strict: config.settings().strict(),
            build: Mutex::new(Build::new(world)),
        }
    }

    /// Ends a build. The next build looks up hosts again, and has its own limits.
    pub(crate) fn end_build(&self) {
        *lock(&self.build) = Build::new(&self.world);
    }

    /// Sends a request of the plugin at `place` (file and line). If the request fails or is not allowed, returns the
    /// stored response to the same request, if any. Warnings go to `warn`.
    pub(crate) fn request(&self, mut request: PluginRequest, place: &str, warn: &mut dyn FnMut(Message)) -> Outcome {
        let mut build = lock(&self.build);
        let build = &mut *build;
        request.limit = MAX_RESPONSE.min(MAX_BYTES.saturating_sub(build.bytes));
        let sent = match &build.client {
            _ if build.requests >= MAX_REQUESTS => {
                let message = format!("plugins sent more than {MAX_REQUESTS} requests");
                Err(PluginRequestError::Failed(RequestFailure::Other, message))
            }
            Ok(client) => client.send(&request),
            Err(message) => Err(PluginRequestError::Failed(RequestFailure::Other, message.clone())),
        };
        build.requests += 1;
        match sent {
            Ok(response) => {
                build.bytes += response.body.len() as u64;
                if let Some(stored) = self.stored.as_ref().filter(|_| response.status < 400) {
                    stored.store(&request, &response);
                }
                Outcome::Response(response)
            }
            Err(error) => {
                if let Some((response, date)) = self.stored.as_ref().and_then(|stored| stored.find(&request)) {
                    self.warn_of_age(build, &request, &error, date, warn);
                    if let Ok(client) = build.client.as_ref()
                        && response.is_public
                    {
                        client.note_public_answer();
                    }
                    return Outcome::Response(response);
                }
                match error {
                    PluginRequestError::Failed(failing, message) => Outcome::Failed(failing, message),
                    PluginRequestError::NotAllowed(why) => self.refuse(build, &request, place, &why, warn),
                }
            }
        }
    }

    /// Warns once per build that responses of earlier builds are used.
    fn warn_of_age(
        &self,
        build: &mut Build,
        request: &PluginRequest,
        error: &PluginRequestError,
        date: i64,
        warn: &mut dyn FnMut(Message),
    ) {
        if std::mem::replace(&mut build.has_warned_of_age, true) {
            return;
        }
        let why = match error {
            PluginRequestError::NotAllowed(why) => why.clone(),
            PluginRequestError::Failed(_, message) => message.clone(),
        };
        let age = age(self.world.now().0.saturating_sub(date));
        let text = format!(
            "{} was not requested ({why}). The build uses its answer from {age} ago, and earlier answers for other addresses, too.",
            request.url
        );
        warn(Message::new(Level::Warn, "Network:", text));
    }

    /// The outcome of a request that is not allowed. Warns once for each Ruby file, unless `--strict` makes it an
    /// error.
    fn refuse(
        &self,
        build: &mut Build,
        request: &PluginRequest,
        place: &str,
        why: &str,
        warn: &mut dyn FnMut(Message),
    ) -> Outcome {
        if self.is_strict {
            return Outcome::Strict(format!("{place} requests {}: {why} (--strict)", request.url));
        }
        let file = place.split(".rb:").next().unwrap_or(place).to_string();
        if build.warned.insert(file) {
            let text = format!("{place} requests {}: {why}. The plugin is skipped.", request.url);
            let (file, line) =
                place.rsplit_once(':').map_or((place, 0), |(file, line)| (file, line.parse().unwrap_or(0)));
            warn(Message::new(Level::Warn, "Network:", text).about(file, line));
        }
        Outcome::NotAllowed(why.to_string())
    }
}

/// A duration in its largest unit, such as "5 days".
fn age(seconds: i64) -> String {
    let (count, unit) = match seconds.max(0) {
        seconds @ 0..60 => (seconds, "second"),
        seconds @ 60..3_600 => (seconds / 60, "minute"),
        seconds @ 3_600..86_400 => (seconds / 3_600, "hour"),
        seconds => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
