//! Tulip, a small functional language.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    let id = r"[A-Za-z][\w-]*";
    g.state("space").on(r"\s+", Text).on("#.*", Comment);
    g.state("root")
        .mixin("space")
        .on(format!("@{id}"), Keyword)
        .groups_to(format!(r"(\\{id})(\{{)"), &[NameFunction, Str], "nested string")
        .groups_to(format!(r"(\+{id})(\{{)"), &[NameDecorator, Str], "nested string")
        .on(format!(r"\\{id}"), NameFunction)
        .on(format!(r"\+{id}"), NameDecorator)
        .to(r#""\{"#, Str, "interpolated string")
        .to(r#"""#, Str, "string")
        .to(r"'\{", Str, "nested string")
        .on(format!("'{id}"), Str)
        .on(format!(r"\.{id}"), NameTag)
        .on(format!(r"\$(?:{id})?"), NameVariable)
        .on(format!("-{id}:?"), NameLabel)
        .on(format!("%{id}"), NameFunction)
        .on(format!("`{id}"), OperatorWord)
        .on(r"[?~%._>,!\[\]:{}()=;/-]", Punctuation)
        .on(r"\d+(?:\.\d+)?", Num)
        .on(id, Name)
        .to("<", CommentPreproc, "type");
    g.state("string").on(r#"[^\\"]+"#, Str).to(r#"""#, Str, POP).on(r"\\.", StrEscape);
    g.state("interpolated string")
        .to(r"\$\(", StrInterpol, "interpolated")
        .to(r"\{", Str, Transition::PushTop)
        .to(r"\}", Str, POP)
        .on("[^{}$]+|.", Str);
    g.state("interpolated").to(r"\)", StrInterpol, POP).mixin("parentheses");
    g.state("parentheses").to(r"\(", Punctuation, "parentheses").to(r"\)", Punctuation, POP).mixin("root");
    g.state("nested string")
        .on(r"\\.", StrEscape)
        .to(r"\{", Str, Transition::PushTop)
        .to(r"\}", Str, POP)
        .on(r"[^{}\\]+", Str);
    g.state("type")
        .mixin("space")
        .to(">", CommentPreproc, POP)
        .on("[*:]", Punctuation)
        .on(r"[A-Z][\w-]*", KeywordType)
        .on(id, NameVariable);
}
