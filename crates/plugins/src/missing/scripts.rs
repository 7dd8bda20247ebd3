//! The stand-in for jekyll-coffeescript, which GitHub Pages turns on for every site.

use super::report;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::site::Site;
use std::sync::Arc;

/// The stand-in for the plugin, which warns that scripts stay as they are.
#[derive(Debug)]
pub struct Scripts;

impl Scripts {
    /// The plugin's name.
    pub(crate) const GEM: &str = "jekyll-coffeescript";
}

impl Plugin for Scripts {
    fn name(&self) -> &'static str {
        Self::GEM
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Telling)]
    }
}

struct Telling;

impl Generator for Telling {
    fn class(&self) -> &'static str {
        "Jekyll::Converters::CoffeeScript"
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        if site.content.pages.iter().any(|page| page.ext == ".coffee") {
            report(&[Scripts::GEM.to_owned()], site.setup.config.is_set("strict"), log)?;
        }
        Ok(())
    }
}
