//! Converts typographic symbols only, for the filter `smartify`. Mirrors `Jekyll::Converters::SmartyPants`.

use super::Converter;
use super::kramdown::Kramdown;
use super::markdown::Processor;
use crate::config::Configuration;
use crate::priority;
use crate::render::RenderContext;
use hastie_liquid::{Abort, Str};

/// The converter for typography. It handles no extension, because filters find it by its class.
#[derive(Debug)]
pub struct SmartyPants(Kramdown);

impl SmartyPants {
    /// Reads the options for typography below `kramdown` in the configuration.
    pub fn new(config: &Configuration) -> Self {
        SmartyPants(Kramdown::for_typography(config))
    }
}

impl Converter for SmartyPants {
    fn class(&self) -> &'static str {
        "Jekyll::Converters::SmartyPants"
    }

    fn priority(&self) -> i32 {
        priority::LOW
    }

    fn matches(&self, _ext: &str) -> bool {
        false
    }

    fn output_ext(&self, _ext: &str) -> Option<Str> {
        None
    }

    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let mut html = self.0.convert(source, rendering)?;
        if html.ends_with('\n') {
            html.pop();
        }
        Ok(html)
    }
}
