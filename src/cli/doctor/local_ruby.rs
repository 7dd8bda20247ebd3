//! Reports the definitions in a site's own Ruby and, if Ruby is not available, the places that use them.

use super::TOPIC;
use super::uses::Texts;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::facts::{self, OwnFile, Treatment};
use crate::plugins::local::LocalFile;
use crate::ruby_plugins;
use crate::site::Site;

/// If Ruby runs the files in the plugins folders, logs what each file defines. Otherwise, logs why a file is not run,
/// and where the site uses definitions that are therefore missing.
pub(super) fn advise(site: &Site, configuration: &Configuration, texts: &Texts, log: &mut Log) {
    if let Some(files) = ruby_plugins::files(&site.plugins) {
        for file in files {
            let time = file.loading.as_secs_f64();
            log.info(
                TOPIC,
                format!("{} is Ruby. It defines {}; loading it took {time:.3} s.", file.path, file.defines),
            );
        }
        return;
    }
    for OwnFile { file, treatment } in facts::own_ruby(configuration, &site.setup.context.world) {
        match treatment {
            Treatment::Skipped => skipped(&file, site, texts, log),
            Treatment::Replaced => {
                log.info(TOPIC, format!("{} is Ruby, whose work Hastie does without Ruby.", file.path));
            }
            Treatment::Safe => {
                let text = format!("{} is Ruby, which safe mode, as on GitHub Pages, does not run.", file.path);
                log.info(TOPIC, text);
            }
            Treatment::Sandbox | Treatment::System => {}
        }
    }
}

/// Warns that a file will be skipped, and warns about the uses of its tags and filters.
fn skipped(file: &LocalFile, site: &Site, texts: &Texts, log: &mut Log) {
    let text = format!("{} is Ruby and will be skipped. It defines {}.", file.path, file.summary());
    log.push(Message::new(Level::Warn, TOPIC, text).about(file.path.as_str(), 0));
    let tags = file.tags.iter().filter(|name| !facts::defines_tag(site, name));
    let tags = tags.map(|name| ("tag", name, texts.of_tag(name)));
    let filters = file.filters.iter().map(|name| ("filter", name, texts.of_filter(name)));
    for (kind, name, places) in tags.chain(filters) {
        if let Some(places) = places {
            places.warn(format!("The {kind} '{name}' of {} is used in {places}.", file.path), log);
        }
    }
}
