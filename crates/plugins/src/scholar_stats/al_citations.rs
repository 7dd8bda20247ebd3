//! The gem al_citations of al-folio 1.0: the tags for citation counts.

use super::ScholarStats;
use hastie_liquid::Engine;
use hastie_site::plugin::{Hooks, Plugin};
use std::sync::Arc;

/// Registers the tags `google_scholar_citations` and `inspirehep_citations`. The gem would access the network during
/// the build, so these tags read the site's files of counts instead.
#[derive(Debug, Default)]
pub(crate) struct AlCitations(ScholarStats);

impl Plugin for AlCitations {
    fn name(&self) -> &'static str {
        "al_citations"
    }

    fn liquid(&self, engine: &mut Engine) {
        self.0.liquid(engine);
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        self.0.hooks()
    }
}
