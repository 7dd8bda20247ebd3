//! Syzkaller programs: sequences of system calls that test a kernel.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "ANY ANYBLOB ANYPTR ANYPTR64 ANYPTRS ANYRES16 ANYRES32 ANYRES64 ANYRESDEC ANYRESHEX ANYRESOCT ANYUNION async
    AUTO fail_nth false nil rerun true void",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("#.*", Comment);
    g.state("spaces").mixin("space").go("", POP);
    g.state("blanks").on(r"[ \t]+", Text).go("", POP);
    g.state("term")
        .on(r"-?0[xX]\h+", NumHex)
        .on(r"-?\d+", NumInteger)
        .on(r#""[^"]*""#, StrDouble)
        .on("`[^`]*`", StrBacktick)
        .on("'[^']*'", StrSingle)
        .on(r"r\d+", KeywordPseudo)
        .words(r"[a-zA-Z_]\w*", &[(&KEYWORDS, Keyword)], Name);
    g.state("root").mixin("space").groups(r"(r\d+)(\s+)(=)", &[KeywordPseudo, Text, Punctuation]).groups_to(
        r"([a-zA-Z_]\w*)(\$)?(\w+)?(\s+)?(\()",
        &[NameFunction, Punctuation, NameFunctionMagic, Text, Punctuation],
        ["modifiers", "blanks", "arguments", "spaces"],
    );
    g.state("modifiers").to(r"\(", Punctuation, "list of modifiers").go("", POP);
    g.state("list of modifiers").mixin("space").mixin("term").on("[,:]", Punctuation).to(r"\)", Punctuation, POP);
    g.state("arguments")
        .mixin("space")
        .mixin("term")
        .on(r"[@&=,<>{}\[\]!$%^*+/|~:;.?-]", Punctuation)
        .to(r"\(", Punctuation, Transition::PushTop)
        .to(r"\)", Punctuation, POP);
}
