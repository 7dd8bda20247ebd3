//! GitHub's own colours (Primer), light and dark.

use super::Theme;

pub(super) static THEMES: [Theme; 3] = [
    Theme { name: "github", palette: GITHUB, styles: STYLES },
    Theme { name: "github.dark", palette: GITHUB_DARK, styles: STYLES },
    Theme { name: "github.light", palette: GITHUB, styles: STYLES },
];

const GITHUB: &str = "
    comment #6e7781 constant #0550ae entity #8250df heading #0550ae keyword #cf222e string #0a3069 tag #116329
    variable #953800 fgDefault #24292f bgDefault #f6f8fa fgInserted #116329 bgInserted #dafbe1
    fgDeleted #82071e bgDeleted #ffebe9 fgError #f6f8fa bgError #82071e
";
const GITHUB_DARK: &str = "
    comment #8b949e constant #79c0ff entity #d2a8ff heading #1f6feb keyword #ff7b72 string #a5d6ff tag #7ee787
    variable #ffa657 fgDefault #c9d1d9 bgDefault #161b22 fgInserted #aff5b4 bgInserted #033a16
    fgDeleted #ffdcd7 bgDeleted #67060c fgError #f0f6fc bgError #8e1519
";

/// The styles of all variants, in terms of the roles that each variant colors.
const STYLES: &str = "
    text: fgDefault on bgDefault
    k: keyword
    gr: fgError
    gd: fgDeleted on bgDeleted
    nb nc no nn: variable
    sr na nt: tag
    gi: fgInserted on bgInserted
    ges: bold italic
    kc l sb bp ne nl py nv o: constant
    gh gu: heading bold
    s: string
    nd nf: entity
    err: fgError on bgError
    c gl gt: comment
    ni si: fgDefault
    ge: fgDefault italic
    gs: fgDefault bold
";
