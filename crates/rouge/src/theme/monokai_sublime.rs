//! Monokai as Sublime Text has it.

use super::Theme;

pub(super) static THEMES: [Theme; 1] = [Theme { name: "monokai.sublime", palette: "", styles: STYLES }];

const STYLES: &str = "
    gh: #999999
    sr: #f6aa11
    go: #888888
    gp: #555555
    ge: italic
    ges: bold italic
    gs: bold
    gu: #aaaaaa
    nb: #f6aa11
    cm cp c1 cs c: #75715e
    err gr gt: #960050
    gd gi: #49483e
    kc kd kr no kt: #66d9ef
    mf mh il mi mo m sc se ss: #ae81ff
    sd s2 sb sh si sx s1 s: #e6db74
    na nc nd ne nf: #a6e22e
    vc nn nl ni bp vg vi nv w text n: #ffffff on #272822
    ow nt k kn kp o: #f92672
";
