//! COBOL, a language for business data.

use super::prelude::*;

static DIVISIONS: Words = Words::new("data division environment identification procedure");
static SECTIONS: Words = Words::new("configuration file input-output linkage local-storage section working-storage");
static KEYWORDS: Words = Words::new(include_str!("words/cobol_keywords.txt"));

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"^ {6}\*.*", CommentSpecial)
        .on(r"^Debug \*.*", CommentSpecial)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single")
        .words_folded(
            r"\p{Alpha}[\p{Alnum}-]*(?![\w-])",
            &[(&DIVISIONS, KeywordDeclaration), (&SECTIONS, KeywordNamespace), (&KEYWORDS, Keyword)],
            Name,
        )
        .on(r"[-+]?\b\d+(?:\.\d+)?\b", Num)
        .on("[.,;:()]", Punctuation)
        .on(r"\*>.*", CommentSingle)
        .on("[+*/><=-]", Operator)
        .on(r"\s", TextWhitespace)
        .on(".+", Text);
    g.state("double").on(r#"[^"\\\n]+"#, Str).on(r"\\.", StrEscape).to(r#"""#, StrDouble, POP).on(r"\n", Error);
    g.state("single").on(r"[^'\\\n]+", Str).on(r"\\.", StrEscape).to("'", StrSingle, POP).on(r"\n", Error);
}
