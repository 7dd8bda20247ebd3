//! The gem jekyll-include-cache 0.2: the tag `include_cached`, whose code is next to `include` in
//! `crates/site/src/render/tags`.

use hastie_liquid::Engine;
use hastie_site::plugin::Plugin;
use hastie_site::render::tags;

/// Registers the tag `include_cached`, a variant of `include` that caches its output.
#[derive(Debug)]
pub(crate) struct IncludeCache;

impl Plugin for IncludeCache {
    fn name(&self) -> &'static str {
        "jekyll-include-cache"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn liquid(&self, engine: &mut Engine) {
        tags::register_include_cached(engine);
    }
}
