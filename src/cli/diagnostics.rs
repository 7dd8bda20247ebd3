//! `--format json`: warnings and errors as JSON objects, one per line, for editors and CI. `docs/commands.md` documents
//! the fields, which are stable: each object has all of them, and new ones may follow.

use crate::config::raw;
use crate::diagnostic::{Level, Message, Subject, escaped_json};
use crate::world::World;
use hastie_liquid::Hash;
use serde_json::{Map, Value};

/// Topics of log messages that only repeat the severity, so a diagnostic's message leaves them out.
const SEVERITIES: [&str; 4] = ["Error:", "ERROR:", "Reason:", "Warning:"];

/// A diagnostic that may be incomplete: the next log message may continue its text.
pub(super) struct Record {
    file: Option<String>,
    line: usize,
    column: usize,
    level: Level,
    message: String,
    hint: Option<String>,
}

/// Finds the file and the line of the configuration key to which a message refers, or of an item in the key's list.
pub(super) struct SettingLocations {
    pub world: World,
    /// The options of the command line as configuration values. They may name the configuration files.
    pub overrides: Hash,
}

impl SettingLocations {
    fn find(&self, key: &str, item: Option<&str>) -> Option<(String, usize)> {
        raw::locate(&self.world, &self.overrides, key, item)
    }
}

impl Record {
    /// The diagnostic that starts with a message. `None` for an empty message. Also `None` for messages about normal
    /// progress: they are below the level of a warning, and refer to no file or setting.
    pub(super) fn of(message: &Message, settings: &SettingLocations) -> Option<Self> {
        if message.level < Level::Warn && message.subject.is_none() && message.detail.is_none() {
            return None;
        }
        let place = match &message.subject {
            Some(Subject::File(file, line)) => Some((file.clone(), *line)),
            Some(Subject::Setting(key, item)) => settings.find(key, item.as_deref()),
            None => None,
        };
        let mut record = Record {
            line: place.as_ref().map_or(0, |(_, line)| *line),
            file: place.map(|(file, _)| file),
            column: 0,
            level: message.level,
            message: text(message),
            hint: None,
        };
        record.locate(message);
        (!record.message.is_empty()).then_some(record)
    }

    /// Appends a message if it continues this diagnostic: it has the same level and no topic. Returns whether it
    /// continues the diagnostic. An empty message may continue it, but adds no text.
    pub(super) fn extend(&mut self, message: &Message) -> bool {
        let continues = message.text.is_some() && message.topic.trim().is_empty() && message.level == self.level;
        if continues && !text(message).is_empty() {
            self.message = format!("{}\n{}", self.message, text(message));
            self.locate(message);
        }
        continues
    }

    fn locate(&mut self, message: &Message) {
        let Some(detail) = &message.detail else { return };
        if !detail.file.is_empty() {
            (self.file, self.line, self.column) = (Some(detail.file.clone()), detail.line, detail.column);
        }
        self.hint.clone_from(&detail.hint);
    }

    /// The message as one line of JSON. Missing fields are `null`, such as an unknown file, line or column.
    pub(super) fn line(&self) -> String {
        let severity = match self.level {
            Level::Debug | Level::Info => "info",
            Level::Warn => "warning",
            Level::Error => "error",
        };
        let known = |number: usize| if number > 0 { Value::from(number) } else { Value::Null };
        let fields = [
            ("file", self.file.clone().into()),
            ("line", known(self.line)),
            ("column", known(self.column)),
            ("severity", severity.into()),
            ("message", self.message.as_str().into()),
            ("hint", self.hint.clone().into()),
        ];
        let fields: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        format!("{}\n", escaped_json(&Value::Object(fields).to_string()))
    }
}

/// The text of a message, with its topic unless the topic only repeats the severity.
fn text(message: &Message) -> String {
    let Some(text) = &message.text else { return message.topic.trim().to_owned() };
    let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let topic = message.topic.trim();
    if topic.is_empty() || SEVERITIES.contains(&topic) { text } else { format!("{topic} {text}").trim_end().to_owned() }
}
