//! Base16: sixteen colors with fixed roles, so a scheme is a palette. Default, Solarized and Monokai schemes.

use super::Theme;

pub(super) static THEMES: [Theme; 9] = [
    Theme { name: "base16", palette: BASE16, styles: STYLES },
    Theme { name: "base16.dark", palette: BASE16_DARK, styles: STYLES },
    Theme { name: "base16.light", palette: BASE16, styles: STYLES },
    Theme { name: "base16.monokai", palette: BASE16_MONOKAI, styles: STYLES },
    Theme { name: "base16.monokai.dark", palette: BASE16_MONOKAI, styles: STYLES },
    Theme { name: "base16.monokai.light", palette: BASE16_MONOKAI_LIGHT, styles: STYLES },
    Theme { name: "base16.solarized", palette: BASE16_SOLARIZED, styles: STYLES },
    Theme { name: "base16.solarized.dark", palette: BASE16_SOLARIZED_DARK, styles: STYLES },
    Theme { name: "base16.solarized.light", palette: BASE16_SOLARIZED, styles: STYLES },
];

const BASE16: &str = "
    page #383838 base00 #181818 base03 #585858 base05 #d8d8d8 base08 #ab4642 base09 #dc9656 base0A #f7ca88
    base0B #a1b56c base0C #86c1b9 base0D #7cafc2 base0E #ba8baf base0F #a16946
";
const BASE16_DARK: &str = "
    page #d8d8d8 sheet #181818 base00 #181818 base03 #585858 base05 #d8d8d8 base08 #ab4642 base09 #dc9656
    base0A #f7ca88 base0B #a1b56c base0C #86c1b9 base0D #7cafc2 base0E #ba8baf base0F #a16946
";
const BASE16_MONOKAI: &str = "
    page #f8f8f2 sheet #272822 base00 #272822 base03 #75715e base05 #f8f8f2 base08 #f92672 base09 #fd971f
    base0A #f4bf75 base0B #a6e22e base0C #a1efe4 base0D #66d9ef base0E #ae81ff base0F #cc6633
";
const BASE16_MONOKAI_LIGHT: &str = "
    page #49483e base00 #272822 base03 #75715e base05 #f8f8f2 base08 #f92672 base09 #fd971f base0A #f4bf75
    base0B #a6e22e base0C #a1efe4 base0D #66d9ef base0E #ae81ff base0F #cc6633
";
const BASE16_SOLARIZED: &str = "
    page #586e75 base00 #002b36 base03 #657b83 base05 #93a1a1 base08 #dc322f base09 #cb4b16 base0A #b58900
    base0B #859900 base0C #2aa198 base0D #268bd2 base0E #6c71c4 base0F #d33682
";
const BASE16_SOLARIZED_DARK: &str = "
    page #93a1a1 sheet #002b36 base00 #002b36 base03 #657b83 base05 #93a1a1 base08 #dc322f base09 #cb4b16
    base0A #b58900 base0B #859900 base0C #2aa198 base0D #268bd2 base0E #6c71c4 base0F #d33682
";

/// The styles of all schemes, in terms of the palette.
const STYLES: &str = "
    text: page on sheet
    err: base00 on base08
    c: base03
    cp nt: base0A
    o p: base05
    gi: base0B
    gd: base08
    gh: base0D on base00 bold
    ge: italic
    ges: bold italic
    gs: bold
    k: base0E
    kc kt kd: base09
    s: base0B
    sa: base0E
    sr: base0C
    si se: base0F
    nn nc no: base0A
    na: base0D
    m ss: base0B
";
