//! Ruby's `Float#to_s`.

/// The minimum length of the texts in which Rust's last digit may differ from Ruby's. It differs if a number is halfway
/// between two candidates. Ruby then chooses the even digit. Rust does this only if the number of digits is given.
const LONG: usize = 16;

/// The shortest digits that parse as `number`, formatted like Ruby. Whole numbers with at least 16 digits have an
/// exponent, such as `1.0e+15`. Numbers between -0.0001 and 0.0001 have one, too, such as `1.0e-05`, but not 0.
pub fn float_to_s(number: f64) -> String {
    if number.is_nan() {
        return "NaN".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    if number == 0.0 {
        return if number.is_sign_negative() { "-0.0".into() } else { "0.0".into() };
    }
    // Numbers without an exponent, which Rust writes like Ruby.
    if (0.001..1e15).contains(&number.abs()) {
        let text = format!("{number:?}");
        return match text.split_once('.') {
            Some((_, places)) if text.len() >= LONG => format!("{number:.*}", places.len()),
            _ => text,
        };
    }
    let mut scientific = format!("{:e}", number.abs());
    if scientific.len() >= LONG {
        let digits = scientific.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
        scientific = format!("{:.*e}", digits - 1, number.abs());
    }
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    let sign = if number < 0.0 { "-" } else { "" };
    // The number of digits before the decimal point, as in 0.ddd * 10^point.
    let point = exponent + 1;
    if -4 < point && point <= 0 {
        format!("{sign}0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
    } else if 0 < point && (point <= 15 || digits.len() > point as usize) {
        let whole = point as usize;
        if digits.len() <= whole {
            format!("{sign}{digits}{}.0", "0".repeat(whole - digits.len()))
        } else {
            format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
        }
    } else {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{first}.{rest}e{exponent_sign}{:02}", exponent.abs())
    }
}
