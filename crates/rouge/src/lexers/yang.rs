//! YANG, a language that models the configuration of networks.

use super::prelude::*;

static STATEMENTS: Words = Words::new(
    "action anydata anyxml argument augment base belongs-to bit case choice config contact container default
    description deviate deviation enum error-app-tag error-message extension feature fraction-digits grouping
    identity if-feature import include input key leaf leaf-list length list mandatory max-elements min-elements
    modifier module must namespace notification ordered-by organization output path pattern position prefix
    presence range reference refine require-instance revision revision-date rpc status submodule type typedef
    unique units uses value when yang-version yin-element",
);
static TYPES: Words = Words::new(
    "binary bits boolean decimal64 empty enumeration identityref instance-identifier int16 int32 int64 int8
    leafref string uint16 uint32 uint64 uint8 union",
);
static CONSTANTS: Words = Words::new(
    "add current delete deprecated false invert-match max min not-supported obsolete replace true unbounded user",
);

pub(crate) fn define(g: &mut Grammar) {
    let end = r"(?=[\s{};])";
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on("[{};]+", Punctuation)
        .on(r"(?:and|or|not|\+|\.)(?![\w-])", Operator)
        .on(r#""(?:\\"|[^"])*?""#, StrDouble)
        .on(r"'(?:\\'|[^'])*?'", StrSingle)
        .to(r"/\*", Comment, "comment")
        .on("//.*", Comment)
        .groups(format!(r"([\w.-]+)(:)([\w.-]+){end}"), &[NameNamespace, Punctuation, Name])
        .on(format!(r"\d{{4}}-\d\d-\d\d{end}"), NameLabel)
        .on(format!(r"\d+\.\d+{end}"), NumFloat)
        .on(format!(r"\d+{end}"), NumInteger)
        .words_folded(
            r"[\w-]+(?=[^\w:-])\b",
            &[(&STATEMENTS, KeywordDeclaration), (&TYPES, KeywordType), (&CONSTANTS, NameConstant)],
            Name,
        )
        .on(r#"[^;{}\s'"]+"#, Name);
    g.state("comment").to(r"/\*", Comment, Transition::PushTop).to(r"\*/", Comment, POP).on("[^*/]+|[*/]", Comment);
}
