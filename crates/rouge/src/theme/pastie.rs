//! Pastie, as the site of that name had it.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "pastie", palette: "", styles: STYLES }];

const STYLES: &str = "
    c: #888888
    cp: #cc0000 bold
    cs: #cc0000 on #fff0f0 bold
    err: #a61717 on #e3d2d2
    gr: #aa0000
    gh: #333333
    gu: #666666
    gd: #000000 on #ffdddd
    gi: #000000 on #ddffdd
    ge: italic
    ges: bold italic
    gs: bold
    gl go: #888888
    gp: #555555
    gt: #aa0000
    k: #008800 bold
    kp: #008800
    kt: #888888 bold
    m: #0000dd bold
    s: #dd2200 on #fff0f0
    sa: #008800 bold
    se: #0044dd on #fff0f0
    si: #3333bb on #fff0f0
    sx: #22bb22 on #f0fff0
    sr: #008800
    ss: #aa6600 on #fff0f0
    na: #336699
    nb: #003388
    nc: #bb0066 bold
    no: #003366 bold
    nd: #555555
    ne: #bb0066 bold
    nf: #0066bb bold
    nl: #336699
    nn: #bb0066 bold
    py: #336699 bold
    nt: #bb0066 bold
    nv: #336699
    vg: #dd7700
    vi: #3333bb
    ow: #008800
    text:
    w: #bbbbbb
";
