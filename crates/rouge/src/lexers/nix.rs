//! Nix. As in Rouge, line feeds in multi-line comments and strings are `Error` tokens.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").mixin("expression");
    g.state("expression")
        .on(r"\s+", Text)
        .on("#.*", Comment)
        .to(r"/\*", Comment, "comment")
        .on("true|false|null", KeywordConstant)
        .on(r"\d", NumInteger)
        .mixin("paths")
        .to(r#"""#, StrDouble, "string")
        .to("''", StrDouble, "indented string")
        .mixin("words")
        .on(r"//|\+\+|[.?+!/*<>=@-]|&&|\|\|", Operator)
        .on("[$;,:]", Punctuation)
        .on("[a-zA-Z_][a-zA-Z0-9-]*", NameVariable)
        .to(r"\(", Punctuation, "parentheses")
        .to(r"\{", Punctuation, "set")
        .to(r"\[", Punctuation, "list");
    g.state("comment").to(r"\*/", Comment, POP).on(".", Comment);
    let piece = "[a-zA-Z0-9._-]+";
    g.state("paths").on(format!("~?(?:/{piece})+|{piece}(?:/{piece})+|[a-z+]+:///?{piece}(?:/{piece})+"), StrOther);
    g.state("words")
        .on(r"(?:in|inherit|with)\b", KeywordNamespace)
        .on(r"let\b", KeywordDeclaration)
        .on(r"(?:else|if|then)\b", Keyword)
        .on(
            r"(?:abort|assert|baseNameOf|builtins|derivation|fetchTarball|import|isNull|map|rec|removeAttrs|throw|toString)\b",
            KeywordReserved,
        );
    g.state("parentheses").mixin("expression").to(r"\)", Punctuation, POP);
    g.state("set").to(r"\}", Punctuation, POP).mixin("expression");
    g.state("list").to(r"\]", Punctuation, POP).mixin("expression");
    g.state("interpolated").mixin("expression").to(r"\}", StrInterpol, POP);
    g.state("string")
        .on(r"\\.|\$\$", StrEscape)
        .to(r"\$\{", StrInterpol, "interpolated")
        .to(r#"""#, StrDouble, POP)
        .on(".", StrDouble);
    g.state("indented string")
        .on(r"'''|''\$|\$\$|''\\.", StrEscape)
        .to(r"\$\{", StrInterpol, "interpolated")
        .to("''", StrDouble, POP)
        .on(".", StrDouble);
}
