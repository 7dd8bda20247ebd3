//! Velocity: directives and references. The surrounding text is HTML or in the language of the option `parent`.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    let id = r"[A-Za-z_]\w*";
    g.state("root")
        .call("[^{#$]+", |cx| cx.delegate_parent("html", cx.matched()))
        .on(r"(?m)#\*.*?\*#", CommentMultiline)
        .on("##.*", CommentSingle)
        .groups_to(
            format!(r"(#\{{?)({id})(\}}?)(\s?\()"),
            &[Punctuation, NameFunction, Punctuation, Punctuation],
            "directive",
        )
        .groups(format!(r"(#\{{?)({id})(\}}|\b)"), &[Punctuation, NameFunction, Punctuation])
        .to(r"\$\{?", Punctuation, "variable");
    g.state("variable")
        .on(id, NameVariable)
        .to(r"\(", Punctuation, "arguments")
        .groups(format!(r"(\.)({id})"), &[Punctuation, NameVariable])
        .to(r"\}", Punctuation, POP)
        .go("", POP);
    g.state("directive")
        .on(r"&&|\|\||==?|!=?|[-<>+*%&|^/]|(?:eq|ne|gt|lt|ge|le|not|in)\b", Operator)
        .to(r"\[", Operator, "range")
        .on(format!(r"{id}\b"), NameFunction)
        .mixin("arguments");
    g.state("range").on(r"\.\.", Operator).mixin("arguments").to(r"\]", Operator, POP);
    g.state("arguments")
        .to(r"\$\{?", Punctuation, "variable")
        .on(r"\s+", Text)
        .on(",", Punctuation)
        .on(r#""(?:\\\\|\\"|[^"])*""#, StrDouble)
        .on(r"'(?:\\\\|\\'|[^'])*'", StrSingle)
        .on(r"0[xX]\h+[Ll]?", NumHex)
        .on(r"\d+\b", NumInteger)
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .to(r"[(\[]", Punctuation, Go::PushTop)
        .to(r"[)\]}]", Punctuation, POP);
}
