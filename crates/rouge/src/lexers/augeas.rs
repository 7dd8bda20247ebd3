//! Augeas: lenses for configuration files.

use super::prelude::*;

static RESERVED: Words = Words::new(
    "_ after autoload clear counter del excl get in incl insa insb key label lens_atype lens_ctype
    lens_format_atype lens_ktype lens_vtype let print_endline print_regexp print_string print_tree put
    regexp_match seq set store test transform value",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .to(r"\(\*", CommentMultiline, "comment")
        .groups(r"(:)(\w+)", &[Punctuation, KeywordType])
        .to(r"module(?![\w'])", KeywordReserved, "module")
        .on(r"\w[\w']*", KeywordReserved)
        .if_word(&RESERVED)
        .on(r"[A-Z][\w']*", KeywordNamespace)
        .on(r"\w[\w']*", Name)
        .to(r#"""#, Str, "string")
        .to("/", Str, "regex")
        .on(r"[-*+.=?|]+", Operator)
        .on(r"[\[\](){}:;]", Punctuation);
    g.state("comment")
        .to(r"\*\)", CommentMultiline, POP)
        .to(r"\(\*", CommentMultiline, Transition::PushTop)
        .on("[^*)]+|[*)]", CommentMultiline);
    g.state("module").on(r"\s+", Text).to(r"[A-Z][\w.]*", NameNamespace, POP);
    g.state("regex").to("/", StrRegex, POP).on(r"[^\\/]+|\\[\\/]?", StrRegex);
    g.state("string").to(r#"""#, Str, POP).to(r"\\", StrEscape, "escape").on(r#"[^\\"]+"#, Str);
    g.state("escape")
        .to(r#"[abfnrtv"'&\\]|\^[\]\[A-Z@^_]|[oO][0-7]+|[xX]\h+|\d+|\s+"#, StrEscape, POP)
        .to(".", Str, POP);
}
