#![doc = include_str!("../README.md")]
//!
//! ## Modules
//!
//! [`Value`] is the central type. Containers are [`struct@Hash`] and `Vec`, strings are [`Str`], and times are in [`time`].
//! Ruby's operations on values are in [`compare`] (`==`, `<=>`), [`print`](mod@print) (`to_s`, `inspect`, `join`),
//! [`sort`], [`array`](mod@array) and [`number`]. Operations that may call into the application take a [`Host`] and return
//! `Result<_, `[`Abort`]`>`, because a [`Drop`] can fail like any Ruby method.

pub mod array;
mod blanks;
pub mod compare;
mod decimal;
mod drop;
mod error;
mod float;
mod hash;
mod host;
pub mod key;
pub mod letter_case;
pub mod number;
pub mod print;
mod printable;
pub mod scheduling;
#[cfg(feature = "serde")]
mod serialize;
pub mod sharing;
pub mod sort;
mod string;
pub mod text;
pub mod time;
mod value;

pub use blanks::Blanks;
pub use drop::Drop;
pub use error::{Abort, Error, ErrorKind, Frame, Span};
pub use float::float_to_s;
pub use hash::Hash;
pub use host::{FixedHost, Host};
#[cfg(feature = "serde")]
pub use serialize::{SerializeError, to_value};
pub use string::Str;
pub use time::date::{Date, Time, Zone};
pub use time::zone::TimeZone;
pub use value::Value;
