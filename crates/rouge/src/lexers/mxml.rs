//! MXML: XML with ActionScript in CDATA sections and in braces of attributes. As in Rouge, the end of a tag enters the
//! outer state again instead of leaving the tag.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("[^<&]+", Text)
        .on(r"&\S*?;", NameEntity)
        .to(r"<!\[CDATA\[", CommentPreproc, "data")
        .to("<!--", Comment, "comment")
        .on(r"<\?.*?\?>|<![^>]*>", CommentPreproc)
        .to(r"<\s*[\w:.-]+", NameTag, "tag")
        .on(r"<\s*/\s*[\w:.-]+\s*>", NameTag);
    g.state("comment").to("-->", Comment, POP).on("[^-]+|-", Comment);
    g.state("tag").on(r"\s+", Text).to(r"[\w.:-]+\s*=", NameAttribute, "value").to(r"/?\s*>", NameTag, "root");
    g.state("value").on(r"\s+", Text).groups_to(r#"(")(\{|@\{)"#, &[Str, Punctuation], "code").to(
        r#"".*?"|'.*?'|[^\s>]+"#,
        Str,
        "tag",
    );
    let script = |cx: &mut Context<'_, '_>| cx.delegate_fresh("actionscript", cx.matched());
    g.state("data").to(r"\]\]>", CommentPreproc, POP).call(r"(?m).*?(?=\]\]>)", script);
    g.state("code").groups_to(r#"(\})(")"#, &[Punctuation, Str], "tag").call(r#"(?m).*?(?=\}")"#, script);
}
