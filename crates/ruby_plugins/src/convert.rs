//! Converters and Markdown processors that are classes in Ruby.

use super::bridge::{Bridge, Stage};
use super::definitions;
use super::shared::Shared;
use super::times::Kind;
use hastie_liquid::{Abort, Str, Value};
use hastie_site::locks::lock;
use hastie_site::render::RenderContext;
use hastie_site::render::convert::{Converter, Processor, TreeWriter};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// A converter's class, by its place among them.
pub struct RubyConverter {
    pub shared: Arc<Shared>,
    pub class: definitions::Converter,
    /// Its answers about extensions so far.
    pub known: Mutex<HashMap<String, (bool, Option<Str>)>>,
}

impl fmt::Debug for RubyConverter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.class.class)
    }
}

impl RubyConverter {
    fn of(&self, ext: &str) -> (bool, Option<Str>) {
        if let Some(known) = lock(&self.known).get(ext) {
            return known.clone();
        }
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Load };
        let said = bridge.try_call("converter_for", vec![Value::Int(self.class.place), ext.into()]);
        let answer = match said.ok().as_ref().and_then(|said| said.as_array()) {
            Some([matches, Value::Str(output)]) => (matches.truthy(), Some(output.clone())),
            Some([matches, _]) => (matches.truthy(), None),
            _ => (false, None),
        };
        lock(&self.known).insert(ext.to_string(), answer.clone());
        answer
    }
}

impl Converter for RubyConverter {
    fn class(&self) -> &str {
        &self.class.class
    }

    fn priority(&self) -> i32 {
        self.class.priority
    }

    fn derives_from(&self) -> Option<&str> {
        self.class.native.as_deref()
    }

    fn matches(&self, ext: &str) -> bool {
        self.of(ext).0
    }

    fn output_ext(&self, ext: &str) -> Option<Str> {
        self.of(ext).1
    }

    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Rendering(rendering) };
        let arguments = vec![Value::Int(self.class.place), source.into()];
        let converted =
            self.shared.times.of(Kind::Converter, &self.class.class, || bridge.call("convert", arguments))?;
        Ok(converted.to_s(rendering)?.to_string())
    }

    fn highlighter_margin(&self) -> (Value, Value) {
        (self.class.prefix.clone(), self.class.suffix.clone())
    }
}

/// `Jekyll::Converters::Markdown::Own`: a processor that `markdown:` names.
#[derive(Debug)]
pub struct RubyProcessor {
    pub shared: Arc<Shared>,
    pub name: String,
}

impl Processor for RubyProcessor {
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Rendering(rendering) };
        let converted = bridge.call("process", vec![self.name.as_str().into(), source.into()])?;
        Ok(converted.to_s(rendering)?.to_string())
    }
}

/// Documents that a file of the site writes in the place of kramdown's converter.
#[derive(Debug)]
pub struct RubyTreeWriter {
    pub shared: Arc<Shared>,
}

impl TreeWriter for RubyTreeWriter {
    fn write(&self, tree: Value, rendering: &mut RenderContext) -> Result<(String, Vec<String>), Abort> {
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Rendering(rendering) };
        let written = bridge.call("tree", vec![tree])?;
        let Some([html, warnings]) = written.as_array() else { return Ok((String::new(), Vec::new())) };
        let warnings = warnings.as_array().unwrap_or_default();
        let warnings = warnings.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect();
        Ok((html.as_str().unwrap_or_default().to_owned(), warnings))
    }
}
