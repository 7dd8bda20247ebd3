//! F#. It uses the states of OCaml for literals and comments, but has its own names and operators.

use super::ocaml;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract and as assert atomic base begin break checked class component const constraint constructor continue
    default delegate do done downcast downto eager elif else end event exception extern external false finally
    fixed for fun function functor global if in include inherit inline interface internal lazy let let! match
    member method mixin module mutable namespace new not null object of open or override parallel private process
    protected public pure rec return return! sealed select sig static struct tailcall then to trait true try type
    upcast use use! val virtual void volatile when while with yield yield!",
);
static SIGNS: Words = Words::new(
    "!= # & && ( ) * \\+ , - -. -> . .. : :: := :> ; ;; < <- = > >] >} ? ?? [ [< [> [| ] _ ` { {< | |] } ~ |> <| <>",
);
static PRIMITIVES: Words = Words::new("array bool char float int list string unit");
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
        .words(r"[!#$%&()*+,./:;<=>?@\[\]^_{|}~-]+", &[(&SIGNS, Punctuation)], Operator)
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
