//! Liquid in Rouge 3.30: delimiters are punctuation, and the end of any tag returns to the surrounding text.

use super::super::prelude::*;
use crate::token::Token;

/// The bar before a filter's name, with whitespace.
const BAR: &str = r"(\|)(\s*)";
const FILTER: [Token; 3] = [Punctuation, TextWhitespace, NameFunction];

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"[^{]+", Text)
        .groups_to(r"(\{%-?)(\s*)", &[Punctuation, TextWhitespace], "tag")
        .groups_to(r"(\{\{-?)(\s*)", &[Punctuation, TextWhitespace], "output")
        .on(r"\{", Text);
    for (state, end) in [("output end", r"-?\}\}"), ("tag end", r"-?%\}")] {
        g.state(state).call(end, |cx| {
            cx.token(Punctuation);
            cx.reset_stack();
        });
    }
    tags(g);
    verbatim(g, "comment", r"(\{%-?)(\s*)(endcomment)(\s*)(-?%\})", Comment);
    verbatim(g, "raw", r"(\{%-?)(\s*)(endraw)(\s*)(-?%\})", Text);
    markup(g);
    values(g);
}

fn tags(g: &mut Grammar) {
    let ended = |first: Token| [first, TextWhitespace, Punctuation];
    g.state("tag")
        .to(r"(?:if|elsif|unless|case)\b", KeywordReserved, "condition")
        .to(r"when\b", KeywordReserved, "when")
        .groups_to(r"(else)(\s*)(-?%\})", &ended(KeywordReserved), POP)
        .groups_to(
            r"(capture|(?:in|de)crement)(\s+)([^\s%]+)(\s*)(-?%\})",
            &[NameTag, TextWhitespace, NameVariable, TextWhitespace, Punctuation],
            POP,
        )
        .groups_to(r"(comment)(\s*)(-?%\})", &ended(NameTag), "comment")
        .groups_to(r"(raw)(\s*)(-?%\})", &ended(NameTag), "raw")
        .groups_to(r"(end(?:if|unless|case))(\s*)(-?%\})", &ended(KeywordReserved), POP)
        .groups_to(r"(end[^\s%]+)(\s*)(-?%\})", &ended(NameTag), POP)
        .to(r"(?:assign|echo)\b", NameTag, "assignment")
        .to(r"(?:include|render)\b", NameTag, "include")
        .call(r"(cycle)(\s+)(?:([^\s:]*)(\s*)(:))?(\s*)", |cx| {
            let group = quoted(cx.group(3), NameAttribute);
            cx.groups(&[NameTag, TextWhitespace, group, TextWhitespace, Punctuation, TextWhitespace]);
            cx.push("variables");
        })
        .call(r#"(for|tablerow)(\s+)([\w-]+)(\s+)(in)(\s+)((?:[^\s%,|'"]|"[^"]*"|'[^']*')+)(\s*)"#, |cx| {
            let list = quoted(cx.group(7), NameVariable);
            cx.groups(&[NameTag, TextWhitespace, NameVariable, TextWhitespace, NameTag, TextWhitespace, list]);
            cx.emit(TextWhitespace, cx.group(8));
            cx.push("markup");
        })
        .groups_to(r"([^\s%]+)(\s*)", &[NameTag, TextWhitespace], "markup");
}

/// `StrSingle` for a text with at least two single quotes, `StrDouble` for one with at least two double quotes, and
/// `otherwise` for any other text.
fn quoted(text: &str, otherwise: Token) -> Token {
    let pair = |quote: char| text.matches(quote).count() > 1;
    match (pair('\''), pair('"')) {
        (true, _) => StrSingle,
        (_, true) => StrDouble,
        _ => otherwise,
    }
}

/// Defines `state` for the text between a tag and its end tag, which is a single `token`.
fn verbatim(g: &mut Grammar, state: &'static str, end: &'static str, token: Token) {
    g.state(state)
        .on(r"[^{]+", token)
        .call(end, |cx| {
            cx.groups(&[Punctuation, TextWhitespace, NameTag, TextWhitespace, Punctuation]);
            cx.reset_stack();
        })
        .on(r"\{", token);
}

fn markup(g: &mut Grammar) {
    g.state("output")
        .groups_to(format!(r"{BAR}([a-zA-Z_][^\s}}|:]*)"), &FILTER, "filters")
        .mixin("output end")
        .mixin("values");
    g.state("filters")
        .groups(format!(r"{BAR}([a-zA-Z_][^\s%}}|:]*)"), &FILTER)
        .mixin("output end")
        .mixin("tag end")
        .mixin("arguments or variables");
    g.state("condition")
        .on("[=!]=|[<>]=?", Operator)
        .on(r"(?:and|or|contains)\b", OperatorWord)
        .mixin("tag end")
        .mixin("values");
    g.state("when").mixin("tag end").mixin("values");
    g.state("arguments")
        .mixin("literals")
        .groups(r"([^\s=:]+)(\s*)([=:])", &[NameAttribute, TextWhitespace, Operator])
        .on("[,:]", Punctuation);
    g.state("arguments or variables").mixin("arguments").mixin("variable").on(r"\S+", Text);
    g.state("markup").on(r"reversed\b", NameAttribute).mixin("tag end").mixin("arguments").on(r"\S+", Text);
    g.state("variables").mixin("tag end").mixin("arguments or variables");
    g.state("assignment")
        .on("=", Operator)
        .groups_to(format!(r"{BAR}([a-zA-Z_][^\s%|:]*)"), &FILTER, "filters")
        .mixin("tag end")
        .mixin("values");
    g.state("include")
        .groups_to(r"(\{\{-?)(\s*)", &[Punctuation, TextWhitespace], "output in tag")
        .on(r"(?:with|for)\b", NameTag)
        .on(r"[/\w-]+(?:\.[\w-]+)+\b", Text)
        .mixin("variables");
    g.state("output in tag")
        .groups(format!(r"{BAR}([a-zA-Z_][^\s}}|:]*)"), &FILTER)
        .to(r"-?\}\}", Punctuation, POP)
        .mixin("arguments or variables");
}

fn values(g: &mut Grammar) {
    g.state("values").mixin("literals").mixin("variable");
    g.state("literals")
        .on(r"[ \t]+", TextWhitespace)
        .on(r"(?:false|true|nil)\b", KeywordConstant)
        .on("'[^']*'", StrSingle)
        .on(r#""[^"]*""#, StrDouble)
        .on("-", Operator)
        .on(r"\d+\.\d+", NumFloat)
        .on(r"\d+", NumInteger);
    g.state("variable")
        .on(r"(?:empty|blank|forloop\.[^\s%}|:]+)\b", NameBuiltin)
        .on(r"\.(?=\w)|\[|\]", Punctuation)
        .on(r"(?:first|last|size)\b", NameFunction)
        .on(r"[a-zA-Z_][\w-]*\??", NameVariable);
}
