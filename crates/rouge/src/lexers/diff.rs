//! Diffs, line by line.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"^ .*\n?", Text)
        .on(r"^---$\n?", Punctuation)
        .on(r"(?:\++.*|>+[ \t]+.*|>+$)\n?", GenericInserted)
        .on(r"(?:-+.*|<+[ \t]+.*|<+$)\n?", GenericDeleted)
        .on(r"^!.*\n?", GenericStrong)
        .on(r"^(?:[Ii]ndex|diff).*\n?", GenericHeading)
        .groups(r"^(@@[^@]*@@)([^\n]*\n)", &[Punctuation, Text])
        .on(r"^\w.*\n?", Punctuation)
        .on(r"^=.*\n?", GenericHeading)
        .on(r".+\n?", Text);
    g.in_3_30(|g| {
        g.replace_rules("root", r"(?:\++", |s| _ = s.on(r"^[+>]+.*\n?", GenericInserted));
        g.replace_rules("root", r"(?:-+", |s| _ = s.on(r"^[-<]+.*\n?", GenericDeleted));
        g.replace_rules("root", r".+\n?", |s| _ = s.on(r"\s.*\n?", Text));
    });
}
