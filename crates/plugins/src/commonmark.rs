//! The gems jekyll-commonmark 1.4 and jekyll-commonmark-ghpages 0.5: the processors for `markdown: CommonMark` and
//! `markdown: CommonMarkGhPages`. The code is in `crates/site/src/render/convert`.

use hastie_site::config::Configuration;
use hastie_site::plugin::Plugin;
use hastie_site::render::convert;
use hastie_site::render::convert::Processor;
use std::sync::Arc;

/// Provides the Markdown processor `CommonMark`, as jekyll-commonmark does.
#[derive(Debug)]
pub(crate) struct CommonMark;

impl Plugin for CommonMark {
    fn name(&self) -> &'static str {
        "jekyll-commonmark"
    }

    fn processors(&self, config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        vec![plain(config)]
    }
}

/// Provides the Markdown processor `CommonMarkGhPages` of jekyll-commonmark-ghpages, and the processor `CommonMark` of
/// jekyll-commonmark.
#[derive(Debug)]
pub(crate) struct CommonMarkGhPages;

impl Plugin for CommonMarkGhPages {
    fn name(&self) -> &'static str {
        "jekyll-commonmark-ghpages"
    }

    fn processors(&self, config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        vec![plain(config), ("CommonMarkGhPages".to_string(), Arc::new(convert::CommonMark::new(config, true)))]
    }
}

fn plain(config: &Configuration) -> (String, Arc<dyn Processor>) {
    ("CommonMark".to_string(), Arc::new(convert::CommonMark::new(config, false)))
}
