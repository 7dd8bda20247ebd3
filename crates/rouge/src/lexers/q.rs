//! Q, the language of kdb+. Indented lines at the top of a file are comments, as is everything after a line that only
//! consists of a backslash.

use super::prelude::*;

static KEYWORDS: Words = Words::new("by delete do exec from if select update while");
static WORD_OPERATORS: Words = Words::new(
    "and asof bin binr cor cov cross cut div each ej except fby ij in insert inter like lj ljf mavg mcount mdev mmax
    mmin mmu mod msum or over peach pj prior scan scov setenv ss sublist sv uj union upsert vs wavg where within wsum
    xasc xbar xcol xcols xdesc xexp xgroup xkey xlog xprev xrank",
);
static BUILTINS: Words = Words::new(
    "count desc dev differ distinct dsave enlist eval exit exp fills first fkeys flip floor get getenv group gtime
    hclose hcount hdel hopen hsym iasc idesc inv key keys last load log lsq ltime ltrim max maxs md5 med meta min
    mins neg next parse plist prd prds prev rand rank ratios raze read0 read1 reciprocal reverse rload rotate rsave
    rtrim save sdev set show signum sin sqrt ssr string sum sums svar system tables tan til trim txf type ungroup
    value var view views wj wj1 ww",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").to("#!.*", CommentPreproc, "top").go("", "top");
    g.state("top").on(r"^[ \t\r]+.*", CommentSpecial).on(r"\n+", Text).go("", "base");
    names(g);
    comments(g);
    literals(g);
    g.state("base")
        .on(r"\n+", Text)
        .on(r"^.\)", KeywordDeclaration)
        .mixin("names")
        .mixin("comments")
        .to(r#"""#, Str, "string")
        .mixin("literals")
        .on(r"<[=>]|>=|::|[-?:$%&|@._#*^+~,!><=]", Operator)
        .on(r"[{}\[\]();]", Punctuation);
    g.state("string")
        .on(r#"\\""#, Str)
        .to(r#"""#, Str, POP)
        .on(r"\\(?:[\\nr]|[01][0-7]{2})", StrEscape)
        .on(r#"[^\\"\n]+|\\"#, Str);
    g.state("rest").on(r"(?m).+", CommentMultiline);
}

fn names(g: &mut Grammar) {
    g.state("names").call(r"\.?[a-zA-Z][.\w]*", |cx| {
        let word = cx.matched();
        let mut letters = word.chars();
        // The namespaces of the language have one letter.
        let predefined = letters.next() == Some('.')
            && letters.next().is_some_and(|letter| "hoqQz".contains(letter))
            && letters.next() == Some('.');
        cx.token(match word {
            word if KEYWORDS.has(word) => Keyword,
            word if WORD_OPERATORS.has(word) => OperatorWord,
            word if BUILTINS.has(word) => NameBuiltin,
            _ if predefined => NameConstant,
            _ => Name,
        });
    });
}

fn comments(g: &mut Grammar) {
    g.state("comments")
        .on(r"\s+/.*", CommentSingle)
        .on(r"[ \t\r]+", TextWhitespace)
        .on(r"(?m)^/$.*?^\\$", CommentMultiline)
        .on(r"^/.*(?:\n[^\S\n]+.*)*", CommentMultiline)
        .to(r"^\\$", Comment, "rest")
        .to(r"^\\\\\s+", Keyword, "rest");
}

fn literals(g: &mut Grammar) {
    let minute = r"[012]\d:[0-5]\d";
    g.state("literals")
        .on(
            format!(r"(?:\d+D|\d{{4}}\.[01]\d\.[0-3]\d[DT])(?:{minute}(?::[0-5]\d(?:\.\d+)?)?|(?:[012]\d)?)[npz]?\b"),
            LiteralDate,
        )
        .on(format!(r"{minute}(?::[0-5]\d(?:\.\d+)?)?[nptuv]?\b"), LiteralDate)
        .on(r"\d{4}\.[01]\d\.[0-3]\d[dmnpz]?\b", LiteralDate)
        .on("0[nNwW][cdefhijmnptuvz]?", KeywordConstant)
        .on(r"'|[/\\']:|[/\\]|[012]:", Operator)
        .on(r"(?:\d+\.\d*|\.\d+)(?:e[-+]?\d+)?[ef]?", NumFloat)
        .on(r"\d+e[-+]?\d+[ef]?|\d+[ef]", NumFloat)
        .on(r"0[xX]\h+", NumHex)
        .on("[01]+b", NumBin)
        .on("[0-9]+[hij]?", NumInteger)
        .on("(?i)`:[.:/\\w]*|`(?:[.a-z0-9][.:\\w]*)?", StrSymbol);
}
