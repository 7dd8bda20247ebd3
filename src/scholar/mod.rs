//! Citation data of a site's author: fetching it, comparing it with the existing data, and writing it to the site.
//!
//! The formats of responses and files are in [`hastie_scholar`]. This module is not part of a build. Only `hastie
//! scholar` accesses the services from which citation counts come.

pub mod client;
pub mod fetch;
pub mod files;
pub mod json;
pub mod known;
pub mod pages;
pub mod store;
pub mod subject;

pub use fetch::{Attempt, Fetched, Origin, Plan, fetch};
pub use store::{Store, WriteOptions, Written};
pub use subject::Subject;
