//! TOML in Rouge 3.30: everything before an equals sign is a key.

use super::super::prelude::*;

const KEY: &str = r#"(?:\S+|"[^"]+"|'[^']+')"#;

pub(crate) fn define(g: &mut Grammar) {
    super::super::toml::strings(g);
    let digits = r"[-+]?\d+(?:_\d+)*";
    let exponent = r"[eE][-+]?\d+(?:_\d+)*";
    let key = format!(r"({KEY})(\s*)(=)");
    g.state("basic")
        .on(r"\s+", Text)
        .on("#.*?$", Comment)
        .on("true|false", KeywordConstant)
        .groups_to(format!(r"({KEY})(\s*)(=)(\s*)(\{{)"), &[NameNamespace, Text, Operator, Text, Punctuation], "inline")
        .on(r"\s*\[\S+\]", NameNamespace)
        .on(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", LiteralDate)
        .on(format!(r"{digits}\.\d+(?:_\d+)*(?:{exponent})?|{digits}{exponent}|[-+]?(?:nan|inf)"), NumFloat)
        .on(r"0x\h+(?:_\h+)*", NumHex)
        .on("0o[0-7]+(?:_[0-7]+)*", NumOct)
        .on("0b[01]+(?:_[01]+)*", NumBin)
        .on(digits, NumInteger);
    g.state("root").mixin("basic").groups_to(key.clone(), &[NameProperty, Text, Punctuation], "value");
    g.state("value").to(r"\n", Text, POP).mixin("content");
    g.state("content")
        .mixin("basic")
        .groups(key, &[NameProperty, Text, Punctuation])
        .to(r#""{3}"#, Str, "double lines")
        .to(r#"""#, Str, "double")
        .to("'''", Str, "single lines")
        .to("'", Str, "single")
        .mixin("escape")
        .on(",", Punctuation)
        .to(r"\[", Punctuation, "array");
    g.state("array").mixin("content").to(r"\]", Punctuation, POP);
    g.state("inline").mixin("content").to(r"\}", Punctuation, POP);
}
