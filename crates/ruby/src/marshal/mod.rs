//! Ruby's Marshal format, in which values are exchanged between the program and the guest.
//!
//! It is fast on both sides, because the guest's implementation is C code. Objects that exist on one side only are
//! passed by name: as a class name with a text (`_dump` and `_load` in Ruby), which the program's [`Objects`]
//! interpret.

mod reader;
mod time;
mod writer;

pub use reader::{Malformed, read};
pub use writer::write;

use hastie_value::{Abort, Drop, Value};
use std::sync::Arc;

/// The form in which Ruby receives an object of the program: a name, or a plain value that replaces the object.
#[derive(Debug, Clone)]
pub enum Representation {
    /// The name by which Ruby knows the object, or creates it.
    Name(String),
    /// A plain value that replaces the object.
    Value(Value),
}

/// Converts objects of the program, such as drops, to names or plain values for Ruby, and names back to objects.
pub trait Objects {
    /// The representation of an object. `inside` is set if the object is an element of an array or hash.
    ///
    /// # Errors
    /// Fails if the representation cannot be computed.
    fn represent(&mut self, object: &Arc<dyn Drop>, inside: bool) -> Result<Representation, Abort>;

    /// The object that has this name in Ruby. `None` if the name is unknown.
    fn resolve(&mut self, name: &str) -> Option<Value>;
}

/// The maximum nesting of arrays and hashes in a message. In Ruby itself, only the size of the stack limits the
/// nesting.
pub(crate) const MAX_DEPTH: usize = 400;
