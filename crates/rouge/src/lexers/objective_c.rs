//! Objective-C: C with `@` literals and keywords, messages in brackets, classes and methods.

use super::c::{self, Dialect};
use super::prelude::*;

static AT_KEYWORDS: Words = Words::new(
    "autoreleasepool catch dynamic encode end finally implementation import interface optional private property
    protected public selector synchronized synthesize throw try",
);
static AT_BUILTINS: Words = Words::new("false NO true YES");
pub(super) static BUILTINS: Words = Words::new("nil NO YES");
static OBJECTIVE_C: Dialect = Dialect { keywords: &[], types: &[], reserved: &[], builtins: &[&BUILTINS] };

const ID: &str = r"(?:[a-zA-Z$_][a-zA-Z0-9$_]*)";

pub(crate) fn define(g: &mut Grammar) {
    c::define_dialect(g, &OBJECTIVE_C);
    extend(g);
}

/// Adds literals such as `@42`, messages, classes and methods to the rules of C or C++.
pub(super) fn extend(g: &mut Grammar) {
    expressions(g);
    messages(g);
    classes(g);
    methods(g);
}

fn expressions(g: &mut Grammar) {
    g.prepend("statements", |s| {
        s.to(r#"@""#, Str, "string")
            .on(r"@'(?:\\[0-7]{1,3}|\\x\h{1,2}|\\.|[^\\'\n]')", StrChar)
            .on(r"(?i)@(?:\d+\.\d*|\.\d+|\d+)e[-+]?\d+l?", NumFloat)
            .on(r"(?i)@(?:\d+\.\d*|\.\d+|\d+f)f?", NumFloat)
            .on(r"@0x\h+[lL]?", NumHex)
            .on(r"(?i)@0[0-7]+l?", NumOct)
            .on(r"@\d+l?", NumInteger)
            .on(r"in\b", Keyword)
            .to(r"@(?:implementation|interface)\b", Keyword, "class declared")
            .to(r"@(?:class|protocol)\b", Keyword, "classes declared")
            .call(r"@([[:alnum:]]+)", |cx| {
                let word = cx.group(1);
                cx.token(if AT_KEYWORDS.has(word) {
                    Keyword
                } else if AT_BUILTINS.has(word) {
                    NameBuiltin
                } else {
                    Error
                });
            })
            .to(r"\?", Punctuation, "ternary")
            .to(r"\[", Punctuation, "message")
            .to(r"@\[", Punctuation, "array")
            .to(r"@\{", Punctuation, "dictionary");
    });
    g.state("ternary").to(":", Punctuation, POP).mixin("statements");
    g.state("array").to(r"\]", Punctuation, POP).on(",", Punctuation).mixin("statements");
    g.state("dictionary").to(r"\}", Punctuation, POP).on(",", Punctuation).mixin("statements");
}

fn messages(g: &mut Grammar) {
    g.state("in message").to(r"[\]{]", Punctuation, POP).on(";", Error).mixin("statements");
    g.state("message")
        .groups_to(format!(r"({ID})(\s*)(:)"), &[NameFunction, Text, Punctuation], goto("arguments"))
        .groups_to(format!(r"({ID})(\s*)(\])"), &[NameFunction, Text, Punctuation], POP)
        .mixin("in message");
    g.state("arguments")
        .to(r"\{", Punctuation, "function")
        .groups_to(format!(r"({ID})(\s*)(:)"), &[NameFunction, Text, Punctuation], POP)
        .mixin("in message");
}

fn classes(g: &mut Grammar) {
    g.state("class declared")
        .mixin("space")
        .groups_to(format!(r"({ID})(\s*)(:)(\s*)({ID})"), &[NameClass, Text, Punctuation, Text, NameClass], POP)
        .groups_to(
            format!(r"({ID})(\s*)(\()(\s*)({ID})(\s*)(\))"),
            &[NameClass, Text, Punctuation, Text, NameLabel, Text, Punctuation],
            POP,
        )
        .to(ID, NameClass, POP);
    g.state("classes declared")
        .mixin("space")
        .groups_to(format!(r"({ID})(\s*)(,)(\s*)"), &[NameClass, Text, Punctuation, Text], Transition::PushTop)
        .groups_to(format!(r"({ID})(\s*)(;?)"), &[NameClass, Text, Punctuation], POP);
}

fn methods(g: &mut Grammar) {
    g.prepend("root", |s| {
        s.call(format!(r"([-+])(\s*)(\(.*?\))?(\s*)(?={ID}:?)"), |cx| {
            let [sign, space, result, more] = [1, 2, 3, 4].map(|i| cx.group(i));
            cx.emit(Keyword, sign);
            cx.emit(Text, space);
            cx.recurse(result);
            cx.emit(Text, more);
            cx.push("method");
        });
    });
    g.state("method")
        .on(r",|\.\.\.", Punctuation)
        .call(format!(r"(\(.*?\))({ID})"), |cx| {
            let name = cx.group(2);
            cx.recurse(cx.group(1));
            cx.emit(NameVariable, name);
        })
        .groups(format!(r"({ID})(\s*)(:)"), &[NameFunction, Text, Punctuation])
        .to(";", Punctuation, POP)
        .to(r"\{", Punctuation, goto("function"))
        .mixin("blanks")
        .on(r"//.*?\n", CommentSingle)
        .on(r"\s+", Text)
        .go("", POP);
}
