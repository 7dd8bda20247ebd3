//! Dockerfiles, which describe how to build container images.

use super::prelude::*;

const KEYWORDS: &str =
    "FROM|MAINTAINER|CMD|LABEL|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|STOPSIGNAL|HEALTHCHECK|SHELL";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .groups(
            r"(?i)^(FROM)(\s+)(.*)(\s+)(AS)(\s+)(.*)",
            &[Keyword, TextWhitespace, Str, TextWhitespace, Keyword, TextWhitespace, Str],
        )
        .groups(format!(r"(?i)^(ONBUILD)(\s+)({KEYWORDS})(.*)"), &[Keyword, TextWhitespace, Keyword, Str])
        .groups(format!(r"(?i)^({KEYWORDS})\b(.*)"), &[Keyword, Str])
        .on("#.*", Comment)
        .call(r"(?i)^(?:ONBUILD\s+)?RUN\s+", |cx| {
            cx.token(Keyword);
            cx.push("run");
            cx.reset_other("shell");
        })
        .on(r"\w+|[^\w]+", Text);
    g.state("run")
        .to(r"\n", Text, POP)
        .on(r"(?m)\\.", StrEscape)
        .call(r"(?:\\.|[^\n\\])+", |cx| cx.delegate("shell", cx.matched()));
}
