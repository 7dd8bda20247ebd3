//! D, a systems language with a syntax like C.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "__gshared __parameters __traits __vector abstract alias align asm assert auto body break case cast catch class
    const continue debug default delegate delete deprecated do else enum export extern final finally for foreach
    foreach_reverse function goto if immutable import in inout interface invariant is lazy mixin module new
    nothrow out override package pragma private protected public pure ref return scope shared static struct super
    switch synchronized template this throw try typedef typeid typeof union unittest version volatile while with",
);
static TYPES: Words = Words::new(
    "bool byte cdouble cent cfloat char creal dchar double float idouble ifloat int ireal long real short ubyte ucent
    uint ulong ushort void wchar",
);
static PSEUDO: Words = Words::new(
    "__DATE__ __EOF__ __FILE__ __FILE_FULL_PATH__ __FUNCTION__ __LINE__ __MODULE__ __PRETTY_FUNCTION__ __TIME__
    __TIMESTAMP__ __VENDOR__ __VERSION__",
);

const ESCAPE: &str = r#"\\(?:['"?\\abfnrtv]|x\h{2}|[0-7]{1,3}|u\h{4}|U\h{8}|&\w+;)"#;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?[*].*?[*](?:\\\n)?/", CommentMultiline)
        .to(r"/\+", CommentMultiline, "comment")
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(\w+)\b", KeywordType)
        .if_word(&TYPES)
        .on(r"(?:false|true|null)\b", KeywordConstant)
        .on(r"(\w+)\b", KeywordPseudo)
        .if_word(&PSEUDO)
        .on(r"macro\b", KeywordReserved)
        .on(r"(?:string|wstring|dstring|size_t|ptrdiff_t)\b", NameBuiltin)
        .mixin("numbers")
        .mixin("strings")
        .on(r"@(?:[a-zA-Z_]\w*)?", NameDecorator)
        .on(r"~=|\.\.\.?|[~/.&|\-+<>!()\[\]{}?,;:$=*%^]", Punctuation)
        .on(r"[a-zA-Z_]\w*", Name)
        .on(r"#line\s.*\n", CommentSpecial);
    g.state("numbers")
        .on(r"0[xX](?:[\h_]*\.[\h_]+|[\h_]+)[pP][-+]?[0-9_]+[fFL]?i?", NumFloat)
        .on(r"[0-9_]+(?:\.[0-9_]+[eE][-+]?[0-9_]+|\.[0-9_]*|[eE][-+]?[0-9_]+)[fFL]?i?", NumFloat)
        .on(r"\.(?:0|[1-9][0-9_]*)(?:[eE][-+]?[0-9_]+)?[fFL]?i?", NumFloat)
        .on("0[Bb][01_]+", NumBin)
        .on("0[0-7_]+", NumOct)
        .on(r"0[xX][\h_]+", NumHex)
        .on("(?:0|[1-9][0-9_]*)(?:[LUu]|Lu|LU|uL|UL)?", NumInteger);
    g.state("comment")
        .on("[^+/]+", CommentMultiline)
        .to(r"/\+", CommentMultiline, Transition::PushTop)
        .to(r"\+/", CommentMultiline, POP)
        .on("[+/]", CommentMultiline);
    strings(g);
}

fn strings(g: &mut Grammar) {
    g.state("strings")
        .on(format!("'(?:{ESCAPE}|.)'"), StrChar)
        .on(r#"r"[^"]*"[cwd]?|`[^`]*`[cwd]?|"(?:\\\\|\\"|[^"])*"[cwd]?"#, Str)
        .on(ESCAPE, Str)
        .on(r#"x"[\h_\s]*"[cwd]?"#, Str);
    let kinds = [
        ("square", "in square", r"\[", r"\]"),
        ("round", "in round", r"\(", r"\)"),
        ("angle", "in angle", "<", ">"),
        ("curly", "in curly", r"\{", r"\}"),
    ];
    for (state, inner, open, close) in kinds {
        g.append("strings").to(format!(r#"q"{open}"#), Str, state);
        let plain = format!("[^{open}{close}]+");
        g.state(state).on(plain.clone(), Str).to(open, Str, inner).to(format!(r#"{close}""#), Str, POP);
        g.state(inner).on(plain, Str).to(open, Str, Transition::PushTop).to(close, Str, POP);
    }
    g.append("strings").on(r#"q"([A-Za-z_]\w*)\n.*?\n\1""#, Str).on(r#"q"(.).*?\1""#, Str).to(r"q\{", Str, "tokens");
    g.state("tokens").to(r"\{", Punctuation, "braces").to(r"\}", Str, POP).mixin("root");
    g.state("braces").to(r"\{", Punctuation, Transition::PushTop).to(r"\}", Punctuation, POP).mixin("root");
}
