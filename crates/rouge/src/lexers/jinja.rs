//! Jinja and Django templates, and the rules shared with Twig. The surrounding text is HTML or in the language of the
//! option `parent`.

use super::prelude::*;

/// The keywords, tests, constants and operators of Jinja or of Twig.
pub(super) struct Dialect {
    pub keywords: &'static Words,
    pub tests: &'static Words,
    pub pseudo: &'static Words,
    pub operators: &'static Words,
}

static KEYWORDS: Words = Words::new(
    "as autoescape block call context do else endautoescape endblock endcall endfilter endfor endif endmacro endset
    endtrans endwith extends filter for from if ignore import include macro missing recursive reversed scoped set
    trans with without",
);
static TESTS: Words = Words::new(
    "callable defined divisibleby equalto escaped even iterable lower mapping none number odd sameas sequence string
    undefined upper",
);
static PSEUDO_KEYWORDS: Words = Words::new("False false None none True true");
static WORD_OPERATORS: Words = Words::new("and in is not or");
static JINJA: Dialect =
    Dialect { keywords: &KEYWORDS, tests: &TESTS, pseudo: &PSEUDO_KEYWORDS, operators: &WORD_OPERATORS };

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &JINJA);
}

pub(super) fn define_dialect(g: &mut Grammar, dialect: &'static Dialect) {
    let parent = |cx: &mut Context<'_, '_>| cx.delegate_parent("html", cx.matched());
    let tag = [CommentPreproc, Text, Keyword, Text, CommentPreproc];
    g.state("root")
        .to(r"\{#", Comment, "comment")
        .on("##.*", Comment)
        .groups_to(r"(\{%-?)(\s*)(raw)(\s*)(-?%\})", &tag, "raw")
        .groups_to(r"(\{%-?)(\s*)(verbatim)(\s*)(-?%\})", &tag, "verbatim")
        .to(r"\{%", CommentPreproc, "statement")
        .to(r"\{\{", CommentPreproc, "expression")
        .call(r"(?m).+?(?=\\|\{\{|\{%|\{#|##)", parent)
        .call("(?m).+", parent);
    g.state("comment").on("[^#]+", Comment).to(r"#\}", Comment, POP).on("#", Comment);
    g.state("raw").groups_to(r"(\{%-?)(\s*)(endraw)(\s*)(-?%\})", &tag, POP).on(r"[^{]+|\{", Text);
    g.state("verbatim").groups_to(r"(\{%-?)(\s*)(endverbatim)(\s*)(-?%\})", &tag, POP).on(r"[^{]+|\{", Text);
    g.state("parts")
        .groups(r"(\|\s*)(\w+)", &[Operator, NameFunction])
        .groups(r"(\w+)(\()", &[NameFunction, Punctuation])
        .on(r#""(?:\\.|.)*?""#, StrDouble)
        .on(r"'(?:\\.|.)*?'", StrSingle)
        .on(r"[-+*/]|[<>]=?|={1,3}|!=", Operator)
        .on(r"[,\[\]()]", Punctuation)
        .on(r"\s+", Text);
    g.state("expression").on(r"\w+\.?", NameVariable).mixin("parts").to(r"%\}|\}\}", CommentPreproc, POP);
    g.state("statement")
        .words(
            r"\w+\.?",
            &[
                (dialect.keywords, Keyword),
                (dialect.pseudo, KeywordPseudo),
                (dialect.operators, OperatorWord),
                (dialect.tests, NameBuiltin),
            ],
            NameVariable,
        )
        .mixin("parts")
        .to(r"%\}", CommentPreproc, POP);
}
