//! Tags and blocks that are classes in Ruby.

use super::bridge::{Bridge, Parsing, Stage};
use super::liquid;
use super::shared::Shared;
use super::times::Kind;
use hastie_liquid::{Abort, Context, Error, Tag, TagParse, TemplateEffects, Value, encoding};
use hastie_ruby::CallError;
use std::collections::HashMap;
use std::sync::Arc;

/// An instance of a tag's class.
#[derive(Debug)]
pub struct RubyTag {
    shared: Arc<Shared>,
    name: String,
    number: u64,
    is_block: bool,
    is_blank: bool,
    bodies: Vec<u64>,
    natives: Vec<u64>,
}

/// Reads one: the class makes an instance of the markup, and reads its own contents.
pub fn parse(shared: &Arc<Shared>, is_block: bool, tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let name = tag.name();
    let line = tag.line().map_or(Value::Nil, |line| Value::Int(i64::from(line)));
    let arguments = vec![Value::from(name), Value::from(tag.markup()), line];
    let name = name.to_string();
    let (number, is_blank, bodies, natives) = read(shared, tag, arguments).map_err(error_of)?;
    Ok(Box::new(RubyTag { shared: Arc::clone(shared), name, number, is_block, is_blank, bodies, natives }))
}

type Read = (u64, bool, Vec<u64>, Vec<u64>);

fn read(shared: &Arc<Shared>, tag: &mut TagParse<'_, '_>, arguments: Vec<Value>) -> Result<Read, CallError> {
    let mut parsing = Parsing { tag: tag.reborrow(), bodies: HashMap::new(), natives: Vec::new() };
    let mut bridge = Bridge { shared, stage: Stage::Parse(&mut parsing) };
    let made = bridge.try_call("tag", arguments)?;
    let bodies = liquid::keep_bodies(&mut bridge);
    let natives = std::mem::take(&mut parsing.natives);
    match made.as_array() {
        Some([Value::Int(number), blank]) => Ok((number.cast_unsigned(), blank.truthy(), bodies, natives)),
        _ => Ok((0, false, bodies, natives)),
    }
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
        let arguments = vec![Value::Int(self.number.cast_signed()), serial, liquid::template_name(cx)];
        let mut bridge = Bridge { shared: &self.shared, stage: Stage::Context(cx) };
        let result = self.shared.times.of(Kind::Tag, &self.name, || bridge.call("tag_render", arguments))?;
        let [text, changed] = result.as_array().unwrap_or_default() else { return Ok(()) };
        bridge.apply(changed)?;
        encoding::mark_us_ascii(cx, matches!(text, Value::Str(text) if text.is_us_ascii()));
        out.push_str(text.as_str().unwrap_or_default());
        Ok(())
    }

    fn blank(&self) -> bool {
        self.is_blank
    }

    fn is_block(&self) -> bool {
        self.is_block
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        // Blocks within this one look there, too.
        let (bodies, natives) = {
            let held = self.shared.held();
            let bodies: Vec<_> = self.bodies.iter().filter_map(|number| held.bodies.get(number).cloned()).collect();
            let natives: Vec<_> = self.natives.iter().filter_map(|number| held.natives.get(number).cloned()).collect();
            (bodies, natives)
        };
        bodies.iter().for_each(|kept| kept.body.effects(effects));
        natives.iter().for_each(|tag| tag.effects(effects));
        effects.reads_any = true;
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn number(&self) -> Option<u64> {
        Some(self.number)
    }
}
