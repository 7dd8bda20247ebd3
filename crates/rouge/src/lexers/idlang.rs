//! IDL, the Interactive Data Language.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "and begin break case continue do else end endcase endelse endfor endforeach endif endrep endswitch endwhile
    eq for foreach ge goto gt if inherits le lt mod ne not of or repeat return struct switch then until while xor",
);
static STATEMENTS: Words = Words::new("common forward_function");
static OPTIONS: Words = Words::new("compile_opt");
static ROUTINES: Words = Words::new(include_str!("words/idlang_routines.txt"));

const NAME: &str = r"[_A-Za-z]\w*";

pub(crate) fn define(g: &mut Grammar) {
    let kind = format!(r"(?:\d+|{NAME})");
    let exponent = r"[dDeE][-+]\d+";
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on(";.*", CommentSingle)
        .on(r",\s*,", Error)
        .on(format!("!{NAME}"), NameVariableGlobal)
        .on(r"[(),:&$]", Punctuation)
        .on(format!(r"[-+]?(?:(?:\d+\.\d*|\.\d+)(?:{exponent})?|\d+{exponent})(?:_{kind})?"), NumFloat)
        .on(r"(?i)\d+(?:B|S|U|US|LL|L|ULL|UL)?", NumInteger)
        .on(r#"(?i)"[0-7]+(?:B|O|U|ULL|UL|LL|L)?"#, NumOct)
        .on(r"(?i)'[0-9A-F]+'X(?:B|S|US|ULL|UL|U|LL|L)?", NumHex)
        .to(format!("(?:{kind}_)?'"), StrSingle, "single")
        .to(format!("(?:{kind}_)?\""), StrDouble, "double")
        .on(r"##?|&&|\|\||/=|<=|>=|->|[@?*+/<=~^{}-]", Operator)
        .groups(format!(r"({NAME})(\.)([^\s,]*)"), &[Name, Operator, Name])
        .groups_to(r"(?i)(function|pro)((?:\s|\$\s)+)", &[Keyword, TextWhitespace], "routine")
        .words_folded(
            NAME,
            &[
                (&KEYWORDS, Keyword),
                (&OPTIONS, NameDecorator),
                (&STATEMENTS, KeywordReserved),
                (&ROUTINES, NameBuiltin),
            ],
            Name,
        );
    g.state("routine")
        .on(NAME, NameFunction)
        .on(r"\s+", TextWhitespace)
        .on(r":+|\$", Operator)
        .on(";.*", CommentSingle)
        .to("$", TextWhitespace, POP)
        .to(",", Operator, POP);
    g.state("single").on("[^']+", StrSingle).on("''", StrEscape).to("'", StrSingle, POP);
    g.state("double").on(r#"[^"]+"#, StrDouble).to(r#"""#, StrDouble, POP);
}
