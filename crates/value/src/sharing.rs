//! The interface through which renderings reuse results of each other.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// The period in which a [`Drop`](crate::Drop) gives the same answers while a site is rendered. It decides which
/// results can be reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stability {
    /// The answers may change at any time.
    Changing,
    /// The answers change with each step of a loop. This is so for `forloop` and `tablerowloop`.
    Loop,
    /// The answers stay the same as long as the object exists. If an answer depends on who reads it, reading it calls
    /// [`Sharing::note`].
    Fixed,
    /// Like `Fixed`, and all renderings that see this version of the object get the same answers.
    Common(u64),
}

/// The part of a [`Host`](crate::Host) that records everything a rendering does besides writing text and setting
/// variables. The record shows whether other renderings may reuse the result of a part of a template.
pub trait Sharing {
    /// Whether this rendering may currently reuse results of other renderings.
    fn is_allowed(&self) -> bool;

    /// Notes that the rendering read or did something that is valid only for itself. `what` completes the sentence "it
    /// uses ...".
    fn note(&mut self, what: &'static str);

    /// The current position in the record, for `since`.
    fn mark(&self) -> Mark;

    /// The side effects since a mark.
    ///
    /// # Errors
    /// The last thing that was [noted](Sharing::note) since then, if there is one.
    fn since(&self, mark: &Mark) -> Result<SideEffects, &'static str>;

    /// Repeats the side effects of a result that is reused.
    fn repeat(&mut self, effects: &SideEffects);
}

/// A position in the record of a [`Sharing`] host at which a part of a rendering starts. Later entries are the side
/// effects of this part.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    /// The number of calls of [`Sharing::note`] so far.
    pub notes: u32,
    /// The number of reads so far that may give another result in a later build.
    pub varying: u32,
    /// The number of log events so far.
    pub events: usize,
    /// The time at which this part of the rendering starts. `None` if the host does not measure time.
    pub at: Option<Instant>,
}

/// The side effects of a part of a rendering, such as warnings. Only the host that recorded them knows their type.
/// `None` if nothing happened.
#[derive(Clone, Default)]
pub struct SideEffects(pub Option<Arc<dyn Any + Send + Sync>>);

impl fmt::Debug for SideEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "SideEffects(..)" } else { "SideEffects" })
    }
}
