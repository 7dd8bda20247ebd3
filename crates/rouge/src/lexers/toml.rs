//! TOML, a format for configuration files.

use super::prelude::*;
use super::version_3_30;
use crate::version::Version;

pub(crate) fn define(g: &mut Grammar) {
    if g.version() == Version::V3_30 {
        return version_3_30::toml::define(g);
    }
    g.state("space").on(r"\s+", Text).on("#.*", Comment);
    g.state("root")
        .mixin("space")
        .mixin("key")
        .groups_to(r"(=)(\s*)", &[Operator, TextWhitespace], "value")
        .to(r"\[\[?", Keyword, "table");
    g.state("names").on("[A-Za-z0-9_-]+", Name).to(r#"""#, Str, "double").to("'", Str, "single");
    g.state("key").mixin("names").on(r"\.", Punctuation);
    g.state("table").mixin("names").on(r"\.", Keyword).to(r"\]\]?", Keyword, POP).on(r"[ \t]+", TextWhitespace);
    values(g);
    strings(g);
}

fn values(g: &mut Grammar) {
    let digits = r"[-+]?\d+(?:_\d+)*";
    let exponent = r"[eE][-+]?\d+(?:_\d+)*";
    g.state("value")
        .to(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z|\d\d:\d\d:\d\d(?:\.\d+)?", LiteralDate, POP)
        .to(format!(r"{digits}\.\d+(?:_\d+)*(?:{exponent})?|{digits}{exponent}|[-+]?(?:nan|inf)"), NumFloat, POP)
        .to(r"0x\h+(?:_\h+)*", NumHex, POP)
        .to("0o[0-7]+(?:_[0-7]+)*", NumOct, POP)
        .to("0b[01]+(?:_[01]+)*", NumBin, POP)
        .to(digits, NumInteger, POP)
        .to(r#""{3}"#, Str, goto("double lines"))
        .to(r#"""#, Str, goto("double"))
        .to("'''", Str, goto("single lines"))
        .to("'", Str, goto("single"))
        .to("true|false", KeywordConstant, POP)
        .to(r"\[", Punctuation, goto("array"))
        .to(r"\{", Punctuation, goto("inline"));
    g.state("array").mixin("space").on(",", Punctuation).to(r"\]", Punctuation, POP).go("", "value");
    g.state("inline")
        .on(r"[ \t]+", TextWhitespace)
        .mixin("key")
        .groups_to(r"(=)(\s*)", &[Punctuation, TextWhitespace], "value")
        .on(",", Punctuation)
        .to(r"\}", Punctuation, POP);
}

pub(super) fn strings(g: &mut Grammar) {
    g.state("escape").on("\\\\[0t\\tn\\n \"\\\\r]", StrEscape);
    g.state("double").to(r#"""#, Str, POP).to(r"\n", Error, POP).mixin("escape").on(r#"[^\\"\n]+"#, Str);
    g.state("double lines").to(r#""{3}"#, Str, POP).mixin("escape").on(r#"[^\\"]+|"+"#, Str);
    g.state("single").to("'", Str, POP).to(r"\n", Error, POP).on(r"[^'\n]+", Str);
    g.state("single lines").to("'''", Str, POP).on("[^']+|'+", Str);
}
