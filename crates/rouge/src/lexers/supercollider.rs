//! SuperCollider, a language for sound synthesis.

use super::prelude::*;

static KEYWORDS: Words = Words::new("arg classvar const super this var");
static RESERVED: Words = Words::new("case do for forBy if loop new newCopyArgs while");
static CONSTANTS: Words = Words::new(
    "currentEnvironment false inf nil thisFunction thisFunctionDef thisMethod thisProcess thisThread
    topEnvironment true",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .on(r"[-+]?0[xX]\h+", NumHex)
        .on(r"[-+]?\d+r[0-9a-zA-Z]*(?:\.[0-9A-Z]*)?", NumFloat)
        // Integers as well.
        .on(r"[-+]?(?:\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?:pi)?|pi)", NumFloat)
        .on(r"\$(?:\\.|.)", StrChar)
        .on(r#""(?:[^\\"]|\\.)*""#, Str)
        .on(r"'(?:[^\\']|\\.)*'|\\\w+", StrOther)
        .on(r"[A-Za-z_]\w*:", NameLabel)
        .on(r"[A-Z]\w*", NameClass)
        .on(r"_\w+", NameFunction)
        .words(r"[a-z]\w*", &[(&KEYWORDS, Keyword), (&CONSTANTS, KeywordConstant), (&RESERVED, KeywordReserved)], Name)
        .on(r"~\w+", NameVariableGlobal)
        .on(r"[{}()\[\];,.]", Punctuation)
        .on("[-+*/&|%<>=^:#]", Operator)
        .on(r"_\b", NameBuiltin);
    g.state("comment")
        .to(r"/\*", CommentMultiline, Transition::PushTop)
        .to(r"\*/", CommentMultiline, POP)
        .on(r"[^*/]+|.", CommentMultiline);
}
