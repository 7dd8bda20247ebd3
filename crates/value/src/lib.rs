//! Ruby's data model, as far as templates can see it.
//!
//! A [`Value`] is 24 bytes and cheap to clone: whatever is larger sits behind an [`Arc`](std::sync::Arc). Hashes keep
//! the order of insertion and take any value as key, as Ruby's do. Objects of the program are [`Drop`]s, read key by
//! key; the program's side of every read (clock, zone, recorder) is the [`Host`]. Printing, inspecting, comparing,
//! sorting and dates follow Ruby 3.1.
//!
//! This crate knows nothing of templates, nor of the formats that values are read from.
//!
//! ```
//! use hastie_value::{Hash, Value};
//!
//! let mut page = Hash::new();
//! page.set("title", "Hyde");
//! page.set("tags", vec![Value::from("a"), Value::from(2)]);
//! assert_eq!(page.get("title").and_then(Value::as_str), Some("Hyde"));
//! ```

pub mod array;
pub mod compare;
mod decimal;
mod drop;
mod error;
mod float;
pub mod hash;
mod host;
pub mod number;
pub mod print;
mod printable;
#[cfg(feature = "serde")]
mod serialize;
pub mod sort;
mod string;
pub mod time;
mod value;

pub use drop::Drop;
pub use error::{Abort, Error, ErrorKind, Frame, Span};
pub use float::float_to_s;
pub use hash::Hash;
pub use host::{FixedHost, Host};
#[cfg(feature = "serde")]
pub use serialize::{SerializeError, to_value};
pub use string::Str;
pub use time::{Date, Time, Zone};
pub use value::Value;
