//! Settings without effect, and settings that end a build.

use crate::config::Configuration;
use hastie_liquid::Value;

/// Keys that Jekyll no longer reads, with advice.
const OLD_KEYS: [(&str, &str); 7] = [
    ("pygments", "it was replaced by 'highlighter'"),
    ("auto", "it was replaced by the option '--watch'"),
    ("server", "it was replaced by the command 'serve'"),
    ("server_port", "it was replaced by 'port'"),
    ("layouts", "it was replaced by 'layouts_dir'"),
    ("data_source", "it was replaced by 'data_dir'"),
    ("maruku", "the Markdown engine maruku was removed in Jekyll 3"),
];

/// Keys that Jekyll 3 reads and Jekyll 4 does not, with advice.
const KEYS_OF_3: [(&str, &str); 3] = [
    ("gems", "Jekyll 4 ignores it; list the plugins under 'plugins' instead"),
    ("redcarpet", "the Markdown engine redcarpet was removed in Jekyll 4"),
    ("rdiscount", "the Markdown engine rdiscount was removed in Jekyll 4"),
];

/// Outdated values of settings: the key, the value, and advice.
const OLD_VALUES: [(&str, &str, &str); 5] = [
    ("highlighter", "pygments", "it was removed in Jekyll 4; use 'rouge'"),
    ("markdown", "redcarpet", "it was removed in Jekyll 4; use 'kramdown'"),
    ("markdown", "rdiscount", "it was removed in Jekyll 4; use 'kramdown'"),
    ("markdown", "maruku", "it was removed in Jekyll 3; use 'kramdown'"),
    ("markdown", "GFM", "only GitHub knows it; use 'kramdown', whose input is GFM by default"),
];

/// The keys whose values GitHub Pages may replace: for each key, the values that GitHub Pages accepts, and the value
/// that replaces all others.
const IMPOSED: [(&str, &[&str], &str); 2] =
    [("highlighter", &["rouge"], "rouge"), ("markdown", &["kramdown", "gfm", "commonmarkghpages"], "kramdown")];

/// The keys of settings that have no effect or end a build, with one sentence for each. `configuration` must not
/// contain the settings that GitHub Pages imposes.
pub fn outdated_settings(configuration: &Configuration) -> Vec<(&'static str, String)> {
    let is_github = configuration.reference.configuration.has_imposed_settings;
    let newer: &[_] = if is_github { &[] } else { &KEYS_OF_3 };
    let keys = OLD_KEYS.iter().chain(newer).filter(|(key, _)| configuration.values.contains_key(key));
    let sentence = |(key, advice): &(&'static str, &str)| (*key, format!("The configuration has '{key}': {advice}."));
    let mut found: Vec<(&'static str, String)> = keys.map(sentence).collect();
    if is_github {
        found.extend(IMPOSED.iter().filter_map(|(key, accepted, replacement)| {
            let value = configuration.text(key)?;
            let is_accepted = accepted.contains(&value.to_lowercase().as_str());
            let text =
                || format!("The configuration has '{key}: {value}': GitHub Pages ignores it and uses '{replacement}'.");
            (!is_accepted && !value.is_empty()).then(|| (*key, text()))
        }));
        return found;
    }
    let values = OLD_VALUES.iter().filter(|(key, value, _)| configuration.text(key) == Some(value));
    let sentence = |(key, value, advice): &(&'static str, &str, &str)| {
        (*key, format!("The configuration has '{key}: {value}': {advice}."))
    };
    found.extend(values.map(sentence));
    if needs_coderay(configuration) {
        let advice =
            "it needs the gem kramdown-syntax-coderay, which Hastie does not have; use 'syntax_highlighter: rouge'";
        found.push(("kramdown", format!("The configuration has 'kramdown: enable_coderay': {advice}.")));
    }
    found
}

/// Whether `enable_coderay` selects the highlighter (`KramdownParser#highlighter`).
fn needs_coderay(configuration: &Configuration) -> bool {
    let options = configuration.settings().kramdown().as_hash();
    let is_set = |key: &str| options.is_some_and(|options| options.get(key).is_some_and(Value::truthy));
    is_set("enable_coderay") && !is_set("syntax_highlighter")
}
