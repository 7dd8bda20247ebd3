//! The CSS tree that evaluation produces and `serialize` writes.
//!
//! [`Tree`] is the arena of nodes ([`NodeKind`]). `visibility` decides which nodes are omitted from the output. Media
//! queries and keyframe selectors are parsed here, because they can only be parsed after interpolation. Mirrors
//! dart-sass's `ast/css`.

mod bogus;
mod keyframe_selector;
mod media_parser;
mod media_query;
mod tree;
mod visibility;

pub(crate) use bogus::bogus_warnings;
pub(crate) use bogus::trim_right;
pub(crate) use keyframe_selector::parse_keyframe_selectors;
pub(crate) use media_parser::parse_media_queries;
pub(crate) use media_query::{MediaQuery, MergeResult};
pub(crate) use tree::{CssText, NodeId, NodeKind, Tree};
pub(crate) use visibility::is_preserved;
