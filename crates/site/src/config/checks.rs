//! Checks the types of configuration values. Mirrors `Configuration#validate`.

use super::inspect;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use hastie_liquid::{Hash, Value};

/// Fails if the value of `plugins`, `include` or `exclude` is not an array. Missing keys are allowed.
pub(super) fn run(values: &Hash, log: &mut Log) -> Result<(), Failure> {
    if let Some(wrong) = not_an_array(values, "plugins") {
        log.push(Message::plain(
            Level::Error,
            format!(
                "'plugins' should be set as an array of gem-names, but was: {wrong}. Use 'plugins_dir' instead to set \
                 the directory for your non-gemified Ruby plugins."
            ),
        ).about_setting("plugins"));
        return Err(refusal("plugins", &wrong));
    }
    match ["include", "exclude"].into_iter().find_map(|key| Some((key, not_an_array(values, key)?))) {
        Some((key, wrong)) => Err(refusal(key, &wrong)),
        None => Ok(()),
    }
}

/// The value of `key` in Ruby's `inspect` format, if it is not an array. `None` for an array, and for a missing key.
fn not_an_array(values: &Hash, key: &str) -> Option<String> {
    match values.get(key) {
        None | Some(Value::Array(_)) => None,
        other => Some(inspect(other)),
    }
}

fn refusal(key: &str, value: &str) -> Failure {
    Failure::fatal(
        "Jekyll::Errors::InvalidConfigurationError",
        format!("'{key}' should be set as an array, but was: {value}."),
    )
}
