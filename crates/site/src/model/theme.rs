//! Mirrors `Jekyll::Theme`: a gem's folder that lends layouts, includes, Sass, assets and data.
//!
//! How a theme is found without Ruby is in `read/theme.rs`.

use hastie_liquid::Hash;

/// A theme that was found.
#[derive(Debug, Clone)]
pub struct Theme {
    /// The gem's name.
    pub name: String,
    /// The folder, links resolved.
    pub root: String,
    /// `_includes` in it, if there.
    pub includes: Option<String>,
    /// `_layouts` in it, if there.
    pub layouts: Option<String>,
    /// `_sass` in it, if there.
    pub sass: Option<String>,
    /// `assets` in it, if there.
    pub assets: Option<String>,
    /// `_data` in it, if there.
    pub data: Option<String>,
    /// The gem's version, from its folder or gemspec.
    pub version: String,
    /// The gem's authors, joined by commas.
    pub authors: String,
    /// The gem's description or summary.
    pub description: String,
    /// The gem's `metadata`.
    pub metadata: Hash,
    /// Gems that it needs at run time, plugins among them.
    pub dependencies: Vec<Dependency>,
}

/// Another gem that a gem needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The gem's name.
    pub name: String,
    /// Which versions do: `~> 3.5, >= 3.5.1`.
    pub requirement: String,
}

impl Theme {
    /// The name of the theme's folder.
    pub fn basename(&self) -> &str {
        crate::path::basename(&self.root)
    }
}
