#![doc = include_str!("../README.md")]

pub mod guest;
pub mod marshal;
pub mod module;
pub mod session;
pub mod shim;
pub mod system;
pub mod wasm;

pub use guest::{Guest, GuestFailure};
pub use session::{Answers, CallError, Raised, Session, Traffic};
pub use system::SystemRuby;
pub use wasm::WasmRuby;
