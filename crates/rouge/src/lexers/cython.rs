//! Cython: Python with C declarations.

use super::prelude::*;
use super::python::{self, Dialect, Memory};

static KEYWORDS: Words = Words::new("by except? fused gil nogil");
static NONE: Words = Words::new("");
static CYTHON: Dialect = Dialect { keywords: &KEYWORDS, builtins: &NONE };
static MODIFIERS: Words = Words::new("api enum extern inline public readonly union");

const ID: &str = r"[A-Za-z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    python::define_dialect(g, &CYTHON);
    let words = python::words_of(g.version(), &CYTHON);
    let dotted = r"[A-Za-z_.][\w.]*";
    let gap = r"(?:\\?\s)+";
    g.prepend("root", |s| {
        s.to("cp?def|ctypedef", Keyword, ["definitions", "declaration"])
            .groups(
                format!("(from)({gap})({dotted})({gap})(cimport)"),
                &[KeywordNamespace, Text, NameNamespace, Text, KeywordNamespace],
            )
            .groups(format!(r"(cimport)(\s+)({dotted})"), &[KeywordNamespace, Text, NameNamespace])
            .groups_to(format!("(struct)({gap})"), &[Keyword, Text], "class name")
            .words(format!(r"{ID}(?=\()"), &words, NameFunction)
            .to("[(,]", Punctuation, "declaration");
    });
    for state in ["class name", "function name"] {
        g.prepend(state, |s| {
            s.on(gap, Text);
        });
    }
    g.state("declaration")
        .on(r"[^\S\n]+", Text)
        .on("cp?def|ctypedef", Keyword)
        .on("(?:un)?signed", KeywordType)
        .call(format!(r"{ID}(?=\*|[ \t]*\[|[ \t]+\w)"), first_word)
        .go("", POP);
    g.state("definitions").to(r"\n", Text, "indentation").mixin("root");
    g.state("indentation")
        .call(r"[ \t]+", |cx| {
            cx.token(Text);
            cx.goto("declaration");
            let width = cx.matched().len();
            let memory = cx.memory::<Memory>();
            match memory.indentation {
                None => memory.indentation = Some(width),
                Some(open) if open > width => {
                    memory.indentation = None;
                    cx.pop(2);
                }
                Some(_) => {}
            }
        })
        .call("", |cx| {
            cx.memory::<Memory>().indentation = None;
            cx.reset_stack();
        });
}

/// Emits a word that may be a type, a modifier, or the start of a definition.
fn first_word(cx: &mut Context<'_, '_>) {
    let word = cx.matched();
    let keyword =
        python::words_of(cx.version(), &CYTHON).iter().any(|(words, token)| *token == Keyword && words.has(word));
    match word {
        _ if keyword => {
            cx.token(Keyword);
            cx.pop(1);
        }
        "def" => {
            cx.token(Keyword);
            cx.goto("function name");
        }
        "struct" | "class" => {
            cx.token(KeywordReserved);
            cx.goto("class name");
        }
        _ if MODIFIERS.has(word) => cx.token(KeywordReserved),
        _ => {
            cx.token(KeywordType);
            cx.pop(1);
        }
    }
}
