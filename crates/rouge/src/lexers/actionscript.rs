//! ActionScript. A slash starts a regular expression only where a value is allowed.

use super::javascript;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "break case catch continue default delete do else finally for if in is new return switch this throw try typeof
    while with",
);
static DECLARATIONS: Words = Words::new("function var with");
static RESERVED: Words = Words::new(
    "class const dynamic extends final flash_proxy get implements import include interface internal namespace
    native object_proxy override package private protected public set static super trace",
);
static CONSTANTS: Words = Words::new("false Infinity NaN null true undefined");
static BUILTINS: Words = Words::new(
    "Class decodeURI decodeURIComponent encodeURI encodeURIComponent eval Function isFinite isNaN Math Object
    parseFloat parseInt RegExp this void",
);

const ID: &str = r"[$a-zA-Z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("//.*", CommentSingle).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("value").mixin("space").to("/", StrRegex, goto("regex")).to(r"\{", Punctuation, "object").go("", POP);
    javascript::regexes(g, "[gim]+");
    g.state("root")
        .to(r"\s*#!.*\n", CommentPreproc, "statement")
        .to(r"\n", Text, "statement")
        .mixin("space")
        .to(r"\+\+|--|~|&&|\|\||\\(?=\n)|<<|>>>?|[!=]==|[:-<>+*%&|^/!=]=?", Operator, "value")
        .to(r"[(\[,]", Punctuation, "value")
        .to("[;{}]", Punctuation, "statement")
        .on(r"[)\].]", Punctuation)
        .to(r"\?", Punctuation, ["choice", "value"])
        .to(ID, Keyword, "value")
        .if_word(&KEYWORDS)
        .to(ID, KeywordDeclaration, "value")
        .if_word(&DECLARATIONS)
        .words(ID, &[(&RESERVED, KeywordReserved), (&CONSTANTS, KeywordConstant), (&BUILTINS, NameBuiltin)], NameOther)
        .on(r"-?\d+\.\d+(?:[Ee]\d+)?[df]?", NumFloat)
        .on(r"0x\h+", NumHex)
        .on(r"-?\d+", NumInteger)
        .on(r#""(?:\\\\|\\"|[^"])*""#, StrDouble)
        .on(r"'(?:\\\\|\\'|[^'])*'", StrSingle);
    places(g);
    g.append("statement").on("[{}]", Punctuation).mixin("value");
}

/// Defines the states for labels, object fields, and the second half of a conditional expression.
pub(super) fn places(g: &mut Grammar) {
    g.state("statement").groups(format!(r"({ID})(\s*)(:)"), &[NameLabel, Text, Punctuation]);
    g.state("object")
        .mixin("space")
        .to(r"\}", Punctuation, goto("statement"))
        .groups_to(format!(r"({ID})(\s*)(:)"), &[NameAttribute, Text, Punctuation], "value")
        .on(":", Punctuation)
        .mixin("root");
    g.state("choice").to(":", Punctuation, goto("value")).mixin("root");
}
