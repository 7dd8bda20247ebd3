//! Internationalized host names (`Addressable::IDNA`): punycode, RFC 3492.

use super::compose::composed;

/// Converts a host name to ASCII. Labels with other characters become punycode: `bücher.de` becomes `xn--bcher-kva.de`.
pub(crate) fn to_ascii(host: &str) -> String {
    if host.is_ascii() {
        return host.to_string();
    }
    let mut parts: Vec<String> = host.split('.').map(part_to_ascii).collect();
    // Ruby's `split` drops empty strings at the end.
    while parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    parts.join(".")
}

fn part_to_ascii(part: &str) -> String {
    if part.is_ascii() {
        return part.to_string();
    }
    let lower: String = part.chars().flat_map(char::to_lowercase).collect();
    let points: Vec<u32> = composed(&lower).chars().map(u32::from).collect();
    encode(&points).map_or_else(|| part.to_string(), |encoded| format!("xn--{encoded}"))
}

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;

/// Encodes the code points of a label as punycode, without the prefix `xn--`. `None` on overflow.
fn encode(points: &[u32]) -> Option<String> {
    let mut out: String = points.iter().filter_map(|point| char::from_u32(*point)).filter(char::is_ascii).collect();
    let basic = out.len() as u32;
    let mut handled = basic;
    if basic > 0 {
        out.push('-');
    }
    let (mut next, mut delta, mut bias) = (128, 0_u32, 72);
    while (handled as usize) < points.len() {
        let least = *points.iter().filter(|point| **point >= next).min()?;
        delta = delta.checked_add((least - next).checked_mul(handled + 1)?)?;
        next = least;
        for &point in points {
            if point < next {
                delta = delta.checked_add(1)?;
            }
            if point == next {
                write_number(delta, bias, &mut out);
                bias = adapted(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        next += 1;
    }
    Some(out)
}

/// Writes a number as a variable-length integer, whose digit weights depend on the bias.
fn write_number(number: u32, bias: u32, out: &mut String) {
    let mut rest = number;
    let mut k = BASE;
    loop {
        let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if rest < threshold {
            out.push(digit(rest));
            return;
        }
        out.push(digit(threshold + (rest - threshold) % (BASE - threshold)));
        rest = (rest - threshold) / (BASE - threshold);
        k += BASE;
    }
}

fn digit(number: u32) -> char {
    char::from_digit(number, BASE).map_or('0', |_| {
        let code = if number < 26 { b'a' + number as u8 } else { b'0' + (number - 26) as u8 };
        code as char
    })
}

fn adapted(delta: u32, count: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > ((BASE - T_MIN) * T_MAX) / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + 38)
}
