//! Generic configuration files.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"#.*?\n", Comment)
        .on(r#"".*?""#, StrDouble)
        .on("'.*?'", StrSingle)
        .on(r"[a-zA-Z]\w*", Name)
        .on(r"\d+", Num)
        .on(r#"[^\w#"']+"#, Text);
}
