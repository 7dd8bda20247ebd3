//! Jekyll::Configuration: what a site is built with.

use crate::diagnostic::{Diagnostic, Level, Message};

/// The message for a YAML text that cannot be read: Ruby's line, and the place in the file.
///
/// `line` counts within `text`; where front matter is cut out of a file, `text` must begin where the file does.
pub fn yaml_problem(topic: &str, error: &hastie_yaml::Error, file: &str, text: &[u8]) -> Message {
    let message = Message::new(Level::Error, topic, error.message.clone());
    match error.line {
        0 => message,
        line => message.at(Diagnostic::at(file, std::str::from_utf8(text).ok(), line, error.column)),
    }
}
