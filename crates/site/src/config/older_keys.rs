//! Converts configuration keys of older versions, with deprecation warnings. Mirrors
//! `Configuration#backwards_compatibilize` of Jekyll 3.

use super::inspect;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use hastie_liquid::{Hash, Value};

/// Pairs of a key in older versions and its present name.
const RENAMED: [(&str, &str); 4] =
    [("server_port", "port"), ("gems", "plugins"), ("layouts", "layouts_dir"), ("data_source", "data_dir")];

const NO_MARUKU: &str = "You're using the 'maruku' Markdown processor, which has been removed as of 3.0.0. We recommend \
                         you switch to Kramdown. To do this, replace `markdown: maruku` with `markdown: kramdown` in \
                         your `_config.yml` file.";

/// Renames or removes the keys of older versions in the values from the configuration files, before the defaults are
/// merged in.
///
/// # Errors
/// Fails if `plugins` is a string or the Markdown processor is `maruku`. Also fails if `include` or `exclude` is
/// truthy, but neither a string nor an array.
pub(super) fn repair(values: &mut Hash, log: &mut Log) -> Result<(), Failure> {
    if values.contains_key("auto") || values.contains_key("watch") {
        deprecated(
            log,
            if values.contains_key("auto") { "auto" } else { "watch" },
            "Auto-regeneration can no longer be set from your configuration file(s). Use the --[no-]watch/-w \
             command-line option instead.",
        );
        values.remove("auto");
        values.remove("watch");
    }
    if values.remove("server").is_some() {
        deprecated(
            log,
            "server",
            "The 'server' configuration option is no longer accepted. Use the 'jekyll serve' subcommand to serve your \
             site with WEBrick.",
        );
    }
    refuse_text(values, log)?;
    for (old, new) in RENAMED {
        if let Some(value) = values.remove(old) {
            let text = format!(
                "The '{old}' configuration option has been renamed to '{new}'. Please update your config file \
                 accordingly."
            );
            deprecated(log, old, &text);
            values.set(new, value);
        }
    }
    if let Some(pygments) = values.remove("pygments") {
        deprecated(
            log,
            "pygments",
            "The 'pygments' configuration option has been renamed to 'highlighter'. Please update your config file \
             accordingly. The allowed values are 'rouge', 'pygments' or null.",
        );
        if pygments.truthy() {
            values.set("highlighter", "pygments");
        }
    }
    for key in ["include", "exclude"] {
        split_text(values, key, log)?;
    }
    let markdown = values.get("markdown").and_then(Value::as_str).unwrap_or_default();
    if markdown.eq_ignore_ascii_case("maruku") {
        log.push(Message::new(Level::Error, "Error:", NO_MARUKU).about_setting("markdown"));
        return Err(Failure::raised("SystemExit", NO_MARUKU));
    }
    Ok(())
}

fn deprecated(log: &mut Log, key: &'static str, text: &str) {
    log.warn_of_setting(key, "Deprecation:", text);
}

/// `check_plugins`: fails if `plugins` is a string.
fn refuse_text(values: &Hash, log: &mut Log) -> Result<(), Failure> {
    let Some(Value::Str(_)) = values.get("plugins") else { return Ok(()) };
    log.push(Message::new(
        Level::Error,
        "Configuration Error:",
        "You specified the `plugins` config in your configuration file as a string, please use an array instead. If \
         you wanted to set the directory of your plugins, use the config key `plugins_dir` instead.",
    ).about_setting("plugins"));
    let message = format!(
        "'plugins' should not be a string, but was: {}. Use 'plugins_dir' instead.",
        inspect(values.get("plugins"))
    );
    Err(Failure::raised("Jekyll::Errors::InvalidConfigurationError", message))
}

/// `check_include_exclude`: splits a string at commas, and converts list elements to strings.
fn split_text(values: &mut Hash, key: &'static str, log: &mut Log) -> Result<(), Failure> {
    let items = match values.get(key) {
        Some(Value::Str(text)) => {
            let text = text.to_string();
            let said = format!(
                "The '{key}' configuration option must now be specified as an array, but you specified a string. For \
                 now, we've treated the string you provided as a list of comma-separated values."
            );
            deprecated(log, key, &said);
            let mut parts: Vec<&str> = text.split(',').collect();
            while parts.last() == Some(&"") {
                parts.pop();
            }
            parts.into_iter().map(|part| Value::from(part.trim())).collect()
        }
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| match item {
                Value::Str(_) => item.clone(),
                other => Value::from(inspect(Some(other))),
            })
            .collect(),
        None | Some(Value::Nil | Value::Bool(false)) => return Ok(()),
        other => {
            let message = format!("undefined method `map!' for {} (`{key}:`)", inspect(other));
            return Err(Failure::raised("NoMethodError", message));
        }
    };
    values.set(key, Value::array(items));
    Ok(())
}
