//! Java properties files.

use super::ini;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"[!#].*?\n", Comment).on(r"\s+", Text).on(r"\\\n", StrEscape);
    g.state("root").mixin("space").groups_to(r"([\w.-]+)(\s*)([=:])", &[NameProperty, Text, Punctuation], "value");
    ini::value(g);
    g.state("escape").on(r"(?m)\\u\d{4}|\\.", StrEscape);
}
