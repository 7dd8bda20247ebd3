//! A theme: a gem's folder with layouts, includes, Sass, assets and data. Mirrors `Jekyll::Theme`.
//!
//! Themes are found in `read/theme.rs`.

use hastie_liquid::Hash;

/// A theme that was found: its folder, its subfolders such as `_layouts`, and the data of its gemspec.
#[derive(Debug, Clone)]
pub struct Theme {
    /// The name of the gem or remote theme, or the path of the theme's folder.
    pub name: String,
    /// The theme's folder, with symbolic links resolved.
    pub root: String,
    /// The theme's `_includes` folder, if it exists.
    pub includes: Option<String>,
    /// The theme's `_layouts` folder, if it exists.
    pub layouts: Option<String>,
    /// The theme's `_sass` folder, if it exists.
    pub sass: Option<String>,
    /// The theme's `assets` folder, if it exists.
    pub assets: Option<String>,
    /// The theme's `_data` folder, if it exists.
    pub data: Option<String>,
    /// The gem's version, from the folder name or the gemspec.
    pub version: String,
    /// The gem's authors, joined by commas.
    pub authors: String,
    /// The gem's description or summary.
    pub description: String,
    /// The strings in the gemspec's `metadata`. Empty if there are none.
    pub metadata: Hash,
    /// The gem's runtime dependencies, including plugins.
    pub dependencies: Vec<Dependency>,
}

/// A gem that another gem needs, with the allowed versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The name of the required gem.
    pub name: String,
    /// The version requirement, such as `~> 3.5, >= 3.5.1`.
    pub requirement: String,
}

impl Theme {
    /// The last part of the path of the theme's folder.
    pub fn basename(&self) -> &str {
        crate::path::basename(&self.root)
    }
}
