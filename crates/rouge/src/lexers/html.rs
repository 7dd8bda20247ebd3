//! HTML, with JavaScript in `script` elements and CSS in `style` elements.

use super::prelude::*;

const NAME: &str = r"[\p{L}:_-][\p{Cf}\p{Word}.:·-]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("[^<&]+", Text)
        .on(r"&\S*?;", NameEntity)
        .on("(?im)<!DOCTYPE .*?>", CommentPreproc)
        .on(r"(?m)<!\[CDATA\[.*?\]\]>", CommentPreproc)
        .to("<!--", Comment, "comment")
        .on(r"(?m)<\?.*?\?>", CommentPreproc)
        .call(r"<\s*script\s*", |cx| {
            cx.token(NameTag);
            cx.reset_other("javascript");
            cx.next(["script", "tag"]);
        })
        .call(r"<\s*style\s*", |cx| {
            cx.token(NameTag);
            cx.reset_other("css");
            cx.next(["style sheet", "tag"]);
        })
        .to("</", NameTag, "tag end")
        .to("<", NameTag, "tag start");
    g.state("comment").on("[^-]+", Comment).to("-->", Comment, POP).on("-", Comment);
    g.state("tag end").mixin("tag closed").to(NAME, NameTag, goto("tag closed"));
    g.state("tag closed").on(r"\s+", Text).to(">", NameTag, POP);
    g.state("tag start").on(r"\s+", Text).to(NAME, NameTag, goto("tag")).go("", goto("tag"));
    g.state("tag")
        .on(r"\s+", Text)
        .to(r"[\p{L}()*.:\[\]_-][\p{Cf}\p{Word}()*.:\[\]·-]*\s*=\s*", NameAttribute, "value")
        .on(r"[\p{L}#*:_-][\p{Cf}\p{Word}#*.:·-]*", NameAttribute)
        .to(r"/?\s*>", NameTag, POP);
    g.state("value").to(r#"""#, Str, goto("double")).to("'", Str, goto("single")).to(r"[^\s>]+", Str, POP);
    g.state("double").to(r#"""#, Str, POP).on(r#"[^"]+"#, Str);
    g.state("single").to("'", Str, POP).on("[^']+", Str);
    embedded(g, "script", r"<\s*/\s*script\s*>", "javascript");
    embedded(g, "style sheet", r"<\s*/\s*style\s*>", "css");
}

/// Defines `state` for the content of an element in another language, up to the closing tag.
fn embedded(g: &mut Grammar, state: &'static str, end: &'static str, language: &'static str) {
    let give = move |cx: &mut Context<'_, '_>| cx.delegate(language, cx.matched());
    g.state(state).call("[^<]+", give).to(end, NameTag, POP).call("<", give);
}
