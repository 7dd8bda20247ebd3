//! A polite HTTP client for the services: few retries, pauses between them, and a total time limit.

use crate::world::{Request, RequestError, World};
use serde_json::Value as Json;
use std::fmt;
use std::sync::mpsc::channel;
use std::time::Duration;

/// The time limits of requests, and the pause between attempts. The total time counts for all services together.
#[derive(Debug, Clone, Copy)]
pub struct RequestLimits {
    /// The time limit for one response.
    pub answer: Duration,
    /// The pause before the second attempt. The pause before the third is four times as long.
    pub pause: Duration,
    /// The time limit for all requests together, including the pauses.
    pub total: Duration,
}

impl Default for RequestLimits {
    /// 15 seconds per response, 2 seconds between attempts, two minutes in total.
    fn default() -> Self {
        RequestLimits {
            answer: Duration::from_secs(15),
            pause: Duration::from_secs(2),
            total: Duration::from_secs(120),
        }
    }
}

/// The maximum number of attempts for a page.
const MAX_ATTEMPTS: u32 = 3;

/// The maximum size of a response in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// The header `User-Agent` of requests. It starts like a browser's, because some services reject scripts, and
/// identifies Hastie.
const AGENT: &str =
    concat!("Mozilla/5.0 (compatible; hastie/", env!("CARGO_PKG_VERSION"), "; citation counts of my own homepage)");

/// The reason why a service returned no counts, for example that it does not know the person (`Unknown`). As text, most
/// reasons include the user's next step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The service could not be reached in time, or reported an error of its own. Contains a message.
    Unreachable(String),
    /// The service rejects programs: status 403, 429 for every attempt, or a captcha.
    Refused(String),
    /// The service does not know the person.
    Unknown(String),
    /// The response is unusable. Contains a message.
    Unusable(String),
    /// No id is known for this service. Contains advice for setting one.
    NoId(&'static str),
}

impl fmt::Display for Refusal {
    /// Writes the reason and, for most reasons, what the user can do next.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreachable(why) => {
                write!(
                    f,
                    "it could not be reached ({why}). Run the command again later, or choose another source with --from"
                )
            }
            Refusal::Refused(why) => write!(
                f,
                "it refuses to answer programs ({why}). Try again tomorrow or from another network, or choose another source \
                 (--from openalex,semantic-scholar)"
            ),
            Refusal::Unknown(why) => write!(f, "{why}. Check the id"),
            Refusal::Unusable(why) => write!(f, "{why}. If this persists, choose another source with --from"),
            Refusal::NoId(which) => write!(f, "no id is known: {which}"),
        }
    }
}

/// A client for all services. The total time limit counts for all its requests together.
pub struct Client<'w> {
    world: &'w World,
    limits: RequestLimits,
    began: (i64, u32),
}

impl<'w> Client<'w> {
    /// Creates a client and starts its time limit.
    #[must_use]
    pub fn new(world: &'w World, limits: RequestLimits) -> Self {
        Client { world, limits, began: world.now() }
    }

    /// Fetches the text at a URL. Repeats the request after temporary failures.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn text(&self, url: &str) -> Result<String, Refusal> {
        let total = self.limits.total.as_secs();
        let mut problem = Refusal::Unreachable(format!("the time limit of {total} seconds was reached (--timeout)"));
        for attempt in 0..MAX_ATTEMPTS {
            if attempt > 0 && !self.wait(self.limits.pause * 4_u32.pow(attempt - 1)) {
                return Err(problem);
            }
            let time = self.left().min(self.limits.answer);
            if time.is_zero() {
                return Err(problem);
            }
            let headers = [("user-agent", AGENT), ("accept-language", "en")];
            let request = Request { url, headers: &headers, limit: MAX_BYTES, redirections: 5 };
            problem = match self.world.request_within(&request, time) {
                Ok(answer) if answer.is_success() => {
                    let text = String::from_utf8(answer.body);
                    return text.map_err(|_| Refusal::Unusable("the response is not valid UTF-8".to_owned()));
                }
                Ok(answer) => match answer.status {
                    403 => return Err(Refusal::Refused("403 Forbidden".to_owned())),
                    429 => Refusal::Refused("429 Too Many Requests".to_owned()),
                    404 => return Err(Refusal::Unknown(format!("there is nothing at {url} (404)"))),
                    300..=399 => return Err(Refusal::Unusable("it redirects endlessly".to_owned())),
                    status => Refusal::Unreachable(format!("{status} {}", answer.reason)),
                },
                Err(RequestError::Failed(why)) => Refusal::Unreachable(why),
                Err(other) => return Err(Refusal::Unreachable(other.to_string())),
            };
        }
        Err(problem)
    }

    /// Fetches the JSON at a URL. Repeats the request after temporary failures.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn json(&self, url: &str) -> Result<Json, Refusal> {
        let text = self.text(url)?;
        serde_json::from_str(&text)
            .map_err(|error| Refusal::Unusable(format!("the response is not valid JSON: {error}")))
    }

    /// Does work on a response within the total time limit. Work that takes longer continues in its thread, and its
    /// result is dropped.
    ///
    /// # Errors
    /// Fails if the time is over.
    pub fn in_time<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let (done, outcome) = channel();
        // After a timeout, the receiver is gone and the outcome is dropped.
        std::thread::spawn(move || done.send(work()));
        outcome.recv_timeout(self.left()).map_err(|_| {
            Refusal::Unusable(format!(
                "its response exceeded the time limit of {} seconds",
                self.limits.total.as_secs()
            ))
        })
    }

    /// Waits for `pause`. Returns false at once if this would exceed the total time limit.
    fn wait(&self, pause: Duration) -> bool {
        let is_time = pause < self.left();
        if is_time {
            std::thread::sleep(pause);
        }
        is_time
    }

    fn left(&self) -> Duration {
        let (seconds, nanoseconds) = self.world.now();
        let spent = (seconds - self.began.0) * 1000 + (i64::from(nanoseconds) - i64::from(self.began.1)) / 1_000_000;
        self.limits.total.saturating_sub(Duration::from_millis(u64::try_from(spent).unwrap_or(0)))
    }
}
