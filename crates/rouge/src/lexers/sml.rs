//! Standard ML. A bracket or a word like `let` enters a state, and the matching bracket or `end` leaves it. Names are
//! classified by the declaration that they are in.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstype and andalso as case datatype do else end eqtype exception fn fun functor handle if in include infix
    infixr let local nonfix of op open orelse raise rec sharing sig signature struct structure then type val where
    while with withtype",
);

const ID: &str = r"[\w']+";
const SYMBOL: &str = r"[!%&$#/:<=>?@\\~`^|*+-]+";
/// A word that must be a whole name. Names may contain apostrophes.
const WORD: &str = r"([a-z]+)\b(?!')";

static IN_TWO: Words = Words::new("if let local");
static IN_ONE: Words = Words::new("sig struct while");
static CLOSING: Words = Words::new("do else end in then");
static DATATYPES: Words = Words::new("abstype datatype");
static STRUCTURES: Words = Words::new("functor include open signature structure");
static TYPES: Words = Words::new("eqtype type");
static VALUES: Words = Words::new("and val");
static FUN: Words = Words::new("fun");
static AND: Words = Words::new("and");
static OF: Words = Words::new("of");
static VAL: Words = Words::new("val");
static FUNCTIONS: Words = Words::new("and fun");
static CASES: Words = Words::new("case handle");
static WITHTYPE: Words = Words::new("withtype");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").on(r"#!.*\n", CommentPreproc).go("", "main");
    shared(g);
    core(g);
    literals(g);
    g.state("main")
        .mixin("space")
        .to(WORD, KeywordReserved, "value name")
        .if_word(&VALUES)
        .to(WORD, KeywordReserved, [goto("function"), push("function name")])
        .if_word(&FUN)
        .mixin("delimiters")
        .mixin("core");
    g.state("function")
        .mixin("space")
        .to(WORD, KeywordReserved, "function name")
        .if_word(&FUNCTIONS)
        .to(WORD, KeywordReserved, [goto("main"), push("value name")])
        .if_word(&VAL)
        .to(r"\|", Punctuation, "function name")
        .to(WORD, KeywordReserved, goto("main"))
        .if_word(&CASES)
        .mixin("delimiters")
        .mixin("core");
    value_names(g);
    type_names(g);
    datatypes(g);
    exceptions(g);
}

fn shared(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).to(r"\(\*", Comment, "comment");
    g.state("comment")
        .on("[^(*)]+", CommentMultiline)
        .to(r"\(\*", CommentMultiline, Transition::PushTop)
        .to(r"\*\)", CommentMultiline, POP)
        .on("[(*)]", CommentMultiline);
    g.state("delimiters")
        .to(r"[(\[{]", Punctuation, "main")
        .to(r"[)\]}]", Punctuation, POP)
        .to(WORD, KeywordReserved, [Transition::PushTop; 2])
        .if_word(&IN_TWO)
        .to(WORD, KeywordReserved, Transition::PushTop)
        .if_word(&IN_ONE)
        .to(WORD, KeywordReserved, POP)
        .if_word(&CLOSING);
    // Any keyword ends these declarations.
    g.state("keyword ahead").go(format!("(?={WORD})"), POP).if_word(&KEYWORDS);
    g.state("type variables").on(r"'[\w']*", NameDecorator).to(r"\(", Punctuation, "type parameters");
    g.state("type parameters")
        .mixin("space")
        .on(r"'[\w']*", NameDecorator)
        .on(ID, Name)
        .on(",", Punctuation)
        .to(r"\)", Punctuation, POP)
        .on(SYMBOL, Name);
}

/// Emits the match as a keyword if it is reserved, as punctuation if it is a reserved sign such as `=>`, and otherwise
/// as a name.
fn name(cx: &mut Context<'_, '_>) {
    cx.token(match cx.matched() {
        word if KEYWORDS.has(word) => KeywordReserved,
        "#" | "->" | ":" | ":>" | "=" | "=>" | "|" => Punctuation,
        _ => Name,
    });
}

/// Emits a name before a dot.
fn qualifier(cx: &mut Context<'_, '_>) {
    let token = if KEYWORDS.has(cx.group(1)) { Error } else { NameNamespace };
    cx.groups(&[token, Punctuation]);
}

fn core(g: &mut Grammar) {
    g.state("core")
        .on(r"[()\[\]{},;_]|\.\.\.", Punctuation)
        .mixin("literals")
        .on(format!(r"#\s*(?:[1-9][0-9]*|{ID})|#\s+{SYMBOL}"), NameLabel)
        .to(WORD, KeywordReserved, "datatype name")
        .if_word(&DATATYPES)
        .go(r"(?=exception\b(?!'))", "exception name")
        .to(WORD, KeywordReserved, "structure name")
        .if_word(&STRUCTURES)
        .to(WORD, KeywordReserved, "type name")
        .if_word(&TYPES)
        .on(format!("'{ID}"), NameDecorator)
        .call(format!(r"({ID})(\.)"), |cx| {
            qualifier(cx);
            cx.push("dotted");
        })
        .call(ID, name)
        .call(SYMBOL, name);
    let last = |cx: &mut Context<'_, '_>| {
        name(cx);
        cx.pop(1);
    };
    g.state("dotted").call(format!(r"({ID})(\.)"), qualifier).call(ID, last).call(SYMBOL, last);
    g.state("structure name").mixin("space").mixin("keyword ahead").on(ID, NameNamespace).go("", POP);
}

fn literals(g: &mut Grammar) {
    g.state("literals")
        .to(r##"#""##, StrChar, "character")
        .to(r#"""#, StrDouble, "string")
        .on(r"(?:~?0x|0wx)\h+", NumHex)
        .on(r"0w\d+", NumInteger)
        .on(r"~?\d+(?:(?:\.\d+)?[eE]~?\d+|\.\d+)", NumFloat)
        .on(r"~?\d+", NumInteger);
    g.state("escapes").on(r#"\\(?:["\\abfnrtv]|\^[@-^]|[0-9]{3}|u\h{4})"#, StrEscape).on(r"\\\s+\\", StrInterpol);
    g.state("string").on(r#"[^"\\]+"#, StrDouble).to(r#"""#, StrDouble, POP).mixin("escapes");
    g.state("character").on(r#"[^"\\]+"#, StrChar).to(r#"""#, StrChar, POP).mixin("escapes");
}

fn value_names(g: &mut Grammar) {
    let bound = [NameVariable, Text, Punctuation];
    g.state("function name").mixin("space").mixin("type variables").to(ID, NameFunction, POP).to(
        SYMBOL,
        NameFunction,
        POP,
    );
    g.state("value name")
        .mixin("space")
        .mixin("type variables")
        .groups_to(format!(r"({ID})(\s*)(=(?!{SYMBOL}))"), &bound, POP)
        .groups(format!(r"({SYMBOL})(\s*)(=(?!{SYMBOL}))"), &bound)
        .to(ID, NameVariable, POP)
        .to(SYMBOL, NameVariable, POP)
        .go("", POP);
}

fn type_names(g: &mut Grammar) {
    g.state("type name")
        .mixin("space")
        .mixin("keyword ahead")
        .mixin("type variables")
        .to(format!("=(?!{SYMBOL})"), Punctuation, goto("type"))
        .on(ID, KeywordType)
        .on(SYMBOL, KeywordType);
    g.state("type")
        .mixin("space")
        .to(WORD, KeywordReserved, goto("type name"))
        .if_word(&AND)
        .mixin("keyword ahead")
        .mixin("core");
}

fn datatypes(g: &mut Grammar) {
    g.state("datatype name")
        .mixin("space")
        .mixin("keyword ahead")
        .mixin("type variables")
        .groups_to(r"(=)(\s*)(datatype)\b", &[Punctuation, Text, KeywordReserved], POP)
        .to(format!("=(?!{SYMBOL})"), Punctuation, [goto("constructors"), push("constructor")])
        .on(ID, KeywordType)
        .on(SYMBOL, KeywordType);
    g.state("constructors")
        .mixin("space")
        .to(WORD, KeywordReserved, goto("datatype name"))
        .if_word(&AND)
        .to(WORD, KeywordReserved, goto("type name"))
        .if_word(&WITHTYPE)
        .on(WORD, KeywordReserved)
        .if_word(&OF)
        .groups(format!(r"(\|)(\s*)({ID})"), &[Punctuation, Text, NameClass])
        .groups(format!(r"(\|)(\s+)({SYMBOL})"), &[Punctuation, Text, NameClass])
        .mixin("keyword ahead")
        .mixin("core");
    g.state("constructor").mixin("space").to(ID, NameClass, POP).to(SYMBOL, NameClass, POP);
}

fn exceptions(g: &mut Grammar) {
    let declared = [KeywordReserved, Text, NameClass];
    g.state("exception name")
        .mixin("space")
        .groups(format!(r"(and|exception)(\s+)({ID})"), &declared)
        .groups(format!(r"(and|exception)(\s*)({SYMBOL})"), &declared)
        .on(WORD, KeywordReserved)
        .if_word(&OF)
        .mixin("keyword ahead")
        .mixin("core");
}
