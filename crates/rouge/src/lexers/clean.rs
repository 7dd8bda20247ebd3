//! Clean, with ABC machine code.

use super::prelude::*;
use crate::token::Token;

static KEYWORDS: Words = Words::new(
    "as case ccall class code definition derive dynamic export foreign from generic if implementation import in
    infix infixl infixr inline instance let module of otherwise qualified special stdcall system where with",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("literals")
        .on(r"'(?:[^'\\]|\\(?:x\h+|\d+|.))'", StrChar)
        .on(r"[+~-]?\d+(?:\.\d+(?:E[-+]?\d+)?|E[-+]?\d+)\b", NumFloat)
        .on(r"[+~-]?\d+", NumInteger)
        .to(r#"""#, StrDouble, "string");
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on(r"//\*.*", CommentDoc)
        .on("//.*", CommentSingle)
        .to(r"/\*\*", CommentDoc, "doc comment")
        .to(r"/\*", CommentMultiline, "comment")
        .on("[+~-]?0[0-7]+", NumOct)
        .on(r"[+~-]?0x\h+", NumHex)
        .mixin("literals")
        .groups_to(r"(\[)(\s*)(')(?=.*?'\])", &[Punctuation, TextWhitespace, StrSingle], "list of characters")
        .to(r"code(?:\s+inline)?\s*\{", CommentPreproc, "machine code")
        .words(r"_*[a-z][\w`]*", &[(&KEYWORDS, Keyword)], Name)
        .on(r"(?:True|False)(?![\w`])", KeywordConstant)
        .on(r"_*[A-Z][\w`]*", KeywordType)
        .on(r"[^\w\s`]|_\b", Punctuation);
    comment(g, "doc comment", CommentDoc);
    comment(g, "comment", CommentMultiline);
    g.state("escape").on(r#"\\(?:[xX]\h{1,2}|[dD]\d{0,3}|0[0-7]{0,3}|[0-7]{1,3}|[nrfbtv\\"'])"#, StrEscape);
    g.state("string").to(r#"""#, StrDouble, POP).mixin("escape").on(r#"[^\\"]+"#, StrDouble);
    g.state("list of characters")
        .groups_to(r"(')(\])", &[StrSingle, Punctuation], POP)
        .mixin("escape")
        .on(r"[^\\']+", StrSingle);
    g.state("machine space").on(r"\s+", TextWhitespace).on(r"\|.*", CommentSingle).mixin("literals");
    g.state("machine code").mixin("machine space").to(r"\}", CommentPreproc, POP).to(r"\.\w*", Keyword, "operands").to(
        r"\w+",
        NameBuiltin,
        "operands",
    );
    g.state("operands")
        .to(r"\n", TextWhitespace, POP)
        .to(r"\}", CommentPreproc, Go::Pop(2))
        .mixin("machine space")
        .on(r"\S+", Name);
}

fn comment(g: &mut Grammar, state: &'static str, token: Token) {
    g.state(state)
        .to(r"\*/", token, POP)
        // The end of a comment is not recognized after two slashes.
        .on("//.*", token)
        .to(r"/\*", token, "comment")
        .on("[^*/]+|[*/]", token);
}
