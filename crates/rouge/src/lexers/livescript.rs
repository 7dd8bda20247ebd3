//! LiveScript. Whether a slash starts a regular expression depends on the preceding text. After a value (`after name`),
//! it is a division.

use super::coffeescript;
use super::prelude::*;

static DECLARATIONS: Words = Words::new("class const extends function implements let var");
static KEYWORDS: Words = Words::new(
    "break by case catch continue debugger default delete do else export fallthrough finally for from if import in
    instanceof loop new of otherwise require return super switch then throw til to try typeof unless until when
    while with yield",
);
static CONSTANTS: Words = Words::new("false Infinity NaN no null off on true undefined void yes");
static BUILTINS: Words = Words::new(
    "arguments Array ArrayBuffer Boolean DataView Date decodeURI decodeURIComponent document encodeURI
    encodeURIComponent Error eval Float32Array Float64Array Function global Int16Array Int32Array Int8Array
    isFinite isNaN it Map Math navigator netscape Number Object Packages parseFloat parseInt Promise Proxy Reflect
    RegExp self Set String sun Symbol that this Uint16Array Uint16ClampedArray Uint32Array Uint32ClampedArray
    Uint8Array Uint8ClampedArray WeakMap WeakSet window",
);

const ID: &str = "(?i:[$a-z_](?:(?:-(?=[a-z]))?[a-z0-9_])*)";
/// An integer, with its unit.
const INT: &str = r"\d[\d_]*(?:e[-+]?\d[\d_]*)?[$\w]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("comments").on(r"(?m)/\*.*?\*/", CommentMultiline).on("#.*", CommentSingle);
    g.state("space").groups(format!(r"(\s+?)(?:^([^\S\n]*)(:{ID}))?"), &[Text, Text, NameLabel]);
    root(g);
    regexes(g);
    places(g);
    strings(g);
}

fn root(g: &mut Grammar) {
    g.state("root")
        .go(r"^(?=\s|/)", "value")
        .mixin("comments")
        .mixin("space")
        .groups(r"(?m)(<\[)(.*?)(\]>)", &[Punctuation, Str, Punctuation])
        .on(r"!\s*function\b|!?[-~]>|<[-~]!?", KeywordDeclaration)
        .on("=>", Keyword)
        .groups_to(format!("(::)({ID})"), &[Punctuation, NameAttribute], "after name")
        .groups_to(format!("(::)({INT})"), &[Punctuation, NumInteger], "after name")
        .groups_to(format!("(@)({ID})"), &[NameVariableInstance, NameAttribute], "after name")
        .groups_to(format!(r"(\.)({ID})"), &[Punctuation, NameAttribute], "after name")
        .groups_to(r"(\.)(\d+)", &[Punctuation, NumInteger], "after name")
        .on(format!(r"{ID}(?=\s*:[^:=])"), NameAttribute)
        .to(
            r"\+\+|--|&&|(?:and|x?or|is(?:nt)?|not)\b(?!-[a-zA-Z]|_)|\|\||\.(?:[|&^]|<<|>>>?)\.|\\(?=\n)|[.:]=|<<<<?|<\||\|>|(?:<<|>>|==?|!=?|[-<>+*%^/~?])=?",
            Operator,
            "value",
        )
        .groups(format!("(&)({ID})?"), &[NameBuiltin, NameAttribute])
        .to(r"\||case(?=\s)", Keyword, "underscore")
        .on("@", NameVariableInstance)
        .on(r"\.{3}|:", Punctuation)
        .call(ID, word)
        .to(format!(r"\](?=[!?.]|{ID})"), Punctuation, "after name")
        .to(r"[{(\[;,]", Punctuation, "value")
        .on(r"[})\].]", Punctuation)
        .on(format!(r"\d[\d_]*\.{INT}"), NumFloat)
        .on(r"0x\h+", NumHex)
        .on(INT, NumInteger)
        .to(r#"""""#, Str, "double lines")
        .to("'''", Str, "single lines")
        .to(r#"""#, Str, "double")
        .to("'", Str, "single")
        .on(r"\\\S[^\s,;\])}]*", Str);
}

fn word(cx: &mut Context<'_, '_>) {
    let word = cx.matched();
    if matches!(word, "break" | "continue") {
        cx.token(Keyword);
        return cx.push("loop");
    }
    cx.token(match word {
        word if KEYWORDS.has(word) => Keyword,
        word if CONSTANTS.has(word) => NameConstant,
        word if BUILTINS.has(word) => NameBuiltin,
        word if DECLARATIONS.has(word) => KeywordDeclaration,
        word if class_like(word) => NameClass,
        _ => NameVariable,
    });
    cx.push("after name");
}

/// Whether a word starts with an uppercase letter and contains a lowercase letter that does not follow a hyphen.
fn class_like(word: &str) -> bool {
    let pairs = word.as_bytes().windows(2);
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && pairs.into_iter().any(|pair| pair[0] != b'-' && pair[1].is_ascii_lowercase())
}

fn regexes(g: &mut Grammar) {
    g.state("value")
        .mixin("comments")
        .mixin("space")
        .to("//", StrRegex, goto("regex lines"))
        .to(r"/(?:\\.|[^\[/\\\n]|\[(?:\\.|[^\]\\\n])*\])+/(?:[gimy]+\b|\B)", StrRegex, POP)
        .go("", POP);
    g.state("regex lines")
        .to(r"//(?:[gimy]+\b|\B)", StrRegex, POP)
        .on(r"^#(?:\s+.*)?$", CommentSingle)
        .groups(r"(\s+)(#)(\s+.*)?$", &[Text, CommentSingle, CommentSingle])
        .mixin("interpolation")
        .mixin("code escape")
        .on(r"\\\D", StrEscape)
        .on(r"\\\d+", NameVariable)
        .on("(?m).", StrRegex);
}

fn places(g: &mut Grammar) {
    g.state("blanks").on(r"[^\S\n]+", Text);
    g.state("underscore").mixin("blanks").on(r"_(?=\s*=>|\s+then\b)", Keyword).go("", POP);
    g.state("loop").mixin("blanks").on(format!(r"{ID}(?=[);\n])"), NameLabel).go("", POP);
    g.state("after name")
        .on(r"[!?]|\.(?!=)", Punctuation)
        .to(r"\{", Punctuation, "names")
        .on(ID, NameAttribute)
        .on(INT, NumInteger)
        .go("", goto("value"));
    g.state("names").on("[,;]", Punctuation).on(ID, NameAttribute).on(INT, NumInteger).mixin("space").to(
        r"\}",
        Punctuation,
        POP,
    );
}

fn strings(g: &mut Grammar) {
    coffeescript::strings(g);
    g.append("interpolation").call(format!("(#)({ID})"), |cx| {
        let known = BUILTINS.has(cx.group(2));
        cx.groups(&[StrInterpol, if known { NameBuiltin } else { NameVariable }]);
    });
}
