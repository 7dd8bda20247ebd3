//! XML. Start tags and end tags need not match.

use super::prelude::*;

const NAME: &str = r"[\p{L}:_][\p{Cf}\p{Word}.:·-]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("[^<&]+", Text)
        .on(r"&\S*?;", NameEntity)
        .on(r"<!\[CDATA\[.*?\]\]>", CommentPreproc)
        .to("<!--", Comment, "comment")
        .on(r"<\?.*?\?>", CommentPreproc)
        .on("<![^>]*>", CommentPreproc)
        .to(format!(r"<\s*{NAME}"), NameTag, "tag")
        .on(format!(r"<\s*/\s*{NAME}\s*>"), NameTag);
    g.state("comment").on("[^-]+", Comment).to("-->", Comment, POP).on("-", Comment);
    g.state("tag").on(r"\s+", Text).to(format!(r"{NAME}\s*="), NameAttribute, "value").to(r"/?\s*>", NameTag, POP);
    g.state("value").on(r"\s+", Text).to(r#"(?m)".*?"|'.*?'|[^\s>]+"#, Str, POP);
}
