//! Monokai, bright colors on dark gray.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "monokai", palette: "", styles: STYLES }];

const STYLES: &str = "
    c cm c1: #75715e italic
    cp: #75715e bold
    cs: #75715e bold italic
    err: #960050 on #1e0010
    gi: #ffffff on #324932
    gd: #ffffff on #493131
    ge: italic
    ges: bold italic
    gr gt: #aa0000
    gh: #999999
    go: #888888
    gp: #555555
    gs: bold
    gu: #aaaaaa
    k kc kd kp kr kt: #66d9ef bold
    kn ow o: #f92672 bold
    mf mh il mi mo m se: #ae81ff
    sa: #66d9ef bold
    sb sc sd s2 sh si sx sr s1 ss s: #e6db74
    na: #a6e22e
    nc nd ne nf: #a6e22e bold
    no: #66d9ef
    bp nb ni nn vc vg vi nv w: #f8f8f2
    nl: #f8f8f2 bold
    nt: #f92672
    text: #f8f8f2 on #49483e
";
