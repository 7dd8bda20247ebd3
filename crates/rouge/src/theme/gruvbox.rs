//! Gruvbox, retro groove, dark and light.

use super::Theme;

pub(super) static THEMES: [Theme; 3] = [
    Theme { name: "gruvbox", palette: GRUVBOX, styles: STYLES },
    Theme { name: "gruvbox.dark", palette: GRUVBOX, styles: STYLES },
    Theme { name: "gruvbox.light", palette: GRUVBOX_LIGHT, styles: STYLES },
];

const GRUVBOX: &str = "
    bg0 #282828 gray #928374 fg0 #fbf1c7 red #fb4934 green #b8bb26 yellow #fabd2f blue #83a598 purple #d3869b
    aqua #8ec07c orange #fe8019
";
const GRUVBOX_LIGHT: &str = "
    bg0 #fbf1c7 gray #928374 fg0 #282828 red #9d0006 green #79740e yellow #b57614 blue #076678 purple #8f3f71
    aqua #427b58 orange #af3a03
";

/// The styles of both variants, in terms of the palette.
const STYLES: &str = "
    text: fg0 on bg0
    err: red on bg0 bold
    c: gray italic
    cp: aqua
    nt: red
    o p: fg0
    gi: green on bg0
    gd: red on bg0
    gh: green bold
    ge: italic
    ges: bold italic
    gs: bold
    k: red
    kc: purple
    kt: yellow
    kd: orange
    s si sr: green italic
    sa: red
    se: orange
    nn nc: aqua
    no: purple
    na: green
    m: purple
    ss: blue
";
