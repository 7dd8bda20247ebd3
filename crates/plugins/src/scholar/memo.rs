//! State that one tag keeps from one rendering to the next: Ruby's instance variables.

use super::config::Config;
use hastie_citeproc::Renderer;
use hastie_liquid::{State, Template, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// The files of a repository, by the name before the first delimiter, then by the rest.
pub(super) type Repository = IndexMap<String, IndexMap<Option<String>, String>>;

/// The memory of one tag.
#[derive(Default)]
pub(super) struct Memo {
    /// Settings, those of pages that were rendered before included.
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
    /// The template of entries, and what it has assigned.
    pub template: Option<(Template, State)>,
    /// It knows the names of the entry before, for styles that do not repeat them.
    pub renderer: Option<Renderer>,
}
