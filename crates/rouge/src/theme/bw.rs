//! Black and white: tokens differ only in weight and slant of the font.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "bw", palette: "", styles: STYLES }];

const STYLES: &str = "
    text: #000000 on #ffffff
    c: italic
    cp: plain
    k: bold
    kp kt: plain
    o nc nn ne ni nt: bold
    s: italic
    sa si se gh gu: bold
    ge: italic
    ges: bold italic
    gs gp: bold
    err: #FF0000
";
