//! Eiffel, an object-oriented language with contracts.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "across agent alias all and as assign attached attribute check class convert create debug deferred detachable
    do else elseif end ensure expanded export external feature from frozen if implies inherit inspect invariant
    like local loop not note obsolete old once or Precursor redefine rename require rescue retry select separate
    some then undefine until variant Void when xor",
);

/// `%` and the characters that may follow it in a string.
const SPECIAL: &str =
    r#"%(?:[A-DFHLNQR-V%'"()<>]|/(?:0[xX]\h(?:_*\h)*|0[cC][0-7](?:_*[0-7])*|0[bB][01](?:_*[01])*|\d(?:_*\d)*)/)"#;

pub(crate) fn define(g: &mut Grammar) {
    let digits = r"\d(?:_*\d)*";
    let operators =
        g.either(r"\\\\|\|\.\.\||/[~/]?|[></]=?|[-+*^=~≤≥−∀∃¦⟳⟲]", r"\\\\|\|\.\.\||/[~/]?|[></]=?|[-+*^=~]");
    g.state("root")
        .to(r#""\["#, StrOther, "aligned")
        .to(r#""\{"#, StrOther, "as it stands")
        .on(format!(r#""(?:[^%\x08\f\n\r\v]|{SPECIAL})*?""#), StrDouble)
        .on("--.*", CommentSingle)
        .on(format!(r"'(?:[^%\x08\f\n\r\t\v]|{SPECIAL})'"), StrChar)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(?:Current|Result)\b", KeywordVariable)
        .on(r"(?:True|False)\b", KeywordConstant)
        // In Rouge, hexadecimal numbers end in `b`.
        .on(r"0[xX]\h(?:_*\h)*b", NumHex)
        .on(r"0[cC][0-7](?:_*[0-7])*\b", NumOct)
        .on(r"0[bB][01](?:_*[01])*\b", NumBin)
        .on(digits, NumInteger)
        .on(format!(r"\.(?:(?:{digits})?[eE][-+]?)?{digits}"), NumFloat)
        .on(r":=|<<|>>|\(\||\|\)|->|[.{}\[\];(),:?]", PunctuationIndicator)
        .on(operators, Operator)
        .on("[A-Z][0-9A-Z_]*", NameClass)
        .on(r"[A-Za-z]\w*", Name)
        .on(r"\s+", Text);
    let inside = format!(r#"[^\]}}"%\x08\f\v]+|[\]}}]|{SPECIAL}"#);
    g.state("aligned").to(r#"\]""#, StrOther, POP).on(inside.clone(), StrOther);
    g.state("as it stands").to(r#"\}""#, StrOther, POP).on(inside, StrOther);
}
