//! Fluent, Mozilla's translation files.

use super::prelude::*;

const ID: &str = "[a-zA-Z][a-zA-Z0-9_-]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .groups_to("( *)(=)( *)", &[TextWhitespace, Punctuation, TextWhitespace], "pattern")
        .on(r"(?:\s*\n)+", TextWhitespace)
        .on("#{1,3}(?: .*)?$", CommentSingle)
        .on(ID, NameConstant)
        .on(format!("-{ID}"), NameEntity)
        .on(format!(r"\s*\.{ID}"), NameAttribute)
        .to(r"\s+(?=[^\s.])", TextWhitespace, "pattern");
    g.state("pattern").to(r"\n", TextWhitespace, POP).on("[^{\n}*]+", Text).to(r"\{", Punctuation, "placeable").to(
        r"(?=\})",
        Punctuation,
        POP,
    );
    g.state("placeable")
        .on(r"\s+", TextWhitespace)
        .to(r"\{", Punctuation, Go::PushTop)
        .to(r"\}", Punctuation, POP)
        .on(format!(r"\${ID}"), NameVariable)
        .on(format!("-{ID}"), NameEntity)
        .on(format!(r"\.{ID}"), NameAttribute)
        .on("[A-Z]+", NameBuiltin)
        .on(ID, NameConstant)
        .on("->|[(),:]", Punctuation)
        .on(r"\*", PunctuationIndicator)
        .on(r"-?\d+\.\d", NumFloat)
        .on(r"-?\d+", NumInteger)
        .to(r#"""#, StrDouble, "string")
        .groups_to(r"(\[)(-?\d+\.\d+)(\])", &[Punctuation, NumFloat, Punctuation], "pattern")
        .groups_to(r"(\[)(-?\d+)(\])", &[Punctuation, NumInteger, Punctuation], "pattern")
        .groups_to(r"(\[)([a-zA-Z][\w-]+)(\])", &[Punctuation, StrSymbol, Punctuation], "pattern");
    g.state("string").to(r#"""#, StrDouble, POP).on(r"\\u\h{4}|\\U\h{6}|\\.", StrEscape).on(r#"[^"\\]+"#, StrDouble);
}
