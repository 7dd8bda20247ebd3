//! Writes values in Ruby's Marshal format, for messages to the guest.

use super::{MAX_DEPTH, Objects, Representation, time};
use hastie_value::{Abort, Str, Value};
use num_bigint::{BigInt, Sign};

/// Writes a value in Ruby's Marshal format.
///
/// # Errors
/// Fails if an object has no representation. If values are nested too deeply, fails with "stack level too deep".
pub fn write(value: &Value, objects: &mut dyn Objects) -> Result<Vec<u8>, Abort> {
    let mut writer = Writer { out: vec![4, 8], symbols: Vec::new(), objects };
    writer.value(value, 0)?;
    Ok(writer.out)
}

struct Writer<'o> {
    out: Vec<u8>,
    symbols: Vec<&'static str>,
    objects: &'o mut dyn Objects,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value, depth: usize) -> Result<(), Abort> {
        if depth > MAX_DEPTH {
            return Err(Abort::error("SystemStackError", "stack level too deep"));
        }
        match value {
            Value::Nil => self.out.push(b'0'),
            Value::Bool(truth) => self.out.push(if *truth { b'T' } else { b'F' }),
            Value::Int(number) => self.integer(*number),
            Value::Big(number) => self.big(number),
            Value::Float(number) => self.float(*number),
            Value::Str(text) => self.text(text),
            Value::Date(date) => {
                self.object("Hastie::Day", &format!("{:04}-{:02}-{:02}", date.year, date.month, date.day));
            }
            Value::Time(moment) => self.object("Hastie::Moment", &time::written(moment)),
            Value::Range(first, last) => self.object("Hastie::Span", &format!("{first} {last}")),
            Value::Symbol(name) => self.object("Hastie::Name", name),
            Value::Empty => self.object("Hastie::Word", "empty"),
            Value::Blank => self.object("Hastie::Word", "blank"),
            Value::Array(items) => {
                self.out.push(b'[');
                self.length(items.len());
                for item in items.iter() {
                    self.value(item, depth + 1)?;
                }
            }
            Value::Hash(hash) => {
                self.out.push(b'{');
                self.length(hash.len());
                for (key, value) in hash.iter() {
                    self.value(key, depth + 1)?;
                    self.value(value, depth + 1)?;
                }
            }
            Value::Drop(object) => match self.objects.represent(object, depth > 1)? {
                Representation::Name(name) => self.object("Hastie::Ref", &name),
                Representation::Value(value) => self.value(&value, depth + 1)?,
            },
        }
        Ok(())
    }

    /// Writes a length in the format of small integers.
    fn length(&mut self, length: usize) {
        self.long(i32::try_from(length).unwrap_or(i32::MAX));
    }

    fn long(&mut self, number: i32) {
        match number {
            0 => self.out.push(0),
            1..=122 => self.out.push((number + 5).to_le_bytes()[0]),
            -123..=-1 => self.out.push((number - 5).to_le_bytes()[0]),
            _ => {
                let bytes = number.to_le_bytes();
                let filler = if number < 0 { 0xff } else { 0 };
                let count = (1..4).find(|count| bytes[*count..].iter().all(|byte| *byte == filler)).unwrap_or(4);
                let sign = i8::try_from(count).unwrap_or(4);
                self.out.push(if number < 0 { -sign } else { sign }.to_le_bytes()[0]);
                self.out.extend_from_slice(&bytes[..count]);
            }
        }
    }

    fn integer(&mut self, number: i64) {
        match i32::try_from(number) {
            Ok(small) if (-(1 << 30)..1 << 30).contains(&small) => {
                self.out.push(b'i');
                self.long(small);
            }
            _ => self.big(&BigInt::from(number)),
        }
    }

    fn big(&mut self, number: &BigInt) {
        let (sign, mut bytes) = number.to_bytes_le();
        if bytes.len() % 2 == 1 {
            bytes.push(0);
        }
        self.out.push(b'l');
        self.out.push(if sign == Sign::Minus { b'-' } else { b'+' });
        self.length(bytes.len() / 2);
        self.out.extend_from_slice(&bytes);
    }

    fn float(&mut self, number: f64) {
        let text = match number {
            _ if number.is_nan() => "nan".to_string(),
            _ if number.is_infinite() => if number > 0.0 { "inf" } else { "-inf" }.to_string(),
            _ => format!("{number:?}"),
        };
        self.out.push(b'f');
        self.bytes(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.out.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &Str) {
        self.out.extend_from_slice(b"I\"");
        self.bytes(text.as_bytes());
        self.length(1);
        self.symbol("E");
        self.out.push(if text.is_us_ascii() { b'F' } else { b'T' });
    }

    fn symbol(&mut self, name: &'static str) {
        match self.symbols.iter().position(|known| *known == name) {
            Some(index) => {
                self.out.push(b';');
                self.length(index);
            }
            None => {
                self.symbols.push(name);
                self.out.push(b':');
                self.bytes(name.as_bytes());
            }
        }
    }

    /// Writes an object in the form of `_dump`: the name of its class, and the text that this class parses.
    fn object(&mut self, class: &'static str, text: &str) {
        self.out.extend_from_slice(b"u");
        self.symbol(class);
        self.bytes(text.as_bytes());
    }
}
