//! Ruby's `==` and `<=>`, and the error for values that are not comparable.

use crate::print::{MAX_NESTING, too_deep};
use crate::{Abort, ErrorKind, Host, Value, Zone};
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

impl Value {
    /// The name of the value's class in Ruby, such as `NilClass`.
    pub fn class_name(&self) -> &'static str {
        match self {
            Value::Nil => "NilClass",
            Value::Bool(true) => "TrueClass",
            Value::Bool(false) => "FalseClass",
            Value::Int(_) | Value::Big(_) => "Integer",
            Value::Float(_) => "Float",
            Value::Str(_) => "String",
            Value::Symbol(_) => "Symbol",
            Value::Date(_) => "Date",
            Value::Time(time) if time.zone == Zone::DateTime => "DateTime",
            Value::Time(_) => "Time",
            Value::Range(..) => "Range",
            Value::Array(_) => "Array",
            Value::Hash(_) => "Hash",
            Value::Drop(object) => object.class(),
            Value::Empty | Value::Blank => "Liquid::Expression::MethodLiteral",
        }
    }

    /// Ruby's `==`, which compares integers with floating-point numbers by value.
    pub fn equals(&self, other: &Value) -> bool {
        self.equals_within(other, u64::MAX).0
    }

    /// Ruby's `==`, and the number of steps taken. Returns false for arrays and hashes whose comparison takes more than
    /// `most` steps.
    pub fn equals_within(&self, other: &Value, most: u64) -> (bool, u64) {
        match (self, other) {
            (Value::Str(a), Value::Str(b)) => (a == b, if a.len() == b.len() { steps_of_comparing(a, b) } else { 0 }),
            (Value::Array(_), Value::Array(_)) | (Value::Hash(_), Value::Hash(_)) => {
                let mut pairs = Pairs { met: HashSet::new(), looked: 0, most };
                (pairs.are_equal(self, other, Value::equals_plainly), pairs.looked)
            }
            _ => (self.equals_plainly(other), 0),
        }
    }

    /// `==` for values that are neither arrays nor hashes.
    fn equals_plainly(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Nil, Value::Nil) | (Value::Empty, Value::Empty) | (Value::Blank, Value::Blank) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Symbol(a), Value::Symbol(b)) => a == b,
            (Value::Range(a, b), Value::Range(c, d)) => a == c && b == d,
            (Value::Drop(a), Value::Drop(b)) => Arc::ptr_eq(a, b) || a.same(&**b),
            _ => numeric_order(self, other).or_else(|| order_of_dates(self, other)) == Some(Ordering::Equal),
        }
    }

    /// Ruby's `<=>`. `None` stands for nil: the values are not comparable.
    ///
    /// # Errors
    /// Fails if a drop fails to compare itself, or with "stack level too deep" for extreme nesting.
    pub fn compare(&self, other: &Value, host: &mut dyn Host) -> Result<Option<Ordering>, Abort> {
        order(self, other, host, 0, &mut Pairs::default())
    }
}

fn order(
    a: &Value,
    b: &Value,
    host: &mut dyn Host,
    depth: usize,
    pairs: &mut Pairs,
) -> Result<Option<Ordering>, Abort> {
    if depth > MAX_NESTING {
        return Err(too_deep());
    }
    Ok(match (a, b) {
        (Value::Str(a), Value::Str(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Symbol(a), Value::Symbol(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Array(a), Value::Array(b)) => {
            if pairs.knows(Arc::as_ptr(a) as usize, Arc::as_ptr(b) as usize, depth) {
                return Ok(Some(Ordering::Equal));
            }
            for (a, b) in a.iter().zip(b.iter()) {
                let found = order(a, b, host, depth + 1, pairs)?;
                if found != Some(Ordering::Equal) {
                    return Ok(found);
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (Value::Drop(object), _) => object.compare(b, host)?,
        (_, Value::Drop(object)) => object.compare(a, host)?.map(Ordering::reverse),
        _ => match numeric_order(a, b).or_else(|| order_of_dates(a, b)) {
            Some(found) => Some(found),
            None => a.equals(b).then_some(Ordering::Equal),
        },
    })
}

/// Pairs of arrays and hashes that were compared or are being compared. Without them, comparing values that share their
/// parts many times over would take exponential time. (A comparison ends at the first difference, so all earlier pairs
/// were equal.)
struct Pairs {
    met: HashSet<(usize, usize)>,
    /// The number of steps so far. `most` is the maximum.
    looked: u64,
    most: u64,
}

impl Default for Pairs {
    fn default() -> Self {
        Pairs { met: HashSet::new(), looked: 0, most: u64::MAX }
    }
}

/// An estimate of the work of comparing two strings, in the steps that the limits of a rendering count.
#[inline]
pub fn steps_of_comparing(a: &str, b: &str) -> u64 {
    a.len().min(b.len()) as u64 / 128
}

impl Pairs {
    /// Whether the arrays or hashes at the addresses `a` and `b` need no comparison, because they are identical or were
    /// met before. The outermost pair (`depth` 0) is not recorded, because most arrays and hashes contain no others.
    fn knows(&mut self, a: usize, b: usize, depth: usize) -> bool {
        a == b || (depth > 0 && !self.met.insert((a, b)))
    }

    /// Whether two arrays or hashes are equal. `same` compares other values.
    fn are_equal(&mut self, a: &Value, b: &Value, same: fn(&Value, &Value) -> bool) -> bool {
        self.are_equal_at_depth(a, b, same, 0)
    }

    fn are_equal_at_depth(&mut self, a: &Value, b: &Value, same: fn(&Value, &Value) -> bool, depth: usize) -> bool {
        self.looked += match (a, b) {
            (Value::Str(a), Value::Str(b)) if a.len() == b.len() => 1 + steps_of_comparing(a, b),
            _ => 1,
        };
        if self.looked > self.most {
            return false;
        }
        match (a, b) {
            (Value::Array(a), Value::Array(b)) => {
                self.knows(Arc::as_ptr(a) as usize, Arc::as_ptr(b) as usize, depth)
                    || (a.len() == b.len()
                        && a.iter().zip(b.iter()).all(|(a, b)| self.are_equal_at_depth(a, b, same, depth + 1)))
            }
            (Value::Hash(a), Value::Hash(b)) => {
                self.knows(Arc::as_ptr(a) as usize, Arc::as_ptr(b) as usize, depth)
                    || (a.len() == b.len()
                        && a.iter().all(|(key, value)| {
                            b.get_value(key).is_some_and(|other| self.are_equal_at_depth(value, other, same, depth + 1))
                        }))
            }
            _ => same(a, b),
        }
    }
}

/// Ruby's `eql?` for arrays and hashes, which distinguishes 1 from 1.0.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    Pairs::default().are_equal(a, b, super::hash::same)
}

/// The order of two dates or two times, or of a date and a number. Ruby compares the number with the date's
/// astronomical Julian day. `None` for other values, also for a number and a date in this order.
fn order_of_dates(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Date(a), Value::Date(b)) => Some(a.cmp(b)),
        (Value::Date(a), Value::Int(_) | Value::Big(_) | Value::Float(_)) => {
            let julian_day = a.days_since_epoch() as f64 + 2_440_587.5;
            numeric_order(&Value::Float(julian_day), b)
        }
        (Value::Time(a), Value::Int(_) | Value::Big(_) | Value::Float(_)) if a.zone == Zone::DateTime => {
            let julian_day = a.seconds as f64 / 86_400.0 + 2_440_587.5;
            numeric_order(&Value::Float(julian_day), b)
        }
        (Value::Time(a), Value::Time(b)) => Some(a.instant().cmp(&b.instant())),
        _ => None,
    }
}

/// The order of two numbers, exact also between integers and floats. `None` if one is not a number or is NaN.
fn numeric_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Big(a), Value::Big(b)) => Some(a.cmp(b)),
        (Value::Int(_), Value::Big(b)) => {
            Some(if b.sign() == Sign::Minus { Ordering::Greater } else { Ordering::Less })
        }
        (Value::Big(a), Value::Int(_)) => {
            Some(if a.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater })
        }
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Int(a), Value::Float(b)) => small_with_float(*a, *b),
        (Value::Big(a), Value::Float(b)) => integer_with_float(a, *b),
        (Value::Float(a), Value::Int(b)) => small_with_float(*b, *a).map(Ordering::reverse),
        (Value::Float(a), Value::Big(b)) => integer_with_float(b, *a).map(Ordering::reverse),
        _ => None,
    }
}

/// The order of an integer and a float. Floats represent integers of up to 53 bits exactly. `None` if the float is NaN.
fn small_with_float(integer: i64, float: f64) -> Option<Ordering> {
    if integer.unsigned_abs() < 1 << 53 {
        return (integer as f64).partial_cmp(&float);
    }
    integer_with_float(&BigInt::from(integer), float)
}

fn integer_with_float(integer: &BigInt, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = super::number::integer_part(float);
    Some(integer.cmp(&whole).then_with(|| 0.0_f64.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)))
}

/// Ruby's ArgumentError for values that are not comparable, such as `comparison of String with 1 failed`. The message
/// contains `b` itself if `b` is nil, a boolean, a Symbol, a Float or an Integer of at most 62 bits. Otherwise, the
/// message names the class of `b`.
pub fn comparison_failed(a: &Value, b: &Value, host: &mut dyn Host) -> Abort {
    let second = match b {
        Value::Nil | Value::Bool(_) | Value::Float(_) | Value::Symbol(_) => match b.inspect(host) {
            Ok(text) => text,
            Err(abort) => return abort,
        },
        // Beyond 62 bits, an Integer is not an immediate value in Ruby, so the message contains its class.
        Value::Int(number) if (-(1 << 62)..(1 << 62)).contains(number) => number.to_string(),
        _ => b.class_name().to_string(),
    };
    Abort::error(ErrorKind::Argument, format!("comparison of {} with {second} failed", a.class_name()))
}
