//! Tags and blocks that are classes in Ruby.

use crate::bridge::{Bridge, Parsing, Stage};
use crate::interpreter::Interpreter;
use crate::objects::table::RubyTagNumber;
use crate::ordering::recorded_tag;
use crate::protocol::Operation;
use crate::reports::call_times::Kind;
use crate::requests::{keep_bodies, template_name};
use hastie_liquid::{Abort, Context, Error, Tag, TagParse, TemplateEffects, Value, encoding};
use hastie_ruby::CallError;
use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

/// A tag in a template, for which Ruby has an instance of the tag's class.
#[derive(Debug)]
pub(crate) struct RubyTag {
    ruby: Arc<Interpreter>,
    name: String,
    is_block: bool,
    parsed: Parsed,
}

/// A tag that Ruby has parsed.
#[derive(Debug, Default)]
struct Parsed {
    /// The number of the instance in Ruby.
    number: RubyTagNumber,
    is_blank: bool,
    /// The numbers of the parsed parts of the block's content.
    bodies: Vec<u64>,
    /// For a class that inherits from the class of a built-in tag: the numbers of the tags that the built-in class has
    /// parsed.
    native_tags: Vec<u64>,
}

/// Parses a tag whose class is in Ruby. The class creates an instance for the tag, and parses the content of a block.
///
/// # Errors
/// Returns the exception that the class raises.
pub(crate) fn parse(
    ruby: &Arc<Interpreter>,
    is_block: bool,
    tag: &mut TagParse<'_, '_>,
) -> Result<Box<dyn Tag>, Error> {
    let name = tag.name().to_string();
    let parsed = parse_in_ruby(ruby, tag).map_err(error_of)?;
    Ok(Box::new(RubyTag { ruby: Arc::clone(ruby), name, is_block, parsed }))
}

fn parse_in_ruby(ruby: &Interpreter, tag: &mut TagParse<'_, '_>) -> Result<Parsed, CallError> {
    let line = tag.line().map_or(Value::Nil, |line| Value::Int(i64::from(line)));
    let last_line = tag.line().map_or(Value::Nil, |_| last_line_of(tag.source()));
    let arguments = vec![Value::from(tag.name()), Value::from(tag.markup()), line, last_line];
    let parsing = Parsing { tag: tag.reborrow(), bodies: HashMap::new(), native_tags: Vec::new() };
    let mut bridge = Bridge::new(ruby, Stage::Parse(parsing));
    let made = bridge.try_call(Operation::ParseTag, arguments)?;
    let mut parsed = Parsed::default();
    if let Stage::Parse(parsing) = &mut bridge.stage {
        parsed.bodies = keep_bodies(ruby, parsing);
        parsed.native_tags = std::mem::take(&mut parsing.native_tags);
    }
    if let Some([Value::Int(number), is_blank]) = made.as_array() {
        parsed.number = RubyTagNumber(number.cast_unsigned());
        parsed.is_blank = is_blank.truthy();
    }
    Ok(parsed)
}

fn last_line_of(source: &str) -> Value {
    Value::Int(i64::try_from(source.matches('\n').count()).unwrap_or(i64::MAX - 1) + 1)
}

fn error_of(error: CallError) -> Error {
    match error.into_abort() {
        Abort::Error(error) => *error,
        _ => Error::new("RuntimeError", "a tag cannot wait for a document while it is read"),
    }
}

impl Tag for RubyTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let serial = Value::Int(cx.serial().cast_signed());
        let arguments = vec![Value::Int(self.parsed.number.0.cast_signed()), serial, template_name(cx)];
        let mut bridge = Bridge::new(&self.ruby, Stage::Context(cx));
        let result = self.ruby.times.of(Kind::Tag, &self.name, || bridge.call(Operation::RenderTag, arguments))?;
        let [text, changed] = result.as_array().unwrap_or_default() else { return Ok(()) };
        bridge.apply(changed)?;
        encoding::mark_us_ascii(cx, matches!(text, Value::Str(text) if text.is_us_ascii()));
        out.push_str(text.as_str().unwrap_or_default());
        Ok(())
    }

    fn blank(&self) -> bool {
        self.parsed.is_blank
    }

    fn is_block(&self) -> bool {
        self.is_block
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        // The lock must not be held while the effects are collected: blocks within this one take it, too.
        let (bodies, native_tags) = {
            let objects = self.ruby.objects.lock();
            let bodies = self.parsed.bodies.iter().filter_map(|number| objects.bodies.get(number).cloned());
            let native = self.parsed.native_tags.iter().filter_map(|number| objects.native_tags.get(number).cloned());
            (bodies.collect::<Vec<_>>(), native.collect::<Vec<_>>())
        };
        bodies.iter().for_each(|parsed| parsed.body.effects(effects));
        native_tags.iter().for_each(|tag| tag.effects(effects));
        effects.reads_any = true;
        effects.filters.insert(recorded_tag(&self.name).into());
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(&self.parsed.number)
    }
}
