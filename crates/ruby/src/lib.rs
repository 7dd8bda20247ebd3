#![doc = include_str!("../README.md")]

pub mod guest;
pub mod marshal;
pub mod module;
pub mod private;
pub mod session;
pub mod shim;
pub mod system;
pub mod wasm;

pub use guest::{Guest, GuestFailure};
pub use session::{CallError, Raised, RequestHandler, Session, Traffic};
pub use system::SystemRuby;
pub use wasm::WasmRuby;
