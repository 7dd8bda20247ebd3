//! Mirrors the gem jekyll-gist 1.5: `{% gist ID [FILE] %}`.

use super::Plugin;

/// The plugin.
#[derive(Debug)]
pub struct Gist;

impl Plugin for Gist {
    fn name(&self) -> &'static str {
        "jekyll-gist"
    }
}
