//! The releases of Rouge that the lexers can follow. A lexer is written for the newer one; the differences of the older one
//! are a patch of its grammar, in `lexers/edition_3_30`.

/// A release of Rouge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edition {
    /// Rouge 4.6.1, which Jekyll 4 has.
    #[default]
    V4_6,
    /// Rouge 3.30.0, which GitHub Pages has.
    V3_30,
}

/// The tags and aliases that came after 3.30.
const LATER_NAMES: &[&str] = &[
    "bicep",
    "cisco_ios",
    "cobol",
    "codeowners",
    "iecst",
    "json5",
    "mojo",
    "p4",
    "rml",
    "svelte",
    "nextflow",
    "nf",
    "containerfile",
    "Containerfile",
    "graphviz",
    "wolfram",
    "objective-c",
    "abl",
    "bf",
];

/// The tags that went after it.
const EARLIER_NAMES: &[&str] = &["solidity"];

impl Edition {
    /// `newer`, or `in_3_30` in that release.
    pub(crate) fn either<T>(self, newer: T, in_3_30: T) -> T {
        if self == Edition::V3_30 { in_3_30 } else { newer }
    }

    /// Whether the release knows a language by this tag or alias, if one of them does.
    pub fn has_name(self, name: &str) -> bool {
        !self.either(EARLIER_NAMES, LATER_NAMES).contains(&name)
    }
}
