//! Numbers with a period that do not start a list: replaces a backslash before them with an invisible character.

use super::Handled;

/// Replaces the backslash before `1.` and similar numbers by `&#8291;`, an invisible character, so that kramdown starts
/// no list. Keeps a backslash that follows another one.
pub(super) fn markdown(content: &str) -> Handled {
    let mut out = String::with_capacity(content.len());
    let mut is_handled = false;
    let mut before = ' ';
    for (position, c) in content.char_indices() {
        let behind = &content[position + c.len_utf8()..];
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if c == '\\' && before != '\\' && digits > 0 && behind[digits..].starts_with('.') {
            out.push_str("&#8291;");
            is_handled = true;
        } else {
            out.push(c);
        }
        before = c;
    }
    Handled::new(out, is_handled)
}
