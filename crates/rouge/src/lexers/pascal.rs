//! Pascal and its object-oriented dialect Delphi.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "absolute abstract all and and_then array as asm assembler attribute begin bindable case class const constructor
    delay destructor div do downto else end except exit export exports external far file finalization finally for
    forward function goto if implementation import in inc index inherited initialization inline interface interrupt is
    label library message mod module near nil not object of on only operator or or_else otherwise out overload override
    packed pascal pow private procedure program property protected public published qualified raise read record register
    repeat resident resourcestring restricted safecall segment set shl shr stdcall stored string then threadvar to try
    type unit until uses value var view virtual while with write writeln xor",
);
static TYPES: Words = Words::new(
    "ansichar ansistring bool boolean byte bytebool cardinal char comp currency double dword extended int64 integer
    iunknown longbool longint longword pansichar pansistring pbool pboolean pbyte pbytearray pcardinal pchar pcomp
    pcurrency pdate pdatetime pdouble pdword pextended phandle pint64 pinteger plongint plongword pointer ppointer
    pshortint pshortstring psingle psmallint pstring pvariant pwidechar pwidestring pword pwordarray pwordbool real
    real48 shortint shortstring single smallint string tclass tdate tdatetime textfile thandle tobject ttime variant
    widechar widestring word wordbool",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"(?://|--).*\n?", CommentSingle)
        .on(r"(?m)\(\*.*?\*\)|\{.*?\}", CommentMultiline)
        .on(r"(?:0[xX]\h*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?:L|l|UL|ul|u|U|F|f|ll|LL|ull|ULL)?", Num)
        .on(r"\$\h+", NumHex)
        .on(r"[~!@#$%^&*()+`\-={}\[\]:;<>?,./|\\]", Punctuation)
        .on("'(?:[^']|'')*'", Str)
        .on(r"(?i)(?:true|false|nil)\b", NameBuiltin)
        .on(r"(\w+)\b", Keyword)
        .if_word_folded(&KEYWORDS)
        .on(r"(\w+)\b", KeywordType)
        .if_word_folded(&TYPES)
        .on(r"@?[_a-zA-Z]\w*", Name);
}
