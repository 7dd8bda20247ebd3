//! Plugins that are added after generators and converters were selected.

use hastie_liquid::Engine;
use hastie_site::plugin::{Hooks, Plugin};
use std::any::Any;
use std::sync::Arc;

/// A plugin that a remote theme requires. Jekyll loads it only at the reset step, when generators and converters are
/// already selected. Only its tags, filters and hooks are therefore used.
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
