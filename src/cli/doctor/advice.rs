//! Findings that Jekyll's doctor does not have: outdated keys and missing titles. They do not affect the exit code.

use super::TOPIC;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::facts;
use crate::render::{Item, SiteView};
use std::path::Path;

/// Warns about settings that have no effect or end a build, such as `markdown: redcarpet`.
pub(super) fn on_configuration(configuration: &Configuration, log: &mut Log) {
    for (key, sentence) in facts::outdated_settings(configuration) {
        log.warn_of_setting(key, TOPIC, sentence);
    }
}

/// Reports HTML pages without a title. Feeds and search engines need titles. Skips pages with the name `404.html`, and
/// pages that plugins have generated.
pub(super) fn on_titles(view: &SiteView, log: &mut Log) {
    for item in view.slots().iter().map(crate::render::ItemSlot::item).filter(|item| item.is_written()) {
        let Item::Page(page) = item else { continue };
        let setup = &view.setup();
        let is_own = || setup.context.world.is_file(Path::new(&setup.context.in_source(page.relative_path())));
        if page.is_html() && !page.field("title").truthy() && page.name != "404.html" && is_own() {
            let text = format!("{} has no title.", page.relative_path());
            log.push(Message::new(Level::Info, TOPIC, text).about(page.relative_path(), 0));
        }
    }
}
