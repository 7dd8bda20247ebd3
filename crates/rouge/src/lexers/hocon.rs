//! HOCON: JSON with comments, unquoted strings and substitutions.

use super::json;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    json::define(g);
    g.state("comments").on("(?://|#).*", CommentSingle);
    g.prepend("root", |s| {
        s.mixin("comments");
    });
    g.prepend("object", |s| {
        s.on(r"(?:classpath|file|include|url)\b", Keyword);
    });
    g.state("label")
        .groups(r#"("[^\n]*?")(\s*)([:=]|(?=\{))"#, &[NameLabel, TextWhitespace, Punctuation])
        .groups(r"([-\w.]+)(\s*)([:=]|(?=\{))", &[NameLabel, TextWhitespace, Punctuation]);
    g.prepend("constants", |s| {
        s.on(r"\d+\.(?:\d+\.?){3,}", Literal);
    });
    g.state("value")
        .mixin("comments")
        .on(r"\s+", TextWhitespace)
        .mixin("constants")
        .mixin("substitution")
        .to(r#"""""#, StrDouble, "long string")
        .to(r#"""#, StrDouble, "string")
        .to(r"\[", Punctuation, "array")
        .to(r"\{", Punctuation, "object")
        .on("[()=]", Punctuation)
        // One character at a time, because a number or a word may start anywhere.
        .on(r#"[^$"{}\[\]:=,+#`^?!@*&]"#, Literal);
    g.state("substitution").to(r"\$\{\??", StrInterpol, "substituted");
    g.state("substituted").on(r"[\w.-]+", NameVariable).to(r"\}", StrInterpol, POP);
    g.prepend("string", |s| {
        s.mixin("substitution").on(r#"[^\\"${]+"#, StrDouble);
    });
    g.state("long string").on(r#""[^"]{1,2}"#, StrDouble).mixin("string");
}
