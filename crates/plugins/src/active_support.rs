//! The changes that ActiveSupport makes to templates when a site's own Ruby loads all of it.
//!
//! al-folio's plugins begin with `require "active_support/all"`. This replaces the `to_json` of Ruby's own classes,
//! which `jsonify` calls, and gives `blank` a meaning in Liquid. Both apply to the whole site, even if Hastie does not
//! run al-folio's plugins because it has built-in ones.

use crate::local::LocalFile;
use hastie_liquid::Blanks;
use hastie_site::plugin::Plugin;

/// The arguments of `require` with which Ruby loads ActiveSupport's JSON encoder.
const WITH_JSON: [&str; 5] = [
    "active_support/all",
    "active_support/core_ext",
    "active_support/core_ext/object",
    "active_support/core_ext/object/json",
    "active_support/json",
];

/// A plugin that changes the filter `jsonify`, and comparisons with `blank`, as ActiveSupport does.
#[derive(Debug)]
pub(crate) struct ActiveSupport;

impl ActiveSupport {
    /// The plugin, if a Ruby file of the site requires a file that loads ActiveSupport's JSON encoder.
    pub(crate) fn of(files: &[LocalFile]) -> Option<Self> {
        let mut required = files.iter().flat_map(|file| &file.requires);
        required.any(|name| WITH_JSON.contains(&name.as_str())).then_some(ActiveSupport)
    }
}

impl Plugin for ActiveSupport {
    fn name(&self) -> &'static str {
        "active_support"
    }

    fn blanks(&self) -> Blanks {
        Blanks::ACTIVE_SUPPORT
    }

    fn encodes_json(&self) -> bool {
        true
    }
}
