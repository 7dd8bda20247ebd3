#![doc = include_str!("../README.md")]

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
