//! EEx: Elixir in tags. The surrounding text is HTML or in the language of the option `parent`.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .to("<%#", Comment, "comment")
        .to("<%[%=]?", CommentPreproc, "elixir")
        .call(r"(?m).+?(?=<%)|.+", |cx| cx.delegate_parent("html", cx.matched()));
    g.state("comment").to("%?%>", Comment, POP).on(r"(?m).+?(?=%?%>)|.+", Comment);
    g.state("elixir")
        .to("%?%>", CommentPreproc, POP)
        .call(r"(?m).+?(?=%?%>)|.+", |cx| cx.delegate("elixir", cx.matched()));
}
