//! Haxe, a language that is compiled to several other languages.

use super::actionscript;
use super::javascript;
use super::prelude::*;

static IMPORTS: Words = Words::new("import package using");
static KEYWORDS: Words = Words::new(
    "as break case cast catch class continue default do else enum false for function if import in interface macro
    new null override package private public return switch this throw true try untyped while",
);
static IMPORTS_3_30: Words = Words::new("using");
static KEYWORDS_3_30: Words = Words::revised(&KEYWORDS, "as in", "import package");
static DECLARATIONS: Words = Words::new("abstract dynamic extends extern from implements inline static to typedef var");
static RESERVED: Words = Words::new("autoBuild build enum inline super trace");
static CONSTANTS: Words = Words::new("false null true");
static BUILTINS: Words = Words::new(
    "Any Array Bool Class Date DateTools Dynamic EReg File FileSystem Float Int isNaN Lambda Map Math parseFloat
    parseInt Reflect Std String StringTools Sys this UInt Void",
);

const ID: &str = r"[$a-zA-Z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("//.*", CommentSingle).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("value")
        .mixin("space")
        .on("#(?:if|elseif|else|end).*", CommentPreproc)
        .to("~", StrRegex, goto("regex"))
        .to(r"\{", Punctuation, "object")
        .go("", POP);
    javascript::regexes(g, "[gim]+");
    root(g);
    actionscript::places(g);
    g.append("statement").mixin("value");
    let dotted = r"[$a-zA-Z_][\w.]*";
    g.state("namespace")
        .mixin("space")
        .groups(
            format!(r"({dotted})(\s+)(in|as)(\s+)({ID})"),
            &[NameNamespace, TextWhitespace, Keyword, TextWhitespace, Name],
        )
        .on(dotted, NameNamespace)
        .go("", POP);
    g.state("metadata")
        .groups(format!(r"({ID})(\()"), &[NameDecorator, Punctuation])
        .to(format!(r"{ID}|:{ID}(?:\.{ID})*"), NameDecorator, POP)
        .to(r"\)", NameDecorator, POP)
        .mixin("root");
    strings(g);
    // Rouge 3.30 fails at `using`.
    g.in_3_30(|g| _ = g.state("namespace").go("", POP));
}

fn root(g: &mut Grammar) {
    let imports = g.either(&IMPORTS, &IMPORTS_3_30);
    let keywords = g.either(&KEYWORDS, &KEYWORDS_3_30);
    g.state("root")
        .to(r"\n", Text, "statement")
        .to(r"\{", Punctuation, "value")
        .mixin("space")
        .to("@", NameDecorator, "metadata")
        .to(r"\+\+|--|~|&&|\|\||\\(?=\n)|<<|>>|==|!=|[-:<>+*%&|^/!=]=?", Operator, "value")
        .to(r"[(\[,]", Punctuation, "value")
        .to(";", Punctuation, "statement")
        .on(r"[)\]}.]", Punctuation)
        .to(r"\?", Punctuation, ["choice", "value"])
        .to(ID, KeywordNamespace, "namespace")
        .if_word(imports)
        .to(ID, Keyword, "value")
        .if_word(keywords)
        .to(ID, KeywordDeclaration, "value")
        .if_word(&DECLARATIONS)
        .words(ID, &[(&RESERVED, KeywordReserved), (&CONSTANTS, KeywordConstant), (&BUILTINS, NameBuiltin)], NameOther)
        .on(r"-?\d+\.\d+(?:[Ee]\d+)?[df]?", NumFloat)
        .on(r"0x\h+", NumHex)
        .on(r"-?\d+", NumInteger)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single");
}

fn strings(g: &mut Grammar) {
    g.state("escape").on(r#"\\(?:[\\tnr'"]|[0-7]{3}|x\h{2}|u\h{4}|u\{\h{1,6}\})"#, StrEscape);
    g.state("double").mixin("escape").to(r#"""#, StrDouble, POP).on(r#"[^\\"]+"#, StrDouble);
    g.state("single")
        .mixin("escape")
        .to("'", StrSingle, POP)
        .on(r"\$\$|[^\\$']+", StrSingle)
        .on(format!(r"\${ID}"), StrInterpol)
        .to(r"\$\{", StrInterpol, "interpolated");
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("root");
}
