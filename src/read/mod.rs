//! From files to the site's things.

pub mod glob;
