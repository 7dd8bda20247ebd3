//! Findings beyond those of Jekyll's doctor: old keys and missing titles. None of them makes a site unhealthy.

use super::TOPIC;
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::plugin::Plugins;
use crate::render::{Item, SiteView};
use hastie_liquid::Value;
use std::path::Path;

/// Keys that once meant something, with what is to be done about them.
const OLD_KEYS: [(&str, &str); 10] = [
    ("gems", "Jekyll 4 ignores it; list the plugins under 'plugins' instead"),
    ("pygments", "it was replaced by 'highlighter'"),
    ("auto", "it was replaced by the option '--watch'"),
    ("server", "it was replaced by the command 'serve'"),
    ("server_port", "it was replaced by 'port'"),
    ("layouts", "it was replaced by 'layouts_dir'"),
    ("data_source", "it was replaced by 'data_dir'"),
    ("redcarpet", "the Markdown engine redcarpet was removed in Jekyll 4"),
    ("rdiscount", "the Markdown engine rdiscount was removed in Jekyll 4"),
    ("maruku", "the Markdown engine maruku was removed in Jekyll 3"),
];

/// Outdated values: key, value, advice.
const OLD_VALUES: [(&str, &str, &str); 5] = [
    ("highlighter", "pygments", "it was removed in Jekyll 4; use 'rouge'"),
    ("markdown", "redcarpet", "it was removed in Jekyll 4; use 'kramdown'"),
    ("markdown", "rdiscount", "it was removed in Jekyll 4; use 'kramdown'"),
    ("markdown", "maruku", "it was removed in Jekyll 3; use 'kramdown'"),
    ("markdown", "GFM", "it is GitHub's word; use 'kramdown', whose input is GFM by default"),
];

/// Outdated keys and values, and plugins that a key needs.
pub(super) fn on_configuration(configuration: &Configuration, plugins: &Plugins, log: &mut Log) {
    for (key, advice) in OLD_KEYS {
        if configuration.values.contains_key(key) {
            log.warn(TOPIC, format!("The configuration has '{key}': {advice}."));
        }
    }
    for (key, value, advice) in OLD_VALUES {
        if configuration.text(key) == Some(value) {
            log.warn(TOPIC, format!("The configuration has '{key}: {value}': {advice}."));
        }
    }
    let paginates = plugins.has("jekyll-paginate") || plugins.has("jekyll-paginate-v2");
    if configuration.is_set("paginate") && !paginates {
        log.warn(TOPIC, "'paginate' does nothing without 'plugins: [jekyll-paginate]'.");
    }
    if configuration
        .get("kramdown")
        .as_hash()
        .is_some_and(|options| options.get("enable_coderay").is_some_and(Value::truthy))
    {
        log.warn(TOPIC, "'kramdown: enable_coderay' was removed in Jekyll 4; code is highlighted by Rouge.");
    }
}

/// HTML pages of the source without a title, which feeds and search engines miss. What plugins made is not the author's.
pub(super) fn on_titles(view: &SiteView, log: &mut Log) {
    for item in view.slots.iter().map(crate::render::ItemSlot::item).filter(|item| item.is_written()) {
        let Item::Page(page) = item else { continue };
        let setup = &view.setup;
        let is_own = || setup.world.is_file(Path::new(&setup.in_source(page.relative_path())));
        if page.is_html() && !page.field("title").truthy() && page.name != "404.html" && is_own() {
            log.info(TOPIC, format!("{} has no title.", page.relative_path()));
        }
    }
}
