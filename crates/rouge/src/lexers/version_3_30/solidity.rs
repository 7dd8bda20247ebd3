//! Solidity, which Rouge 4 no longer has.

use super::super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract anonymous as assembly break calldata catch constant constructor continue contract delete do else emit
    enum event external fallback for function hex if import indexed interface internal is library mapping memory
    modifier new override payable pragma private public pure receive return returns storage struct throw try type
    using var view virtual while",
);
static BUILTINS: Words = Words::new(
    "addmod assert balance blockhash call callcode delegatecall ecrecover false gasleft keccak256 mulmod now
    require revert ripemd160 selector selfdestruct send sha256 sha3 suicide super this transfer true",
);
static CONSTANTS: Words = Words::new("days ether finney hours minutes seconds szabo weeks wei years");
static TYPES: Words = Words::new("address bool byte bytes int string uint");
static RESERVED: Words = Words::new(
    "after alias apply auto case copyof default define final fixed immutable implements in inline let macro match
    mutable null of partial promise reference relocatable sealed sizeof static supports switch typedef typeof
    ufixed unchecked",
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
