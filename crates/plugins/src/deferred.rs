//! Plugins that are added after generators and converters were selected.

use hastie_liquid::Engine;
use hastie_site::plugin::{Hooks, Plugin};
use std::any::Any;
use std::sync::Arc;

/// A plugin that is added after generators and converters were selected, such as one required by a remote theme. Jekyll
/// loads the theme, and with it these plugins, only at the reset step.
#[derive(Debug)]
pub(crate) struct Deferred(pub(crate) Arc<dyn Plugin>);

impl Plugin for Deferred {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn as_any(&self) -> Option<&dyn Any> {
        self.0.as_any()
    }

    fn liquid(&self, engine: &mut Engine) {
        self.0.liquid(engine);
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        self.0.hooks()
    }
}
