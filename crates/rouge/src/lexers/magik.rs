//! Magik, the language of the geographic information system Smallworld.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "_abstract _allresults _and _andif _block _catch _cf _class _clone _constant _continue _default _div _dynamic
    _elif _else _endblock _endcatch _endif _endlock _endloop _endmethod _endproc _endprotect _endtry _false
    _finally _for _gather _global _handling _if _import _is _isnt _iter _leave _local _lock _loop _loopbody _maybe
    _method _mod _not _optional _or _orif _over _package _pragma _primitive _private _proc _protect _protection
    _recursive _return _scatter _self _super _then _thisthread _throw _true _try _unset _when _while _with _xor",
);

const ID: &str = r"(?:(?>(?:[A-Za-z0-9_!?]|\\.)+)|\|[^|\n]*\|)+";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("##.*", CommentDoc)
        .on("#.*", CommentSingle)
        .groups_to(r"(_method)(\s+)", &[Keyword, TextWhitespace], "method")
        .on(r"(_\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r#""[^"\n]*"|'[^'\n]*'"#, Str)
        .on(format!(":{ID}"), StrSymbol)
        .on(format!(r"@\s*{ID}(?::{ID})?"), NameLabel)
        .on(r"(?i)%u[0-9a-z]{4}|%\S+", StrChar)
        .on(r"(?i)\d+(?:r[0-9a-z]|[e&][-+]?\d+|\.\d+)*", Num)
        .on(format!("{ID}(?::{ID})?"), Name)
        .on(r"[\[\]{}().,;$]", Punctuation)
        .on(r"[-~+/*%=&^<>]|!=", Operator)
        .on(r"\s+", TextWhitespace);
    g.state("method").groups_to(format!(r"({ID})(\.)({ID})"), &[NameClass, Punctuation, NameFunction], POP);
}
