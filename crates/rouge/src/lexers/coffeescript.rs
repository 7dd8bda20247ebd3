//! CoffeeScript. The lexer for LiveScript also uses the states for strings.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "await break by catch class continue debugger delete do else export extends finally for if import instanceof
    loop new return super switch then this throw try typeof until when while yield",
);
static CONSTANTS: Words = Words::new("false Infinity NaN no null off on true undefined yes");
static BUILTINS: Words = Words::new(
    "Array Boolean Date decodeURI decodeURIComponent document encodeURI encodeURIComponent Error eval Function
    isFinite isNaN Math netscape Number Object Packages parseFloat parseInt RegExp String sun window",
);

const ID: &str = r"[$a-zA-Z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on("(?m)###[^#].*?###", CommentMultiline).on("#.*", CommentSingle).on(r"\s+", Text);
    root(g);
    regexes(g);
    strings(g);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .go(r"^(?=\s|/|<!--)", "value")
        .mixin("space")
        .to(
            r"\+\+|--|~|&&|(?:and|or|is|isnt|not|in|of)\b|[?:=]|\|\||\\(?=\n)|(?:<<|>>>?|!=?|[-<>+*`%&|^/])=?",
            Operator,
            "value",
        )
        .on("[-=]>", NameFunction)
        .groups_to(format!(r"(@)([ \t]*)({ID})"), &[NameVariableInstance, Text, NameAttribute], "value")
        .groups_to(format!(r"(\.)([ \t]*)({ID})"), &[Punctuation, Text, NameAttribute], "value")
        .to(format!(r"{ID}(?=\s*:)"), NameAttribute, "value")
        .words_to(ID, &[(&KEYWORDS, Keyword), (&CONSTANTS, NameConstant), (&BUILTINS, NameBuiltin)], NameOther, "value")
        .to(r"[{(\[;,]", Punctuation, "value")
        .on(r"[})\].]", Punctuation)
        .on(r"\d+\.\d+(?:[Ee]\d+)?[df]?", NumFloat)
        .on(r"0x\h+", NumHex)
        .on(r"\d+", NumInteger)
        .to(r#""{3}"#, Str, "double lines")
        .to("'''", Str, "single lines")
        .to(r#"""#, Str, "double")
        .to("'", Str, "single");
}

fn regexes(g: &mut Grammar) {
    g.state("value")
        .mixin("space")
        .to("///", StrRegex, goto("regex lines"))
        .to(r"/(?:\\.|[^\[/\\\n]|\[(?:\\.|[^\]\\\n])*\])+/(?:[gimy]+\b|\B)", StrRegex, POP)
        .go("", POP);
    g.state("regex lines")
        .to(r"///(?:[gimy]+\b|\B)", StrRegex, POP)
        .on(r"^#(?!\{).*$", CommentSingle)
        .groups(r"(\s+)(#(?!\{).*)$", &[Text, CommentSingle])
        .mixin("interpolation")
        .mixin("space")
        .mixin("code escape")
        .on(r"\\\D", StrEscape)
        .on(r"\\\d+", NameVariable)
        .on("(?m).", StrRegex);
}

/// Defines the states of strings, and of escapes shared with regular expressions. Interpolated code has the rules of
/// the state `root`.
pub(super) fn strings(g: &mut Grammar) {
    g.state("code escape").on(r"\\(?:c[A-Z]|x\h{2}|u\h{4}|u\{\h{4}\})", StrEscape);
    g.state("interpolation").to(r"#\{", StrInterpol, "interpolated");
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("root");
    g.state("in strings").on(r#"[^#\\'"]+"#, Str).mixin("code escape").on(r"\\.", StrEscape).on("#", Str);
    g.state("in double").on("'", Str).mixin("interpolation").mixin("in strings");
    g.state("in single").on(r#"""#, Str).mixin("in strings");
    g.state("double").to(r#"""#, Str, POP).mixin("in double");
    g.state("double lines").to(r#""{3}"#, Str, POP).on(r#"""#, Str).mixin("in double");
    g.state("single").to("'", Str, POP).mixin("in single");
    g.state("single lines").to("'''", Str, POP).on("'", Str).mixin("in single");
}
