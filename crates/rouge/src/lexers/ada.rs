//! Ada, a strongly typed language for embedded systems.

use super::prelude::*;
use crate::token::Token;

static KEYWORDS: Words = Words::new(
    "abort abstract accept access aliased all array at begin body case constant declare delay delta digits do else elsif
    end exception exit for generic goto if in interface is limited loop new null of others out overriding parallel pragma
    private protected raise range record renames requeue return reverse select separate some synchronized tagged task
    terminate then until use when while with",
);
static OPERATORS: Words = Words::new("abs and mod not or rem xor");
static DECLARATIONS: Words = Words::new("entry function package procedure subtype type");
static BUILTINS: Words = Words::new(
    "boolean character constraint_error duration float integer long_float long_integer long_long_float long_long_integer
    natural positive program_error short_float short_integer short_short_integer storage_error string tasking_error
    wide_character wide_string wide_wide_character wide_wide_string",
);

const ID: &str = r"\b[[:alpha:]](?:\p{Pc}?[[:alnum:]])*\b";

fn token_of(cx: &Context<'_, '_>) -> Token {
    let word = cx.matched();
    let word = word.to_lowercase();
    match word.as_str() {
        "parallel" => cx.version().either(Keyword, Name),
        word if KEYWORDS.has(word) => Keyword,
        word if OPERATORS.has(word) => OperatorWord,
        word if DECLARATIONS.has(word) => KeywordDeclaration,
        word if BUILTINS.has(word) => NameBuiltin,
        _ => Name,
    }
}

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("--.*", CommentSingle);
    g.state("root")
        .mixin("space")
        .on("'.'", StrChar)
        .to(r#""[^"\n]*"#, StrDouble, "string")
        .mixin("numbers")
        .to("'", Punctuation, "attribute")
        .on(format!("<<{ID}>>"), NameLabel)
        .groups_to(
            r"(?i)^(?:(limited)(\s+))?(?:(private)(\s+))?(with)\b",
            &[KeywordNamespace, Text, KeywordNamespace, Text, KeywordNamespace],
            "units",
        )
        .on(r"=>|\.\.|\*\*|[:></]=|<<|>>|<>|[+*/&<=>|@-]", Operator)
        .on(r"[.,:;()\[\]]", Punctuation)
        .call(ID, |cx| {
            let token = token_of(cx);
            cx.token(token);
            if token == KeywordDeclaration {
                cx.push("declared");
            }
        })
        .on(r"\b(?:\p{Pc}|[[:alpha:]])\p{Word}*", Error);
    g.in_3_30(|g| {
        g.replace_rules("root", "=>|", |s| _ = s.on(r"=>|\.\.|\*\*|[:></]=|<<|>>|<>|[+*/&<=>|-]", Operator));
        g.replace_rules("root", r"[.,:;()\[\]]", |s| _ = s.on("[.,:;()]", Punctuation));
        // A typo in Rouge: the letters of `alpha`.
        g.replace_rules("root", r"\b(?:\p{Pc}", |s| _ = s.on(r"\b(?:\p{Pc}|[alph])\p{Word}*", Error));
    });
    g.state("string")
        .on(r#"[^"\n]+"#, StrDouble)
        .on(r#""""#, StrEscape)
        .to(r#"""#, StrDouble, POP)
        .to(r"\n", Error, POP);
    g.state("attribute").mixin("space").to(ID, NameAttribute, POP).go("", POP);
    g.state("declared")
        .mixin("space")
        .on(r"(?i)body\b", KeywordDeclaration)
        .groups(format!(r"({ID})(\.)"), &[NameNamespace, Punctuation])
        .to(format!(r#"{ID}|"(?:and|or|xor|/?=|<=?|>=?|\+|–|&\|/|mod|rem|\*?\*|abs|not)""#), NameFunction, POP)
        .go("", POP);
    g.state("units")
        .mixin("space")
        .call(ID, |cx| match token_of(cx) {
            Name | NameBuiltin => cx.token(NameNamespace),
            KeywordDeclaration => {
                cx.token(KeywordDeclaration);
                cx.goto("declared");
            }
            token => {
                cx.token(token);
                cx.pop(1);
            }
        })
        .on("[.,]", Punctuation)
        .go("", POP);
    numbers(g);
}

fn numbers(g: &mut Grammar) {
    let digits = r"\d(?:_?\d)*";
    let based = r"\h(?:_?\h)*";
    let exponent = format!("(?:[eE][-+]?{digits})?");
    g.state("numbers")
        .on(format!(r"{digits}\.{digits}{exponent}|{digits}#{based}\.{based}#{exponent}"), NumFloat)
        .on(format!("2#[01](?:_?[01])*#{exponent}"), NumBin)
        .on(format!("8#[0-7](?:_?[0-7])*#{exponent}"), NumOct)
        .on(format!("16#(?:{based})?#{exponent}"), NumHex)
        .on(format!("{digits}#{based}#{exponent}"), NumInteger)
        .on(format!(r"{digits}#\w+#"), Error)
        .on(format!("{digits}{exponent}"), NumInteger);
}
