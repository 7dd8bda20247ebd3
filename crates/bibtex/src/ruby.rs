//! Ruby's string functions, as far as they affect the output.

/// Whether Ruby's `\s` matches a character.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Whether Ruby's `\b` treats the character as part of a word.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || unicode_normalization::char::is_combining_mark(c)
}

/// `String#strip`: removes white space and NUL at both ends.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_start_matches(|c| is_space(c) || c == '\0').trim_end_matches(|c| is_space(c) || c == '\0')
}

/// Ruby's `inspect` of a string: in quotes, with escapes.
pub(crate) fn inspect(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0c' => out.push_str("\\f"),
            '\x0b' => out.push_str("\\v"),
            '\x08' => out.push_str("\\b"),
            '\x07' => out.push_str("\\a"),
            '\x1b' => out.push_str("\\e"),
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            c if is_unprintable(c) && (c as u32) < 0x10000 => out.push_str(&format!("\\u{:04X}", c as u32)),
            c if is_unprintable(c) => out.push_str(&format!("\\u{{{:X}}}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether `inspect` escapes the character: control characters and line separators.
fn is_unprintable(c: char) -> bool {
    matches!(c as u32, 0..=0x1f | 0x7f..=0x84 | 0x86..=0x9f | 0x2028..=0x2029 | 0xfff0..=0xfff8 | 0xfffe..=0xffff)
}

/// `String#to_i`: the integer at the start, or 0. Skips white space before the integer, and single underscores between
/// digits.
pub(crate) fn to_i(text: &str) -> i128 {
    let text = text.trim_start_matches(is_space);
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let mut number = 0i128;
    let mut after_digit = false;
    for c in digits.chars() {
        match c.to_digit(10) {
            Some(digit) => {
                number = number.saturating_mul(10).saturating_add(i128::from(digit));
                after_digit = true;
            }
            // A single underscore is allowed between digits.
            None if c == '_' && after_digit => after_digit = false,
            None => break,
        }
    }
    if negative { -number } else { number }
}

/// Whether `/^\d+$/` matches: some line consists only of digits.
pub(crate) fn has_line_of_digits(text: &str) -> bool {
    text.split('\n').any(|line| !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()))
}

/// Ruby's `String#succ`: `az` becomes `ba`. If the text has no letter or digit, increments the last character.
pub(crate) fn succ(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return String::new();
    }
    if !chars.iter().any(|c| c.is_alphanumeric()) {
        for i in (0..chars.len()).rev() {
            match next_scalar(chars[i]) {
                Some(next) => {
                    chars[i] = next;
                    break;
                }
                None => chars[i] = '\u{1}',
            }
        }
        return chars.into_iter().collect();
    }
    let mut carried: Option<usize> = None;
    let mut gap = false;
    for i in (0..chars.len()).rev() {
        let c = chars[i];
        if let Some(last) = carried
            && gap
            && (chars[last].is_alphabetic() && c.is_numeric() || chars[last].is_numeric() && c.is_alphabetic())
        {
            break;
        }
        if !c.is_alphanumeric() {
            gap = true;
            continue;
        }
        gap = false;
        let (next, carry) = succ_char(c);
        chars[i] = next;
        if !carry {
            return chars.into_iter().collect();
        }
        carried = Some(i);
    }
    if let Some(index) = carried {
        let first = if chars[index] == '0' { '1' } else { chars[index] };
        chars.insert(index, first);
    }
    chars.into_iter().collect()
}

fn succ_char(c: char) -> (char, bool) {
    match c {
        'z' => ('a', true),
        'Z' => ('A', true),
        '9' => ('0', true),
        _ => (next_scalar(c).unwrap_or(c), false),
    }
}

fn next_scalar(c: char) -> Option<char> {
    if c == '\u{d7ff}' { Some('\u{e000}') } else { char::from_u32(c as u32 + 1) }
}

/// Splits a text at each separator, and removes the white space around separators. Drops empty strings at the end, like
/// Ruby's `String#split`.
pub(crate) fn split<'a>(text: &'a str, separators: &[&str]) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut position = 0;
    while position < text.len() {
        let rest = &text[position..];
        let padded = rest.trim_start_matches(is_space);
        if let Some(separator) = separators.iter().find(|s| padded.starts_with(**s)) {
            let end = position + (rest.len() - padded.len()) + separator.len();
            let end = end + (text[end..].len() - text[end..].trim_start_matches(is_space).len());
            pieces.push(&text[start..position]);
            start = end;
            position = end;
        } else {
            position += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    pieces.push(&text[start..]);
    while pieces.last().is_some_and(|piece| piece.is_empty()) {
        pieces.pop();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_count_up_as_ruby_strings_do() {
        for (from, to) in [
            ("same", "samf"),
            ("a9", "b0"),
            ("az", "ba"),
            ("Zz", "AAa"),
            ("1.9", "2.0"),
            ("a.9", "a.10"),
            ("key:9", "key:10"),
            ("***", "**+"),
            ("zz99", "aaa00"),
            ("a-", "b-"),
        ] {
            assert_eq!(succ(from), to, "{from}");
        }
    }

    #[test]
    fn numbers_are_read_from_the_start() {
        assert_eq!(to_i(" 12ab"), 12);
        assert_eq!(to_i("-3"), -3);
        assert_eq!(to_i("x3"), 0);
        assert_eq!(to_i("1_000"), 1000);
    }
}
