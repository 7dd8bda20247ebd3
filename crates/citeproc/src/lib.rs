#![doc = include_str!("../README.md")]

mod error;
mod format;
mod item;
mod locale;
mod pattern;
mod render;
mod style;
mod text;

pub use error::Error;
pub use item::{Date, DateParts, Item, NAME_VARIABLES, Name, Value};
pub use locale::Locale;
pub use render::{Cite, Renderer};
pub use style::Style;
