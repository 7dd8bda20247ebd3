//! Mathematica (the Wolfram language).

use super::prelude::*;

static KEYWORDS: Words = Words::new("Block Module With");
static BUILTINS: Words = Words::new(include_str!("words/mathematica.txt"));

const NAME: &str = "[a-zA-Z$][$a-zA-Z0-9]*";
const STRING: &str = r#""(?:\\\\|\\"|[^"])*""#;
/// The precision of a number after one backtick, or its accuracy after two. May be missing.
const PRECISION: &str = r"(?:`(?:`?(?:\.\d+|\d+\.\d*|\d+))?)?";

pub(crate) fn define(g: &mut Grammar) {
    let symbol = format!(r"(?:{NAME}|\\\[{NAME}\])+");
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .to(r"\(\*", Comment, "comment")
        .on(format!(r"\d+\^\^(?:\.\w+|\w+\.\w*|\w+){PRECISION}(?:\*\^[-+]?\d+)?"), Num)
        .on(format!(r"(?:\.\d+|\d+\.\d*|\d+){PRECISION}(?:\*\^[-+]?\d+)?"), Num)
        .on(format!("::(?:{NAME}|{STRING})"), NameTag)
        .on(r"(?:In|Out)\[\d+\]:?=", GenericPrompt)
        .words(
            format!("`?{symbol}(?:`{symbol})*`?"),
            &[(&KEYWORDS, NameBuiltinPseudo), (&BUILTINS, NameBuiltin)],
            NameVariable,
        )
        .on(format!(r#"#(?:{NAME}|"{NAME}")|#\d*"#), NameFunction)
        .on(r"[-+*/|,;.:@~=><&`'^?!_%]", Operator)
        .on(r"[\[\](){}]", Punctuation)
        .on(STRING, Str);
    g.state("comment")
        .to(r"\(\*", Comment, "comment")
        .to(r"\*\)", Comment, POP)
        .on(format!("::{NAME}::"), CommentPreproc)
        .on(format!(r"[ ]:(?:{NAME}|\s)+:[ ]"), CommentPreproc)
        .on(".", Comment);
}
