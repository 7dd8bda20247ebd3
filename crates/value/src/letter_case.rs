//! Ruby's conversions to lower case and title case. Ruby converts each letter on its own, so there is no special case for
//! a sigma at the end of a word.

/// Ruby's `String#downcase`: appends the text to `out`, with all letters in lower case.
pub fn push_downcased(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
    } else {
        out.extend(text.chars().flat_map(char::to_lowercase));
    }
}

/// Ruby's `String#capitalize`: appends the text to `out`, with the first character in title case (`Ss` for `ß`), and all
/// other characters in lower case.
pub fn push_capitalized(text: &str, out: &mut String) {
    let mut rest = text.chars();
    if let Some(first) = rest.next() {
        push_title_case(first, out);
    }
    push_downcased(rest.as_str(), out);
}

/// Appends a letter in title case, which differs from upper case for digraphs, for Greek letters with an iota
/// subscript, and for Georgian. (Georgian does not capitalize words.)
fn push_title_case(c: char, out: &mut String) {
    let code = c as u32;
    let special = match c {
        'Ǆ' | 'ǅ' | 'ǆ' => Some('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => Some('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => Some('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => Some('ǲ'),
        'ა'..='ჿ' => Some(c),
        '\u{1c90}'..='\u{1cbf}' => char::from_u32(code - 0x1c90 + 0x10d0),
        '\u{1f80}'..='\u{1faf}' => char::from_u32(code | 8),
        '\u{1fb3}' | '\u{1fbc}' => Some('\u{1fbc}'),
        '\u{1fc3}' | '\u{1fcc}' => Some('\u{1fcc}'),
        '\u{1ff3}' | '\u{1ffc}' => Some('\u{1ffc}'),
        _ => None,
    };
    if let Some(special) = special {
        out.push(special);
        return;
    }
    let mut upper = c.to_uppercase();
    if let Some(first) = upper.next() {
        out.push(first);
    }
    for rest in upper {
        match (c, rest) {
            // The iota stays below, and after an apostrophe the letter stays in upper case.
            ('\u{1fb2}'..='\u{1ff7}', '\u{399}') => out.push('\u{345}'),
            ('ŉ', rest) => out.push(rest),
            (_, rest) => out.extend(rest.to_lowercase()),
        }
    }
}
