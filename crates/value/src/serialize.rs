//! Converts any serializable type to a value.

use crate::{Hash, Value};
use serde::ser::{self, Serialize};
use std::fmt;

/// Converts `data` to a value: structs and maps become hashes in their own order, sequences and tuples become arrays,
/// `None` and units become nil. Enums are represented as in JSON.
///
/// # Errors
/// Fails if the type's `Serialize` fails, or if an integer does not fit into an `i64`.
///
/// ```
/// // With serde's feature `derive`, structs are data as well.
/// let page = std::collections::BTreeMap::from([("title", "Hyde"), ("layout", "post")]);
/// let page = hastie_value::to_value(&page)?;
/// assert_eq!(page.as_hash().and_then(|page| page.get("title")).and_then(|title| title.as_str()), Some("Hyde"));
/// # Ok::<(), hastie_value::SerializeError>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(data: &T) -> Result<Value, SerializeError> {
    data.serialize(Serializer)
}

/// The error of `to_value`, for example for an integer that does not fit into an `i64`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SerializeError(String);

impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SerializeError {}

impl ser::Error for SerializeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        SerializeError(message.to_string())
    }
}

struct Serializer;

/// The struct name that serde_json uses for a number kept as digits.
const JSON_NUMBER: &str = "$serde_json::private::Number";

impl ser::Serializer for Serializer {
    type Ok = Value;
    type Error = SerializeError;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Variant<Items>;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Variant<Entries>;

    fn serialize_bool(self, v: bool) -> Result<Value, SerializeError> {
        Ok(Value::Bool(v))
    }

    fn serialize_i8(self, v: i8) -> Result<Value, SerializeError> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_i16(self, v: i16) -> Result<Value, SerializeError> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_i32(self, v: i32) -> Result<Value, SerializeError> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_i64(self, v: i64) -> Result<Value, SerializeError> {
        Ok(Value::Int(v))
    }

    fn serialize_u8(self, v: u8) -> Result<Value, SerializeError> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_u16(self, v: u16) -> Result<Value, SerializeError> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_u32(self, v: u32) -> Result<Value, SerializeError> {
        Ok(Value::Int(v.into()))
    }

    fn serialize_u64(self, v: u64) -> Result<Value, SerializeError> {
        i64::try_from(v).map(Value::Int).map_err(ser::Error::custom)
    }

    fn serialize_f32(self, v: f32) -> Result<Value, SerializeError> {
        Ok(Value::Float(v.into()))
    }

    fn serialize_f64(self, v: f64) -> Result<Value, SerializeError> {
        Ok(Value::Float(v))
    }

    fn serialize_char(self, v: char) -> Result<Value, SerializeError> {
        Ok(Value::from(v.to_string().as_str()))
    }

    fn serialize_str(self, v: &str) -> Result<Value, SerializeError> {
        Ok(Value::from(v))
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<Value, SerializeError> {
        Ok(Value::array(v.iter().map(|byte| Value::Int((*byte).into())).collect::<Vec<_>>()))
    }

    fn serialize_none(self) -> Result<Value, SerializeError> {
        Ok(Value::Nil)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, SerializeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, SerializeError> {
        Ok(Value::Nil)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, SerializeError> {
        Ok(Value::Nil)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, SerializeError> {
        Ok(Value::from(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, SerializeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, SerializeError> {
        Ok(tagged(variant, value.serialize(self)?))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Items, SerializeError> {
        // A type may claim any length, so it must not determine how much memory is reserved.
        Ok(Items(Vec::with_capacity(len.unwrap_or(0).min(1024))))
    }

    fn serialize_tuple(self, len: usize) -> Result<Items, SerializeError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Items, SerializeError> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        len: usize,
    ) -> Result<Variant<Items>, SerializeError> {
        Ok(Variant { name, content: self.serialize_seq(Some(len))? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries, SerializeError> {
        Ok(Entries { hash: Hash::new(), key: Value::Nil, is_number: false })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Entries, SerializeError> {
        Ok(Entries { hash: Hash::new(), key: Value::Nil, is_number: name == JSON_NUMBER })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Variant<Entries>, SerializeError> {
        Ok(Variant { name, content: self.serialize_map(None)? })
    }
}

/// A sequence being serialized.
struct Items(Vec<Value>);

impl Items {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), SerializeError> {
        self.0.push(to_value(item)?);
        Ok(())
    }
}

/// A map or struct being serialized.
struct Entries {
    hash: Hash,
    key: Value,
    /// Whether the struct is serde_json's form of a number. The only field of this form contains the digits.
    is_number: bool,
}

impl Entries {
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), SerializeError> {
        self.hash.set(name, to_value(value)?);
        Ok(())
    }
}

/// A variant of an enum being serialized: its name and content.
struct Variant<T> {
    name: &'static str,
    content: T,
}

fn tagged(name: &'static str, content: Value) -> Value {
    Value::hash([(name, content)].into_iter().collect::<Hash>())
}

/// Implements one of serde's traits for sequences and tuples.
macro_rules! sequence {
    ($name:ident, $method:ident) => {
        impl ser::$name for Items {
            type Ok = Value;
            type Error = SerializeError;

            fn $method<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), SerializeError> {
                self.push(item)
            }

            fn end(self) -> Result<Value, SerializeError> {
                Ok(Value::array(self.0))
            }
        }
    };
}

sequence!(SerializeSeq, serialize_element);
sequence!(SerializeTuple, serialize_element);
sequence!(SerializeTupleStruct, serialize_field);

impl ser::SerializeTupleVariant for Variant<Items> {
    type Ok = Value;
    type Error = SerializeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), SerializeError> {
        self.content.push(item)
    }

    fn end(self) -> Result<Value, SerializeError> {
        Ok(tagged(self.name, Value::array(self.content.0)))
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Value;
    type Error = SerializeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerializeError> {
        self.key = to_value(key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerializeError> {
        self.hash.set_value(std::mem::replace(&mut self.key, Value::Nil), to_value(value)?);
        Ok(())
    }

    fn end(self) -> Result<Value, SerializeError> {
        Ok(Value::hash(self.hash))
    }
}

impl ser::SerializeStruct for Entries {
    type Ok = Value;
    type Error = SerializeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), SerializeError> {
        self.field(name, value)
    }

    fn end(self) -> Result<Value, SerializeError> {
        if self.is_number {
            return number(self.hash.values().next().and_then(Value::as_str).unwrap_or_default());
        }
        Ok(Value::hash(self.hash))
    }
}

/// Parses the digits of a number from serde_json.
fn number(digits: &str) -> Result<Value, SerializeError> {
    match digits.parse() {
        Ok(integer) => Ok(Value::Int(integer)),
        Err(_) if digits.contains(['.', 'e', 'E']) => digits.parse().map(Value::Float).map_err(ser::Error::custom),
        Err(error) => Err(ser::Error::custom(error)),
    }
}

impl ser::SerializeStructVariant for Variant<Entries> {
    type Ok = Value;
    type Error = SerializeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), SerializeError> {
        self.content.field(name, value)
    }

    fn end(self) -> Result<Value, SerializeError> {
        Ok(tagged(self.name, Value::hash(self.content.hash)))
    }
}
