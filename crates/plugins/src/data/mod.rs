//! The gem jekyll-data 1.1: `theme.KEY` is the configuration under the theme's name.
//!
//! The gem also reads a theme's `_config.yml` and `_data`. Jekyll does this itself since versions 4.0 and 4.3, so only
//! the gem's messages about them remain.

mod show;

use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::site::Site;
use std::sync::Arc;

/// Adds the variable `theme` to all templates: the settings under the theme's name in the configuration. Also logs the
/// theme's data files.
#[derive(Debug)]
pub(crate) struct Data;

impl Plugin for Data {
    fn name(&self) -> &'static str {
        "jekyll-data"
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(ThemeVariable)]
    }
}

struct ThemeVariable;

impl Hooks for ThemeVariable {
    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        show::report(site, log)
    }

    fn pre_render(&self, site: &mut Site, payload: &mut Hash, _log: &mut Log) -> Result<(), Failure> {
        let context = &site.setup.context;
        let options = match context.settings().theme() {
            Value::Str(name) => context.config(name).clone(),
            _ => Value::Nil,
        };
        payload.set("theme", options);
        Ok(())
    }
}
