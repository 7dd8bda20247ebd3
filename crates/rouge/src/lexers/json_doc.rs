//! JSON with comments and unquoted labels, as used in documentation.

use super::json;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    json::define(g);
    g.prepend("label", |s| {
        s.groups(r"([$\w]+)(\s*)(:)", &[NameAttribute, Text, Punctuation]);
    });
    g.prepend("value", |s| {
        s.on(r"/\*.*?\*/", Comment).on(r"//.*|\.\.\.", CommentSingle);
    });
}
