//! CODEOWNERS: paths, owners, and GitLab's sections.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"[ \t\r\n]+", TextWhitespace)
        .on(r"^\s*#.*", CommentSingle)
        .groups(r"(\^?\[(?!\d+\])[^\]]+\])(\[\d+\])?", &[NameNamespace, Num])
        .on(r"\S*@\S+", NameFunction)
        .on(r"[\p{Word}./*-]+", Name)
        .on(r".*\\[#\s]", Name);
}
