//! Haskell. The lexer for Idris also uses the states for literals, comments and export lists.

use super::prelude::*;

static RESERVED: Words = Words::new(
    "_ case class data default deriving do else if in infix infixl infixr instance let newtype of then type where",
);

/// The characters of operators, as a character class.
pub(super) const SIGNS: &str = r"[:!#$%&*+.\\/<=>?@^|~-]";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space")
        .on(r"\s+", Text)
        .to(r"\{-#", CommentPreproc, "pragma")
        .to(r"\{-", CommentMultiline, "comment")
        .on(r"^--\s+\|.*?$", CommentDoc)
        .on(r"--(?![!#$%&*+./<=>?@^|_~]).*?$", CommentSingle);
    comments(g);
    root(g);
    modules(g);
    names(g);
    literals(g);
}

pub(super) fn comments(g: &mut Grammar) {
    for (state, token) in [("comment", CommentMultiline), ("pragma", CommentPreproc)] {
        g.state(state).to(r"-\}", token, POP).to(r"\{-", token, "comment").on(r"[^-{}]+|[-{}]", token);
    }
}

fn root(g: &mut Grammar) {
    g.state("root")
        .mixin("space")
        .to(r"'(?=(?:.|\\\S+)')", StrChar, "character")
        .to(r#"""#, Str, "string")
        .on(r"(?i)\d+e[-+]?\d+|\d+\.\d+(?:e[-+]?\d+)?", NumFloat)
        .on("0[oO][0-7]+", NumOct)
        .on(r"0[xX]\h+", NumHex)
        .on(r"\d+", NumInteger)
        .call(r"[\w']+", |cx| {
            let word = cx.matched();
            let capital = word.trim_start_matches('\'').starts_with(|c: char| c.is_ascii_uppercase());
            match word {
                "import" => cx.push("import"),
                "module" => cx.push("module"),
                _ if RESERVED.has(word) => {}
                _ if capital && !word.starts_with("''") => return cx.token(KeywordType),
                _ => return cx.token(Name),
            }
            cx.token(KeywordReserved);
        })
        .on(format!(r"\\(?!{SIGNS}+)"), NameFunction)
        .on(format!("{SIGNS}+"), Operator)
        .on(r"\[\s*\]", KeywordType)
        .on(r"\(\s*\)", NameBuiltin)
        .groups_to(r"(\[)([_a-z][\w']*)(\|)", &[Operator, Name, Operator], "quasi-quotation")
        .on(r"[\[\](),;`{}]", Punctuation);
}

fn modules(g: &mut Grammar) {
    g.state("import")
        .on(r"\s+", Text)
        .to(r#"""#, Str, "string")
        .on(r"qualified\b", Keyword)
        .groups_to(r"([A-Z][\w.]*)(\s+)(as)(\s+)([A-Z][\w.]*)", &[NameNamespace, Text, Keyword, Text, Name], POP)
        .groups_to(
            r"([A-Z][\w.]*)(\s+)(hiding)(\s+)(\()",
            &[NameNamespace, Text, Keyword, Text, Punctuation],
            goto("names"),
        )
        .groups_to(r"([A-Z][\w.]*)(\s+)(\()", &[NameNamespace, Text, Punctuation], goto("names"))
        .to(r"[\w.]+", NameNamespace, POP);
    g.state("module")
        .on(r"\s+", Text)
        .groups_to(r"([A-Z][\w.]*)(\s+)(\()", &[NameNamespace, Text, Punctuation], "names")
        .to(r"where\b", KeywordReserved, POP)
        .to(r"[A-Z][\w.]*", NameNamespace, POP);
}

/// Defines the state `names`: the exports or imports of a module, after the opening parenthesis.
pub(super) fn names(g: &mut Grammar) {
    g.state("names")
        .mixin("space")
        .on(r"[A-Z]\w*", KeywordType)
        .on(r"_[\w']+|[a-z][\w']*", NameFunction)
        .on(",", Punctuation)
        .on(format!("{SIGNS}+"), Operator)
        .to(r"\(", Punctuation, "names")
        .to(r"\)", Punctuation, POP);
}

pub(super) fn literals(g: &mut Grammar) {
    g.state("character").to(r"\\", StrEscape, [goto("character end"), push("escape")]).to(
        ".",
        StrChar,
        goto("character end"),
    );
    g.state("character end").to("'", StrChar, POP).to(".", Error, POP);
    g.state("quasi-quotation").to(r"\|\]", Operator, POP).on(r"[^|]+|\|", Text);
    g.state("string").to(r#"""#, Str, POP).to(r"\\", StrEscape, "escape").on(r#"[^\\"]+"#, Str);
    g.state("escape").to(
        r#"[abfnrtv"'&\\]|\^[\]\[A-Z@^_]|NUL|SOH|[SE]TX|EOT|ENQ|ACK|BEL|BS|HT|LF|VT|FF|CR|S[OI]|DLE|DC[1-4]|NAK|SYN|ETB|CAN|EM|SUB|ESC|[FGRU]S|SP|DEL|[oO][0-7]+|[xX]\h+|\d+|\s+\\"#,
        StrEscape,
        POP,
    );
}
