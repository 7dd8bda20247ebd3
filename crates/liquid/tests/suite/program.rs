//! The test host: a fixed clock, UTC, and templates created on demand.

use hastie_liquid::{
    Abort, Engine, Error, FileSystem, Hash, Host, ParseOptions, RenderOptions, Template, TimeZone, Value,
};
use hastie_value::number::strict_integer;
use serde_json::Value as Json;
use std::any::Any;

/// A fixed clock, and UTC.
pub(crate) struct Program;

impl Host for Program {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn now(&mut self) -> (i64, u32) {
        (1_768_478_400, 0)
    }
    fn zone(&self) -> &TimeZone {
        const UTC: &TimeZone = &TimeZone::UTC;
        UTC
    }
}

/// A file system in which every template includes itself.
#[derive(Debug)]
pub(crate) struct Itself;

impl FileSystem for Itself {
    fn template(&self, name: &str) -> Result<Template, Abort> {
        let source = format!("{{% include '{name}' %}}");
        Ok(Template::parse(&Engine::standard(), source, ParseOptions::named(name))?)
    }
}

/// Renders a template. Returns its text, or the error of the parser or the rendering.
pub(crate) fn render(
    engine: &Engine,
    source: &str,
    options: ParseOptions,
    render: RenderOptions,
) -> Result<String, Error> {
    let template = Template::parse(engine, source, options)?;
    match template.render(&mut Program, render.with_file_system(Itself)) {
        Ok(rendered) => Ok(rendered.text),
        Err(Abort::Error(error)) => Err(*error),
        Err(needs) => panic!("{needs}"),
    }
}

/// Converts JSON to a value as Ruby's parser does.
pub(crate) fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Nil,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => match strict_integer(number.as_str()) {
            Some(integer) => integer.into(),
            None => Value::Float(number.as_f64().unwrap()),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(entries) => {
            Value::hash(entries.iter().map(|(key, item)| (key.as_str(), value(item))).collect::<Hash>())
        }
    }
}

/// Collects all differences from the recordings and reports them at the end.
#[derive(Default)]
pub(crate) struct Differences {
    cases: usize,
    told: Vec<String>,
}

impl Differences {
    /// Starts a case.
    pub(crate) fn case(&mut self) {
        self.cases += 1;
    }

    /// Compares a result with Ruby's. `case` describes the case.
    pub(crate) fn compare(&mut self, case: impl std::fmt::Display, expected: &Json, got: &Json) {
        if expected != got {
            self.told.push(format!("{case}\n  Ruby {expected}\n  ours {got}"));
        }
    }

    /// Checks that there were no differences in at least `least` cases.
    pub(crate) fn none_in(self, least: usize) {
        assert!(self.told.is_empty(), "{}", self.told.join("\n\n"));
        assert!(self.cases >= least, "only {} cases", self.cases);
    }
}
