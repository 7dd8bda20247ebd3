//! JSP: Java in the tags of a page.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    let page = |cx: &mut Context<'_, '_>| cx.delegate_parent("html", cx.matched());
    let java = |cx: &mut Context<'_, '_>| cx.delegate("java", cx.matched());
    g.state("root")
        .to("<%--", Comment, "comment")
        .to(r"<%@\s*(?:page|include|taglib)\s*", NameTag, "directive")
        .to(r"<jsp:directive\.(?:page|include|taglib)", NameTag, "directive element")
        .to("<jsp:(?:scriptlet|declaration|expression)>", NameTag, "code element")
        .to(r"<[a-zA-Z]*:[a-zA-Z]*\s*", NameTag, "element")
        .on("</[a-zA-Z]*:[a-zA-Z]*>", NameTag)
        .to("<%[!=]?", NameTag, "code")
        .call("(?m).+?(?=<%|</?[a-zA-Z]*:)|.+", page);
    g.state("comment").to("--%>", Comment, POP).on("[^-]+|-", Comment);
    g.state("attribute").to(r"\s*[\w:-]+\s*=\s*", NameAttribute, "value");
    g.state("directive").to("%>", NameTag, POP).mixin("attribute").call("(?m).+?(?=%>)", page);
    g.state("directive element").to("/>", NameTag, POP).mixin("attribute").call("(?m).+?(?=/>)", page);
    g.state("element").to("/?>", NameTag, POP).mixin("attribute").call("(?m).+?(?=/?>)", page);
    g.state("code element")
        .to("</jsp:(?:scriptlet|declaration|expression)>", NameTag, POP)
        .mixin("attribute")
        .call("[^</]+", java);
    g.state("code").to("%>", NameTag, POP).call("[^%>]+", java);
    g.state("value").to(r#"""#, Str, goto("double")).to("'", Str, goto("single")).to(r"[^\s>]+", Str, POP);
    for (state, quote) in [("double", '"'), ("single", '\'')] {
        g.state(state)
            .to(quote.to_string(), Str, POP)
            .to(r"\$\{", StrInterpol, "interpolated")
            .on(format!("[^{quote}]+"), Str);
    }
    g.state("interpolated").to(r"\}", StrInterpol, POP).to("'", Literal, "literal").call(r"[^'}]+", java);
    g.state("literal").to("'", Literal, POP).on("[^']+", Literal);
}
