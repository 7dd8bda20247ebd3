//! Rust. A macro ends when its brackets are closed.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract as async await become box break const continue crate do dyn else enum extern false final fn for if
    impl in let log loop macro match mod move mut override priv pub ref return Self self static struct super trait
    true try type typeof union unsafe unsized use virtual where while yield",
);
static BUILTINS: Words = Words::new(
    "Add Arc AsMut AsRef BitAnd BitOr BitXor bool Box c_char c_double c_float c_int c_long c_longlong c_schar
    c_short c_uchar c_uint c_ulong c_ulonglong c_ushort c_void char clock_t Clone Copy Default dev_t DIR dirent
    Div DoubleEndedIterator Drop drop Eq Err ExactSizeIterator Extend f32 f64 FILE float Fn FnMut FnOnce fpos_t
    From FromIterator i128 i16 i32 i64 i8 Index ino_t int Into IntoIterator intptr_t isize Iterator mode_t Mul Neg
    None off_t Ok Option Ord Owned PartialEq PartialOrd pid_t Pin ptrdiff_t Rc Result Send Shl Shr size_t Sized
    Some ssize_t str String Sub Sync time_t ToOwned ToString TryFrom TryInto u128 u16 u32 u64 u8 uint uintptr_t
    Unpin usize Vec",
);
static BUILTINS_3_30: Words = Words::revised(
    &BUILTINS,
    "FromIterator ToOwned ToString TryFrom TryInto",
    "Cons Const Either Failure Gc Left Modulo Nil Num Ptr Right Success",
);
const ID: &str = r"(?:[\p{XID_Start}_]\p{XID_Continue}*)";
const ESCAPE: &str = r#"\\(?:[nrt'"\\0]|x\h{2}|u\{(?:\h_*){1,6}\})"#;

/// The numbers of open square brackets, parentheses and braces in a macro, in this order.
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
