//! Mason: Perl in tags and in `%` lines. The surrounding text is HTML or in the language of the option `parent`.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    let perl = |cx: &mut Context<'_, '_>| cx.delegate("perl", cx.matched());
    let perl_blocks = "args|flags|attr|init|once|shared|perl|cleanup|filter";
    g.state("root").mixin("tags");
    g.state("tags")
        .on(r"\s+", TextWhitespace)
        .to("(?i)<%(?:text|doc)>", CommentPreproc, "text")
        .to(format!("(?i)<%(?:{perl_blocks})>"), CommentPreproc, "perl")
        .groups_to(r"(?i)(<%(?:def|method))([^>]*)(>)", &[CommentPreproc, Name, CommentPreproc], "component")
        .call("^(%)(.*)$", |cx| {
            cx.emit(CommentPreproc, "%");
            cx.delegate("perl", cx.group(2));
        })
        .to("<%", CommentPreproc, "expression")
        .to(r"<&\|", CommentPreproc, ["content", "call"])
        .to("<&", CommentPreproc, "call")
        .call("(?m).+?(?=</?&|</?%|^%|^#)|.+", |cx| cx.delegate_parent("html", cx.matched()));
    g.state("line comments").on(r"\s+", TextWhitespace).on("^#.*", Comment);
    g.state("perl")
        .to(format!("(?i)</%(?:{perl_blocks})>"), CommentPreproc, POP)
        .mixin("line comments")
        .call(r#"(?m).*?[^"](?=</%)"#, perl);
    g.state("text")
        .to("(?i)</%(?:text|doc)>", CommentPreproc, POP)
        .mixin("line comments")
        .on(r#"(?m).*?[^"](?=</%)"#, Comment);
    g.state("component").to("(?i)</%(?:def|method)>", CommentPreproc, POP).mixin("line comments").mixin("tags");
    g.state("content").to("</&>", CommentPreproc, POP).mixin("tags");
    g.state("call").to("&>", CommentPreproc, POP).call("(?m).*?(?=&>)", perl);
    g.state("expression").to("%>", CommentPreproc, POP).call("(?m).*?(?=%>)", perl);
}
