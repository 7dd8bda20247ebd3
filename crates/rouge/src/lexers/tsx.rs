//! TSX: JSX with the words of TypeScript, and type parameters instead of an element's name.

use super::prelude::*;
use super::{jsx, typescript};

pub(crate) fn define(g: &mut Grammar) {
    jsx::define_dialect(g, typescript::dialect(g));
    typescript::extend(g);
    g.prepend("element name", |s| {
        s.groups_to(r"(\w+)(,)", &[NameOther, Punctuation], Go::Pop(3)).to("<", Punctuation, "type");
    });
    g.in_3_30(|g| g.replace_rules("element name", "<", |_| {}));
    g.state("type").mixin("object").to(">", Punctuation, POP);
}
