//! A host without a site, for templates rendered by themselves: configuration and nothing else.

use super::{Conversion, FilterHost};
use crate::world::World;
use hastie_liquid::{Abort, Hash, Host, Value};
use jiff::tz::TimeZone;
use sasso::{Options, Syntax};
use std::any::Any;

/// The host of a template outside of a site.
pub struct LoneHost {
    world: World,
    zone: TimeZone,
    config: Hash,
    /// What is to be said in the log, in order: topic and message.
    pub warnings: Vec<(String, String)>,
}

impl LoneHost {
    /// A host with a clock and a configuration; `timezone` in there is the zone of local times.
    pub fn new(world: World, config: Hash) -> Self {
        let name = config.get("timezone").and_then(Value::as_str).or_else(|| world.variable("TZ"));
        let zone = name.and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
        LoneHost { world, zone, config, warnings: Vec::new() }
    }
}

impl Host for LoneHost {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn now(&mut self) -> (i64, u32) {
        self.world.now()
    }

    fn zone(&self) -> &TimeZone {
        &self.zone
    }
}

impl FilterHost for LoneHost {
    fn config(&mut self, key: &str) -> Value {
        self.config.get(key).cloned().unwrap_or(Value::Nil)
    }

    fn convert(&mut self, conversion: Conversion, text: &str) -> Result<String, Abort> {
        match conversion {
            Conversion::Sass => style_sheet(text, Syntax::Sass),
            Conversion::Scss => style_sheet(text, Syntax::Scss),
            Conversion::Markdown | Conversion::SmartyPants => {
                Err(Abort::error("NotImplementedError", "Markdown is not there yet"))
            }
        }
    }

    fn warn(&mut self, topic: &str, message: String) {
        self.warnings.push((topic.to_string(), message));
    }
}

/// A style sheet that belongs to no page.
fn style_sheet(text: &str, syntax: Syntax) -> Result<String, Abort> {
    if syntax == Syntax::Sass && text.starts_with([' ', '\t']) {
        return Err(failure(text, "Indenting at the beginning of the document is illegal.", 0));
    }
    let options = Options::new().with_syntax(syntax).with_charset(false).with_url("-");
    sasso::compile(text, &options).map_err(|error| {
        if let Some(at) = (syntax == Syntax::Scss).then(|| missing_block(text)).flatten() {
            return failure(text, "expected \"{\".", at);
        }
        let message = error.to_string();
        Abort::error("ArgumentError", message.strip_prefix("Error: ").unwrap_or(&message))
    })
}

/// Where dart-sass misses the block of a rule at the top level, for texts that begin with words and
/// not with a declaration, an at-rule or a comment: sasso takes such words for a property.
fn missing_block(text: &str) -> Option<usize> {
    let start = text.find(|c: char| !c.is_whitespace())?;
    if text[start..].starts_with(['$', '@', '/', '}', '{', ';', '!', '"', '\'']) {
        return None;
    }
    let end = text[start..].find(['{', '}', ';', '!', '"', '\'', '/']).map_or(text.len(), |at| start + at);
    if text[end..].starts_with("//") && !text[end..].contains('{') {
        // An address: what follows its slashes is a comment to a style sheet.
        return Some(text.len());
    }
    if end < text.len() && !text[end..].starts_with([';', '}']) {
        return None;
    }
    // What is missing at the end of a line is missing before the line break.
    let trimmed = text[..end].trim_end_matches([' ', '\t', '\n', '\r', '\u{c}']);
    let line_break = text[trimmed.len()..end].find(['\n', '\r', '\u{c}']);
    Some(line_break.map_or(end, |at| trimmed.len() + at))
}

/// An error as dart-sass shows it: message, line, and a caret below the place.
fn failure(text: &str, message: &str, at: usize) -> Abort {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = before.matches('\n').count() + 1;
    let line = text[start..].split(['\n', '\r']).next().unwrap_or_default();
    let column = text[start..at].encode_utf16().count();
    let margin = " ".repeat(number.to_string().len());
    let shift = " ".repeat(column);
    let snippet = format!("{margin} ╷\n{number} │ {line}\n{margin} │ {shift}^\n{margin} ╵");
    Abort::error("ArgumentError", format!("{message}\n{snippet}\n  - {number}:{}  root stylesheet", column + 1))
}
