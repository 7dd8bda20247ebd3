//! CMHG, the C module header generator of RISC OS.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(";.*", Comment)
        .groups(
            r"^([ \t]*)(#[ \t]*(?:(?:define|e(?:lif|lse|ndif|rror)|if(?:def|ndef)?|include|line|pragma|undef|warning)(?:[ \t].*)?)?)(?=\n)",
            &[Text, CommentPreproc],
        )
        .on("[-a-z]+:", KeywordDeclaration)
        .on(r"[A-Za-z_]\w+", NameEntity)
        .on(r#""[^"]*""#, Str)
        .on(r"(?:&|0x)\h+", NumHex)
        .on(r"\d+", Num)
        .on("[,/()]", Punctuation)
        .on(r"[ \t]+|\n+", Text);
}
