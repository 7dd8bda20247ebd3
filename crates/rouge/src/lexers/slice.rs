//! Slice, the interface language of Ice: C with other words.

use super::c;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "class const dictionary enum exception extends idempotent implements interface local LocalObject module Object
    optional out sequence struct throws Value",
);
static TYPES: Words = Words::new("bool byte double float int long short string void");

pub(crate) fn define(g: &mut Grammar) {
    c::define(g);
    g.state("statements").mixin("literals and signs").words(
        r"[a-zA-Z_]\w*",
        &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&c::RESERVED, KeywordReserved)],
        Name,
    );
}
