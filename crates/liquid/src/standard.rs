//! The standard engine. It is apart from `engine`, so that the engine does not import the filters and tags that import it.

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
