//! F#. It shares literals and comments with OCaml, but has its own names and operators.

use super::ocaml;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract and as assert base begin class default delegate do done downcast downto elif else end exception extern
    false finally for fun function global if in inherit inline interface internal lazy let let! match member module
    mutable namespace new not null of open or override private public rec return return! select static struct then
    to true try type upcast use use! val void when while with yield yield! sig atomic break checked component const
    constraint constructor continue eager event external fixed functor include method mixin object parallel process
    protected pure sealed tailcall trait virtual volatile",
);
static SIGNS: Words = Words::new(
    "!= # & && ( ) * \\+ , - -. -> . .. : :: := :> ; ;; < <- = > >] >} ? ?? [ [< [> [| ] _ ` { {< | |] } ~ |> <| <>",
);
static PRIMITIVES: Words = Words::new("unit int float bool string char list array");
static WORD_OPERATORS: Words = Words::new("and asr land lor lsl lxor mod or");

const ID: &str = r"(?:[a-zA-Z][\w']*|``[^`\n\r\t]+``)";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"false|true|\(\)|\[\]", NameBuiltinPseudo)
        .to(r"[A-Z][\w']*(?=\s*\.)", NameNamespace, "dotted")
        .on(r"[A-Z][\w']*", NameClass)
        .to(r"\(\*(?!\))", Comment, "comment")
        .on("//.*", CommentSingle)
        .words(ID, &[(&KEYWORDS, Keyword), (&WORD_OPERATORS, OperatorWord), (&PRIMITIVES, KeywordType)], Name)
        .words(r"[\[\];,{}_()!$%&*+./:<=>?@^|~#-]+", &[(&SIGNS, Punctuation)], Operator)
        .mixin("literals")
        .on(format!("[~?]{ID}"), NameVariable);
    ocaml::comments_and_literals(g);
    g.state("dotted")
        .on(r"\s+", Text)
        .on(r"\.", Punctuation)
        .on(r"[A-Z][\w']*(?=\s*\.)", NameNamespace)
        .to(r"[A-Z][\w']*", NameClass, POP)
        .to(ID, Name, POP)
        .to(r"\[", Punctuation, POP);
}
