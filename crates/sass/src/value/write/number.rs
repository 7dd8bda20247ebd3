//! Output of numbers: at most ten decimal places in CSS, all digits in inspection, and never an exponent.

use super::Writer;
use crate::value::fuzzy;
use std::fmt::Write;

/// The maximum number of decimal places in CSS.
const PRECISION: usize = 10;

impl Writer<'_> {
    /// Writes a number without its unit. Infinity and NaN become a call of `calc()`.
    pub(super) fn float(&mut self, number: f64) {
        if !number.is_finite() {
            self.out.push_str("calc(");
            self.infinite(number);
            self.out.push(')');
            return;
        }
        if number == 0.0 && number.is_sign_negative() {
            self.out.push_str("-0");
            return;
        }
        let int = if self.inspect { fuzzy::as_int(number) } else { Some(number).filter(|n| n.trunc() == *n) };
        if let Some(int) = int {
            self.integer(int);
            return;
        }
        let start = self.out.len();
        let _ = write!(self.out, "{number}");
        if self.out.len() - start > 16 {
            settle_tie(self.out, start, number);
        }
        let text = self.out.get(start..).unwrap_or("");
        // Short texts cannot have too many decimal places.
        if self.inspect || text.len() < PRECISION + 2 {
            if !self.inspect && self.compressed && text.starts_with('0') {
                self.out.remove(start);
            }
            return;
        }
        if let Some(rounded) = round_digits(text, self.compressed) {
            self.out.truncate(start);
            self.out.push_str(&rounded);
        }
    }

    /// Writes a whole number without an exponent. Negative zero has no sign.
    pub(super) fn integer(&mut self, int: f64) {
        if (0.0..10.0).contains(&int) && int.is_sign_positive() {
            self.out.push(char::from(b'0' + int as u8));
        } else if int.abs() < 1e15 {
            // Negative zero is written without a sign as well.
            let _ = write!(self.out, "{}", int as i64);
        } else {
            let _ = write!(self.out, "{int}");
        }
    }

    /// Writes infinity or NaN as in calculations: `infinity`, `-infinity` or `NaN`.
    pub(super) fn infinite(&mut self, number: f64) {
        self.out.push_str(if number.is_nan() {
            "NaN"
        } else if number > 0.0 {
            "infinity"
        } else {
            "-infinity"
        });
    }
}

/// If two decimal notations of the same length are equally close to `number`, chooses the one with an even last digit.
/// JavaScript does the same.
fn settle_tie(out: &mut String, start: usize, number: f64) {
    let Some((_, fraction)) = out.get(start..).and_then(|text| text.split_once('.')) else { return };
    let last = fraction.bytes().next_back().unwrap_or(b'0');
    if last.is_multiple_of(2) {
        return;
    }
    // A number that is almost a tie differs from it within these digits.
    const MORE: usize = 64;
    let exact = format!("{number:.*}", fraction.len() + MORE);
    let Some((even, rest)) = exact.split_at_checked(exact.len() - MORE) else { return };
    if rest.strip_prefix('5').is_some_and(|zeros| zeros.bytes().all(|digit| digit == b'0')) {
        // The tie was rounded up, so the even digit is the previous one.
        out.truncate(start);
        out.push_str(even);
    }
}

/// Rounds the text of a number to `PRECISION` digits after the point. `None` if there are not more digits than this.
fn round_digits(text: &str, compressed: bool) -> Option<String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.')?;
    if fraction.len() <= PRECISION {
        return None;
    }
    let (kept, rest) = fraction.split_at_checked(PRECISION)?;
    let mut all: Vec<u8> = std::iter::once(b'0').chain(whole.bytes()).chain(kept.bytes()).collect();
    if rest.as_bytes().first().is_some_and(|digit| *digit >= b'5') {
        for digit in all.iter_mut().rev() {
            if *digit == b'9' {
                *digit = b'0';
            } else {
                *digit += 1;
                break;
            }
        }
    }
    let point = all.len() - PRECISION;
    while all.len() > point && all.last() == Some(&b'0') {
        all.pop();
    }
    if all.iter().all(|digit| *digit == b'0') {
        return Some("0".into());
    }
    let mut skipped = usize::from(all.first() == Some(&b'0'));
    if skipped == 1 && compressed && point == 2 && all.get(1) == Some(&b'0') {
        skipped = 2;
    }
    let mut out = String::with_capacity(all.len() + 2);
    if negative {
        out.push('-');
    }
    for (index, digit) in all.iter().enumerate().skip(skipped) {
        if index == point {
            out.push('.');
        }
        out.push(char::from(*digit));
    }
    Some(out)
}
