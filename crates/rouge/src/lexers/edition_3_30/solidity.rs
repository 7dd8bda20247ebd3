//! Solidity, which Rouge 4 no longer has.

use super::super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract anonymous as assembly break catch calldata constant constructor continue contract do delete else emit
    enum event external fallback for function hex if indexed interface internal import is library mapping memory
    modifier new override payable public pure pragma private receive return returns storage struct throw try type
    using var view virtual while",
);
static BUILTINS: Words = Words::new(
    "now false true balance selector super this blockhash gasleft assert require revert selfdestruct suicide call
    callcode delegatecall send transfer addmod ecrecover keccak256 mulmod sha256 sha3 ripemd160",
);
static CONSTANTS: Words = Words::new("wei finney szabo ether seconds minutes hours days weeks years");
static TYPES: Words = Words::new("address bool byte bytes int string uint");
static RESERVED: Words = Words::new(
    "alias after apply auto case copyof default define final fixed immutable implements in inline let macro match
    mutable null of partial promise reference relocatable sealed sizeof static supports switch typedef typeof ufixed
    unchecked",
);

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("line start"));
    g.state("blanks").on(r"[ \t\r]+|\\\n", Text).to(r"/\*", CommentMultiline, "comment");
    g.state("line start").mixin("blanks").go("", POP);
    g.state("space").to(r"\n+", Text, "line start").to(r"//(?:\\.|.)*?\n", CommentSingle, "line start").mixin("blanks");
    g.state("root").mixin("space").go("", "statement");
    g.state("statement")
        .to(";", Punctuation, POP)
        .mixin("space")
        .to(r#"(?:hex)?""#, Str, "double")
        .to("(?:hex)?'", Str, "single")
        .on(r"\d+\.\d+(?:[eE]\d+)?", NumFloat)
        .on(r"0[xX]\h+", NumHex)
        .on(r"\d+(?:[eE]\d+)?", NumInteger)
        .on(r"\*/", Error)
        .on(r"[~!%^&*+=|?:<>/-]", Operator)
        .on(r"[()\[\],.]", Punctuation)
        .on(r"u?fixed\d+x\d+", KeywordReserved)
        .on(r"bytes\d+|u?int\d+", KeywordType)
        .words(
            r"[a-zA-Z$_][\w$]*",
            &[
                (&KEYWORDS, Keyword),
                (&BUILTINS, NameBuiltin),
                (&CONSTANTS, KeywordConstant),
                (&TYPES, KeywordType),
                (&RESERVED, KeywordReserved),
            ],
            Name,
        )
        .on("[{}]", Punctuation);
    for (state, end, other) in [("double", r#"""#, "'"), ("single", "'", r#"""#)] {
        g.state(state)
            .on(r"\\(?:u\h{4}|x..|[^x])", StrEscape)
            .on(r#"[^\\"'\n]+|\\\n?"#, Str)
            .to(end, Str, POP)
            .on(other, Str);
    }
    g.state("comment").to(r"\*/", CommentMultiline, POP).on(r"[^*/]+|[*/]", CommentMultiline);
}
