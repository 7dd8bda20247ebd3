//! A replacement for jekyll-coffeescript, which GitHub Pages enables for every site.

use super::refused;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::Page;
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::site::Site;
use std::sync::Arc;

/// The maximum number of scripts that the warning lists.
const TOLD: usize = 10;

/// Warns that CoffeeScript files with front matter are not compiled to JavaScript. With `strict`, such a file is an
/// error.
#[derive(Debug)]
pub struct Scripts;

impl Scripts {
    /// The gem that compiles CoffeeScript. Hastie does not have it.
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
        let scripts: Vec<&str> =
            site.content.pages.iter().filter(|page| page.ext == ".coffee").map(Page::relative_path).collect();
        if scripts.is_empty() {
            return Ok(());
        }
        if site.setup.context.config.settings().strict() {
            return Err(refused(Scripts::GEM));
        }
        for script in scripts.iter().take(TOLD) {
            let compiled = script.strip_suffix("coffee").unwrap_or(script);
            let text = format!(
                "{} is not supported yet. {script} is copied unchanged, and {compiled}js is not created.",
                Scripts::GEM
            );
            log.warn_about(script, 0, "Plugin:", text);
        }
        if scripts.len() > TOLD {
            let text = format!("{} more CoffeeScript files are also copied unchanged.", scripts.len() - TOLD);
            log.warn_about(scripts[TOLD], 0, "Plugin:", text);
        }
        Ok(())
    }
}
