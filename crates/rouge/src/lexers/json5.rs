//! JSON5: JSON with comments, names without quotes, and more numbers and strings.

use super::javascript::ID;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    super::json::define(g);
    g.state("space").on(r"\s+", TextWhitespace).on("//.*", Comment).on(r"(?m)/\*.*?\*/", Comment);
    g.prepend("label", |s| {
        s.on(ID, NameLabel).on(r#"".*?""#, NameLabel);
    });
    g.append("object").to(":", Punctuation, goto("object value"));
    g.state("object value").mixin("value").to(",", Punctuation, goto("object")).to(r"\}", Punctuation, POP);
    g.append("value").to("'", StrSingle, "single");
    g.state("single").on(r"[^\\']+", StrSingle).on(r"(?m)\\.", StrEscape).to("'", StrSingle, POP);
    g.append("string").on(r"(?m)\\.", StrEscape);
    g.state("constants")
        .on(r"\b(?:true|false|null)\b|[-+]?\b(?:Infinity|NaN)\b", KeywordConstant)
        .on(r"[-+]?0[xX]\h+", NumHex)
        .on(r"[+-.]?\d+\.?\d?(?:[eE]-?\d+)?", NumFloat)
        .on(r"[-+]?\d+e[-+]?\d+", NumInteger);
}
