//! Reads values from the guest, which may be hostile. Every length is checked, and no more memory is allocated than
//! there are bytes left. No value can contain itself.

use super::{MAX_DEPTH, Objects, time};
use hastie_value::{Hash, Str, Value};
use num_bigint::{BigInt, Sign};
use std::fmt;
use std::sync::Arc;

/// An error about bytes in Marshal format: they are invalid, or contain an object that the program cannot represent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Malformed {
    /// The bytes are not in Marshal format, end early, or contain a value that cannot be read, such as an array that
    /// contains itself. Contains a message.
    Broken(String),
    /// The bytes contain a Ruby object without an equivalent in the program. Contains its type byte.
    Foreign(char),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Broken(what) => f.write_str(what),
            Malformed::Foreign(kind) => write!(f, "a Ruby object of an unknown kind ({kind})"),
        }
    }
}

impl std::error::Error for Malformed {}

fn malformed<T>(what: impl Into<String>) -> Result<T, Malformed> {
    Err(Malformed::Broken(what.into()))
}

/// Reads a value in Ruby's Marshal format.
///
/// # Errors
/// Fails if the bytes are not in Marshal format, or if values are nested too deeply. Also fails for a Ruby object
/// without an equivalent in the program.
pub fn read(bytes: &[u8], objects: &mut dyn Objects) -> Result<Value, Malformed> {
    let Some(rest) = bytes.strip_prefix(&[4, 8]) else { return malformed("no Marshal 4.8") };
    let mut reader = Reader { bytes: rest, symbols: Vec::new(), objects_read: Vec::new(), objects };
    let value = reader.value(0)?;
    if reader.bytes.is_empty() { Ok(value) } else { malformed("something follows the value") }
}

struct Reader<'b, 'o> {
    bytes: &'b [u8],
    symbols: Vec<Str>,
    /// All objects so far, because Marshal's `@` refers to an earlier object by its index. `None` while an object is
    /// being read.
    objects_read: Vec<Option<Value>>,
    objects: &'o mut dyn Objects,
}

impl<'b> Reader<'b, '_> {
    fn byte(&mut self) -> Result<u8, Malformed> {
        let Some((first, rest)) = self.bytes.split_first() else { return malformed("the message ends early") };
        self.bytes = rest;
        Ok(*first)
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], Malformed> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            return malformed("the message ends early");
        };
        self.bytes = rest;
        Ok(taken)
    }

    fn long(&mut self) -> Result<i64, Malformed> {
        let first = i8::from_le_bytes([self.byte()?]);
        Ok(match first {
            0 => 0,
            5..=127 => i64::from(first) - 5,
            -128..=-5 => i64::from(first) + 5,
            1..=4 => {
                let bytes = self.take(usize::from(first.unsigned_abs()))?;
                bytes.iter().rev().fold(0, |number, byte| number << 8 | i64::from(*byte))
            }
            _ => {
                let bytes = self.take(usize::from(first.unsigned_abs()))?;
                bytes.iter().rev().fold(-1, |number, byte| number << 8 | i64::from(*byte))
            }
        })
    }

    /// Reads the number of bytes or elements that follow. Fails if it exceeds the number of remaining bytes, because
    /// each element has at least one byte.
    fn length(&mut self) -> Result<usize, Malformed> {
        match usize::try_from(self.long()?) {
            Ok(length) if length <= self.bytes.len() => Ok(length),
            _ => malformed("a length beyond the message"),
        }
    }

    fn raw(&mut self) -> Result<&'b [u8], Malformed> {
        let length = self.length()?;
        self.take(length)
    }

    fn symbol(&mut self, depth: usize) -> Result<Str, Malformed> {
        let tag = self.byte()?;
        self.symbol_of(tag, depth)
    }

    fn symbol_of(&mut self, tag: u8, depth: usize) -> Result<Str, Malformed> {
        match tag {
            b':' => {
                let name: Str = String::from_utf8_lossy(self.raw()?).into_owned().into();
                self.symbols.push(name.clone());
                Ok(name)
            }
            b';' => {
                let index = usize::try_from(self.long()?).unwrap_or(usize::MAX);
                match self.symbols.get(index) {
                    Some(name) => Ok(name.clone()),
                    None => malformed("a symbol that was not named"),
                }
            }
            b'I' if depth < MAX_DEPTH => {
                let tag = self.byte()?;
                if tag == b'I' {
                    return malformed("no symbol");
                }
                let name = self.symbol_of(tag, depth + 1)?;
                self.attributes(depth)?;
                Ok(name)
            }
            _ => malformed("no symbol"),
        }
    }

    /// The instance variables of an object: names and values.
    fn attributes(&mut self, depth: usize) -> Result<Vec<(Str, Value)>, Malformed> {
        let count = self.length()?;
        let mut found = Vec::new();
        for _ in 0..count {
            let name = self.symbol(depth)?;
            found.push((name, self.value(depth + 1)?));
        }
        Ok(found)
    }

    /// Adds an object to `objects_read`, so that Marshal's `@` can refer to it later. Returns the object.
    fn register(&mut self, value: Value) -> Value {
        self.objects_read.push(Some(value.clone()));
        value
    }

    fn value(&mut self, depth: usize) -> Result<Value, Malformed> {
        if depth > MAX_DEPTH {
            return malformed("nested too deep");
        }
        match self.byte()? {
            b'0' => Ok(Value::Nil),
            b'T' => Ok(Value::Bool(true)),
            b'F' => Ok(Value::Bool(false)),
            b'i' => Ok(Value::Int(self.long()?)),
            b'l' => self.big(),
            b'f' => self.float(),
            b'"' => {
                let text = text(self.raw()?);
                Ok(self.register(Value::Str(text)))
            }
            tag @ (b':' | b';') => self.symbol_of(tag, depth).map(|name| Value::Symbol(name.into())),
            b'@' => self.link(),
            b'[' => self.array(depth),
            tag @ (b'{' | b'}') => self.hash(tag == b'}', depth),
            b'I' => self.with_attributes(depth),
            b'u' => {
                let class = self.symbol(depth)?;
                let bytes = self.raw()?;
                self.user_defined(&class, bytes, &[])
            }
            b'U' => {
                let class = self.symbol(depth)?;
                let index = self.objects_read.len();
                self.objects_read.push(None);
                let inside = self.value(depth + 1)?;
                let parts = inside.as_array().unwrap_or_default();
                let value = match &*class {
                    "Date" => time::of_date(parts, false),
                    "DateTime" => time::of_date(parts, true),
                    // Its `to_liquid` is nil, as any field that is not set.
                    "OpenStruct" => None,
                    _ => return Err(Malformed::Foreign('U')),
                };
                self.complete(index, value.unwrap_or(Value::Nil))
            }
            b'C' | b'e' => {
                self.symbol(depth)?;
                self.value(depth + 1)
            }
            b'o' => self.range(depth),
            tag => Err(Malformed::Foreign(char::from(tag))),
        }
    }

    /// Stores a value at the index that was reserved before the value was read.
    fn complete(&mut self, index: usize, value: Value) -> Result<Value, Malformed> {
        if let Some(place) = self.objects_read.get_mut(index) {
            *place = Some(value.clone());
        }
        Ok(value)
    }

    /// Reads an object of Ruby's class `Range`, such as `1..3`. Fails for other classes, for ranges such as `1...3`,
    /// and for ranges of anything but integers.
    fn range(&mut self, depth: usize) -> Result<Value, Malformed> {
        if *self.symbol(depth)? != *"Range" {
            return Err(Malformed::Foreign('o'));
        }
        let index = self.objects_read.len();
        self.objects_read.push(None);
        let parts = self.attributes(depth)?;
        let part = |wanted: &str| parts.iter().find(|(name, _)| **name == *wanted).map(|(_, value)| value);
        match (part("begin"), part("end"), part("excl")) {
            (Some(Value::Int(first)), Some(Value::Int(last)), Some(Value::Bool(false))) => {
                self.complete(index, Value::Range(*first, *last))
            }
            _ => Err(Malformed::Foreign('o')),
        }
    }

    fn link(&mut self) -> Result<Value, Malformed> {
        let index = usize::try_from(self.long()?).unwrap_or(usize::MAX);
        match self.objects_read.get(index) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) => malformed("an array or hash that contains itself"),
            None => malformed("a link to nothing"),
        }
    }

    fn big(&mut self) -> Result<Value, Malformed> {
        let sign = if self.byte()? == b'-' { Sign::Minus } else { Sign::Plus };
        let count = self.length()?.saturating_mul(2);
        let number = BigInt::from_bytes_le(sign, self.take(count)?);
        let value = i64::try_from(&number).map_or_else(|_| Value::Big(Arc::new(number)), Value::Int);
        Ok(self.register(value))
    }

    fn float(&mut self) -> Result<Value, Malformed> {
        let text = String::from_utf8_lossy(self.raw()?);
        let number = match &*text {
            "nan" => f64::NAN,
            "inf" => f64::INFINITY,
            "-inf" => f64::NEG_INFINITY,
            text => text.parse().or_else(|_| malformed("no number"))?,
        };
        Ok(self.register(Value::Float(number)))
    }

    fn array(&mut self, depth: usize) -> Result<Value, Malformed> {
        let index = self.objects_read.len();
        self.objects_read.push(None);
        let count = self.length()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.value(depth + 1)?);
        }
        self.complete(index, Value::array(items))
    }

    fn hash(&mut self, has_default: bool, depth: usize) -> Result<Value, Malformed> {
        let index = self.objects_read.len();
        self.objects_read.push(None);
        let count = self.length()?;
        let mut hash = Hash::new();
        for _ in 0..count {
            let key = self.value(depth + 1)?;
            hash.set_value(key, self.value(depth + 1)?);
        }
        if has_default {
            self.value(depth + 1)?;
        }
        self.complete(index, Value::hash(hash))
    }

    /// Reads an object with instance variables (`I`), such as a string with its encoding or a time with its offset.
    fn with_attributes(&mut self, depth: usize) -> Result<Value, Malformed> {
        match self.byte()? {
            b'"' => {
                let text = self.raw()?;
                let index = self.objects_read.len();
                self.objects_read.push(None);
                let attributes = self.attributes(depth)?;
                let is_ascii = attributes.iter().any(|(name, value)| **name == *"E" && !value.truthy());
                let text = decoded(text, &attributes);
                let value = if is_ascii && text.is_ascii() { Str::us_ascii(&text) } else { text };
                self.complete(index, Value::Str(value))
            }
            b'u' => {
                let class = self.symbol(depth)?;
                let bytes = self.raw()?;
                let attributes = self.attributes(depth)?;
                self.user_defined(&class, bytes, &attributes)
            }
            b'C' | b'e' => {
                self.symbol(depth)?;
                let value = self.value(depth + 1)?;
                self.attributes(depth)?;
                Ok(value)
            }
            tag @ (b':' | b';') => {
                let name = self.symbol_of(tag, depth)?;
                self.attributes(depth)?;
                Ok(Value::Symbol(name.into()))
            }
            _ if depth >= MAX_DEPTH => malformed("nested too deep"),
            b'U' => malformed("an object with attributes that are not known"),
            tag @ (b'[' | b'{' | b'}') => {
                let value = if tag == b'[' { self.array(depth)? } else { self.hash(tag == b'}', depth)? };
                self.attributes(depth)?;
                Ok(value)
            }
            tag => Err(Malformed::Foreign(char::from(tag))),
        }
    }

    /// An object in the form of `_dump`: a time, or one of the program's objects by its name.
    fn user_defined(&mut self, class: &str, bytes: &[u8], attributes: &[(Str, Value)]) -> Result<Value, Malformed> {
        let attribute = |wanted: &str| attributes.iter().find(|(name, _)| **name == *wanted).map(|(_, value)| value);
        let value = if class == "Time" {
            let number = |name: &str| match attribute(name) {
                Some(Value::Int(number)) => Some(*number),
                _ => None,
            };
            let below = u32::try_from(number("nano_num").unwrap_or(0)).unwrap_or(0);
            time::of_dump(bytes, number("offset"), below)
        } else {
            self.objects.resolve(&String::from_utf8_lossy(bytes))
        };
        match value {
            Some(value) => Ok(self.register(value)),
            None => malformed(format!("no {class} of this name")),
        }
    }
}

fn text(bytes: &[u8]) -> Str {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Decodes the bytes of a string: as ISO 8859-1 if its attribute `encoding` says so, otherwise as UTF-8.
fn decoded(bytes: &[u8], attributes: &[(Str, Value)]) -> Str {
    let encoding = attributes.iter().find(|(name, _)| **name == *"encoding").and_then(|(_, value)| value.as_str());
    match encoding {
        Some("ISO-8859-1") => bytes.iter().copied().map(char::from).collect::<String>().into(),
        _ => text(bytes),
    }
}
