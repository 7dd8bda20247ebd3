//! Molokai, a relative of Monokai.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "molokai", palette: "", styles: STYLES }];

const STYLES: &str = "
    c cm c1: #5e5d83 italic
    cp: #465457 bold
    cs: #465457 bold italic
    err: #f8f8f2 on #403d3d
    gi: #a6e22e
    gd: #f92672
    ge: italic
    ges: bold italic
    gr gt: #f92672
    gh go: #403d3d
    gp: #66d9ef
    gs: bold
    gu: #465457
    k kc kd kp kr kt: #66d9ef bold
    kn ow o: #f92672 bold
    mf mh il mi mo m se: #af87ff
    sb sc sd s2 sh si sx sr s1 ss s: #d7d787
    na: #a6e22e
    nc nd ne nf: #a6e22e bold
    no: #66d9ef
    bp nb ni nn vc vg vi nv w: #f8f8f2
    nl: #f8f8f2 bold
    nt: #f92672
    text: #f8f8f2 on #1b1d1e
";
