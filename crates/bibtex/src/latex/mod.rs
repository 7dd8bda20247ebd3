//! Converts LaTeX to text like the gem latex-decode 0.4.2.
//!
//! The passes run one after another on the whole text. Braces are removed last, because they separate a command from
//! the following text.

mod accents;
mod braces;
mod commands;
mod normalize;
mod scan;
mod tables;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Converts LaTeX to text: `\"{u}` becomes `ü`. Keeps unknown commands, but removes braces: `\textbf{y}` becomes
/// `\textbfy`.
pub fn decode(text: &str) -> String {
    if !text.contains(['\\', '~', '$', '-', '`', '\'', '{', '}']) {
        return composed(text);
    }
    let text = normalize::normalize(text);
    let text = commands::strip_maths(&text);
    let text = accents::accents(&text);
    let text = accents::diacritics(&text);
    let text = commands::punctuation(&text);
    let text = commands::named(&text, tables::SYMBOLS, Some("\u{202f}"));
    let text = commands::named(&text, tables::GREEK, None);
    let text = braces::strip(&text);
    composed(&text)
}

/// Composes letters and accents (Unicode's form C).
fn composed(text: &str) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_owned(),
        _ => text.nfc().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn accents_join_their_letters() {
        assert_eq!(
            decode(r#"M{\"u}ller, \'Ad\'{a}m, \v{S}, \c cedille, \H{o}"#),
            "Müller, Ádám, Š, \u{327}cedille, ő".replace("\u{327}c", "ç")
        );
        assert_eq!(decode(r"\'{\i}"), "ı\u{301}");
        assert_eq!(decode(r"\ss{} \o, \AA{} \ae"), "ß ø, Å æ");
    }

    #[test]
    fn punctuation_and_symbols() {
        assert_eq!(decode("a--b---c ----``x'' `y'"), "a–b—c “x” ‘y’");
        assert_eq!(decode(r"5\% \& \alpha{}s \times~2"), "5% & αs \\times\u{a0}2");
        assert_eq!(decode(r"$x^2$ \textbf{y} \{z\}"), r"x^2 \textbfy {z}");
    }
}
