//! TAP, the Test Anything Protocol.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"^TAP version \d+\n", NameNamespace)
        .to(r"^1\.\.\d+", KeywordDeclaration, "plan")
        .groups_to(r"^(not ok)([^\S\n]*)(\d*)", &[GenericError, Text, NumInteger], "test")
        .groups_to(r"^(ok)([^\S\n]*)(\d*)", &[KeywordReserved, Text, NumInteger], "test")
        .on(r"^#.*\n", Comment)
        .on(r"^Bail out!.*\n", GenericError)
        .on(r"^.*\n", Text);
    g.state("plan").on(r"[^\S\n]+", Text).to("#", Comment, "directive").to(r"\n", Comment, POP).to(
        r".*\n",
        GenericError,
        POP,
    );
    g.state("test").on(r"[^\S\n]+", Text).to("#", Comment, "directive").on(r"\S+", Text).to(r"\n", Text, POP);
    g.state("directive").on(r"[^\S\n]+", Comment).on(r"(?i)TODO\b|SKIP\S*", CommentPreproc).on(r"\S+", Comment).to(
        r"\n",
        Comment,
        Transition::Pop(2),
    );
}
