//! Builds in several passes, each into its own folder. jekyll-polyglot, for example, runs one pass for each language.

use super::Site;
use crate::config::{Configuration, EntryPatterns};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Content, SiteContext};
use crate::progress::Progress;
use crate::render::producer::Producers;
use hastie_liquid::Hash;
use std::sync::Arc;

/// The configuration changes for one pass. A plugin can ask for several passes, each of which builds the whole site.
#[derive(Debug, Clone, Default)]
pub struct Pass {
    /// The output folder, relative to the destination. Empty for the destination itself.
    pub folder: String,
    /// Patterns to exclude in addition to the configuration's `exclude`.
    pub exclude: Vec<String>,
    /// Configuration values that the pass sets.
    pub values: Hash,
}

impl Site {
    /// Processes the site once, or once for each pass that a plugin asks for. Restores the configuration afterwards.
    pub(super) fn process_passes(&mut self, progress: &Progress, log: &mut Log) -> Result<(), Failure> {
        let passes = self.plugins.passes(&self.setup.context)?;
        if passes.is_empty() {
            return self.process_once(progress, log);
        }
        let (destination, config) = (self.setup.context.destination.clone(), self.setup.context.config.clone());
        let mut outcome = Ok(());
        for pass in &passes {
            self.begin(pass, &destination, &config)?;
            outcome = self.process_once(progress, log);
            if outcome.is_err() {
                break;
            }
        }
        self.begin(&Pass::default(), &destination, &config)?;
        outcome
    }

    /// Discards the content of the previous pass and applies this pass's configuration.
    fn begin(&mut self, pass: &Pass, destination: &str, config: &Configuration) -> Result<(), Failure> {
        self.rendered = None;
        self.content = Content::default();
        self.producers = Producers::default();
        if let Some(host) = self.plugins.script_host() {
            host.before_pass();
        }
        let context = Arc::get_mut(&mut self.setup).and_then(|setup| Arc::get_mut(&mut setup.context));
        let Some(context) = context else {
            return Err(Failure::raised("RuntimeError", "a site that is still in use cannot be built again"));
        };
        context.config = config.clone();
        enter(context, pass, destination);
        Ok(())
    }
}

fn enter(context: &mut SiteContext, pass: &Pass, destination: &str) {
    context.destination = match pass.folder.as_str() {
        "" => destination.to_owned(),
        folder => format!("{}/{folder}", destination.trim_end_matches('/')),
    };
    let mut config = context.config.clone();
    config.add_excludes(pass.exclude.iter().map(String::as_str));
    context.entry_patterns = EntryPatterns::new(&config, &context.world).into();
    for (key, value) in pass.values.iter() {
        context.config.values.set_value(key.clone(), value.clone());
    }
}
