//! HTTP requests of plugins. In the shim, Ruby's `net/http` sends them here instead of to a socket (`network.rb`).

use crate::bridge::Bridge;
use crate::network::Outcome;
use hastie_liquid::{Abort, Value};
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::world::{Failing, PluginRequest, PluginResponse};
use std::time::Duration;

/// Handles a request. The arguments are the method, the URL, the headers, the body, the three time limits, and the
/// location in Ruby. In headers and bodies, each byte is a character up to U+00FF.
///
/// # Errors
/// Fails if the request is not allowed and `--strict` makes that an error.
pub fn handle(bridge: &Bridge<'_, '_>, arguments: &[Value]) -> Result<Value, Abort> {
    let [method, url, headers, body, limits, location] = arguments else { return Ok(Value::Nil) };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let pairs = headers.as_array().unwrap_or_default().iter();
    let limits: Vec<_> = limits.as_array().unwrap_or_default().iter().map(duration).collect();
    let limit = |at: usize| limits.get(at).copied().flatten();
    let request = PluginRequest {
        method: text(method),
        url: text(url),
        headers: pairs
            .filter_map(|pair| Some((text(pair.as_array()?.first()?), text(pair.as_array()?.get(1)?))))
            .collect(),
        body: text(body).chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect(),
        open_timeout: limit(0),
        read_timeout: limit(1),
        timeout: limit(2),
        limit: 0,
    };
    let ruby = bridge.ruby;
    let outcome =
        ruby.network.request(request, location.as_str().unwrap_or_default(), &mut |message| ruby.console.log(message));
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

/// A time limit in seconds, clamped to at most a day.
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

/// Bytes as characters up to U+00FF.
fn characters(bytes: &[u8]) -> Value {
    bytes.iter().copied().map(char::from).collect::<String>().into()
}

fn name(failing: Failing) -> &'static str {
    match failing {
        Failing::Invalid => "invalid",
        Failing::NotFound => "not_found",
        Failing::Refused => "refused",
        Failing::Unreachable => "unreachable",
        Failing::OpenTimeout => "open_timeout",
        Failing::ReadTimeout => "read_timeout",
        Failing::Timeout => "timeout",
        Failing::Closed => "closed",
        Failing::Reset => "reset",
        Failing::Tls => "tls",
        Failing::TooLong => "too_long",
        Failing::Other => "other",
    }
}
