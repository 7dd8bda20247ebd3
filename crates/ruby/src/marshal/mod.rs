//! Ruby's Marshal format: how values travel between the program and the guest.
//!
//! Both ends read it fast: in the guest it is C, which matters where the guest is interpreted. Objects that live in one
//! of the two worlds travel as a class name with a text (`_dump` and `_load` in Ruby); what the text means is the
//! business of the program's [`Objects`].

mod reader;
mod time;
mod writer;

pub use reader::{Malformed, read};
pub use writer::write;

use hastie_value::{Abort, Drop, Value};
use std::sync::Arc;

/// The substitute that is sent for an object of the program.
#[derive(Debug, Clone)]
pub enum Representation {
    /// A name under which Ruby knows the object, or makes it.
    Name(String),
    /// A plain value instead.
    Value(Value),
}

/// The program's objects: what they are called on the way to Ruby, and which one a name coming back means.
pub trait Objects {
    /// The substitute that Ruby gets for an object. `inside` is set where it stands in an array or hash.
    ///
    /// # Errors
    /// What the object's making raises.
    fn represent(&mut self, object: &Arc<dyn Drop>, inside: bool) -> Result<Representation, Abort>;

    /// The object that Ruby means by a name.
    fn resolve(&mut self, name: &str) -> Option<Value>;
}

/// The deepest nesting of values; Ruby's own limit is its stack.
pub(crate) const MAX_DEPTH: usize = 400;
