//! Cisco IOS configurations. Each line starts with a command.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("^!.*", CommentSingle)
        .groups(r"^(version\s+)(.*)$", &[Keyword, NumFloat])
        .groups("(desc*r*i*p*t*i*o*n*)(.*)$", &[Keyword, CommentSingle])
        .groups(
            r"^(inte*r*f*a*c*e*|controller|router \S+|voice translation-\S+|voice-port|line)(.*)$",
            &[KeywordType, NameFunction],
        )
        .groups(r"(password|secret)(\s+[57]\s+)(\S+)", &[Keyword, Num, StrDouble])
        .on("permit|deny", OperatorWord)
        .groups_to(r"^(banner\s+)(motd\s+|login\s+)([#$%])", &[Keyword, NameFunction, StrDelimiter], "banner")
        .groups(r"^(dial-peer\s+\S+\s+)(\S+)(.*)$", &[Keyword, NameAttribute, Keyword])
        .groups(r"^(vlan\s+)(\d+)$", &[Keyword, NameAttribute])
        .on(r"(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?", Num)
        .on(r"49\.(?:\d{4}\.){4}\d{2}", Num)
        .on(r"(?:[a-f0-9]{4}\.){2}[a-f0-9]{4}", NumHex)
        .groups(r"^(\s*no\s+)(\S+)", &[KeywordConstant, Keyword])
        .on(r"^[^\n\r]\s*\S+", Keyword)
        .on(r"\*+", NameEntity)
        .on(r"\n+|.", Text);
    g.state("banner").on("[^#$%]+", Text).to("[#$%]", StrDelimiter, POP);
}
