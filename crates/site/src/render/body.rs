//! The converted content of an item.

use super::SiteView;
use crate::locks;
use hastie_liquid::{Abort, Error, Str};
use std::ops::Range;
use std::sync::RwLock;

/// The converted content of an item. When the item's output leaves memory, content that is a part of the output usually
/// leaves memory, too.
#[derive(Debug, Default)]
pub struct Body(RwLock<State>);

/// Whether the body of an item is finished, and where it is: in memory, or within the output.
#[derive(Clone, Debug, Default)]
pub(super) enum State {
    /// The body is not finished.
    #[default]
    Unset,
    /// The body is in memory.
    Text(Str),
    /// These bytes of the output are the body.
    InOutput(Range<usize>),
}

/// The number of bytes at the start of a body by which the body is searched in its output. A body that is not longer
/// stays in memory.
const START: usize = 64;

impl Body {
    /// The converted content, if it is in memory. `None` if the body is not finished, or if only the output contains
    /// it.
    pub fn get(&self) -> Option<Str> {
        match &*locks::read(&self.0) {
            State::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// Whether the body is finished, even if it is no longer in memory.
    pub fn is_set(&self) -> bool {
        !matches!(*locks::read(&self.0), State::Unset)
    }

    /// Sets the converted content, unless the body is already finished.
    pub fn set(&self, text: Str) {
        self.restore(State::Text(text));
    }

    /// Replaces the converted content after a plugin has changed it.
    pub(super) fn replace(&self, text: Str) {
        *locks::write(&self.0) = State::Text(text);
    }

    /// A copy of the state, without the output to which it may refer.
    pub(super) fn state(&self) -> State {
        locks::read(&self.0).clone()
    }

    /// Sets the state, unless the body is already finished.
    pub(super) fn restore(&self, state: State) {
        let mut own = locks::write(&self.0);
        if matches!(*own, State::Unset) {
            *own = state;
        }
    }

    /// If the text is found in `output`, frees the text and stores its place in `output` instead. A text of at most 64
    /// bytes, or with Ruby's encoding US-ASCII, stays in memory.
    pub(super) fn leave(&self, output: &str) {
        let mut state = locks::write(&self.0);
        if let State::Text(body) = &*state
            && !body.is_us_ascii()
            && body.len() > START
            && let Some(start) = memchr::memmem::find(output.as_bytes(), &body.as_bytes()[..START])
            && output.as_bytes()[start..].starts_with(body.as_bytes())
        {
            *state = State::InOutput(start..start + body.len());
        }
    }
}

impl State {
    /// The size of a finished body in bytes. `None` if the body is not finished.
    pub(super) fn size(&self) -> Option<usize> {
        match self {
            State::Unset => None,
            State::Text(text) => Some(text.len()),
            State::InOutput(range) => Some(range.len()),
        }
    }
}

impl SiteView {
    /// The converted content of the item in slot `index`. `None` if its body is not finished. A body that was read back
    /// stays in memory, because other items may read it, too.
    ///
    /// # Errors
    /// Fails if the body has left memory and cannot be read back.
    pub(super) fn body(&self, index: usize) -> Result<Option<Str>, Abort> {
        let body = &self.slots[index].body;
        let range = match body.state() {
            State::Unset => return Ok(None),
            State::Text(text) => return Ok(Some(text)),
            State::InOutput(range) => range,
        };
        let output = self.output(index)?;
        let text = output.as_ref().and_then(|output| output.get(range)).map(Str::from);
        let text = text.ok_or_else(|| Abort::from(Error::new("IOError", "a page has changed while it was written")))?;
        *locks::write(&body.0) = State::Text(text.clone());
        Ok(Some(text))
    }
}
