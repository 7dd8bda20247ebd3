//! The converter that returns its input. Mirrors `Jekyll::Converters::Identity`.

use super::Converter;
use crate::priority;
use crate::render::RenderContext;
use hastie_liquid::{Abort, Str};

/// Returns its input. It handles every extension, and has the lowest priority.
#[derive(Debug)]
pub struct Identity;

impl Converter for Identity {
    fn class(&self) -> &'static str {
        "Jekyll::Converters::Identity"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn matches(&self, _ext: &str) -> bool {
        true
    }

    fn output_ext(&self, ext: &str) -> Option<Str> {
        Some(ext.into())
    }

    fn convert(&self, source: &str, _rendering: &mut RenderContext) -> Result<String, Abort> {
        Ok(source.to_string())
    }

    fn convert_owned(&self, source: String, _rendering: &mut RenderContext) -> Result<String, Abort> {
        Ok(source)
    }
}
