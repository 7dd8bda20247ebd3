//! HTTP requests of plugins. In the shim, Ruby's `net/http` sends them here instead of to a socket (`network/requests.rb`).

use crate::bridge::Bridge;
use crate::network::Outcome;
use hastie_liquid::{Abort, Value};
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::world::{PluginRequest, PluginResponse, RequestFailure, working_instant};
use std::time::Duration;

/// The request that Ruby describes. `headers` contains pairs of name and value. `limits` contains the time limits for
/// opening a connection, for reading, and for the whole request, in seconds. In `body`, each byte is a character up to
/// U+00FF.
pub(crate) fn request(method: &str, url: &str, headers: &[Value], body: &str, limits: &[Value]) -> PluginRequest {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let pair = |pair: &Value| Some((text(pair.as_array()?.first()?), text(pair.as_array()?.get(1)?)));
    let limit = |index: usize| limits.get(index).and_then(duration);
    PluginRequest {
        method: method.to_string(),
        url: url.to_string(),
        headers: headers.iter().filter_map(pair).collect(),
        body: body.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect(),
        open_timeout: limit(0),
        read_timeout: limit(1),
        timeout: limit(2),
        limit: 0,
    }
}

/// Sends a request of the plugin at `location`, a file and line. Returns the response or the reason why there is none.
///
/// # Errors
/// Fails if the request is not allowed and `--strict` makes that an error.
pub(crate) fn send(bridge: &Bridge<'_, '_>, request: PluginRequest, location: &str) -> Result<Value, Abort> {
    let ruby = bridge.ruby;
    let since = working_instant();
    let outcome = ruby.network.request(request, location, &mut |message| ruby.console.log(message));
    // Requests to servers have limits of their own.
    ruby.session.allow_time(working_instant().saturating_duration_since(since));
    match outcome {
        Outcome::Response(response) => Ok(response_value(&response)),
        Outcome::NotAllowed(why) => Ok(Value::array(vec!["not_allowed".into(), why.into()])),
        Outcome::Failed(failing, message) => Ok(Value::array(vec![name(failing).into(), message.into()])),
        Outcome::Strict(message) => {
            // The build must fail even if the plugin rescues the exception.
            let failure = || Failure::raised("Jekyll::Errors::FatalException", message.clone());
            lock(&ruby.pending_failure).get_or_insert_with(failure);
            Err(Abort::error("Jekyll::Errors::FatalException", message))
        }
    }
}

/// A time limit in seconds, raised to a millisecond or lowered to a day if necessary. `None` if the value is not a
/// number.
fn duration(seconds: &Value) -> Option<Duration> {
    let seconds = match seconds {
        Value::Int(seconds) => *seconds as f64,
        Value::Float(seconds) => *seconds,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds.clamp(0.001, 86_400.0)).ok()
}

fn response_value(response: &PluginResponse) -> Value {
    let headers = response.headers.iter();
    let headers = headers.map(|(name, value)| Value::array(vec![name.as_str().into(), characters(value)])).collect();
    let status = Value::Int(i64::from(response.status));
    Value::array(vec!["response".into(), status, Value::array(headers), characters(&response.body)])
}

/// A string with one character for each byte: the byte 255 becomes U+00FF.
fn characters(bytes: &[u8]) -> Value {
    bytes.iter().copied().map(char::from).collect::<String>().into()
}

fn name(failing: RequestFailure) -> &'static str {
    match failing {
        RequestFailure::Invalid => "invalid",
        RequestFailure::NotFound => "not_found",
        RequestFailure::Refused => "refused",
        RequestFailure::Unreachable => "unreachable",
        RequestFailure::OpenTimeout => "open_timeout",
        RequestFailure::ReadTimeout => "read_timeout",
        RequestFailure::Timeout => "timeout",
        RequestFailure::Closed => "closed",
        RequestFailure::Reset => "reset",
        RequestFailure::Tls => "tls",
        RequestFailure::TooLong => "too_long",
        RequestFailure::Other => "other",
    }
}
