//! From files to the site's things.

pub mod data;
pub mod entry_filter;
pub mod glob;
