//! Differences between files, a line at a time.

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
}
