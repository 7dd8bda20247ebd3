//! The program's side of every read of a value.

use std::any::Any;

/// The program's side of one evaluation: its clock, its zone, and whatever its own objects need.
///
/// It is handed to every access of a drop. A drop of the program's own gets its concrete type back with
/// [`Host::as_any`].
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
}

/// A [`Host`] without a program: its clock stands still, and its zone is UTC. For templates on their own.
#[derive(Debug, Clone)]
pub struct FixedHost {
    now: i64,
    zone: jiff::tz::TimeZone,
}

impl FixedHost {
    /// A host whose clock shows `now`, in seconds since 1970-01-01 UTC.
    #[must_use]
    pub fn at(now: i64) -> Self {
        FixedHost { now, zone: jiff::tz::TimeZone::UTC }
    }
}

impl Default for FixedHost {
    /// A host whose clock shows 1970-01-01 00:00 UTC.
    fn default() -> Self {
        FixedHost::at(0)
    }
}

impl Host for FixedHost {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn now(&mut self) -> (i64, u32) {
        (self.now, 0)
    }

    fn zone(&self) -> &jiff::tz::TimeZone {
        &self.zone
    }
}
