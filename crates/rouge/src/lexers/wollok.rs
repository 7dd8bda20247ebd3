//! Wollok. A name that was declared earlier is a class anywhere.

use super::prelude::*;

/// The names of classes, objects and mixins that the text has declared so far.
type Declared = Vec<String>;

pub(crate) fn define(g: &mut Grammar) {
    let name = "[a-zA-Z][a-zA-Z0-9]*";
    g.state("space").on(r"\s+", TextWhitespace).on("//.*", CommentSingle).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("root")
        .mixin("space")
        .groups("(import)(.+$)", &[KeywordReserved, Text])
        .to("class|object|mixin", KeywordReserved, "declared")
        .on("test|program", KeywordReserved)
        .groups(format!(r"(package)(\s+)({name})"), &[KeywordReserved, TextWhitespace, NameClass])
        .on("[{}]", Text)
        .on(r"self\b", NameBuiltinPseudo)
        .on(r"(?:new|super|return|if|else|var|const|override|constructor)\b", KeywordReserved)
        .groups(format!(r"(method)(\s+)(_?{name})"), &[KeywordReserved, TextWhitespace, Text])
        .on(r"===|[+=-]=|=>|[-+!*/%<>]|(?:and|or|not)\b", Operator)
        .on("[()=]", Text)
        .on(",", Punctuation)
        .mixin("values");
    g.state("declared")
        .mixin("space")
        .on("inherits|mixed|with|and", KeywordReserved)
        .call(format!(r"{name}(?=\s*\{{)"), |cx| {
            declare(cx);
            cx.pop(1);
        })
        .call(name, declare);
    g.state("values")
        .call(format!("_?{name}"), |cx| {
            let name = cx.matched();
            let known = cx.memory::<Declared>().iter().any(|declared| declared == name);
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            cx.token(if known || capital { NameClass } else { KeywordVariable });
        })
        .on(format!(r"\.{name}"), Text)
        .mixin("space")
        .on(r"\d+\.?\d*", Num)
        .on(r#""[^"]*""#, Str)
        .to(r"\[|#\{", Punctuation, "list");
    g.state("list").on(",", Punctuation).to(r"[\]}]", Punctuation, POP).mixin("values");
}

fn declare(cx: &mut Context<'_, '_>) {
    cx.token(NameClass);
    let name = cx.matched().to_owned();
    cx.memory::<Declared>().push(name);
}
