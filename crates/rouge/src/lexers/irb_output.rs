//! The output of `irb`: results after `=>`, errors, and printed text.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    super::ruby::define(g);
    g.start(|cx| cx.push("printed"));
    g.state("printed").to(r"\w+?(?:Error|Exception):.+?(?:\n|$)", GenericError, "error").mixin("output");
    g.state("error").on(r".+?(?:\n|$)", GenericError).mixin("output");
    g.state("output").to("=>", Punctuation, POP).on(r".+?(?:\n|$)", GenericOutput);
    g.prepend("root", |s| {
        s.to("#<", KeywordType, "object");
    });
    g.state("object").to(">", KeywordType, POP).mixin("root");
}
