//! JavaScript, and the rules shared with related languages. The preceding text decides whether `/` starts a regular
//! expression and `{` an object. `value` is the start of an expression, and `statement` a position that also allows a
//! label.

use super::prelude::*;

/// All words of a dialect: for TypeScript, its own words and the words of JavaScript.
pub(super) struct Dialect {
    pub keywords: Words,
    pub declarations: Words,
    pub reserved: Words,
    pub builtins: Words,
}

static KEYWORDS: Words = Words::new(
    "async await break case catch continue debugger default delete do else export finally for from if import in
    instanceof new of return super switch this throw try typeof void while yield",
);
static KEYWORDS_3_30: Words = Words::revised(&KEYWORDS, "", "as");
static DECLARATIONS: Words = Words::new("class const constructor extends function get let set static var with");
static RESERVED: Words = Words::new("enum implements interface package private protected public");
static CONSTANTS: Words = Words::new("false Infinity NaN null true undefined");
static BUILTINS: Words = Words::new(
    "Array ArrayBuffer Boolean DataView Date decodeURI decodeURIComponent document encodeURI encodeURIComponent
    Error eval Float32Array Float64Array Function global Int16Array Int32Array Int8Array isFinite isNaN Map Math
    navigator netscape Number Object Packages parseFloat parseInt Promise Proxy Reflect RegExp self Set String sun
    Symbol Uint16Array Uint16ClampedArray Uint32Array Uint32ClampedArray Uint8Array Uint8ClampedArray WeakMap
    WeakSet window",
);
static PLAIN: Dialect = Dialect {
    keywords: Words::new(""),
    declarations: Words::new(""),
    reserved: Words::new(""),
    builtins: Words::new(""),
};

pub(super) const ID: &str = r"[\p{L}\p{Nl}$_]\p{Word}*";
/// White space within a statement. A backslash may precede each character.
const GAP: &str = r"(?:\s|\\\s)+";

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &PLAIN);
}

pub(super) fn define_dialect(g: &mut Grammar, dialect: &'static Dialect) {
    space(g);
    root(g);
    words(g, dialect);
    literals(g);
    regexes(g, "[gimuy]+");
    places(g);
    g.in_3_30(|g| as_in_3_30(g, dialect));
}

/// Removes the tokens for calls and declarations, which Rouge 3.30 does not have.
fn as_in_3_30(g: &mut Grammar, dialect: &'static Dialect) {
    g.state("words").to(r"[{}]", Punctuation, "statement").call(ID, move |cx| word(cx, &KEYWORDS_3_30, dialect));
    g.replace_rules("template", r"\\[$`\\]", |s| _ = s.on(r"\\[$`]", StrEscape));
}

fn space(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("<!--", Comment).on("//.*", CommentSingle).to(
        r"/\*",
        CommentMultiline,
        "comment",
    );
    g.state("comment").to(r"\*/", CommentMultiline, POP).on(r"[^*/]+|[*/]", CommentMultiline);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .to(r"\s*#![^\n]*\n", CommentPreproc, "statement")
        .mixin("space")
        .to(r"\+\+|--|~|\?\?=?|&&|\|\||\\(?=\n)|<<|>>>?|[!=]==|[-<>+*%&|^/!=]=?", Operator, "value")
        .to(r"[(\[,]", Punctuation, "value")
        .to(";", Punctuation, "statement")
        .on(r"[)\].]", Punctuation)
        .to("`", StrDouble, "template")
        .on(r"\?\.", Punctuation)
        .to(r"\?", Punctuation, ["ternary", "value"])
        .groups_to(r"(@)(\w+)?", &[Punctuation, NameDecorator], "value")
        .mixin("words")
        .on(r"\d+\.\d+(?:[Ee]\d+)?[df]?", NumFloat)
        .on(r"0[xX]\h+", NumHex)
        .on(r"0[oO][0-7][0-7_]*", NumOct)
        .on(r"0[bB][01][01_]*", NumBin)
        .on(r"\d+", NumInteger)
        .to(r#"""#, StrDelimiter, "double")
        .to("'", StrDelimiter, "single")
        .on(":", Punctuation);
}

fn words(g: &mut Grammar, dialect: &'static Dialect) {
    let called = |cx: &mut Context<'_, '_>, dialect: &Dialect| {
        let keyword = KEYWORDS.has(cx.group(1)) || dialect.keywords.has(cx.group(1));
        cx.token(if keyword { Keyword } else { NameFunction });
    };
    g.state("words")
        .groups_to(format!("(class)({GAP})"), &[KeywordDeclaration, Text], "class name")
        // Rouge only requires a closing parenthesis somewhere later.
        .on(r"[\p{Nl}$_]*\p{Lu}\p{Word}*[ \t]*(?=\([^)]*\))", NameClass)
        .groups(format!("(function)({GAP})({ID})"), &[KeywordDeclaration, Text, NameFunction])
        .on(r"function(?=\([^)\n]*\))", KeywordDeclaration)
        .call(format!(r"(#?{ID})[ \t]*(?=\([^)]*\))"), move |cx| called(cx, dialect))
        .to(r"[{}]", Punctuation, "statement")
        .call(format!("#?{ID}"), move |cx| word(cx, &KEYWORDS, dialect));
}

fn word(cx: &mut Context<'_, '_>, keywords: &Words, dialect: &Dialect) {
    let word = cx.matched();
    let either = |ours: &Words, theirs: &Words| ours.has(word) || theirs.has(word);
    let (token, begins) = if either(keywords, &dialect.keywords) {
        (Keyword, true)
    } else if either(&DECLARATIONS, &dialect.declarations) {
        (KeywordDeclaration, true)
    } else if either(&RESERVED, &dialect.reserved) {
        (KeywordReserved, false)
    } else if CONSTANTS.has(word) {
        (KeywordConstant, false)
    } else if either(&BUILTINS, &dialect.builtins) {
        (NameBuiltin, false)
    } else {
        (NameOther, false)
    };
    cx.token(token);
    if begins {
        cx.push("value");
    }
}

fn literals(g: &mut Grammar) {
    g.state("double").on(r#"\\[\\nrt"]?"#, StrEscape).on(r#"[^\\"]+"#, StrDouble).to(r#"""#, StrDelimiter, POP);
    g.state("single").on(r"\\[\\nrt']?", StrEscape).on(r"[^\\']+", StrSingle).to("'", StrDelimiter, POP);
    g.state("template")
        .to(r"\$\{", Punctuation, "in template")
        .to("`", StrDouble, POP)
        .on(r"\\[$`\\]", StrEscape)
        .on(r"[^$`\\]+|[\\$]", StrDouble);
    g.state("in template").to(r"\}", Punctuation, POP).mixin("root");
}

/// Defines the states for a regular expression after its first slash. `flags` is the pattern of the flags after its
/// end, or empty.
pub(super) fn regexes(g: &mut Grammar, flags: &'static str) {
    g.state("regex")
        .to("/", StrRegex, goto("regex end"))
        .to(r"[^/]?\n", Error, POP)
        .to(r"\[\^?", StrEscape, "regex class")
        .on(r"\\.|\(\?[:=<!]|\{[\d,]+\}|[()?]", StrEscape)
        .on(".", StrRegex);
    g.state("regex class")
        .on("/", StrEscape)
        .to(r"[^/]\n", Error, Transition::Pop(2))
        .to(r"\]", StrEscape, POP)
        .on(r"\\.", StrEscape)
        .on(".", StrRegex);
    let mut end = g.state("regex end");
    if !flags.is_empty() {
        end.to(flags, StrRegex, POP);
    }
    end.go("", POP);
}

fn places(g: &mut Grammar) {
    g.state("value").mixin("space").to("/", StrRegex, goto("regex")).to(r"\{", Punctuation, goto("object")).go("", POP);
    g.state("statement")
        .to(r"case\b", Keyword, goto("value"))
        .groups(format!(r"({ID})(\s*)(:)"), &[NameLabel, Text, Punctuation])
        .mixin("value");
    g.state("object")
        .mixin("space")
        .to(r"\{", Punctuation, Transition::PushTop)
        .to(r"\}", Punctuation, goto("statement"))
        .groups_to(format!(r"({ID})(\s*)(:)"), &[NameAttribute, Text, Punctuation], "value")
        .on(":", Punctuation)
        .mixin("root");
    g.state("ternary").to(":", Punctuation, goto("value")).mixin("root");
    g.state("class name")
        .groups(format!("({ID})({GAP})(extends)({GAP})"), &[NameClass, Text, KeywordDeclaration, Text])
        .to(ID, NameClass, POP);
}
