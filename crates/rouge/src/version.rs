//! The supported releases of Rouge. Lexers are written for the newer one. For the older one, the same files contain
//! patches of their grammars. Lexers that differ too much are in `lexers/version_3_30`.

/// A release of Rouge whose tokens can be reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Version {
    /// Rouge 4.6.1, which Jekyll 4 uses.
    #[default]
    V4_6,
    /// Rouge 3.30.0, which GitHub Pages uses.
    V3_30,
}

/// The tags and aliases added after 3.30.
const ADDED_NAMES: &[&str] = &[
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

/// The tags removed after 3.30.
const REMOVED_NAMES: &[&str] = &["solidity"];

impl Version {
    /// Returns `in_3_30` for Rouge 3.30.0, which GitHub Pages uses, and `newer` for later releases.
    pub(crate) fn either<T>(self, newer: T, in_3_30: T) -> T {
        if self == Version::V3_30 { in_3_30 } else { newer }
    }

    /// Whether the release has a language with this tag or alias. Also true for unknown names, because only the
    /// names that differ between the releases are listed.
    pub fn has_name(self, name: &str) -> bool {
        !self.either(REMOVED_NAMES, ADDED_NAMES).contains(&name)
    }
}
