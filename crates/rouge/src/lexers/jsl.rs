//! JSL, the language of JMP. Names may contain spaces.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    let name = r"[A-Za-z_][\w\s'%.\\]*";
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on("//.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .to("<<", Operator, "message")
        .groups(format!(r"(::?)?({name})(\()"), &[Punctuation, Keyword, Punctuation])
        .on(
            r"(?i)\d\d(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\d\d(?:\d\d)?(?::\d\d:\d\d(?::\d\d(?:\.\d*)?)?)?",
            LiteralDate,
        )
        .on(r"(?i)-?(?:\d+(?:\.\d+)?|\.\d*)(?:e[-+]?\d+)?i?", Num)
        .groups(format!(r#"(::?)?({name}|(?i:"(?:\\!"|[^"])*?"n))"#), &[Punctuation, NameVariable])
        .groups(r#"(?m)(")(\\\[)(.*?)(\]\\)(")"#, &[StrDouble, StrEscape, StrDouble, StrEscape, StrDouble])
        .to(r#"""#, StrDouble, "string")
        .on(r"[-+*/!%&<>|=:`^]", Operator)
        .on(r"[\[\](){},;]", Punctuation);
    g.state("message")
        .on(r"\s+", TextWhitespace)
        .on(name, NameFunction)
        .to("[(),;]", Punctuation, POP)
        .to("[&|!=<>]", Operator, POP);
    g.state("string").to(r#"""#, StrDouble, POP).on(r#"\\![btrnNf0\\"]"#, StrEscape).on(r#"[^\\"]+|\\"#, StrDouble);
    g.state("comment")
        .to(r"/\*", CommentMultiline, Go::PushTop)
        .to(r"\*/", CommentMultiline, POP)
        .on("[^/*]+|[/*]", CommentMultiline);
}
