//! EPP: Puppet in tags. The surrounding text is plain or in the language of the option `parent`.

use super::prelude::*;

const OPEN: &str = r"<%(?:[%=#]|-?(?:\s*\|)?)";
const CLOSE: &str = r"%%>|(?:\|\s*)?-?%>";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .to("<%#", Comment, "comment")
        .to(OPEN, CommentPreproc, "puppet")
        .call(r"(?m).+?(?=<%)|.+", |cx| cx.delegate_parent("plaintext", cx.matched()));
    g.state("comment").to(CLOSE, Comment, POP).on(format!("(?m).+?(?={CLOSE})|.+"), Comment);
    g.state("puppet")
        .to(CLOSE, CommentPreproc, POP)
        .call(format!("(?m).+?(?={CLOSE})|.+"), |cx| cx.delegate("puppet", cx.matched()));
}
