//! Errors with Ruby Sass's messages.

use hastie_sass_core::tree_size::TooLarge;
use std::fmt;
use std::sync::Arc;

/// The result of an operation that can fail with a [`SyntaxError`], boxed because the error with its trace is large.
pub(crate) type SassResult<T> = std::result::Result<T, Box<SyntaxError>>;

/// An error: a message, and a stack trace that starts at the error. Mirrors `Sass::SyntaxError`.
#[derive(Clone, Debug)]
pub(crate) struct SyntaxError {
    pub(crate) message: String,
    pub(crate) trace: Vec<TraceEntry>,
    pub(crate) kind: ErrorKind,
}

/// The kinds of errors that callers distinguish, for example to add a function's name to the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    Plain,
    /// An operation on incompatible units, such as `1px + 1s`.
    Units,
    /// An invalid argument of a function. The function's name is added to the message.
    Argument,
}

/// An entry of a stack trace. Unknown fields are filled in while the error is propagated.
#[derive(Clone, Debug, Default)]
pub(crate) struct TraceEntry {
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: Option<u32>,
}

impl SyntaxError {
    /// Creates an error without a file and line, which [`SyntaxError::locate`] can set later.
    pub(crate) fn new(message: impl Into<String>) -> Box<SyntaxError> {
        Box::new(SyntaxError { message: message.into(), trace: vec![TraceEntry::default()], kind: ErrorKind::Plain })
    }

    /// Creates an error about an argument of a function. The function's name is added to the message later.
    pub(crate) fn argument(message: impl Into<String>) -> Box<SyntaxError> {
        Box::new(SyntaxError { kind: ErrorKind::Argument, ..*SyntaxError::new(message) })
    }

    /// Creates an error with a line, but without a file, which [`SyntaxError::locate`] can set later.
    pub(crate) fn at(message: impl Into<String>, line: u32) -> Box<SyntaxError> {
        let mut fault = SyntaxError::new(message);
        fault.locate(None, Some(line));
        fault
    }

    /// Sets the file of the outermost entries in the trace, and stops at the first entry that already has a file. The
    /// line is set in the same way.
    pub(crate) fn locate(&mut self, file: Option<&Arc<str>>, line: Option<u32>) {
        let (mut file, mut line) = (file, line);
        for place in self.trace.iter_mut().rev() {
            match (&place.file, file) {
                (None, Some(known)) => place.file = Some(Arc::clone(known)),
                (Some(_), _) => file = None,
                (None, None) => {}
            }
            match (place.line, line) {
                (None, Some(_)) => place.line = line,
                (Some(_), _) => line = None,
                (None, None) => {}
            }
            if file.is_none() && line.is_none() {
                break;
            }
        }
    }

    /// Appends an entry for a call or an import to the trace, as the outermost entry so far.
    pub(crate) fn add_place(&mut self, file: Option<&Arc<str>>, line: Option<u32>) {
        self.trace.push(TraceEntry { file: file.cloned(), line });
    }
}

impl From<TooLarge> for Box<SyntaxError> {
    fn from(TooLarge(message): TooLarge) -> Box<SyntaxError> {
        SyntaxError::new(message)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A result whose error can be given a location.
pub(crate) trait Locate {
    /// Sets the file and line of the error's outermost trace entries, as [`SyntaxError::locate`] does.
    fn located(self, file: Option<&Arc<str>>, line: u32) -> Self;
}

impl<T> Locate for SassResult<T> {
    fn located(self, file: Option<&Arc<str>>, line: u32) -> Self {
        self.map_err(|mut fault| {
            fault.locate(file, Some(line));
            fault
        })
    }
}
