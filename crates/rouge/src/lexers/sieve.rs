//! Sieve, the filter language for mail (RFC 5228 and its extensions).

use super::prelude::*;

static CONTROLS: Words = Words::new("else elsif if require stop");
static TESTS: Words = Words::new(
    "address allof anyof body currentdate date exists false hasflag header mailboxexists metadata metadataexists not
    notify_method_capability servermetadata servermetadataexists size spamtest true valid_notify_method virustest",
);
static ACTIONS: Words = Words::new(
    "addflag addheader deleteheader discard enclose ereject extracttext fileinto keep notify redirect reject
    removeflag replace setflag vacation",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("#.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .on(r"[\[\](),;{}]", Punctuation)
        .on(r":[a-zA-Z_]\w*", Operator)
        .words(r"[a-zA-Z_]\w*", &[(&CONTROLS, Keyword), (&TESTS, NameVariable), (&ACTIONS, NameFunction)], NameOther)
        .to(r#"""#, StrDouble, "string")
        .on("[0-9]+[GKM]", NumInteger);
    g.state("string")
        .on(r"\\.", StrEscape)
        .to(r#"""#, StrDouble, POP)
        .on(r"\$\{(?:[0-9][.0-9]*|[a-zA-Z_][.\w]*)\}", StrInterpol)
        .on(r#"[^\\"$\n]+|."#, StrDouble);
}
