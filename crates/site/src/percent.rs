//! Percent encoding of URIs. The characters that need no escape differ between gems and between URI components, so each
//! caller passes its own set.

/// Appends `text`, with every byte that is not `plain` percent-encoded in upper case (`%C3`). Bytes outside of ASCII
/// are always encoded.
pub fn encode(text: impl AsRef<[u8]>, plain: impl Fn(u8) -> bool, out: &mut String) {
    for &byte in text.as_ref() {
        // Bytes outside of ASCII are always encoded, because a part of a character is not valid UTF-8.
        if byte.is_ascii() && plain(byte) {
            out.push(char::from(byte));
        } else {
            push_escape(byte, out);
        }
    }
}

/// Like [`encode`], but returns a new string.
pub fn encoded(text: impl AsRef<[u8]>, plain: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.as_ref().len());
    encode(text, plain, &mut out);
    out
}

/// Appends `%` and the two upper-case hexadecimal digits of a byte, such as `%2F` for a slash.
pub fn push_escape(byte: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// Decodes percent escapes. The result may not be UTF-8. A percent sign without two hexadecimal digits stays.
pub fn decoded(text: &str) -> Vec<u8> {
    decoded_but(text, |_| false)
}

/// Like [`decoded`], but keeps the escapes of bytes for which `stays` is true.
pub fn decoded_but(text: &str, stays: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = match after {
            [high, low, ..] if *first == b'%' => digit(*high).zip(digit(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        match escaped.filter(|byte| !stays(*byte)) {
            Some(byte) => {
                out.push(byte);
                rest = &after[2..];
            }
            None => {
                out.push(*first);
                rest = after;
            }
        }
    }
    out
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
