//! Failures in Ruby Sass's words.

use std::fmt;
use std::sync::Arc;

/// The result of anything that can fail with a [`Fault`].
pub(super) type Outcome<T> = std::result::Result<T, Box<Fault>>;

/// Mirrors `Sass::SyntaxError`: a message, and the places that led there, the innermost first.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) message: String,
    pub(super) trace: Vec<Place>,
    pub(super) kind: FaultKind,
}

/// The kind of a failure, as far as callers treat it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    Plain,
    /// Units that cannot be converted.
    Units,
    /// An argument of a function; the message wants the function's name.
    Argument,
}

/// One place of a trace. What is not known is filled in on the way up.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) file: Option<Arc<str>>,
    pub(super) line: Option<u32>,
}

impl Fault {
    /// A failure whose place is not known yet.
    pub(super) fn new(message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault { message: message.into(), trace: vec![Place::default()], kind: FaultKind::Plain })
    }

    /// A failure about an argument of a function.
    pub(super) fn argument(message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault { kind: FaultKind::Argument, ..*Fault::new(message) })
    }

    /// A failure in a line.
    pub(super) fn at(message: impl Into<String>, line: u32) -> Box<Fault> {
        let mut fault = Fault::new(message);
        fault.locate(None, Some(line));
        fault
    }

    /// Fills in what the outermost places do not know, from the outermost inwards.
    pub(super) fn locate(&mut self, file: Option<&Arc<str>>, line: Option<u32>) {
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

    /// Adds the place of a call or an import.
    pub(super) fn add_place(&mut self, file: Option<&Arc<str>>, line: Option<u32>) {
        self.trace.push(Place { file: file.cloned(), line });
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Fills in the place of a failure.
pub(super) trait Locate {
    /// Adds a place to the failure, if there is one.
    fn located(self, file: Option<&Arc<str>>, line: u32) -> Self;
}

impl<T> Locate for Outcome<T> {
    fn located(self, file: Option<&Arc<str>>, line: u32) -> Self {
        self.map_err(|mut fault| {
            fault.locate(file, Some(line));
            fault
        })
    }
}
