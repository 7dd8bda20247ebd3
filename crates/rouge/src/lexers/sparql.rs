//! SPARQL. Keywords are case-insensitive, and unknown words are errors.

use super::prelude::*;

static FUNCTIONS: Words = Words::new(
    "abs avg bnode bound ceil coalesce concat contains count datatype day encode_for_uri floor group_concat hours if iri
    lang langmatches lcase max md5 min minutes month now rand regex replace round sameterm sample seconds separator sha1
    sha256 sha384 sha512 str strafter strbefore strdt strends strlang strlen strstarts struuid substr sum timezone tz
    ucase uri uuid year",
);
static KEYWORDS: Words = Words::new(
    "add all as asc ask base bind bindings by clear construct copy create data default delete desc describe distinct drop
    exists filter from graph group having in insert limit load minus move named not offset optional order prefix reduced
    select service silent to undef union using values where with",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on(r"#.*", CommentSingle)
        .to(r#"""""#, StrDouble, "long double")
        .to(r#"""#, StrDouble, "double")
        .to("'''", StrSingle, "long single")
        .to("'", StrSingle, "single")
        .on(r"[$?][[:word:]]+", NameVariable)
        .groups(r"([[:word:]-]*)(:)([[:word:]-]+)?", &[NameNamespace, Operator, StrSymbol])
        .on(r"<[^>]*>", NameNamespace)
        .on(r"(?i:true|false)", KeywordConstant)
        .on(r"a\b", Keyword)
        .words_folded(r"[a-zA-Z][[:word:]]+\b", &[(&FUNCTIONS, NameBuiltin), (&KEYWORDS, Keyword)], Error)
        .on(r"[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?", NumFloat)
        .on(r"[+-]?\d+", NumInteger)
        .on(r"[\[\](){}.,;=]", Punctuation)
        .on(r"[/?*+=!<>]|&&|\|\||\^\^", Operator);
    let kinds = [
        ("double", "long double", "in double", '"', StrDouble),
        ("single", "long single", "in single", '\'', StrSingle),
    ];
    for (short, long, common, quote, token) in kinds {
        g.state(short).to(quote.to_string(), token, goto("behind")).mixin(common);
        let rules = &mut g.state(long);
        rules.to(quote.to_string().repeat(3), token, goto("behind")).on(quote.to_string(), token).mixin(common);
        g.state(common)
            .on(r#"\\[tbnrf"'\\]|\\u\h{4}|\\U\h{8}"#, StrEscape)
            .on(r"\\", token)
            .on(format!(r"[^{quote}\\]+"), token);
    }
    // The language or type of a literal.
    g.state("behind")
        .groups(r"(@)([A-Za-z]+(?:-[0-9A-Za-z]+)*)", &[Operator, NameProperty])
        .on(r"\^\^", Operator)
        .go("", POP);
}
