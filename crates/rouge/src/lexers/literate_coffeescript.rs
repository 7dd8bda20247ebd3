//! Literate CoffeeScript: Markdown in which text indented by four spaces is code.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .call(r"^(?: {4}.*\n)+", |cx| cx.delegate("coffeescript", cx.matched()))
        .call(r"^(?: {0,3}(?:\S.*)?\n)*", |cx| cx.delegate("markdown", cx.matched()));
}
