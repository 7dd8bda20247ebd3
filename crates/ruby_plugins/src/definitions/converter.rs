//! Converters and Markdown processors that are classes in Ruby.

use crate::bridge::{Bridge, Stage};
use crate::definitions;
use crate::interpreter::Interpreter;
use crate::protocol::Operation;
use crate::reports::call_times::Kind;
use hastie_liquid::{Abort, Str, Value};
use hastie_site::locks::lock;
use hastie_site::render::RenderContext;
use hastie_site::render::convert::{Converter, Processor, TreeWriter};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// A converter that a plugin defines as a subclass of Ruby's `Jekyll::Converter`.
pub(crate) struct RubyConverter {
    ruby: Arc<Interpreter>,
    class: definitions::Converter,
    /// For each extension, whether the converter matches it, and the extension of the converted file.
    extensions: Mutex<HashMap<String, (bool, Option<Str>)>>,
}

impl fmt::Debug for RubyConverter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.class.class)
    }
}

impl RubyConverter {
    /// Connects a converter class in Ruby to the site. Ruby is asked later which extensions the class converts.
    pub(crate) fn new(ruby: &Arc<Interpreter>, class: &definitions::Converter) -> Self {
        RubyConverter { ruby: Arc::clone(ruby), class: class.clone(), extensions: Mutex::default() }
    }

    /// Whether the converter matches an extension, and the extension of converted files. Asks Ruby once for each
    /// extension.
    fn extension(&self, ext: &str) -> (bool, Option<Str>) {
        if let Some(known) = lock(&self.extensions).get(ext) {
            return known.clone();
        }
        let mut bridge = Bridge::new(&self.ruby, Stage::Load);
        let returned = bridge.try_call(Operation::ConverterFor, vec![Value::Int(self.class.index), ext.into()]);
        let answer = match returned.ok().as_ref().and_then(|returned| returned.as_array()) {
            Some([matches, Value::Str(output)]) => (matches.truthy(), Some(output.clone())),
            Some([matches, _]) => (matches.truthy(), None),
            _ => (false, None),
        };
        lock(&self.extensions).insert(ext.to_string(), answer.clone());
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
        self.extension(ext).0
    }

    fn output_ext(&self, ext: &str) -> Option<Str> {
        self.extension(ext).1
    }

    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let mut bridge = Bridge::new(&self.ruby, Stage::Rendering(rendering));
        let arguments = vec![Value::Int(self.class.index), source.into()];
        let run = || bridge.call(Operation::Convert, arguments);
        let converted = self.ruby.times.of(Kind::Converter, &self.class.class, run)?;
        let text = apply_changes(&mut bridge, &converted)?;
        Ok(text.to_s(rendering)?.to_string())
    }

    fn highlighter_margin(&self) -> (Value, Value) {
        (self.class.prefix.clone(), self.class.suffix.clone())
    }
}

/// Applies the changes that Ruby made to the site during a conversion. Returns the converted text.
fn apply_changes(bridge: &mut Bridge<'_, '_>, converted: &Value) -> Result<Value, Abort> {
    let [text, changed] = converted.as_array().unwrap_or_default() else { return Ok(Value::Nil) };
    bridge.apply(changed)?;
    Ok(text.clone())
}

/// A Markdown processor: a class in `Jekyll::Converters::Markdown` that `markdown:` can name.
#[derive(Debug)]
pub(crate) struct RubyProcessor {
    /// The interpreter that runs the processor.
    pub ruby: Arc<Interpreter>,
    /// The name of the processor's class.
    pub name: String,
}

impl Processor for RubyProcessor {
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let mut bridge = Bridge::new(&self.ruby, Stage::Rendering(rendering));
        let converted = bridge.call(Operation::Process, vec![self.name.as_str().into(), source.into()])?;
        let text = apply_changes(&mut bridge, &converted)?;
        Ok(text.to_s(rendering)?.to_string())
    }
}

/// Writes HTML with kramdown's converter in Ruby, because a plugin has redefined methods of this converter. The
/// converter receives the tree of elements.
#[derive(Debug)]
pub(crate) struct RubyTreeWriter {
    /// The interpreter that runs kramdown's converter.
    pub ruby: Arc<Interpreter>,
}

impl TreeWriter for RubyTreeWriter {
    fn write(&self, tree: Value, rendering: &mut RenderContext) -> Result<(String, Vec<String>), Abort> {
        let mut bridge = Bridge::new(&self.ruby, Stage::Rendering(rendering));
        let written = bridge.call(Operation::WriteTree, vec![tree])?;
        let Some([html, warnings]) = written.as_array() else { return Ok((String::new(), Vec::new())) };
        let warnings = warnings.as_array().unwrap_or_default();
        let warnings = warnings.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect();
        Ok((html.as_str().unwrap_or_default().to_owned(), warnings))
    }
}
