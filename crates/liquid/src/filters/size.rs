//! `size`, for all values that have this method in Ruby, including integers.

use super::pieces::Pieces;
use crate::context::Context;
use crate::value::{Abort, Value};

/// `size`: the number of characters of a string, items of an array, hash or range, or bytes of an integer. Plugins'
/// drops can have a `size` of their own. 0 for other values.
pub(crate) fn size(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let size = match input {
        Value::Str(text) => text.chars().count() as i64,
        Value::Array(items) => items.len() as i64,
        Value::Hash(hash) => hash.len() as i64,
        Value::Range(first, last) => last.saturating_sub(*first).saturating_add(1).max(0),
        Value::Int(_) => 8,
        Value::Big(number) => number.bits().div_ceil(8).max(8) as i64,
        // These drops are hashes in Ruby.
        Value::Drop(object) if object.class() == "Hash" => object.keys(cx.host)?.len() as i64,
        // Plugins' objects may have a method of this name.
        Value::Drop(object) if object.class() == "Liquid::Drop" => match object.get("size", cx.host)? {
            Some(Value::Int(size)) => size,
            _ => 0,
        },
        _ => 0,
    };
    Ok(Value::Int(size))
}

/// `size` of the pieces that a preceding `split` filter would return.
pub(crate) fn count_pieces(_cx: &mut Context<'_>, pieces: &Pieces<'_>, _args: &[Value]) -> Result<Value, Abort> {
    Ok(Value::Int(pieces.count() as i64))
}
