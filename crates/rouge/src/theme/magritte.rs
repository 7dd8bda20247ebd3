//! Magritte, dark on egg shell.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "magritte", palette: "", styles: STYLES }];

const STYLES: &str = "
    text: #000707 on #f3ffff
    gl: #f3ffff on #000707
    c: #006c6c italic
    cp: #920241 bold
    err: #f3ffff on #f22700
    gr: #f22700 bold italic
    k: #19003a bold
    o: #4c48fe bold
    p: #4c48fe
    gd: #f22700
    gi: #007500
    ge: italic
    ges: bold italic
    gs: bold
    gt: #000000 on #d8d9ff
    kc kn kp kr gh gu: #007500 bold
    kt no nc nd nn bp ne: #920241 bold
    nl nt: #840084 bold
    m ld: #007500 bold
    ss: #007500
    s: #7c0000 bold
    sa: #19003a bold
    se sc si: #840084 bold
    nb: bold
    ni: #999999 bold
    w: #BBBBBB
    go: #19003a
    nf py na: #ff0089
    nv: #ff0089 bold
";
