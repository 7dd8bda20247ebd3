//! Rego, the policy language of Open Policy Agent.

use super::prelude::*;

static CONSTANTS: Words = Words::new("false null true");
static OPERATORS: Words = Words::new("as default else import not package some with");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("#.*", CommentSingle)
        .on(r"[\[\](){}|.,;!]", Punctuation)
        .on(r#""[^"]*""#, StrDouble)
        .on(r"-?\d+\.\d+(?:[eE][-+]?\d+)?", NumFloat)
        .on(r"-?\d+(?:[eE][-+]?\d+)?", Num)
        .on(r"\\u\h{4}", NumHex)
        .on(r#"\\["/bfnrt]"#, StrEscape)
        .on("[=<>+*%/&:?@^~]+|-", Operator)
        .words("[[:word:]]+", &[(&CONSTANTS, KeywordConstant), (&OPERATORS, OperatorWord)], Name);
}
