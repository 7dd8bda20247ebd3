//! The state that a tag keeps from one rendering to the next: Ruby's instance variables.

use super::config::Config;
use hastie_citeproc::Renderer;
use hastie_liquid::{State, Template, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// The files, such as papers, in the folder that the setting `repository` names, by the two parts of their names. If
/// the setting is `papers` and the delimiter is `.`, the keys `a/knuth` and `v2.pdf` have the value
/// `papers/a/knuth.v2.pdf`. A file without the delimiter has the second key `None`.
pub(super) type Repository = IndexMap<String, IndexMap<Option<String>, String>>;

/// The values that a tag of jekyll-scholar keeps in instance variables, from one rendering of the tag to the next.
#[derive(Default)]
pub(super) struct Memo {
    /// The settings, including the settings of pages that were rendered before.
    pub config: Config,
    pub files: Option<Vec<String>>,
    pub group_by: Option<Value>,
    pub group_keys: Option<Vec<String>>,
    pub group_order: Option<Vec<String>>,
    pub group_tags: Option<Vec<String>>,
    pub sort_keys: Option<Vec<String>>,
    pub sort_order: Option<Vec<String>>,
    pub repository: Option<Arc<Repository>>,
    pub base_url: Option<String>,
    /// The template of `bibliography_template`, and the variables that it assigned when it rendered earlier entries.
    pub template: Option<(Template, State)>,
    /// The renderer of the citation style. It knows the names in the previous entry, for styles that do not repeat
    /// them.
    pub renderer: Option<Renderer>,
}
