//! Suspension of renderings, for hosts that schedule them. A rendering is suspended if it needs the result of a step
//! that another rendering has not finished.
//!
//! A drop or tag of such a host returns [`Abort::Suspended`]. The engine ends the rendering without printing an error,
//! and the host repeats it when the step is finished. The engines themselves never suspend a rendering.

use crate::Abort;

/// The work of other renderings for which a suspended rendering waits, such as `Output(3)`: the output of item 3. The
/// host numbers the items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// The converted content of the item with this number.
    Body(usize),
    /// The output of the item with this number.
    Output(usize),
    /// The renderings of all items whose numbers are lower than this number.
    AllBefore(usize),
}

/// Ends a rendering that needs an unfinished step. The host repeats the rendering after the step is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspension {
    step: Step,
}

impl Suspension {
    /// Creates a suspension for a rendering that needs `step`.
    pub const fn until(step: Step) -> Self {
        Suspension { step }
    }

    /// The step of another rendering that must be finished first.
    pub const fn step(self) -> Step {
        self.step
    }
}

impl From<Suspension> for Abort {
    fn from(suspension: Suspension) -> Self {
        Abort::Suspended(suspension)
    }
}
