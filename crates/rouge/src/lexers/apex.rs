//! Apex. A word is looked up together with the character before it and the colon or parenthesis after it, so `if(` is a
//! function.

use super::java;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "assert break case catch continue default delete do else finally for goto if insert instanceof new return
    switch this throw try update while",
);
static QUERY: Words = Words::new(
    "and asc by category cube data desc end first for from group having last like limit nulls offset or order
    reference rollup scope select tracking typeof update using view viewstat where with",
);
static DECLARATIONS: Words = Words::new(
    "abstract const enum extends final global implements inherited native private protected public sharing static
    super synchronized testmethod throws transient virtual volatile with without",
);
static TYPES: Words = Words::new("boolean byte char double float int long short var void");
static CONSTANTS: Words = Words::new("false null true");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .to(r"(?:class|interface)\b", KeywordDeclaration, "class")
        .to(r"import\b", KeywordNamespace, "import")
        .call(r"([@$.]?)([a-zA-Z_]\w*)([:(]?)", word)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single")
        .mixin("numbers")
        .on(r"[-+/*~^!%&<>|=.?]", Operator)
        .on(r"[\[\](){},:;]", Punctuation);
    java::numbers(g);
    g.state("class").on(r"\s+", Text).to(r"[a-zA-Z_]\w*", NameClass, POP);
    g.state("import").on(r"\s+", Text).to(r"[\w.]+\*?", NameNamespace, POP);
    g.state("escape").on(r#"\\[btnfr\\"']"#, StrEscape);
    g.state("double").mixin("escape").to(r#"""#, StrDouble, POP).on(r#"[^\\"]+"#, StrDouble);
    g.state("single").mixin("escape").to("'", StrDouble, POP).on(r"[^\\']+", StrDouble);
}

fn word(cx: &mut Context<'_, '_>) {
    let whole = cx.matched().to_lowercase();
    let known = [
        (&KEYWORDS, Keyword),
        (&QUERY, Keyword),
        (&DECLARATIONS, KeywordDeclaration),
        (&TYPES, KeywordType),
        (&CONSTANTS, KeywordConstant),
    ];
    if let Some((_, token)) = known.iter().find(|(words, _)| words.has(&whole)) {
        return cx.token(*token);
    }
    match (cx.group(1), cx.group(3)) {
        _ if whole == "package" => cx.token(KeywordNamespace),
        ("@", _) => cx.token(NameDecorator),
        (_, ":") => cx.groups(&[Operator, NameLabel, Punctuation]),
        (_, "(") => cx.groups(&[Operator, NameFunction, Punctuation]),
        (".", _) => cx.groups(&[Operator, NameProperty, Punctuation]),
        _ => cx.token(Name),
    }
}
