//! C, and the rules shared with related languages. In positions that only allow declarations, a name with parameters
//! and a body or semicolon after it is a function. As in Rouge, the text before and between them is delegated to a
//! separate lexer.

use super::prelude::*;

/// The words that a language based on C, such as C++ or Objective-C, adds to the words of C.
pub(super) struct Dialect {
    pub keywords: &'static [&'static Words],
    pub types: &'static [&'static Words],
    pub reserved: &'static [&'static Words],
    pub builtins: &'static [&'static Words],
}

static KEYWORDS: Words = Words::new(
    "_Alignas _Alignof _Atomic _Generic _Imaginary _Noreturn _Static_assert _Thread_local auto break case const
    continue default do else enum extern for goto if register restricted return sizeof static struct switch
    typedef union virtual volatile while",
);
static TYPES: Words = Words::new(
    "_Bool _Complex char char16_t char32_t clock_t DIR div_t double FILE float fpos_t int int16_t int32_t int64_t
    int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t int_least16_t int_least32_t int_least64_t
    int_least8_t intmax_t intptr_t jmp_buf ldiv_t long mbstate_t off_t ptrdiff_t short sig_atomic_t signed size_t
    ssize_t time_t uint16_t uint32_t uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t
    uint_least16_t uint_least32_t uint_least64_t uint_least8_t uintmax_t uintptr_t unsigned va_list void wchar_t
    wctrans_t wctype_t wint_t",
);
pub(super) static RESERVED: Words = Words::new(
    "__asm __based __cdecl __declspec __except __fastcall __finally __inline __int16 __int32 __int61 __int8 __leave
    __naked __restrict __stdcall __thread __try __typename _inline _naked _restrict _thread _typename inline naked
    restrict thread typename",
);
static C: Dialect = Dialect { keywords: &[], types: &[], reserved: &[], builtins: &[] };

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &C);
}

pub(super) fn define_dialect(g: &mut Grammar, dialect: &'static Dialect) {
    // Rouge loads this lexer twice and therefore enters the state twice.
    g.start(|cx| cx.next(["statement start"; 2]));
    space(g);
    preprocessor(g);
    statements(g, dialect);
    declarations(g);
    g.state("string")
        .to(r#"""#, Str, POP)
        .on(r#"\\(?:[\\abfnrtv"']|x\h{2,4}|[0-7]{1,3})"#, StrEscape)
        .on(r#"[^\\"\n]+|\\\n?"#, Str);
}

fn space(g: &mut Grammar) {
    g.state("blanks").on(r"[ \t\r]+|\\\n", Text).on(r"(?m)/(?:\\\n)?[*].*?[*](?:\\\n)?/", CommentMultiline);
    g.state("space")
        .to(r"\n+", Text, "statement start")
        .to(r"//(?:\\.|.)*?$", CommentSingle, "statement start")
        .mixin("blanks");
    g.state("space in declarations").to(r"\n+", Text, "line start").mixin("space");
    g.state("line start")
        .mixin("blanks")
        .to(r"#if\s0", Comment, "left out")
        .to("#", CommentPreproc, "directive")
        .go("", POP);
    // Labels are only allowed here.
    g.state("statement start").on(r"[a-zA-Z_]\w*:(?!:)", NameLabel).mixin("line start");
}

fn preprocessor(g: &mut Grammar) {
    g.state("directive")
        .groups(
            r#"(include)(\s*)(<[^>]+>|"[^"]+")([^\n]*)"#,
            &[CommentPreproc, Text, CommentPreprocFile, CommentSingle],
        )
        .on(r"[^/\n\\]+", CommentPreproc)
        .on(r"(?m)\\.", CommentPreproc)
        .mixin("blanks")
        .on("/", CommentPreproc)
        .to(r"\n", CommentPreproc, POP);
    g.state("left out")
        .to(r"^\s*#if", Comment, "left out")
        .to(r"^\s*#\s*el(?:se|if)", Comment, POP)
        .to(r"(?m)^\s*#\s*endif\b.*?(?<!\\)\n", Comment, POP)
        .on(r".*?\n", Comment);
}

fn statements(g: &mut Grammar, dialect: &'static Dialect) {
    g.state("literals")
        .to(r#"(?:u8|u|U|L)?""#, Str, "string")
        .on(r"(?i)(?:u8|u|l)?'(?:\\.|\\[0-7]{1,3}|\\x\h{1,2}|[^\\'\n])'", StrChar)
        .on(r"(?i)(?:\d+\.\d*|\.?\d+)e[-+]?\d+[lu]*", NumFloat)
        .on(r"(?i)0x\h+[lu]*", NumHex)
        .on(r"(?i)0[0-7]+[lu]*", NumOct)
        .on(r"(?i)\d+[lu]*", NumInteger);
    g.state("literals and signs")
        .mixin("space")
        .mixin("literals")
        .on(r"\*/", Error)
        .on(r"[~!%^&*+=|?:<>/-]", Operator)
        .on(r"[()\[\],.;]", Punctuation)
        .to(r"case\b", Keyword, "case")
        .on(r"(?:true|false|NULL)\b", NameBuiltin);
    g.state("statements").mixin("literals and signs").call(r"[a-zA-Z_]\w*", move |cx| {
        let word = cx.matched();
        let known = |own: &Words, more: &[&Words]| own.has(word) || more.iter().any(|words| words.has(word));
        cx.token(if known(&KEYWORDS, dialect.keywords) {
            Keyword
        } else if known(&TYPES, dialect.types) {
            KeywordType
        } else if known(&RESERVED, dialect.reserved) {
            KeywordReserved
        } else if dialect.builtins.iter().any(|words| words.has(word)) {
            NameBuiltin
        } else {
            Name
        });
    });
    g.state("case").to(":", Punctuation, POP).mixin("statements");
}

fn declarations(g: &mut Grammar) {
    g.state("root")
        .mixin("space in declarations")
        .call(r"([\w*\s]+?[\s*])([a-zA-Z_]\w*)(\s*\([^;]*?\))((?:(?:\s|//.*?\n|/[*].*?[*]/)+)?)([{;])", function)
        .to(r"\{", Punctuation, "function")
        .mixin("statements");
    g.state("function").mixin("statements").on(";", Punctuation).to(r"\{", Punctuation, "function").to(
        r"\}",
        Punctuation,
        POP,
    );
}

/// Emits the head of a function: the text before the name, the name, the parameters, the text after them, and the brace
/// or semicolon. After a brace, enters the state `function`.
pub(super) fn function(cx: &mut Context<'_, '_>) {
    let [before, name, parameters, between, end] = [1, 2, 3, 4, 5].map(|i| cx.group(i));
    cx.recurse(before);
    cx.emit(NameFunction, name);
    cx.recurse(parameters);
    cx.recurse(between);
    cx.emit(Punctuation, end);
    if end == "{" {
        cx.push("function");
    }
}
