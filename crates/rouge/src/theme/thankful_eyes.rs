//! Thankful Eyes, dark blue and warm.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "thankful_eyes", palette: "", styles: STYLES }];

const STYLES: &str = "
    text: #faf6e4 on #122b3b
    gl: #dee5e7 on #4e5d62
    gp: #a8e1fe bold
    c: #6c8b9f italic
    cp: #b2fd6d bold
    err: #fefeec on #cc0000
    gr: #cc0000 bold italic
    k: #f6dd62 bold
    o: #4df4ff bold
    p: #4df4ff
    gd: #cc0000
    gi: #b2fd6d
    ge: italic
    ges: bold italic
    gs: bold
    gt: #dee5e7 on #4e5d62
    kc: #f696db bold
    kn kp kr gh gu: #ffb000 bold
    kt no nc nd nn bp ne: #b2fd6d bold
    nl nt: #ffb000 bold
    m ld ss: #f696db bold
    s: #fff0a6 bold
    sa: #f6dd62 bold
    se sc si: #4df4ff bold
    nb: bold
    ni: #999999 bold
    w go: #BBBBBB
    nf py na: #a8e1fe
    nv: #a8e1fe bold
";
