//! API Blueprint: Markdown in which some headings and items describe an interface.

use super::markdown;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    markdown::define(g);
    g.prepend("root", |s| {
        s.groups(r"(\S+)(:\s*)(.*)$", &[NameVariable, Punctuation, Str])
            .groups(r"^(#+)(\s*Group\s+)(.*)$", &[Punctuation, Keyword, GenericHeading])
            .groups(r"^(#+)(.*)(\[.*\])$", &[Punctuation, GenericHeading, Str])
            .groups(r"^([-+*])(\s*Relation:)(\s*.*)$", &[Punctuation, Keyword, Str])
            .groups(r"^(\s+[-+*]\s*)(Attributes|Parameters)(.*)$", &[Punctuation, Keyword, Str])
            .groups(r"^([-+*]\s*)(Request|Response)(\s+\d\d\d)?(.*)$", &[Punctuation, Keyword, Num, Str]);
    });
}
