//! Percent escapes in addresses. The bytes that need no escape differ from gem to gem and between the parts of an address,
//! so each caller names them; escapes are written and read here.

/// Appends `text`, each byte that is not `plain` as its escape.
pub fn encode(text: impl AsRef<[u8]>, plain: impl Fn(u8) -> bool, out: &mut String) {
    for &byte in text.as_ref() {
        // What is not ASCII is never plain: half a character would be no text.
        if byte.is_ascii() && plain(byte) {
            out.push(char::from(byte));
        } else {
            push_escape(byte, out);
        }
    }
}

/// [`encode`], as a text of its own.
pub fn encoded(text: impl AsRef<[u8]>, plain: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.as_ref().len());
    encode(text, plain, &mut out);
    out
}

/// Appends the escape of a byte, in capitals.
pub fn push_escape(byte: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// The bytes behind the escapes, which need be no text. A percent sign without two digits behind it stays.
pub fn decoded(text: &str) -> Vec<u8> {
    decoded_but(text, |_| false)
}

/// As [`decoded`], leaving the escapes of those bytes that `stays` names.
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
