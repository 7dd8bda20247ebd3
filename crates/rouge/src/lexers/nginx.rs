//! nginx configuration files.

use super::prelude::*;

const ID: &str = r"[^\s$;{}()#]+";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .groups(r"(include)(\s+)([^\s;]+)", &[Keyword, Text, Name])
        .to(ID, Keyword, "statement")
        .mixin("base");
    g.state("block").to(r"\}", Punctuation, POP).to(ID, KeywordNamespace, "statement").mixin("base");
    g.state("statement").to(r"\{", Punctuation, goto("block")).to(";", Punctuation, POP).mixin("base");
    g.state("base")
        .on(r"\s+", Text)
        .on("#.*", CommentSingle)
        .on(r"(?:on|off)\b", NameConstant)
        .on(r"\$[\w-]+", NameVariable)
        .groups(r"([a-zA-Z0-9.-]+)(:)(\d+)", &[NameFunction, Punctuation, NumInteger])
        .on("[a-zA-Z-]+/[a-zA-Z-]+", NameClass)
        .on(r"\d+\.\d+", NumFloat)
        .on(r"(?i)\d+[kmg]?\b", NumInteger)
        .groups(r"(~)(\s*)([^\s{]+)", &[Punctuation, Text, StrRegex])
        .on("[:=~]", Punctuation)
        .on(format!("/(?:{ID})?"), Name)
        .on(r"[^#\s;{}$\\]+", Str)
        .on("[$;]", Text);
    g.in_3_30(|g| g.drop_rules("base", r"\d+\.\d+"));
}
