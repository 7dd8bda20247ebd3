//! Objects that stay in Ruby: drops of plugins, and other objects with keys.

/// An object that exists only in Ruby. The program refers to it by a number.
#[derive(Debug, Clone)]
pub(crate) struct RubyObject {
    /// The key of the object in the shim's table of objects.
    pub number: u64,
    /// The name of the object's class.
    pub class: String,
    /// Whether the object is a drop like Jekyll's, whose keys `jsonify` and `inspect` print.
    pub has_keys: bool,
    /// Whether templates see the result of the object's own `to_liquid` instead of the object.
    pub converts: bool,
}
