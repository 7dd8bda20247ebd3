//! Terraform: HCL with more words, and expressions in strings.

use super::hcl;
use super::prelude::*;

/// The pattern of names in expressions.
const ID: &str = r"(?i)[$a-z_-][a-z0-9_-]*";

static KEYWORDS: Words = Words::new("data module output provider provisioner resource terraform variable");
static DECLARATIONS: Words = Words::new("local var");
static CONSTANTS: Words = Words::new("false null true");

pub(crate) fn define(g: &mut Grammar) {
    let name = hcl::name(g);
    hcl::define_dialect(g, |s| {
        s.to(name, Keyword, "block").if_word(&KEYWORDS);
        s.to(name, KeywordDeclaration, "block").if_word(&DECLARATIONS);
    });
    g.state("in strings").on(r"\\.", StrEscape).on(r"\$\$+\{|%%+\{", Str).to(r"\$\{", Punctuation, "interpolation");
    g.state("double").on(r#"[^\\"$]+"#, StrDouble).mixin("in strings").to(r#"""#, StrDouble, POP);
    g.state("single").on(r"[^\\'$]+", StrSingle).mixin("in strings").to("'", StrSingle, POP);
    g.state("interpolation")
        .to(r"\}", Punctuation, POP)
        .to(r#""/"#, StrDelimiter, goto("pattern"))
        .mixin("literals")
        .on(r"\s+", Text)
        .on(r"~|\\(?=\n)|\^=?", Operator)
        .on(r"[(\[,)\].]", Punctuation)
        .words(
            ID,
            &[(&KEYWORDS, Keyword), (&DECLARATIONS, KeywordDeclaration), (&CONSTANTS, KeywordConstant)],
            NameOther,
        );
    g.in_3_30(|g| {
        for state in ["object", "list"] {
            g.prepend(state, |s| _ = s.on("[.,()*]", Punctuation));
        }
        g.state("in strings").on(r"\\.", StrEscape).to(r"\$\{", Keyword, "interpolation");
        g.insert_rules("interpolation", r"~|", |s| {
            s.on(r"\+\+|--|~|&&|\|\||\\(?=\n)|<<|>>>?|==|!=|[-<>+*%&|^/!=?:]=?", Operator);
        });
        g.replace_rules("interpolation", r"\}", |s| _ = s.to(r"\}", Keyword, POP));
    });
    g.state("pattern").on(r#"[^"/\\]+|\\."#, StrRegex).to(r#"/""#, StrDelimiter, POP).on(r#"["/]"#, StrRegex);
}
