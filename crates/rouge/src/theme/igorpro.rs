//! Igor Pro, as the program shows code.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "igorpro", palette: "", styles: STYLES }];

const STYLES: &str = "
    text: #444444
    cp cs: #CC00A3
    c: #FF0000
    ge: italic
    ges: bold italic
    gs: bold
    kc: #C34E00
    kd: #0000FF
    kr: #007575
    k: #0000FF
    s: #009C00
    sa: #0000FF
    nb: #C34E00
";
