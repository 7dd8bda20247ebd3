//! The trait through which an evaluation uses the application's clock, time zone and other services.

use crate::sharing::Sharing;
use crate::{Blanks, TimeZone};
use std::any::Any;

/// The application in which an evaluation runs: its clock, its time zone, and everything that its drops, filters and
/// tags need.
///
/// The host is passed to every read of a drop. The application's drops downcast the host with [`Host::as_any`].
pub trait Host {
    /// The host as [`Any`], for downcasting in the application's own drops, filters and tags.
    fn as_any(&mut self) -> &mut dyn Any;

    /// The current time in seconds and nanoseconds since 1970-01-01 UTC.
    fn now(&mut self) -> (i64, u32);

    /// The time zone for local times, such as the zone of the site.
    fn zone(&self) -> &TimeZone;

    /// The values for which `x == blank` holds.
    fn blanks(&self) -> Blanks {
        Blanks::NONE
    }

    /// The record that shows which results other renderings may reuse. `None` if renderings reuse no results.
    fn sharing(&mut self) -> Option<&mut dyn Sharing> {
        None
    }
}

/// A [`Host`] without an application, with a fixed clock and UTC.
#[derive(Debug, Clone)]
pub struct FixedHost {
    now: i64,
    zone: TimeZone,
}

impl FixedHost {
    /// A host with the clock fixed at `now`, in seconds since 1970-01-01 UTC.
    #[must_use]
    pub fn at(now: i64) -> Self {
        FixedHost { now, zone: TimeZone::UTC }
    }
}

impl Default for FixedHost {
    /// A host with the clock fixed at 1970-01-01 00:00 UTC.
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

    fn zone(&self) -> &TimeZone {
        &self.zone
    }
}
