//! The priorities of generators and converters. Higher priorities run first. Mirrors `Jekyll::Plugin::PRIORITIES`.
//! Hooks have another scale, on which the default is 20.

/// The priority `:highest` of plugins that run first, such as the generator of jekyll-get-json.
pub const HIGHEST: i32 = 100;
/// The priority `:high` of plugins that run early, such as the generator of details in jekyll-scholar.
pub const HIGH: i32 = 10;
/// The priority `:normal`, the default of generators and converters.
pub const NORMAL: i32 = 0;
/// The priority `:low` of plugins that run late, such as the Sass converter.
pub const LOW: i32 = -10;
/// The priority `:lowest` of plugins that run last, such as the converter `Identity` and jekyll-feed.
pub const LOWEST: i32 = -100;
