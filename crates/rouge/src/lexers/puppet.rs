//! Puppet, a language that describes the configuration of machines.

use super::prelude::*;

static KEYWORDS: Words = Words::new("and case class default define else elsif if import in inherits node unless");
static CONSTANTS: Words = Words::new("false true undef");
static META: Words = Words::new("before notify require subscribe");

const NAME: &str = r"(?:::)?(?:[a-z]\w*::)*\w+";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on(r"#.*?\n", Comment);
    g.state("root")
        .mixin("space")
        .on(format!(r"\${NAME}"), NameVariable)
        .words(r"[a-z]\w*(?=\s*[=+]>)", &[(&META, KeywordPseudo)], NameProperty)
        .on(format!(r"{NAME}(?=\s*\()"), NameFunction)
        .on(r"[A-Z]\w*", NameClass)
        .on(r"[+=|~-]>|<[|~-]|[|:}();\[\]]", Punctuation)
        .to(r"[{,]", Punctuation, "regex allowed")
        .on(r"(?:in|and|or)\b", OperatorWord)
        .on("[=!<>]=", Operator)
        .to("[=!]~", Operator, "regex allowed")
        .on("[.=<>!+*/-]", Operator)
        .groups(format!(r"(class|include)(\s*)({NAME})"), &[Keyword, Text, NameClass])
        .to(r"node\b", Keyword, "regex allowed")
        .on(r"'(?:\\[\\']|[^'])*'", StrSingle)
        .to(r#"""#, StrDouble, "double")
        .on(r"\d+(?:\.\d+)?(?:e[+-]\d+)?", Num)
        .words(NAME, &[(&KEYWORDS, Keyword), (&CONSTANTS, KeywordConstant)], Name);
    g.state("regex allowed").mixin("space").to("/", StrRegex, "regex").go("", POP);
    g.state("regex")
        .to("/", StrRegex, POP)
        .on(r"\\.", StrEscape)
        .on("[(){}]", StrInterpol)
        .to(r"\[", StrInterpol, "regex class")
        .on(".", StrRegex);
    g.state("regex class")
        .to(r"\]", StrInterpol, POP)
        .on(r"-(?=\])", StrRegex)
        .on("-", StrInterpol)
        .on(r"\\.", StrEscape)
        .on(r"[^\\\]-]+", StrRegex);
    g.state("double")
        .to(r#"""#, StrDouble, POP)
        .on(r#"[^$\\"]+"#, StrDouble)
        .on(r"(?m)\\.", StrEscape)
        .on(format!(r"\${NAME}|\$\{{{NAME}\}}"), NameVariable);
}
