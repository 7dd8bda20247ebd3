//! Ruby plugins of Jekyll sites, run by a Ruby that sees no more than it should.
//!
//! A [`Guest`] is a Ruby with the shim loaded: Jekyll's and Liquid's plugin classes, written here, in `shim/`. A
//! [`Session`] is a conversation with one: the program calls into it, and while the guest works it may ask back, to any
//! depth. What travels are Ruby's values, as hastie-value has them,, in Ruby's own Marshal format ([`marshal`]). This crate knows nothing of
//! sites: what the questions mean is the business of whoever [`Answers`] them.

pub mod guest;
pub mod marshal;
pub mod module;
pub mod session;
pub mod shim;
pub mod system;
pub mod wasm;

pub use guest::{Gone, Guest};
pub use session::{Answers, Raised, Session, Trouble};
pub use system::SystemRuby;
pub use wasm::WasmRuby;
