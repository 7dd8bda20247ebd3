//! TTCN-3, a language for tests of communication systems.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "altstep any2unistr bit2hex bit2int bit2oct bit2str break case char2int char2oct component const decvalue
    decvalue_o decvalue_unichar do else encvalue encvalue_o encvalue_unichar enum2int execute external float2int
    for function get_stringencoding goto group hex2bit hex2int hex2oct hex2str hostid if import int2bit int2char
    int2enum int2float int2hex int2oct int2str int2unichar isbound ischosen ispresent istemplatekind isvalue label
    lengthof module oct2bit oct2char oct2hex oct2int oct2str oct2unichar port receive regexp remove_bom replace
    return rnd select send setverdict signature sizeof start stop str2float str2hex str2int str2oct substr
    template testcase timer type unichar2int unichar2oct var while",
);
static RESERVED: Words = Words::new(
    "all alt apply assert at configuration conjunct const control delta deterministic disjunct duration fail
    finished from fuzzy history implies inconc inv lazy mod mode notinv now omit onentry onexit par pass prev
    realtime seq setstate static stepsize stream timestamp until values wait",
);
static TYPES: Words = Words::new(
    "address anytype bitstring boolean charstring component enumerated float hexstring integer octetstring of port
    record set union universal",
);

pub(crate) fn define(g: &mut Grammar) {
    let digits = r"(?:\d_+\d|\d)+";
    g.state("root")
        .to(r"module\b", KeywordDeclaration, "module")
        .to(r"import\b", KeywordNamespace, "import")
        .on(r"\n+|[ \t\r]+|\\\n", Text)
        .on(r"//(?:\\.|.)*?$", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .to(r#"""#, Str, "string")
        .on(r"'(?:\\.|[^\\]|\\u[0-9a-f]{4})'", StrChar)
        .on(format!(r"(?i){digits}\.{digits}(?:e{digits})?[fd]?"), NumFloat)
        .on(r"'(?:[01]_+[01]|[01])+'[Bb]", NumBin)
        .on(r"'(?:\h_+\h|\h)+'[Hh]", NumHex)
        .on(r"'(?:[0-7]_+[0-7]|[0-7])+'[Oo]", NumOct)
        .on(digits, NumInteger)
        .on(r"[~!%^&*+:=|?<>/-]", Operator)
        .on(r"[()\[\]{},.;]", Punctuation)
        .on(r"(?:true|false|null)\b", NameBuiltin)
        .words(r"[a-zA-Z_]\w*", &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&RESERVED, KeywordReserved)], Name);
    g.state("string")
        .to(r#"""#, Str, POP)
        .on(r#"\\(?:[\\abfnrtv"']|x\h{2,4}|[0-7]{1,3})"#, StrEscape)
        .on(r#"[^\\"\n]+|\\\n?"#, Str);
    g.state("module").on(r"\s+", Text).to(r"[a-zA-Z_]\w*", NameClass, POP);
    g.state("import").on(r"\s+", Text).to(r"[\w.]+\*?", NameNamespace, POP);
}
