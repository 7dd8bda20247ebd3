//! Awk. A slash starts a pattern where a value is allowed (`value`), and is a division elsewhere.

use super::javascript;
use super::prelude::*;

static KEYWORDS: Words =
    Words::new("break continue delete do else exit for getline if next nextfile print printf return while");
static VARIABLES: Words = Words::new("ARGC ARGV CONVFMT ENVIRON FILENAME FNR FS NF NR OFMT OFS ORS RS SUBSEP");
static FUNCTIONS: Words = Words::new(
    "atan2 cos exp gsub index int length log match rand sin split sprintf sqrt srand sub substr system tolower toupper",
);

const ID: &str = r"[$a-zA-Z_][a-zA-Z0-9_]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("#.*", CommentSingle);
    g.state("root")
        .mixin("space")
        .to(r"[-<>+*/%^!=]=?|in\b|\||&&|~!?", Operator, "value")
        .to(r"[(\[,]", Punctuation, "value")
        .to("[;{}]", Punctuation, "statement")
        .on(r"[)\].]", Punctuation)
        .to(r"\?", Punctuation, ["ternary", "value"])
        .mixin("words")
        .on(r"\d+\.\d+", NumFloat)
        .on(r"\d+", NumInteger)
        .on(r#""(?:\\[\\"]|[^"])*""#, StrDouble)
        .on(":", Punctuation);
    g.state("words")
        .to(ID, Keyword, "value")
        .if_word(&KEYWORDS)
        .to(r"function(?![a-zA-Z0-9_])", KeywordDeclaration, "value")
        .on("(?:BEGIN|END)(?![a-zA-Z0-9_])", KeywordReserved)
        .words(ID, &[(&VARIABLES, KeywordConstant), (&FUNCTIONS, NameBuiltin)], NameOther);
    g.prepend("words", |s| {
        s.on(r"\$[a-zA-Z0-9_]*", NameVariable);
    });
    g.state("value").mixin("space").to("/", StrRegex, goto("regex")).go("", POP);
    g.state("statement").on("[{}]", Punctuation).mixin("value");
    g.state("ternary").to(":", Punctuation, goto("value")).mixin("root");
    javascript::regexes(g, "");
}
