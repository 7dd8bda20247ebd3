//! Tulip, violet and orange.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "tulip", palette: "", styles: STYLES }];

const STYLES: &str = "
    text: #FFFFFF on #231529
    c: #6D6E70 italic
    cp: #41ff5b bold
    err gr: #FFFFFF on #CC0000
    k: #FFF02A bold
    o p: #41ff5b
    gd: #CC0000
    gi: #3FB34F
    ge: italic
    ges: bold italic
    gs: bold
    gt gl: #FFFFFF on #766DAF
    kc: #9f93e6 bold
    kn kp kr gh gu: #FFFFFF bold
    kt no nc nd nn bp ne: #FAAF4C bold
    nl nt m ld ss: #9f93e6 bold
    s: #fff0a6 bold
    sa: #FFF02A bold
    se sc si: #FAAF4C bold
    nb: bold
    ni: #999999 bold
    w: #BBBBBB
    nf py na: #41ff5b
    nv: #41ff5b bold
";
