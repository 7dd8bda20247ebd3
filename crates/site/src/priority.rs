//! The priorities of generators, converters and hooks. Higher priorities run first. Mirrors
//! `Jekyll::Plugin::PRIORITIES`.

/// The priority `:highest`, which runs first, as the generator of jekyll-get-json does.
pub const HIGHEST: i32 = 100;
/// The priority `:high`, before the default, as of the generator of details in jekyll-scholar.
pub const HIGH: i32 = 10;
/// The priority `:normal`, which is the default of generators and converters.
pub const NORMAL: i32 = 0;
/// The priority `:low`, after the default, as of the Sass converter.
pub const LOW: i32 = -10;
/// The priority `:lowest`, which runs last, as the converter `Identity` and jekyll-feed do.
pub const LOWEST: i32 = -100;
