//! Text in which the parts between two markers are output without escaping. The text outside of the markers is
//! delegated to another language, and the markers are dropped. Options: `start`, `end`, `lang`. Mirrors
//! `Rouge::Lexers::Escape`.

use super::prelude::*;

/// Lexes text in which the parts between two markers, by default `<!` and `!>`, become `Escape` tokens. The markers are
/// dropped. The option `lang` names the language of the text outside of the markers.
pub(crate) fn lex(cx: &mut Context<'_, '_>) {
    let start = cx.option("start").unwrap_or("<!").to_owned();
    let end = cx.option("end").unwrap_or("!>").to_owned();
    let language = cx.option("lang").unwrap_or("plaintext").to_owned();
    let mut rest = cx.whole();
    loop {
        let Some((before, after)) = rest.split_once(start.as_str()) else {
            return cx.delegate_as("lang", &language, rest);
        };
        cx.delegate_as("lang", &language, before);
        let Some((escaped, left)) = after.split_once(end.as_str()) else {
            return cx.emit(Escape, after);
        };
        cx.emit(Escape, escaped);
        rest = left;
    }
}
