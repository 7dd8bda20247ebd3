//! Reads YAML that contains no Ruby objects. Mirrors `Psych.safe_load` with its default options.

use super::scalar::{Meaning, classify};
use crate::events::{Event, Events, Scalar};
use crate::{Error, Failure, MAX_DEPTH};
use hastie_value::{Hash, Str, Value};

/// `Psych.safe_load(text)`: the first document of `text`, nil without a document.
///
/// # Errors
/// Fails if Ruby raises: on a syntax error, a date, time or symbol, an alias, or a tag for an object. Also fails if
/// values are nested deeper than [`MAX_DEPTH`].
pub fn load(text: &[u8]) -> Result<Value, Error> {
    read(text).map_err(|failure| Error::new(failure, "<unknown>"))
}

fn read(text: &[u8]) -> Result<Value, Failure> {
    // A syntax error comes before all others, even if it is further down.
    let mut events = Events::new(text)?;
    let mut document = Vec::new();
    while let Some(event) = events.next() {
        match event? {
            Event::StreamStart | Event::DocumentStart => {}
            Event::DocumentEnd | Event::StreamEnd => break,
            event => document.push(event),
        }
    }
    let mut reader = Reader { events: document.into_iter(), depth: 0 };
    match reader.events.next() {
        Some(event) => reader.value(event),
        None => Ok(Value::Nil),
    }
}

struct Reader {
    events: std::vec::IntoIter<Event>,
    depth: usize,
}

impl Reader {
    /// The next event. libyaml closes every collection, so that there always is one.
    fn next(&mut self) -> Event {
        self.events.next().unwrap_or(Event::MappingEnd)
    }

    /// The value whose first event is `event`. Reads all further events of an array or hash.
    fn value(&mut self, event: Event) -> Result<Value, Failure> {
        if self.depth > MAX_DEPTH {
            return Err(Failure::raised(hastie_value::ErrorKind::SystemStack, "stack level too deep"));
        }
        self.depth += 1;
        let value = match event {
            Event::Scalar(scalar) => resolve(scalar)?,
            Event::Alias(name) => return Err(Failure::raised("Psych::BadAlias", format!("Unknown alias: {name}"))),
            Event::SequenceStart { tag, .. } => {
                check_tag(tag.as_deref())?;
                self.array()?
            }
            Event::MappingStart { tag, .. } => {
                check_tag(tag.as_deref())?;
                self.hash()?
            }
            _ => Value::Nil,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Value, Failure> {
        let mut items = Vec::new();
        loop {
            match self.next() {
                Event::SequenceEnd | Event::MappingEnd => return Ok(Value::array(items)),
                event => items.push(self.value(event)?),
            }
        }
    }

    fn hash(&mut self) -> Result<Value, Failure> {
        let mut hash = Hash::new();
        loop {
            let event = match self.next() {
                Event::MappingEnd => return Ok(Value::hash(hash)),
                event => event,
            };
            let is_merge = matches!(&event, Event::Scalar(key) if key.value == "<<" && key.tag.is_none());
            let key = self.value(event)?;
            let event = self.next();
            let value = self.value(event)?;
            let merged: Option<Vec<&Hash>> = match &value {
                Value::Hash(other) => Some(vec![other]),
                Value::Array(others) => others.iter().rev().map(Value::as_hash).collect(),
                _ => None,
            };
            match merged.filter(|_| is_merge) {
                Some(merged) => {
                    let entries = merged.into_iter().flat_map(Hash::iter);
                    entries.for_each(|(key, value)| hash.set_value(key.clone(), value.clone()));
                }
                None => hash.set_value(key, value),
            }
        }
    }
}

fn resolve(scalar: Scalar) -> Result<Value, Failure> {
    let Scalar { tag, value, quoted, .. } = scalar;
    check_tag(tag.as_deref())?;
    match tag.as_deref() {
        Some("!str" | "tag:yaml.org,2002:str") => return Ok(Value::str(value)),
        None if quoted => return Ok(Value::str(value)),
        _ => {}
    }
    match classify(&value) {
        Meaning::Text => Ok(Value::Str(Str::from(value))),
        Meaning::Value(value) => Ok(value),
        Meaning::Object { class, .. } => Err(disallowed(class)),
    }
}

/// Fails if a tag denotes a Ruby object, as `!ruby/object:A` does.
fn check_tag(tag: Option<&str>) -> Result<(), Failure> {
    match tag.and_then(|tag| tag.strip_prefix("!ruby/")) {
        Some(object) => Err(disallowed(object.rsplit_once(':').map_or(object, |(_, class)| class))),
        None => Ok(()),
    }
}

fn disallowed(class: &str) -> Failure {
    Failure::raised("Psych::DisallowedClass", format!("Tried to load unspecified class: {class}"))
}
