//! The standard engine. It is not in the module `engine`, because the filters and tags import that module.

use crate::engine::Engine;
use crate::{filters, tags};

impl Engine {
    /// An engine with Liquid's standard filters and tags.
    pub fn standard() -> Self {
        let mut engine = Engine::bare();
        tags::register(&mut engine);
        filters::register(&mut engine);
        engine
    }
}
