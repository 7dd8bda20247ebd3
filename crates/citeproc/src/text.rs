//! Ruby's string functions: white space, case conversion, and parsing numbers.

/// The characters that Ruby's `\s` matches, for use inside of the brackets of a regular expression.
pub(crate) const SPACE: &str = r" \t\r\n\x0B\x0C";

/// Whether Ruby's `\s` matches the character.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C')
}

/// Removes white space and NUL at both ends, like Ruby's `strip`.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_start_matches(|c| is_space(c) || c == '\0').trim_end_matches(|c| is_space(c) || c == '\0')
}

/// Converts each letter to upper case, as Ruby does.
pub(crate) fn upcase(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).collect()
}

/// Converts each letter to lower case. A final sigma is not treated specially.
pub(crate) fn downcase(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// The integer at the start, like Ruby's `to_i`: `1_000` is 1000. 0 if the text does not start with an integer. An
/// integer beyond 64 bits is clamped to 64 bits.
pub(crate) fn to_i(text: &str) -> i64 {
    let text = text.trim_start_matches(is_space);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut value = 0_i64;
    let mut rest = digits.bytes().peekable();
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        if rest.peek() == Some(&b'_') && rest.clone().nth(1).is_some_and(|next| next.is_ascii_digit()) {
            rest.next();
        }
    }
    sign * value
}

/// The first integer anywhere in the text, or 0. A hyphen directly before the digits makes the integer negative.
pub(crate) fn first_integer(text: &str) -> i64 {
    match text.find(|c: char| c.is_ascii_digit()) {
        None => 0,
        Some(start) => {
            let digits = &text[start..];
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let value = to_i(&digits[..end]);
            if text[..start].ends_with('-') { -value } else { value }
        }
    }
}

/// Escapes `&`, `<` and `>`, but not quotes. Also escapes the ampersand of existing references: `&lt;` becomes
/// `&amp;lt;`.
pub(crate) fn encode_xml(text: &str) -> String {
    if !text.contains(['&', '<', '>']) {
        return text.to_owned();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Joins the parts that are not empty, with `delimiter` between them.
pub(crate) fn compact_join(parts: &[&str], delimiter: &str) -> String {
    let mut out = String::new();
    for part in parts.iter().filter(|p| !p.is_empty()) {
        if !out.is_empty() {
            out.push_str(delimiter);
        }
        out.push_str(part);
    }
    out
}

/// Replaces each run of spaces with one space. Leaves other white space unchanged.
pub(crate) fn squeeze_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

/// Whether some line of the text is `false`, `no` or `never`, in upper or lower case. If so, conditions treat the
/// variable with this text as missing.
pub(crate) fn denies(text: &str) -> bool {
    text.split('\n').any(|line| ["false", "no", "never"].iter().any(|word| line.eq_ignore_ascii_case(word)))
}

/// Whether conditions treat the text as present: it is not empty, and [`denies`] is false.
pub(crate) fn affirms(text: &str) -> bool {
    !text.is_empty() && !denies(text)
}
