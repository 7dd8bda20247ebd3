//! Rust. A macro ends when its brackets are closed.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as async await break const continue crate dyn else enum extern false fn for if impl in let log loop match mod
    move mut pub ref return self Self static struct super trait true type unsafe use where while abstract become
    box do final macro override priv typeof unsized virtual yield try union",
);
static BUILTINS: Words = Words::new(
    "Add BitAnd BitOr BitXor bool c_char c_double c_float char c_int clock_t c_long c_longlong Copy c_schar c_short
    c_uchar c_uint c_ulong c_ulonglong c_ushort c_void dev_t DIR dirent Div Eq Err f32 f64 FILE float fpos_t i16
    i32 i64 i8 isize Index ino_t int intptr_t mode_t Mul Neg None off_t Ok Option Ord Owned pid_t ptrdiff_t Send
    Shl Shr size_t Some ssize_t str Sub time_t u16 u32 u64 u8 usize uint uintptr_t Box Vec String Rc Arc u128 i128
    Result Sync Pin Unpin Sized Drop drop Fn FnMut FnOnce Clone PartialEq PartialOrd AsMut AsRef From Into Default
    DoubleEndedIterator ExactSizeIterator Extend IntoIterator Iterator FromIterator ToOwned ToString TryFrom TryInto",
);
static BUILTINS_3_30: Words = Words::revised(
    &BUILTINS,
    "FromIterator ToOwned ToString TryFrom TryInto",
    "Cons Const Either Failure Gc Left Modulo Nil Num Ptr Right Success",
);
const ID: &str = r"(?:[\p{XID_Start}_]\p{XID_Continue}*)";
const ESCAPE: &str = r#"\\(?:[nrt'"\\0]|x\h{2}|u\{(?:\h_*){1,6}\})"#;

/// The number of open brackets in a macro: `]`, `)` and `}`.
type Open = [i64; 3];

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("line start"));
    space(g);
    root(g);
    literals(g);
    macros(g);
}

fn space(g: &mut Grammar) {
    // Lines hidden by rustdoc.
    g.state("line start").mixin("space").on(r"#\s[^\n]*", CommentSpecial).go("", POP);
    g.state("space")
        .on(r"\s+", Text)
        .on(r"////+[^\n]*", CommentSingle)
        .on(r"//[/!][^\n]*", CommentDoc)
        .on(r"//[^\n]*", CommentSingle)
        .on(r"/\*\*\*?/", CommentMultiline)
        .to(r"/\*\*\*+", CommentMultiline, "plain comment")
        .to(r"/\*[*!]", CommentDoc, "doc comment")
        .to(r"/\*", CommentMultiline, "plain comment");
    for (state, token) in [("plain comment", CommentMultiline), ("doc comment", CommentDoc)] {
        g.state(state).to(r"\*/", token, POP).to(r"/\*", token, state).on(r"[^*/]+|[*/]", token);
    }
}

fn root(g: &mut Grammar) {
    let builtins = g.either(&BUILTINS, &BUILTINS_3_30);
    g.state("root")
        .to(r"\n", Text, "line start")
        .mixin("space")
        .to(r"#!?\[", NameDecorator, "attribute")
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .mixin("literals")
        .on("[=-]>|<->", Keyword)
        .on(r"[()\[\]{}|,:;]", Punctuation)
        .on(r"[*/!@~&+%^<>=?-]|\.{2,3}", Operator)
        .on(format!(r"(?:\.\s*)?{ID}(?=\s*\()"), NameFunction)
        .on(r"\.\s*await\b", Keyword)
        .on(format!(r"\.\s*{ID}"), NameProperty)
        .on(r"\.\s*\d+", NameAttribute)
        .groups(format!("({ID})(::)"), &[NameNamespace, Punctuation])
        .to("macro_rules!", NameDecorator, "macro rules")
        .to(format!("{ID}!"), NameDecorator, "macro")
        .on(r"'static\b", Keyword)
        .on(format!("'{ID}"), NameVariable)
        .words(ID, &[(builtins, NameBuiltin)], Name);
    g.state("attribute")
        .mixin("space")
        .mixin("literals")
        .on("[(,)=:]", NameDecorator)
        .to(r"\]", NameDecorator, POP)
        .on(ID, NameDecorator);
}

fn literals(g: &mut Grammar) {
    g.state("literals")
        .on(r"(?:true|false)\b", KeywordConstant)
        .on(format!(r"b?'(?:{ESCAPE}|[^\\])'"), StrChar)
        .to(r#"b?""#, Str, "string")
        .on(r#"(?m)b?r(#*)".*?"\1"#, Str)
        .on(
            r"\d[\d_]*(?:\.\d[\d_]*(?:[eE][-+]?[\d_]+)?(?:f32|f64)?|(?:\.\d[\d_]*)?[eE][-+]?[\d_]+(?:f32|f64)?|(?:\.\d[\d_]*)?(?:[eE][-+]?[\d_]+)?(?:f32|f64)|\.(?![._\p{XID_Start}]))",
            NumFloat,
        )
        .on(r"(?:0b[10_]+|0x[\h_]+|0o[0-7_]+|\d[\d_]*)(?:u(?:8|16|32|64|128|size)?|i(?:8|16|32|64|128|size))?", NumInteger);
    g.state("string").to(r#"""#, Str, POP).on(ESCAPE, StrEscape).on(r#"[^"\\]+"#, Str);
}

fn macros(g: &mut Grammar) {
    g.state("macro")
        .mixin("literals")
        .call(r"[\[{(]", |cx| {
            let kind = match cx.matched() {
                "[" => 0,
                "(" => 1,
                _ => 2,
            };
            cx.memory::<Open>()[kind] += 1;
            cx.token(Punctuation);
        })
        .call(r"[\]})]", |cx| {
            let kind = match cx.matched() {
                "]" => 0,
                ")" => 1,
                _ => 2,
            };
            cx.token(Punctuation);
            let open = cx.memory::<Open>();
            open[kind] -= 1;
            if *open == [0; 3] {
                cx.pop(1);
            }
        })
        .on(format!("{ID}!"), NameDecorator)
        .mixin("root")
        .on(".", Text);
    g.state("macro rules").on(format!(r"\$(?:{ID}(?::{ID})?)?"), NameVariable).mixin("macro");
}
