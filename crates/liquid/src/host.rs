//! What a template needs of the program that renders it, and how a rendering can end early.

use crate::error::Error;
use crate::template::Template;
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

    /// Whether `x == blank` asks values whether they are blank, as in a Ruby that has loaded ActiveSupport. In any
    /// other nothing is.
    fn knows_blank(&self) -> bool {
        false
    }

    /// The template that Liquid's own `include` tag asks for. (Jekyll puts a tag of its own in the
    /// place of that one, with other rules.) Without a file system every name is refused, as in Ruby.
    fn partial(&mut self, name: &str) -> Result<Template, Abort> {
        let _ = name;
        Err(Abort::error("Liquid::FileSystemError", "This liquid context does not allow includes."))
    }
}

/// Why a rendering ended early.
#[derive(Debug, Clone)]
pub enum Abort {
    /// An error, as Ruby would have raised it.
    Error(Box<Error>),
    /// The host wants to stop and come back later: another document's body is needed first. The
    /// number means something to the host only. No tag or filter may turn this into text.
    Needs(u64),
}

impl Abort {
    /// An error of the given Ruby class (`Liquid::ArgumentError`, `ZeroDivisionError`, ...), with its
    /// message without prefix.
    pub fn error(class: &'static str, message: impl Into<String>) -> Self {
        Abort::Error(Box::new(Error::new(class, message)))
    }
}

impl From<Error> for Abort {
    fn from(error: Error) -> Self {
        Abort::Error(Box::new(error))
    }
}

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Abort::Error(error) => error.fmt(f),
            Abort::Needs(id) => write!(f, "document {id} is needed first"),
        }
    }
}

impl std::error::Error for Abort {}
