//! Liquid. Text outside of tags is plain.

use super::prelude::*;
use super::version_3_30;
use crate::token::Token;
use crate::version::Version;

pub(crate) fn define(g: &mut Grammar) {
    if g.version() == Version::V3_30 {
        return version_3_30::liquid::define(g);
    }
    g.state("root")
        .on(r"[^{]+", Text)
        .groups_to(r"(\{%-?)(\s*)", &[CommentPreproc, TextWhitespace], "tag")
        .groups_to(r"(\{\{-?)(\s*)", &[CommentPreproc, TextWhitespace], "output")
        .on(r"\{", Text);
    ends(g);
    tags(g);
    verbatim(g, "comment", r"(\{%-?)(\s*)(endcomment)(\s*)(-?%\})", Comment);
    verbatim(g, "raw", r"(\{%-?)(\s*)(endraw)(\s*)(-?%\})", Text);
    arguments(g);
    filters(g);
    values(g);
}

fn ends(g: &mut Grammar) {
    g.state("tag end")
        .call(r"(\s*)(-?%\})", |cx| {
            cx.groups(&[TextWhitespace, CommentPreproc]);
            cx.reset_stack();
        })
        // In the `liquid` tag, each line is a separate tag.
        .call(r"\n\s*", |cx| {
            cx.token(TextWhitespace);
            if cx.in_state("liquid tag") {
                while cx.state_name() != "liquid tag" {
                    cx.pop(1);
                }
            }
        })
        .mixin("space");
    g.state("output end").call(r"(\s*)(-?\}\})", |cx| {
        cx.groups(&[TextWhitespace, CommentPreproc]);
        cx.reset_stack();
    });
    g.state("space").on(r"\s+", TextWhitespace).on(r"#.*?(?=$|-?[}%]\})", Comment);
}

fn tags(g: &mut Grammar) {
    g.state("liquid tag").mixin("tag end").mixin("tag");
    g.state("tag")
        .to(r"liquid\b", NameTag, "liquid tag")
        .to(r"(?:if|elsif|unless|case)\b", NameTag, "condition")
        .to(r"when\b", NameTag, "value")
        .to(r"(?:else|ifchanged|end\w+)\b", NameTag, "tag end")
        .to(r"(?:break|continue)\b", KeywordReserved, "tag end")
        .groups_to(
            r"(for|tablerow)(\s+)(\S+)(\s+)(in)(\s+)",
            &[NameTag, TextWhitespace, NameVariable, TextWhitespace, NameTag, TextWhitespace],
            "iteration",
        )
        .groups_to(
            r"(capture|(?:de|in)crement)(\s+)([A-Za-z_](?:\w|-(?!%))*)",
            &[NameTag, TextWhitespace, NameVariable],
            "tag end",
        )
        .groups_to(r"(comment)(\s*)(-?%\})", &[NameTag, TextWhitespace, CommentPreproc], "comment")
        .groups_to(r"(raw)(\s*)(-?%\})", &[NameTag, TextWhitespace, CommentPreproc], "raw")
        .to(r"(?:assign|echo)\b", NameTag, "assignment")
        .groups_to(r"(include|render)(\s+)([\w/-]+(?:\.[\w-]+)+\b)?", &[NameTag, TextWhitespace, Text], "include")
        .call(r#"(cycle)(\s+)(?:([\w-]+|'[^']*'|"[^"]*")(\s*)(:))?(\s*)"#, |cx| {
            let group = match cx.group(3).as_bytes().first() {
                Some(b'\'') => StrSingle,
                Some(b'"') => StrDouble,
                _ => NameAttribute,
            };
            cx.groups(&[NameTag, TextWhitespace, group, TextWhitespace, Punctuation, TextWhitespace]);
            cx.push("tag arguments");
        })
        .to(r"\w+\b", NameTag, "own tag")
        .mixin("tag end");
}

/// Defines `state` for the text between a tag and its end tag, which is a single `token`.
fn verbatim(g: &mut Grammar, state: &'static str, end: &'static str, token: Token) {
    g.state(state)
        .on(r"[^{]+", token)
        .call(end, |cx| {
            cx.groups(&[CommentPreproc, TextWhitespace, NameTag, TextWhitespace, CommentPreproc]);
            cx.reset_stack();
        })
        .on(r"\{", token);
}

fn arguments(g: &mut Grammar) {
    g.state("condition").on("[=!]=|[<>]=?", Operator).on(r"(?:and|or|contains)\b", OperatorWord).mixin("value");
    g.state("value").mixin("tag end").mixin("literals").mixin("variable");
    g.state("iteration")
        .on(r"(?:reversed|continue)\b", NameAttribute)
        .to(r"\(", Punctuation, "range")
        .mixin("tag arguments");
    g.state("own tag").to(r"\{\{-?", CommentPreproc, "output in tag").mixin("pipe").mixin("tag arguments");
    g.state("tag arguments").mixin("tag end").mixin("arguments");
    g.state("assignment").on("=", Operator).to(r"\(", Punctuation, "range").mixin("pipe").mixin("value");
    g.state("include")
        .to(r"\{\{-?", CommentPreproc, "output in tag")
        .on(r"(?:with|for|as)\b", KeywordReserved)
        .mixin("tag arguments");
    g.state("arguments")
        .mixin("literals")
        .groups(r"([a-zA-Z_][\w-]*)(\s*)([=:])", &[NameAttribute, TextWhitespace, Operator])
        .mixin("variable");
    g.state("range")
        .on(r"\.\.", Punctuation)
        .to(r"\)", Punctuation, POP)
        .mixin("space")
        .mixin("number")
        .mixin("variable");
}

fn filters(g: &mut Grammar) {
    g.state("pipe").groups_to(r"(\|)(\s*)", &[Punctuation, TextWhitespace], ["filters", "filter"]);
    g.state("output").mixin("pipe").mixin("output end").mixin("literals").mixin("variable");
    g.state("output in tag")
        .groups(r"(\|)(\s*)([a-zA-Z_](?:\w|-(?!\}))*)", &[Punctuation, TextWhitespace, NameFunction])
        .to(r"-?\}\}", CommentPreproc, POP)
        .mixin("arguments");
    g.state("filters")
        .groups_to(r"(\|)(\s*)", &[Punctuation, TextWhitespace], "filter")
        .mixin("tag end")
        .mixin("output end")
        .mixin("arguments");
    g.state("filter").to(r"[a-zA-Z_](?:\w|-(?![%}]))*", NameFunction, POP).mixin("space");
}

fn values(g: &mut Grammar) {
    g.state("literals")
        .on(r"(?:false|true|nil)\b", KeywordConstant)
        .on("'[^']*'", StrSingle)
        .on(r#""[^"]*""#, StrDouble)
        .on("[,:]", Punctuation)
        .mixin("space")
        .mixin("number");
    g.state("number").on("-", Operator).on(r"\d+\.\d+", NumFloat).on(r"\d+", NumInteger);
    g.state("variable")
        .groups(r"(\.)(\s*)(first|last|size)\b(?![!/?])", &[Punctuation, TextWhitespace, NameFunction])
        .on(r"\.(?= *\w)|[\[\]]", Punctuation)
        .on(r"(?:empty|blank|(?:for|tablerow)loop\.(?:parentloop\.)*\w+)\b(?![?!/])", NameBuiltin)
        .on(r"[A-Za-z_][\w-]*\b-?(?![!/?])", NameVariable)
        .on(r"\S+", Text);
}
