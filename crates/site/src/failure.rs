//! The failures of builds and commands, each with the class of a Ruby exception.

use crate::diagnostic::Diagnostic;
use hastie_liquid::{Abort, ErrorKind, Value};
use std::fmt;

/// An error with the class and the message of a Ruby exception. If a build fails before it publishes, the destination
/// is unchanged. Hooks such as `:post_write` run after publishing.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Whether the failure is one of Jekyll's `FatalException`s, which are printed under "YOUR SITE COULD NOT BE
    /// BUILT".
    pub fatal: bool,
    /// The class of the Ruby exception, shown with `--trace`.
    pub kind: ErrorKind,
    /// The message without the exception's class.
    pub message: String,
    /// The file and line of the error. `None` if unknown.
    pub location: Option<Box<Diagnostic>>,
}

impl Failure {
    /// Creates a failure that is one of Jekyll's `FatalException`s.
    pub fn fatal(kind: impl Into<ErrorKind>, message: impl Into<String>) -> Self {
        Failure { fatal: true, kind: kind.into(), message: message.into(), location: None }
    }

    /// Creates a failure that is not one of Jekyll's `FatalException`s.
    pub fn raised(kind: impl Into<ErrorKind>, message: impl Into<String>) -> Self {
        Failure { fatal: false, kind: kind.into(), message: message.into(), location: None }
    }

    /// Ruby's `TypeError` for a value of the wrong type: `no implicit conversion of Integer into String`.
    pub fn no_conversion(value: &Value, into: &str) -> Self {
        Failure::no_conversion_of(implicit_name(value), into)
    }

    /// Ruby's `TypeError` for a value whose class is `class`, as in `no implicit conversion of Integer into String`.
    pub fn no_conversion_of(class: &str, into: &str) -> Self {
        Failure::raised("TypeError", format!("no implicit conversion of {class} into {into}"))
    }

    /// Ruby's error for a file or folder that cannot be read or written, such as `No such file or directory @
    /// rb_sysopen - a.md`. `call` is the name after `@`. The error is a `SecurityError` if the path leads out of the
    /// folders that a confined build may use.
    pub fn unreadable(call: &str, file: &str, error: &std::io::Error) -> Self {
        // Errors of the system do not contain another error. This one comes from the gate.
        if error.kind() == std::io::ErrorKind::PermissionDenied && error.get_ref().is_some() {
            return Failure::raised("SecurityError", error.to_string());
        }
        let (class, words) = match error.kind() {
            std::io::ErrorKind::NotFound => ("Errno::ENOENT", "No such file or directory".to_string()),
            std::io::ErrorKind::PermissionDenied => ("Errno::EACCES", "Permission denied".to_string()),
            std::io::ErrorKind::IsADirectory => ("Errno::EISDIR", "Is a directory".to_string()),
            _ => ("SystemCallError", error.to_string()),
        };
        Failure::raised(class, format!("{words} @ {call} - {file}"))
    }

    /// The error for a path that leads out of the folders that a confined build may use.
    pub fn outside(path: &std::path::Path) -> Self {
        let text = format!("{} is outside of the folders that this site may use", path.display());
        Failure::raised("SecurityError", text)
    }

    /// Adds the file and line, which the log shows with an excerpt.
    #[must_use]
    pub fn at(mut self, location: Diagnostic) -> Self {
        self.location = Some(Box::new(location));
        self
    }
}

/// Ruby's name for a value in "no implicit conversion of ... into": `nil`, `true`, `false` or its class.
pub fn implicit_name(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        _ => value.class_name(),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Converts a failure to the error of a rendering, with the same class and message, but without the location. For
/// failures of hooks, use `RenderContext::fail`, which keeps the location.
impl From<Failure> for Abort {
    fn from(failure: Failure) -> Self {
        Abort::error(failure.kind, failure.message)
    }
}
