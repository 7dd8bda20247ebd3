//! Lean, version 3, a proof assistant.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "#check #eval #print #reduce abbreviation add_rewrite alias assume axiom begin by calc calc_refl calc_subst
    calc_trans coercion conjecture constant constants context corollary def definition end example exit export
    expose exposing extends from fun have help hiding hott hypothesis import include including inductive infix
    infixl infixr inline instance irreducible lemma match namespace notation opaque opaque_hint open options
    parameter parameters postfix precedence prefix private protected reducible renaming repeat section set_option
    show tactic_hint theorem universe universes using variable variables with",
);
static TYPES: Words = Words::new("Prop Sort Type");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s*--+\s+.*", CommentDoc)
        .to(r#"""#, Str, "string")
        .on(r"\d+", NumInteger)
        .words(r"#?\w+", &[(&KEYWORDS, Keyword), (&TYPES, KeywordType)], Name)
        .on("λ", Keyword)
        .on(r":=?|[\s(),\[\]αβ‹›]+", Text)
        .on(r"\.[0-9]*|⁻¹|[!#&*+/@`;<=>|~∀Π↔∧∨≠≤≥⊎¬⬝▸→∃ℕℤ≈×⌞⌟≡⟨⟩-]", Operator)
        .on(".", Error);
    g.state("string").to(r#"""#, Str, POP).to(r"\\", StrEscape, "escape").on(r#"[^\\"]+"#, Str);
    g.state("escape").to(r#"[nrt"'\\]|[xX]\h+"#, StrEscape, POP);
}
