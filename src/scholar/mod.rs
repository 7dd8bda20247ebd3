//! Citation data of a site's author: asked for, checked against what is there, and written into the site.
//!
//! The shapes of answers and files are [`hastie_scholar`]'s. Nothing here takes part in a build: `hastie scholar` is the
//! only command that asks these services.

pub mod fetch;
pub mod files;
pub mod json;
pub mod known;
pub mod pages;
pub mod service;
pub mod store;
pub mod subject;

pub use fetch::{Attempt, Fetched, Origin, Plan, fetch};
pub use store::{Store, Written};
pub use subject::Subject;
