//! Colorful, a colour for nearly everything.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "colorful", palette: "", styles: STYLES }];

const STYLES: &str = "
    text: #bbbbbb on #000
    c: #888
    cp: #579
    cs: #cc0000 bold
    k: #080 bold
    kp: #038
    kt: #339
    o: #333
    ow: #000 bold
    nb: #007020
    nf: #06B bold
    nc: #B06 bold
    nn: #0e84b5 bold
    ne: #F00 bold
    nv: #963
    vi: #33B
    vc: #369
    vg: #d70 bold
    no: #036 bold
    nl: #970 bold
    ni: #800 bold
    na: #00C
    nt: #070
    nd: #555 bold
    s: on #fff0f0
    sa: #080 bold
    sc: #04D
    sd: #D42
    si: on #eee
    se: #666 bold
    sr: #000 on #fff0ff
    ss: #A60
    sx: #D20
    m: #60E bold
    mi: #00D bold
    mf: #60E bold
    mh: #058 bold
    mo: #40E bold
    gh: #000080 bold
    gu: #800080 bold
    gd: #A00000
    gi: #00A000
    gr: #FF0000
    ge: italic
    ges: bold italic
    gs: bold
    gp: #c65d09 bold
    go: #888
    gt: #04D
    err: #F00 on #FAA
";
