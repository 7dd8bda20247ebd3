//! Coq. The kind of a name depends on the text after it: its parts before dots are namespaces, and a dot before
//! whitespace ends the sentence. Rouge drops a name at the end of a text.

use super::prelude::*;
use super::{ocaml, version_3_30};
use crate::token::Token;
use crate::version::Version;

static VERNACULAR: Words = Words::new(
    "About Admitted Arguments Check Class CoFixpoint CoInductive Compute Context Corollary Defined Definition End
    Eval Example Existing Export Fixpoint Global Goal Hint Immediate Import Include Inductive Infix Instance Lemma
    Local Ltac Module Monomorphic Notation Opaque Polymorphic Print Printing Proof Qed Record Remark Require Rewrite
    Search SearchAbout Section Theorem Transparent Universe Universes Variable Variables",
);
static GALLINA: Words = Words::new("as else end forall fun if in let match Prop return Set then Type");
static TACTICS: Words = Words::new(
    "apply as at auto autorewrite beta cbn cbv clear compute constructor delta dependent destruct eapply eauto
    econstructor edestruct eexists erewrite etransitivity exfalso exists f_equal first fold generalize in induction
    injection instantiate intro intros inversion iota lazy native_compute red refine repeat revert rewrite
    setoid_rewrite simpl specialize split subst symmetry transitivity try unfold vm_compute with zeta",
);
static CLOSING_TACTICS: Words = Words::new("assumption congruence eassumption exact omega reflexivity solve");

const ID: &str = r"(?:\p{L}[\p{L}\p{N}_']*|_[\p{L}\p{N}_']+)";

/// The part of a name such as `A.b` that was read but not emitted yet. `dotted` is set for a part after a period.
#[derive(Default)]
pub(super) struct Pending {
    pub name: String,
    pub dotted: bool,
}

pub(crate) fn define(g: &mut Grammar) {
    if g.version() == Version::V3_30 {
        return version_3_30::coq::define(g);
    }
    g.state("root").mixin("proof start").mixin("sentence");
    g.state("space").on(r"\s+", TextWhitespace);
    g.state("comment and space").to(r"\(\*(?!\))", Comment, "comment").mixin("space");
    ocaml::comment(g);
    g.state("settings")
        .groups(r"(Module)(\s+)(Type)(\s+)", &[Keyword, TextWhitespace, Keyword, TextWhitespace])
        .groups(
            r"(Set|Unset)(\s+)(Universe|Printing|Implicit|Strict)(\s+)(Polymorphism|All|Notations|Arguments|Universes|Implicit)?(\s*)(\.)",
            &[Keyword, TextWhitespace, Keyword, TextWhitespace, Keyword, TextWhitespace, PunctuationIndicator],
        );
    g.state("sentence").mixin("comment and space").mixin("settings").mixin("first name");
    g.state("first name").call(ID, |cx| {
        remember(cx);
        cx.push("in sentence");
        cx.push("name");
    });
    proofs(g);
    in_sentence(g);
    g.state("string").on(r#"[^"]+|"""#, StrDouble).to(r#"""#, StrDouble, POP);
    g.state("name")
        .call(format!(r"\.({ID})"), |cx| {
            let first = std::mem::take(&mut cx.memory::<Pending>().name);
            cx.emit(NameNamespace, &first);
            cx.emit(Punctuation, ".");
            *cx.memory::<Pending>() = Pending { name: cx.group(1).to_owned(), dotted: true };
        })
        .call(r"\.(\s+)", |cx| {
            emit_name(cx);
            cx.emit(PunctuationIndicator, ".");
            cx.emit(TextWhitespace, cx.group(1));
            cx.pop(2);
        })
        .call("", |cx| {
            emit_name(cx);
            cx.pop(1);
        });
}

fn proofs(g: &mut Grammar) {
    let ending = [Keyword, TextWhitespace, PunctuationIndicator, TextWhitespace];
    g.state("proof start").groups_to(r"(?i)(Proof)(\s*)(\.)(\s+)", &ending, "proof");
    g.state("proof")
        .mixin("comment and space")
        .mixin("settings")
        .mixin("proof start")
        .groups_to(r"(?i)(Qed|Defined|Save|Admitted)(\s*)(\.)(\s+)", &ending, POP)
        .on(r"[-+*{}]+", Punctuation)
        .groups("(!|all|par)(:)", &[KeywordPseudo, Punctuation])
        .to(r"\d+", NumInteger, "goals")
        .groups(
            format!(r"(\[)(\s*)({ID})(\s*)(\])(\s*)(:)"),
            &[Punctuation, TextWhitespace, NameConstant, TextWhitespace, Punctuation, TextWhitespace, Punctuation],
        )
        .mixin("first name");
    g.state("goals").mixin("space").groups(r"(,)(\s*)(\d+)", &[Punctuation, TextWhitespace, NumInteger]).to(
        ":",
        Punctuation,
        POP,
    );
}

fn in_sentence(g: &mut Grammar) {
    g.state("in sentence")
        .mixin("comment and space")
        .mixin("settings")
        .on(":=|=>|;|:>|:|_", Punctuation)
        .on(r"->|/\\|\\/|[⇒→↔⇔≔≡∀∃∧∨¬⊤⊥⊢⊨∈λ]", Operator)
        .call(ID, |cx| {
            remember(cx);
            cx.push("name");
        })
        .to(r"\.(?=\s)", PunctuationIndicator, POP)
        .on(r"(?i)-?\d[\d_]*(?:.[\d_]*)?e[+-]?\d[\d_]*", NumFloat)
        .on(r"-?\d[\d_]*", NumInteger)
        .on(r#"'\\(?:[\\"'ntbr ]|\d{3}|x\h{2})'"#, StrChar)
        .on("'", Keyword)
        .to(r#"""#, StrDouble, "string")
        .on(format!("[~?]{ID}"), NameVariable)
        .on(r"`\{|[{}\[\]()?|;,.]", Punctuation)
        .on("[!@^|~#.%/]+", Operator)
        .on(r"[\p{S}\p{Pc}./:<=>\-+*]+", Operator);
}

pub(super) fn remember(cx: &mut Context<'_, '_>) {
    let name = cx.matched().to_owned();
    *cx.memory::<Pending>() = Pending { name, dotted: false };
}

pub(super) fn emit_name(cx: &mut Context<'_, '_>) {
    let Pending { name, dotted } = std::mem::take(cx.memory::<Pending>());
    cx.emit(if dotted { NameConstant } else { meaning(cx.version(), &name) }, &name);
}

fn meaning(version: Version, name: &str) -> Token {
    if name == "Admitted" {
        version.either(Keyword, NameConstant)
    } else if VERNACULAR.has(name) {
        Keyword
    } else if GALLINA.has(name) {
        KeywordReserved
    } else if TACTICS.has(name) {
        KeywordPseudo
    } else if CLOSING_TACTICS.has(name) {
        NameException
    } else {
        NameConstant
    }
}
