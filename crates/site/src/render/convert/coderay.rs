//! The old option `kramdown.coderay`. Its values are merged into `syntax_highlighter_opts` whatever the highlighter is
//! (`KramdownParser#modernize_coderay_config`).

use crate::diagnostic::{Level, Message};
use hastie_liquid::{Hash, Value};

/// The values of CodeRay's options that a non-empty hash `coderay` does not set.
fn defaults() -> Hash {
    let mut defaults = Hash::new();
    defaults.set("css", "style");
    defaults.set("bold_every", 10);
    defaults.set("line_numbers", "inline");
    defaults.set("line_number_start", 1);
    defaults.set("tab_width", 4);
    defaults.set("wrap", "div");
    defaults
}

/// The hash `coderay` in kramdown's configuration. `None` if it is missing or empty.
fn used(kramdown: &Hash) -> Option<&Hash> {
    kramdown.get("coderay").and_then(Value::as_hash).filter(|coderay| !coderay.is_empty())
}

/// Combines the options of the highlighter: `given`, then default values, then the hash `coderay` in `kramdown`. Each
/// overrides the options before it. Then removes the prefix `coderay_` from names. If `coderay` has no values, returns
/// `given` unchanged.
pub(crate) fn merged(given: Hash, kramdown: &Hash) -> Hash {
    let Some(coderay) = used(kramdown) else { return given };
    let mut merged = given;
    for (name, value) in defaults().iter().chain(coderay.iter()) {
        merged.set_value(name.clone(), value.clone());
    }
    let mut stripped = Hash::new();
    for (name, value) in merged.iter() {
        match name.as_str() {
            Some(name) => stripped.set(name.strip_prefix("coderay_").unwrap_or(name), value.clone()),
            None => stripped.set_value(name.clone(), value.clone()),
        }
    }
    stripped
}

/// The deprecation warnings for `coderay`, and for options that start with `coderay_`. Empty if `coderay` has no
/// values.
pub(crate) fn deprecations(kramdown: &Hash) -> Vec<Message> {
    let Some(coderay) = used(kramdown) else { return Vec::new() };
    let given = kramdown.get("syntax_highlighter_opts").and_then(Value::as_hash);
    let names =
        given.into_iter().chain([coderay]).flat_map(|options| options.iter()).filter_map(|(name, _)| name.as_str());
    let mut old: Vec<&str> = Vec::new();
    for name in names.filter(|name| name.starts_with("coderay_")) {
        if !old.contains(&name) {
            old.push(name);
        }
    }
    let used = "You are using 'kramdown.coderay' in your configuration, please use 'syntax_highlighter_opts' instead.";
    let renamed = old.iter().map(|name| {
        format!("You are using '{name}'. Normalizing to {}.", name.strip_prefix("coderay_").unwrap_or(name))
    });
    std::iter::once(used.to_owned())
        .chain(renamed)
        .map(|text| Message::new(Level::Warn, "Deprecation:", text).about_setting("kramdown"))
        .collect()
}
