//! Ruby's `Base64.decode64`, which ignores invalid characters.

/// Decodes Base64, up to the first `=`. Decoded bytes that are not UTF-8 become the replacement character, because
/// strings are always UTF-8.
pub(super) fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = bits << 6 | u32::from(six);
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        3 => bytes.extend_from_slice(&(bits << 6).to_be_bytes()[1..3]),
        2 => bytes.extend_from_slice(&(bits << 12).to_be_bytes()[1..2]),
        _ => {}
    }
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
