//! What a template needs of the program that renders it, and how a rendering can end early.

use std::any::Any;
use std::fmt;

/// The program's side of one rendering.
///
/// It is handed to every drop access, filter and tag. A drop or tag of the program's own gets its
/// concrete type back with [`Host::as_any`].
pub trait Host {
    /// The concrete host, for the program's own drops, filters and tags.
    fn as_any(&mut self) -> &mut dyn Any;

    /// "Now", in seconds and nanoseconds since 1970-01-01 UTC.
    fn now(&mut self) -> (i64, u32);

    /// The zone of local times: the site's, never the process's.
    fn zone(&self) -> &jiff::tz::TimeZone;
}

/// Why a rendering ended early.
#[derive(Debug, Clone)]
pub enum Abort {
    /// A Liquid error, as Ruby would have raised it: `class` is the Ruby class
    /// (`Liquid::ArgumentError`, `ZeroDivisionError`, ...), `message` its message without prefix.
    Error {
        /// Ruby's name of the exception class.
        class: &'static str,
        /// The message, without "Liquid error" in front.
        message: String,
    },
    /// The host wants to stop and come back later: another document's body is needed first. The
    /// number means something to the host only. No tag or filter may turn this into text.
    Needs(u64),
}

impl Abort {
    /// An error of the given Ruby class.
    pub fn error(class: &'static str, message: impl Into<String>) -> Self {
        Abort::Error { class, message: message.into() }
    }
}

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Abort::Error { message, .. } => f.write_str(message),
            Abort::Needs(id) => write!(f, "document {id} is needed first"),
        }
    }
}

impl std::error::Error for Abort {}
