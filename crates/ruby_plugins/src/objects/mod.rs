//! The site's objects as Ruby refers to them, and the objects in Ruby to which the site refers.

pub(crate) mod fields;
pub(crate) mod known;
pub(crate) mod names;
pub(crate) mod positions;
pub(crate) mod prefetch;
mod ruby_calls;
pub(crate) mod ruby_object;
pub(crate) mod states;
pub(crate) mod table;
pub(crate) mod to_liquid;
