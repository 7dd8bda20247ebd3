//! Coq in Rouge 3.30: names in ASCII, and no distinction between sentences and proofs.

use super::super::coq::{Pending, emit_name, remember};
use super::super::ocaml;
use super::super::prelude::*;

const ID: &str = r"(?:[a-zA-Z][\w']*|[_a-zA-Z][\w']+)";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .to(r"\(\*(?!\))", Comment, "comment")
        .on(r"\s+", TextWhitespace)
        .groups(r"(Module)(\s+)(Type)(\s+)", &[Keyword, TextWhitespace, Keyword, TextWhitespace])
        .groups(
            r"(Set|Unset)(\s+)(Universe|Printing|Implicit|Strict)(\s+)(Polymorphism|All|Notations|Arguments|Universes|Implicit)(\s*)(\.)",
            &[Keyword, TextWhitespace, Keyword, TextWhitespace, Keyword, TextWhitespace, PunctuationIndicator],
        )
        .call(ID, |cx| {
            remember(cx);
            cx.push("name");
        })
        .on(r"/\\|\\/", Operator)
        .on(r"(?i)-?\d[\d_]*(?:.[\d_]*)?e[+-]?\d[\d_]*", NumFloat)
        .on(r"\d[\d_]*", NumInteger)
        .on(r#"'\\(?:[\\"'ntbr ]|\d{3}|x\h{2})'"#, StrChar)
        .on("'", Keyword)
        .to(r#"""#, StrDouble, "string")
        .on(format!("[~?]{ID}"), NameVariable)
        .on("[_;:⇒→↔⇔≔≡∀∃∧∨¬⊤⊥⊢⊨∈]", Punctuation)
        .on(r"[\[\],{}()!$%&*+./<=>?@^|~#-]", Operator);
    ocaml::comment(g);
    g.state("string").on(r#"(?:\\")+|[^"]"#, StrDouble).to(r#"""#, StrDouble, POP);
    g.state("name")
        .call(r"\.([a-zA-Z][\w']*|[_a-zA-Z][\w']+)", |cx| {
            let first = std::mem::take(&mut cx.memory::<Pending>().name);
            cx.emit(NameNamespace, &first);
            cx.emit(Punctuation, ".");
            *cx.memory::<Pending>() = Pending { name: cx.group(1).to_owned(), dotted: true };
        })
        .call(r"\.(\s+)", |cx| {
            emit_name(cx);
            cx.emit(PunctuationIndicator, ".");
            cx.emit(TextWhitespace, cx.group(1));
            cx.pop(1);
        })
        .call("", |cx| {
            emit_name(cx);
            cx.pop(1);
        });
}
