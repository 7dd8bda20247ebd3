//! The Markdown converter, which selects a processor. Each processor has its own file and one line in [`Processors`].
//! Mirrors `Jekyll::Converters::Markdown`.

use super::Converter;
use crate::config::Configuration;
use crate::diagnostic::{Level, Message};
use crate::render::RenderContext;
use hastie_liquid::{Abort, Str, Value};
use std::fmt::Debug;
use std::sync::Arc;

/// The name of the Markdown converter's class in Ruby, for messages and plugins.
pub(crate) const CLASS: &str = "Jekyll::Converters::Markdown";

/// A Markdown library that `markdown` in the configuration can select.
pub trait Processor: Debug + Send + Sync {
    /// Converts Markdown to HTML.
    ///
    /// # Errors
    /// Fails if the processor rejects its options.
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort>;
}

/// The Markdown processors of a site by their names in `markdown:`. Upper and lower case must match, except in
/// `kramdown`.
#[derive(Debug, Default)]
pub struct Processors {
    list: Vec<(String, Arc<dyn Processor>)>,
}

impl Processors {
    /// Adds a processor under a name. A processor that already has this name is replaced.
    pub fn add(&mut self, name: &str, processor: Arc<dyn Processor>) {
        self.list.retain(|(other, _)| other != name);
        self.list.push((name.to_string(), processor));
    }

    fn named(&self, wanted: &str) -> Option<&Arc<dyn Processor>> {
        // Only kramdown's name is case-insensitive. Other names are names of Ruby classes.
        let found = |(name, _): &&(String, Arc<dyn Processor>)| {
            name == wanted || (name == "kramdown" && wanted.eq_ignore_ascii_case("kramdown"))
        };
        self.list.iter().find(found).map(|(_, processor)| processor)
    }
}

/// Jekyll's Markdown converter, which passes texts on to the configured processor.
#[derive(Debug)]
pub struct Markdown {
    extensions: Vec<String>,
    wanted: Value,
    safe: bool,
    processors: Processors,
}

impl Markdown {
    /// Reads the extensions and the name of the processor from the configuration.
    pub fn new(config: &Configuration, processors: Processors) -> Self {
        let extensions = config.settings().markdown_ext().as_str().unwrap_or_default();
        Markdown {
            extensions: extensions.split(',').map(|ext| format!(".{}", ext.to_lowercase())).collect(),
            wanted: config.settings().markdown().clone(),
            safe: config.settings().safe(),
            processors,
        }
    }

    /// Jekyll's error about an unknown processor.
    fn unknown(&self, rendering: &mut RenderContext) -> Abort {
        if self.safe {
            let text = "Custom processors are not loaded in safe mode";
            rendering.log(Message::new(Level::Warn, "Build Warning:", text).about_setting("markdown"));
        }
        let shown = rendering.setup().context.inspect(&self.wanted);
        let names: Vec<&str> = self.processors.list.iter().map(|(name, _)| name.as_str()).collect();
        let text = format!("{shown} is not a valid Markdown processor.");
        rendering.log(Message::new(Level::Error, "Markdown processor:", text).about_setting("markdown"));
        rendering.log(Message::new(Level::Error, "", format!("Available processors are: {}", names.join(", "))));
        rendering.log(Message::new(Level::Error, "", ""));
        let name = rendering.setup().context.text(&self.wanted);
        Abort::error("Jekyll::Errors::FatalException", format!("Invalid Markdown processor given: {name}"))
    }
}

impl Converter for Markdown {
    fn class(&self) -> &'static str {
        CLASS
    }

    fn matches(&self, ext: &str) -> bool {
        let ext = ext.to_lowercase();
        self.extensions.contains(&ext)
    }

    fn output_ext(&self, _ext: &str) -> Option<Str> {
        Some(".html".into())
    }

    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let wanted = self.wanted.as_str().unwrap_or_default();
        match self.processors.named(wanted) {
            Some(processor) => processor.convert(source, rendering),
            None => Err(self.unknown(rendering)),
        }
    }

    fn highlighter_margin(&self) -> (Value, Value) {
        ("\n".into(), "\n".into())
    }
}
