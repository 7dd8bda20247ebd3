//! For a host that schedules renderings: one that needs something unfinished can be suspended.
//!
//! A drop or tag of such a host returns [`Abort::Suspended`]. The engine ends the rendering without turning that into
//! text, and the host renders again once the step is done. Nothing in the engines ever suspends a rendering of itself.

use crate::Abort;

/// The step of the host that a suspended rendering waits for. Its number means something to the host only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspension {
    step: u64,
}

impl Suspension {
    /// A suspension until this step is done.
    pub const fn until(step: u64) -> Self {
        Suspension { step }
    }

    /// The step that is waited for.
    pub const fn step(self) -> u64 {
        self.step
    }
}

impl From<Suspension> for Abort {
    fn from(suspension: Suspension) -> Self {
        Abort::Suspended(suspension)
    }
}
