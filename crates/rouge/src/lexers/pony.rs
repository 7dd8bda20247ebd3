//! Pony. A name that starts with a capital letter is always a class, so Rouge's list of types has no effect.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "actor addressof and as be break class compiler_intrinsic consume continue do else elseif embed end error for fun
    if ifdef in interface is isnt lambda let match new not object primitive recover repeat return struct then this
    trait try type until use var where while with",
);
static CAPABILITIES: Words = Words::new("box iso ref tag trn val");

pub(crate) fn define(g: &mut Grammar) {
    let suffix = "[fFL]?i?";
    g.state("root")
        .on(r"\s+", Text)
        .to(r#"""""#, StrDoc, "docstring")
        .on("//.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .to(r#"""#, Str, "string")
        .on("[-~!%^&*+=|?:<>/]", Operator)
        .on(r"(?:NULL|false|true)\b", NameConstant)
        .on("[A-Z_][0-9A-Za-z_]*", NameClass)
        .on(r"[\[\](),.';]", Punctuation)
        .on(format!(r"0[xX](?:[\h_]*\.[\h_]+|[\h_]+)[pP][-+]?[0-9_]+{suffix}"), NumFloat)
        .on(format!(r"[0-9_]+(?:\.[0-9_]+[eE][-+]?[0-9_]+|\.[0-9_]*|[eE][-+]?[0-9_]+){suffix}"), NumFloat)
        .on(r"0[xX][\h_]+", NumHex)
        .on("(?:0|[1-9][0-9_]*)[LUu]?", NumInteger)
        .words("[a-z][0-9A-Za-z_]*", &[(&CAPABILITIES, KeywordDeclaration), (&KEYWORDS, KeywordReserved)], Name);
    g.state("string")
        .to(r#"""#, Str, POP)
        .on(r#"\\(?:[\\abfnrtv"']|x\h{2,4}|[0-7]{1,3})"#, StrEscape)
        .on(r#"[^\\"\n]+|\\\n?"#, Str);
    g.state("docstring").to(r#"""""#, StrDoc, POP).on(r#"[^"]+|""#, StrDoc);
}
