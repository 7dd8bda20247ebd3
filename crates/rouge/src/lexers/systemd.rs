//! systemd unit files.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("[;#].*", Comment)
        .on(r"\[.*?\]$", Keyword)
        .groups_to(r"(.*?)(=)(.*)(\\\n)", &[NameTag, Punctuation, Text, StrEscape], "continued")
        .groups("(.*?)(=)(.*)", &[NameTag, Punctuation, Text]);
    g.state("continued").groups(r"(.*?)(\\\n)", &[Text, StrEscape]).to(".*", Text, POP);
    g.in_3_30(|g| {
        g.replace_rules("continued", ".*", |s| _ = s.groups(r"(.*?)(\\\n)", &[Text, StrEscape]).to("(.*)'", Text, POP))
    });
}
