//! The gem al_citations of al-folio 1.0: the tags for citation counts.

use super::{Shared, read_counts, tags};
use hastie_liquid::Engine;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::site::Site;
use std::sync::Arc;

/// Registers the tags `google_scholar_citations` and `inspirehep_citations`. The gem would access the network during
/// the build, so these tags read the site's files of counts instead.
#[derive(Debug, Default)]
pub(crate) struct AlCitations {
    data: Arc<Shared>,
}

impl Plugin for AlCitations {
    fn name(&self) -> &'static str {
        "al_citations"
    }

    fn liquid(&self, engine: &mut Engine) {
        tags::register(engine, &self.data);
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(ReadCounts(Arc::clone(&self.data)))]
    }
}

struct ReadCounts(Arc<Shared>);

impl Hooks for ReadCounts {
    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        read_counts(&self.0, site, log);
        Ok(())
    }
}
