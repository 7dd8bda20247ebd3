//! Reports missing plugins with the places that use their tags, and outdated ways to request plugins.
//!
//! As in every build, the setup of the site logs the features of each missing plugin.

use super::TOPIC;
use super::uses::Texts;
use crate::diagnostic::{Level, Log, Message};
use crate::facts;
use crate::plugins::gems::gem_of;
use crate::plugins::{is_built_in, missing};
use crate::site::Site;
use hastie_liquid::Value;
use std::path::Path;

/// The fetched gems that the site uses, with their versions.
fn fetched(site: &Site) -> Vec<(String, String)> {
    let setup = &site.setup;
    let of_folder = |folder: &String| {
        let entries = setup.context.world.list(Path::new(folder)).unwrap_or_default().into_iter();
        entries
            .filter_map(|entry| entry.name.rsplit_once('-').map(|(gem, version)| (gem.to_owned(), version.to_owned())))
    };
    setup.context.config.fetched.folders.iter().flat_map(of_folder).collect()
}

/// Logs advice about the site's plugins, for example about unsupported tags and downloaded gems.
pub(super) fn advise(site: &Site, texts: &Texts, log: &mut Log) {
    let plugins = &site.setup.plugins;
    // A plugin may be listed by the path of its file: `jekyll/scholar`.
    let is_used = |name: &str| plugins.has(name) || plugins.has(&gem_of(name));
    for name in site.setup.context.config.settings().plugin_names().iter().filter(|name| !is_used(name)) {
        for tag in missing::known(name).map_or(&[] as &[&str], |gem| gem.tags) {
            if facts::defines_tag(site, tag) {
                continue;
            }
            if let Some(places) = texts.of_tag(tag) {
                let text = format!("The tag '{tag}' of {name}, which is not supported, ends the build in {places}.");
                places.warn(text, log);
            }
        }
    }
    for (gem, version) in fetched(site) {
        log.info(TOPIC, format!("{gem} {version} is a gem that Hastie has fetched. .hastie.lock pins it."));
    }
    let Value::Array(gems) = site.setup.context.settings().gems() else { return };
    for name in gems.iter().filter_map(Value::as_str).filter(|name| !plugins.has(name)) {
        let state = match (is_built_in(name), missing::known(name)) {
            (true, _) => "is built in".to_string(),
            (false, Some(gem)) => format!("is not supported ({})", gem.purpose),
            (false, None) => "is not known".to_string(),
        };
        let text = format!("'{name}' under 'gems' does nothing; the plugin {state}.");
        log.push(Message::new(Level::Warn, TOPIC, text).about_item("gems", name));
    }
}
