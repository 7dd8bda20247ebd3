//! jekyll-coffeescript where GitHub Pages turns it on for everybody: missed by nobody who wrote no such script.

use super::report;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::site::Site;
use std::sync::Arc;

/// What stands in the plugin's place and tells of the scripts that stay as they are.
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
