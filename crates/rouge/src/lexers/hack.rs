//! Hack: PHP with more words.

use super::php;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "arraykey as async await Awaitable bool dict double enum float int keyset newtype num string Stringish super
    type vec void",
);

pub(crate) fn define(g: &mut Grammar) {
    php::define_dialect(g, &KEYWORDS);
    g.prepend("root", |s| {
        s.to(r"<\?hh(?:\s*//\s*(?:strict|decl|partial))?$", CommentPreproc, "php");
    });
    g.prepend("php", |s| {
        // `HH_FIXME` is a word of Hack: its type checker ignores the errors that such a comment names.
        s.groups(
            r"(/\*\s*HH_(?:IGNORE_ERROR|FIXME)\[\d+\])([^*]*)(\*/)",
            &[CommentPreproc, CommentMultiline, CommentPreproc],
        )
        .on(r"// UNSAFE(?:_EXPR|_BLOCK)?|/\*\s*UNSAFE_EXPR\s*\*/", CommentPreproc);
    });
}
